#include "core/cost/memory_layer.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Layers whose kept activations are on the GPU while the others travel to the host and back.
constexpr double resident_layers_when_offloaded = 2.0;

bool has(const Rank& rank, LoraTarget target) {
    return (rank.plan.lora.targets & static_cast<LoraTargets>(target)) != 0;
}

/// Widths of the tensors around the attention core, per token of the rank.
struct AttentionWidths {
    double query = 0.0, key = 0.0, value = 0.0, output = 0.0, latent = 0.0;
};

AttentionWidths attention_widths(const Rank& rank) {
    const ModelSpec& m = rank.model;
    const double heads = m.num_attention_heads / rank.tensor;
    if (m.mla) {
        const double key = m.mla->qk_nope_head_dim + m.mla->qk_rope_head_dim;
        // Both latents are kept before and after their norms (arXiv 2405.04434, eq. 9-19).
        const double latent =
            2.0 * (m.mla->q_lora_rank + m.mla->kv_lora_rank) + m.mla->qk_rope_head_dim;
        return {heads * key, heads * key, heads * m.mla->v_head_dim, heads * m.mla->v_head_dim,
                latent};
    }
    const double own = std::max(1.0, m.num_key_value_heads / rank.tensor);
    const double kv = (rank.facts.expands_kv_heads.value ? std::max(heads, own) : own) * m.head_dim;
    return {heads * m.head_dim, kv, kv, heads * m.head_dim, 0.0};
}

double norm_bytes(const Rank& rank) {
    const ModelSpec& m = rank.model;
    // An eager norm upcasts its input and keeps that, and its result for the gradient of the scale.
    const double eager = fp32_bytes + (rank.has_adapters ? 0.0 : rank.element);
    const bool fused = rank.facts.fused_norm.value || rank.fused_kernels;
    return m.norms_per_layer * m.hidden_size * (fused ? rank.residual : eager) /
           rank.sequence_shard;
}

/// Inputs that adapters keep: one shared tensor, or a cast copy for each of them.
double adapter_inputs(const Rank& rank, const AttentionWidths& widths, double mlp_width) {
    const double hidden = rank.model.hidden_size / rank.sequence_shard;
    const int into_attention =
        has(rank, LoraTarget::q) + has(rank, LoraTarget::k) + has(rank, LoraTarget::v);
    const int into_mlp =
        (has(rank, LoraTarget::gate) && rank.model.gated_mlp) + has(rank, LoraTarget::up);
    const double mask = rank.facts.adapter_dropout.value ? 1.0 : 0.0;
    const double copy = rank.facts.adapter_input_copy_bytes.value;
    const double down = has(rank, LoraTarget::down) ? mlp_width : 0.0;
    if (copy <= 0.0)
        return (rank.element + mask) *
               ((std::min(1, into_attention) + std::min(1, into_mlp)) * hidden + down);
    const double output = has(rank, LoraTarget::o) ? widths.output : 0.0;
    return (copy + mask) * ((into_attention + into_mlp) * hidden + output + down);
}

double linear_input_bytes(const Rank& rank, const AttentionWidths& widths, double mlp_width) {
    const double hidden = rank.model.hidden_size / rank.sequence_shard;
    const double adapters = rank.has_adapters ? adapter_inputs(rank, widths, mlp_width) : 0.0;
    if (rank.plan.task == Task::qlora && rank.facts.quantised_linears_keep_input.value) {
        const double inputs = rank.element * (2.0 * hidden + mlp_width);
        // What was dropped out is a copy of the input that the frozen linear keeps.
        return rank.facts.adapter_dropout.value ? inputs + adapters : std::max(adapters, inputs);
    }
    if (rank.has_adapters) return adapters;
    // The output of attention is kept by attention itself; in low precision once more, quantised.
    const double projected = rank.linear_input < rank.element ? widths.output : 0.0;
    return rank.linear_input * (2.0 * hidden + projected);
}

