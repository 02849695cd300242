#include "core/cost/rank_share.hpp"

#include "core/cost/memory_rank.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Chassis hold at most 16 GPUs (DGX-2); a wider switched domain (NVL32, NVL72) spans nodes.
constexpr int widest_chassis = 16;

/// A group whose neighbours are `stride` ranks apart.
CommGroup group_of(int ranks, int stride, int domain) {
    return {ranks, std::clamp(domain / std::max(stride, 1), 1, ranks)};
}

void deal_layers(const Scenario& scenario, RankShare& share) {
    const TrainingPlan& plan = scenario.training;
    const int last = plan.pipeline_parallel - 1;
    share.last = share.fullest = stage_layers(scenario.model, plan, last);
    // Layers with experts take longer, so they decide between stages of the same size.
    for (int stage = 0; stage < last; ++stage) {
        const StageLayers held = stage_layers(scenario.model, plan, stage);
        const bool fuller = held.total() != share.fullest.total()
                                ? held.total() > share.fullest.total()
                                : held.moe > share.fullest.moe;
        if (stage == 0 || fuller) share.fullest = held;
    }
    const int decoder_layers = scenario.model.num_decoder_layers;
    const int all = scenario.model.num_hidden_layers + decoder_layers;
    share.attention_blocks = 1.0 + static_cast<double>(decoder_layers) / all;
}

/// Of the first stage, which holds the embedding.
void count_parameters_of_rank(const Scenario& scenario, RankShare& share) {
    const Rank rank(scenario);
    const RankParameters held = parameters_on(rank, stage_content(rank, 0));
    share.parameters = held.model() - held.experts;
    share.expert_parameters = held.experts;
    share.trained_parameters = share.parameters;
    share.trained_expert_parameters = share.expert_parameters;
    const TrainingPlan& plan = scenario.training;
    if (!has_adapters(plan.task)) return;
    share.trained_parameters = held.adapters +
                               (plan.lora.embedding_trained ? held.embedding : 0.0) +
                               (plan.lora.head_trained ? held.head : 0.0);
    share.trained_expert_parameters = held.expert_adapters;
}

void form_groups(const Scenario& scenario, RankShare& share) {
    const TrainingPlan& plan = scenario.training;
    const int domain = scale_up_domain(scenario.cluster);
    const int tensor = plan.tensor_parallel;
    const int replicas = data_parallel(scenario);
    const int states = replicas * plan.context_parallel; // ranks with the same weights
    share.tensor_group = group_of(tensor, 1, domain);
    share.context_group = group_of(plan.context_parallel, tensor, domain);
    share.data_group = group_of(states, tensor, domain);
    const int expert_ranks = plan.expert_parallel * plan.expert_tensor_parallel;
    share.expert_group = group_of(plan.expert_parallel, plan.expert_tensor_parallel, domain);
    share.expert_replicas =
        group_of(std::max(states * tensor / expert_ranks, 1), expert_ranks, domain);
    const int shards = plan.zero_group.value_or(replicas) * plan.context_parallel;
    share.shard_group = group_of(shards, tensor, domain);
    share.replica_group = group_of(std::max(states / shards, 1), tensor * shards, domain);
    share.stages_cross = tensor * states >= domain;
}

} // namespace

int scale_up_domain(const ClusterSpec& cluster) {
    return cluster.gpu.scale_up_domain > widest_chassis
               ? std::max(cluster.gpu.scale_up_domain, cluster.gpus_per_node)
               : cluster.gpus_per_node;
}

RankShare share_of(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    RankShare share;
    share.tokens = static_cast<double>(plan.micro_batch) * plan.sequence / plan.context_parallel;
    share.micro_batches = micro_batches(scenario);
    deal_layers(scenario, share);
    form_groups(scenario, share);
    count_parameters_of_rank(scenario, share);
    return share;
}

} // namespace headroom
