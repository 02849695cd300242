// What of the model and of the batch lies on one rank, before ZeRO divides it.
//
//     const Rank rank(scenario);
//     const StageContent last = stage_content(rank, rank.stages - 1);
//     parameters_on(rank, last).head;     // elements of the output projection on this rank
//
// Prepared once for a scenario; the parts of the memory model read it. Internal to core/cost.
// docs/model.md, "Memory: what lies on a rank".
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

inline constexpr double fp32_bytes = 4.0;

struct Rank {
    explicit Rank(const Scenario& scenario);

    const ModelSpec& model;
    const TrainingPlan& plan;
    const MemoryFacts& facts;
    ParameterCounts counts;
    States states = States::mixed;
    bool fused_kernels = false;     // norms and MLPs run as one kernel, whatever the stack's own do
    bool has_adapters = false;      // only adapters train, and what is "also trained"
    double element = 2.0;           // bytes of an activation or 16-bit weight
    double linear_input = 2.0;      // bytes of an input that a linear layer keeps
    double residual = 2.0;          // bytes of an element of the residual stream
    double tensor = 1.0;            // tensor-parallel degree
    double sequence_shard = 1.0;    // what sequence parallelism divides norms and residuals by
    double expert_shard = 1.0;      // EP x expert-TP
    double expert_tensor = 1.0;     // expert-TP
    double tokens = 0.0;            // of one micro batch on this rank: b*s/CP
    double zero_ranks = 1.0;        // ranks that ZeRO divides by
    double expert_zero_ranks = 1.0; // the same for experts: their own data-parallel group
    double vocabulary = 0.0;        // rows on this rank, padded
    double activation_factor = 1.0; // what the site's own runs taught
    int stages = 1;
    int layers = 0;
    int micro_batches = 1;
    int data_parallel = 1;

    bool shards_weights() const { return plan.zero_stage >= 3; }
    bool recomputes(RecomputeMode mode) const { return plan.recompute.mode == mode; }
};

/// The part of the model that one pipeline stage (0-based) holds.
struct StageContent {
    int index = 0;
    bool first = true;
    bool last = true;
    int layers = 0;
    int expert_layers = 0;
    double cross_layers = 0.0; // with attention to an encoder; dealt evenly to the stages

    int dense_layers() const { return layers - expert_layers; }
};

StageContent stage_content(const Rank& rank, int stage);

/// Elements on one rank of a stage, by what happens to them.
struct RankParameters {
    double matrices = 0.0; // of the layers, with their biases; no routed experts
    double experts = 0.0;  // routed experts
    double norms = 0.0;
    double embedding = 0.0; // and positions
    double head = 0.0;      // output projection; a tied one only where the embedding is elsewhere
    double adapters = 0.0;
    double expert_adapters = 0.0;

    double model() const { return matrices + experts + norms + embedding + head; }
};

RankParameters parameters_on(const Rank& rank, const StageContent& stage);

/// Elements of one layer, the larger kind that the stage has: what is gathered as a unit.
RankParameters one_layer(const Rank& rank, const StageContent& stage);

/// Elements of the largest single matrix of a layer: what is dequantised or stepped at once.
double largest_matrix(const Rank& rank);

} // namespace headroom
