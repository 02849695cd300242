// What a training stack (framework and version) does with memory and time: facts, not branches.
//
//     scenario.stack = *catalog.find_stack("megatron-core");
//     scenario.stack.memory.residual_bytes = {4.0};        // "facts": {"residual_bytes": 4}
//
// The arithmetic in core/cost never asks which framework it is; it reads these. A fact whose
// confidence is `estimate` was assumed: it widens the band and is named in the caveats.
#pragma once

#include "core/base/sourced.hpp"
#include "core/model/plan.hpp"

#include <string>

namespace headroom {

/// Memory behaviour. Bytes are per element, per parameter or per logit as named.
struct MemoryFacts {
    States states = States::mixed;   // what `"states": "auto"` means here
    LossPath loss = LossPath::eager; // what `"loss": "auto"` means here
    Sourced<double> eager_bytes_per_logit{12.0};
    Sourced<double> fused_bytes_per_logit{8.0};
    Sourced<double> chunked_bytes_per_logit{2.0};
    Sourced<double> vocab_parallel_bytes_per_logit{6.0};
    Sourced<double> residual_bytes{2.0};   // dtype of the residual stream
    Sourced<bool> fused_norm{true};        // false: eager fp32 norms keep twice the bytes
    Sourced<bool> fused_mlp{true};         // false: activation and product are kept apart
    Sourced<bool> expands_kv_heads{false}; // k and v copied to all heads before attention
    Sourced<bool> gradients_live_in_forward{false};
    Sourced<bool> gradients_are_bucket_views{true}; // false: plain DDP keeps a second copy
    Sourced<bool> unsharded_gradients_under_no_sync{false};
    Sourced<double> gathered_layers{1.0};           // layer units gathered at once under ZeRO-3
    Sourced<bool> gathers_root_unit{true};          // embedding and head stay gathered
    Sourced<double> optimizer_temporary_bytes{0.0}; // per local parameter at the step
    Sourced<double> reduce_bucket_elements{0.0};
    Sourced<double> allgather_bucket_elements{0.0};
    Sourced<double> live_parameter_elements{0.0};
    Sourced<double> prefetch_bucket_elements{0.0};
    Sourced<double> allocator_factor{1.035}; // reserved over allocated, lengths fixed
    Sourced<double> allocator_factor_varying{1.1};

    bool operator==(const MemoryFacts&) const = default;
};

/// Time behaviour.
struct TimeFacts {
    Sourced<double> launch_floor_us{250.0};   // host time of one layer's forward pass
    Sourced<double> elementwise_factor{1.45}; // over the minimal traffic of docs/model.md
    Sourced<double> attention_kernel{2.0};    // 0 unfused, 1, 2, 3: FlashAttention; 4: cuDNN
    Sourced<double> tensor_overlap{0.0};      // hidden share of tensor-parallel communication
    Sourced<double> data_overlap{1.0};        // share of the window that may hide DP traffic
    Sourced<double> step_overhead_ms{8.0};    // optimizer launch, logging, scheduler

    bool operator==(const TimeFacts&) const = default;
};

struct Stack {
    std::string id;      // "megatron-core"
    std::string name;    // "Megatron-Core"
    std::string version; // "0.8" or "" for any
    int year = 0;
    MemoryFacts memory;
    TimeFacts time;

    bool operator==(const Stack&) const = default;
};

} // namespace headroom
