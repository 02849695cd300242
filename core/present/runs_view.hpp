// Measured runs beside what is predicted for the same conditions, and the three questions that a
// team asks of them.
//
//     const RunsView view = runs_view(scenario, Language::english);
//     view.runs.rows[0]        // "mixed precision off", "precision bf16 → fp32", "4.74 s", ...
//     view.questions.rows[0]   // does "more than 3 times as fast" hold for mixed precision here?
//
// A question is answered by two runs that differ in nothing else; where there are none, by what is
// predicted for the plan with and without, and says so.
#pragma once

#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct RunsView {
    TableView runs;
    TableView questions;
    std::vector<std::string> notes; // runs of which nothing can be predicted
};

RunsView runs_view(const Scenario& scenario, Language language);

} // namespace headroom
