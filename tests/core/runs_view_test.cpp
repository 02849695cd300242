// Measured runs beside predictions, and the questions that a team asks of them.
#include "core/present/readiness.hpp"
#include "core/present/runs_view.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using testing::HasSubstr;

MeasuredRun run_at(const Scenario& plan, double factor_of_time) {
    MeasuredRun run = run_of(plan);
    const Estimate estimate = evaluate(plan);
    run.name = "run";
    run.step_time = factor_of_time * estimate.step.total.expected;
    run.memory.process = estimate.memory.process.expected;
    return run;
}

/// One half of a question measured, then both.
Scenario measured(void (*off)(TrainingPlan&), void (*on)(TrainingPlan&), double factor_of_off) {
    Scenario scenario = test::llama_8b_on_8_h100();
    Scenario without = scenario, with = scenario;
    off(without.training);
    on(with.training);
    scenario.runs = {run_at(without, factor_of_off), run_at(with, 1.0)};
    scenario.runs[0].name = "off";
    scenario.runs[1].name = "on";
    return scenario;
}

TEST(RunsView, SetsMeasuredBesidePredicted) {
    Scenario scenario = test::llama_8b_on_8_h100();
    Scenario other = scenario;
    other.training.zero_stage = 2;
    scenario.runs = {run_at(other, 1.1)};
    scenario.runs[0].quality = MeasuredQuality{"loss", 2.31};
    const RunsView view = runs_view(scenario, Language::english);
    ASSERT_EQ(view.runs.rows.size(), 1U);
    const auto& row = view.runs.rows[0];
    EXPECT_EQ(row.size(), view.runs.columns.size());
    EXPECT_THAT(row[1], HasSubstr("ZeRO stage 3 → 2"));
    EXPECT_THAT(row[4], HasSubstr("+10 %"));
    EXPECT_THAT(row[7], HasSubstr("+0"));
    EXPECT_EQ(row[8], "loss 2.310");
}

TEST(RunsView, SaysWhatWasNotMeasured) {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.runs = {run_of(scenario)};
    const auto row = runs_view(scenario, Language::english).runs.rows[0];
    EXPECT_EQ(row[1], "this plan");
    EXPECT_EQ(row[3], "–");
    EXPECT_EQ(row[6], "–");
}

TEST(RunsView, PredictsNothingOfAPlanThatIsNotLegal) {
    Scenario scenario = test::llama_8b_on_8_h100();
    MeasuredRun run = run_at(scenario, 1.0);
    run.training.tensor_parallel = 3;
    scenario.runs = {run};
    const RunsView view = runs_view(scenario, Language::english);
    EXPECT_EQ(view.runs.rows[0][2], "–");
    ASSERT_EQ(view.notes.size(), 1U);
    EXPECT_THAT(view.notes[0], HasSubstr("32 heads do not divide by TP 3"));
}

TEST(Questions, AreAnsweredByPredictionsBeforeAnybodyMeasured) {
    const RunsView view = runs_view(test::llama_8b_on_8_h100(), Language::english);
    ASSERT_EQ(view.questions.rows.size(), 3U);
    for (const auto& row : view.questions.rows) {
        EXPECT_EQ(row[1], "this plan");
        EXPECT_EQ(row[3], "not measured yet");
        EXPECT_NE(row[4], "–");
    }
}

TEST(Questions, MixedPrecisionIsJudgedByTheMeasuredTimes) {
    const auto off = [](TrainingPlan& plan) { plan.precision = Precision::fp32; };
    const auto on = [](TrainingPlan& plan) { plan.precision = Precision::bf16; };
    const RunsView view = runs_view(measured(off, on, 1.0), Language::english);
    const auto& row = view.questions.rows[0];
    EXPECT_EQ(row[1], "off → on");
    const Scenario base = test::llama_8b_on_8_h100();
    Scenario slow = base;
    slow.training.precision = Precision::fp32;
    const double factor = evaluate(slow).step.total.expected / evaluate(base).step.total.expected;
    EXPECT_THAT(row[4], HasSubstr(factor > 3.0 ? "holds here" : "does not hold here"));
    const RunsView faster = runs_view(measured(off, on, 9.0 / factor), Language::english);
    EXPECT_THAT(faster.questions.rows[0][4],
                HasSubstr("9.0 times as fast: \"more than 3x\" holds here"));
}

TEST(Questions, Zero1IsReproducedOrNot) {
    const auto off = [](TrainingPlan& plan) { plan.zero_stage = 0; };
    const auto on = [](TrainingPlan& plan) { plan.zero_stage = 1; };
    Scenario scenario = measured(off, on, 1.0);
    const Estimate with = evaluate(plan_of(scenario.runs[1], scenario));
    const auto states = [&](std::size_t run) {
        return evaluate(plan_of(scenario.runs[run], scenario))
            .memory
            .phases[static_cast<std::size_t>(Phase::optimizer_step)][MemoryTerm::optimizer_states];
    };
    const Bytes saved = states(0) - states(1);
    scenario.runs[0].memory.process = with.memory.process.expected + saved;
    EXPECT_THAT(runs_view(scenario, Language::english).questions.rows[2][4],
                HasSubstr("over 8 ranks; reproduced"));
    scenario.runs[0].memory.process = with.memory.process.expected + 0.5 * saved;
    EXPECT_THAT(runs_view(scenario, Language::english).questions.rows[2][4],
                HasSubstr("; not reproduced"));
}

/// Runs that differ in more than what is asked answer nothing.
TEST(Questions, NeedRunsThatDifferInNothingElse) {
    const auto off = [](TrainingPlan& plan) { plan.recompute = {}; };
    const auto on = [](TrainingPlan& plan) {
        plan.recompute.mode = RecomputeMode::full;
        plan.sequence = 4096;
    };
    const RunsView view = runs_view(measured(off, on, 1.0), Language::english);
    EXPECT_EQ(view.questions.rows[1][3], "not measured yet");
}

TEST(Readiness, AsksTheUsualQuestionUnlessTheTeamHasItsOwn) {
    const ReadinessItem usual{ReadinessTopic::sandbox, "", false, ""};
    EXPECT_THAT(readiness_line(usual, Language::english), HasSubstr("Sandbox route: the launch"));
    EXPECT_THAT(readiness_line(usual, Language::korean), HasSubstr("샌드박스: "));
    const ReadinessItem own{ReadinessTopic::other, "Legal has agreed.", true, "mail of Monday"};
    EXPECT_EQ(readiness_line(own, Language::korean), "Legal has agreed. (mail of Monday)");
    for (const ReadinessItem& item : usual_readiness())
        EXPECT_FALSE(readiness_text(item, Language::korean).empty());
}

} // namespace
} // namespace headroom
