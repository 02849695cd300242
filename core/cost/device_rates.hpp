// What one GPU sustains over a training step, as opposed to what its datasheet says.
//
//     const DeviceRates rates = device_rates(cluster, Precision::fp8);
//     rates.linear.rate             // FLOP/s of large fp8 products at the board's power cap
//
// Equations: docs/model-step-time.md, "Sustained rates".
#pragma once

#include "core/cost/site_rates.hpp"

namespace headroom {

/// Large matrix products in one number format.
struct MatmulRate {
    FlopRate peak;        // dense
    FlopRate rate;        // sustained by large products
    double speedup = 1.0; // peak over the 16-bit peak: fixed costs do not shrink with it
    double operand_bytes = 2.0;
    double result_bytes = 2.0;
    double grouped = 1.0;    // of the rate that a grouped product of experts reaches
    double cast_bytes = 0.0; // moved per operand element to convert it from 16 bit; 0: no cast
};

struct DeviceRates {
    MatmulRate linear;  // linear layers, in the plan's precision
    MatmulRate general; // head, attention, adapters: 16 bit (or the plan's own above that)
    ByteRate memory;    // peak HBM rate
    double unfused_attention = 0.7; // of the sum of its products and traffic, since they overlap
    KernelRates kernels;
    int processors = 1;      // SMs or compute units
    bool falls_back = false; // the GPU lacks the precision: 16 bit was taken
    bool unmeasured = false; // the efficiency of this precision is carried over
};

DeviceRates device_rates(const ClusterSpec& cluster, Precision precision,
                         const StepConstants& constants = {}, const SiteRates& site = {});

} // namespace headroom
