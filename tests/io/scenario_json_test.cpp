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

TEST(ScenarioJson, funding_starts_with_the_presets_terms) {
    const Scenario scenario =
        with({"funding.purchase=spot", "funding.spot.restart=20 min", "cluster.prices.spot=$1.10/h",
              "funding.currency.code=KRW", "funding.currency.per_dollar=1380"});
    const Funding usual = usual_funding(test_catalog());
    EXPECT_EQ(scenario.funding.purchase, Purchase::spot);
    EXPECT_DOUBLE_EQ(scenario.funding.spot.restart.value / units::minute, 20.0);
    EXPECT_EQ(scenario.funding.spot.checkpoint_interval, usual.spot.checkpoint_interval);
    EXPECT_EQ(scenario.funding.owning, usual.owning);
    EXPECT_DOUBLE_EQ(scenario.cluster.prices.spot.value / units::USD_per_hour, 1.1);
    EXPECT_GT(scenario.cluster.prices.purchase.value, Dollars{});
    EXPECT_EQ(scenario.funding.currency, (Currency{"KRW", 1380.0}));
}

TEST(ScenarioJson, usual_funding_is_not_written) {
    const std::string text = write_scenario(scenario_of(plan_8b), test_catalog());
    EXPECT_EQ(text.find("funding"), std::string::npos);
    EXPECT_EQ(text.find("prices"), std::string::npos);
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

TEST(SetOnText, problem_names_the_change_and_not_the_file) {
    const ScenarioResult result =
        read_scenario_with(plan_8b, "team.json", {"training.zero_stage=many"}, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(
        to_report_line(result.problems[0]),
        "--set training.zero_stage=many: error: /training/zero_stage: expected a whole number, "
        "found the text \"many\"");
}

struct AliasRow {
    const char* name;
    std::vector<std::string> assignments;
    int gpus_per_node, nodes;
};
class SetGpus : public testing::TestWithParam<AliasRow> {};

TEST_P(SetGpus, makes_nodes_of_the_size_there_is) {
    const ClusterSpec cluster = with(GetParam().assignments).cluster;
    EXPECT_EQ(cluster.gpus_per_node, GetParam().gpus_per_node);
    EXPECT_EQ(cluster.nodes, GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SetGpus,
    testing::Values(
        AliasRow{"more", {"cluster.gpus=16"}, 8, 2}, AliasRow{"fewer", {"cluster.gpus=2"}, 2, 1},
        AliasRow{"of_larger_nodes",
                 {"cluster.gpus_per_node=16", "cluster.nodes=2", "cluster.gpus=64"},
                 16,
                 4},
        AliasRow{"not_whole_nodes_of_8", {"cluster.gpus=12", "training.global_batch=96"}, 6, 2}),
    [](const auto& row) { return row.param.name; });

TEST(SetOnText, takes_a_recompute_in_a_word) {
    const auto recompute = [](const std::vector<std::string>& changes) {
        return with(changes).training.recompute;
    };
    EXPECT_EQ(recompute({"training.recompute=none"}), Recompute{});
    EXPECT_EQ(recompute({"training.recompute=full"}).mode, RecomputeMode::full);
    EXPECT_EQ(recompute({"training.recompute=full"}).every, 1);
    EXPECT_EQ(recompute({"training.recompute=every 4"}).mode, RecomputeMode::full);
    EXPECT_EQ(recompute({"training.recompute=every 4"}).every, 4);
    EXPECT_EQ(recompute({"training.recompute=full", "training.recompute.every=2"}).every, 2);
}

TEST(SetOnText, scales_the_model_as_the_slider_does) {
    const Scenario scaled = with({"model.size=13B"});
    const auto parameters = static_cast<double>(count_parameters(scaled.model).total);
    EXPECT_NEAR(parameters / 13e9, 1.0, 0.1);
    const Scenario before = scenario_of(plan_8b);
    EXPECT_EQ(scaled.model.hidden_size,
              scaled_to(before.model, 13e9, scaling_steps(before.training)).hidden_size);
}

struct HabitRow {
    const char* name;
    const char* path;
    const char* suggestion;
};
class Habit : public testing::TestWithParam<HabitRow> {};

TEST_P(Habit, gets_the_path_that_was_meant) {
    const ScenarioResult result = read_scenario_with(
        plan_8b, "team.json", {std::string(GetParam().path) + "=2"}, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_NE(result.problems[0].message.find(GetParam().suggestion), std::string::npos)
        << result.problems[0].message;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Habit,
    testing::Values(HabitRow{"tp", "tp", "\"training.tensor_parallel\""},
                    HabitRow{"tp_in_training", "training.tp", "\"training.tensor_parallel\""},
                    HabitRow{"no_section", "micro_batch", "\"training.micro_batch\""},
                    HabitRow{"sequence_length", "seq_len", "\"training.sequence\""},
                    HabitRow{"checkpointing", "training.gradient_checkpointing",
                             "\"training.recompute\""},
                    HabitRow{"gpu_count", "num_gpus", "\"cluster.gpus\""},
                    HabitRow{"parameters", "model.parameters", "\"model.size\""},
                    HabitRow{"data_parallel", "training.dp", "\"cluster.gpus\""},
                    HabitRow{"typo", "training.zero_stagee", "\"training.zero_stage\""},
                    HabitRow{"wrong_section", "cluster.precision", "\"training.precision\""}),
    [](const auto& row) { return row.param.name; });

struct SizeNoteRow {
    const char* name;
    const char* change;
    const char* note; // "": none
};
class SizeNote : public testing::TestWithParam<SizeNoteRow> {};

/// "80 GB" on the box is not what the driver counts, which is in GiB.
TEST_P(SizeNote, is_given_where_gigabytes_may_be_meant_in_gib) {
    const ScenarioResult result =
        read_scenario_with(plan_8b, "team.json", {GetParam().change}, test_catalog());
    ASSERT_TRUE(result.scenario.has_value());
    std::string notes;
    for (const Problem& problem : result.problems)
        if (problem.severity == Severity::note) notes += problem.message;
    if (std::string_view(GetParam().note).empty())
        EXPECT_EQ(notes, "");
    else
        EXPECT_NE(notes.find(GetParam().note), std::string::npos) << notes;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SizeNote,
    testing::Values(SizeNoteRow{"card", "cluster.gpu.memory=80 GB", "\"80 GB\" is 74.5 GiB"},
                    SizeNoteRow{"card_with_a_source", R"(cluster.gpu.memory={"value": "80 GB"})",
                                "is 74.5 GiB"},
                    SizeNoteRow{"margin", "goals.headroom=5 GB", "\"5 GB\" is 4.66 GiB"},
                    SizeNoteRow{"host", "cluster.host_memory=2 TB", "write \"2 TiB\""},
                    SizeNoteRow{"binary", "cluster.gpu.memory=80 GiB", ""},
                    SizeNoteRow{"rate", "cluster.host_link=50 GB/s", ""}),
    [](const auto& row) { return row.param.name; });

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
