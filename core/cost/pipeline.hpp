// Closed forms of pipeline schedules.
//
//     pipeline_time({.stages = 8, .chunks = 1, .micro_batches = 64, ...}).bubble
//
// 1F1B and interleaved: Narayanan et al. 2021, arXiv 2104.04473, sec. 2.2; zero bubble (ZB-H1): Qi
// et al. 2023, arXiv 2401.10241, table 2. Text: docs/model-step-time.md, "Pipeline".
#pragma once

#include "core/base/units.hpp"
#include "core/model/plan.hpp"

namespace headroom {

struct PipelineWork {
    int stages = 1;
    int chunks = 1; // model chunks per rank
    int micro_batches = 1;
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    Seconds stage;           // one micro batch on a stage between the ends, both passes
    Seconds weight_gradient; // of it: what a zero-bubble schedule can move
    Seconds head;            // what the last stage does beyond an ordinary one; may be negative
    Seconds send;            // activations to the next stage and gradients back, one micro batch
};

/// Of the rank that decides: the last stage, or one between the ends when sending outweighs the
/// head.
struct PipelineTime {
    bool last_stage_decides = true;
    Seconds communication; // exposed sends of all micro batches
    Seconds bubble;
};

PipelineTime pipeline_time(const PipelineWork& work);

} // namespace headroom
