// What the run costs, by each way of paying for its GPUs, and when committing pays off.
//
//     const PurchaseCost spot = purchase_cost(scenario, Purchase::spot, step.total.expected);
//     spot.per_useful_hour / units::USD_per_hour     // lost work paid for as well
//     break_even(owned, on_demand, scenario).utilisation     // 0.42: above it owning is cheaper
//
// An hour of work is one GPU making progress for an hour. On demand each paid hour is one; on spot,
// what interruptions lose is paid and done again; reserved and owned GPUs are paid for all hours,
// of which they work the scenario's utilisation. docs/model.md, "Money". Nothing allocates; a
// price that is not known is said and never zero.
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

/// As clouds bill: 8760 hours a year, 730 a month; rates of reclaims are per 30 days.
namespace billing {
inline constexpr Seconds year = 365.0 * units::day;
inline constexpr Seconds month = year / 12.0;
inline constexpr Seconds week = 7.0 * units::day;
} // namespace billing

enum class Priced : std::uint8_t {
    yes,
    no_price,      // of this GPU on these terms
    no_power,      // owned: what its machines draw is not known
    never_finishes // spot: interruptions take as much as they leave
};

std::string_view name_of(Priced);

struct PurchaseCost {
    Purchase purchase = Purchase::on_demand;
    Priced priced = Priced::no_price;
    DollarRate per_paid_hour;     // of one GPU; owned: loss of value, power or colocation, staff
    DollarRate per_useful_hour;   // of one GPU, with the hours that make no progress
    double useful_share = 1.0;    // hours of progress over hours paid
    Dollars commitment;           // of all GPUs: owed whether used or not; 0: stop at any time
    DollarRate running;           // of all GPUs: owned, what is paid beside the hardware
    std::optional<Seconds> run;   // for the goal's tokens, interruptions included
    std::optional<Dollars> total; // of the run
    std::optional<Dollars> idle;  // of the total: hours without progress

    /// What hours without progress cost, spread over all hours.
    DollarRate idle_rate(int gpus) const {
        return per_paid_hour * static_cast<double>(gpus) * (1.0 - useful_share);
    }
};

PurchaseCost purchase_cost(const Scenario& scenario, Purchase purchase, Seconds step);
std::array<PurchaseCost, purchase_count> purchase_costs(const Scenario& scenario, Seconds step);

/// Share of the time that a job on spot GPUs loses: reclaims of any of its nodes, each costing half
/// a checkpoint interval and a restart. 1 and more: it never finishes.
double interrupted_share(const Scenario& scenario);

/// When paying in advance is cheaper than renting by the hour for the same work.
struct BreakEven {
    bool known = false;            // both have a price
    double utilisation = 0.0;      // above it; more than 1: never
    std::optional<Seconds> after;  // at the scenario's utilisation; empty: never
    std::optional<Seconds> within; // the term, or the years that hardware is kept
    bool pays_off() const { return after && within && *after <= *within; }
};
/// One binds and the other does not.
bool can_break_even(Purchase committed, Purchase rented);
BreakEven break_even(const PurchaseCost& committed, const PurchaseCost& rented,
                     const Scenario& scenario);

/// How long a purchase binds: the term, or the years that hardware is kept; 0: not at all.
Seconds term_of(Purchase purchase, const Funding& funding);

/// What has been paid for all GPUs `elapsed` after the start, working the scenario's utilisation:
/// reserved terms are owed from their first hour; hardware is sold when its years are over and
/// bought again.
Dollars paid_until(const PurchaseCost& cost, const Scenario& scenario, Seconds elapsed);

/// Share of the price that hardware is still worth.
double residual_value(const Owning& owning, Seconds age);

MoneyEstimate estimate_money(const Scenario& scenario, const StepEstimate& step);

} // namespace headroom
