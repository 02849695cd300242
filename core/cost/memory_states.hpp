// Weights, gradients, optimizer states and their temporary copies on one rank, after ZeRO.
//
//     const StateBytes b = state_bytes(States::mixed, Optimizer::adamw, 2.0, facts);
//     b.weight + b.gradient + b.optimizer();                    // 16 bytes per parameter
//     model_states(rank, stage).optimizer;                      // of this rank
//
// Internal to core/cost. docs/model.md, "Memory: model states".
#pragma once

#include "core/base/units.hpp"
#include "core/cost/memory_rank.hpp"

namespace headroom {

/// Bytes for each trained parameter.
struct StateBytes {
    double weight = 2.0;
    double gradient = 2.0;
    double master = 4.0;
    double moments = 8.0;           // of a matrix
    double moments_elsewhere = 8.0; // of embeddings, heads, norms: differs under Muon
    double step_copies = 0.0;       // alive while the optimizer steps

    double optimizer() const { return master + moments; }
};

/// `element`: bytes of the compute dtype. `matrix_edge`: Adafactor keeps two vectors of a matrix.
StateBytes state_bytes(States states, Optimizer optimizer, double element, const MemoryFacts& facts,
                       double matrix_edge = 4096.0);

/// The same for what trains on this rank, with what its stack does in the plan's precision.
StateBytes state_bytes(const Rank& rank, States states);

struct ModelStates {
    Bytes weights;
    Bytes loading;             // weights on the GPU before they are sharded and offloaded
    Bytes weight_copies;       // 16-bit or fp8 copies that forward makes and backward uses
    Bytes weight_copies_layer; // of one layer: what stays when layers are recomputed
    Bytes gradients;           // when all of them exist
    Bytes gradient_copies;     // buckets of plain data parallelism
    Bytes unsharded_gradients; // accumulation without synchronisation
    Bytes optimizer;
    Bytes step_temporaries;
    Bytes gathered_forward;
    Bytes gathered_backward;
    Bytes unreduced_gradients;     // at the start of backward
    Bytes unreduced_gradients_end; // at its end
    Bytes buckets_backward;
    Bytes buckets_step;
    Bytes host; // of this rank, in host memory
};

ModelStates model_states(const Rank& rank, const StageContent& stage);

} // namespace headroom
