#include "core/cost/elementwise.hpp"

#include <algorithm>

namespace headroom {

namespace {

// Bytes per element of the residual stream, forward: each reads one or two tensors and writes one.
constexpr double norm_bytes = 4.0;
constexpr double residual_bytes = 6.0;
constexpr double gated_activation_bytes = 6.0;
constexpr double plain_activation_bytes = 4.0;
constexpr double head_layout_bytes = 8.0; // rotary embedding and transposes of q, k and attention
/// Tokens are sorted by expert before and after they are sent, and back again with their weights:
/// four passes that read and write (Megatron-Core's all-to-all dispatcher).
constexpr double permute_bytes = 16.0;
constexpr double router_bytes = 4.0; // fp32 probabilities per token and expert
/// Traffic per logit, forward and backward. Eager: 16-bit logits written and read (4), an fp32 copy
/// (6 more), log-softmax (8), and the gradient in fp32 and 16 bit (6).
constexpr double eager_bytes_per_logit = 24.0;
/// torch.compile fuses copy and softmax; logits twice and the gradient remain.
constexpr double compiled_bytes_per_logit = 12.0;
/// One kernel reads 16-bit logits twice and writes their gradient in place (FlashAttention's and
/// Liger's cross-entropy), besides the product's own write.
constexpr double fused_bytes_per_logit = 10.0;
/// Fused with the projection: chunks of logits stay in cache or are written once.
constexpr double fused_linear_bytes_per_logit = 4.0;

/// AdamW with fp32 master weights: gradient 4, master 8, moments 16, weight 2, and the norm and
/// unscale passes over the gradient 12.
constexpr double mixed_adam_bytes = 42.0;

double optimizer_bytes_per_parameter(Optimizer optimizer) {
    switch (optimizer) {
    case Optimizer::adamw: return mixed_adam_bytes;
    case Optimizer::lamb: return mixed_adam_bytes + 16.0; // the update is kept and read twice
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit: return mixed_adam_bytes - 12.0;
    case Optimizer::adamw_4bit: return mixed_adam_bytes - 14.0;
    case Optimizer::muon: return mixed_adam_bytes - 8.0; // one moment; its products come apart
    case Optimizer::adafactor:
    case Optimizer::sgd: return mixed_adam_bytes - 16.0;
    }
    return mixed_adam_bytes;
}

double bytes_per_logit(const Scenario& scenario) {
    switch (loss_path(scenario)) {
    case LossPath::fused: return fused_bytes_per_logit;
    case LossPath::fused_linear: return fused_linear_bytes_per_logit;
    case LossPath::automatic:
    case LossPath::eager:
    case LossPath::chunked:
    case LossPath::vocab_parallel: break;
    }
    return scenario.training.compile ? compiled_bytes_per_logit : eager_bytes_per_logit;
}

/// fp32 and tf32 keep activations twice as wide.
double width_of(Precision precision) {
    return precision == Precision::fp32 || precision == Precision::tf32 ? 2.0 : 1.0;
}

} // namespace

ElementwiseBytes layer_elementwise(const Scenario& scenario, const RankShare& share) {
    const ModelSpec& model = scenario.model;
    const TrainingPlan& plan = scenario.training;
    const double split = plan.tensor_parallel;
    const double stream = model.hidden_size / (plan.sequence_parallel ? split : 1.0);
    const double heads = model.mla ? model.num_attention_heads *
                                         (model.mla->qk_nope_head_dim + model.mla->qk_rope_head_dim)
                                   : (model.num_attention_heads + model.num_key_value_heads) *
                                         static_cast<double>(model.head_dim);
    const double activation = model.gated_mlp ? gated_activation_bytes : plain_activation_bytes;
    const double half_norms = 0.5 * model.norms_per_layer * norm_bytes + residual_bytes;
    const Bytes per_token = share.tokens * width_of(plan.precision) * units::B;
    ElementwiseBytes bytes;
    bytes.attention = share.attention_blocks * per_token *
                      (half_norms * stream + head_layout_bytes * heads / split);
    bytes.mlp = per_token * (half_norms * stream + activation * model.intermediate_size / split);
    if (model.moe) {
        const MoeSpec& moe = *model.moe;
        const double routed = moe.num_experts_per_tok;
        // Tokens are spread over the tensor-parallel ranks before they are sent to the experts.
        const double expert_work =
            routed * (activation * moe.moe_intermediate_size + permute_bytes * model.hidden_size);
        const double shared = moe.shared_expert_intermediate_size > 0
                                  ? moe.shared_expert_intermediate_size
                                  : moe.n_shared_experts * moe.moe_intermediate_size;
        bytes.experts =
            per_token *
            (half_norms * stream +
             (expert_work + activation * shared + router_bytes * moe.num_experts) / split);
    }
    return bytes;
}

LossPath loss_path(const Scenario& scenario) {
    const LossPath asked = scenario.training.loss;
    return asked == LossPath::automatic ? scenario.stack.memory.loss : asked;
}

ByteRate sustained_memory_rate(const DeviceRates& device) {
    return device.kernels.stream_bandwidth * device.memory;
}

Bytes loss_bytes(const Scenario& scenario, double tokens) {
    return bytes_per_logit(scenario) * tokens * scenario.model.vocab_size /
           scenario.training.tensor_parallel * units::B;
}

Bytes optimizer_bytes(const TrainingPlan& plan, double local_parameters) {
    return optimizer_bytes_per_parameter(plan.optimizer) * local_parameters * units::B;
}

} // namespace headroom
