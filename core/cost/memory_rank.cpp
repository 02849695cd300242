#include "core/cost/memory_rank.hpp"

#include "core/cost/site_rates.hpp"
#include "core/model/pipeline_split.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// Bytes of an operand as a linear layer in low precision keeps it: fp8 1; mxfp8 with one scale
/// byte for 32 elements; nvfp4 half a byte with one scale byte for 16 (OCP Microscaling 1.0,
/// sec. 5; NVIDIA NVFP4, 2025).
double operand_bytes(Precision precision, double element) {
    switch (precision) {
    case Precision::fp8: return 1.0;
    case Precision::mxfp8: return 1.0 + 1.0 / 32.0;
    case Precision::nvfp4: return 0.5 + 1.0 / 16.0;
    default: return element;
    }
}

/// What the plan says, or the stack. Frozen weights are loaded in 16 bit unless the plan says that
/// they are not. Shards in fp32 that nobody shares are plain fp32 weights under autocast.
States states_of(const Rank& rank) {
    const bool automatic = rank.plan.states == States::automatic;
    if (automatic && rank.has_adapters) return States::pure;
    const States states = automatic ? rank.facts.states : rank.plan.states;
    const bool whole = !rank.shards_weights() || rank.zero_ranks <= 1.0;
    return states == States::fp32_sharded && whole ? States::autocast : states;
}

/// Autocast computes on fp32 weights, so that embeddings and sums of the residual stream are fp32
/// as well; a stack that prepares bitsandbytes models in fp32 does the same to them (not to GPTQ or
/// AWQ).
double residual_bytes(const Rank& rank) {
    const WeightFormat stored = rank.plan.quantization.weights;
    const bool prepared = rank.plan.task == Task::qlora && rank.facts.kbit_residual_in_fp32.value &&
                          (stored == WeightFormat::nf4 || stored == WeightFormat::fp4 ||
                           stored == WeightFormat::int8);
    const bool upcast = rank.states == States::autocast || prepared;
    return std::max({rank.element, rank.facts.residual_bytes.value, upcast ? 4.0 : 0.0});
}

double rows_on_rank(const Rank& rank) {
    const double multiple = std::max(1.0, rank.facts.vocabulary_multiple.value) * rank.tensor;
    return std::ceil(rank.model.vocab_size / multiple) * multiple / rank.tensor;
}

/// Down-projections of latent attention are held whole by every tensor-parallel rank.
double replicated_attention(const Rank& rank) {
    if (!rank.model.mla) return 0.0;
    const MlaSpec& mla = *rank.model.mla;
    return static_cast<double>(rank.model.hidden_size) *
           (mla.q_lora_rank + mla.kv_lora_rank + mla.qk_rope_head_dim);
}

double attention_on_rank(const Rank& rank) {
    const double replicated = replicated_attention(rank);
    const auto all = static_cast<double>(rank.counts.attention_per_layer);
    const double kv_heads = rank.model.num_key_value_heads;
    const double copied = rank.model.mla ? 0.0
                                         : 2.0 * rank.model.hidden_size * rank.model.head_dim *
                                               std::max(0.0, 1.0 - kv_heads / rank.tensor);
    return replicated + (all - replicated) / rank.tensor + copied;
}

bool has(const Rank& rank, LoraTarget target) {
    return (rank.plan.lora.targets & static_cast<LoraTargets>(target)) != 0;
}

/// Elements that rank-one adapters on the chosen linears of one attention block would have.
double attention_adapter(const Rank& rank) {
    const ModelSpec& model = rank.model;
    const double h = model.hidden_size;
    const double q = model.num_attention_heads * static_cast<double>(model.head_dim);
    const double kv = model.num_key_value_heads * static_cast<double>(model.head_dim);
    return (has(rank, LoraTarget::q) ? h + q : 0.0) + (has(rank, LoraTarget::k) ? h + kv : 0.0) +
           (has(rank, LoraTarget::v) ? h + kv : 0.0) + (has(rank, LoraTarget::o) ? q + h : 0.0);
}

double mlp_adapter(const Rank& rank, double width) {
    const int inner = (has(rank, LoraTarget::gate) && rank.model.gated_mlp ? 1 : 0) +
                      (has(rank, LoraTarget::up) ? 1 : 0);
    const int outer = has(rank, LoraTarget::down) ? 1 : 0;
    return (inner + outer) * (rank.model.hidden_size + width);
}

void add_adapters(const Rank& rank, int dense, int expert, RankParameters& p) {
    if (!rank.has_adapters) return;
    const double r = rank.plan.lora.rank / rank.tensor;
    p.adapters = r * ((dense + expert) * attention_adapter(rank) +
                      dense * mlp_adapter(rank, rank.model.intermediate_size));
    if (!rank.model.moe) return;
    const MoeSpec& moe = *rank.model.moe;
    p.expert_adapters = expert * rank.plan.lora.rank / rank.expert_shard * moe.num_experts *
                        mlp_adapter(rank, moe.moe_intermediate_size);
}

