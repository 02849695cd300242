// Which layers a pipeline stage holds.
//
//     stage_layers(deepseek_v3, plan, 0)       // {.dense = 3, .moe = 12}
//
// A stage holds `virtual_stages` chunks of consecutive layers, dealt round robin. Under
// PipelineSplit::even every chunk is alike; under `balanced` the embedding counts as a layer of the
// first chunk and the head as one of the last.
#pragma once

#include "core/model/model_spec.hpp"
#include "core/model/plan.hpp"

namespace headroom {

/// What follows attention in a layer: one MLP, or experts that tokens are routed to.
enum class LayerKind : std::uint8_t { dense, experts };

struct StageLayers {
    int dense = 0;
    int moe = 0; // layers with experts

    int total() const { return dense + moe; }
    bool operator==(const StageLayers&) const = default;
};

/// Layers of stage `stage` (0-based); {} for a split that is not legal.
StageLayers stage_layers(const ModelSpec& model, const TrainingPlan& plan, int stage);

/// Layers of the stage that holds most.
int most_stage_layers(const ModelSpec& model, const TrainingPlan& plan);

/// Whether every chunk gets its share of `layer_count(model)` layers.
bool splits_into_stages(const ModelSpec& model, const TrainingPlan& plan);

} // namespace headroom
