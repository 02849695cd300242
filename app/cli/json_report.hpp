// Estimates and validation as JSON for scripts: keys as documented in docs/command_line.md.
#pragma once

#include "core/calibrate/memory_fit.hpp"
#include "core/calibrate/one_run.hpp"
#include "core/calibrate/step_fit.hpp"
#include "core/explore/sweep.hpp"

#include <nlohmann/json.hpp>

#include <span>
#include <string>

namespace headroom::cli {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

Json estimate_json(const Scenario& scenario, const Estimate& estimate);
Json validation_json(const ValidationReport& report);
Json leave_one_out_json(const LeaveOneOut& report);
Json one_run_json(const OneRunReport& report);
Json split_json(const MemorySplit& split);

/// Two spaces of indent and a line break at the end.
std::string json_text(const Json& json);

} // namespace headroom::cli
