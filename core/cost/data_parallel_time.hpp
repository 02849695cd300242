// Traffic of data parallelism in one step: gradients out, weights in, and what of it shows.
//
//     const DataParallelTime t = data_parallel_time(context, {forward, backward});
//     t.exposed
//
// DDP and ZeRO-1 talk once a step, ZeRO-2 scatters each micro batch, ZeRO-3 gathers twice and
// scatters each micro batch, HSDP adds an all-reduce of shards. Equations:
// docs/model-step-time.md, "Data parallelism".
#pragma once

#include "core/cost/layer_time.hpp"

namespace headroom {

/// Time of one micro batch on the GPU that communication can hide behind.
struct OverlapWindow {
    Seconds forward, backward;
};

struct DataParallelTime {
    Seconds exposed;       // of the whole step
    OverlapWindow carried; // communication of the busiest micro batch, hidden or not
};

DataParallelTime data_parallel_time(const StepContext& context, const OverlapWindow& window);

} // namespace headroom
