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

/// Bounds for a search: the step of a plan takes at least the sum of both, whatever its memory.
/// compute_time_floor leaves out every term that ZeRO, offload and data loading add and so holds
/// for all of their choices; it never falls when more layers are recomputed, since that only adds
/// passes. sharding_time_floor is what they add behind a window without end, where least of it
/// shows; of the plan's recompute it asks the mode alone, for what activation offload moves.
Seconds compute_time_floor(const Scenario& scenario);
Seconds sharding_time_floor(const Scenario& scenario);

} // namespace headroom
