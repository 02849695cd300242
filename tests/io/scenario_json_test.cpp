#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

constexpr const char* plan_8b = R"({
  "format": 1,
  "name": "8B",
  "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8, "nodes": 1},
  "training": {
    "sequence": 8192, "micro_batch": 1, "global_batch": 64,
    "zero_stage": 3, "recompute": {"mode": "full"}, "framework": "fsdp2"
  },
  "goals": {"headroom": "8 %", "duration": "7 days", "budget": "$50k", "tokens": "40B"}
})";

Scenario scenario_of(std::string_view text) {
    const ScenarioResult result = read_scenario(text, "team.json", test_catalog());
    for (const Problem& problem : result.problems)
        ADD_FAILURE() << to_line(problem);
    return result.scenario.value_or(Scenario{});
}

Scenario with(const std::vector<std::string>& assignments) {
    const ScenarioResult result =
        read_scenario_with(plan_8b, "team.json", assignments, test_catalog());
    for (const Problem& problem : result.problems)
        if (problem.severity == Severity::error) ADD_FAILURE() << to_line(problem);
    return result.scenario.value_or(Scenario{});
}

TEST(ScenarioJson, ids_become_values) {
    const Scenario scenario = scenario_of(plan_8b);
    EXPECT_EQ(scenario.model.hidden_size, 4096);
    EXPECT_EQ(scenario.cluster.gpu.id, "h100-sxm");
    EXPECT_EQ(scenario.cluster.intra_node.id, "nvlink4");
    EXPECT_EQ(scenario.stack.id, "fsdp2");
    EXPECT_EQ(scenario.training.recompute.mode, RecomputeMode::full);
}

TEST(ScenarioJson, goals_have_units) {
    const Goals goals = scenario_of(plan_8b).goals;
    EXPECT_DOUBLE_EQ(goals.headroom_share.value(), 0.08);
    EXPECT_FALSE(goals.headroom.has_value());
    EXPECT_DOUBLE_EQ(*goals.duration / units::day, 7.0);
    EXPECT_DOUBLE_EQ(*goals.budget / units::USD, 50'000.0);
    EXPECT_DOUBLE_EQ(goals.tokens.value(), 40e9);
}

TEST(ScenarioJson, inline_model_follows_hugging_face_where_keys_are_absent) {
    const Scenario scenario = scenario_of(R"({
      "format": 1, "name": "own",
      "model": {"hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 8,
                "intermediate_size": 4096, "vocab_size": 32000},
      "cluster": {"gpu": "h100-sxm"},
      "training": {"sequence": 1024, "micro_batch": 1, "global_batch": 1}
    })");
    EXPECT_EQ(scenario.model.num_key_value_heads, 8);
    EXPECT_EQ(scenario.model.head_dim, 128);
}

TEST(ScenarioJson, facts_override_the_framework) {
    const Scenario scenario =
        with({R"(training.facts={"residual_bytes": 4, "fused_norm": false})"});
    EXPECT_DOUBLE_EQ(scenario.stack.memory.residual_bytes.value, 4.0);
    EXPECT_FALSE(scenario.stack.memory.fused_norm.value);
    EXPECT_EQ(scenario.stack.id, "fsdp2");
}

TEST(ScenarioJson, base_changes_some_fields_of_a_preset) {
    const Scenario scenario = with({"cluster.gpu.memory=100 GiB"});
    EXPECT_DOUBLE_EQ(scenario.cluster.gpu.memory.value / units::GiB, 100.0);
    EXPECT_EQ(scenario.cluster.gpu.sm_count, 132);
}

TEST(ScenarioJson, adapters_name_their_layers) {
    const Scenario scenario =
        with({"training.task=lora", R"(training.lora.targets=["q_proj","v_proj"])",
              R"(training.lora.also_trained=["head"])"});
    EXPECT_EQ(unsigned{scenario.training.lora.targets},
              static_cast<unsigned>(LoraTarget::q) | static_cast<unsigned>(LoraTarget::v));
    EXPECT_TRUE(scenario.training.lora.head_trained);
    EXPECT_FALSE(scenario.training.lora.embedding_trained);
}

struct SetRow {
    const char* name;
    std::vector<std::string> assignments;
    int TrainingPlan::*field;
    int expected;
};

class SetByPath : public testing::TestWithParam<SetRow> {};

TEST_P(SetByPath, changes_the_plan) {
    const SetRow& row = GetParam();
    EXPECT_EQ(with(row.assignments).training.*row.field, row.expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SetByPath,
    testing::Values(SetRow{"replaces", {"training.zero_stage=2"}, &TrainingPlan::zero_stage, 2},
                    SetRow{
                        "adds", {"training.tensor_parallel=2"}, &TrainingPlan::tensor_parallel, 2},
                    SetRow{"last_wins",
                           {"training.zero_stage=1", "training.zero_stage=0"},
                           &TrainingPlan::zero_stage,
                           0}),
    [](const auto& row) { return row.param.name; });

TEST(SetOnText, makes_missing_parents) {
    EXPECT_EQ(with({"training.buckets.reduce=5e8"}).training.buckets.reduce, 500'000'000);
}

TEST(SetOnText, problem_names_the_file_but_no_line) {
    const ScenarioResult result =
        read_scenario_with(plan_8b, "team.json", {"training.zero_stage=many"}, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(to_line(result.problems[0]), "team.json: /training/zero_stage: expected a whole "
                                           "number, found the text \"many\"");
}

TEST(SetOnText, refuses_what_is_no_assignment) {
    const ScenarioResult result =
        read_scenario_with(plan_8b, "team.json", {"training"}, test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
}

TEST(ScenarioJson, a_newer_format_keeps_its_keys_on_save) {
    const std::string newer = R"({
      "format": 2, "name": "n", "model": "llama3.1-8b", "cluster": {"gpu": "h100-sxm"},
      "training": {"sequence": 1024, "micro_batch": 1, "global_batch": 1, "warp": {"factor": 9}}
    })";
    const ScenarioResult first = read_scenario(newer, "team.json", test_catalog());
    ASSERT_TRUE(first.scenario.has_value());
    EXPECT_FALSE(first.problems.empty());
    const std::string saved =
        write_scenario(*first.scenario, test_catalog(), first.unknown_keys_json);
    EXPECT_NE(saved.find("\"warp\""), std::string::npos);
    const ScenarioResult second = read_scenario(saved, "team.json", test_catalog());
    ASSERT_TRUE(second.scenario.has_value());
    EXPECT_EQ(second.unknown_keys_json, first.unknown_keys_json);
}

TEST(ScenarioJson, catalog_values_are_written_as_ids) {
    const std::string text = write_scenario(scenario_of(plan_8b), test_catalog());
    EXPECT_NE(text.find("\"model\": \"llama3.1-8b\""), std::string::npos);
    EXPECT_NE(text.find("\"gpu\": \"h100-sxm\""), std::string::npos);
    EXPECT_NE(text.find("\"framework\": \"fsdp2\""), std::string::npos);
}

} // namespace
} // namespace headroom
