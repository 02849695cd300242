#include "core/cost/step_band.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Regimes whose validated spread is wider than that of the rest (P10 - P90 over sources).
constexpr double wide_tensor_widening = 1.6; // TP >= 8
constexpr double many_gpus_widening = 1.3;   // more than 128
constexpr double new_silicon_widening = 1.5; // Blackwell
constexpr double experts_widening = 2.2;
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
           plan.offload != Offload::none || plan.schedule == PipelineSchedule::zero_bubble ||
           scenario.model.style == ModelStyle::t5 || scenario.model.style == ModelStyle::vit ||
           scenario.model.mla.has_value();
}

double widening(const Scenario& scenario) {
    const bool blackwell = scenario.cluster.gpu.generation == GpuGeneration::blackwell;
    double factor = 1.0;
    if (scenario.training.tensor_parallel >= wide_tensor_parallel)
        factor = std::max(factor, wide_tensor_widening);
    if (scenario.cluster.gpus() > many_gpus) factor = std::max(factor, many_gpus_widening);
    if (blackwell) factor = std::max(factor, new_silicon_widening);
    if (scenario.model.moe) factor = std::max(factor, experts_widening);
    if (outside_validation(scenario)) factor *= scenario.calibration.outside_widening;
    return factor;
}

} // namespace

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
                                terms[StepTerm::optimizer] +
                                terms[StepTerm::memory_pressure];
    at(Limiter::launch) = terms[StepTerm::launch];
    at(Limiter::tensor_communication) =
        terms[StepTerm::tensor_communication] + terms[StepTerm::context_communication];
    at(Limiter::data_communication) = terms[StepTerm::data_communication] + terms[StepTerm::stragglers];
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

Banded<Seconds> step_band(const Scenario& scenario, Seconds expected, Caveats& caveats) {
    caveats.set(static_cast<std::size_t>(Caveat::outside_validated_regime),
                caveats.test(static_cast<std::size_t>(Caveat::outside_validated_regime)) ||
                    outside_validation(scenario));
    const double wider = widening(scenario);
    const BandFactors& band = scenario.calibration.step_time;
    // Widened in the logarithm's first order, and never below a quarter of the expected time.
    const double low = std::max(1.0 - wider * (1.0 - band.p10), 0.25);
    const double high = 1.0 + wider * (band.p90 - 1.0);
    return {expected, low * expected, high * expected};
}

} // namespace headroom
