#include "core/cost/pipeline.hpp"

#include <algorithm>

namespace headroom {

PipelineTime pipeline_time(const PipelineWork& work) {
    PipelineTime time;
    if (work.stages <= 1) return time;
    // A stage between the ends sends and receives both ways; the last one only towards the front.
    time.last_stage_decides = work.head + 0.5 * work.send >= work.send;
    const Seconds sends = time.last_stage_decides ? 0.5 * work.send : work.send;
    time.communication = work.micro_batches * sends;
    const Seconds idle_pass = work.schedule == PipelineSchedule::zero_bubble
                                  ? work.stage - 2.0 * work.weight_gradient
                                  : work.stage;
    time.bubble =
        (work.stages - 1) * (std::max(idle_pass, Seconds{}) + work.send) / std::max(work.chunks, 1);
    return time;
}

} // namespace headroom
