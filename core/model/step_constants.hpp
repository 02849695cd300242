// Constants of the step-time model that whole training steps taught, as opposed to kernel timings.
//
//     scenario.calibration.step_constants.grouped_rate.value        // 0.7
//
// Global: none belongs to one GPU, stack, model or run. Values and what they were fitted on:
// presets/calibration.json; `headroom-cli validate --leave-one-out` fits them again. Formulas:
// docs/model-step-time.md.
#pragma once

#include "core/base/sourced.hpp"

namespace headroom {

struct StepConstants {
    // Sustained rates: eta <= c * ((P - static) / (peak in TFLOP/s))^0.75
    Sourced<double> hopper_rate_per_power{1.15};    // c, of (W s / TFLOP)^0.75
    Sourced<double> blackwell_rate_per_power{1.75}; // the same
    Sourced<double> static_power_share{0.18};       // of the board's power
    Sourced<double> fp8_efficiency{0.85};           // share of the fp8 peak over that of 16 bit
    Sourced<double> fp4_efficiency{0.6};            // the same of fp4
    Sourced<double> grouped_rate{0.7};              // of experts' products over dense ones
    Sourced<double> unfused_attention{0.7};         // of the sum of its products and its traffic
    // Communication and many ranks
    Sourced<double> never_hidden{0.5};            // share of overlapped traffic that shows
    Sourced<double> collective_skew_us{3.0};      // lateness of one rank at a collective
    Sourced<double> straggler_per_doubling{0.01}; // of the step, per doubling of nodes
    Sourced<double> memory_pressure{0.1};         // slowdown of a card that is full

    bool operator==(const StepConstants&) const = default;
};

} // namespace headroom
