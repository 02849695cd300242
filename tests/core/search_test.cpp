// What a search promises beside its front, which tests/property compares with every plan.
#include "core/explore/search.hpp"
#include "tests/support/legal_scenario.hpp"
#include "tests/support/memory_samples.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

namespace headroom {
namespace {

Scenario eight_b_on(int nodes) {
    Scenario scenario = samples::on("llama3.1-8b", "h100-sxm", "megatron-core", 8);
    scenario.cluster =
        usual_cluster(*samples::presets().find_gpu("h100-sxm"), 8, nodes, samples::presets());
    scenario.calibration = samples::presets().calibration;
    scenario.scores = samples::presets().scores;
    scenario.training.sequence = 8192;
    scenario.training.global_batch = 128;
    return scenario;
}

SearchSpace everything() {
    SearchSpace space;
    space.free.set();
    return space;
}

std::vector<TrainingPlan> plans_of(const SearchResult& result) {
    std::vector<TrainingPlan> plans;
    for (const FoundPlan& plan : result.front)
        plans.push_back(plan.training);
    return plans;
}

TEST(Search, SameForAnyNumberOfThreads) {
    const Scenario scenario = eight_b_on(1);
    const SearchResult one = search_plans(scenario, everything(), 1);
    ASSERT_FALSE(one.front.empty());
    for (const int threads : {2, 5}) {
        const SearchResult many = search_plans(scenario, everything(), threads);
        EXPECT_EQ(plans_of(many), plans_of(one)) << threads;
        EXPECT_EQ(many.evaluated, one.evaluated) << threads;
        EXPECT_EQ(many.legal, one.legal) << threads;
    }
}

TEST(Search, FoundPlansAreWhatTheEstimateSays) {
    Scenario scenario = eight_b_on(1);
    const SearchResult found = search_plans(scenario);
    ASSERT_FALSE(found.front.empty());
    for (const FoundPlan& plan : found.front) {
        scenario.training = plan.training;
        const Estimate estimate = evaluate(scenario);
        EXPECT_NE(estimate.verdict, Verdict::not_legal);
        EXPECT_NE(estimate.verdict, Verdict::does_not_fit);
        EXPECT_EQ(estimate.step.total.expected, plan.estimate.step.total.expected);
        EXPECT_EQ(estimate.memory.process.expected, plan.estimate.memory.process.expected);
    }
}

TEST(Search, WhatIsNotFreeStaysAsItIs) {
    Scenario scenario = eight_b_on(1);
    scenario.training.tensor_parallel = 4;
    scenario.training.precision = Precision::fp8;
    SearchSpace space;
    space.free.reset(index_of(Dimension::tensor_parallel));
    for (const FoundPlan& plan : search_plans(scenario, space).front) {
        EXPECT_EQ(plan.training.tensor_parallel, 4);
        EXPECT_EQ(plan.training.precision, Precision::fp8);
        EXPECT_EQ(plan.training.offload, Offload::none);
        EXPECT_EQ(plan.training.global_batch, scenario.training.global_batch);
    }
}

/// FSDP shards data-parallel ranks; a plan that slices tensors as well is no plan for it, unless
/// the team's own code does so already.
TEST(Search, ProposesNoParallelismThatTheStackHasNoCodeFor) {
    Scenario scenario = eight_b_on(1);
    scenario.stack = *samples::presets().find_stack("hf-trainer-fsdp");
    for (const int own : {1, 2}) {
        scenario.training.tensor_parallel = own;
        int widest = 0;
        for (const TrainingPlan& plan : plans_of(search_plans(scenario, everything(), 1))) {
            EXPECT_EQ(plan.pipeline_parallel, 1);
            EXPECT_EQ(plan.context_parallel, 1);
            widest = std::max(widest, plan.tensor_parallel);
        }
        EXPECT_LE(widest, own);
        EXPECT_GE(widest, 1);
    }
}

TEST(Search, NothingFreeIsThePlanItself) {
    const Scenario scenario = eight_b_on(1);
    SearchSpace space;
    space.free.reset();
    const SearchResult found = search_plans(scenario, space);
    EXPECT_EQ(found.legal, 1);
    const FoundPlan& only = found.front.empty() ? *found.nearest : found.front.front();
    EXPECT_EQ(only.training, scenario.training);
}

TEST(Search, GoalsGreyOutAndHideNothing) {
    Scenario scenario = eight_b_on(1);
    const SearchResult free = search_plans(scenario);
    EXPECT_FALSE(free.nearest);
    scenario.goals.step_time = free.front.front().estimate.step.total.expected * 1.01;
    const SearchResult bound = search_plans(scenario);
    EXPECT_EQ(plans_of(bound), plans_of(free));
    EXPECT_EQ(bound.front.front().miss, 0.0);
    EXPECT_GT(bound.front.back().miss, 0.0);
    EXPECT_FALSE(bound.nearest);
}

TEST(Search, ImpossibleGoalIsAnsweredWithTheNearestPlan) {
    Scenario scenario = eight_b_on(1);
    scenario.goals.step_time = 1.0 * units::ms;
    const SearchResult found = search_plans(scenario);
    ASSERT_TRUE(found.nearest);
    EXPECT_EQ(found.nearest->training, found.front.front().training); // the fastest
    EXPECT_NEAR(found.nearest->miss,
                found.front.front().estimate.step.total.expected / units::ms - 1.0, 1e-9);
}

TEST(Search, WhereNothingFitsThePlanThatNeedsLeastIsNearest) {
    Scenario scenario = eight_b_on(1);
    scenario.cluster.gpu.memory.value = 8.0 * units::GiB;
    const SearchResult found = search_plans(scenario);
    EXPECT_TRUE(found.front.empty());
    ASSERT_TRUE(found.nearest);
    EXPECT_LT(found.nearest->estimate.memory.headroom, Bytes{});
    EXPECT_GT(found.nearest->miss, 0.0);
}

TEST(Search, NoLegalPlanIsAProblem) {
    Scenario scenario = eight_b_on(1);
    SearchSpace space;
    space.free.reset();
    scenario.training.tensor_parallel = 3;
    const SearchResult found = search_plans(scenario, space);
    EXPECT_EQ(found.legal, 0);
    EXPECT_TRUE(has_errors(found.problems));
    EXPECT_FALSE(found.nearest);
}

struct Extreme {
    std::string name;
    void (*bend)(Scenario&);
};

class SearchExtremes : public ::testing::TestWithParam<Extreme> {};

TEST_P(SearchExtremes, GiveFiniteNumbersOrAProblem) {
    Scenario scenario = eight_b_on(1);
    GetParam().bend(scenario);
    const SearchResult found = search_plans(scenario);
    EXPECT_TRUE(found.legal > 0 || has_errors(found.problems));
    std::vector<FoundPlan> plans = found.front;
    if (found.nearest) plans.push_back(*found.nearest);
    for (const FoundPlan& plan : plans) {
        EXPECT_TRUE(std::isfinite(plan.estimate.memory.process.expected / units::B));
        EXPECT_TRUE(std::isfinite(plan.estimate.step.total.expected / units::s));
        EXPECT_TRUE(std::isfinite(plan.miss));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SearchExtremes,
    ::testing::Values(
        Extreme{"one_layer", [](Scenario& s) { s.model.num_hidden_layers = 1; }},
        Extreme{"one_gpu", [](Scenario& s) { s.cluster.gpus_per_node = s.cluster.nodes = 1; }},
        Extreme{"ten_million_gpus",
                [](Scenario& s) {
                    s.cluster.gpus_per_node = 100;
                    s.cluster.nodes = 100'000;
                    s.training.global_batch = 10'000'000;
                }},
        Extreme{"more_gpus_than_an_int_holds",
                [](Scenario& s) {
                    s.cluster.gpus_per_node = 2'000'000'000;
                    s.cluster.nodes = 2'000'000'000;
                }},
        Extreme{"prime_number_of_gpus", [](Scenario& s) { s.cluster.gpus_per_node = 7; }},
        Extreme{"1e15_tokens",
                [](Scenario& s) {
                    s.goals.tokens = 1e15;
                    s.goals.budget = 1.0 * units::USD;
                    s.goals.duration = 1.0 * units::s;
                }},
        Extreme{"no_sequence", [](Scenario& s) { s.training.sequence = 0; }},
        Extreme{"longest_sequence", [](Scenario& s) { s.training.sequence = 67'108'864; }}),
    test::row_name<Extreme>);

/// Seconds of work: it cannot end by itself before it is stopped.
Scenario large() {
    Scenario scenario = samples::on("gpt3-175b", "a100-sxm4-80", "megatron-lm", 8);
    scenario.cluster =
        usual_cluster(*samples::presets().find_gpu("a100-sxm4-80"), 8, 128, samples::presets());
    scenario.training.sequence = 2048;
    scenario.training.global_batch = 1536;
    return scenario;
}

TEST(Search, CancelledReturnsWhatWasFound) {
    SearchProgress progress;
    std::future<SearchResult> running = std::async(std::launch::async, [&progress] {
        return search_plans(large(), everything(), 2, &progress);
    });
    while (progress.done == 0 &&
           running.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
    }
    progress.cancelled = true;
    const SearchResult found = running.get();
    EXPECT_TRUE(found.cancelled);
    EXPECT_LT(progress.done, found.legal);
    EXPECT_GT(found.legal, 0);
}

TEST(Search, CancelledBeforeItBeganFindsNothing) {
    SearchProgress progress;
    progress.cancelled = true;
    const SearchResult found = search_plans(large(), everything(), 2, &progress);
    EXPECT_TRUE(found.cancelled);
    EXPECT_TRUE(found.front.empty());
    EXPECT_FALSE(found.nearest);
}

} // namespace
} // namespace headroom
