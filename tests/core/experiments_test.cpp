#include "core/explore/experiments.hpp"
#include "tests/support/scenarios.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

/// 8 GPUs at $4, steps of 1 s; an experiment is an hour of steps.
Scenario weekly_scenario() {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.cluster.rent.value = 4.0 * units::USD_per_hour;
    scenario.funding.experiments.steps = 3600.0;
    return scenario;
}

Estimate step_of_a_second() {
    Estimate estimate;
    estimate.verdict = Verdict::fits;
    estimate.step.total.expected = 1.0_s;
    return estimate;
}

ExperimentWeek week_of(const Scenario& scenario) {
    return experiments_in_a_week(scenario, step_of_a_second());
}

TEST(ExperimentsInAWeek, TheClustersOwnHoursWhereNothingElseIsGiven) {
    const ExperimentWeek week = week_of(weekly_scenario());
    ASSERT_TRUE(week.known);
    EXPECT_DOUBLE_EQ(week.gpu_hours, 8.0);
    EXPECT_DOUBLE_EQ(week.per_week, 168.0);
    EXPECT_EQ(week.limit, WeekLimit::cluster);
    EXPECT_DOUBLE_EQ(week.cost.value() / units::USD, 32.0);
}

TEST(ExperimentsInAWeek, TheSmallestLimitCounts) {
    Scenario scenario = weekly_scenario();
    scenario.funding.experiments.gpu_hours_per_week = 80.0;
    EXPECT_DOUBLE_EQ(week_of(scenario).per_week, 10.0);
    EXPECT_EQ(week_of(scenario).limit, WeekLimit::gpu_hours);
    scenario.funding.experiments.budget_per_week = 160.0 * units::USD;
    EXPECT_DOUBLE_EQ(week_of(scenario).per_week, 5.0);
    EXPECT_EQ(week_of(scenario).limit, WeekLimit::budget);
    scenario.funding.experiments.budget_per_week = 1e9 * units::USD;
    scenario.funding.experiments.gpu_hours_per_week = 1e9;
    EXPECT_EQ(week_of(scenario).limit, WeekLimit::cluster);
}

TEST(ExperimentsInAWeek, OwnedClustersWorkTheirUtilisation) {
    Scenario scenario = weekly_scenario();
    scenario.funding.purchase = Purchase::reserved_1y;
    scenario.funding.utilisation.value = 0.5;
    scenario.cluster.prices.reserved_1y.value = 3.0 * units::USD_per_hour;
    const ExperimentWeek week = week_of(scenario);
    EXPECT_DOUBLE_EQ(week.per_week, 84.0);
    EXPECT_TRUE(week.is_paid_already);
    EXPECT_DOUBLE_EQ(week.cost.value() / units::USD, 48.0); // its share of idle hours as well
}

TEST(ExperimentsInAWeek, LengthInTokensAndTimeToTheGoal) {
    Scenario scenario = weekly_scenario();
    scenario.funding.experiments.steps = 0.0;
    scenario.funding.experiments.tokens = 1800.0 * tokens_per_step(scenario);
    scenario.funding.experiments.gpu_hours_per_week = 80.0;
    scenario.goals.tokens = 36'000.0 * tokens_per_step(scenario); // 80 GPU hours
    const ExperimentWeek week = week_of(scenario);
    EXPECT_DOUBLE_EQ(week.steps, 1800.0);
    EXPECT_DOUBLE_EQ(week.per_week, 20.0);
    EXPECT_DOUBLE_EQ(*week.goal / units::day, 7.0);
}

TEST(ExperimentsInAWeek, TheWholeRunWhereNoLengthIsGiven) {
    Scenario scenario = weekly_scenario();
    scenario.funding.experiments.steps = 0.0;
    EXPECT_FALSE(week_of(scenario).known);
    scenario.goals.tokens = 3600.0 * tokens_per_step(scenario);
    const ExperimentWeek week = week_of(scenario);
    EXPECT_TRUE(week.is_whole_run);
    EXPECT_DOUBLE_EQ(week.per_week, 168.0);
}

TEST(ExperimentsInAWeek, WithoutAPriceTheHoursStillCount) {
    Scenario scenario = weekly_scenario();
    scenario.cluster.rent = {};
    scenario.funding.experiments.budget_per_week = 1.0 * units::USD; // cannot be judged
    const ExperimentWeek week = week_of(scenario);
    EXPECT_FALSE(week.cost.has_value());
    EXPECT_EQ(week.limit, WeekLimit::cluster);
    EXPECT_DOUBLE_EQ(week.per_week, 168.0);
}

TEST(ExperimentsInAWeek, NothingIsKnownOfAPlanThatIsNotLegal) {
    EXPECT_FALSE(experiments_in_a_week(weekly_scenario(), Estimate{}).known);
}

} // namespace
} // namespace headroom
