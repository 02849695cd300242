// What must hold of money for all prices and terms.
#include "core/cost/money.hpp"
#include "tests/support/scenarios.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

namespace headroom {
namespace {

double between(double low, double high) {
    return low + (high - low) * *rc::gen::inRange(0, 10'001) / 10'000.0;
}

Scenario any_scenario() {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.cluster.nodes = *rc::gen::inRange(1, 100);
    scenario.cluster.rent.value = between(0.1, 20.0) * units::USD_per_hour;
    scenario.cluster.prices = {{between(0.1, 20.0) * units::USD_per_hour},
                               {between(0.1, 20.0) * units::USD_per_hour},
                               {between(0.1, 20.0) * units::USD_per_hour},
                               {between(500.0, 100'000.0) * units::USD},
                               {between(50.0, 3000.0) * units::W}};
    Funding& funding = scenario.funding;
    funding.utilisation.value = between(0.05, 1.0);
    funding.spot = {{between(0.0, 5.0)},
                    {between(1.0, 240.0) * units::minute},
                    {between(0.0, 120.0) * units::minute}};
    funding.owning.years.value = between(0.5, 8.0);
    funding.owning.residual_value_after_3_years.value = between(0.0, 1.0);
    funding.owning.electricity_per_kwh.value = between(0.0, 0.5) * units::USD;
    funding.owning.power_usage_effectiveness.value = between(1.0, 2.0);
    scenario.goals.tokens = between(1e6, 1e13);
    return scenario;
}

Seconds any_step() { return between(0.01, 100.0) * units::s; }

TEST(Money, EveryAmountIsFiniteAndIdleIsAPartOfTheTotal) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_scenario();
        for (const PurchaseCost& cost : purchase_costs(scenario, any_step())) {
            if (cost.priced == Priced::never_finishes) continue;
            RC_ASSERT(cost.priced == Priced::yes);
            RC_ASSERT(std::isfinite(*cost.total / units::USD));
            RC_ASSERT(*cost.idle >= Dollars{});
            RC_ASSERT(*cost.idle <= *cost.total);
            RC_ASSERT(cost.per_useful_hour >= cost.per_paid_hour);
        }
    }));
}

TEST(Money, MoreUseNeverMakesAnHourOfWorkDearer) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const Seconds step = any_step();
        const auto before = purchase_costs(scenario, step);
        double& use = scenario.funding.utilisation.value;
        use = between(use, 1.0);
        const auto after = purchase_costs(scenario, step);
        for (std::size_t i = 0; i < purchase_count; ++i)
            RC_ASSERT(after[i].per_useful_hour <= before[i].per_useful_hour);
    }));
}

TEST(Money, MoreInterruptionsNeverMakeSpotCheaper) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const Seconds step = any_step();
        const PurchaseCost before = purchase_cost(scenario, Purchase::spot, step);
        scenario.funding.spot.reclaims_per_node_month.value *= between(1.0, 3.0);
        const PurchaseCost after = purchase_cost(scenario, Purchase::spot, step);
        RC_PRE(after.priced == Priced::yes);
        RC_ASSERT(before.priced == Priced::yes);
        RC_ASSERT(*after.total >= *before.total);
        RC_ASSERT(*after.run >= *before.run);
    }));
}

/// At the utilisation of the break-even both cost the same for an hour of work.
TEST(Money, CommittingAndRentingCostTheSameAtTheBreakEven) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const Seconds step = any_step();
        const auto even = [&] {
            return break_even(purchase_cost(scenario, Purchase::owned, step),
                              purchase_cost(scenario, Purchase::on_demand, step), scenario);
        };
        const double utilisation = even().utilisation;
        RC_PRE(utilisation <= 1.0);
        scenario.funding.utilisation.value = utilisation;
        const DollarRate owned = purchase_cost(scenario, Purchase::owned, step).per_useful_hour;
        RC_ASSERT(std::abs(owned / scenario.cluster.rent.value - 1.0) < 1e-9);
    }));
}

TEST(Money, WhatIsPaidForRentNeverShrinks) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_scenario();
        for (const PurchaseCost& cost : purchase_costs(scenario, any_step())) {
            if (cost.priced != Priced::yes || cost.purchase == Purchase::owned) continue;
            const Seconds early = between(0.0, 2000.0) * units::day;
            const Seconds late = early + between(0.0, 2000.0) * units::day;
            RC_ASSERT(paid_until(cost, scenario, early) <= paid_until(cost, scenario, late));
        }
    }));
}

} // namespace
} // namespace headroom
