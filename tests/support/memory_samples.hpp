// Scenarios for tests of memory: preset models on preset GPUs, and models of a stated size.
//
//     Scenario s = samples::on("llama2-7b", "a100-sxm4-80", "fsdp", 8);
//     samples::vocabulary_model(7.5e9)       // 7.5e9 parameters and nothing else
#pragma once

#include "core/cost/memory.hpp"
#include "core/io/catalog_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom::samples {

inline const Catalog& presets() {
    static const Catalog catalog = read_catalog(HEADROOM_SOURCE_DIR "/presets").catalog;
    return catalog;
}

inline const ModelSpec& model(std::string_view id) {
    const ModelPreset* preset = presets().find_model(id);
    EXPECT_NE(preset, nullptr) << id;
    static const ModelSpec none;
    return preset ? preset->spec : none;
}

inline const Stack& stack(std::string_view id) {
    const Stack* found = presets().find_stack(id);
    EXPECT_NE(found, nullptr) << id;
    static const Stack none;
    return found ? *found : none;
}

inline Scenario on(const ModelSpec& spec, std::string_view gpu, std::string_view framework,
                   int gpus) {
    Scenario scenario;
    scenario.model = spec;
    if (const GpuSpec* found = presets().find_gpu(gpu)) scenario.cluster.gpu = *found;
    scenario.stack = stack(framework);
    scenario.cluster.gpus_per_node = std::min(gpus, 8);
    scenario.cluster.nodes = std::max(1, gpus / 8);
    scenario.training.global_batch = gpus;
    return scenario;
}

inline Scenario on(std::string_view id, std::string_view gpu, std::string_view framework,
                   int gpus) {
    return on(model(id), gpu, framework, gpus);
}

/// A model that is one embedding of `parameters`, a multiple of 1000: model states alone.
inline ModelSpec vocabulary_model(double parameters) {
    ModelSpec spec;
    spec.hidden_size = 1000;
    spec.num_attention_heads = spec.num_key_value_heads = spec.head_dim = 1;
    constexpr int final_norm = 1; // row of 1000
    spec.vocab_size = static_cast<int>(std::round(parameters / 1000.0)) - final_norm;
    spec.tie_word_embeddings = true;
    return spec;
}

/// About `parameters` in layers of `layer` parameters each; the rest is the embedding.
inline ModelSpec layered_model(double parameters, double layer) {
    constexpr double hidden = 1000.0;
    constexpr double norms_and_attention = 2.0 * hidden + 4.0 * hidden;
    ModelSpec spec;
    spec.num_hidden_layers = static_cast<int>(parameters / layer);
    spec.gated_mlp = false;
    spec.intermediate_size = static_cast<int>((layer - norms_and_attention) / (2.0 * hidden));
    spec.hidden_size = 1000;
    spec.num_attention_heads = spec.num_key_value_heads = spec.head_dim = 1;
    spec.tie_word_embeddings = true;
    const auto held = static_cast<double>(count_parameters(spec).total);
    spec.vocab_size = static_cast<int>(std::max(1.0, std::round((parameters - held) / hidden)));
    return spec;
}

inline MemoryEstimate estimate(const Scenario& scenario) {
    Caveats caveats;
    return estimate_memory(scenario, caveats);
}

inline double gib(Bytes bytes) { return bytes / units::GiB; }

/// Relative difference, for messages and tolerances.
inline double difference(double value, double expected) {
    return std::abs(value - expected) / std::abs(expected);
}

} // namespace headroom::samples
