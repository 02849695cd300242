#include "core/explore/axis.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace headroom {
namespace {

using test::llama_8b_on_8_h100;
using Values = std::vector<double>;

struct ValuesRow {
    const char* name;
    Axis axis;
    void (*change)(Scenario&);
    Values values;
};

void nothing(Scenario&) {}

const ValuesRow values_rows[] = {
    {"sequence_half_steps",
     Axis::sequence,
     nothing,
     {512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152, 65536,
      98304, 131072}},
    {"sequence_keeps_present_value",
     Axis::sequence,
     [](Scenario& s) {
         s.training.sequence = 600;
         s.model.position = Position::learned;
         s.model.pos_embeddings = 1024;
     },
     {512, 600, 768, 1024}},
    {"sequence_ends_at_position_table",
     Axis::sequence,
     [](Scenario& s) {
         s.training.sequence = 512;
         s.model.position = Position::learned;
         s.model.pos_embeddings = 1000;
     },
     {512, 768, 1000}},
    {"micro_batch_powers_and_divisors",
     Axis::micro_batch,
     [](Scenario& s) { s.training.global_batch = 8 * 12; },
     {1, 2, 3, 4, 6, 8, 12, 16, 32, 64}},
    {"precision_all", Axis::precision, nothing, {0, 1, 2, 3, 4, 5, 6}},
    {"checkpointing", Axis::checkpointing, nothing, {0, 1, 1.125, 1.25, 1.5, 2}},
    {"checkpointing_first_8_of_32_layers",
     Axis::checkpointing,
     [](Scenario& s) { s.training.recompute.layers = 10; },
     {0, 1, 1.125, 1.25, 1.3125, 1.5, 2}},
    {"zero_stages", Axis::zero_stage, nothing, {0, 1, 2, 3}},
    {"offload", Axis::offload, nothing, {0, 1, 2, 3}},
    {"gpus",
     Axis::gpus,
     nothing,
     {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}},
    {"tensor_divides_heads",
     Axis::tensor_parallel,
     [](Scenario& s) { s.model.num_attention_heads = 12; },
     {1, 2, 3, 4, 6}},
    {"pipeline_divides_layers", Axis::pipeline_parallel, nothing, {1, 2, 4, 8}},
    {"context_divides_sequence",
     Axis::context_parallel,
     [](Scenario& s) { s.training.sequence = 1020; },
     {1, 2}},
    {"experts_of_a_dense_model", Axis::expert_parallel, nothing, {1}},
    {"experts",
     Axis::expert_parallel,
     [](Scenario& s) { s.model.moe = MoeSpec{.num_experts = 6}; },
     {1, 2, 3, 6}},
};

class AxisValues : public testing::TestWithParam<ValuesRow> {};

TEST_P(AxisValues, AreThoseWorthShowing) {
    Scenario scenario = llama_8b_on_8_h100();
    GetParam().change(scenario);
    EXPECT_EQ(axis_values(GetParam().axis, scenario), GetParam().values);
}

INSTANTIATE_TEST_SUITE_P(, AxisValues, testing::ValuesIn(values_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(AxisRange, OfModelSizeSpanOneHundredMillionToTwoTrillion) {
    const Values values = axis_values(Axis::model_size, llama_8b_on_8_h100());
    EXPECT_EQ(values.front(), 1e8);
    EXPECT_EQ(values.back(), 2e12);
    EXPECT_THAT(values, testing::Contains(8'030'261'248.0));
}

TEST(AxisRange, OfGlobalBatchAreWholePasses) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.training.micro_batch = 3;
    for (const double value : axis_values(Axis::global_batch, scenario)) {
        if (value == scenario.training.global_batch) continue;
        EXPECT_EQ(static_cast<int>(value) % (8 * 3), 0) << value;
    }
}

struct LabelRow {
    const char* name;
    Axis axis;
    double value;
    const char* label;
};

const LabelRow label_rows[] = {
    {"sequence", Axis::sequence, 8192, "8192"},
    {"model_size", Axis::model_size, 8'030'261'248.0, "8.03B"},
    {"precision", Axis::precision, 3, "bf16"},
    {"no_checkpointing", Axis::checkpointing, 0, "none"},
    {"selective", Axis::checkpointing, 1, "selective"},
    {"every_fourth_layer", Axis::checkpointing, 1.25, "every 4"},
    {"full", Axis::checkpointing, 2, "full"},
    {"offload", Axis::offload, 1, "optimizer"},
    {"zero", Axis::zero_stage, 3, "3"},
    {"gpus", Axis::gpus, 16384, "16384"},
};

class AxisLabel : public testing::TestWithParam<LabelRow> {};

TEST_P(AxisLabel, IsWhatUsersWrite) {
    const LabelRow& row = GetParam();
    const Scenario scenario = llama_8b_on_8_h100();
    EXPECT_EQ(axis_label(row.axis, row.value, scenario), row.label);
    const auto parsed = parse_axis_value(row.axis, row.label, scenario);
    ASSERT_TRUE(parsed.has_value());
    EXPECT_NEAR(*parsed, row.value, 1e-3 * row.value);
}

INSTANTIATE_TEST_SUITE_P(, AxisLabel, testing::ValuesIn(label_rows),
                         [](const auto& row) { return std::string(row.param.name); });

struct TypedRow {
    const char* name;
    Axis axis;
    const char* text;
    std::optional<double> value;
};

const TypedRow typed_rows[] = {
    {"binary_k_of_a_length", Axis::sequence, "128k", 131072},
    {"spaces_around", Axis::micro_batch, "  4 ", 4},
    {"size_in_billions", Axis::model_size, "70B", 70e9},
    {"share_of_layers", Axis::checkpointing, "1/8", 1.125},
    {"fraction_of_a_sequence", Axis::micro_batch, "1.5", {}},
    {"none_at_all", Axis::micro_batch, "0", {}},
    {"negative", Axis::sequence, "-512", {}},
    {"words", Axis::sequence, "long", {}},
    {"empty", Axis::sequence, "", {}},
    {"unknown_precision", Axis::precision, "bf17", {}},
    {"zero_stage_beyond_3", Axis::zero_stage, "4", {}},
    {"every_zeroth_layer", Axis::checkpointing, "every 0", {}},
    {"beyond_any_int", Axis::gpus, "1e300", {}},
    {"not_a_number", Axis::model_size, "nan", {}},
};

class TypedValue : public testing::TestWithParam<TypedRow> {};

TEST_P(TypedValue, IsUnderstoodOrRefused) {
    EXPECT_EQ(parse_axis_value(GetParam().axis, GetParam().text, llama_8b_on_8_h100()),
              GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(, TypedValue, testing::ValuesIn(typed_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(SetAxis, ThereAndBackGivesTheOrigin) {
    Scenario origin = llama_8b_on_8_h100();
    origin.training.recompute.layers = 10; // no position of the axis says this
    for (const Axis axis : all_axes) {
        Scenario moved = origin;
        for (const double value : axis_values(axis, origin))
            set_axis(moved, origin, axis, value);
        set_axis(moved, origin, axis, get_axis(origin, axis));
        EXPECT_EQ(moved, origin) << axis_path(axis);
    }
}

TEST(SetAxis, HoldsTheTokensOfAStep) {
    Scenario origin = llama_8b_on_8_h100();
    origin.training.sequence = 4096;
    origin.training.micro_batch = 4;
    origin.training.global_batch = 64;
    constexpr Held held{.tokens_per_step = true};
    for (const double sequence : {1024.0, 2048.0, 8192.0, 32768.0}) {
        Scenario moved = origin;
        set_axis(moved, origin, Axis::sequence, sequence, held);
        EXPECT_DOUBLE_EQ(tokens_per_step(moved), tokens_per_step(origin)) << sequence;
        EXPECT_EQ(find_illegality(moved), Illegality::none) << sequence;
        EXPECT_LE(moved.training.micro_batch, 4) << sequence;
    }
    Scenario moved = origin;
    set_axis(moved, origin, Axis::sequence, 32768.0, held); // one sequence for each of 8 ranks
    EXPECT_EQ(moved.training.global_batch, 8);
    EXPECT_EQ(moved.training.micro_batch, 1);
    EXPECT_EQ(micro_batches(moved), 1);
    set_axis(moved, origin, Axis::sequence, 4096.0, held); // and back
    EXPECT_EQ(moved, origin);
    set_axis(moved, origin, Axis::micro_batch, 2.0, held); // accumulation follows
    EXPECT_EQ(moved.training.global_batch, 64);
    EXPECT_EQ(micro_batches(moved), 4);
}

TEST(FineStep, IsTheNearestLegalValue) {
    Scenario scenario = llama_8b_on_8_h100();
    scenario.training.sequence = 8192;
    scenario.training.micro_batch = 1;
    scenario.training.global_batch = 48; // 6 for each of 8 ranks
    EXPECT_EQ(fine_step(Axis::sequence, scenario, 1), 8256.0);
    EXPECT_EQ(fine_step(Axis::sequence, scenario, -1), 8128.0);
    EXPECT_EQ(fine_step(Axis::micro_batch, scenario, 1), 2.0);
    EXPECT_EQ(fine_step(Axis::micro_batch, scenario, -1), std::nullopt);
    scenario.training.micro_batch = 3;
    EXPECT_EQ(fine_step(Axis::micro_batch, scenario, 1), 6.0); // 4 and 5 do not divide
    EXPECT_EQ(fine_step(Axis::global_batch, scenario, 1), 72.0);
    EXPECT_EQ(fine_step(Axis::zero_stage, scenario, 1),
              scenario.training.zero_stage == 3
                  ? std::nullopt
                  : std::optional(scenario.training.zero_stage + 1.0));
}

TEST(FineStep, OfAModelIsAnotherModelNearby) {
    const Scenario scenario = llama_8b_on_8_h100();
    const double now = get_axis(scenario, Axis::model_size);
    for (const int direction : {-1, 1}) {
        const std::optional<double> value = fine_step(Axis::model_size, scenario, direction);
        ASSERT_TRUE(value);
        Scenario moved = scenario;
        set_axis(moved, Axis::model_size, *value);
        const double built = get_axis(moved, Axis::model_size);
        EXPECT_NE(built, now);
        EXPECT_NEAR(built, now, 0.2 * now);
    }
}

TEST(SetAxis, GivesBackWhatWasSet) {
    const Scenario origin = llama_8b_on_8_h100();
    for (const Axis axis : all_axes) {
        if (axis == Axis::model_size) continue; // steps of whole heads and layers
        for (const double value : axis_values(axis, origin)) {
            Scenario moved = origin;
            set_axis(moved, axis, value);
            EXPECT_EQ(get_axis(moved, axis), value) << axis_path(axis);
        }
    }
}

TEST(SetAxis, ModelSizeComesNear) {
    const Scenario origin = llama_8b_on_8_h100();
    for (const double value : axis_values(Axis::model_size, origin)) {
        Scenario moved = origin;
        set_axis(moved, Axis::model_size, value);
        EXPECT_NEAR(get_axis(moved, Axis::model_size) / value, 1.0, 0.5) << value;
    }
}

struct ClusterRow {
    const char* name;
    int gpus_per_node, nodes;
    double gpus;
    int expected_per_node, expected_nodes;
};

const ClusterRow cluster_rows[] = {
    {"fewer_than_a_node", 8, 2, 4, 4, 1},
    {"more_nodes", 8, 1, 64, 8, 8},
    {"small_nodes_stay_small", 4, 2, 16, 4, 4},
    {"one_card_fills_a_server", 1, 1, 8, 8, 1},
    {"then_gets_a_second", 1, 1, 16, 8, 2},
    {"not_a_multiple_of_the_node", 8, 1, 12, 6, 2},
    {"prime", 8, 1, 13, 1, 13},
    {"wide_domain", 72, 1, 144, 72, 2},
};

class GpuAxis : public testing::TestWithParam<ClusterRow> {};

TEST_P(GpuAxis, KeepsNodesWhole) {
    const ClusterRow& row = GetParam();
    Scenario scenario = llama_8b_on_8_h100();
    scenario.cluster.gpus_per_node = row.gpus_per_node;
    scenario.cluster.nodes = row.nodes;
    set_axis(scenario, Axis::gpus, row.gpus);
    EXPECT_EQ(scenario.cluster.gpus_per_node, row.expected_per_node);
    EXPECT_EQ(scenario.cluster.nodes, row.expected_nodes);
}

INSTANTIATE_TEST_SUITE_P(, GpuAxis, testing::ValuesIn(cluster_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(AxisPath, NamesEachAxisOnce) {
    for (const Axis axis : all_axes)
        EXPECT_EQ(axis_of_path(axis_path(axis)), axis);
    EXPECT_EQ(axis_of_path("training.microbatch"), std::nullopt);
}

TEST(AxisApplies, ExpertParallelOnlyWithExperts) {
    Scenario scenario = llama_8b_on_8_h100();
    EXPECT_FALSE(axis_applies(Axis::expert_parallel, scenario));
    scenario.model.moe = MoeSpec{.num_experts = 8, .num_experts_per_tok = 2};
    EXPECT_TRUE(axis_applies(Axis::expert_parallel, scenario));
}

TEST(SetAxis, AnyNumberLeavesCountsInRange) {
    EXPECT_TRUE(rc::check("any double on any axis", [](double value) {
        for (const Axis axis : all_axes) {
            if (axis == Axis::model_size) continue; // takes what parse_axis_value() lets through
            Scenario scenario = llama_8b_on_8_h100();
            set_axis(scenario, axis, value);
            RC_ASSERT(scenario.training.micro_batch >= 0);
            RC_ASSERT(scenario.cluster.gpus_per_node >= 1);
        }
    }));
}

} // namespace
} // namespace headroom
