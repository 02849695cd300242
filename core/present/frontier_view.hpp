// What a search found, as people see it: marks of a chart, rows of a table, sentences.
//
//     const FrontierView view = frontier_view(scenario, found, catalog, Language::english);
//     view.summary;                     // "48 of 1,204,332 legal plans on 64 H100 SXM: ..."
//     frontier_table(view, language, 10);
//
// The command line and the window show the same. Plans that miss a goal keep their place and are
// said to miss it.
#pragma once

#include "core/explore/search.hpp"
#include "core/present/views.hpp"

namespace headroom {

/// One plan of the front, or the present one.
struct FrontierMark {
    TrainingPlan training;
    std::string parallelism; // "TP 8, PP 8 × 3, DP 16"
    std::string settings;    // "ZeRO 1, micro batch 2, no checkpointing, bf16"
    std::string step, need, spare, cost, complexity; // "12.3 s", "66.8 GiB", ...
    std::string goals;                               // "Misses the 34-day goal by 2 days.", or ""
    double seconds = 0.0, need_gib = 0.0;
    int complexity_points = 0;
    double usd_per_mtoken = 0.0; // 0: no price
    bool meets_goals = true;
    bool current = false; // the plan as it is
    Verdict verdict = Verdict::not_legal;
};

struct FrontierView {
    std::string title, subtitle, time_title, cost_title, memory_title;
    std::vector<FrontierMark> marks; // fastest first
    std::optional<FrontierMark>
        present;         // the scenario's plan, where it is legal and not in the front
    std::string summary; // what was searched and found
    std::string answer;  // "No plan meets the goals. Nearest: ...", "" where one does
    std::string gpu_label;
    double capacity_gib = 0.0;
    double goal_seconds = 0.0; // 0: no such goal
    std::string goal_text;
    bool priced = false;
    std::string footer_left, footer_right;
};

FrontierView frontier_view(const Scenario& scenario, const SearchResult& found,
                           const Catalog& catalog, Language language,
                           std::string_view scenario_hash = {});

/// The places in `marks` worth a row: the fastest, then each that needs noticeably less memory than
/// all above it that are no more complex. At most `most`, those that meet the goals first; 0: all.
std::vector<std::size_t> notable_marks(const FrontierView& view, std::size_t most);

/// Rows of these marks.
TableView frontier_table(const FrontierView& view, std::span<const std::size_t> rows,
                         Language language);

/// "TP 8, PP 8 × 3, DP 16, ZeRO 1, micro batch 2, full checkpointing of 4 of 12 layers, fp16".
std::string plan_line(const Scenario& scenario, Language language);

} // namespace headroom
