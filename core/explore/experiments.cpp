#include "core/explore/experiments.hpp"

namespace headroom {

namespace {

/// Steps of one experiment; 0 where nothing says how long it is.
double steps_of(const Scenario& scenario, bool& is_whole_run) {
    const Experiments& given = scenario.funding.experiments;
    if (given.steps > 0.0) return given.steps;
    is_whole_run = !(given.tokens > 0.0);
    const double tokens = is_whole_run ? scenario.goals.tokens.value_or(0.0) : given.tokens;
    return tokens / tokens_per_step(scenario);
}

/// GPU hours of a week that make progress, and what limits them.
void set_hours(ExperimentWeek& result, const Scenario& scenario, const PurchaseCost& cost) {
    const Experiments& given = scenario.funding.experiments;
    result.gpu_hours_in_week = static_cast<double>(scenario.cluster.gpus()) *
                               (billing::week / units::hour) * cost.useful_share;
    const auto narrow = [&](double hours, WeekLimit limit) {
        if (hours >= result.gpu_hours_in_week) return;
        result.gpu_hours_in_week = hours;
        result.limit = limit;
    };
    // Hours given to a team are hours of work, except for what interruptions take of them.
    const double share = cost.purchase == Purchase::spot ? cost.useful_share : 1.0;
    if (given.gpu_hours_per_week > 0.0)
        narrow(given.gpu_hours_per_week * share, WeekLimit::gpu_hours);
    if (given.budget_per_week > Dollars{} && cost.priced == Priced::yes)
        narrow(given.budget_per_week / cost.per_useful_hour / units::hour, WeekLimit::budget);
}

} // namespace

std::string_view name_of(WeekLimit limit) {
    using Name = std::string_view;
    constexpr std::array names{Name{"cluster"}, Name{"gpu_hours"}, Name{"budget"}};
    return name_in(names, limit);
}

ExperimentWeek experiments_in_a_week(const Scenario& scenario, const Estimate& estimate) {
    ExperimentWeek result;
    if (estimate.verdict == Verdict::not_legal) return result;
    const Seconds step = estimate.step.total.expected;
    const auto gpus = static_cast<double>(scenario.cluster.gpus());
    const PurchaseCost cost = purchase_cost(scenario, scenario.funding.purchase, step);
    result.steps = steps_of(scenario, result.is_whole_run);
    if (!(result.steps > 0.0) || !(cost.useful_share > 0.0)) return result;
    result.known = true;
    result.gpu_hours = result.steps * step / units::hour * gpus;
    const double lost = cost.purchase == Purchase::spot ? cost.useful_share : 1.0;
    result.duration = result.steps * step / lost;
    result.is_paid_already = cost.commitment > Dollars{};
    if (cost.priced == Priced::yes)
        result.cost = cost.per_useful_hour * units::hour * result.gpu_hours;
    set_hours(result, scenario, cost);
    result.per_week = result.gpu_hours_in_week / result.gpu_hours;
    if (scenario.goals.tokens) {
        const double steps = *scenario.goals.tokens / tokens_per_step(scenario);
        result.goal = steps * step / units::hour * gpus / result.gpu_hours_in_week * billing::week;
    }
    return result;
}

} // namespace headroom
