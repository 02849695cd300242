#include "app/probe/statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace headroom::probe {
namespace {

constexpr double deviation_to_sigma = 1.4826; // of a normal distribution
constexpr double outlier_sigmas = 5.0;
constexpr double least_relative_sigma = 1e-3; // timers' own grain

double median_deviation(const std::vector<double>& values, double median) {
    std::vector<double> distances(values.size());
    std::ranges::transform(values, distances.begin(),
                           [&](double value) { return std::fabs(value - median); });
    return quantile(std::move(distances), 0.5);
}

} // namespace

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return NAN;
    std::ranges::sort(values);
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= values.size()) return values[below];
    return std::lerp(values[below], values[below + 1], place - static_cast<double>(below));
}

Summary summarise(const std::vector<double>& seconds) {
    Summary summary;
    if (seconds.empty()) return summary;
    const double middle = quantile(seconds, 0.5);
    const double sigma = std::max(deviation_to_sigma * median_deviation(seconds, middle),
                                  least_relative_sigma * middle);
    std::vector<double> kept;
    std::ranges::copy_if(seconds, std::back_inserter(kept),
                         [&](double value) { return !(value > middle + outlier_sigmas * sigma); });
    summary.samples = static_cast<int>(kept.size());
    summary.dropped = static_cast<int>(seconds.size() - kept.size());
    summary.median = quantile(kept, 0.5);
    summary.p10 = quantile(kept, 0.1);
    summary.p90 = quantile(kept, 0.9);
    summary.spread = deviation_to_sigma * median_deviation(kept, summary.median) / summary.median;
    return summary;
}

double relative_slope(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.size() < 3 || x.size() != y.size()) return 0.0;
    const auto count = static_cast<double>(x.size());
    double mean_x = 0.0, mean_y = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / count;
        mean_y += y[i] / count;
    }
    double covariance = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        covariance += (x[i] - mean_x) * (y[i] - mean_y);
        variance += (x[i] - mean_x) * (x[i] - mean_x);
    }
    return variance > 0.0 && mean_y != 0.0 ? covariance / variance / mean_y : 0.0;
}

} // namespace headroom::probe
