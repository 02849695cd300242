// Time of the attention core (scores, softmax, weighted values), fused or not.
//
//     const AttentionShape shape{.sequences = 1, .heads = 8, .queries = 4096, .keys = 4096,
//                                .key_dim = 128, .value_dim = 128};
//     attention_time(shape, AttentionKernel::flash2, device, rates).forward;
//
// Equations, tables and fits: docs/model-step-time.md, "Attention".
#pragma once

#include "core/cost/device_rates.hpp"
#include "core/model/model_spec.hpp"

namespace headroom {

/// The values of TimeFacts::attention_kernel. fused_softmax: unfused products with Megatron's
/// softmax between them, which needs batch times heads to be a multiple of four.
enum class AttentionKernel : std::uint8_t {
    unfused,
    flash1,
    flash2,
    flash3,
    cudnn,
    triton,
    fused_softmax
};

struct AttentionShape {
    double sequences = 1.0;
    double heads = 1.0; // query heads on this rank
    double queries = 0.0;
    double keys = 0.0; // of the whole sequence
    int key_dim = 128, value_dim = 128;
    bool causal = true;
    double window = 0.0; // 0: none
};

struct AttentionTime {
    Seconds forward, backward;
};

/// Query-key pairs that a fused kernel computes for one head of one sequence.
double attended_pairs(const AttentionShape& shape);

AttentionTime attention_time(const AttentionShape& shape, AttentionKernel kernel,
                             GpuGeneration generation, const DeviceRates& device);

} // namespace headroom
