// What measured runs teach: against a site whose truth is known, because the model itself plays it.
#include "core/calibrate/run_fit.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom {
namespace {

const Scenario& plan() {
    static const Scenario scenario =
        *read_scenario_file(HEADROOM_SOURCE_DIR "/presets/scenarios/llama-3.1-8b-on-8-h100.json",
                            test_catalog())
             .scenario;
    return scenario;
}

/// As a site measures it whose factors have these logarithms.
MeasuredRun measured(const Scenario& scenario, const StepFactors& truth, double off = 0.0) {
    MeasuredRun run = run_of(scenario);
    run.step_time = std::exp(ln_step(scenario)(truth) + off) * units::s;
    return run;
}

Scenario changed(void (*change)(Scenario&)) {
    Scenario scenario = plan();
    change(scenario);
    EXPECT_EQ(find_illegality(scenario), Illegality::none);
    return scenario;
}

/// Plans whose steps are made of different parts.
std::vector<Scenario> unlike_plans() {
    return {plan(),
            changed([](Scenario& one) { one.training.recompute = {}; }),
            changed([](Scenario& one) {
                one.cluster.nodes = 8;
                one.training.global_batch = 64;
                one.training.sequence = 1024;
            }),
            changed([](Scenario& one) { one.training.sequence = 512; }),
            changed([](Scenario& one) { one.training.tensor_parallel = 8; }),
            changed([](Scenario& one) { one.training.sequence = 32768; })};
}

/// The model explains nearly everything: what is believed before hardly counts.
constexpr StepPriors sure{{0.3, 1.0, 0.5, 0.5}, 0.002, 0.001};

TEST(StepsTaught, FindTheTruth) {
    const StepFactors truth{0.08, 0.3, 0.25, -0.1};
    std::vector<MeasuredRun> runs;
    for (const Scenario& one : unlike_plans())
        runs.push_back(measured(one, truth));
    const SiteSteps steps = steps_taught(runs, plan(), sure);
    ASSERT_EQ(steps.runs.size(), runs.size());
    for (const StepFactor factor :
         {StepFactor::matmul, StepFactor::communication, StepFactor::elementwise}) {
        const auto i = static_cast<std::size_t>(factor);
        EXPECT_NEAR(steps.ln[i], truth[i], 0.02) << name_of(factor);
        EXPECT_TRUE(runs_say(steps, factor)) << name_of(factor);
    }
    for (const Scenario& one : unlike_plans())
        EXPECT_NEAR(ln_step(one)(steps.ln), ln_step(one)(truth), 0.01);
    EXPECT_LT(steps.leave_one_out_error, steps.preset_error);
    EXPECT_TRUE(steps.use);
    EXPECT_GT(learnt_directions(steps), 2.5);
}

TEST(StepsTaught, LeaveAloneWhatWasNotMeasured) {
    const Scenario single = changed([](Scenario& one) {
        one.cluster.gpus_per_node = 1;
        one.training.zero_stage = 0;
        one.training.sequence = 2048;
    });
    const SiteSteps steps =
        steps_taught(std::vector{measured(single, {0.1, 0.0, 0.9, 0.0})}, plan());
    const auto communication = static_cast<std::size_t>(StepFactor::communication);
    EXPECT_NEAR(steps.ln[communication], 0.0, 1e-6);
    EXPECT_NEAR(steps.sd(StepFactor::communication), steps.prior_sd[communication], 1e-6);
    EXPECT_FALSE(runs_say(steps, StepFactor::communication));
    EXPECT_LE(learnt_directions(steps), 1.0);
    EXPECT_GT(learnt_directions(steps), 0.0);
}

TEST(StepsTaught, CountRepeatsOnce) {
    const StepFactors truth{0.2, 0.0, 0.0, 0.0};
    const MeasuredRun run = measured(plan(), truth);
    const std::vector<MeasuredRun> ten(10, run);
    EXPECT_EQ(configurations_of(ten), 1);
    const SiteSteps once = steps_taught(std::vector{run}, plan()),
                    often = steps_taught(ten, plan());
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        EXPECT_NEAR(once.ln[i], often.ln[i], 0.01);
        EXPECT_NEAR(once.covariance[i][i], often.covariance[i][i],
                    0.02 * once.prior_sd[i] * once.prior_sd[i]);
    }
}

