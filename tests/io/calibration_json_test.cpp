// Calibration files: what they hold, how a scenario names them, what is wrong with them.
#include "core/io/calibration_json.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace headroom {
namespace {

const std::string cluster_a = R"({
  "format": 1, "kind": "calibration", "name": "cluster A, 8x H100", "created": "2026-11-30",
  "applies_to": {"gpu": "h100-sxm", "sm": 132, "power_cap": "700 W", "ranks_per_node": 8},
  "tool": {"probe": "0.1", "effort": "default", "driver": "580.95", "cublaslt": 130100},
  "values": [
    {"parameter": "eta_isolated", "dtype": "bf16", "value": 0.792, "preset": 0.81, "sd": 0.017,
     "use": true, "from": ["gemm_bf16_square_8k"]},
    {"parameter": "kernel_floor", "value": "2.4 us", "preset": "2.2 us"},
    {"parameter": "usable_memory", "value": "79.1 GiB", "use": false, "doubts": ["mig"]}],
  "steps": {"runs": [{"name": "monday", "step_time": "1.46 s", "scenario": {
      "model": "llama3.1-8b", "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8, "nodes": 1},
      "training": {"sequence": 8192, "micro_batch": 1, "global_batch": 64, "zero_stage": 3}}}],
    "factors": [{"term": "matmul", "ln": 0.031, "sd": 0.058, "prior_sd": 0.08}]},
  "kept": [{"parameter": "attention", "why": "not measured"}], "results": [], "host": null})";

TEST(CalibrationFile, HoldsWhatWasMeasured) {
    Problems problems;
    const auto site = read_calibration(cluster_a, "a.json", test_catalog(), problems);
    for (const Problem& problem : problems)
        ADD_FAILURE() << to_line(problem);
    ASSERT_TRUE(site);
    EXPECT_TRUE(site->on);
    EXPECT_EQ(site->applies_to.gpu, "h100-sxm");
    EXPECT_EQ(site->applies_to.power_cap, 700.0 * units::W);
    EXPECT_EQ(site->tool.cublaslt, "130100");
    const SiteValue* eta = site->find(SiteParameter::eta_isolated, Precision::bf16);
    ASSERT_NE(eta, nullptr);
    EXPECT_DOUBLE_EQ(eta->value, 0.792);
    EXPECT_DOUBLE_EQ(eta->preset, 0.81);
    EXPECT_THAT(eta->from, testing::ElementsAre("gemm_bf16_square_8k"));
    EXPECT_DOUBLE_EQ(site->find(SiteParameter::kernel_floor)->value, 2.4e-6);
    EXPECT_FALSE(site->find(SiteParameter::usable_memory)->use);
    EXPECT_DOUBLE_EQ(site->steps.ln_factor(StepFactor::matmul), 0.031);
    EXPECT_DOUBLE_EQ(site->steps.sd(StepFactor::matmul), 0.058);
    ASSERT_EQ(site->steps.runs.size(), 1U);
    EXPECT_EQ(site->steps.runs[0].training.zero_stage, 3);
    EXPECT_EQ(site->host, "");
}

TEST(CalibrationFile, ReadsBackWhatItWrote) {
    Problems problems;
    const auto site = read_calibration(cluster_a, "a.json", test_catalog(), problems);
    ASSERT_TRUE(site);
    const std::string text = write_calibration(*site, test_catalog());
    EXPECT_EQ(read_calibration(text, "again.json", test_catalog(), problems), site);
}

struct Bad {
    const char* name;
    std::string written, instead, complaint;
};
class BadCalibration : public testing::TestWithParam<Bad> {};

TEST_P(BadCalibration, IsToldWithItsPlace) {
    std::string text = cluster_a;
    const auto at = text.find(GetParam().written);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, GetParam().written.size(), GetParam().instead);
    Problems problems;
    EXPECT_FALSE(read_calibration(text, "a.json", test_catalog(), problems));
    ASSERT_FALSE(problems.empty());
    EXPECT_THAT(to_line(problems.front()), testing::HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadCalibration,
    testing::Values(
        Bad{"kind", R"("calibration", "name")", R"("scenario", "name")", "not the kind"},
        Bad{"parameter", "eta_isolated", "eta_isolate", "a.json:6: /values/0/parameter"},
        Bad{"value_out_of_range", "0.792", "7.92", "a.json:6: /values/0/value"},
        Bad{"rate_as_number", R"("2.4 us")", "2.4", "a.json:8: /values/1/value"},
        Bad{"no_dtype", R"("dtype": "bf16", )", "", "needs a \"dtype\""},
        Bad{"dtype_too_many", R"("kernel_floor",)", R"("kernel_floor", "dtype": "bf16",)",
            "/values/1/dtype"},
        Bad{"twice", R"("usable_memory", "value": "79.1 GiB")",
            R"("kernel_floor", "value": "2.4 us")", "kernel_floor stands twice"},
        Bad{"date", "2026-11-30", "2026-11-31", "is no date"},
        Bad{"no_target", R"("applies_to")", R"("applies_too")", "applies_to"},
        Bad{"covariance", R"("factors")", R"("covariance": [[1, 2], [2, 1]], "factors")",
            "/steps/covariance"},
        Bad{"run_without_a_plan", R"("global_batch": 64,)", "", "/steps/runs/0/scenario"}),
    [](const auto& row) { return row.param.name; });

std::string scenario_with(const std::string& calibration) {
    return R"({"format": 1, "name": "plan", "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8, "nodes": 1},
  "training": {"sequence": 8192, "micro_batch": 1, "global_batch": 64, "zero_stage": 3},
  "calibration": )" +
           calibration + "}";
}

TEST(CalibrationOfAScenario, MayStandInlineBesideBands) {
    const ScenarioResult inline_one =
        read_scenario(scenario_with(cluster_a), "t.json", test_catalog());
    ASSERT_TRUE(inline_one.scenario);
    ASSERT_TRUE(inline_one.scenario->site);
    EXPECT_EQ(inline_one.scenario->site->name, "cluster A, 8x H100");
    EXPECT_EQ(inline_one.scenario->calibration, test_catalog().calibration);

    Scenario both = *inline_one.scenario;
    both.calibration.site_step_time_factor = 1.1;
    const std::string text = write_scenario(both, test_catalog());
    EXPECT_EQ(read_scenario(text, "t.json", test_catalog()).scenario, both);

    const ScenarioResult bands =
        read_scenario(scenario_with(R"({"site_step_time_factor": 1.1})"), "t.json", test_catalog());
    ASSERT_TRUE(bands.scenario);
    EXPECT_FALSE(bands.scenario->site);
    EXPECT_EQ(bands.scenario->calibration.site_step_time_factor, 1.1);
}

TEST(CalibrationOfAScenario, MayBeAFileBesideIt) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "calibration-of-a-scenario";
    std::filesystem::create_directories(folder / "calibrations");
    std::ofstream(folder / "calibrations" / "a.json") << cluster_a;
    const std::string text = scenario_with(R"("calibrations/a.json")");
    const std::string name = (folder / "team.json").string();
    const ScenarioResult found = read_scenario(text, name, test_catalog());
    ASSERT_TRUE(found.scenario);
    EXPECT_EQ(found.scenario->site->name, "cluster A, 8x H100");

    const ScenarioResult lost =
        read_scenario(scenario_with(R"("calibrations/b.json")"), name, test_catalog());
    EXPECT_FALSE(lost.scenario);
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace headroom
