// What holds for the ladder of every legal plan.
#include "core/explore/ladder.hpp"
#include "core/explore/ladder_redefine.hpp"
#include "core/explore/scores.hpp"
#include "tests/support/memory_samples.hpp"

#include <rapidcheck.h>

namespace headroom {
namespace {

template <class T>
T one_of(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}

Scenario any_plan() {
    Scenario scenario =
        samples::on(one_of({"llama3.2-1b", "llama2-7b", "qwen3-30b-a3b"}),
                    one_of({"rtx-4090", "a100-sxm4-40", "h100-sxm", "b200-sxm"}),
                    one_of({"fsdp2", "deepspeed", "megatron-core"}), one_of({1, 2, 8, 16}));
    const ClusterSpec& cluster = scenario.cluster;
    scenario.cluster =
        usual_cluster(cluster.gpu, cluster.gpus_per_node, cluster.nodes, samples::presets());
    scenario.scores = samples::presets().scores;
    TrainingPlan& plan = scenario.training;
    plan.task = one_of({Task::pretrain, Task::full_finetune, Task::lora});
    plan.sequence = one_of({512, 2048, 8192});
    plan.global_batch = one_of({16, 64, 256});
    plan.micro_batch = one_of({1, 2, 4});
    plan.precision = one_of({Precision::fp32, Precision::bf16, Precision::bf16});
    plan.zero_stage = one_of({0, 1, 2, 3});
    plan.recompute.mode =
        one_of({RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full});
    return scenario;
}

Goals any_goals(const Estimate& estimate) {
    Goals goals;
    const double factor = one_of({0.1, 0.7, 0.9, 1.1});
    if (*rc::gen::arbitrary<bool>()) goals.headroom_share = one_of({0.05, 0.2, 0.6});
    if (*rc::gen::arbitrary<bool>()) goals.step_time = factor * estimate.step.total.expected;
    if (*rc::gen::arbitrary<bool>()) {
        goals.tokens = one_of({1e9, 1e12});
        goals.duration = one_of({1.0, 30.0}) * units::day;
        goals.budget = one_of({100.0, 1e6}) * units::USD;
    }
    return goals;
}

void check_rungs(const Ladder& ladder) {
    Scenario at = ladder.start;
    for (const Rung& rung : ladder.taken) {
        RC_ASSERT(rung.before == at);
        RC_ASSERT(rung.after == moved(at, rung.move));
        RC_ASSERT(rung.estimate_after.verdict != Verdict::not_legal);
        RC_ASSERT(quality_risk(rung.after) - quality_risk(rung.before) <= most_risk_taken);
        RC_ASSERT(rung.meets_goals == goal_gap(rung.after, rung.estimate_after).closed());
        at = rung.after;
    }
    RC_ASSERT(ladder.end == at);
    RC_ASSERT(ladder.end.model == ladder.start.model);
    RC_ASSERT(ladder.end.goals == ladder.start.goals);
    RC_ASSERT(ladder.end.training.task == ladder.start.training.task);
    RC_ASSERT(ladder.end.training.sequence == ladder.start.training.sequence);
    RC_ASSERT(ladder.end.training.global_batch == ladder.start.training.global_batch);
}

void check_redefinitions(const Ladder& ladder) {
    for (const Rung& rung : ladder.redefinitions) {
        RC_ASSERT(rung.before == ladder.end);
        RC_ASSERT(rung.meets_goals);
        RC_ASSERT(goal_gap(rung.after, evaluate(rung.after)).closed());
    }
}

TEST(LadderProperties, HoldForEveryPlan) {
    EXPECT_TRUE(rc::check("the ladder is what it says", [] {
        Scenario scenario = any_plan();
        const Estimate estimate = evaluate(scenario);
        RC_PRE(estimate.verdict != Verdict::not_legal);
        scenario.goals = any_goals(estimate);
        const Ladder ladder = climb(scenario);
        const bool met_before = goal_gap(scenario, evaluate(scenario)).closed();
        const bool met_after = goal_gap(ladder.end, ladder.end_estimate).closed();
        RC_ASSERT(met_before == (ladder.result == LadderResult::met));
        RC_ASSERT(met_after ==
                  (ladder.result == LadderResult::met || ladder.result == LadderResult::reached));
        if (met_before) {
            RC_ASSERT(ladder.end_estimate.step.total.expected <=
                      ladder.estimate.step.total.expected);
        }
        check_rungs(ladder);
        check_redefinitions(ladder);
    }));
}

} // namespace
} // namespace headroom
