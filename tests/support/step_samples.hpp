// Clusters and models for tests of step time, as plain values: independent of the preset files.
//
//     Scenario s = gpt3_175b_on(h100_node(8));
//
// Figures are datasheet values; the tests that need a source state it beside their expectation.
#pragma once

#include "core/cost/step_time.hpp"

namespace headroom::samples {

inline LinkSpec link(LinkKind kind, double gigabytes_per_second, double achievable) {
    LinkSpec link;
    link.kind = kind;
    link.peak.value = gigabytes_per_second * units::GB_per_s;
    link.achievable.value = achievable;
    return link;
}

inline GpuSpec gpu(GpuGeneration generation, double memory_gib, double terabytes_per_second,
                   double teraflops_16bit, double efficiency, double watts, int processors) {
    GpuSpec gpu;
    gpu.generation = generation;
    gpu.memory.value = memory_gib * units::GiB;
    gpu.memory_bandwidth.value = terabytes_per_second * units::TB_per_s;
    for (const Precision precision : {Precision::bf16, Precision::fp16})
        gpu.peak[static_cast<std::size_t>(precision)].value = teraflops_16bit * units::TFLOP_per_s;
    gpu.matmul_efficiency.value = efficiency;
    gpu.board_power.value = watts * units::W;
    gpu.sm_count = processors;
    return gpu;
}

inline void set_peak(GpuSpec& gpu, Precision precision, double teraflops) {
    gpu.peak[static_cast<std::size_t>(precision)].value = teraflops * units::TFLOP_per_s;
}

inline GpuSpec a100() {
    GpuSpec a100 = gpu(GpuGeneration::ampere, 79.3, 2.039, 312.0, 0.87, 400.0, 108);
    set_peak(a100, Precision::tf32, 156.0);
    set_peak(a100, Precision::fp32, 19.5);
    a100.scale_up_domain = 8;
    return a100;
}

inline GpuSpec h100() {
    GpuSpec h100 = gpu(GpuGeneration::hopper, 79.6, 3.35, 989.4, 0.81, 700.0, 132);
    set_peak(h100, Precision::tf32, 494.7);
    set_peak(h100, Precision::fp32, 67.0);
    set_peak(h100, Precision::fp8, 1978.9);
    h100.matmul_efficiency_fp8.value = 0.543;
    h100.scale_up_domain = 8;
    return h100;
}

inline GpuSpec l40s() { return gpu(GpuGeneration::ada, 44.5, 0.864, 362.05, 0.67, 350.0, 142); }

inline ClusterSpec cluster_of(const GpuSpec& gpu, const LinkSpec& inside, const LinkSpec& between,
                              int nodes) {
    ClusterSpec cluster;
    cluster.gpu = gpu;
    cluster.gpus_per_node = 8;
    cluster.nodes = nodes;
    cluster.intra_node = inside;
    cluster.inter_node = between;
    cluster.host_link.value = 31.5 * units::GB_per_s;
    cluster.nvme.value = 6.7 * units::GB_per_s;
    return cluster;
}

inline ClusterSpec a100_nodes(int nodes) {
    return cluster_of(a100(), link(LinkKind::nvlink, 300.0, 0.78),
                      link(LinkKind::infiniband, 25.0, 0.92), nodes);
}

inline ClusterSpec h100_nodes(int nodes) {
    LinkSpec nvlink = link(LinkKind::nvlink, 450.0, 0.81);
    nvlink.in_switch_reduction = true;
    return cluster_of(h100(), nvlink, link(LinkKind::infiniband, 50.0, 0.92), nodes);
}

/// Eight cards over two sockets; peers are reached through host memory.
inline ClusterSpec l40s_box() {
    LinkSpec pcie = link(LinkKind::pcie, 31.5, 0.79);
    pcie.peer_access = false;
    return cluster_of(l40s(), pcie, {}, 1);
}

inline ModelSpec decoder(int layers, int hidden, int heads, int kv_heads, int width, bool gated,
                         int vocabulary) {
    ModelSpec model;
    model.num_hidden_layers = layers;
    model.hidden_size = hidden;
    model.num_attention_heads = heads;
    model.num_key_value_heads = kv_heads;
    model.head_dim = hidden / heads;
    model.intermediate_size = width;
    model.gated_mlp = gated;
    model.vocab_size = vocabulary;
    return model;
}

inline ModelSpec gpt3_175b() { return decoder(96, 12288, 96, 96, 49152, false, 51200); }
inline ModelSpec llama_8b() { return decoder(32, 4096, 32, 8, 14336, true, 128256); }
inline ModelSpec bert_large() {
    ModelSpec model = decoder(24, 1024, 16, 16, 4096, false, 30522);
    model.style = ModelStyle::bert;
    return model;
}

/// The shape of Qwen3-30B-A3B.
inline ModelSpec experts_30b() {
    ModelSpec model = decoder(48, 2048, 32, 4, 6144, true, 151936);
    model.head_dim = 128;
    model.moe = MoeSpec{.num_experts = 128, .num_experts_per_tok = 8, .moe_intermediate_size = 768};
    return model;
}

inline Scenario scenario_of(const ModelSpec& model, const ClusterSpec& cluster,
                            const TrainingPlan& plan) {
    Scenario scenario;
    scenario.model = model;
    scenario.cluster = cluster;
    scenario.training = plan;
    return scenario;
}

inline Scenario llama_8b_on(const ClusterSpec& cluster) {
    TrainingPlan plan;
    plan.sequence = 8192;
    plan.global_batch = 8 * cluster.gpus();
    plan.zero_stage = 3;
    return scenario_of(llama_8b(), cluster, plan);
}

/// TP 8, PP 8 on 64 GPUs, as in Korthikanti et al. 2022, table 5.
inline Scenario gpt3_175b_on(const ClusterSpec& cluster) {
    TrainingPlan plan;
    plan.sequence = 2048;
    plan.tensor_parallel = 8;
    plan.pipeline_parallel = 8;
    plan.sequence_parallel = true;
    plan.global_batch = 64;
    plan.flash_attention = false;
    return scenario_of(gpt3_175b(), cluster, plan);
}

/// Step time alone: no memory estimate, so no slowdown near capacity.
inline StepEstimate step_of(const Scenario& scenario) {
    Caveats caveats;
    return estimate_step_time(scenario, MemoryEstimate{}, caveats);
}

inline double seconds_of(const Scenario& scenario) {
    return step_of(scenario).total.expected / units::s;
}

} // namespace headroom::samples
