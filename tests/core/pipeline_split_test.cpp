#include "core/model/pipeline_split.hpp"
#include "tests/support/legal_scenario.hpp"

namespace headroom {
namespace {

struct Split {
    std::string name;
    int layers, stages, chunks;
    PipelineSplit split;
    std::vector<int> expected;
};

class StageLayersOf : public ::testing::TestWithParam<Split> {};

TEST_P(StageLayersOf, AddUp) {
    ModelSpec model = test::small_model();
    model.num_hidden_layers = GetParam().layers;
    TrainingPlan plan;
    plan.pipeline_parallel = GetParam().stages;
    plan.virtual_stages = GetParam().chunks;
    plan.pipeline_split = GetParam().split;
    std::vector<int> held;
    for (int stage = 0; stage < plan.pipeline_parallel; ++stage)
        held.push_back(stage_layers(model, plan, stage).total());
    EXPECT_EQ(held, GetParam().expected);
    EXPECT_EQ(most_stage_layers(model, plan), *std::ranges::max_element(held));
}

INSTANTIATE_TEST_SUITE_P(
    Pipeline, StageLayersOf,
    ::testing::Values(
        Split{"one_stage", 32, 1, 1, PipelineSplit::even, {32}},
        Split{"even", 32, 4, 1, PipelineSplit::even, {8, 8, 8, 8}},
        Split{"even_interleaved", 96, 8, 6, PipelineSplit::even, std::vector<int>(8, 12)},
        Split{"llama_405b", 126, 8, 1, PipelineSplit::balanced, {15, 16, 16, 16, 16, 16, 16, 15}},
        Split{"bloom", 70, 12, 1, PipelineSplit::balanced, {5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5}},
        Split{"ends_do_not_divide", 61, 4, 1, PipelineSplit::balanced, {15, 16, 16, 14}},
        Split{"balanced_interleaved",
              126,
              16,
              2,
              PipelineSplit::balanced,
              {7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7}},
        Split{"balanced_alone", 32, 1, 1, PipelineSplit::balanced, {32}},
        Split{"not_legal", 32, 3, 1, PipelineSplit::even, {0, 0, 0}}),
    test::row_name<Split>);

TEST(Pipeline, TheFirstStageHoldsTheDenseLayers) {
    ModelSpec model = test::small_model();
    model.num_hidden_layers = 60;
    model.moe = test::small_experts();
    model.moe->first_k_dense_replace = 3;
    TrainingPlan plan;
    plan.pipeline_parallel = 4;
    EXPECT_EQ(stage_layers(model, plan, 0), (StageLayers{.dense = 3, .moe = 12}));
    EXPECT_EQ(stage_layers(model, plan, 3), (StageLayers{.dense = 0, .moe = 15}));
}

} // namespace
} // namespace headroom
