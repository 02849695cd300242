// What a calibration does to an estimate: nothing without one, nothing on another GPU, one number
// at a time, and a band that only narrows along what was measured.
#include "core/cost/site_rates.hpp"
#include "core/cost/step_factors.hpp"
#include "core/io/scenario_json.hpp"
#include "core/present/calibration_view.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

/// A plan on one node of H100 whose step has products, traffic and launches.
Scenario plan() {
    static const Scenario scenario =
        *read_scenario_file(HEADROOM_SOURCE_DIR "/presets/scenarios/llama-3.1-8b-on-8-h100.json",
                            test_catalog())
             .scenario;
    return scenario;
}

SiteCalibration site_with(const Scenario& scenario, std::vector<SiteValue> values) {
    SiteCalibration site;
    site.created = "2026-11-30";
    site.applies_to.gpu = scenario.cluster.gpu.id;
    site.values = std::move(values);
    return site;
}

SiteValue measured(SiteParameter parameter, double value, std::optional<Precision> dtype = {}) {
    SiteValue one;
    one.parameter = parameter;
    one.dtype = dtype;
    one.value = value;
    return one;
}

Seconds step_of(const Scenario& scenario) { return evaluate(scenario).step.total.expected; }

TEST(SiteCalibration, WithoutValuesChangesNothing) {
    const Scenario presets = plan();
    const Scenario empty = calibrated(presets, site_with(presets, {}));
    EXPECT_EQ(evaluate(empty).step.terms, evaluate(presets).step.terms);
    EXPECT_EQ(evaluate(empty).memory.process, evaluate(presets).memory.process);
    EXPECT_EQ(evaluate(empty).step.total, evaluate(presets).step.total);
}

TEST(SiteCalibration, OfAnotherGpuIsIgnoredWithACaveat) {
    const Scenario presets = plan();
    SiteCalibration site =
        site_with(presets, {measured(SiteParameter::eta_isolated, 0.3, Precision::bf16)});
    site.applies_to.gpu = "another";
    const Scenario other = calibrated(presets, site);
    const Estimate estimate = evaluate(other);
    EXPECT_EQ(estimate.step.terms, evaluate(presets).step.terms);
    EXPECT_TRUE(
        estimate.caveats.test(static_cast<std::size_t>(Caveat::calibration_of_another_gpu)));
    EXPECT_FALSE(evaluate(presets).caveats.test(
        static_cast<std::size_t>(Caveat::calibration_of_another_gpu)));
}

TEST(SiteCalibration, SwitchedOffOrNotTickedIsNotUsed) {
    const Scenario presets = plan();
    SiteCalibration site =
        site_with(presets, {measured(SiteParameter::eta_isolated, 0.3, Precision::bf16)});
    EXPECT_GT(step_of(calibrated(presets, site)), step_of(presets));
    Scenario off = presets;
    site.on = false;
    off.site = Shared(site);
    EXPECT_EQ(step_of(off), step_of(presets));
    site.values[0].use = false;
    EXPECT_EQ(step_of(calibrated(presets, site)), step_of(presets));
}

TEST(SiteCalibration, OfOtherLinksKeepsTheirPreset) {
    const Scenario presets = plan();
    SiteCalibration site = site_with(presets, {measured(SiteParameter::collective_latency, 9e-3)});
    site.applies_to.intra_node = "another-link";
    const Estimate estimate = evaluate(calibrated(presets, site));
    EXPECT_EQ(estimate.step.terms, evaluate(presets).step.terms);
    EXPECT_TRUE(
        estimate.caveats.test(static_cast<std::size_t>(Caveat::calibration_of_other_links)));
}

TEST(SiteCalibration, MovesCapacityAndContext) {
    const Scenario presets = plan();
    const Estimate before = evaluate(presets);
    const double gib = units::GiB / units::B;
    const Estimate after = evaluate(calibrated(
        presets, site_with(presets, {measured(SiteParameter::usable_memory, 70.0 * gib),
                                     measured(SiteParameter::cuda_context, 2.0 * gib)})));
    EXPECT_EQ(after.memory.capacity, 70.0 * units::GiB);
    EXPECT_GT(after.memory.context, before.memory.context);
    EXPECT_EQ(after.memory.peak, before.memory.peak);
}

TEST(StepFactors, SharesAddUpToOne) {
    const StepFactors shares = factor_shares(evaluate(plan()).step);
    double sum = 0.0;
    for (const double share : shares) {
        EXPECT_GE(share, 0.0);
        sum += share;
    }
    EXPECT_NEAR(sum, 1.0, 1e-9);
}

