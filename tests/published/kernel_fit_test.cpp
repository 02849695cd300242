// Fits on what a probe measures, against all other timings of the same GPU (docs/calibration.md).
#include "core/calibrate/median.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/kernel_timings.hpp"

#include <gtest/gtest.h>

#include <map>

namespace headroom {
namespace {

using samples::collectives;
using samples::products;

const std::vector<std::string>& product_gpus() {
    static const std::vector<std::string> gpus{"a100-sxm4-80", "h100-sxm", "h200-sxm",
                                               "b200-sxm",     "b300-sxm", "gb200",
                                               "gb300",        "l40s",     "rtx-pro-6000-server"};
    return gpus;
}

struct Errors {
    double preset = 0.0, fitted = 0.0;
};

Errors product_errors(const std::string& id) {
    const GpuSpec& gpu = *test_catalog().find_gpu(id);
    const std::vector<TimedProduct> check = products(id, "check");
    const ProductFit fit = fit_products(gpu, Precision::bf16, products(id, "fit"), {});
    return {median_error(gpu, Precision::bf16, check, {}),
            median_error(gpu, Precision::bf16, check, fit.rates({}))};
}

ClusterSpec node_of(const std::string& id) {
    return usual_cluster(*test_catalog().find_gpu(id), 8, 1, test_catalog());
}

Errors collective_errors(const std::string& id) {
    const ClusterSpec node = node_of(id);
    const std::vector<TimedCollective> check = collectives(id, "check");
    const CollectiveFit fit = fit_collectives(node, collectives(id, "fit"));
    return {median_error(node, check, {}), median_error(node, check, fit.rates)};
}

void print_row(const std::string& id, const Errors& errors) {
    std::printf("| %s | %.1f %% | %.1f %% |\n", id.c_str(), 100.0 * errors.preset,
                100.0 * errors.fitted);
}

template <class ErrorsOf>
Errors mean_over_gpus(ErrorsOf errors_of) {
    Errors mean;
    const auto count = static_cast<double>(product_gpus().size());
    for (const std::string& id : product_gpus()) {
        const Errors errors = errors_of(id);
        print_row(id, errors);
        mean.preset += errors.preset / count;
        mean.fitted += errors.fitted / count;
    }
    print_row("mean", mean);
    return mean;
}

/// Twelve shapes are enough to predict all others of the same GPU better than its preset does.
TEST(ProductFit, PredictsTheOtherShapesOfAGpu) {
    const Errors mean = mean_over_gpus(product_errors);
    EXPECT_LT(mean.fitted, 0.06);
    EXPECT_LT(mean.fitted, mean.preset);
}

/// A calibration has one set of latencies for all kinds and numbers of ranks of a node.
TEST(CollectiveFit, PredictsTheOtherSizesOfANode) {
    const Errors mean = mean_over_gpus(collective_errors);
    EXPECT_LT(mean.fitted, 0.085);
    EXPECT_LT(mean.fitted, 0.6 * mean.preset);
}

/// One kind among one number of ranks: eight of its sizes against all others.
Errors curve_errors(const std::string& id) {
    const ClusterSpec node = node_of(id);
    std::map<std::pair<Collective, int>, std::array<std::vector<TimedCollective>, 2>> curves;
    for (const TimedCollective& one : collectives(id, "fit"))
        curves[{one.kind, one.ranks}][0].push_back(one);
    for (const TimedCollective& one : collectives(id, "check"))
        curves[{one.kind, one.ranks}][1].push_back(one);
    std::vector<double> preset;
    std::vector<double> fitted;
    for (const auto& [curve, timed] : curves) {
        preset.push_back(median_error(node, timed[1], {}));
        fitted.push_back(median_error(node, timed[1], fit_collectives(node, timed[0]).rates));
    }
    return {median_of(preset), median_of(fitted)};
}

TEST(CollectiveFit, PredictsTheOtherSizesOfACurve) {
    const Errors mean = mean_over_gpus(curve_errors);
    EXPECT_LT(mean.fitted, 0.06);
    EXPECT_LT(mean.fitted, 0.6 * mean.preset);
}

} // namespace
} // namespace headroom