double attention_bytes(const Rank& rank, const AttentionWidths& w) {
    const double statistics =
        rank.plan.flash_attention ? fp32_bytes * rank.model.num_attention_heads / rank.tensor : 0.0;
    const bool rotates = rank.model.position == Position::rope;
    const double viewed = rank.facts.fused_qkv.value && rotates ? w.query + w.key : 0.0;
    const double normed = rank.model.qk_norm != QkNorm::none ? w.query + w.key : 0.0;
    return rank.element * (w.query + w.key + w.value + w.output + w.latent + normed + viewed) +
           statistics;
}

/// Scores of one token against the whole sequence. The stack's bytes are for 16-bit activations: a
/// mask of one byte, the rest grows with the element.
double score_bytes(const Rank& rank) {
    if (rank.plan.flash_attention) return 0.0;
    const double stated = rank.facts.unfused_score_bytes.value;
    const double bytes = rank.element > 2.0 ? std::max(stated, 2.0 * stated - 1.0) : stated;
    return bytes * rank.model.num_attention_heads / rank.tensor * rank.plan.sequence;
}

/// Inside of an MLP of `width` per token: what its activation function and products keep.
double mlp_bytes(const Rank& rank, double width) {
    const bool fused = rank.facts.fused_mlp.value || rank.fused_kernels;
    const double gated = fused ? 2.0 : 3.0;
    const double inner = rank.element * (rank.model.gated_mlp ? gated : 1.0) * width;
    return inner + (rank.has_adapters ? 0.0 : rank.linear_input * width);
}

void set_expert_bytes(const Rank& rank, LayerBytes& bytes) {
    const MoeSpec& moe = *rank.model.moe;
    const double hidden = rank.model.hidden_size;
    const double shared = moe.n_shared_experts > 0
                              ? std::max<double>(moe.shared_expert_intermediate_size,
                                                 moe.n_shared_experts * moe.moe_intermediate_size)
                              : 0.0;
    // Each rank routes its own share of the tokens; expert-tensor ranks see each other's.
    const double copies = moe.num_experts_per_tok * rank.expert_tensor / rank.tensor;
    const double inputs = rank.has_adapters ? rank.element : rank.linear_input;
    const double width = moe.moe_intermediate_size / rank.expert_tensor;
    bytes.mlp = mlp_bytes(rank, shared / rank.tensor) + fp32_bytes * moe.num_experts;
    bytes.experts = copies * (inputs * hidden + mlp_bytes(rank, width) + rank.element * hidden);
    if (rank.plan.expert_parallel > 1)
        bytes.imbalance = rank.facts.routing_imbalance.value * bytes.experts;
}

/// Gradients of the tensors that backward is in: about twice the MLP's width and three hidden.
double temporary_bytes(const Rank& rank, double mlp_width) {
    const double scores = rank.plan.flash_attention
                              ? 0.0
                              : 2.0 * rank.element * rank.model.num_attention_heads / rank.tensor *
                                    rank.plan.sequence;
    // A fused backward writes the gradients of gate and up over its inputs.
    const double widths = rank.fused_kernels && rank.model.gated_mlp ? 1.0 : 2.0;
    return rank.element * (widths * mlp_width + 3.0 * rank.model.hidden_size) + scores;
}

/// Selective recompute by operator keeps every second matrix product and the output of attention:
/// q, v, the first MLP product and the last (torchtitan, activation_checkpoint.py).
double selective_products(const Rank& rank, const AttentionWidths& w, double mlp_width) {
    const double hidden = rank.model.hidden_size / rank.sequence_shard;
    return rank.element * (w.query + w.value + mlp_width + hidden + w.output) +
           fp32_bytes * rank.model.num_attention_heads / rank.tensor;
}

double kept_by(RecomputeMode mode, const Rank& rank, const LayerBytes& b) {
    switch (mode) {
    case RecomputeMode::none: return b.without_scores();
    case RecomputeMode::selective:
        return rank.facts.selective_by_operator.value
                   ? std::min(b.input + b.products, b.without_scores())
                   : b.without_scores();
    case RecomputeMode::full: return b.input;
    }
    return 0.0;
}

