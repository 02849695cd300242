// What a training stack (framework and version) does with memory and time, and which plans it
// runs: facts, not branches.
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
/// docs/model.md, "Memory: facts", says where each comes from and what it does.
struct MemoryFacts {
    // Model states
    States states = States::mixed;                  // what `"states": "auto"` means here
    Sourced<bool> adapters_in_fp32{false};          // LoRA matrices and their states in fp32
    Sourced<double> foreach_copies{0.0};            // copies of one moment made by the step
    Sourced<double> optimizer_temporary_bytes{0.0}; // others, per local parameter
    Sourced<double> optimizer_temporary_limit{0.0}; // parameters stepped at once; 0: all
    Sourced<bool> gradients_live_in_forward{false}; // one buffer for the whole run
    Sourced<bool> gradients_are_bucket_views{true}; // false: plain DDP keeps a second copy
    Sourced<bool> bf16_gradients_twice{false};      // ZeRO 0 and 1 in bf16: in fp32 as well
    Sourced<bool> unsharded_gradients_under_no_sync{false};
    Sourced<bool> frozen_gradients_in_units{false}; // FSDP1 units that mix frozen and trained
    Sourced<bool> always_double_quantised{false};   // nf4 scales are quantised, whatever was asked
    Sourced<double> vocabulary_multiple{1.0};       // rows per tensor-parallel rank padded to it
    // Gathered parameters and buckets, in elements
    Sourced<double> gathered_layers{1.0};       // layer units gathered at once (ZeRO-3)
    Sourced<bool> gathers_root_unit{true};      // embedding and head stay gathered
    Sourced<bool> buckets_follow_hidden{false}; // bucket sizes are times hidden squared
    Sourced<double> reduce_bucket_elements{0.0};
    Sourced<double> reduce_buckets{1.0}; // how many: 2 where they overlap
    Sourced<double> allgather_bucket_elements{0.0};
    Sourced<double> live_parameter_elements{0.0}; // kept gathered between uses, at most
    Sourced<double> prefetch_bucket_elements{0.0};
    // What a layer keeps for backward
    Sourced<double> residual_bytes{2.0};        // dtype of the residual stream
    Sourced<bool> kbit_residual_in_fp32{false}; // QLoRA: norms prepared in fp32 widen the stream
    Sourced<double> adapter_backward_bytes{
        0.0}; // more per element of each kept layer input, in backward
    Sourced<bool> quantised_linears_keep_input{false}; // though their weights are frozen
    Sourced<bool> fused_qkv{false}; // values are a view of one tensor that keeps q and k alive
    Sourced<bool> fused_norm{true}; // false: eager fp32 norms keep twice as much
    Sourced<bool> fused_mlp{true};  // false: activation and product kept apart
    Sourced<bool> expands_kv_heads{false};         // k and v copied to all heads beforehand
    Sourced<double> unfused_score_bytes{5.0};      // per score, without flash attention
    Sourced<bool> hidden_dropout{false};           // two masks of one byte in each layer
    Sourced<double> adapter_input_copy_bytes{0.0}; // each adapter casts its input to; 0: shared
    Sourced<bool> adapter_dropout{false};          // adapters keep a mask of their input's copy
    Sourced<bool> selective_by_operator{false};    // selective keeps every second product
    Sourced<double> routing_imbalance{0.15, 0, Confidence::estimate}; // above the even share
    // fp8 and below
    Sourced<double> low_precision_weight_copies{2.0};
    Sourced<bool> low_precision_inputs{true}; // saved inputs of linears are quantised
    // Logits and loss
    LossPath loss = LossPath::eager; // what `"loss": "auto"` means here
    Sourced<double> eager_bytes_per_logit{12.0};
    Sourced<double> compiled_bytes_per_logit{6.0}; // eager loss under torch.compile
    Sourced<double> uncast_bytes_per_logit{0.0};   // eager loss of GPT-2's generation; 0: as others
    Sourced<bool> fused_linear_suite{false}; // kernels of the fused loss come with norms and MLP
    Sourced<double> fused_bytes_per_logit{8.0};
    Sourced<double> chunked_bytes_per_logit{2.0};
    Sourced<double> vocab_parallel_bytes_per_logit{6.0};
    // Allocator, process and host
    Sourced<double> allocator_factor{1.1};         // reserved over allocated of what comes and goes
    Sourced<double> allocator_factor_varying{1.3}; // the same where lengths vary
    Sourced<double> unshared_blocks{0.0};          // share of pass or step that reuses no block
    Sourced<double> host_buffer_factor{1.5};       // pinned and staging buffers of offload
    Sourced<bool> partitioned_load{true};          // ZeRO-3 splits weights while loading

    bool operator==(const MemoryFacts&) const = default;
};

/// Time behaviour. Defaults are those of a fused stack of 2024 (Megatron-Core with Transformer
/// Engine); other stacks differ in presets/frameworks.json, each fact with its source.
struct TimeFacts {
    Sourced<double> launch_floor_us{250.0};     // host time of one layer's forward pass
    Sourced<double> adapter_launch_us{40.0};    // host time of one LoRA adapter's forward pass
    Sourced<double> elementwise_factor{1.45};   // over the minimal traffic of docs/model.md
    Sourced<double> compiled_elementwise{0.75}; // the same where the plan says compile
    Sourced<double> compiled_launch_us{120.0};  // launch floor where the plan says compile
    Sourced<double> attention_kernel{4.0};      // as AttentionKernel of core/cost/attention.hpp
    Sourced<double> matmul_factor{1.0};         // rate of products over that of bare kernels
    Sourced<double> tensor_overlap{0.0};        // hidden share of tensor-parallel communication
    Sourced<bool> context_balanced{true};       // causal attention dealt evenly (zigzag)
    Sourced<bool> context_ring{true};           // keys and values pass round beside attention; else
                                                // all are gathered before it
    Sourced<double> expert_overlap{0.0};        // hidden share of the expert exchange
    Sourced<bool> expert_copies_per_node{false}; // a token crosses to each node once (DeepEP)
    Sourced<double> pipeline_sends{1.0};         // blocking sends for each that 1F1B needs
    Sourced<double> data_overlap{1.0};           // share of the window that may hide DP traffic
    Sourced<double> gradient_reduce_bytes{4.0};  // per element on the wire
    Sourced<double> parameter_gather_bytes{2.0}; // per element on the wire
    Sourced<double> pipeline_overhead_us{0.0};   // host time of the engine per micro batch
    Sourced<double> step_overhead_ms{8.0};       // optimizer launch, logging, scheduler

    bool operator==(const TimeFacts&) const = default;
};

/// Which plans the stack has code for. No arithmetic reads these: the search and the ladder propose
/// no other plan, and one that asks for more carries a warning.
struct PlanFacts {
    Sourced<bool> runs_tensor_parallel{true};
    Sourced<bool> runs_pipeline_parallel{true};
    Sourced<bool> runs_context_parallel{true};
    Sourced<bool> runs_expert_parallel{true};

    bool operator==(const PlanFacts&) const = default;
};

struct Stack {
    std::string id;      // "megatron-core"
    std::string name;    // "Megatron-Core"
    std::string version; // "0.8" or "" for any
    int year = 0;
    MemoryFacts memory;
    TimeFacts time;
    PlanFacts plans;

    bool operator==(const Stack&) const = default;
};

} // namespace headroom
