#include "core/io/stack_facts.hpp"

#include <array>

namespace headroom {

namespace {

using M = MemoryFacts;
using T = TimeFacts;
using P = PlanFacts;

constexpr std::array facts{
    StackFact{"states", &M::states},
    StackFact{"adapters_in_fp32", &M::adapters_in_fp32},
    StackFact{"foreach_copies", &M::foreach_copies, 0, 16},
    StackFact{"optimizer_temporary_bytes", &M::optimizer_temporary_bytes, 0, 64},
    StackFact{"optimizer_temporary_limit", &M::optimizer_temporary_limit},
    StackFact{"gradients_live_in_forward", &M::gradients_live_in_forward},
    StackFact{"gradients_are_bucket_views", &M::gradients_are_bucket_views},
    StackFact{"bf16_gradients_twice", &M::bf16_gradients_twice},
    StackFact{"unsharded_gradients_under_no_sync", &M::unsharded_gradients_under_no_sync},
    StackFact{"frozen_gradients_in_units", &M::frozen_gradients_in_units},
    StackFact{"always_double_quantised", &M::always_double_quantised},
    StackFact{"vocabulary_multiple", &M::vocabulary_multiple, 1, 65536},
    StackFact{"gathered_layers", &M::gathered_layers, 0, 1024},
    StackFact{"gathers_root_unit", &M::gathers_root_unit},
    StackFact{"buckets_follow_hidden", &M::buckets_follow_hidden},
    StackFact{"reduce_bucket_elements", &M::reduce_bucket_elements},
    StackFact{"reduce_buckets", &M::reduce_buckets, 0, 64},
    StackFact{"allgather_bucket_elements", &M::allgather_bucket_elements},
    StackFact{"live_parameter_elements", &M::live_parameter_elements},
    StackFact{"prefetch_bucket_elements", &M::prefetch_bucket_elements},
    StackFact{"residual_bytes", &M::residual_bytes, 1, 8},
    StackFact{"kbit_residual_in_fp32", &M::kbit_residual_in_fp32},
    StackFact{"adapter_backward_bytes", &M::adapter_backward_bytes, 0, 16},
    StackFact{"quantised_linears_keep_input", &M::quantised_linears_keep_input},
    StackFact{"fused_qkv", &M::fused_qkv},
    StackFact{"fused_norm", &M::fused_norm},
    StackFact{"fused_mlp", &M::fused_mlp},
    StackFact{"expands_kv_heads", &M::expands_kv_heads},
    StackFact{"unfused_score_bytes", &M::unfused_score_bytes, 0, 64},
    StackFact{"hidden_dropout", &M::hidden_dropout},
    StackFact{"adapter_input_copy_bytes", &M::adapter_input_copy_bytes, 0, 16},
    StackFact{"adapter_dropout", &M::adapter_dropout},
    StackFact{"selective_by_operator", &M::selective_by_operator},
    StackFact{"routing_imbalance", &M::routing_imbalance, 0, 16},
    StackFact{"low_precision_weight_copies", &M::low_precision_weight_copies, 0, 16},
    StackFact{"low_precision_inputs", &M::low_precision_inputs},
    StackFact{"loss", &M::loss},
    StackFact{"eager_bytes_per_logit", &M::eager_bytes_per_logit, 0, 64},
    StackFact{"compiled_bytes_per_logit", &M::compiled_bytes_per_logit, 0, 64},
    StackFact{"uncast_bytes_per_logit", &M::uncast_bytes_per_logit, 0, 64},
    StackFact{"fused_linear_suite", &M::fused_linear_suite},
    StackFact{"fused_bytes_per_logit", &M::fused_bytes_per_logit, 0, 64},
    StackFact{"chunked_bytes_per_logit", &M::chunked_bytes_per_logit, 0, 64},
    StackFact{"vocab_parallel_bytes_per_logit", &M::vocab_parallel_bytes_per_logit, 0, 64},
    StackFact{"allocator_factor", &M::allocator_factor, 1, 4},
    StackFact{"allocator_factor_varying", &M::allocator_factor_varying, 1, 4},
    StackFact{"unshared_blocks", &M::unshared_blocks, 0, 1},
    StackFact{"host_buffer_factor", &M::host_buffer_factor, 0, 16},
    StackFact{"partitioned_load", &M::partitioned_load},
    StackFact{"launch_floor_us", &T::launch_floor_us, 0, 1e6},
    StackFact{"adapter_launch_us", &T::adapter_launch_us, 0, 1e6},
    StackFact{"compiled_launch_us", &T::compiled_launch_us, 0, 1e6},
    StackFact{"elementwise_factor", &T::elementwise_factor, 0.01, 100},
    StackFact{"compiled_elementwise", &T::compiled_elementwise, 0.01, 100},
    StackFact{"attention_kernel", &T::attention_kernel, 0, 6},
    StackFact{"matmul_factor", &T::matmul_factor, 0.01, 2},
    StackFact{"tensor_overlap", &T::tensor_overlap, 0, 1},
    StackFact{"context_balanced", &T::context_balanced},
    StackFact{"context_ring", &T::context_ring},
    StackFact{"expert_overlap", &T::expert_overlap, 0, 1},
    StackFact{"expert_copies_per_node", &T::expert_copies_per_node},
    StackFact{"pipeline_sends", &T::pipeline_sends, 0, 16},
    StackFact{"data_overlap", &T::data_overlap, 0, 1},
    StackFact{"gradient_reduce_bytes", &T::gradient_reduce_bytes, 0, 8},
    StackFact{"parameter_gather_bytes", &T::parameter_gather_bytes, 0, 8},
    StackFact{"pipeline_overhead_us", &T::pipeline_overhead_us, 0, 1e7},
    StackFact{"step_overhead_ms", &T::step_overhead_ms, 0, 1e6},
    StackFact{"runs_tensor_parallel", &P::runs_tensor_parallel},
    StackFact{"runs_pipeline_parallel", &P::runs_pipeline_parallel},
    StackFact{"runs_context_parallel", &P::runs_context_parallel},
    StackFact{"runs_expert_parallel", &P::runs_expert_parallel},
};

} // namespace

std::span<const StackFact> stack_facts() { return facts; }

void read_facts(const JsonCursor& cursor, Provenance& provenance, Stack& stack) {
    ObjectReader object(cursor);
    FieldReader fields(object, provenance, Ranges::checked);
    for (const StackFact& fact : facts) {
        const Field field{fact.key, fact.lowest, fact.highest};
        std::visit([&](auto member) { fields(field, fact_of(stack, member)); }, fact.member);
    }
}

} // namespace headroom
