// What leaving the GPU costs: optimizer on the CPU, weights over PCIe, disks, activations.
//
//     offload_time(context, window).exposed
//
// Equations and assumptions: docs/model-step-time.md, "Offload".
#pragma once

#include "core/cost/data_parallel_time.hpp"

namespace headroom {

/// CPU Adam streams gradient (4 read), master and two moments (12 read, 12 written) and the 16-bit
/// weight (2 written) per parameter (ZeRO-Offload, arXiv 2101.06840, sec. 5.1).
inline constexpr double cpu_adam_bytes = 30.0;
/// Assumed: what both sockets of a node stream in an update, half of 16 DDR4-3200 channels.
inline constexpr ByteRate node_memory_rate = 200.0 * units::GB_per_s;
/// Parameters a second of one node, from both.
inline constexpr double assumed_cpu_adam =
    node_memory_rate / (units::B / units::s) / cpu_adam_bytes;

/// Parameters whose states this rank updates.
double updated_parameters(const StepContext& context);

/// Exposed time of one step.
Seconds offload_time(const StepContext& context, const OverlapWindow& window);

} // namespace headroom
