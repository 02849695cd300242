#include "core/calibrate/product_fit.hpp"

#include "core/calibrate/map_fit.hpp"
#include "core/calibrate/median.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// How far kernels are from the model with the best constants, and how far constants of one GPU are
/// from those of all: robust deviations over public timings of nine GPUs (presets/measurements/
/// kernel_products.csv), in logarithms; q as it is.
constexpr double kernel_noise = 0.05;
constexpr double eta_spread = 0.113;
constexpr double prologue_spread = 0.405;
constexpr double smoothed_spread = 0.25;
/// Above every bound, so that none throttles.
constexpr double no_power_cap = 1e6;

SiteRates alone(SiteRates site) {
    site.rate_per_power = no_power_cap;
    return site;
}

SiteRates with_values(SiteRates site, Precision dtype, std::span<const double> x) {
    site.efficiency[static_cast<std::size_t>(dtype)] = std::exp(x[0]);
    site.kernels.prologue_k = std::exp(x[1]);
    site.kernels.smoothed_waves = x[2];
    return site;
}

/// A logarithm's normal distribution as one of the value.
FittedValue out_of_logarithm(double ln, double sd) { return {std::exp(ln), std::exp(ln) * sd}; }

} // namespace

double isolated_efficiency(const GpuSpec& gpu, Precision dtype, const StepConstants& constants) {
    ClusterSpec cluster;
    cluster.gpu = gpu;
    const DeviceRates rates = device_rates(cluster, dtype, constants, alone({}));
    return rates.linear.peak > FlopRate{} ? rates.linear.rate / rates.linear.peak : 0.0;
}

SiteRates ProductFit::rates(SiteRates known) const {
    known.efficiency[static_cast<std::size_t>(dtype)] = eta.value;
    known.kernels.prologue_k = prologue_k.value;
    known.kernels.smoothed_waves = smoothed_waves.value;
    return known;
}

Seconds product_time(const GpuSpec& gpu, Precision dtype, const TimedProduct& product,
                     const SiteRates& site) {
    ClusterSpec cluster;
    cluster.gpu = gpu;
    const DeviceRates rates = device_rates(cluster, dtype, {}, alone(site));
    const MatmulShape& shape = product.shape;
    if (product.pass != 'w') return matmul_time(shape, rates.linear, rates);
    // The layer whose weight gradient has this shape.
    return linear_time({shape.k, shape.n, shape.m}, rates.linear, rates).weight_gradient;
}

double median_error(const GpuSpec& gpu, Precision dtype, std::span<const TimedProduct> products,
                    const SiteRates& site) {
    std::vector<double> errors;
    for (const TimedProduct& product : products)
        errors.push_back(std::abs(product_time(gpu, dtype, product, site) / product.time - 1.0));
    return median_of(std::move(errors));
}

ProductFit fit_products(const GpuSpec& gpu, Precision dtype, std::span<const TimedProduct> products,
                        const SiteRates& known) {
    const KernelRates fitted;
    const std::array<Believed, 3> believed{
        {{std::log(isolated_efficiency(gpu, dtype, {})), eta_spread, std::log(0.02), std::log(1.3)},
         {std::log(fitted.prologue_k), prologue_spread},
         {fitted.smoothed_waves, smoothed_spread, 0.0, 1.0}}};
    const MapFit best = most_probable(believed, [&](std::span<const double> x) {
        const SiteRates site = with_values(known, dtype, x);
        std::vector<double> residuals;
        for (const TimedProduct& product : products)
            residuals.push_back(std::log(product_time(gpu, dtype, product, site) / product.time) /
                                kernel_noise);
        return residuals;
    });
    return {dtype,
            out_of_logarithm(best.values[0], best.sd[0]),
            out_of_logarithm(best.values[1], best.sd[1]),
            {best.values[2], best.sd[2]}};
}

FittedValue fit_efficiency(const GpuSpec& gpu, Precision dtype,
                           std::span<const TimedProduct> products, const SiteRates& known) {
    const double start = isolated_efficiency(gpu, dtype, {});
    SiteRates site = known;
    site.efficiency[static_cast<std::size_t>(dtype)] = start;
    std::vector<double> etas;
    for (const TimedProduct& product : products)
        etas.push_back(start * (product_time(gpu, dtype, product, site) / product.time));
    const double eta = median_of(etas);
    std::vector<double> away;
    for (const double one : etas)
        away.push_back(std::abs(one - eta));
    constexpr double robust = 1.4826; // of the median deviation: a normal one's standard deviation
    const double sd = std::max(robust * median_of(away), kernel_noise * eta);
    return {eta, sd / std::sqrt(static_cast<double>(std::max<std::size_t>(etas.size(), 1)))};
}

} // namespace headroom
