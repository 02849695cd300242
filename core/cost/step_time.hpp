// Exposed time of one optimizer step, cause by cause.
//
//     const StepEstimate t = estimate_step_time(scenario, memory, caveats);
//     t.terms[StepTerm::matmul] / units::ms;
//
// `memory` is the plan's memory estimate: jobs near capacity run slower. Precondition: the scenario
// is legal. Equations and sources: docs/model.md, "Step time".
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

StepEstimate estimate_step_time(const Scenario& scenario, const MemoryEstimate& memory,
                                Caveats& caveats);

} // namespace headroom
