// A small legal scenario that tests bend in one place, and the printing that gives rows their
// names.
//
//     Scenario s = test::legal_scenario();  // 32 layers, 32/8 heads; 64 GPUs as TP 2, PP 2, DP 16
//     s.training.tensor_parallel = 3;
#pragma once

#include "core/model/scenario.hpp"
#include "tests/support/scenarios.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace headroom {

inline void PrintTo(const Problem& problem, std::ostream* out) { *out << to_line(problem); }

} // namespace headroom

namespace headroom::test {

/// Of no catalog: nothing may be known of it but its dimensions.
inline ModelSpec small_model() {
    ModelSpec model = test::llama_8b();
    model.id.clear();
    model.name = "small";
    return model;
}

inline MoeSpec small_experts() {
    MoeSpec moe;
    moe.num_experts = 64;
    moe.num_experts_per_tok = 8;
    moe.moe_intermediate_size = 1408;
    return moe;
}

inline GpuSpec small_gpu() {
    GpuSpec gpu;
    gpu.id = "test-gpu";
    gpu.name = "Test GPU";
    gpu.memory.value = 79.6 * units::GiB;
    gpu.memory_bandwidth.value = 3.35 * units::TB_per_s;
    gpu.board_power.value = 700.0 * units::W;
    for (const Precision precision :
         {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16, Precision::fp8})
        gpu.peak[static_cast<std::size_t>(precision)].value = 989.0 * units::TFLOP_per_s;
    return gpu;
}

inline Scenario legal_scenario() {
    Scenario scenario;
    scenario.name = "legal";
    scenario.model = small_model();
    scenario.cluster.gpu = small_gpu();
    scenario.cluster.gpus_per_node = 8;
    scenario.cluster.nodes = 8;
    scenario.training.sequence = 8192;
    scenario.training.global_batch = 128;
    scenario.training.tensor_parallel = 2;
    scenario.training.pipeline_parallel = 2;
    return scenario;
}

/// For INSTANTIATE_TEST_SUITE_P: the `name` of a row.
template <class Row>
std::string row_name(const ::testing::TestParamInfo<Row>& info) {
    return info.param.name;
}

} // namespace headroom::test
