// What makes a plan hard to operate and what puts quality at risk, in points that a team sets.
//
//     scenario.scores.complexity[ComplexityReason::sharded_parameters].value   // 2
//
// Points are judgement, not physics: presets/scores.json gives each reason its words, its points
// and the source that says why it costs something; a scenario may set its own. Which reasons hold
// for a plan: core/explore/scores.hpp. No point ever enters memory, time or money.
#pragma once

#include "core/base/names.hpp"
#include "core/base/sourced.hpp"

#include <array>
#include <bitset>
#include <cstdint>

namespace headroom {

enum class ComplexityReason : std::uint8_t {
    several_nodes,
    failures_within_a_day, // thousands of GPUs
    tensor_parallel,
    pipeline_parallel,
    interleaved_stages,
    context_parallel,
    expert_parallel,
    sharded_states,     // ZeRO 1 to 3
    sharded_parameters, // ZeRO 3, beside the one above
    hybrid_sharding,
    optimizer_offload,
    nvme_offload,
    sharded_and_offloaded, // ZeRO 3 with offload, beside both
    activation_offload,
    loss_scaling, // fp16
    fp8_recipe,
    fp4_recipe,
    quantised_optimizer,
    optimizer_in_backward,
    adapters,
    quantised_base,
    compiled,
    spot_instances,
    count
};
inline constexpr std::size_t complexity_reason_count =
    static_cast<std::size_t>(ComplexityReason::count);

enum class QualityReason : std::uint8_t {
    fp16_range,
    fp8_recipe,
    fp4_recipe,
    pure_16_bit_states,
    quantised_optimizer,
    factored_optimizer,
    adapters,
    quantised_base,
    large_batch,              // more tokens a step than Scores::large_batch_tokens
    beyond_trained_positions, // of rotary embeddings
    count
};
inline constexpr std::size_t quality_reason_count = static_cast<std::size_t>(QualityReason::count);

constexpr std::string_view name_of(ComplexityReason reason) {
    using Name = std::string_view;
    constexpr std::array names{Name{"several_nodes"},
                               Name{"failures_within_a_day"},
                               Name{"tensor_parallel"},
                               Name{"pipeline_parallel"},
                               Name{"interleaved_stages"},
                               Name{"context_parallel"},
                               Name{"expert_parallel"},
                               Name{"sharded_states"},
                               Name{"sharded_parameters"},
                               Name{"hybrid_sharding"},
                               Name{"optimizer_offload"},
                               Name{"nvme_offload"},
                               Name{"sharded_and_offloaded"},
                               Name{"activation_offload"},
                               Name{"loss_scaling"},
                               Name{"fp8_recipe"},
                               Name{"fp4_recipe"},
                               Name{"quantised_optimizer"},
                               Name{"optimizer_in_backward"},
                               Name{"adapters"},
                               Name{"quantised_base"},
                               Name{"compiled"},
                               Name{"spot_instances"}};
    static_assert(names.size() == complexity_reason_count);
    return name_in(names, reason);
}

constexpr std::string_view name_of(QualityReason reason) {
    using Name = std::string_view;
    constexpr std::array names{Name{"fp16_range"},
                               Name{"fp8_recipe"},
                               Name{"fp4_recipe"},
                               Name{"pure_16_bit_states"},
                               Name{"quantised_optimizer"},
                               Name{"factored_optimizer"},
                               Name{"adapters"},
                               Name{"quantised_base"},
                               Name{"large_batch"},
                               Name{"beyond_trained_positions"}};
    static_assert(names.size() == quality_reason_count);
    return name_in(names, reason);
}

/// The points of each reason of one kind.
template <class Reason>
struct Points {
    std::array<Sourced<int>, static_cast<std::size_t>(Reason::count)> by_reason{};

    Sourced<int>& operator[](Reason reason) { return by_reason[static_cast<std::size_t>(reason)]; }
    const Sourced<int>& operator[](Reason reason) const {
        return by_reason[static_cast<std::size_t>(reason)];
    }
    bool operator==(const Points&) const = default;
};
inline constexpr int most_points = 100; // of one reason

struct Scores {
    Points<ComplexityReason> complexity;
    Points<QualityReason> quality_risk;
    Sourced<double> large_batch_tokens{16e6, 0, Confidence::estimate};         // of one step
    Sourced<double> failures_within_a_day_gpus{2048, 0, Confidence::estimate}; // from so many

    bool operator==(const Scores&) const = default;
};

using ComplexityReasons = std::bitset<complexity_reason_count>;
using QualityReasons = std::bitset<quality_reason_count>;

} // namespace headroom
