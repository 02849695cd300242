// What timed matrix products say of eta, K0 and q of a GPU.
//
//     const ProductFit fit = fit_products(gpu, products, {});
//     fit.eta.value, fit.prologue_k.value, fit.smoothed_waves.value
//     median_error(gpu, others, fit.rates({}))       // on shapes that were not in the fit
//
// Large products pin eta, those with a short K pin K0, those with few tiles pin q; a ridge holds
// what they do not pin at the values that kernels of all GPUs agree on. One big square says less
// than the preset does: docs/calibration.md has the figures.
#pragma once

#include "core/cost/matmul.hpp"

#include <span>

namespace headroom {

struct TimedProduct {
    MatmulShape shape; // y[m,n] = x[m,k] w[k,n]
    char pass = 'f';   // w: weight gradient
    Seconds time;
};

struct FittedValue {
    double value = 0.0, sd = 0.0;
};

struct ProductFit {
    Precision dtype = Precision::bf16;
    FittedValue eta, prologue_k, smoothed_waves;

    /// `known` with these numbers in it.
    SiteRates rates(SiteRates known) const;
};

/// Share of the peak that large products reach alone, as the preset and the model's constants say.
double isolated_efficiency(const GpuSpec& gpu, Precision dtype, const StepConstants& constants);

/// Alone on an idle board: no power cap throttles a single kernel.
Seconds product_time(const GpuSpec& gpu, Precision dtype, const TimedProduct& product,
                     const SiteRates& site);

/// Median |model / measured - 1|.
double median_error(const GpuSpec& gpu, Precision dtype, std::span<const TimedProduct> products,
                    const SiteRates& site);

/// In bf16, or the GPU's own 16 bit. `known`: what was measured otherwise, as its bandwidth.
ProductFit fit_products(const GpuSpec& gpu, Precision dtype, std::span<const TimedProduct> products,
                        const SiteRates& known);

/// Share of its own peak that large products in another format reach, with everything else known.
FittedValue fit_efficiency(const GpuSpec& gpu, Precision dtype,
                           std::span<const TimedProduct> products, const SiteRates& known);

} // namespace headroom
