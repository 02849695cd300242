// Hugging Face's trainer_state.json, train_results.json and all_results.json as a measured run.
//
//     const LoggedRun run = read_trainer_state(root, "trainer_state.json", problems);
//
// Part of run_logs: others want read_runs(). The Trainer keeps no time for each step, only that of
// the whole run; peaks of memory are there when it ran with skip_memory_metrics off.
#pragma once

#include "core/calibrate/logged_run.hpp"
#include "core/io/located_json.hpp"

namespace headroom {

LoggedRun read_trainer_state(const Json& root, std::string_view name, Problems& problems);

} // namespace headroom
