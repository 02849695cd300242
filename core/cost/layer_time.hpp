// Time that one layer of the model takes on one rank: forward, backward, and forward again.
//
//     const LayerTime layer = layer_time(work, LayerKind::dense);
//     layer.backward.matmul;
//
// Everything but `launch` runs on the GPU; `launch` is what the host is too slow by. Equations:
// docs/model-step-time.md, "One layer".
#pragma once

#include "core/cost/step_context.hpp"

namespace headroom {

/// Exposed times of one pass through one layer (or a sum of such).
struct PassTime {
    Seconds matmul, attention, elementwise, tensor, context, expert, launch;

    Seconds compute() const { return matmul + attention + elementwise; }
    Seconds total() const { return compute() + tensor + context + expert + launch; }
    PassTime& operator+=(const PassTime& other);
    friend PassTime operator*(double factor, PassTime time) { return time *= factor; }
    PassTime& operator*=(double factor);
};

struct LayerTime {
    PassTime forward, backward, recompute;
};

LayerTime layer_time(const StepContext& context, LayerKind kind);

} // namespace headroom
