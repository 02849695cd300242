#include "core/model/pipeline_split.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Embedding and head, where they count as layers.
constexpr int end_units = 2;

std::int64_t chunk_count(const TrainingPlan& plan) {
    return std::int64_t{plan.pipeline_parallel} * plan.virtual_stages;
}

/// First layer of chunk `chunk`; chunk_count() gives the end of the last one.
int chunk_begin(int layers, const TrainingPlan& plan, int chunk) {
    const auto chunks = static_cast<int>(chunk_count(plan));
    if (plan.pipeline_split == PipelineSplit::even) return layers / chunks * chunk;
    const std::int64_t units = std::int64_t{layers} + end_units;
    const std::int64_t begin =
        units / chunks * chunk + std::min<std::int64_t>(chunk, units % chunks);
    return static_cast<int>(std::clamp<std::int64_t>(
        begin - 1, 0, layers)); // the embedding's unit comes before layer 0
}

int moe_layers_before(const ModelSpec& model, int layer) {
    if (!model.moe) return 0;
    return std::max(0, layer - std::max(0, model.moe->first_k_dense_replace)) /
           std::max(1, model.moe->moe_layer_step);
}

} // namespace

bool splits_into_stages(const ModelSpec& model, const TrainingPlan& plan) {
    const std::int64_t chunks = chunk_count(plan);
    if (plan.pipeline_parallel < 1 || plan.virtual_stages < 1) return false;
    if (chunks == 1) return true;
    const std::int64_t layers = layer_count(model);
    return plan.pipeline_split == PipelineSplit::even ? layers % chunks == 0
                                                      : layers + end_units >= chunks;
}

StageLayers stage_layers(const ModelSpec& model, const TrainingPlan& plan, int stage) {
    if (!splits_into_stages(model, plan)) return {};
    const int layers = layer_count(model);
    if (plan.pipeline_split == PipelineSplit::even && !model.moe)
        return {layers / plan.pipeline_parallel, 0}; // all alike
    StageLayers held;
    for (int chunk = stage; chunk < chunk_count(plan); chunk += plan.pipeline_parallel) {
        const int begin = chunk_begin(layers, plan, chunk);
        const int end = chunk_begin(layers, plan, chunk + 1);
        const int moe = moe_layers_before(model, end) - moe_layers_before(model, begin);
        held.moe += moe;
        held.dense += end - begin - moe;
    }
    return held;
}

int most_stage_layers(const ModelSpec& model, const TrainingPlan& plan) {
    // Chunks only get smaller from the first stage on, but for the two that hold an end.
    const int last = std::max(0, plan.pipeline_parallel - 1);
    return std::max({stage_layers(model, plan, 0).total(),
                     stage_layers(model, plan, std::min(1, last)).total(),
                     stage_layers(model, plan, last).total()});
}

} // namespace headroom
