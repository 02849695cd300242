// From allocated memory to what nvidia-smi shows, and the bands of all three totals.
//
//     set_totals(scenario, memory, caveats);     // memory.peak is known before
//
// Internal to core/cost. docs/model.md, "Memory: allocated, reserved, process".
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

/// Workspaces that cuBLAS takes from the allocator.
Bytes cublas_workspace(GpuGeneration generation);

/// The least that nvidia-smi shows when so much is allocated: allocator and context as far as no
/// plan can avoid them.
Bytes least_process(const Scenario& scenario, Bytes allocated);

/// Fills reserved, process, bands and headroom from `memory.peak`.
void set_totals(const Scenario& scenario, MemoryEstimate& memory, Caveats& caveats);

/// CUDA context with the loaded kernels, which the allocator does not count. Read from nvidia-smi
/// after start; before kernels were loaded lazily (CUDA 11.7) it was larger.
Bytes device_context(GpuGeneration generation);

} // namespace headroom
