// Logits and loss on the rank that holds the output projection.
//
//     loss_bytes(rank)       // at the end of forward
//
// Internal to core/cost. docs/model.md, "Memory: logits and loss".
#pragma once

#include "core/base/units.hpp"
#include "core/cost/memory_rank.hpp"

namespace headroom {

LossPath loss_path(const Rank& rank);
double bytes_per_logit(const Rank& rank);
Bytes loss_bytes(const Rank& rank);

} // namespace headroom
