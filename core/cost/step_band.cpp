#include "core/cost/step_band.hpp"

#include "core/cost/collectives.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr int wide_tensor_parallel = 8;
constexpr int many_gpus = 128;

bool validated_generation(GpuGeneration generation) {
    return generation == GpuGeneration::volta || generation == GpuGeneration::ampere ||
           generation == GpuGeneration::hopper || generation == GpuGeneration::blackwell;
}

/// What no measured run covered.
bool outside_validation(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    return !validated_generation(scenario.cluster.gpu.generation) ||
           is_staged_through_host(scenario.cluster) || plan.offload != Offload::none ||
           plan.schedule == PipelineSchedule::zero_bubble ||
           scenario.model.style == ModelStyle::t5 || scenario.model.style == ModelStyle::vit ||
           scenario.model.mla.has_value();
}

/// The widest of the regimes that the plan is in, side by side; the usual band in none of them.
BandFactors band_of(const Scenario& scenario) {
    const Calibration& calibration = scenario.calibration;
    const StepRegimes regimes = step_regimes(scenario);
    if (regimes.none()) return calibration.step_time;
    BandFactors widest{1.0, 1.0, 0};
    for (std::size_t i = 0; i < step_regime_count; ++i) {
        if (!regimes.test(i)) continue;
        const BandFactors& band = calibration.step_time_regimes[i];
        widest.p10 = std::min(widest.p10, band.p10);
        widest.p90 = std::max(widest.p90, band.p90);
    }
    return widest;
}

} // namespace

StepRegimes step_regimes(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    StepRegimes regimes;
    const auto put = [&regimes](StepRegime regime, bool holds) {
        regimes.set(static_cast<std::size_t>(regime), holds);
    };
    put(StepRegime::wide_tensor, plan.tensor_parallel >= wide_tensor_parallel);
    put(StepRegime::many_gpus, scenario.cluster.gpus() > many_gpus);
    put(StepRegime::blackwell, scenario.cluster.gpu.generation == GpuGeneration::blackwell);
    put(StepRegime::experts, scenario.model.moe.has_value());
    put(StepRegime::low_precision, plan.precision > Precision::bf16);
    put(StepRegime::adapters, has_adapters(plan.task));
    put(StepRegime::masked_language, scenario.model.style == ModelStyle::bert);
    put(StepRegime::fine_tuning,
        plan.task == Task::full_finetune && scenario.model.style == ModelStyle::decoder);
    return regimes;
}

TermCauses& TermCauses::operator*=(double factor) {
    for (Seconds* cause : {&recompute_matmul, &recompute_attention, &head_matmul})
        *cause *= factor;
    return *this;
}

LimiterShares shares_by_limiter(const StepBreakdown& terms, const TermCauses& causes) {
    LimiterShares shares{};
    const auto at = [&shares](Limiter limiter) -> Seconds& {
        return shares[static_cast<std::size_t>(limiter)];
    };
    const Seconds recompute_streams =
        terms[StepTerm::recompute] - causes.recompute_matmul - causes.recompute_attention;
    at(Limiter::matmul) = terms[StepTerm::matmul] + causes.recompute_matmul + causes.head_matmul;
    at(Limiter::attention) = terms[StepTerm::attention] + causes.recompute_attention;
    at(Limiter::memory_bound) = terms[StepTerm::elementwise] + recompute_streams +
                                (terms[StepTerm::head] - causes.head_matmul) +
                                terms[StepTerm::optimizer] + terms[StepTerm::memory_pressure];
    at(Limiter::launch) = terms[StepTerm::launch];
    at(Limiter::tensor_communication) =
        terms[StepTerm::tensor_communication] + terms[StepTerm::context_communication];
    at(Limiter::data_communication) =
        terms[StepTerm::data_communication] + terms[StepTerm::stragglers];
    at(Limiter::pipeline_bubble) =
        terms[StepTerm::pipeline_bubble] + terms[StepTerm::pipeline_communication];
    at(Limiter::expert_exchange) = terms[StepTerm::expert_exchange];
    at(Limiter::offload) = terms[StepTerm::offload];
    at(Limiter::data_loading) = terms[StepTerm::data_loading];
    return shares;
}

Limiter limiter_of(const LimiterShares& shares, const StepBreakdown& terms) {
    if (terms[StepTerm::data_loading] > Seconds{}) return Limiter::data_loading;
    const auto largest = std::max_element(shares.begin(), shares.end());
    return static_cast<Limiter>(largest - shares.begin());
}

Banded<Seconds> step_band(const Scenario& scenario, Seconds expected, double left,
                          Caveats& caveats) {
    caveats.set(static_cast<std::size_t>(Caveat::outside_validated_regime),
                caveats.test(static_cast<std::size_t>(Caveat::outside_validated_regime)) ||
                    outside_validation(scenario));
    const double wider =
        left * (outside_validation(scenario) ? scenario.calibration.outside_widening : 1.0);
    const BandFactors band = band_of(scenario);
    return {expected, std::pow(std::min(band.p10, 1.0), wider) * expected,
            std::pow(std::max(band.p90, 1.0), wider) * expected};
}

} // namespace headroom
