// FLOPs of one optimizer step, as papers count them for MFU.
//
//     flop_count(scenario).model        // 6 N per token and 12 L a d S^2 per sequence
//
// PaLM's convention (Chowdhery et al. 2022, arXiv 2204.02311, app. B): matrix products and full
// (not halved) attention scores, recompute only in `hardware`.
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

struct StepFlop {
    FlopCount model, hardware;
};

StepFlop flop_count(const Scenario& scenario);

} // namespace headroom
