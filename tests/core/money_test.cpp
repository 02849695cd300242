#include "core/cost/money.hpp"
#include "tests/support/legal_scenario.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom {
namespace {

constexpr DollarRate hourly(double dollars) { return dollars * units::USD_per_hour; }

/// 8 GPUs in one node; a step takes 1 s and has 2^19 tokens.
Scenario priced_scenario() {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.goals.tokens = 3600.0 * tokens_per_step(scenario); // an hour of steps
    scenario.cluster.rent.value = hourly(4.0);
    scenario.cluster.prices = {
        {hourly(2.0)}, {hourly(3.0)}, {hourly(2.5)}, {40'000.0 * units::USD}, {1000.0 * units::W}};
    Funding& funding = scenario.funding;
    funding.utilisation.value = 0.5;
    funding.spot = {{3.0}, {60.0 * units::minute}, {30.0 * units::minute}};
    funding.owning.years.value = 3.0;
    funding.owning.residual_value_after_3_years.value = 0.25;
    funding.owning.electricity_per_kwh.value = 0.1 * units::USD;
    funding.owning.power_usage_effectiveness.value = 1.5;
    funding.owning.colocation_per_kw_month.value = 219.0 * units::USD;
    return scenario;
}

PurchaseCost cost_of(const Scenario& scenario, Purchase purchase) {
    return purchase_cost(scenario, purchase, 1.0_s);
}

double in_dollars(std::optional<Dollars> value) { return value.value() / units::USD; }
double in_dollars(DollarRate value) { return value / units::USD_per_hour; }

TEST(Money, OnDemandPaysForTheHoursOfTheRun) {
    const PurchaseCost cost = cost_of(priced_scenario(), Purchase::on_demand);
    EXPECT_DOUBLE_EQ(in_dollars(cost.total), 8 * 4.0);
    EXPECT_DOUBLE_EQ(in_dollars(cost.idle), 0.0);
    EXPECT_DOUBLE_EQ(cost.commitment / units::USD, 0.0);
}

/// 3 reclaims in 30 days, each losing half an hour of work and half an hour of restart: 3 of 720
/// hours make no progress.
TEST(Money, SpotPaysForWhatInterruptionsLose) {
    const Scenario scenario = priced_scenario();
    EXPECT_DOUBLE_EQ(interrupted_share(scenario), 3.0 / 720.0);
    const PurchaseCost cost = cost_of(scenario, Purchase::spot);
    const double hours = 720.0 / 717.0;
    EXPECT_NEAR(*cost.run / units::hour, hours, 1e-12);
    EXPECT_NEAR(in_dollars(cost.total), 8 * 2.0 * hours, 1e-9);
    EXPECT_NEAR(in_dollars(cost.idle), 8 * 2.0 * (hours - 1.0), 1e-9);
    EXPECT_NEAR(in_dollars(cost.per_useful_hour), 2.0 * hours, 1e-12);
}

TEST(Money, AnyNodeReclaimedStopsTheJob) {
    Scenario scenario = priced_scenario();
    scenario.cluster.nodes = 16;
    EXPECT_DOUBLE_EQ(interrupted_share(scenario), 16 * 3.0 / 720.0);
}

TEST(Money, SpotThatIsInterruptedFasterThanItWorksNeverFinishes) {
    Scenario scenario = priced_scenario();
    scenario.cluster.nodes = 240;
    const PurchaseCost cost = cost_of(scenario, Purchase::spot);
    EXPECT_EQ(cost.priced, Priced::never_finishes);
    EXPECT_FALSE(cost.run.has_value());
    EXPECT_FALSE(cost.total.has_value());
}

TEST(Money, ReservedHoursArePaidWhetherUsedOrNot) {
    const PurchaseCost cost = cost_of(priced_scenario(), Purchase::reserved_1y);
    EXPECT_DOUBLE_EQ(in_dollars(cost.per_useful_hour), 3.0 / 0.5);
    EXPECT_DOUBLE_EQ(in_dollars(cost.total), 8 * 6.0);
    EXPECT_DOUBLE_EQ(in_dollars(cost.idle), 8 * 3.0);
    EXPECT_DOUBLE_EQ(cost.commitment / units::USD, 8 * 3.0 * 8760);
    EXPECT_DOUBLE_EQ(in_dollars(cost.idle_rate(8)), 8 * 1.5);
}

TEST(Money, OwningLosesValueAndDrawsPower) {
    const PurchaseCost cost = cost_of(priced_scenario(), Purchase::owned);
    const double lost_value = 40'000.0 * 0.75 / (3 * 8760.0);
    EXPECT_NEAR(in_dollars(cost.per_paid_hour), lost_value + 1.0 * 1.5 * 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(cost.commitment / units::USD, 320'000.0);
}

TEST(Money, ColocationIsBilledInsteadOfElectricity) {
    Scenario scenario = priced_scenario();
    scenario.funding.owning.housing = Housing::colocation;
    const double lost_value = 40'000.0 * 0.75 / (3 * 8760.0);
    EXPECT_NEAR(in_dollars(cost_of(scenario, Purchase::owned).per_paid_hour),
                lost_value + 219.0 / 730.0, 1e-12);
}

TEST(Money, StaffIsSharedByAllGpus) {
    Scenario scenario = priced_scenario();
    const double before = in_dollars(cost_of(scenario, Purchase::owned).per_paid_hour);
    scenario.funding.owning.staff_per_year = 8760.0 * 8 * units::USD;
    EXPECT_NEAR(in_dollars(cost_of(scenario, Purchase::owned).per_paid_hour), before + 1.0, 1e-9);
}

TEST(Money, APowerCapSavesWhatItTakesFromTheBoard) {
    Scenario scenario = priced_scenario();
    const double before = in_dollars(cost_of(scenario, Purchase::owned).per_paid_hour);
    scenario.cluster.power_cap.value = 500.0 * units::W; // of 700
    EXPECT_NEAR(in_dollars(cost_of(scenario, Purchase::owned).per_paid_hour),
                before - 0.2 * 1.5 * 0.1, 1e-12);
}

struct MissingRow {
    std::string name;
    Purchase purchase;
    Priced expected;
};
class MissingPrice : public ::testing::TestWithParam<MissingRow> {};

TEST_P(MissingPrice, IsSaidAndNeverZero) {
    Scenario scenario = priced_scenario();
    scenario.cluster.rent = {};
    const Watts power = GetParam().expected == Priced::no_power ? Watts{} : 1000.0 * units::W;
    const Dollars hardware = GetParam().expected == Priced::no_power ? 1.0 * units::USD : Dollars{};
    scenario.cluster.prices = {{}, {}, {}, {hardware}, {power}};
    const PurchaseCost cost = cost_of(scenario, GetParam().purchase);
    EXPECT_EQ(cost.priced, GetParam().expected);
    EXPECT_FALSE(cost.total.has_value());
    EXPECT_TRUE(cost.run.has_value()); // time needs no price
}

INSTANTIATE_TEST_SUITE_P(
    , MissingPrice,
    ::testing::Values(MissingRow{"on_demand", Purchase::on_demand, Priced::no_price},
                      MissingRow{"spot", Purchase::spot, Priced::no_price},
                      MissingRow{"reserved_1y", Purchase::reserved_1y, Priced::no_price},
                      MissingRow{"reserved_3y", Purchase::reserved_3y, Priced::no_price},
                      MissingRow{"hardware", Purchase::owned, Priced::no_price},
                      MissingRow{"power", Purchase::owned, Priced::no_power}),
    test::row_name<MissingRow>);

TEST(BreakEvenOf, ReservingPaysAboveTheRatioOfThePrices) {
    const Scenario scenario = priced_scenario();
    const BreakEven even = break_even(cost_of(scenario, Purchase::reserved_1y),
                                      cost_of(scenario, Purchase::on_demand), scenario);
    ASSERT_TRUE(even.known);
    EXPECT_DOUBLE_EQ(even.utilisation, 3.0 / 4.0);
    // Half of the hours at $4 reach the year's $3 in each hour after one and a half years.
    EXPECT_NEAR(*even.after / billing::year, 1.5, 1e-12);
    EXPECT_FALSE(even.pays_off());
}

TEST(BreakEvenOf, OwningPaysOffOnceRentHasPaidForTheHardware) {
    const Scenario scenario = priced_scenario();
    const BreakEven even = break_even(cost_of(scenario, Purchase::owned),
                                      cost_of(scenario, Purchase::on_demand), scenario);
    ASSERT_TRUE(even.known);
    EXPECT_NEAR(*even.after / units::hour, 40'000.0 / (4.0 * 0.5 - 0.15), 1e-6);
    EXPECT_TRUE(even.pays_off());
}

TEST(BreakEvenOf, OwningNeverPaysWhereRentIsBelowItsPower) {
    Scenario scenario = priced_scenario();
    scenario.cluster.rent.value = hourly(0.2);
    const BreakEven even = break_even(cost_of(scenario, Purchase::owned),
                                      cost_of(scenario, Purchase::on_demand), scenario);
    EXPECT_TRUE(even.known);
    EXPECT_GT(even.utilisation, 1.0);
    EXPECT_FALSE(even.after.has_value());
    EXPECT_FALSE(even.pays_off());
}

TEST(BreakEvenOf, AnUnknownPriceBreaksNothingEven) {
    Scenario scenario = priced_scenario();
    scenario.cluster.rent = {};
    EXPECT_FALSE(break_even(cost_of(scenario, Purchase::owned),
                            cost_of(scenario, Purchase::on_demand), scenario)
                     .known);
}

/// The curves of the chart cross where break_even says.
TEST(PaidUntil, CrossesAtTheBreakEven) {
    const Scenario scenario = priced_scenario();
    const PurchaseCost owned = cost_of(scenario, Purchase::owned);
    const PurchaseCost rented = cost_of(scenario, Purchase::on_demand);
    const Seconds after = *break_even(owned, rented, scenario).after;
    EXPECT_NEAR(paid_until(owned, scenario, after) / units::USD,
                paid_until(rented, scenario, after) / units::USD, 1e-3);
}

TEST(PaidUntil, ReservedTermsAreOwedFromTheirFirstHour) {
    const Scenario scenario = priced_scenario();
    const PurchaseCost cost = cost_of(scenario, Purchase::reserved_1y);
    const double term = 8 * 3.0 * 8760;
    EXPECT_DOUBLE_EQ(paid_until(cost, scenario, {}) / units::USD, term);
    EXPECT_DOUBLE_EQ(paid_until(cost, scenario, 0.5 * billing::year) / units::USD, term);
    EXPECT_DOUBLE_EQ(paid_until(cost, scenario, 1.5 * billing::year) / units::USD, 2 * term);
}

TEST(PaidUntil, HardwareIsSoldWhenItsYearsAreOver) {
    Scenario scenario = priced_scenario();
    const PurchaseCost cost = cost_of(scenario, Purchase::owned);
    const double running = 8 * 0.15 * 3 * 8760;
    EXPECT_NEAR(paid_until(cost, scenario, 3.0 * billing::year) / units::USD,
                320'000.0 * 0.75 + running, 1e-6);
}

TEST(Money, TheEstimatePaysAsTheScenarioDoes) {
    Scenario scenario = priced_scenario();
    StepEstimate step;
    step.total.expected = 1.0_s;
    for (const Purchase purchase : all_purchases) {
        scenario.funding.purchase = purchase;
        const MoneyEstimate money = estimate_money(scenario, step);
        const PurchaseCost cost = cost_of(scenario, purchase);
        EXPECT_TRUE(money.priced);
        EXPECT_EQ(money.total, cost.total) << name_of(purchase);
        EXPECT_EQ(money.rent, cost.per_paid_hour * 8.0) << name_of(purchase);
    }
}

TEST(Money, AbsurdSizesStayFinite) {
    Scenario scenario = priced_scenario();
    scenario.cluster.gpus_per_node = 16'384;
    scenario.cluster.nodes = 131'072;
    scenario.goals.tokens = 1e18;
    for (const PurchaseCost& cost : purchase_costs(scenario, 1e6 * units::s)) {
        if (cost.total) {
            EXPECT_TRUE(std::isfinite(in_dollars(cost.total)));
        }
        if (cost.run) {
            EXPECT_TRUE(std::isfinite(*cost.run / units::s));
        }
        EXPECT_TRUE(std::isfinite(cost.commitment / units::USD));
    }
    EXPECT_EQ(cost_of(scenario, Purchase::spot).priced, Priced::never_finishes);
}

} // namespace
} // namespace headroom
