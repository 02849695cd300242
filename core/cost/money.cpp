#include "core/cost/money.hpp"

#include <cmath>

namespace headroom {

namespace {

constexpr Seconds month_of_reclaims = 30.0 * units::day;
constexpr Watts kilowatt = 1000.0 * units::W;

double gpus_of(const Scenario& scenario) { return static_cast<double>(scenario.cluster.gpus()); }

DollarRate rent_of(const ClusterSpec& cluster, Purchase purchase) {
    switch (purchase) {
    case Purchase::on_demand: return cluster.rent.value;
    case Purchase::spot: return cluster.prices.spot.value;
    case Purchase::reserved_1y: return cluster.prices.reserved_1y.value;
    case Purchase::reserved_3y: return cluster.prices.reserved_3y.value;
    case Purchase::owned: break;
    }
    return {};
}

/// Of one GPU with its share of the node. A cap takes from the board what it takes from its power.
Watts power_of(const ClusterSpec& cluster) {
    const Watts board = cluster.gpu.board_power.value, cap = cluster.power_cap.value;
    const Watts saved = cap > Watts{} && cap < board ? board - cap : Watts{};
    return cluster.prices.power.value - saved;
}

/// Electricity of the site at its PUE, as if the machines drew all of it in every hour, or what a
/// colocation bills for the same kilowatts; and the staff.
DollarRate running_of_one(const Scenario& scenario) {
    const Owning& owning = scenario.funding.owning;
    const Watts power = power_of(scenario.cluster);
    const DollarRate electricity = power * owning.power_usage_effectiveness.value / units::kWh *
                                   owning.electricity_per_kwh.value;
    const DollarRate colocation =
        power / kilowatt * owning.colocation_per_kw_month.value / billing::month;
    const DollarRate housing = owning.housing == Housing::own_site ? electricity : colocation;
    return housing + owning.staff_per_year / billing::year / gpus_of(scenario);
}

void set_owned(PurchaseCost& cost, const Scenario& scenario) {
    const Owning& owning = scenario.funding.owning;
    const Dollars price = scenario.cluster.prices.purchase.value;
    if (!(price > Dollars{})) return;
    cost.priced = Priced::no_power;
    if (!(power_of(scenario.cluster) > Watts{})) return;
    cost.priced = Priced::yes;
    const Seconds kept = owning.years.value * billing::year;
    const DollarRate running = running_of_one(scenario);
    cost.per_paid_hour = price * (1.0 - residual_value(owning, kept)) / kept + running;
    cost.commitment = price * gpus_of(scenario);
    cost.running = running * gpus_of(scenario);
}

void set_rented(PurchaseCost& cost, const Scenario& scenario) {
    cost.per_paid_hour = rent_of(scenario.cluster, cost.purchase);
    if (!(cost.per_paid_hour > DollarRate{})) return;
    cost.priced = Priced::yes;
    cost.commitment =
        cost.per_paid_hour * term_of(cost.purchase, scenario.funding) * gpus_of(scenario);
}

double useful_share(const Scenario& scenario, Purchase purchase) {
    switch (purchase) {
    case Purchase::on_demand: return 1.0;
    case Purchase::spot: return 1.0 - interrupted_share(scenario);
    default: return scenario.funding.utilisation.value;
    }
}

} // namespace

std::string_view name_of(Priced priced) {
    using Name = std::string_view;
    constexpr std::array names{Name{"yes"}, Name{"no_price"}, Name{"no_power"},
                               Name{"never_finishes"}};
    return name_in(names, priced);
}

double interrupted_share(const Scenario& scenario) {
    const SpotTerms& spot = scenario.funding.spot;
    const Seconds lost = 0.5 * spot.checkpoint_interval.value + spot.restart.value;
    return spot.reclaims_per_node_month.value * scenario.cluster.nodes * (lost / month_of_reclaims);
}

double residual_value(const Owning& owning, Seconds age) {
    constexpr Seconds known_at = 3.0 * billing::year;
    return std::pow(owning.residual_value_after_3_years.value, age / known_at);
}

Seconds term_of(Purchase purchase, const Funding& funding) {
    switch (purchase) {
    case Purchase::reserved_1y: return billing::year;
    case Purchase::reserved_3y: return 3.0 * billing::year;
    case Purchase::owned: return funding.owning.years.value * billing::year;
    default: return {};
    }
}

PurchaseCost purchase_cost(const Scenario& scenario, Purchase purchase, Seconds step) {
    PurchaseCost cost;
    cost.purchase = purchase;
    if (purchase == Purchase::owned)
        set_owned(cost, scenario);
    else
        set_rented(cost, scenario);
    cost.useful_share = useful_share(scenario, purchase);
    if (cost.useful_share <= 0.0) {
        cost.useful_share = 0.0;
        if (cost.priced == Priced::yes) cost.priced = Priced::never_finishes;
        return cost;
    }
    if (scenario.goals.tokens) {
        const double lost = purchase == Purchase::spot ? cost.useful_share : 1.0;
        cost.run = *scenario.goals.tokens / tokens_per_step(scenario) * step / lost;
    }
    if (cost.priced != Priced::yes) return cost;
    cost.per_useful_hour = cost.per_paid_hour / cost.useful_share;
    if (!cost.run) return cost;
    const bool is_rented_for_the_run = term_of(purchase, scenario.funding) == Seconds{};
    cost.total = (is_rented_for_the_run ? cost.per_paid_hour : cost.per_useful_hour) *
                 gpus_of(scenario) * *cost.run;
    cost.idle = *cost.total * (1.0 - cost.useful_share);
    return cost;
}

std::array<PurchaseCost, purchase_count> purchase_costs(const Scenario& scenario, Seconds step) {
    std::array<PurchaseCost, purchase_count> costs;
    for (const Purchase purchase : all_purchases)
        costs[static_cast<std::size_t>(purchase)] = purchase_cost(scenario, purchase, step);
    return costs;
}

bool can_break_even(Purchase committed, Purchase rented) {
    const auto binds = [](Purchase purchase) {
        return purchase != Purchase::on_demand && purchase != Purchase::spot;
    };
    return binds(committed) && !binds(rented);
}

BreakEven break_even(const PurchaseCost& committed, const PurchaseCost& rented,
                     const Scenario& scenario) {
    BreakEven result;
    if (committed.priced != Priced::yes || rented.priced != Priced::yes) return result;
    result.known = true;
    result.utilisation = committed.per_paid_hour / rented.per_useful_hour;
    result.within = term_of(committed.purchase, scenario.funding);
    const DollarRate rent =
        rented.per_useful_hour * scenario.funding.utilisation.value * gpus_of(scenario);
    const DollarRate gained = rent - committed.running;
    if (gained > DollarRate{}) result.after = committed.commitment / gained;
    return result;
}

Dollars paid_until(const PurchaseCost& cost, const Scenario& scenario, Seconds elapsed) {
    const Seconds term = term_of(cost.purchase, scenario.funding);
    if (term == Seconds{})
        return cost.per_useful_hour * scenario.funding.utilisation.value * gpus_of(scenario) *
               elapsed;
    constexpr double a_moment = 1e-9; // of a term: sums of months do not add up to it exactly
    const double terms_begun = std::max(1.0, std::ceil(elapsed / term - a_moment));
    const double terms_over = std::floor(elapsed / term + a_moment);
    const double resold =
        cost.purchase == Purchase::owned ? residual_value(scenario.funding.owning, term) : 0.0;
    return cost.commitment * (terms_begun - resold * terms_over) + cost.running * elapsed;
}

MoneyEstimate estimate_money(const Scenario& scenario, const StepEstimate& step) {
    const PurchaseCost cost =
        purchase_cost(scenario, scenario.funding.purchase, step.total.expected);
    MoneyEstimate money;
    money.priced = cost.priced == Priced::yes;
    if (money.priced) money.rent = cost.per_paid_hour * gpus_of(scenario);
    money.run = cost.run;
    money.total = cost.total;
    return money;
}

} // namespace headroom
