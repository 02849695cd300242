// Constants of the cost model that a site can measure for itself: as fitted for everybody, or as
// measured where the scenario runs.
//
//     const SiteRates rates = site_rates(scenario);
//     rates.kernels.prologue_k        // 217, or what this site's products say
//     site_of(scenario)               // nullptr: the presets alone
//
// The one place where a calibration meets the formulas: they take these numbers and never ask where
// one comes from. Without a calibration each has the value it always had. Allocates nothing.
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

/// Kernels of one GPU. K0, q and the bandwidth of products were fitted together on 5 200 isolated
/// bf16 kernel timings of A100 and H100 (aiconfigurator tables).
struct KernelRates {
    double prologue_k = 217.0;          // prologue and epilogue, in elements of K
    double smoothed_waves = 0.513;      // part of wave quantisation that kernels smooth away
    double product_bandwidth = 0.814;   // of peak HBM, under matrix products
    double stream_bandwidth = 0.8;      // of peak HBM; stream benchmarks reach 0.8 - 0.9
    double weight_gradient_rate = 0.95; // same timings, NT against TN layouts
    Seconds start = 2.2_us;
};

/// Links of one node. Shares and the ramp were fitted on the NCCL 2.27 tables of A100, H100, H200,
/// B200, B300, GB200 and GB300 with 2, 4 and 8 GPUs.
struct CollectiveRates {
    /// Of the NVLink rate that a large collective reaches in a wide group, by Collective.
    std::array<double, 4> share{0.943, 0.871, 0.852, 0.814};
    Seconds latency = 8.0_us;
    Seconds latency_per_rank = 1.2_us;
    Seconds ramp = 13.2_us; // time grows as the root of size before the links fill
};

struct SiteRates {
    KernelRates kernels;
    CollectiveRates collectives;
    /// Isolated share of the peak by Precision; 0: the preset's.
    std::array<double, precision_count> efficiency{};
    double rate_per_power = 0.0;             // 0: the generation's, where it has one
    double host_floor = 1.0;                 // factor on the launch floor of the stack
    ByteRate host_to_device, device_to_host; // 0: the link's
    double cpu_adam = 0.0;                   // parameters a second of one node; 0: from its memory
    ByteRate nvme_read, nvme_write;          // 0: the cluster's
    std::optional<double> never_hidden;
    std::optional<Bytes> cuda_context;
    // What measured memory taught
    double activations = 1.0; // factor on what passes keep and work in
    double slack = 1.0;       // factor on what the allocator reserves beyond, at least 1
    Bytes process;            // added to what nvidia-smi shows
};

SiteRates site_rates(const Scenario& scenario);

/// The calibration that holds for the scenario: switched on and of its GPU. nullptr: none does.
const SiteCalibration* site_of(const Scenario& scenario);

/// Whether what was measured of links holds: unknown, or the links inside of the scenario's nodes.
bool links_are_measured(const SiteCalibration& site, const ClusterSpec& cluster);

/// What one process can allocate of the scenario's GPU.
Bytes usable_memory(const Scenario& scenario);

/// A ticked number as the model takes it; values are in their parameter's base unit.
void set_rate(const SiteValue& value, SiteRates& rates);

} // namespace headroom
