// From the plan as it is to one that meets the goals, in the order in which a team should give
// things up: precision, checkpointing, sharding, parallelism and offload, and only then the goal.
//
//     const Ladder ladder = climb(scenario);
//     for (const Rung& rung : ladder.taken) ...      // each starts where the one before ended
//     ladder.result == LadderResult::not_reached     // then ladder.end is the nearest plan
//
// On each level the walk takes what closes what the goals still lack, weighing the time of a step
// against the team's points (scores.hpp): memory first, then time and money. What turns out not to
// be needed once the goals are met is left out again. With the goals met it goes on to what wins
// time without risk ("spare memory: less checkpointing"). What it leaves is in `refused`, with why.
// The scenario is legal; moves that are not are never taken. Evaluates some hundreds of plans.
#pragma once

#include "core/cost/estimate.hpp"
#include "core/explore/ladder_moves.hpp"

#include <array>
#include <vector>

namespace headroom {

/// What a plan lacks of its goals; all zero when it meets those that can be judged.
struct GoalGap {
    Bytes memory;      // to fit with the margin asked for
    double time = 0.0; // logarithm of the worst of step time, duration and budget over its goal

    bool closed() const { return !(memory > Bytes{}) && !(time > 0.0); }
};
GoalGap goal_gap(const Scenario& scenario, const Estimate& estimate);

/// Why a rung is climbed, or why it is not.
enum class RungWorth : std::uint8_t {
    saves_memory, // taken, from here
    saves_time,
    gains,         // the goals are met already: time to win
    saves_nothing, // refused, from here: costs time and saves no memory
    needs_more_memory,
    no_help,
    loses_goal,
    too_risky,        // quality points above `most_risk_taken`
    not_worth_points, // wins less time than its points weigh
    reaches_goals,    // redefinitions, from here
    count
};

struct Rung {
    LadderLevel level = LadderLevel::precision;
    Move move;
    RungWorth worth = RungWorth::no_help;
    Scenario before, after;
    Estimate estimate_before, estimate_after;
    bool meets_goals = false; // after it
};

enum class LadderResult : std::uint8_t {
    met,       // by the plan as it is
    reached,   // by the rungs taken
    redefined, // only by training something smaller, shorter or with adapters: ladder.redefinitions
    not_reached
};
std::string_view name_of(LadderResult result);
std::string_view name_of(RungWorth worth);

enum class LevelOutcome : std::uint8_t {
    not_needed,
    helped,
    nothing_helps,
    nothing_to_change // no move of the level applies: one rank has nothing to shard
};
std::string_view name_of(LevelOutcome outcome);

struct Ladder {
    Scenario start;
    Estimate estimate; // of the start
    LadderResult result = LadderResult::met;
    std::vector<Rung> taken;
    std::vector<Rung> refused;       // each from where its level was left, at most one of a kind
    std::vector<Rung> redefinitions; // alternatives from `end`, each of which meets what is left
    std::array<LevelOutcome, ladder_level_count> levels{};
    Scenario end; // after all that were taken
    Estimate end_estimate;
};

/// A point weighs as much as a tenth of the time of a step: a judgement, to choose between moves
/// that both help. Teams change the points.
inline constexpr double point_in_time = 0.1;
/// Quality points of one move that the walk takes without being asked.
inline constexpr int most_risk_taken = 2;
/// To a quarter of what was asked; less is another project.
inline constexpr double deepest_cut = 4.0;

Ladder climb(const Scenario& scenario);

/// The start with this rung, alone where that is legal and needs no more room than there was (for a
/// redefinition: where it meets the goals), else with the rungs below it.
struct Applied {
    Scenario scenario;
    bool alone = true;
};
Applied applied(const Ladder& ladder, const Rung& rung);

} // namespace headroom
