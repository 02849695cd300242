// The ladder in words: rungs with what each changes and why, levels, what remains.
//
//     const LadderView view = ladder_view(climb(scenario), catalog, Language::english);
//     view.levels[0].taken[0].title       // "bf16 → fp8"
//     view.levels[0].taken[0].sentence    // "IF the step has to be faster, THEN bf16 → fp8."
//
// The window's panel and `headroom-cli advise` show the same of it.
#pragma once

#include "core/explore/ladder.hpp"
#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

/// A change of points with the reasons that come and go.
struct PointsView {
    int change = 0;
    int total = 0;    // afterwards
    std::string text; // "+2", "=", "−1"
    std::vector<std::string> added, removed;
    std::vector<std::string> sources; // of those added: why they cost something
};

struct RungView {
    const Rung* rung = nullptr; // in the ladder
    int number = 0;             // of those taken, from 1; 0: not taken
    std::string title;
    std::string sentence;           // IF ..., THEN ...; for a refusal, why
    std::string reason;             // the terms of memory and time that change most
    std::string memory, time, cost; // "−0.3 GiB", "−23 %", "−$1,116"; cost "" without a price
    PointsView quality, complexity;
    bool meets_goals = false;
};

struct LadderLevelView {
    LadderLevel level = LadderLevel::precision;
    std::string name;
    std::string outcome; // where nothing was taken: why
    std::vector<RungView> taken, refused;
};

struct LadderView {
    std::string headline;
    std::string now;     // "33.3 GiB, 4.74 s, 8.4 days, $4,810"
    std::string after;   // the same of the end
    std::string missing; // what the nearest plan lacks; "" where the goals are met
    std::vector<LadderLevelView> levels;
};

/// Points into `ladder`, which has to stay.
LadderView ladder_view(const Ladder& ladder, const Catalog& catalog, Language language);

/// Those taken, in the order in which they are climbed; a second pass may visit a level again.
std::vector<const RungView*> rungs_in_order(const LadderView& view);

/// "precision", "checkpointing", ... as headings.
std::string level_name(LadderLevel level, Language language);

} // namespace headroom
