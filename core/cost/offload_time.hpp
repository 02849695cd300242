// What leaving the GPU costs: optimizer on the CPU, weights over PCIe, disks, activations.
//
//     offload_time(context, window).exposed
//
// Equations and assumptions: docs/model-step-time.md, "Offload".
#pragma once

#include "core/cost/data_parallel_time.hpp"

namespace headroom {

/// Parameters whose states this rank updates.
double updated_parameters(const StepContext& context);

/// Exposed time of one step.
Seconds offload_time(const StepContext& context, const OverlapWindow& window);

} // namespace headroom
