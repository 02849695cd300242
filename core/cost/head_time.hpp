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

/// Update of this rank's states; nothing where the CPU does it.
Seconds optimizer_time(const StepContext& context);

} // namespace headroom
