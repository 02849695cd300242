// From a probe's results to a calibration: known truth comes back, doubts are kept from use, every
// result name teaches something or is known to be shown only.
#include "core/calibrate/collective_fit.hpp"
#include "core/calibrate/gpu_match.hpp"
#include "core/calibrate/map_fit.hpp"
#include "core/calibrate/probe_fit.hpp"
#include "core/calibrate/probe_names.hpp"
#include "core/calibrate/product_fit.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace headroom {
namespace {

const GpuSpec& h100() { return *test_catalog().find_gpu("h100-sxm"); }
ClusterSpec node() { return usual_cluster(h100(), 8, 1, test_catalog()); }

ProbeDevice device_named(const std::string& name, int sm, double gib) {
    ProbeDevice device;
    device.backend = "cuda";
    device.name = name;
    device.sm = sm;
    device.numbers["memory_gib"] = gib;
    device.numbers["power_cap_w"] = 700.0;
    return device;
}

ProbeResult result(const std::string& name, double value) {
    const ProbeResultKind* kind = find_probe_result(name);
    ProbeResult one;
    one.name = name;
    one.unit = kind != nullptr ? kind->unit : "";
    one.value = value;
    one.rel_spread = 0.002;
    one.samples = 11;
    return one;
}

/// The products that a GPU with these numbers would show.
void add_products(ProbeReport& report, const SiteRates& truth) {
    for (const ProbeShape& shape : probe_shapes) {
        const TimedProduct product{{shape.m, shape.n, shape.k}, shape.pass, {}};
        const Seconds time = product_time(h100(), Precision::bf16, product, truth);
        const double flop = 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                            static_cast<double>(shape.k);
        ProbeResult one =
            result("gemm_bf16_" + std::string(shape.name), flop / (time / units::s) / 1e12);
        one.words["dtype"] = "bf16";
        one.words["pass"] = std::string(1, shape.pass);
        one.mnk = {shape.m, shape.n, shape.k};
        report.results.push_back(one);
    }
}

SiteRates true_rates() {
    SiteRates truth;
    truth.efficiency[static_cast<std::size_t>(Precision::bf16)] = 0.74;
    truth.kernels.prologue_k = 260.0;
    truth.kernels.smoothed_waves = 0.6;
    truth.collectives.share = {0.90, 0.80, 0.82, 0.75};
    truth.collectives.latency = 11.0 * units::us;
    truth.collectives.latency_per_rank = 1.6 * units::us;
    truth.collectives.ramp = 20.0 * units::us;
    return truth;
}

void add_collectives(ProbeReport& report, const SiteRates& truth) {
    const std::array kinds{"all_reduce", "all_gather", "reduce_scatter"};
    const Network network = network_of(node(), truth.collectives);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        for (const int ranks : {2, 4, 8})
            for (double bytes = 8192.0; bytes < 2e8; bytes *= 4.0) {
                const Seconds time = collective_time(static_cast<Collective>(kind),
                                                     bytes * units::B, {ranks, ranks}, network);
                ProbeResult one = result(std::string(kinds[kind]) + "_n" + std::to_string(ranks) +
                                             "_" + std::to_string(static_cast<long>(bytes)),
                                         time / units::us);
                one.numbers = {{"ranks", ranks}, {"local", ranks}, {"bytes", bytes}};
                report.results.push_back(one);
            }
}

double value_of(const SiteCalibration& site, SiteParameter parameter,
                std::optional<Precision> dtype = {}) {
    const SiteValue* value = site.find(parameter, dtype);
    return value != nullptr ? value->value : 0.0;
}

ProbeReport true_report() {
    ProbeReport report;
    report.probe = "0.1";
    report.devices.push_back(device_named("NVIDIA H100 80GB HBM3", 132, 79.65));
    add_products(report, true_rates());
    add_collectives(report, true_rates());
    return report;
}

TEST(ProbeFit, GivesBackTheTruth) {
    const SiteCalibration site = fit_probe(true_report(), node(), "2026-11-30");
    const SiteRates truth = true_rates();
    EXPECT_NEAR(value_of(site, SiteParameter::eta_isolated, Precision::bf16), 0.74, 0.02 * 0.74);
    EXPECT_NEAR(value_of(site, SiteParameter::prologue_k) / 260.0, 1.0, 0.1);
    EXPECT_NEAR(value_of(site, SiteParameter::smoothed_waves), 0.6, 0.05);
    EXPECT_NEAR(value_of(site, SiteParameter::all_reduce_share) / truth.collectives.share[0], 1.0,
                0.02);
    EXPECT_NEAR(value_of(site, SiteParameter::collective_ramp) / 20e-6, 1.0, 0.1);
    EXPECT_EQ(site.applies_to.gpu, "h100-sxm");
    EXPECT_EQ(site.applies_to.ranks_per_node, 8);
    EXPECT_EQ(site.applies_to.intra_node, node().intra_node.id);
    for (const SiteValue& value : site.values)
        EXPECT_TRUE(value.use) << name_of(value.parameter);
}

/// A plan predicted with the calibration is the plan predicted with the truth, within 2 %.
TEST(ProbeFit, PredictsProductsAsTheTruthDoes) {
    const SiteCalibration site = fit_probe(true_report(), node(), "2026-11-30");
    SiteRates fitted;
    for (const SiteValue& value : site.values)
        set_rate(value, fitted);
    for (const std::int64_t m : {1024, 4096, 16384})
        for (const std::int64_t k : {1024, 5120, 28672}) {
            const TimedProduct product{{m, 8192, k}, 'f', {}};
            const Seconds truth = product_time(h100(), Precision::bf16, product, true_rates());
            EXPECT_NEAR(product_time(h100(), Precision::bf16, product, fitted) / truth, 1.0, 0.02)
                << m << " x " << k;
        }
}

TEST(ProbeFit, ShowsDoubtfulNumbersAndUsesThemNot) {
    ProbeReport report = true_report();
    report.results = {result("kernel_gap", 2.6), result("h2d_pinned", 50.0)};
    report.results[0].doubts = {"clock_moving"};
    const SiteCalibration site = fit_probe(report, node(), "2026-11-30");
    const SiteValue* floor = site.find(SiteParameter::kernel_floor);
    ASSERT_NE(floor, nullptr);
    EXPECT_FALSE(floor->use);
    EXPECT_THAT(floor->doubts, testing::ElementsAre("clock_moving"));
    EXPECT_TRUE(site.find(SiteParameter::host_to_device)->use);
}

TEST(ProbeFit, RefusesWhatCannotBe) {
    ProbeReport report = true_report();
    report.results = {result("h2d_pinned", 1e6)}; // a petabyte a second
    const SiteCalibration site = fit_probe(report, node(), "2026-11-30");
    EXPECT_EQ(site.find(SiteParameter::host_to_device), nullptr);
    EXPECT_THAT(site.kept,
                testing::Contains(SiteKept{"host_to_device", "measured beyond what is plausible"}));
}

TEST(ProbeFit, KeepsTheCapOfABoardThatDidNotReachIt) {
    ProbeReport report = true_report();
    ProbeResult mix = result("sustained_mix_bf16", 650.0);
    mix.numbers["cap_w"] = 700.0;
    mix.power_capped = false;
    report.results = {mix};
    EXPECT_EQ(fit_probe(report, node(), "2026-11-30").find(SiteParameter::rate_per_power), nullptr);
    report.results[0].power_capped = true;
    const SiteCalibration capped = fit_probe(report, node(), "2026-11-30");
    // 650 of 989.4 TFLOP/s at (700 - 126) W
    EXPECT_NEAR(value_of(capped, SiteParameter::rate_per_power),
                650.0 / 989.4 / std::pow(574.0 / 989.4, 0.75), 0.01);
}

/// A result of every kind, and each that teaches stands behind a value or is named as kept.
TEST(ProbeFit, UsesEveryResultThatTeaches) {
    ProbeReport report = true_report();
    const std::map<std::string_view, double> values{
        {"usable_memory", 79.1}, {"cuda_context", 430.0}, {"hbm_triad", 2900.0},
        {"kernel_gap", 2.1},     {"launch_host", 2.4},    {"host_adam", 2.0},
        {"disk_read", 6.0},      {"disk_write", 5.0},     {"overlap_all_reduce", 0.45}};
    for (const ProbeResultKind& kind : probe_result_kinds) {
        if (kind.detailed || kind.teaches.empty()) continue;
        const auto known = values.find(kind.stem);
        report.results.push_back(
            result(std::string(kind.stem), known != values.end() ? known->second : 40.0));
    }
    ProbeResult mix = result("sustained_mix_bf16", 650.0);
    mix.power_capped = true;
    report.results.push_back(mix);
    const SiteCalibration site = fit_probe(report, node(), "2026-11-30");
    std::set<std::string_view> used;
    for (const SiteValue& value : site.values)
        for (const std::string& name : value.from)
            used.insert(find_probe_result(name)->stem);
    const std::set<std::string_view> instead{"h2d_pinned",
                                             "d2h_pinned"}; // both ways at once counts
    for (const ProbeResultKind& kind : probe_result_kinds) {
        if (kind.teaches.empty()) continue;
        EXPECT_TRUE(value_named<SiteParameter>(kind.teaches)) << kind.teaches;
        const bool optional = kind.stem == "all_to_all" || kind.stem == "gemm_wgrad_fp32";
        EXPECT_TRUE(optional || instead.contains(kind.stem) || used.contains(kind.stem))
            << kind.stem << " teaches nothing";
    }
}

struct Named {
    const char* name;
    std::string device;
    int sm;
    double gib;
    const char* gpu; // "" for none
    MatchFailure reason = MatchFailure::none;
};
class GpuOfADevice : public testing::TestWithParam<Named> {};

TEST_P(GpuOfADevice, IsFoundByNameProcessorsAndMemory) {
    const Named& row = GetParam();
    const GpuMatch match = match_gpu(device_named(row.device, row.sm, row.gib), test_catalog());
    EXPECT_EQ(match.gpu != nullptr ? match.gpu->id : "", row.gpu);
    EXPECT_EQ(match.reason, row.reason);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, GpuOfADevice,
    testing::Values(Named{"h100", "NVIDIA H100 80GB HBM3", 132, 79.65, "h100-sxm"},
                    Named{"h200", "NVIDIA H200", 132, 140.4, "h200-sxm"},
                    Named{"h200_nvl", "NVIDIA H200 NVL", 132, 140.4, "h200-nvl"},
                    Named{"a100", "NVIDIA A100-SXM4-80GB", 108, 80.0, "a100-sxm4-80"},
                    Named{"a100_40", "NVIDIA A100-SXM4-40GB", 108, 40.0, "a100-sxm4-40"},
                    Named{"a100_pcie", "NVIDIA A100 80GB PCIe", 108, 80.0, "a100-pcie-80"},
                    Named{"a10_is_not_a100", "NVIDIA A10", 72, 22.49, "a10"},
                    Named{"l40s_is_not_l40", "NVIDIA L40S", 142, 44.99, "l40s"},
                    Named{"consumer", "NVIDIA GeForce RTX 4090", 128, 23.99, "rtx-4090"},
                    Named{"v100", "Tesla V100-SXM2-16GB", 80, 15.78, "v100-sxm2-16"},
                    Named{"unknown", "NVIDIA X1000", 132, 79.65, "", MatchFailure::unknown_name},
                    Named{"fewer_processors", "NVIDIA H100 80GB HBM3", 114, 79.65, "",
                          MatchFailure::other_processors},
                    Named{"other_memory", "NVIDIA GeForce RTX 4090", 128, 47.5, "",
                          MatchFailure::other_memory}),
    [](const auto& row) { return row.param.name; });

TEST(GpuOfADevice, IsNoneForASliceOrAProcessor) {
    ProbeDevice device = device_named("NVIDIA H100 80GB HBM3", 132, 79.65);
    device.mig = true;
    EXPECT_EQ(match_gpu(device, test_catalog()).reason, MatchFailure::slice);
    device.mig = false;
    device.virtual_gpu = true;
    EXPECT_EQ(match_gpu(device, test_catalog()).reason, MatchFailure::virtual_gpu);
    device.backend = "cpu";
    EXPECT_EQ(match_gpu(device, test_catalog()).reason, MatchFailure::not_a_gpu);
}

TEST(GpuOfADevice, KeepsACapThatIsNotTheBoards) {
    ProbeDevice device = device_named("NVIDIA H100 80GB HBM3", 132, 79.65);
    EXPECT_EQ(match_gpu(device, test_catalog()).power_cap, std::nullopt);
    device.numbers["power_cap_w"] = 500.0;
    EXPECT_EQ(match_gpu(device, test_catalog()).power_cap, 500.0 * units::W);
}

/// y = a + b t with known noise: the weighted mean of prior and data.
TEST(MapFit, WeighsWhatWasBelievedAgainstWhatWasMeasured) {
    const std::array<Believed, 2> believed{{{0.0, 1.0}, {5.0, 0.5}}};
    const MapFit fit = most_probable(believed, [](std::span<const double> x) {
        return std::vector<double>{(x[0] - 2.0) / 1.0}; // nothing about x[1]
    });
    EXPECT_NEAR(fit.values[0], 1.0, 1e-3);
    EXPECT_NEAR(fit.sd[0], std::sqrt(0.5), 1e-3);
    EXPECT_DOUBLE_EQ(fit.values[1], 5.0);
    EXPECT_NEAR(fit.sd[1], 0.5, 1e-6);
}

} // namespace
} // namespace headroom
