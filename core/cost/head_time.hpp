// The output projection with its loss, and the optimizer's step: what is outside of the layers.
//
//     head_time(context).matmul        // one micro batch, forward and backward
//     optimizer_time(context)          // once a step, on the GPU
#pragma once

#include "core/cost/layer_time.hpp"

namespace headroom {

struct HeadTime {
    Seconds matmul, elementwise, tensor;

    Seconds compute() const { return matmul + elementwise; }
};

HeadTime head_time(const StepContext& context);

/// Muon: 5 Newton-Schulz steps, each about 6 FLOP per parameter and row of the smaller side
/// (Jordan et al. 2024, "Muon: an optimizer for hidden layers").
inline constexpr double muon_flop = 30.0;

/// Ranks that Muon's products are dealt out to: the data-parallel ones that hold the same matrices.
int muon_ranks(const StepContext& context);

/// Update of this rank's states; nothing where the CPU does it.
Seconds optimizer_time(const StepContext& context);

} // namespace headroom