RankParameters layers_on_rank(const Rank& rank, int dense, int expert) {
    RankParameters p;
    const ParameterCounts& c = rank.counts;
    const double mlp = static_cast<double>(c.dense_mlp_per_layer) / rank.tensor;
    const double routed = static_cast<double>(c.router_per_layer) +
                          static_cast<double>(c.shared_experts_per_layer) / rank.tensor;
    const int both = dense + expert;
    p.matrices = both * attention_on_rank(rank) + dense * mlp + expert * routed;
    p.experts = expert * static_cast<double>(c.experts_per_layer) / rank.expert_shard;
    p.norms = both * static_cast<double>(c.norms_per_layer);
    add_adapters(rank, dense, expert, p);
    return p;
}

void set_degrees(Rank& rank, const Scenario& scenario) {
    const TrainingPlan& plan = rank.plan;
    rank.tensor = plan.tensor_parallel;
    rank.sequence_shard = plan.sequence_parallel ? rank.tensor : 1.0;
    rank.expert_tensor = plan.expert_tensor_parallel;
    rank.expert_shard = static_cast<double>(plan.expert_parallel) * plan.expert_tensor_parallel;
    rank.stages = plan.pipeline_parallel;
    rank.data_parallel = data_parallel(scenario);
    rank.micro_batches = std::max(1, micro_batches(scenario));
    const int group = plan.zero_group.value_or(rank.data_parallel);
    rank.zero_ranks = static_cast<double>(group) * plan.context_parallel;
    rank.expert_zero_ranks = std::max(1.0, rank.zero_ranks * rank.tensor / rank.expert_shard);
}

} // namespace

Rank::Rank(const Scenario& scenario)
    : model(scenario.model), plan(scenario.training), facts(scenario.stack.memory),
      counts(count_parameters(scenario.model)) {
    has_adapters = headroom::has_adapters(plan.task);
    element = element_bytes(plan.precision);
    set_degrees(*this, scenario);
    states = states_of(*this);
    linear_input =
        facts.low_precision_inputs.value ? operand_bytes(plan.precision, element) : element;
    residual = residual_bytes(*this);
    const LossPath loss = plan.loss == LossPath::automatic ? facts.loss : plan.loss;
    fused_kernels =
        plan.compile || (loss == LossPath::fused_linear && facts.fused_linear_suite.value);
    layers = layer_count(model);
    tokens = static_cast<double>(plan.micro_batch) * plan.sequence / plan.context_parallel;
    vocabulary = rows_on_rank(*this);
    activation_factor = site_rates(scenario).activations;
}

StageContent stage_content(const Rank& rank, int stage) {
    const StageLayers held = stage_layers(rank.model, rank.plan, stage);
    return {.index = stage,
            .first = stage == 0,
            .last = stage == rank.stages - 1,
            .layers = held.total(),
            .expert_layers = held.moe,
            .cross_layers =
                std::min(static_cast<double>(rank.counts.cross_attention_layers) / rank.stages,
                         static_cast<double>(held.total() - held.moe))};
}

RankParameters parameters_on(const Rank& rank, const StageContent& stage) {
    RankParameters p = layers_on_rank(rank, stage.dense_layers(), stage.expert_layers);
    const ParameterCounts& c = rank.counts;
    const double hidden = rank.model.hidden_size;
    const double table = rank.model.vocab_size * hidden;
    const double cross = static_cast<double>(c.cross_attention_per_layer) / rank.tensor;
    p.matrices += cross * stage.cross_layers;
    if (stage.first)
        p.embedding = rank.vocabulary * hidden + static_cast<double>(c.embedding) - table;
    if (stage.last) {
        p.norms += static_cast<double>(c.final_norm);
        const bool tied = rank.model.tie_word_embeddings;
        const bool copies_embedding = tied && !stage.first;
        const double untied = static_cast<double>(c.head) - (tied ? 0.0 : table);
        p.head = untied + (!tied || copies_embedding ? rank.vocabulary * hidden : 0.0);
    }
    if (rank.model.style == ModelStyle::bert || rank.model.style == ModelStyle::vit) {
        p.embedding = stage.first ? static_cast<double>(c.embedding) : 0.0;
        p.head = stage.last ? static_cast<double>(c.head) : 0.0;
    }
    return p;
}

RankParameters one_layer(const Rank& rank, const StageContent& stage) {
    const RankParameters dense = layers_on_rank(rank, stage.dense_layers() > 0 ? 1 : 0, 0);
    const RankParameters expert = layers_on_rank(rank, 0, stage.expert_layers > 0 ? 1 : 0);
    return dense.model() > expert.model() ? dense : expert;
}

double largest_matrix(const Rank& rank) {
    const ModelSpec& model = rank.model;
    const double attention = model.num_attention_heads * static_cast<double>(model.head_dim);
    const double width = std::max<double>(attention, model.intermediate_size);
    const double expert = model.moe ? model.moe->moe_intermediate_size / rank.expert_tensor : 0.0;
    return model.hidden_size * std::max(width / rank.tensor, expert);
}

} // namespace headroom
