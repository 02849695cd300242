// Many evaluations: along an axis (sweep, strip) and across GPU presets.
//
//     for (const SweepPoint& p : sweep(scenario, Axis::micro_batch)) ...
//     strip(scenario, Axis::zero_stage)          // {does_not_fit, does_not_fit, tight, fits}
#pragma once

#include "core/cost/estimate.hpp"
#include "core/explore/axis.hpp"
#include "core/model/catalog.hpp"

#include <span>
#include <vector>

namespace headroom {

struct SweepPoint {
    double value = 0.0;
    Estimate estimate;
};

/// One estimate for each value, in the order given; positions that are not legal keep their place.
std::vector<SweepPoint> sweep(const Scenario& scenario, Axis axis, std::span<const double> values);
std::vector<SweepPoint> sweep(const Scenario& scenario, Axis axis); // over axis_values()

/// The verdicts alone, for the strip under a slider.
std::vector<Verdict> strip(const Scenario& scenario, Axis axis, std::span<const double> values,
                           Held held = {});
std::vector<Verdict> strip(const Scenario& scenario, Axis axis); // over axis_values()

struct GpuPoint {
    const GpuSpec* gpu = nullptr; // in the catalog
    Scenario scenario;            // the plan on this GPU
    Estimate estimate;
};

/// The same plan on each of these GPUs (ids unknown to the catalog are skipped).
std::vector<GpuPoint> across_gpus(const Scenario& scenario, std::span<const std::string> ids,
                                  const Catalog& catalog);

} // namespace headroom
