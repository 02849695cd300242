#include "core/cost/estimate.hpp"

#include "core/cost/memory.hpp"
#include "core/cost/money.hpp"
#include "core/cost/site_rates.hpp"
#include "core/cost/step_time.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Fits when the expected need is below the capacity; tight when its P90 is not, or when less is
/// left than the goals ask for.
Verdict verdict_of(const MemoryEstimate& memory, const Goals& goals) {
    if (memory.headroom < Bytes{}) return Verdict::does_not_fit;
    const Bytes asked = std::max(goals.headroom.value_or(Bytes{}),
                                 goals.headroom_share.value_or(0.0) * memory.capacity);
    const bool tight = memory.process.p90 > memory.capacity || memory.headroom < asked;
    return tight ? Verdict::tight : Verdict::fits;
}

/// A calibration that is on and yet not used, or only in part.
void note_calibration(const Scenario& scenario, Caveats& caveats) {
    if (!scenario.site || !scenario.site->on) return;
    const SiteCalibration* site = site_of(scenario);
    caveats.set(static_cast<std::size_t>(Caveat::calibration_of_another_gpu), site == nullptr);
    caveats.set(static_cast<std::size_t>(Caveat::calibration_of_other_links),
                site != nullptr && !links_are_measured(*site, scenario.cluster));
}

} // namespace

Estimate evaluate(const Scenario& scenario) {
    Estimate estimate;
    estimate.illegality = find_illegality(scenario);
    estimate.memory.capacity = usable_memory(scenario);
    if (estimate.illegality != Illegality::none) return estimate;

    estimate.memory = estimate_memory(scenario, estimate.caveats);
    estimate.step = estimate_step_time(scenario, estimate.memory, estimate.caveats);
    estimate.money = estimate_money(scenario, estimate.step);
    estimate.verdict = verdict_of(estimate.memory, scenario.goals);

    note_calibration(scenario, estimate.caveats);
    const GpuSpec& gpu = scenario.cluster.gpu;
    estimate.caveats.set(static_cast<std::size_t>(Caveat::no_price), !estimate.money.priced);
    estimate.caveats.set(static_cast<std::size_t>(Caveat::announced_gpu), gpu.announced);
    estimate.caveats.set(static_cast<std::size_t>(Caveat::estimated_gpu_preset),
                         gpu.confidence >= Confidence::low);
    return estimate;
}

} // namespace headroom
