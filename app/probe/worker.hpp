// What a worker process does: one part of the plan, from its first line to its exit status.
#pragma once

#include "app/probe/options.hpp"
#include "app/probe/plan.hpp"

namespace headroom::probe {

/// Measures, writes lines to `result_file` and ends the process: a library's own clean-up cannot
/// hang what has ended.
[[noreturn]] void run_worker(const Options& options, const Plan& plan, Part part, int device,
                             int result_file);

} // namespace headroom::probe
