#include "core/explore/sweep.hpp"

#include <tbb/parallel_for.h>

namespace headroom {

namespace {

/// Calls visit(value, estimate) for each value; one copy of the scenario serves them all.
template <class Visit>
void evaluate_along(const Scenario& scenario, Axis axis, std::span<const double> values, Held held,
                    const Visit& visit) {
    Scenario moved = scenario;
    for (const double value : values) {
        set_axis(moved, scenario, axis, value, held);
        visit(value, evaluate(moved));
    }
}

} // namespace

std::vector<SweepPoint> sweep(const Scenario& scenario, Axis axis, std::span<const double> values) {
    std::vector<SweepPoint> points;
    points.reserve(values.size());
    evaluate_along(scenario, axis, values, {}, [&](double value, const Estimate& estimate) {
        points.push_back({value, estimate});
    });
    return points;
}

std::vector<SweepPoint> sweep(const Scenario& scenario, Axis axis) {
    return sweep(scenario, axis, axis_values(axis, scenario));
}

std::vector<Verdict> strip(const Scenario& scenario, Axis axis, std::span<const double> values,
                           Held held) {
    std::vector<Verdict> verdicts;
    verdicts.reserve(values.size());
    evaluate_along(scenario, axis, values, held,
                   [&](double, const Estimate& estimate) { verdicts.push_back(estimate.verdict); });
    return verdicts;
}

std::vector<Verdict> strip(const Scenario& scenario, Axis axis) {
    return strip(scenario, axis, axis_values(axis, scenario));
}

std::vector<GpuPoint> across_gpus(const Scenario& scenario, std::span<const std::string> ids,
                                  const Catalog& catalog) {
    std::vector<GpuPoint> points;
    points.reserve(ids.size());
    for (const std::string& id : ids) {
        const GpuSpec* gpu = catalog.find_gpu(id);
        if (gpu == nullptr) continue;
        // The plan's own cluster keeps the links and prices that its file gave it.
        const bool is_own = gpu->id == scenario.cluster.gpu.id;
        points.push_back({gpu, is_own ? scenario : on_gpu(scenario, *gpu, catalog), {}});
    }
    tbb::parallel_for(std::size_t{0}, points.size(),
                      [&](std::size_t i) { points[i].estimate = evaluate(points[i].scenario); });
    return points;
}

} // namespace headroom
