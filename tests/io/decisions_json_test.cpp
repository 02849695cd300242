// Runs, readiness and points in a scenario file.
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

/// The plan of a team with `more` sections behind it.
std::string file_with(const std::string& more) {
    return R"({
  "format": 1, "name": "plan", "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8, "nodes": 2},
  "training": {"sequence": 8192, "micro_batch": 1, "global_batch": 64, "zero_stage": 3,
               "recompute": "full", "framework": "fsdp2", "zero_group": 8},
)" + more + "}";
}

Scenario read(const std::string& more) {
    const ScenarioResult result = read_scenario(file_with(more), "t.json", test_catalog());
    for (const Problem& problem : result.problems)
        ADD_FAILURE() << to_line(problem);
    return result.scenario.value_or(Scenario{});
}

TEST(Runs, HaveTheConditionsOfThePlanWithTheirChanges) {
    const Scenario scenario = read(R"("runs": [
      {"name": "off", "date": "2026-11-28",
       "set": {"training.precision": "fp32", "training.recompute": "none", "cluster.gpus": 8,
               "training.zero_group": null},
       "step_time": "2.9 s", "memory": {"allocated": "61 GiB", "process": "66 GiB"},
       "quality": {"metric": "validation loss", "value": 2.31}, "notes": "driver 580"},
      {"name": "as planned"}])");
    ASSERT_EQ(scenario.runs.size(), 2U);
    const MeasuredRun& off = scenario.runs[0];
    EXPECT_EQ(off.training.precision, Precision::fp32);
    EXPECT_EQ(off.training.recompute.mode, RecomputeMode::none);
    EXPECT_EQ(off.training.zero_group, std::nullopt);
    EXPECT_EQ(off.cluster.nodes, 1);
    EXPECT_EQ(off.training.zero_stage, 3); // what "set" does not name is the plan's
    EXPECT_DOUBLE_EQ(off.step_time / units::s, 2.9);
    EXPECT_DOUBLE_EQ(off.memory.allocated / units::GiB, 61.0);
    EXPECT_EQ(off.memory.reserved, Bytes{});
    EXPECT_EQ(off.quality, (MeasuredQuality{"validation loss", 2.31}));
    EXPECT_EQ(scenario.runs[1].training, scenario.training);
    EXPECT_EQ(scenario.runs[1].cluster, scenario.cluster);
}

/// A slider that is moved after the measurement leaves the measurement what it was.
TEST(Runs, KeepTheirConditionsWhenThePlanMoves) {
    Scenario scenario = read(R"("runs": [{"name": "as planned", "step_time": "2 s"}])");
    const MeasuredRun measured = scenario.runs[0];
    scenario.training.zero_stage = 2;
    scenario.training.zero_group.reset();
    scenario.training.offload = Offload::none;
    scenario.model = scaled_to(scenario.model, 13e9, {});
    scenario.model.id.clear();
    const std::string text = write_scenario(scenario, test_catalog());
    const ScenarioResult again = read_scenario(text, "again.json", test_catalog());
    ASSERT_TRUE(again.scenario.has_value()) << text;
    EXPECT_EQ(again.scenario->runs[0], measured) << text;
    EXPECT_NE(text.find(R"("training.zero_stage": 3)"), std::string::npos) << text;
}

TEST(Runs, OfAPlanThatIsNotLegalAreKeptWithAWarning) {
    const ScenarioResult result = read_scenario(
        file_with(R"("runs": [{"name": "x", "set": {"training.tensor_parallel": 3}}])"), "t.json",
        test_catalog());
    ASSERT_TRUE(result.scenario.has_value());
    ASSERT_EQ(result.scenario->runs.size(), 1U);
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(result.problems[0].severity, Severity::warning);
    EXPECT_NE(result.problems[0].message.find("nothing can be predicted for this run"),
              std::string::npos);
}

TEST(Readiness, IsTheUsualListWhereTheFileSaysNothing) {
    EXPECT_EQ(read(R"("goals": {})").readiness, usual_readiness());
    EXPECT_TRUE(read(R"("readiness": [])").readiness.empty());
}

TEST(Readiness, IsTheTeamsOwnList) {
    const Scenario scenario = read(R"("readiness": [
      {"topic": "sandbox", "done": true, "note": "one node, Monday"},
      {"topic": "other", "text": "Legal has agreed.", "done": false}])");
    ASSERT_EQ(scenario.readiness.size(), 2U);
    EXPECT_EQ(scenario.readiness[0],
              (ReadinessItem{ReadinessTopic::sandbox, "", true, "one node, Monday"}));
    EXPECT_EQ(scenario.readiness[1].text, "Legal has agreed.");
}

TEST(Points, OfAScenarioReplaceThoseOfThePreset) {
    const Scenario scenario =
        read(R"("scores": {"complexity": {"fp8_recipe": 0}, "large_batch_tokens": 4e6})");
    EXPECT_EQ(scenario.scores.complexity[ComplexityReason::fp8_recipe].value, 0);
    EXPECT_DOUBLE_EQ(scenario.scores.large_batch_tokens.value, 4e6);
    EXPECT_EQ(scenario.scores.quality_risk, test_catalog().scores.quality_risk);
}

/// A preset that lacks a reason is refused, so that none of them can be forgotten.
TEST(Points, OfThePresetsAreThereForEveryReason) {
    const Catalog& catalog = test_catalog();
    for (const ScoreText& text : catalog.complexity_texts)
        EXPECT_FALSE(text.english.empty() || text.korean.empty());
    for (const ScoreText& text : catalog.quality_texts)
        EXPECT_FALSE(text.english.empty() || text.korean.empty());
    for (const Sourced<int>& points : catalog.scores.complexity.by_reason)
        EXPECT_NE(points.citation, 0U);
}

TEST(Changes, AreThoseThatSetTakes) {
    const Scenario from = read(R"("goals": {})");
    Scenario to = from;
    to.training.zero_stage = 2;
    to.training.recompute = {};
    to.training.recompute.mode = RecomputeMode::selective;
    to.cluster.nodes = 1;
    to.goals.budget = 500.0 * units::USD;
    EXPECT_EQ(write_changes(from, to, test_catalog()),
              R"({"cluster.nodes":1,"training.zero_stage":2,)"
              R"("training.recompute":{"mode":"selective"},"goals.budget":"$500"})");
    EXPECT_EQ(write_changes(from, from, test_catalog()), "{}");
    const ScenarioResult again =
        read_scenario_with(file_with(R"("goals": {})"), "t.json",
                           {"cluster.nodes=1", "training.zero_stage=2",
                            R"(training.recompute={"mode":"selective"})", "goals.budget=$500"},
                           test_catalog());
    ASSERT_TRUE(again.scenario.has_value());
    EXPECT_EQ(*again.scenario, to);
}

TEST(Changes, NameTheDefaultOrLeaveTheKeyOut) {
    Scenario from = read(R"("goals": {})");
    from.training.offload = Offload::nvme;
    Scenario to = from;
    to.training.offload = Offload::none;
    to.training.zero_group.reset();
    EXPECT_EQ(write_changes(from, to, test_catalog()),
              R"({"training.zero_group":null,"training.offload":"none"})");
}

} // namespace
} // namespace headroom
