// The walk from a plan to its goals: order, what it takes, what it refuses and why.
#include "core/explore/ladder.hpp"
#include "tests/support/memory_samples.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace headroom {
namespace {

/// A plan with the points of the presets.
Scenario plan_on(std::string_view model, std::string_view gpu, std::string_view stack, int gpus) {
    Scenario scenario = samples::on(model, gpu, stack, gpus);
    const int per_node = scenario.cluster.gpus_per_node, nodes = scenario.cluster.nodes;
    scenario.cluster = usual_cluster(scenario.cluster.gpu, per_node, nodes, samples::presets());
    scenario.scores = samples::presets().scores;
    scenario.calibration = samples::presets().calibration;
    scenario.training.sequence = 4096;
    return scenario;
}

/// Everything still to be given up: fp32, nothing recomputed, nothing sharded.
Scenario untouched_8b() {
    Scenario scenario = plan_on("llama3.1-8b", "h100-sxm", "fsdp2", 8);
    scenario.training.precision = Precision::fp32;
    scenario.training.global_batch = 64;
    return scenario;
}

const Rung* rung_of(const std::vector<Rung>& rungs, MoveKind kind) {
    const auto found =
        std::ranges::find_if(rungs, [kind](const Rung& rung) { return rung.move.kind == kind; });
    return found == rungs.end() ? nullptr : &*found;
}

TEST(Ladder, TakesPrecisionBeforeCheckpointingBeforeSharding) {
    const Ladder ladder = climb(untouched_8b());
    ASSERT_EQ(ladder.result, LadderResult::reached);
    std::vector<LadderLevel> levels;
    for (const Rung& rung : ladder.taken)
        if (rung.worth != RungWorth::gains) levels.push_back(rung.level);
    ASSERT_FALSE(levels.empty());
    EXPECT_TRUE(std::ranges::is_sorted(levels));
    EXPECT_EQ(levels.front(), LadderLevel::precision);
    EXPECT_EQ(levels.back(), LadderLevel::sharding);
    EXPECT_TRUE(ladder.taken.back().meets_goals);
}

/// "Spare memory: recompute less" is a rung though the goals are met.
TEST(Ladder, WinsTimeWithSpareMemory) {
    Scenario scenario = plan_on("llama3.2-1b", "h100-sxm", "fsdp2", 8);
    scenario.training.recompute.mode = RecomputeMode::full;
    scenario.training.zero_stage = 1;
    const Ladder ladder = climb(scenario);
    ASSERT_EQ(ladder.result, LadderResult::met);
    const Rung* rung = rung_of(ladder.taken, MoveKind::checkpointing);
    ASSERT_NE(rung, nullptr);
    EXPECT_EQ(rung->worth, RungWorth::gains);
    EXPECT_LT(rung->estimate_after.step.total.expected, rung->estimate_before.step.total.expected);
    EXPECT_GT(rung->estimate_after.memory.process.expected,
              rung->estimate_before.memory.process.expected);
}

TEST(Ladder, TakesNoRiskForAGainThatNobodyNeeds) {
    const Ladder ladder = climb(plan_on("llama3.2-1b", "h100-sxm", "fsdp2", 8));
    ASSERT_EQ(ladder.result, LadderResult::met);
    EXPECT_EQ(rung_of(ladder.taken, MoveKind::precision), nullptr);
    for (const Rung& rung : ladder.taken)
        EXPECT_EQ(rung.level == LadderLevel::redefine, false);
}

TEST(Ladder, TriesNoParallelismThatTheStackHasNoCodeFor) {
    const auto kinds_on = [](std::string_view stack) {
        std::vector<MoveKind> kinds;
        for (const Move& move :
             moves_of(LadderLevel::parallelism, plan_on("llama3.1-8b", "h100-sxm", stack, 8)))
            kinds.push_back(move.kind);
        return kinds;
    };
    using testing::Contains;
    using testing::Not;
    for (const MoveKind kind :
         {MoveKind::tensor_parallel, MoveKind::pipeline_parallel, MoveKind::context_parallel}) {
        EXPECT_THAT(kinds_on("megatron-core"), Contains(kind));
        EXPECT_THAT(kinds_on("hf-trainer-fsdp"), Not(Contains(kind)));
    }
    EXPECT_THAT(kinds_on("hf-trainer-fsdp"), Contains(MoveKind::offload));
}

/// A goal that only fp8 reaches makes it worth its points.
TEST(Ladder, TakesFp8ForTheTimeItWins) {
    Scenario scenario = plan_on("llama3.1-8b", "h100-sxm", "fsdp2", 8);
    scenario.training.zero_stage = 3;
    scenario.training.global_batch = 64;
    scenario.training.recompute.mode = RecomputeMode::selective;
    const Seconds now = evaluate(scenario).step.total.expected;
    scenario.goals.step_time = 0.9 * now;
    const Ladder ladder = climb(scenario);
    const Rung* rung = rung_of(ladder.taken, MoveKind::precision);
    ASSERT_NE(rung, nullptr);
    EXPECT_EQ(rung->worth, RungWorth::saves_time);
    EXPECT_EQ(rung->after.training.precision, Precision::fp8);
    // A team for which fp8 is out of the question says so in points.
    scenario.scores.quality_risk[QualityReason::fp8_recipe].value = most_risk_taken + 1;
    const Ladder careful = climb(scenario);
    EXPECT_EQ(rung_of(careful.taken, MoveKind::precision), nullptr);
    const Rung* refused = rung_of(careful.refused, MoveKind::precision);
    ASSERT_NE(refused, nullptr);
    EXPECT_EQ(refused->worth, RungWorth::too_risky);
}

/// With everything recomputed there is nothing left for an offload of activations to save.
TEST(Ladder, RefusesActivationOffloadOnTopOfFullRecompute) {
    Scenario scenario = plan_on("llama2-7b", "a100-sxm4-40", "fsdp", 8);
    scenario.cluster.host_link.value = 25.0 * units::GB_per_s;
    scenario.training.task = Task::full_finetune;
    scenario.training.zero_stage = 3;
    scenario.training.sequence = 512;
    scenario.training.recompute.mode = RecomputeMode::full;
    scenario.goals.headroom = 39.0 * units::GiB; // so that all levels are walked
    const Ladder ladder = climb(scenario);
    EXPECT_EQ(rung_of(ladder.taken, MoveKind::activation_offload), nullptr);
    const Rung* rung = rung_of(ladder.refused, MoveKind::activation_offload);
    ASSERT_NE(rung, nullptr);
    EXPECT_THAT(rung->worth,
                testing::AnyOf(RungWorth::saves_nothing, RungWorth::needs_more_memory));
}

/// Adapters leave little to shard: what ZeRO 3 gathers is more than what it saves.
TEST(Ladder, SaysWhereZero3NeedsMoreThanZero2) {
    Scenario scenario = plan_on("llama3.2-1b", "a100-sxm4-80", "deepspeed", 8);
    scenario.training.task = Task::lora;
    scenario.training.zero_stage = 2;
    scenario.training.recompute.mode = RecomputeMode::full;
    scenario.training.sequence = 512;
    Scenario sharded = scenario;
    sharded.training.zero_stage = 3;
    ASSERT_GT(evaluate(sharded).memory.process.expected,
              evaluate(scenario).memory.process.expected);
    const Ladder ladder = climb(scenario);
    const Rung* rung = rung_of(ladder.refused, MoveKind::zero_stage);
    ASSERT_NE(rung, nullptr);
    EXPECT_EQ(rung->worth, RungWorth::needs_more_memory);
    EXPECT_EQ(rung->after.training.zero_stage, 3);
}

TEST(Ladder, OffersAdaptersBeforeASmallerModel) {
    Scenario scenario = plan_on("llama2-7b", "rtx-4090", "fsdp2", 1);
    scenario.training.task = Task::full_finetune;
    scenario.training.sequence = 2048;
    scenario.cluster.host_memory.value = 64.0 * units::GiB;
    scenario.goals.step_time = 3.0 * units::s; // offloading would be too slow
    const Ladder ladder = climb(scenario);
    ASSERT_EQ(ladder.result, LadderResult::redefined);
    ASSERT_FALSE(ladder.redefinitions.empty());
    EXPECT_EQ(ladder.redefinitions.front().move,
              (Move{MoveKind::task, static_cast<double>(Task::lora)}));
}

TEST(Ladder, OfAnImpossibleGoalEndsAtTheNearestPlan) {
    Scenario scenario = plan_on("llama3.1-405b", "rtx-4080", "fsdp2", 1);
    const Ladder ladder = climb(scenario);
    EXPECT_EQ(ladder.result, LadderResult::not_reached);
    EXPECT_TRUE(ladder.redefinitions.empty());
    EXPECT_LT(ladder.end_estimate.memory.headroom, Bytes{}); // and by how much
    EXPECT_LT(ladder.end_estimate.memory.process.expected, ladder.estimate.memory.process.expected);
}

TEST(Ladder, OffersToMoveAGoalThatNothingReaches) {
    Scenario scenario = plan_on("llama3.1-8b", "h100-sxm", "fsdp2", 8);
    scenario.training.zero_stage = 3;
    scenario.training.global_batch = 64;
    scenario.goals.tokens = 1e12;
    scenario.goals.duration = 2.0 * units::day;
    const Ladder ladder = climb(scenario);
    const Rung* rung = rung_of(ladder.redefinitions, MoveKind::goals);
    ASSERT_NE(rung, nullptr);
    EXPECT_GE(*rung->after.goals.duration, *ladder.end_estimate.money.run);
    EXPECT_LT(*rung->after.goals.duration, 1.11 * *ladder.end_estimate.money.run);
    EXPECT_EQ(ladder.result, LadderResult::not_reached); // the goal itself is not
}

/// What does not stand alone comes with the rungs below it.
TEST(Ladder, AppliesARungAloneWhereItStands) {
    const Ladder ladder = climb(untouched_8b());
    ASSERT_GE(ladder.taken.size(), 2U);
    const Applied first = applied(ladder, ladder.taken.front());
    EXPECT_TRUE(first.alone);
    EXPECT_EQ(first.scenario, ladder.taken.front().after);
    for (const Rung& rung : ladder.taken) {
        const Applied one = applied(ladder, rung);
        EXPECT_EQ(find_illegality(one.scenario), Illegality::none);
        EXPECT_DOUBLE_EQ(value_of(one.scenario, rung.move.kind), rung.move.value);
        if (!one.alone) {
            EXPECT_EQ(one.scenario, rung.after);
        }
    }
}

TEST(LadderMoves, SayWhatTheyChange) {
    const Scenario scenario = untouched_8b();
    for (std::size_t i = 0; i < ladder_level_count; ++i) {
        for (const Move& move : moves_of(static_cast<LadderLevel>(i), scenario)) {
            SCOPED_TRACE(std::string(name_of(move.kind)) + " " + std::to_string(move.value));
            EXPECT_EQ(level_of(move.kind), static_cast<LadderLevel>(i));
            const Scenario once = moved(scenario, move);
            EXPECT_DOUBLE_EQ(value_of(once, move.kind), move.value);
            EXPECT_EQ(moved(once, move), once);
            EXPECT_EQ(once.model, scenario.model);
            EXPECT_EQ(once.training.sequence, scenario.training.sequence);
            EXPECT_EQ(once.training.global_batch, scenario.training.global_batch);
            EXPECT_EQ(once.goals, scenario.goals);
        }
    }
}

} // namespace
} // namespace headroom
