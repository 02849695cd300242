// Which reasons hold for a plan, and what they add up to.
#include "core/explore/scores.hpp"
#include "tests/support/legal_scenario.hpp"

namespace headroom {
namespace {

/// One node, one dimension, nothing unusual: no reason holds.
Scenario plain_plan() {
    Scenario scenario = test::legal_scenario();
    scenario.cluster.nodes = 1;
    scenario.training = {};
    scenario.training.sequence = 8192;
    scenario.training.global_batch = 128;
    return scenario;
}

TEST(Scores, NothingHoldsOfAPlainPlan) {
    EXPECT_TRUE(complexity_reasons(plain_plan()).none());
    EXPECT_TRUE(quality_reasons(plain_plan()).none());
}

using Change = void (*)(Scenario&);
using enum ComplexityReason;

struct ComplexityRow {
    const char* name;
    Change change;
    std::vector<ComplexityReason> expected;
};
class Complexity : public testing::TestWithParam<ComplexityRow> {};

TEST_P(Complexity, HasItsReasons) {
    Scenario scenario = plain_plan();
    GetParam().change(scenario);
    ComplexityReasons expected;
    for (const ComplexityReason reason : GetParam().expected)
        expected.set(static_cast<std::size_t>(reason));
    EXPECT_EQ(complexity_reasons(scenario), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Complexity,
    testing::Values(
        ComplexityRow{"nodes", [](Scenario& s) { s.cluster.nodes = 2; }, {several_nodes}},
        ComplexityRow{"thousands",
                      [](Scenario& s) { s.cluster.nodes = 512; },
                      {several_nodes, failures_within_a_day}},
        ComplexityRow{"tp", [](Scenario& s) { s.training.tensor_parallel = 2; }, {tensor_parallel}},
        ComplexityRow{
            "pp", [](Scenario& s) { s.training.pipeline_parallel = 2; }, {pipeline_parallel}},
        ComplexityRow{"vpp",
                      [](Scenario& s) {
                          s.training.pipeline_parallel = 2;
                          s.training.virtual_stages = 2;
                      },
                      {pipeline_parallel, interleaved_stages}},
        ComplexityRow{
            "cp", [](Scenario& s) { s.training.context_parallel = 2; }, {context_parallel}},
        ComplexityRow{"ep", [](Scenario& s) { s.training.expert_parallel = 2; }, {expert_parallel}},
        ComplexityRow{"zero_1", [](Scenario& s) { s.training.zero_stage = 1; }, {sharded_states}},
        ComplexityRow{"zero_3",
                      [](Scenario& s) { s.training.zero_stage = 3; },
                      {sharded_states, sharded_parameters}},
        ComplexityRow{"zero_3_offload",
                      [](Scenario& s) {
                          s.training.zero_stage = 3;
                          s.training.offload = Offload::nvme;
                      },
                      {sharded_states, sharded_parameters, optimizer_offload, nvme_offload,
                       sharded_and_offloaded}},
        ComplexityRow{
            "fp16", [](Scenario& s) { s.training.precision = Precision::fp16; }, {loss_scaling}},
        ComplexityRow{
            "mxfp8", [](Scenario& s) { s.training.precision = Precision::mxfp8; }, {fp8_recipe}},
        ComplexityRow{
            "nvfp4", [](Scenario& s) { s.training.precision = Precision::nvfp4; }, {fp4_recipe}},
        ComplexityRow{"qlora",
                      [](Scenario& s) { s.training.task = Task::qlora; },
                      {adapters, quantised_base}},
        ComplexityRow{
            "spot", [](Scenario& s) { s.funding.purchase = Purchase::spot; }, {spot_instances}},
        ComplexityRow{"compile", [](Scenario& s) { s.training.compile = true; }, {compiled}}),
    test::row_name<ComplexityRow>);

struct QualityRow {
    const char* name;
    Change change;
    std::vector<QualityReason> expected;
};
class QualityRisk : public testing::TestWithParam<QualityRow> {};

TEST_P(QualityRisk, HasItsReasons) {
    Scenario scenario = plain_plan();
    GetParam().change(scenario);
    QualityReasons expected;
    for (const QualityReason reason : GetParam().expected)
        expected.set(static_cast<std::size_t>(reason));
    EXPECT_EQ(quality_reasons(scenario), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, QualityRisk,
    testing::Values(QualityRow{"pure",
                               [](Scenario& s) { s.training.states = States::pure; },
                               {QualityReason::pure_16_bit_states}},
                    QualityRow{"pure_by_the_stack",
                               [](Scenario& s) { s.stack.memory.states = States::pure; },
                               {QualityReason::pure_16_bit_states}},
                    QualityRow{"pure_in_fp32",
                               [](Scenario& s) {
                                   s.training.states = States::pure;
                                   s.training.precision = Precision::fp32;
                               },
                               {}},
                    QualityRow{"eight_bits",
                               [](Scenario& s) { s.training.optimizer = Optimizer::adamw_8bit; },
                               {QualityReason::quantised_optimizer}},
                    QualityRow{"large_batch",
                               [](Scenario& s) { s.training.global_batch = 4096; },
                               {QualityReason::large_batch}},
                    QualityRow{
                        "long_sequence",
                        [](Scenario& s) { s.training.sequence = 262'144; },
                        {QualityReason::beyond_trained_positions, QualityReason::large_batch}},
                    QualityRow{"qlora",
                               [](Scenario& s) { s.training.task = Task::qlora; },
                               {QualityReason::adapters, QualityReason::quantised_base}}),
    test::row_name<QualityRow>);

TEST(Scores, ArePointsOfTheTeam) {
    Scenario scenario = plain_plan();
    scenario.training.zero_stage = 3;
    scenario.scores.complexity[sharded_states].value = 2;
    scenario.scores.complexity[sharded_parameters].value = 5;
    EXPECT_EQ(complexity(scenario), 7);
    EXPECT_EQ(quality_risk(scenario), 0);
}

/// Points are judgement: whatever a team sets, no physical number moves.
TEST(Scores, NeverReachAnEstimate) {
    Scenario scenario = test::llama_8b_on_8_h100();
    const Estimate before = evaluate(scenario);
    for (Sourced<int>& points : scenario.scores.complexity.by_reason)
        points.value = most_points;
    for (Sourced<int>& points : scenario.scores.quality_risk.by_reason)
        points.value = most_points;
    const Estimate after = evaluate(scenario);
    EXPECT_EQ(after.memory.process, before.memory.process);
    EXPECT_EQ(after.step.total, before.step.total);
    EXPECT_GT(complexity(scenario), 0);
}

} // namespace
} // namespace headroom
