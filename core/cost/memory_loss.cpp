#include "core/cost/memory_loss.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Positions that the output projection is applied to.
double predicted_tokens(const Rank& rank) {
    switch (rank.model.style) {
    case ModelStyle::bert: return masked_share * rank.tokens;
    case ModelStyle::vit: return rank.plan.micro_batch;
    case ModelStyle::decoder:
    case ModelStyle::t5: return rank.tokens;
    }
    return 0.0;
}

/// Architectures with a position table and a plain MLP (GPT-2, GPT-BigCode, OPT) never upcast their
/// logits in Transformers; those after them did.
bool of_gpt2_generation(const ModelSpec& model) {
    return model.position == Position::learned && !model.gated_mlp;
}

double classes(const Rank& rank) {
    return rank.model.style == ModelStyle::vit ? rank.model.num_labels : rank.vocabulary;
}

/// The kernel that fuses projection and loss works on chunks of about hidden/vocabulary of the
/// tokens, 16 bit and fp32, and writes the gradients of its input and of its weight in forward
/// (Liger-Kernel, ops/fused_linear_cross_entropy.py; Hsu et al. 2024, arXiv 2410.10989).
double fused_linear_bytes(const Rank& rank, double tokens) {
    const double hidden = rank.model.hidden_size;
    const bool head_trains = !rank.has_adapters || rank.plan.lora.head_trained;
    const double chunk = (rank.element + fp32_bytes) * tokens * hidden;
    const double weight_gradient = head_trains ? rank.element * classes(rank) * hidden : 0.0;
    return chunk + rank.element * tokens * hidden + weight_gradient;
}

} // namespace

LossPath loss_path(const Rank& rank) {
    return rank.plan.loss == LossPath::automatic ? rank.facts.loss : rank.plan.loss;
}

double bytes_per_logit(const Rank& rank) {
    switch (loss_path(rank)) {
    case LossPath::fused: return rank.facts.fused_bytes_per_logit.value;
    case LossPath::fused_linear: return 0.0;
    case LossPath::chunked:
        return rank.plan.compile ? std::min(rank.element, rank.facts.chunked_bytes_per_logit.value)
                                 : rank.facts.chunked_bytes_per_logit.value;
    case LossPath::vocab_parallel: return rank.facts.vocab_parallel_bytes_per_logit.value;
    case LossPath::automatic:
    case LossPath::eager: break;
    }
    if (rank.plan.compile) return rank.facts.compiled_bytes_per_logit.value;
    const double uncast = rank.facts.uncast_bytes_per_logit.value;
    return uncast > 0.0 && of_gpt2_generation(rank.model) ? uncast
                                                          : rank.facts.eager_bytes_per_logit.value;
}

Bytes loss_bytes(const Rank& rank) {
    const double tokens = predicted_tokens(rank);
    const double logits = tokens * bytes_per_logit(rank) * classes(rank);
    const double fused =
        loss_path(rank) == LossPath::fused_linear ? fused_linear_bytes(rank, tokens) : 0.0;
    // Input of the last norm, input of the projection, and the gradient that comes back.
    const double ends = rank.tokens * (rank.residual + 2.0 * rank.element) *
                        rank.model.hidden_size / rank.sequence_shard;
    return (logits + fused + ends) * units::B;
}

} // namespace headroom