/// The share of a factor is the derivative of the step's logarithm, which is what a fit rests on.
TEST(StepFactors, ShareIsTheDerivative) {
    const Scenario presets = plan();
    const StepFactors shares = factor_shares(evaluate(presets).step);
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        SiteCalibration site = site_with(presets, {});
        site.steps.ln[i] = 1e-3;
        const double moved = std::log(step_of(calibrated(presets, site)) / step_of(presets));
        EXPECT_NEAR(moved / 1e-3, shares[i], 0.02) << name_of(static_cast<StepFactor>(i));
    }
}

SiteCalibration taught(const Scenario& scenario, double sd) {
    SiteCalibration site = site_with(scenario, {});
    site.steps.prior_sd = {0.08, 0.40, 0.25, 0.20};
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        const double one = i == 0 ? sd : site.steps.prior_sd[i];
        site.steps.covariance[i][i] = one * one;
    }
    site.steps.runs.push_back(run_of(scenario));
    return site;
}

double width_of(const Scenario& scenario) {
    const Banded<Seconds> total = evaluate(scenario).step.total;
    return std::log(total.p90 / total.p10);
}

TEST(StepBand, NarrowsOnlyAlongWhatWasMeasured) {
    const Scenario presets = plan();
    EXPECT_NEAR(width_of(calibrated(presets, taught(presets, 0.08))), width_of(presets), 1e-12);
    const double narrowed = width_of(calibrated(presets, taught(presets, 0.02)));
    EXPECT_LT(narrowed, width_of(presets));
    EXPECT_GT(narrowed, 0.4 * width_of(presets)); // what no factor explains stays
    // Known worse than before is no knowledge at all.
    EXPECT_NEAR(width_of(calibrated(presets, taught(presets, 0.3))), width_of(presets), 1e-12);
}

TEST(CalibrationView, ComparesEachNumberWithItsPreset) {
    const Scenario presets = plan();
    SiteValue eta = measured(SiteParameter::eta_isolated, 0.5, Precision::bf16);
    eta.preset = 0.8;
    SiteValue disk = measured(SiteParameter::nvme_read, 5e9);
    disk.doubts = {"no_nvml"};
    const SiteCalibration site = site_with(presets, {eta, disk});
    const CalibrationView view = calibration_view(presets, site, "2026-12-01", Language::english);
    ASSERT_EQ(view.rows.size(), 2U);
    EXPECT_EQ(view.rows[0].change, "−38 %");
    EXPECT_GT(view.rows[0].step_change, 0.0);
    EXPECT_EQ(view.rows[1].step_effect, ""); // no disks in this plan
    EXPECT_THAT(view.rows[1].doubts, testing::ElementsAre(testing::HasSubstr("NVML")));
    EXPECT_TRUE(view.caveats.empty());
}

TEST(CalibrationView, WarnsOfAgeAndDriver) {
    const Scenario presets = plan();
    SiteCalibration site = site_with(presets, {});
    site.tool.driver = "570.12";
    const auto caveats = [&](std::string_view day, std::string_view driver) {
        return calibration_view(presets, site, day, Language::english, driver).caveats;
    };
    EXPECT_TRUE(caveats("2027-05-29", "570.99").empty()); // 180 days
    EXPECT_THAT(caveats("2027-05-30", ""),
                testing::ElementsAre(testing::HasSubstr("181 days ago")));
    EXPECT_THAT(caveats("2026-12-01", "580.1"), testing::ElementsAre(testing::HasSubstr("570")));
}

TEST(WhyOfACalibratedNumber, SaysThePresetAndTheDate) {
    const Scenario presets = plan();
    SiteValue eta = measured(SiteParameter::eta_isolated, 0.5, Precision::bf16);
    eta.preset = 0.81;
    const Scenario with = calibrated(presets, site_with(presets, {eta}));
    const WhyView why_products = why(with, evaluate(with), StepTerm::matmul, Language::english);
    EXPECT_THAT(why_products.sources,
                testing::HasSubstr("calibrated 2026-11-30: products alone, share of the peak, bf16 "
                                   "0.500, preset was 0.810"));
    EXPECT_FALSE(why_products.has_rest);
    EXPECT_THAT(why(with, evaluate(with), StepTerm::launch, Language::english).sources,
                testing::Not(testing::HasSubstr("calibrated")));
}

} // namespace
} // namespace headroom
