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

} // namespace headroom