bool keeps_scores(RecomputeMode mode) { return mode == RecomputeMode::none; }

/// Bytes per token of the working layer that its kept activations do not hold already.
double working_bytes(RecomputeMode mode, const Rank& rank, const LayerBytes& b) {
    return b.temporaries + b.without_scores() -
           std::min(kept_by(mode, rank, b), b.without_scores());
}

/// Share of a stage's layers that recompute.
double recomputed_share(const Rank& rank, int layers) {
    if (rank.recomputes(RecomputeMode::none) || layers == 0) return 0.0;
    const int every = std::max(1, rank.plan.recompute.every);
    const int chosen = rank.plan.recompute.layers.value_or((layers + every - 1) / every);
    return static_cast<double>(std::min(chosen, layers)) / layers;
}

/// What attention to the encoder's output adds to a layer of the decoder: a norm, queries, keys and
/// values of as many positions, the output, and one more dropout. The encoder's output itself is
/// there once for all layers.
void add_cross_attention(const Rank& rank, LayerBytes& b) {
    const double hidden = rank.model.hidden_size / rank.sequence_shard;
    const AttentionWidths widths = attention_widths(rank);
    const double input = rank.has_adapters ? 0.0 : rank.linear_input * hidden;
    b.norms += b.norms / std::max(1, rank.model.norms_per_layer);
    b.linear_inputs += input;
    b.attention += attention_bytes(rank, widths);
    b.scores *= 2.0;
    b.dropout += b.dropout > 0.0 ? hidden : 0.0;
}

struct Kept {
    double plain = 0.0, scores = 0.0, imbalance = 0.0;

    Kept operator+(const Kept& o) const {
        return {plain + o.plain, scores + o.scores, imbalance + o.imbalance};
    }
};

/// Bytes per token of `layers` layers of a kind, `share` of them recomputed.
Kept kept_of(const Rank& rank, const LayerBytes& b, double layers, double share) {
    const RecomputeMode mode = rank.plan.recompute.mode;
    const double whole = layers * (1.0 - share);
    const double part = layers * share;
    const bool full = mode == RecomputeMode::full;
    return {whole * b.without_scores() + part * kept_by(mode, rank, b),
            (whole + (keeps_scores(mode) ? part : 0.0)) * b.scores,
            (whole + (full ? 0.0 : part)) * b.imbalance};
}

void set_working(const Rank& rank, const LayerBytes& b, double share, StageActivations& a) {
    const RecomputeMode mode = share > 0.0 ? rank.plan.recompute.mode : RecomputeMode::none;
    const double bytes = working_bytes(mode, rank, b);
    const double scores = keeps_scores(mode) ? 0.0 : b.scores;
    const double imbalance = mode == RecomputeMode::full ? b.imbalance : 0.0;
    const Bytes all = rank.tokens * (bytes + scores + imbalance) * units::B;
    if (all < a.working + a.working_scores + a.working_imbalance) return;
    a.working = rank.tokens * bytes * units::B;
    a.working_scores = rank.tokens * scores * units::B;
    a.working_imbalance = rank.tokens * imbalance * units::B;
}

/// What backward holds for each recomputed layer beyond its input.
double retained_bytes(const Rank& rank, const StageContent& stage, double share) {
    if (!rank.has_adapters || !rank.shards_weights()) return 0.0;
    return rank.facts.adapter_backward_bytes.value * rank.model.hidden_size / rank.sequence_shard *
           share * stage.layers;
}

/// Dropout after the embedding keeps one byte (Korthikanti et al. 2022, sec. 4.3).
double embedding_bytes(const Rank& rank, const StageContent& stage) {
    const bool masks = rank.facts.hidden_dropout.value || rank.model.style == ModelStyle::bert;
    return stage.first && masks ? rank.model.hidden_size / rank.sequence_shard : 0.0;
}

