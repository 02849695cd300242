// What one layer keeps for backward, and what backward needs while it is in that layer.
//
//     const LayerBytes dense = layer_bytes(rank, LayerKind::dense);
//     dense.all() * rank.tokens;       // bytes of one micro batch without recompute
//
// Per token of the rank, in bytes. Reduces to 34 h + 5 a s for the GPT layer of Korthikanti et al.
// 2022 (arXiv 2205.05198, eq. 1-3). Internal to core/cost. docs/model.md, "Memory: activations".
#pragma once

#include "core/base/units.hpp"
#include "core/cost/memory_rank.hpp"
#include "core/model/pipeline_split.hpp"

namespace headroom {

struct LayerBytes {
    double input = 0.0; // the layer's input, all that full recompute keeps
    double norms = 0.0;
    double linear_inputs = 0.0; // of the linears that train or carry an adapter
    double attention = 0.0;     // queries, keys, values, output, log-sum-exp
    double scores = 0.0;        // a*s each, without flash attention
    double mlp = 0.0;           // shared experts included
    double experts = 0.0;       // routed tokens at an even share
    double imbalance = 0.0;     // routed tokens above it
    double dropout = 0.0;
    double products = 0.0;    // kept when recompute is selective by operator
    double temporaries = 0.0; // gradients that live only while backward is in the layer

    double without_scores() const {
        return norms + linear_inputs + attention + mlp + experts + dropout;
    }
};

LayerBytes layer_bytes(const Rank& rank, LayerKind kind);

/// Activations of one stage, by the terms of the breakdown.
struct StageActivations {
    Bytes kept; // of all micro batches in flight
    Bytes kept_scores;
    Bytes kept_imbalance;
    Bytes working; // backward inside of one layer
    Bytes working_scores;
    Bytes working_imbalance;
    Bytes host; // kept in host memory instead
};

StageActivations stage_activations(const Rank& rank, const StageContent& stage);

/// Micro batches, or parts of one, whose activations a stage holds at most.
double micro_batches_in_flight(const Rank& rank, int stage);

} // namespace headroom
