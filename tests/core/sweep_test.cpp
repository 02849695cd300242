#include "core/explore/strips.hpp"
#include "tests/support/scenarios.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using test::llama_8b_on_8_h100;

TEST(Sweep, GivesOneEstimateForEachValueInOrder) {
    const std::vector<double> values{4, 1, 2};
    const auto points = sweep(llama_8b_on_8_h100(), Axis::micro_batch, values);
    ASSERT_EQ(points.size(), 3U);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(points[i].value, values[i]);
    EXPECT_GT(points[0].estimate.memory.process.expected,
              points[2].estimate.memory.process.expected);
}

TEST(Sweep, AgreesWithEvaluatingEachPositionAlone) {
    const Scenario scenario = llama_8b_on_8_h100();
    for (const Axis axis : all_axes) {
        for (const SweepPoint& point : sweep(scenario, axis)) {
            Scenario alone = scenario;
            set_axis(alone, axis, point.value);
            const Estimate estimate = evaluate(alone);
            EXPECT_EQ(point.estimate.memory.process, estimate.memory.process) << axis_path(axis);
            EXPECT_EQ(point.estimate.step.total, estimate.step.total) << axis_path(axis);
        }
    }
}

TEST(Sweep, KeepsPositionsThatAreNotLegal) {
    const std::vector<double> values{1, 3, 4};
    const auto points = sweep(llama_8b_on_8_h100(), Axis::tensor_parallel, values);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[1].estimate.verdict, Verdict::not_legal);
    EXPECT_NE(points[2].estimate.verdict, Verdict::not_legal);
}

TEST(Strip, IsTheVerdictsOfTheSweep) {
    const Scenario scenario = llama_8b_on_8_h100();
    for (const Axis axis : all_axes) {
        const auto verdicts = strip(scenario, axis);
        const auto points = sweep(scenario, axis);
        ASSERT_EQ(verdicts.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            EXPECT_EQ(verdicts[i], points[i].estimate.verdict) << axis_path(axis) << " " << i;
    }
}

TEST(Strips, TogetherAreThoseOneByOne) {
    const Scenario scenario = llama_8b_on_8_h100();
    constexpr Held held{.tokens_per_step = true};
    std::vector<std::vector<double>> values;
    for (const Axis axis : all_axes)
        values.push_back(axis_values(axis, scenario));
    std::vector<StripJob> jobs;
    for (std::size_t i = 0; i < axis_count; ++i)
        jobs.push_back({scenario, all_axes[i], values[i], held});
    const auto cells = strips(jobs);
    ASSERT_EQ(cells.size(), axis_count);
    for (std::size_t i = 0; i < axis_count; ++i)
        EXPECT_EQ(cells[i], strip(scenario, all_axes[i], values[i], held))
            << axis_path(all_axes[i]);
    EXPECT_TRUE(strips({}).empty());
}

TEST(AcrossGpus, SkipsUnknownIdsAndKeepsTheOwnCluster) {
    Catalog catalog;
    catalog.gpus.push_back(test::h100());
    GpuSpec small = test::h100();
    small.id = "h100-half";
    small.memory.value = 40.0 * units::GiB;
    catalog.gpus.push_back(small);
    Scenario scenario = llama_8b_on_8_h100();
    scenario.cluster.rent.value = 2.0 * units::USD_per_hour;
    const std::vector<std::string> ids{"h100-half", "no-such-gpu", "h100-sxm"};
    const auto points = across_gpus(scenario, ids, catalog);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].gpu->id, "h100-half");
    EXPECT_LT(points[0].estimate.memory.capacity, points[1].estimate.memory.capacity);
    EXPECT_EQ(points[1].scenario, scenario);
}

} // namespace
} // namespace headroom
