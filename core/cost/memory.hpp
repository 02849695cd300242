// VRAM of one GPU: phases of the heaviest pipeline stage, and the three totals.
//
//     const MemoryEstimate m = estimate_memory(scenario, caveats);
//     m.peak[MemoryTerm::activations];
//
// Precondition: the scenario is legal. Equations and sources: docs/model.md, "Memory".
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

MemoryEstimate estimate_memory(const Scenario& scenario, Caveats& caveats);

/// All phases of one pipeline stage (0-based), for the view that shows every stage.
std::array<MemoryBreakdown, phase_count> stage_memory(const Scenario& scenario, int stage);

/// Bounds for a search, never above the process memory that an estimate would show.
/// Of model states alone: loading and the optimizer's step hold no activations, so that this is the
/// same for each micro batch, recompute and activation offload, with or without sequence parallel.
Bytes states_memory_floor(const Scenario& scenario);
/// For all plans that recompute k layers in full where `fewer` <= k <= `more` (at least one) and
/// are alike otherwise. Every phase of a stage is linear in the layers that it recomputes, so it is
/// nowhere below the smaller of its ends; the peak is the largest of them.
Bytes memory_floor_between(const Scenario& fewer, const Scenario& more);

} // namespace headroom
