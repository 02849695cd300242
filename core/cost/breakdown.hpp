// Totals that know their parts: memory of one GPU and exposed time of one step.
//
//     MemoryBreakdown m;  m[MemoryTerm::weights] = 2.0 * P;
//     m.total();          // the sum of all terms, by construction
//
// A breakdown is an array over its terms, so a term cannot be forgotten by the stacked bar, legend,
// table, CLI or golden file: all of them walk the same enumeration, in this order.
#pragma once

#include "core/base/units.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headroom {

/// Terms of allocated memory, in the order of the stacked bar.
enum class MemoryTerm : std::uint8_t {
    weights,
    autocast_copies, // 16-bit copies of fp32 weights
    gradients,
    unsharded_gradients, // kept whole under accumulation without synchronisation
    optimizer_states,
    optimizer_temporaries, // foreach and unscale buffers at the step
    activations,           // kept for backward
    working_set,           // of the layer that backward is in, recomputed or not
    attention_scores,      // only without flash attention
    routing_imbalance,     // tokens above the even share on the fullest expert rank
    logits,                // logits and loss
    gathered_parameters,   // ZeRO-3 / FSDP live layers
    buckets,               // communication buckets and prefetch
    workspace,             // cuBLAS and kernels
    count
};

/// Terms of the step's exposed time, in the order of the stacked bar.
enum class StepTerm : std::uint8_t {
    matmul,
    attention,
    elementwise,
    recompute,
    head, // output projection and loss
    optimizer,
    tensor_communication,
    data_communication,
    context_communication,
    expert_exchange,
    pipeline_communication,
    pipeline_bubble,
    offload,
    launch, // the host cannot launch kernels fast enough
    data_loading,
    stragglers,      // the slowest of many nodes
    memory_pressure, // allocator retries near capacity
    count
};

template <class Term, class Value>
class Breakdown {
  public:
    static constexpr std::size_t size = static_cast<std::size_t>(Term::count);

    constexpr Value& operator[](Term term) { return values_[static_cast<std::size_t>(term)]; }
    constexpr Value operator[](Term term) const { return values_[static_cast<std::size_t>(term)]; }
    constexpr Value total() const {
        Value sum{};
        for (const Value value : values_)
            sum += value;
        return sum;
    }
    constexpr Breakdown& operator*=(double factor) {
        for (Value& value : values_)
            value *= factor;
        return *this;
    }
    bool operator==(const Breakdown&) const = default;

  private:
    std::array<Value, size> values_{};
};

using MemoryBreakdown = Breakdown<MemoryTerm, Bytes>;
using StepBreakdown = Breakdown<StepTerm, Seconds>;

/// "weights", "gathered parameters", ...: the spelling of tables and JSON.
std::string_view name_of(MemoryTerm term);
std::string_view name_of(StepTerm term);

} // namespace headroom
