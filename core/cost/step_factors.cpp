#include "core/cost/step_factors.hpp"

#include "core/cost/site_rates.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

using FactorTimes = std::array<Seconds, step_factor_count>;

Seconds& at(FactorTimes& times, StepFactor factor) {
    return times[static_cast<std::size_t>(factor)];
}

/// Exposed time by factor, without what follows from it: bubbles, stragglers, pressure.
FactorTimes times_of(const StepBreakdown& terms, Seconds products_again, Seconds head_products) {
    FactorTimes times{};
    at(times, StepFactor::matmul) =
        terms[StepTerm::matmul] + terms[StepTerm::attention] + products_again + head_products;
    at(times, StepFactor::fixed) = terms[StepTerm::launch] + terms[StepTerm::data_loading];
    at(times, StepFactor::communication) =
        terms[StepTerm::tensor_communication] + terms[StepTerm::data_communication] +
        terms[StepTerm::context_communication] + terms[StepTerm::expert_exchange] +
        terms[StepTerm::pipeline_communication] + terms[StepTerm::offload];
    at(times, StepFactor::elementwise) =
        terms[StepTerm::elementwise] + (terms[StepTerm::recompute] - products_again) +
        (terms[StepTerm::head] - head_products) + terms[StepTerm::optimizer];
    return times;
}

const SiteSteps* steps_of(const Scenario& scenario) {
    const SiteCalibration* site = site_of(scenario);
    return site != nullptr && site->steps.use ? &site->steps : nullptr;
}

/// j' C j
double variance(const StepFactors& shares, const StepCovariance& covariance) {
    double sum = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        for (std::size_t k = 0; k < step_factor_count; ++k)
            sum += shares[i] * covariance[i][k] * shares[k];
    return std::max(sum, 0.0);
}

} // namespace

StepFactors factor_shares(const StepEstimate& step) {
    const auto limiter = [&step](Limiter which) {
        return step.by_limiter[static_cast<std::size_t>(which)];
    };
    // The limiters know the causes inside of recompute and head; both kinds of products are one.
    const Seconds products = limiter(Limiter::matmul) + limiter(Limiter::attention) -
                             step.terms[StepTerm::matmul] - step.terms[StepTerm::attention];
    const FactorTimes times = times_of(step.terms, products, Seconds{});
    Seconds total;
    for (const Seconds time : times)
        total += time;
    StepFactors shares{};
    if (!(total > Seconds{})) return shares;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        shares[i] = times[i] / total;
    return shares;
}

double step_factor(const Scenario& scenario, StepFactor factor) {
    const SiteSteps* steps = steps_of(scenario);
    return steps != nullptr ? std::exp(steps->ln_factor(factor)) : 1.0;
}

void apply_step_factors(const Scenario& scenario, StepBreakdown& terms, TermCauses& causes) {
    if (steps_of(scenario) == nullptr) return;
    const double products = step_factor(scenario, StepFactor::matmul);
    const double links = step_factor(scenario, StepFactor::communication);
    const double streams = step_factor(scenario, StepFactor::elementwise);
    const Seconds again = causes.recompute_matmul + causes.recompute_attention;
    // A bubble is as many waits for a stage: its passes, without what comes once a step.
    const auto stage = [&terms] {
        return terms[StepTerm::matmul] + terms[StepTerm::attention] + terms[StepTerm::elementwise] +
               terms[StepTerm::recompute] + terms[StepTerm::head];
    };
    const Seconds before = stage();
    terms[StepTerm::recompute] = products * again + streams * (terms[StepTerm::recompute] - again);
    terms[StepTerm::head] =
        products * causes.head_matmul + streams * (terms[StepTerm::head] - causes.head_matmul);
    for (const StepTerm term : {StepTerm::matmul, StepTerm::attention})
        terms[term] *= products;
    for (const StepTerm term : {StepTerm::elementwise, StepTerm::optimizer})
        terms[term] *= streams;
    for (const StepTerm term : {StepTerm::tensor_communication, StepTerm::data_communication,
                                StepTerm::context_communication, StepTerm::expert_exchange,
                                StepTerm::pipeline_communication, StepTerm::offload})
        terms[term] *= links;
    if (before > Seconds{}) terms[StepTerm::pipeline_bubble] *= stage() / before;
    causes *= products;
}

double band_left(const Scenario& scenario, const StepEstimate& step) {
    const SiteSteps* steps = steps_of(scenario);
    if (steps == nullptr || !steps->taught()) return 1.0;
    const StepFactors shares = factor_shares(step);
    double prior = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        prior += shares[i] * shares[i] * steps->prior_sd[i] * steps->prior_sd[i];
    const double model = unexplained_step * unexplained_step;
    const double known = variance(shares, steps->covariance) + model;
    return std::min(1.0, std::sqrt(known / (prior + model)));
}

} // namespace headroom