/// A factor may not be less known after a run than before, nor any plan's step.
TEST(StepsTaught, NeverKnowLess) {
    std::vector<MeasuredRun> runs;
    double before = 10.0;
    for (const Scenario& one : unlike_plans()) {
        runs.push_back(measured(one, {}));
        const SiteSteps steps = steps_taught(runs, plan());
        double known = 0.0;
        for (std::size_t i = 0; i < step_factor_count; ++i) {
            EXPECT_LE(steps.sd(static_cast<StepFactor>(i)), steps.prior_sd[i] * (1.0 + 1e-9));
            known += steps.covariance[i][i] / (steps.prior_sd[i] * steps.prior_sd[i]);
        }
        EXPECT_LT(known, before);
        before = known;
        EXPECT_LE(learnt_directions(steps), std::min<double>(4, static_cast<double>(runs.size())));
    }
}

TEST(StepsTaught, AreOffWhereTheyPredictNoBetter) {
    std::vector<MeasuredRun> runs;
    double off = 0.06;
    for (const Scenario& one : unlike_plans())
        runs.push_back(measured(one, {}, off = -off)); // scatter that no factor explains
    const SiteSteps steps = steps_taught(runs, plan(), {{0.3, 1.0, 0.5, 0.5}, 0.01, 0.01});
    EXPECT_GE(steps.leave_one_out_error, steps.preset_error);
    EXPECT_FALSE(steps.use);
    EXPECT_TRUE(steps.taught()); // kept all the same
}

TEST(StepsTaught, TakeNoRunOfAnotherGpuAndNoneWithoutAStep) {
    MeasuredRun other = measured(plan(), {0.3, 0.0, 0.0, 0.0});
    other.cluster.gpu.id = "another";
    MeasuredRun no_step = run_of(plan());
    no_step.memory.process = 50_GiB;
    EXPECT_FALSE(steps_taught(std::vector{other, no_step}, plan()).taught());
}

TEST(MostInformative, IsAPlanWithWhatIsUnknown) {
    const std::vector<Scenario> plans = unlike_plans();
    const SiteSteps steps = steps_taught(std::vector{measured(plans[5], {})}, plan());
    const std::vector<Scenario> candidates{plans[5], plans[2]}; // products; many nodes
    EXPECT_EQ(most_informative(steps, candidates, plans[2], sure), 1U);
    Scenario broken = plan();
    broken.training.tensor_parallel = 3;
    EXPECT_EQ(most_informative(steps, std::vector{broken}, plans[2], sure), std::nullopt);
}

TEST(MemoryTaught, CorrectsEachKindByItsOwnRuns) {
    const MemoryEstimate predicted = evaluate(plan()).memory;
    MeasuredRun run = run_of(plan());
    run.memory.process = predicted.process.expected + 1_GiB;
    const SiteMemory memory = memory_taught(std::vector{run}, plan());
    EXPECT_EQ(memory.process_runs, 1);
    EXPECT_GT(memory.process, 0.0 * units::GiB);
    EXPECT_LT(memory.process, 1_GiB); // the prior holds
    EXPECT_LT(memory.process_sd, 0.3 * units::GiB);
    EXPECT_EQ(memory.activation_runs, 0);
    EXPECT_DOUBLE_EQ(memory.activations_ln, 0.0);
    EXPECT_EQ(memory.slack_runs, 0);
}

/// Allocated memory that is corrected is not charged to the process a second time.
TEST(MemoryTaught, CountsWhatIsAllocatedOnce) {
    const MemoryEstimate predicted = evaluate(plan()).memory;
    MeasuredRun run = run_of(plan());
    run.memory.allocated = predicted.allocated.expected + 1_GiB;
    run.memory.process = predicted.process.expected + 1_GiB;
    const SiteMemory both = memory_taught(std::vector{run}, plan());
    run.memory.allocated = {};
    const SiteMemory alone = memory_taught(std::vector{run}, plan());
    EXPECT_GT(both.activations_ln, 0.0);
    EXPECT_LT(both.process, alone.process);
}

TEST(MemoryTaught, NeverTakesFromTheAllocator) {
    const MemoryEstimate predicted = evaluate(plan()).memory;
    MeasuredRun run = run_of(plan());
    run.memory.allocated = predicted.allocated.expected;
    run.memory.reserved = predicted.allocated.expected + 0.5 * predicted.allocator_slack;
    const SiteMemory memory = memory_taught(std::vector{run}, plan());
    EXPECT_EQ(memory.slack_runs, 1);
    EXPECT_GE(memory.slack_ln, 0.0);
}

} // namespace
} // namespace headroom
