#include "core/calibrate/fit.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double first_step = 0.2; // of the logarithm
constexpr double last_step = 0.01; // finer than any of the data
constexpr double shrinking = 0.5;  // of a step that did not help
constexpr int most_sweeps = 60;

class Descent {
  public:
    Descent(std::span<const FitParameter> parameters, std::vector<double> start, const Loss& loss)
        : parameters_(parameters), loss_(loss), values_(std::move(start)),
          steps_(values_.size(), first_step), best_(cost()) {}

    std::vector<double> run() {
        for (int sweep = 0; sweep < most_sweeps && still_moving(); ++sweep)
            for (std::size_t i = 0; i < values_.size(); ++i)
                move(i);
        return values_;
    }

  private:
    bool still_moving() const {
        return std::ranges::any_of(steps_, [](double step) { return step >= last_step; });
    }

    double cost() const {
        double believed = 0.0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const FitParameter& parameter = parameters_[i];
            const double away = std::log(values_[i] / parameter.believed) / parameter.spread;
            believed += away * away;
        }
        return loss_(values_) + believed;
    }

    /// One step up or down, whichever helps; a longer one next time, or a shorter one.
    void move(std::size_t i) {
        if (steps_[i] < last_step) return;
        const double before = values_[i];
        for (const double direction : {1.0, -1.0}) {
            values_[i] = before * std::exp(direction * steps_[i]);
            const double reached = cost();
            if (reached < best_) {
                best_ = reached;
                return;
            }
        }
        values_[i] = before;
        steps_[i] *= shrinking;
    }

    std::span<const FitParameter> parameters_;
    const Loss& loss_;
    std::vector<double> values_, steps_;
    double best_;
};

} // namespace

std::vector<double> fit(std::span<const FitParameter> parameters, std::vector<double> start,
                        const Loss& loss) {
    return Descent(parameters, std::move(start), loss).run();
}

} // namespace headroom
