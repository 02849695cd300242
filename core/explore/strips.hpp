// The strips of all sliders at once, on all cores: what a window asks for in each frame of a drag.
//
//     std::vector<StripJob> jobs;
//     jobs.push_back({origin, Axis::sequence, values, held});
//     const auto cells = strips(jobs);      // cells[0] are those of jobs[0]
//
// The same verdicts as strip() gives one by one. Jobs share nothing and may differ in length.
#pragma once

#include "core/explore/sweep.hpp"

namespace headroom {

struct StripJob {
    Scenario origin;
    Axis axis = Axis::model_size;
    std::span<const double> values;
    Held held{};
};

std::vector<std::vector<Verdict>> strips(std::span<const StripJob> jobs);

} // namespace headroom
