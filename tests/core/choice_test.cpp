#include "core/explore/choice.hpp"
#include "tests/support/legal_scenario.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

namespace headroom {
namespace {

GpuSpec card(std::string id, double gib, double dollars, Catalog& catalog) {
    GpuSpec gpu = test::h100();
    gpu.id = std::move(id);
    gpu.memory.value = gib * units::GiB;
    if (dollars > 0.0) {
        Price price;
        price.gpu = gpu.id;
        price.provider = "A";
        price.on_demand.value = dollars * units::USD_per_hour;
        catalog.prices.push_back(price);
    }
    return gpu;
}

/// Cards alike in all but memory and price.
Catalog three_cards() {
    Catalog catalog;
    catalog.gpus = {card("large", 140.0, 9.0, catalog), card("middle", 80.0, 3.0, catalog),
                    card("small", 24.0, 1.0, catalog)};
    return catalog;
}

Scenario plan_8b(const Catalog& catalog) {
    Scenario scenario = test::llama_8b_on_8_h100();
    scenario.cluster = usual_cluster(catalog.gpus[1], 8, 1, catalog);
    scenario.cluster.intra_node = test::llama_8b_on_8_h100().cluster.intra_node;
    scenario.training.micro_batch = 1;
    scenario.goals.tokens = 1e9;
    return scenario;
}

ClusterChoice choose(const Scenario& scenario, const Catalog& catalog,
                     std::vector<int> counts = {1, 2, 4, 8, 16}) {
    return choose_cluster(scenario, {{"large", "middle", "small"}, std::move(counts)}, catalog);
}

TEST(ChooseCluster, WhatItChoosesFitsAndMeetsTheGoals) {
    const Catalog catalog = three_cards();
    Scenario scenario = plan_8b(catalog);
    scenario.goals.duration = 1.0 * units::day;
    const ClusterChoice choice = choose(scenario, catalog);
    for (const Candidate* chosen : {choice.smallest(), choice.cheapest()}) {
        ASSERT_NE(chosen, nullptr);
        EXPECT_TRUE(chosen->meets_goals);
        const Estimate again = evaluate(chosen->scenario);
        EXPECT_GE(again.memory.headroom, Bytes{});
        EXPECT_LE(*again.money.run, *scenario.goals.duration);
        EXPECT_EQ(chosen->scenario.cluster.gpus(), chosen->gpus);
        EXPECT_EQ(chosen->scenario.training.global_batch, scenario.training.global_batch);
        EXPECT_EQ(chosen->scenario.training.precision, scenario.training.precision);
    }
}

TEST(ChooseCluster, NobodyThatMeetsTheGoalsIsSmallerOrCheaper) {
    const Catalog catalog = three_cards();
    const ClusterChoice choice = choose(plan_8b(catalog), catalog);
    ASSERT_NE(choice.smallest(), nullptr);
    ASSERT_NE(choice.cheapest(), nullptr);
    for (const Candidate& other : choice.candidates) {
        if (!other.meets_goals) continue;
        EXPECT_LE(choice.smallest()->gpus, other.gpus);
        if (other.per_token) {
            EXPECT_LE(*choice.cheapest()->per_token, *other.per_token);
        }
    }
}

TEST(ChooseCluster, ThePlanStaysAsItIsWhereThatWillDo) {
    const Catalog catalog = three_cards();
    const ClusterChoice choice = choose(plan_8b(catalog), catalog, {8});
    const Candidate& on_large = choice.candidates.front();
    EXPECT_EQ(on_large.gpu->id, "large");
    EXPECT_EQ(on_large.changes, 0);
    EXPECT_TRUE(on_large.fits_unchanged);
}

TEST(ChooseCluster, ChangesAreThoseItNames) {
    const Catalog catalog = three_cards();
    Scenario scenario = plan_8b(catalog);
    scenario.training.zero_stage = 0; // 16 bytes of each of 8e9 parameters: more than 80 GiB
    const ClusterChoice choice = choose(scenario, catalog, {8});
    for (const Candidate& candidate : choice.candidates) {
        const TrainingPlan& plan = candidate.scenario.training;
        const auto changed = [&](Change change) {
            return (candidate.changes & static_cast<Changes>(change)) != 0;
        };
        EXPECT_EQ(candidate.fits_unchanged, candidate.gpu->id == "large");
        EXPECT_EQ(changed(Change::zero_stage), plan.zero_stage != 0);
        EXPECT_EQ(changed(Change::tensor_parallel), plan.tensor_parallel != 1);
        EXPECT_EQ(changed(Change::recompute), !(plan.recompute == scenario.training.recompute));
        EXPECT_EQ(changed(Change::micro_batch), plan.micro_batch != 1);
    }
    ASSERT_NE(choice.smallest(), nullptr);
    EXPECT_NE(choice.smallest()->changes, 0);
}

TEST(ChooseCluster, TheSmallestGpuIsTheOneWithLeastMemoryThatFits) {
    const Catalog catalog = three_cards();
    const ClusterChoice choice = choose(plan_8b(catalog), catalog);
    const Candidate* smallest = choice.smallest_gpu(8);
    ASSERT_NE(smallest, nullptr);
    for (const Candidate& other : choice.candidates)
        if (other.gpus == 8 && other.fits) {
            EXPECT_LE(smallest->estimate.memory.capacity, other.estimate.memory.capacity);
        }
    EXPECT_EQ(choice.smallest_gpu(3), nullptr); // not asked
}

TEST(ChooseCluster, ACheaperPriceNeverMakesAGpuLessPreferred) {
    for (const double factor : {0.9, 0.5, 0.1}) {
        Catalog catalog = three_cards();
        const Scenario scenario = plan_8b(catalog);
        const std::string preferred = choose(scenario, catalog).cheapest()->gpu->id;
        for (Price& price : catalog.prices)
            if (price.gpu == preferred) price.on_demand.value *= factor;
        // The scenario's own cluster carries its own price.
        Scenario cheaper = scenario;
        if (preferred == scenario.cluster.gpu.id) cheaper.cluster.rent.value *= factor;
        EXPECT_EQ(choose(cheaper, catalog).cheapest()->gpu->id, preferred) << factor;
    }
}

TEST(ChooseCluster, AGpuWithoutAPriceIsCountedAndNeverCheapest) {
    Catalog catalog = three_cards();
    Scenario scenario = plan_8b(catalog);
    catalog.prices.clear();
    scenario.cluster.rent = {};
    const ClusterChoice choice = choose(scenario, catalog);
    EXPECT_EQ(choice.cheapest(), nullptr);
    EXPECT_NE(choice.smallest(), nullptr);
    EXPECT_GT(choice.unpriced, 0U);
    scenario.goals.budget = 1e9 * units::USD; // cannot be judged, so it is not met
    EXPECT_EQ(choose(scenario, catalog).smallest(), nullptr);
}

TEST(ChooseCluster, AnImpossibleGoalHasANearestAnswer) {
    const Catalog catalog = three_cards();
    Scenario scenario = plan_8b(catalog);
    scenario.goals.duration = 1.0_s;
    const ClusterChoice choice = choose(scenario, catalog);
    EXPECT_EQ(choice.smallest(), nullptr);
    EXPECT_EQ(choice.cheapest(), nullptr);
    ASSERT_NE(choice.nearest(), nullptr);
    EXPECT_TRUE(choice.nearest()->fits);
    EXPECT_GT(choice.nearest()->miss, 0.0);
    for (const Candidate& other : choice.candidates)
        if (other.fits) {
            EXPECT_LE(choice.nearest()->miss, other.miss);
        }
}

TEST(ChooseCluster, TheAnswerIsTheSameOnOneThread) {
    const Catalog catalog = three_cards();
    const Scenario scenario = plan_8b(catalog);
    const ClusterChoice many = choose(scenario, catalog);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const ClusterChoice alone = choose(scenario, catalog);
    ASSERT_EQ(many.candidates.size(), alone.candidates.size());
    for (std::size_t i = 0; i < many.candidates.size(); ++i) {
        EXPECT_EQ(many.candidates[i].gpu->id, alone.candidates[i].gpu->id);
        EXPECT_EQ(many.candidates[i].scenario, alone.candidates[i].scenario);
        EXPECT_EQ(many.candidates[i].per_token, alone.candidates[i].per_token);
    }
}

TEST(ChooseCluster, CountsThatNoPlanCanUseAreLeftOut) {
    const Catalog catalog = three_cards();
    const ClusterChoice choice = choose(plan_8b(catalog), catalog, {7, 8});
    EXPECT_EQ(choice.asked, 6U);
    for (const Candidate& candidate : choice.candidates)
        EXPECT_EQ(candidate.gpus, 8); // 64 sequences do not divide over 7 ranks
}

TEST(UsualChoices, ShippingGpusOfTheSameVendorAndPowersOfTwo) {
    Catalog catalog = three_cards();
    catalog.gpus[0].announced = true;
    catalog.gpus[2].vendor = "other";
    Scenario scenario = plan_8b(catalog);
    scenario.cluster.nodes = 3;
    const Choices choices = usual_choices(scenario, catalog);
    EXPECT_EQ(choices.gpus, std::vector<std::string>{"middle"});
    EXPECT_EQ(choices.counts, (std::vector<int>{1, 2, 4, 8, 16, 24, 32, 64}));
}

} // namespace
} // namespace headroom
