// Rules of thumb that teams plan by, each with the conditions under which it holds and some under
// which it does not. Conditions where nothing else is said: one GPU, one sequence of 2048 tokens,
// full checkpointing, bf16, AdamW, Hugging Face Trainer.
#include "core/explore/ladder.hpp"
#include "core/explore/scores.hpp"
#include "tests/support/memory_samples.hpp"

namespace headroom {
namespace {

Scenario usual(const char* model, const char* gpu, Task task) {
    Scenario scenario = samples::on(model, gpu, "hf-trainer", 1);
    scenario.cluster = usual_cluster(scenario.cluster.gpu, 1, 1, samples::presets());
    scenario.scores = samples::presets().scores;
    scenario.training.task = task;
    scenario.training.sequence = 2048;
    scenario.training.recompute.mode = RecomputeMode::full;
    return scenario;
}

struct FitRow {
    const char* name;
    const char* model;
    const char* gpu;
    Task task;
    bool fits;
};
class RuleOfMemory : public testing::TestWithParam<FitRow> {};

TEST_P(RuleOfMemory, HoldsUnderItsConditions) {
    const FitRow& row = GetParam();
    const Estimate estimate = evaluate(usual(row.model, row.gpu, row.task));
    EXPECT_EQ(estimate.memory.headroom >= Bytes{}, row.fits)
        << samples::gib(estimate.memory.process.expected) << " of "
        << samples::gib(estimate.memory.capacity) << " GiB";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, RuleOfMemory,
    testing::Values(
        // "16 GB for small models": what is small depends on what is trained of it.
        FitRow{"small_in_full", "qwen3-0.6b", "rtx-4080", Task::full_finetune, true},
        FitRow{"not_1b_in_full", "llama3.2-1b", "rtx-4080", Task::full_finetune, false},
        FitRow{"adapters_of_3b", "llama3.2-3b", "rtx-4080", Task::lora, true},
        FitRow{"quantised_7b", "llama2-7b", "rtx-4080", Task::qlora, true},
        FitRow{"not_3b_in_full", "llama3.2-3b", "rtx-4080", Task::full_finetune, false},
        // "24 GB to fine-tune 7B": with adapters; in full it takes more than any one card of 80 GB.
        FitRow{"adapters_of_7b", "llama2-7b", "rtx-4090", Task::lora, true},
        FitRow{"quantised_7b_on_24", "llama2-7b", "rtx-4090", Task::qlora, true},
        FitRow{"not_7b_in_full", "llama2-7b", "rtx-4090", Task::full_finetune, false},
        FitRow{"not_7b_in_full_on_80", "llama2-7b", "h100-sxm", Task::full_finetune, false},
        // "80 GB and more for 70B": 80 with 4-bit weights, about twice that with 16-bit ones.
        FitRow{"quantised_70b_on_80", "llama3.1-70b", "h100-sxm", Task::qlora, true},
        FitRow{"not_quantised_70b_on_48", "llama3.1-70b", "rtx-6000-ada", Task::qlora, false},
        FitRow{"not_16_bit_70b_on_80", "llama3.1-70b", "h100-sxm", Task::lora, false},
        FitRow{"adapters_of_70b_on_180", "llama3.1-70b", "b200-sxm", Task::lora, true},
        FitRow{"not_70b_in_full", "llama3.1-70b", "b300-sxm", Task::full_finetune, false}),
    [](const auto& row) { return row.param.name; });

/// 7B in one node of eight: everything is still to be given up.
Scenario untouched() {
    Scenario scenario = samples::on("llama2-7b", "h100-sxm", "fsdp2", 8);
    scenario.cluster = usual_cluster(scenario.cluster.gpu, 8, 1, samples::presets());
    scenario.scores = samples::presets().scores;
    scenario.training.precision = Precision::fp32;
    scenario.training.sequence = 4096;
    scenario.training.global_batch = 64;
    return scenario;
}

/// "Precision, then checkpointing, then ZeRO": why that order. Mixed precision saves memory and
/// time at once, checkpointing pays with less than half of the time, sharding is what operation
/// pays for.
TEST(RuleOfOrder, IsTheOrderOfWhatIsPaid) {
    const Scenario start = untouched();
    const Estimate before = evaluate(start);
    const auto change = [&](MoveKind kind, double value) { return moved(start, {kind, value}); };
    const Scenario mixed = change(MoveKind::precision, static_cast<double>(Precision::bf16));
    EXPECT_LT(evaluate(mixed).memory.process.expected, before.memory.process.expected);
    EXPECT_LT(evaluate(mixed).step.total.expected, before.step.total.expected);
    EXPECT_EQ(complexity(mixed), complexity(start));

    const Scenario recomputed = change(MoveKind::checkpointing, 2.0);
    const double slower = evaluate(recomputed).step.total.expected / before.step.total.expected;
    EXPECT_LT(evaluate(recomputed).memory.process.expected, before.memory.process.expected);
    EXPECT_GT(slower, 1.0);
    EXPECT_LT(slower, 1.5);
    EXPECT_EQ(complexity(recomputed), complexity(start));

    const Scenario sharded = change(MoveKind::zero_stage, 1.0);
    EXPECT_LT(evaluate(sharded).memory.process.expected, before.memory.process.expected);
    EXPECT_GT(complexity(sharded), complexity(start));
}

double optimizer_gb(const Scenario& scenario) {
    return samples::estimate(scenario).phases[static_cast<std::size_t>(Phase::optimizer_step)]
                                             [MemoryTerm::optimizer_states] /
           units::GB;
}

Scenario zero_1(int gpus) {
    Scenario scenario =
        samples::on(samples::vocabulary_model(1.5e9), "v100-sxm2-32", "deepspeed", gpus);
    scenario.training.precision = Precision::fp16;
    scenario.training.states = States::mixed;
    scenario.training.zero_stage = 1;
    return scenario;
}

/// "ZeRO-1 takes 18 GB to 2.25 GB": 1.5e9 parameters of 12 bytes (fp32 master and two moments),
/// over eight ranks that hold the same weights.
TEST(RuleOfZero1, HoldsForEightRanksAndTwelveBytes) {
    Scenario alone = zero_1(8);
    alone.training.zero_stage = 0;
    EXPECT_DOUBLE_EQ(optimizer_gb(alone), 18.0);
    EXPECT_DOUBLE_EQ(optimizer_gb(zero_1(8)), 2.25);
}

TEST(RuleOfZero1, IsAnotherNumberUnderOtherConditions) {
    EXPECT_DOUBLE_EQ(optimizer_gb(zero_1(1)), 18.0); // nobody to share with
    EXPECT_DOUBLE_EQ(optimizer_gb(zero_1(4)), 4.5);  // fewer ranks
    Scenario split = zero_1(8);
    split.training.zero_group = 2; // shared inside of groups only
    EXPECT_DOUBLE_EQ(optimizer_gb(split), 9.0);
    Scenario pure = zero_1(8);
    pure.training.states = States::pure; // two moments in 16 bits, no master
    EXPECT_LT(optimizer_gb(pure), 1.0);
    Scenario light = zero_1(8);
    light.training.optimizer = Optimizer::adamw_8bit;
    EXPECT_LT(optimizer_gb(light), 2.25);
}

/// What stays whole is not in the 2.25: weights and gradients, 2 bytes each.
TEST(RuleOfZero1, LeavesWeightsAndGradientsWhole) {
    const MemoryBreakdown step =
        samples::estimate(zero_1(8)).phases[static_cast<std::size_t>(Phase::backward_end)];
    EXPECT_NEAR(step[MemoryTerm::weights] / units::GB, 3.0, 0.01);
    EXPECT_NEAR(step[MemoryTerm::gradients] / units::GB, 3.0, 0.01);
}

} // namespace
} // namespace headroom
