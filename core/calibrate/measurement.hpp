// One measured run, as its source tells it: what ran, where, how, and what was measured.
//
//     for (const Measurement& row : read_measurements("step_time.csv").rows) ...
//
// Blank cells are empty: text "" or no value. Words keep the file's spelling; what they mean for a
// scenario is decided in measured_scenario.hpp. Column meanings: docs/measurements.md.
#pragma once

#include <optional>
#include <string>

namespace headroom {

struct Measurement {
    int line = 0; // in the file, for messages
    std::string id, source;
    // What ran
    std::string framework, framework_version, task, model, attention;
    std::string notes; // "framework_config=..." and "hidden-dropout ..." are read, the rest is not
    std::optional<double> parameters_b; // 1e9 parameters
    std::optional<int> layers, hidden, heads, kv_heads, head_dim, ffn, vocab;
    std::optional<int> experts, experts_per_token, moe_ffn, shared_experts, dense_layers;
    std::optional<bool> gated, tied_embeddings;
    // Where
    std::string gpu, interconnect;
    std::optional<int> gpus, gpus_per_node;
    // How
    std::string precision, states, quantization, optimizer, sharding, offload;
    std::string recompute, recompute_detail, lora_targets, grad_accumulation;
    std::optional<int> sequence, micro_batch, global_batch;
    std::optional<int> tp, pp, vpp, cp, ep, dp, lora_rank;
    std::string routing; // of tokens to experts: balanced (forced), learned
    std::optional<bool> fixed_length, sequence_parallel, flash_attention, fused_loss, compiled;
    std::optional<bool> async_tensor_parallel;
    std::optional<bool> complete; // every input is stated, or inferred by whoever wrote the row
    // What was measured
    std::optional<double> step_seconds, tokens_per_second_per_gpu, memory_gib;
    std::optional<double> nvidia_smi_gib; // process memory of the same run
    std::string memory_kind; // allocated, active, reserved, process, fits, weights, ...
    std::string memory_rank; // max, mean, last
    std::string outcome;     // ok, oom, fits, error
};

} // namespace headroom
