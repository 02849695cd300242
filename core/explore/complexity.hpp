// How hard a plan is to operate, as a whole number: more is harder.
//
//     complexity(scenario)     // 3: tensor parallel, data parallel, several nodes
//
// One point for each parallel dimension above 1, for several nodes, and for each kind of offload.
// Asks nothing of micro batch, recompute and sequence parallelism, which a search relies on.
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

int complexity(const Scenario& scenario);

} // namespace headroom
