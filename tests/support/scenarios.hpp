// Scenarios for tests, built from values so that no preset can change what a test means.
//
//     Scenario scenario = headroom::test::llama_8b_on_8_h100();
//     scenario.training.zero_stage = 2;
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom::test {

inline ModelSpec llama_8b() {
    ModelSpec model;
    model.id = "llama3.1-8b";
    model.name = "Llama-3.1 8B";
    model.hidden_size = 4096;
    model.num_hidden_layers = 32;
    model.num_attention_heads = 32;
    model.num_key_value_heads = 8;
    model.head_dim = 128;
    model.intermediate_size = 14336;
    model.vocab_size = 128256;
    model.max_position_embeddings = 131072;
    return model;
}

inline GpuSpec h100() {
    GpuSpec gpu;
    gpu.id = "h100-sxm";
    gpu.name = "NVIDIA H100 SXM5 80GB";
    gpu.short_name = "H100 SXM";
    gpu.vendor = "NVIDIA";
    gpu.generation = GpuGeneration::hopper;
    gpu.memory.value = 79.6 * units::GiB;
    gpu.memory_marketing = 80.0 * units::GB;
    gpu.memory_bandwidth.value = 3.35 * units::TB_per_s;
    for (Sourced<FlopRate>& peak : gpu.peak)
        peak.value = 989.4 * units::TFLOP_per_s;
    gpu.matmul_efficiency.value = 0.7;
    gpu.board_power.value = 700.0 * units::W;
    gpu.sm_count = 132;
    gpu.scale_up_domain = 8;
    return gpu;
}

inline LinkSpec link(std::string id, LinkKind kind, ByteRate peak) {
    LinkSpec spec;
    spec.id = std::move(id);
    spec.name = spec.id;
    spec.kind = kind;
    spec.peak.value = peak;
    spec.achievable.value = 0.8;
    spec.latency.value = 5.0 * units::us;
    return spec;
}

inline Scenario llama_8b_on_8_h100() {
    Scenario scenario;
    scenario.name = "8B on one node";
    scenario.model = llama_8b();
    scenario.cluster.gpu = h100();
    scenario.cluster.gpus_per_node = 8;
    scenario.cluster.intra_node = link("nvlink4", LinkKind::nvlink, 450.0 * units::GB_per_s);
    scenario.cluster.inter_node = link("ndr", LinkKind::infiniband, 50.0 * units::GB_per_s);
    scenario.cluster.host_link.value = 50.0 * units::GB_per_s;
    scenario.cluster.nvme.value = 6.7 * units::GB_per_s;
    scenario.training.sequence = 8192;
    scenario.training.global_batch = 64;
    scenario.training.zero_stage = 3;
    scenario.training.recompute.mode = RecomputeMode::full;
    scenario.stack.id = "megatron-core";
    scenario.stack.name = "Megatron-Core";
    return scenario;
}

} // namespace headroom::test
