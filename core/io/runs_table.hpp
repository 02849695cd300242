// Measured runs from a table, one a row: what was measured, and what differed from the plan.
//
//     name,step_time,reserved,training.micro_batch
//     baseline,1.46 s,61 GiB,
//     twice the batch,2.71 s,70 GiB,2
//
// Part of run_logs: others want read_runs(). Columns by name in any order: name (or id), date,
// notes; step_time ("1.46 s") or step_seconds, tokens_per_second_per_gpu, tokens_per_second,
// samples_per_second; allocated, reserved, process ("61 GiB") or allocated_gib, ...; and any
// setting by its path, as --set takes it ("training.micro_batch", "cluster.nodes"). Others are
// ignored with a warning. Blank cells: not measured, or as in the plan.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/logged_run.hpp"

#include <string_view>
#include <vector>

namespace headroom {

/// Whether the first line names a column of such a table.
bool looks_like_runs_table(std::string_view text);

/// Rows with a cell that cannot be read are left out.
std::vector<LoggedRun> read_runs_table(std::string_view text, std::string_view name,
                                       Problems& problems);

} // namespace headroom
