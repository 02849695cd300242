// Rules of thumb about cards, each with the conditions under which it holds: 16 GB for small
// models, 24 GB to fine-tune 7B, 80 GB and more for 70B. One GPU, sequence 2048, micro batch 1,
// full checkpointing, Hugging Face Trainer.
#include "core/explore/choice.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

struct Rule {
    const char* name;
    std::vector<std::string> conditions;
    double above, at_most; // GiB of the smallest card
};

class RuleOfThumb : public testing::TestWithParam<Rule> {};

constexpr const char* plan = R"({
  "format": 1, "name": "rule", "model": "llama2-7b", "cluster": {"gpu": "rtx-4090"},
  "training": {"task": "lora", "sequence": 2048, "micro_batch": 1, "global_batch": 16,
               "recompute": {"mode": "full"}, "framework": "hf-trainer"}
})";

TEST_P(RuleOfThumb, HoldsUnderItsConditions) {
    const ScenarioResult read =
        read_scenario_with(plan, "rule.json", GetParam().conditions, test_catalog());
    ASSERT_TRUE(read.scenario.has_value());
    Choices choices = usual_choices(*read.scenario, test_catalog());
    choices.counts = {1};
    const ClusterChoice choice = choose_cluster(*read.scenario, choices, test_catalog());
    const Candidate* smallest = choice.smallest();
    ASSERT_NE(smallest, nullptr);
    const double capacity = smallest->estimate.memory.capacity / units::GiB;
    EXPECT_GT(capacity, GetParam().above) << smallest->gpu->id;
    EXPECT_LE(capacity, GetParam().at_most) << smallest->gpu->id;
}

INSTANTIATE_TEST_SUITE_P(
    Cards, RuleOfThumb,
    testing::Values(
        Rule{"sixteen_gb_for_adapters_of_3b", {"model=llama3.2-3b"}, 0.0, 16.0},
        Rule{"sixteen_gb_for_all_of_1b_in_16_bits",
             {"model=llama3.2-1b", "training.task=full_finetune", "training.states=pure"},
             0.0,
             16.0},
        Rule{"not_for_all_of_1b_with_fp32_masters",
             {"model=llama3.2-1b", "training.task=full_finetune"},
             16.0,
             24.0},
        Rule{"twenty_four_gb_for_adapters_of_7b_with_room", {"goals.headroom=8 %"}, 16.0, 24.0},
        Rule{"less_for_7b_in_4_bits", {"training.task=qlora"}, 0.0, 16.0},
        Rule{"far_more_for_all_of_7b", {"training.task=full_finetune"}, 96.0, 192.0},
        Rule{"eighty_gb_for_70b_in_4_bits",
             {"model=llama3.3-70b", "training.task=qlora"},
             48.0,
             80.0},
        Rule{"more_for_adapters_of_70b_in_16_bits", {"model=llama3.3-70b"}, 80.0, 192.0}),
    [](const auto& row) { return row.param.name; });

} // namespace
} // namespace headroom