void move_to_host(const Rank& rank, const StageContent& stage, StageActivations& a) {
    if (!rank.plan.activation_offload || stage.layers == 0) return;
    const double stays = std::min(1.0, resident_layers_when_offloaded / stage.layers);
    a.host = (1.0 - stays) * (a.kept + a.kept_scores + a.kept_imbalance);
    a.kept *= stays;
    a.kept_scores *= stays;
    a.kept_imbalance *= stays;
}

} // namespace

LayerBytes layer_bytes(const Rank& rank, LayerKind kind) {
    const bool experts = kind == LayerKind::experts && rank.model.moe.has_value();
    const double dense_width = experts ? 0.0 : rank.model.intermediate_size / rank.tensor;
    const double working_width = experts ? rank.model.moe->num_experts_per_tok *
                                               rank.model.moe->moe_intermediate_size / rank.tensor
                                         : dense_width;
    const AttentionWidths widths = attention_widths(rank);
    const bool masks = rank.facts.hidden_dropout.value || rank.model.style == ModelStyle::bert;
    LayerBytes b;
    b.input = rank.residual * rank.model.hidden_size / rank.sequence_shard;
    b.norms = norm_bytes(rank);
    b.linear_inputs = linear_input_bytes(rank, widths, dense_width);
    b.attention = attention_bytes(rank, widths);
    b.scores = score_bytes(rank);
    b.dropout = masks ? 2.0 * rank.model.hidden_size / rank.sequence_shard : 0.0;
    b.mlp = mlp_bytes(rank, dense_width);
    if (experts) set_expert_bytes(rank, b);
    b.products = selective_products(rank, widths, working_width);
    b.temporaries = temporary_bytes(rank, working_width);
    return b;
}

double micro_batches_in_flight(const Rank& rank, int stage) {
    const double p = rank.stages;
    const double m = rank.micro_batches;
    if (rank.stages <= 1) return 1.0;
    if (rank.plan.schedule == PipelineSchedule::zero_bubble) return std::min(m, p);
    const double v = rank.plan.virtual_stages;
    if (v <= 1.0) return std::min(m, p - stage);
    // Warm-up of the interleaved schedule, in chunks (Megatron-LM, pipeline_parallel/schedules.py).
    return std::min(m, (2.0 * (p - stage - 1) + (v - 1.0) * p + 1.0) / v);
}

StageActivations stage_activations(const Rank& rank, const StageContent& stage) {
    const LayerBytes dense = layer_bytes(rank, LayerKind::dense);
    const LayerBytes expert =
        stage.expert_layers > 0 ? layer_bytes(rank, LayerKind::experts) : LayerBytes{};
    const double share = recomputed_share(rank, stage.layers);
    LayerBytes decoder = dense;
    if (stage.cross_layers > 0.0) add_cross_attention(rank, decoder);
    const Kept d = kept_of(rank, dense, stage.dense_layers() - stage.cross_layers, share) +
                   kept_of(rank, decoder, stage.cross_layers, share);
    const Kept e = kept_of(rank, expert, stage.expert_layers, share);
    const double flying = rank.tokens * micro_batches_in_flight(rank, stage.index);
    StageActivations a;
    a.kept = flying * (d.plain + e.plain + embedding_bytes(rank, stage)) * units::B;
    a.kept_scores = flying * (d.scores + e.scores) * units::B;
    a.kept_imbalance = flying * e.imbalance * units::B;
    if (stage.dense_layers() > 0) set_working(rank, decoder, share, a);
    if (stage.expert_layers > 0) set_working(rank, expert, share, a);
    a.working += rank.tokens * retained_bytes(rank, stage, share) * units::B;
    for (Bytes* part : {&a.kept, &a.kept_scores, &a.kept_imbalance, &a.working, &a.working_scores,
                        &a.working_imbalance})
        *part *= rank.activation_factor;
    move_to_host(rank, stage, a);
    return a;
}

} // namespace headroom
