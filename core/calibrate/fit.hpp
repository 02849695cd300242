// Fits positive parameters to data, each held by what was believed of it before.
//
//     const std::vector<double> best = fit(parameters, [&](std::span<const double> values) {
//         return mean_loss_of(values);
//     });
//
// Minimises loss + sum of ((ln value - ln believed) / spread)^2 by descent along one parameter
// after the other, in logarithms. Deterministic. The loss may have kinks (waves, maxima): no
// derivative is asked for.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

struct FitParameter {
    std::string name; // "grouped_rate"
    double believed = 1.0;
    double spread = 0.3; // of the logarithm: 0.3 is 35 % either way
};

using Loss = std::function<double(std::span<const double> values)>;

/// Values of the parameters at the minimum, from `start`. Precondition: `start` has one positive
/// value for each parameter.
std::vector<double> fit(std::span<const FitParameter> parameters, std::vector<double> start,
                        const Loss& loss);

} // namespace headroom
