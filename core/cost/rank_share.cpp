#include "core/cost/rank_share.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Chassis hold at most 16 GPUs (DGX-2); a wider switched domain (NVL32, NVL72) spans nodes.
constexpr int widest_chassis = 16;

/// A group whose neighbours are `stride` ranks apart.
CommGroup group_of(int ranks, int stride, int domain) {
    return {ranks, std::clamp(domain / std::max(stride, 1), 1, ranks)};
}

struct StageLayers {
    double count = 0.0;
    bool head_is_extra = true;
};

/// Layers of the fullest stage. Where the layers do not divide, Megatron-LM counts embedding and
/// head as one layer each (--account-for-embedding-in-pipeline-split).
StageLayers stage_layers(int layers, const TrainingPlan& plan) {
    const int chunks = plan.pipeline_parallel * std::max(plan.virtual_stages, 1);
    if (layers % chunks == 0) return {static_cast<double>(layers) / plan.pipeline_parallel, true};
    if ((layers + 2) % chunks == 0)
        return {static_cast<double>(layers + 2) / plan.pipeline_parallel, false};
    return {static_cast<double>((layers + plan.pipeline_parallel - 1) / plan.pipeline_parallel),
            true};
}

/// All-experts layers fill the heaviest stage first where only the first layers are dense.
double expert_layers_of(const ParameterCounts& counts, const MoeSpec& moe, double stage,
                        double all) {
    const double even = stage * counts.moe_layers / all;
    return moe.moe_layer_step == 1 && stage < all
               ? std::min(stage, static_cast<double>(counts.moe_layers))
               : even;
}

bool has_target(LoraTargets targets, LoraTarget one) {
    return (targets & static_cast<LoraTargets>(one)) != 0;
}

/// Two matrices of `rank` on each targeted linear layer (Hu et al. 2021, arXiv 2106.09685, sec. 4).
double adapter_parameters_per_layer(const ModelSpec& model, const Lora& lora) {
    const double hidden = model.hidden_size;
    const double queries = static_cast<double>(model.num_attention_heads) * model.head_dim;
    const double keys = static_cast<double>(model.num_key_value_heads) * model.head_dim;
    const double width = model.moe ? model.moe->moe_intermediate_size : model.intermediate_size;
    double sides = 0.0;
    if (has_target(lora.targets, LoraTarget::q)) sides += hidden + queries;
    if (has_target(lora.targets, LoraTarget::k)) sides += hidden + keys;
    if (has_target(lora.targets, LoraTarget::v)) sides += hidden + keys;
    if (has_target(lora.targets, LoraTarget::o)) sides += hidden + queries;
    if (has_target(lora.targets, LoraTarget::up)) sides += hidden + width;
    if (has_target(lora.targets, LoraTarget::down)) sides += hidden + width;
    if (has_target(lora.targets, LoraTarget::gate) && model.gated_mlp) sides += hidden + width;
    return lora.rank * sides;
}

void count_trained(const Scenario& scenario, const ParameterCounts& counts, RankShare& share) {
    const TrainingPlan& plan = scenario.training;
    share.trained_parameters = share.parameters;
    share.trained_expert_parameters = share.expert_parameters;
    if (!has_adapters(plan.task)) return;
    const double whole =
        (plan.lora.embedding_trained ? static_cast<double>(counts.embedding) : 0.0) +
        (plan.lora.head_trained ? static_cast<double>(counts.head) : 0.0);
    share.trained_parameters =
        (adapter_parameters_per_layer(scenario.model, plan.lora) * share.layers + whole) /
        plan.tensor_parallel;
    share.trained_expert_parameters = 0.0;
}

void count_parameters_of_rank(const Scenario& scenario, RankShare& share) {
    const TrainingPlan& plan = scenario.training;
    const ParameterCounts counts = count_parameters(scenario.model);
    const double all = counts.dense_layers + counts.moe_layers;
    share.expert_layers =
        scenario.model.moe ? expert_layers_of(counts, *scenario.model.moe, share.layers, all) : 0.0;
    const auto experts = static_cast<double>(counts.experts_per_layer);
    const double outside = static_cast<double>(counts.embedding + counts.head);
    const double total = static_cast<double>(counts.total) - outside - experts * counts.moe_layers;
    const double per_layer = total / std::max(all, 1.0);
    // Embedding and head sit on different stages: the heavier one decides.
    const double ends = plan.pipeline_parallel > 1
                            ? static_cast<double>(std::max(counts.embedding, counts.head))
                            : outside;
    share.parameters = (per_layer * share.layers + ends) / plan.tensor_parallel;
    share.expert_parameters =
        experts * share.expert_layers / (plan.expert_parallel * plan.expert_tensor_parallel);
    count_trained(scenario, counts, share);
}

} // namespace

int scale_up_domain(const ClusterSpec& cluster) {
    return cluster.gpu.scale_up_domain > widest_chassis
               ? std::max(cluster.gpu.scale_up_domain, cluster.gpus_per_node)
               : cluster.gpus_per_node;
}

RankShare share_of(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const int domain = scale_up_domain(scenario.cluster);
    const int replicas = data_parallel(scenario);
    const int model_stride = plan.tensor_parallel * plan.context_parallel;
    RankShare share;
    share.tokens = static_cast<double>(plan.micro_batch) * plan.sequence / plan.context_parallel;
    share.micro_batches = micro_batches(scenario);
    const int decoder_layers = scenario.model.num_decoder_layers;
    const int layers = scenario.model.num_hidden_layers + decoder_layers;
    const StageLayers stage = stage_layers(layers, plan);
    share.layers = stage.count;
    share.head_is_extra = stage.head_is_extra;
    share.attention_blocks = 1.0 + static_cast<double>(decoder_layers) / layers;
    share.tensor_group = group_of(plan.tensor_parallel, 1, domain);
    share.context_group = group_of(plan.context_parallel, plan.tensor_parallel, domain);
    share.data_group = group_of(replicas * plan.context_parallel, plan.tensor_parallel, domain);
    share.expert_group = group_of(plan.expert_parallel, plan.expert_tensor_parallel, domain);
    const int shards = plan.zero_group.value_or(share.data_group.ranks);
    share.shard_group = group_of(shards, plan.tensor_parallel, domain);
    share.replica_group =
        group_of(share.data_group.ranks / shards, plan.tensor_parallel * shards, domain);
    share.stages_cross = model_stride * replicas >= domain;
    count_parameters_of_rank(scenario, share);
    return share;
}

} // namespace headroom
