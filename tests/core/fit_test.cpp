#include "core/calibrate/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom {
namespace {

double squared_log(double value, double target) {
    const double away = std::log(value / target);
    return away * away;
}

TEST(Fit, FindsWhatManyDataSay) {
    const std::vector<FitParameter> parameters{{"a", 1.0, 1.0}, {"b", 10.0, 1.0}};
    const std::vector<double> best = fit(parameters, {1.0, 10.0}, [](auto values) {
        return 1e4 * (squared_log(values[0], 3.0) + squared_log(values[0] * values[1], 6.0));
    });
    EXPECT_NEAR(best[0], 3.0, 0.05);
    EXPECT_NEAR(best[1], 2.0, 0.05);
}

TEST(Fit, KeepsWhatIsBelievedWhereNoDataSpeak) {
    const std::vector<FitParameter> parameters{{"spoken_of", 1.0, 0.5}, {"silent", 7.0, 0.5}};
    const std::vector<double> best =
        fit(parameters, {1.0, 5.0}, [](auto values) { return 1e4 * squared_log(values[0], 2.0); });
    EXPECT_NEAR(best[0], 2.0, 0.05);
    EXPECT_NEAR(best[1], 7.0, 0.1);
}

TEST(Fit, WeighsDataAgainstBelief) {
    // One datum as sure as the belief: half way, in logarithms.
    const std::vector<FitParameter> parameters{{"a", 1.0, 1.0}};
    const std::vector<double> best =
        fit(parameters, {1.0}, [](auto values) { return squared_log(values[0], 4.0); });
    EXPECT_NEAR(best[0], 2.0, 0.05);
}

TEST(Fit, CrossesKinks) {
    const std::vector<FitParameter> parameters{{"a", 1.0, 10.0}};
    const std::vector<double> best = fit(parameters, {1.0}, [](auto values) {
        return std::abs(values[0] - 2.0) + std::abs(values[0] - 5.0) +
               std::abs(values[0] - 9.0); // least at the middle one
    });
    EXPECT_NEAR(best[0], 5.0, 0.3);
}

} // namespace
} // namespace headroom
