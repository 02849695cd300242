#include "core/cost/attention.hpp"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

/// Share of the 16-bit peak that a kernel reaches on long sequences, head sizes 64 and 128.
struct KernelRate {
    double head_64, head_128;
};

// Charts of the FlashAttention repository and of the FlashAttention-3 paper (arXiv 2407.08608,
// fig. 5-7), forward plus backward; see docs/model-step-time.md for what is assumed.
// Triton's kernel of 2023 is fitted on llm-foundry's tables.
using KernelRates = std::array<KernelRate, 6>;
constexpr KernelRates ampere_rates{
    {{0.15, 0.28}, {0.32, 0.35}, {0.565, 0.625}, {0.565, 0.625}, {0.565, 0.625}, {0.32, 0.35}}};
constexpr KernelRates hopper_rates{
    {{0.08, 0.15}, {0.155, 0.14}, {0.295, 0.342}, {0.43, 0.58}, {0.42, 0.58}, {0.19, 0.19}}};
constexpr KernelRates blackwell_rates{
    {{0.05, 0.10}, {0.10, 0.10}, {0.15, 0.18}, {0.30, 0.42}, {0.36, 0.50}, {0.10, 0.10}}};

// Sequence length at which a flash kernel reaches half of that (same charts).
constexpr double half_length_causal = 500.0;
constexpr double half_length_full = 190.0;
/// Blocks of 128 query rows (FlashAttention-2, arXiv 2307.08691, sec. 3) needed per processor to
/// fill the GPU, and how a pass parts from forward plus backward: read off the same charts.
constexpr double query_block = 128.0;
constexpr double filling_blocks = 1.25;
constexpr double filled_occupancy = 0.925;
constexpr double forward_rate = 1.1;
constexpr double backward_rate = 0.96;
constexpr double backward_flop = 2.5; // FlashAttention-2 paper, arXiv 2307.08691, sec. 4.1

// Unfused: batched products at part of the matmul rate, plus score traffic (Korthikanti et al.
// 2022, arXiv 2205.05198, sec. 4.1 names the tensors); fitted on BERT and Megatron-LM 2020-2022.
constexpr double unfused_matmul_rate = 0.6;
constexpr double score_bytes_forward = 13.0;
constexpr double score_bytes_backward = 15.0;
/// Where the fused softmax cannot run, scores go to fp32, are scaled, masked, normalised and come
/// back, each in a pass of its own (Megatron-LM, fused_softmax.py, is_kernel_available and
/// forward_torch_softmax).
constexpr int fused_softmax_batches = 4;
constexpr double fallback_bytes_forward = 33.0;
constexpr double fallback_bytes_backward = 34.0;

const KernelRates& rates_of(GpuGeneration generation) {
    switch (generation) {
    case GpuGeneration::hopper: return hopper_rates;
    case GpuGeneration::blackwell:
    case GpuGeneration::rubin: return blackwell_rates;
    default: return ampere_rates;
    }
}

double rate_of(AttentionKernel kernel, GpuGeneration generation, double head_dim) {
    const KernelRate& rate = rates_of(generation)[static_cast<std::size_t>(kernel)];
    const double share = std::clamp((head_dim - 64.0) / 64.0, 0.0, 1.0);
    // Below 64 the kernel pads; its useful rate falls with the head size.
    return (rate.head_64 + share * (rate.head_128 - rate.head_64)) * std::min(head_dim / 64.0, 1.0);
}

double occupancy(const AttentionShape& shape, double processors) {
    const auto rows = static_cast<std::int64_t>((shape.queries + query_block - 1.0) / query_block);
    const double blocks = shape.sequences * shape.heads * static_cast<double>(rows);
    return std::min(1.0, blocks / (blocks + filling_blocks * processors) / filled_occupancy);
}

bool softmax_falls_back(const AttentionShape& shape, AttentionKernel kernel) {
    const auto batches = static_cast<std::int64_t>(shape.sequences * shape.heads);
    return kernel == AttentionKernel::fused_softmax && batches % fused_softmax_batches != 0;
}

AttentionTime unfused_time(const AttentionShape& shape, bool falls_back,
                           const DeviceRates& device) {
    const double scores = shape.sequences * shape.heads * shape.queries * shape.keys;
    const FlopCount flop = 2.0 * (shape.key_dim + shape.value_dim) * scores * units::FLOP;
    const FlopRate rate = unfused_matmul_rate * device.general.rate;
    const ByteRate memory = device.kernels.stream_bandwidth * device.memory;
    // Scores are kept in the activations' element size.
    const double wide = device.general.operand_bytes / 2.0;
    const double bytes_forward =
        wide * score_bytes_forward + (falls_back ? fallback_bytes_forward : 0.0);
    const double bytes_backward =
        wide * score_bytes_backward + (falls_back ? fallback_bytes_backward : 0.0);
    return {device.unfused_attention * (flop / rate + bytes_forward * scores * units::B / memory),
            device.unfused_attention *
                (2.0 * flop / rate + bytes_backward * scores * units::B / memory)};
}

} // namespace

double attended_pairs(const AttentionShape& shape) {
    const double window = shape.window > 0.0 ? std::min(shape.window, shape.keys) : shape.keys;
    if (!shape.causal) return shape.queries * std::min(2.0 * window, shape.keys);
    // Each query sees what is before it, at most the window; the first ones see less.
    return shape.queries * (window - window * window / (2.0 * shape.keys));
}

AttentionTime attention_time(const AttentionShape& shape, AttentionKernel kernel,
                             GpuGeneration generation, const DeviceRates& device) {
    if (kernel == AttentionKernel::unfused || kernel == AttentionKernel::fused_softmax)
        return unfused_time(shape, softmax_falls_back(shape, kernel), device);
    const double head = 0.5 * (shape.key_dim + shape.value_dim);
    const double length = shape.window > 0.0 ? std::min(shape.window, shape.keys) : shape.keys;
    const double ramp = length / (length + (shape.causal ? half_length_causal : half_length_full));
    const FlopRate rate = device.general.peak * (rate_of(kernel, generation, head) * ramp *
                                                 occupancy(shape, device.processors));
    const FlopCount flop = 2.0 * (shape.key_dim + shape.value_dim) * shape.sequences * shape.heads *
                           attended_pairs(shape) * units::FLOP;
    return {flop / (forward_rate * rate), backward_flop * flop / (backward_rate * rate)};
}

} // namespace headroom
