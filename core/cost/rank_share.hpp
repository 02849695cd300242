// One rank's share of the plan, in the plain numbers that every time formula needs.
//
//     const RankShare share = share_of(scenario);
//     share.tokens;                  // micro_batch * sequence / CP
//     share.tensor_group             // {ranks, how many of them share one NVLink domain}
//
// Ranks are laid out as Megatron-LM does (tp innermost, then cp, dp, pp), which is also what
// DeepSpeed's pipe-data-model topology gives; that decides which groups cross node borders.
#pragma once

#include "core/model/pipeline_split.hpp"
#include "core/model/scenario.hpp"

namespace headroom {

/// A communicator: its size, and how many of its ranks sit in one scale-up domain.
struct CommGroup {
    int ranks = 1;
    int ranks_per_domain = 1;

    bool crosses_nodes() const { return ranks > ranks_per_domain; }
};

struct RankShare {
    double tokens = 0.0; // of one micro batch on this rank, after context parallelism
    int micro_batches = 1;
    StageLayers fullest;           // of the stages before the last one, that with most work
    StageLayers last;              // the stage with the head; the same where there is only one
    double attention_blocks = 1.0; // attention blocks per layer: above 1 with cross-attention
    CommGroup tensor_group, context_group, data_group, expert_group;
    CommGroup expert_replicas; // ranks that hold the same experts
    CommGroup shard_group;     // ranks that shard states together: data_group unless HSDP
    CommGroup replica_group;   // HSDP: replicas of one shard
    bool stages_cross = false; // neighbouring pipeline stages sit in different domains
    double parameters = 0.0;   // held by one rank before sharding, experts excluded
    double expert_parameters = 0.0;
    double trained_parameters = 0.0; // of these, not frozen
    double trained_expert_parameters = 0.0;

    bool has_expert_layers() const { return fullest.moe > 0 || last.moe > 0; }
    bool has_dense_layers() const { return fullest.dense > 0 || last.dense > 0; }
};

/// GPUs that reach each other over the scale-up link: a node, or a rack such as NVL72.
int scale_up_domain(const ClusterSpec& cluster);

/// Precondition: the scenario is legal.
RankShare share_of(const Scenario& scenario);

} // namespace headroom
