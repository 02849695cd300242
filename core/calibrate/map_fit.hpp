// Most probable parameters under measurements and what was believed before (Gauss-Newton).
//
//     const Believed eta{.mean = std::log(0.81), .sd = 0.113};
//     const MapFit best = most_probable({eta}, [&](std::span<const double> x) {
//         return residuals_at(x);              // (ln model - ln measured) / sd, one a measurement
//     });
//     best.values[0], best.sd[0]
//
// Minimises the sum of squared residuals plus ((x - mean) / sd)^2. Derivatives are numeric, since
// the model has kinks. A parameter that no measurement moves keeps its mean and its sd.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace headroom {

struct Believed {
    double mean = 0.0, sd = 1.0;
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

struct MapFit {
    std::vector<double> values;
    std::vector<double> sd; // of each alone, from the curvature at the optimum
};

using Residuals = std::function<std::vector<double>(std::span<const double> values)>;

MapFit most_probable(std::span<const Believed> believed, const Residuals& residuals);

} // namespace headroom
