// Memory-bound work of one layer pass: norms, residuals, activations, rotary embedding, casts.
//
//     layer_elementwise(scenario, share).attention * factor / sustained_memory_rate(rates)
//
// Traffic is the minimum that fused kernels move; a stack's elementwise_factor says how much more
// its kernels do. Equations: docs/model-step-time.md, "Memory-bound work".
#pragma once

#include "core/cost/device_rates.hpp"
#include "core/cost/rank_share.hpp"

namespace headroom {

/// Forward traffic of the two halves of a layer; backward moves twice as much.
struct ElementwiseBytes {
    Bytes attention, mlp, experts; // experts: routed ones, in place of mlp
};
inline constexpr double backward_traffic = 2.0;

ElementwiseBytes layer_elementwise(const Scenario& scenario, const RankShare& share);

/// What element-wise kernels reach of the peak HBM rate.
ByteRate sustained_memory_rate(const DeviceRates& device);

/// What the plan or, failing that, its stack does with logits.
LossPath loss_path(const Scenario& scenario);

/// Head: logits, softmax and loss of `tokens`, forward and backward.
Bytes loss_bytes(const Scenario& scenario, double tokens);

/// Reading gradients and states, writing states and weights, on the GPU.
Bytes optimizer_bytes(const TrainingPlan& plan, double local_parameters);

} // namespace headroom
