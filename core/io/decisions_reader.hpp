// "runs" and "readiness" of a scenario file (core/model/decisions.hpp).
//
//     "runs": [{"name": "mixed precision off", "set": {"training.precision": "fp32"},
//               "step_time": "2.9 s", "memory": {"reserved": "61 GiB"}}]
//
// Part of scenario_reader: others want read_scenario(). "set" holds changes by path, as --set takes
// them; null stands for the default. What it changes is checked like the plan itself.
#pragma once

#include "core/io/field_reader.hpp"

namespace headroom {

/// `root` is the whole file, whose plan the runs start from; `plan_known` tells whether that plan
/// could be read, without which no run of it can be.
void read_decisions(ObjectReader& file, const Json& root, bool plan_known, const Catalog& catalog,
                    Scenario& scenario);

/// {"metric": "validation loss", "value": 2.31}
void read_quality(const JsonCursor& cursor, MeasuredRun& run);

} // namespace headroom
