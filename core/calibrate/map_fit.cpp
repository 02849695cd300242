#include "core/calibrate/map_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom {

namespace {

constexpr int most_steps = 12;
constexpr int most_halvings = 6;
constexpr double longest_step = 0.3;   // of any parameter in one step
constexpr double difference = 1e-4;    // of numeric derivatives
constexpr double small_enough = 1e-6;  // a step that changes nothing

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

class GaussNewton {
  public:
    GaussNewton(std::span<const Believed> believed, const Residuals& residuals)
        : believed_(believed), residuals_(residuals) {
        for (const Believed& one : believed)
            values_.push_back(one.mean);
    }

    MapFit run() {
        for (int step = 0; step < most_steps && improve(); ++step) {
        }
        const Matrix covariance = inverse(curvature(jacobian()));
        MapFit fit{values_, {}};
        for (std::size_t i = 0; i < values_.size(); ++i)
            fit.sd.push_back(std::sqrt(std::max(covariance[i][i], 0.0)));
        return fit;
    }

  private:
    double away(std::size_t i, double value) const {
        return (value - believed_[i].mean) / believed_[i].sd;
    }

    double cost(const Vector& at) const {
        double sum = 0.0;
        for (const double residual : residuals_(at))
            sum += residual * residual;
        for (std::size_t i = 0; i < at.size(); ++i)
            sum += away(i, at[i]) * away(i, at[i]);
        return sum;
    }

    /// By parameter: how each residual grows with it.
    Matrix jacobian() const {
        Matrix columns;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            Vector up = values_;
            Vector down = values_;
            up[i] += difference;
            down[i] -= difference;
            Vector column = residuals_(up);
            const Vector below = residuals_(down);
            for (std::size_t r = 0; r < column.size(); ++r)
                column[r] = (column[r] - below[r]) / (2.0 * difference);
            columns.push_back(std::move(column));
        }
        return columns;
    }

    Matrix curvature(const Matrix& columns) const {
        Matrix matrix(values_.size(), Vector(values_.size()));
        for (std::size_t i = 0; i < values_.size(); ++i)
            for (std::size_t k = 0; k < values_.size(); ++k)
                matrix[i][k] = std::inner_product(columns[i].begin(), columns[i].end(),
                                                  columns[k].begin(),
                                                  i == k ? 1.0 / (believed_[i].sd * believed_[i].sd)
                                                         : 0.0);
        return matrix;
    }

    /// Positive definite, since every parameter has a prior: no pivoting is needed.
    static Matrix inverse(Matrix matrix) {
        const std::size_t size = matrix.size();
        Matrix result(size, Vector(size));
        for (std::size_t i = 0; i < size; ++i)
            result[i][i] = 1.0;
        for (std::size_t i = 0; i < size; ++i) {
            const double pivot = matrix[i][i];
            for (std::size_t k = 0; k < size; ++k) {
                matrix[i][k] /= pivot;
                result[i][k] /= pivot;
            }
            for (std::size_t row = 0; row < size; ++row) {
                if (row == i) continue;
                const double factor = matrix[row][i];
                for (std::size_t k = 0; k < size; ++k) {
                    matrix[row][k] -= factor * matrix[i][k];
                    result[row][k] -= factor * result[i][k];
                }
            }
        }
        return result;
    }

    Vector direction() const {
        const Matrix columns = jacobian();
        const Vector at = residuals_(values_);
        Vector gradient;
        for (std::size_t i = 0; i < values_.size(); ++i)
            gradient.push_back(std::inner_product(columns[i].begin(), columns[i].end(), at.begin(),
                                                  away(i, values_[i]) / believed_[i].sd));
        const Matrix covariance = inverse(curvature(columns));
        Vector step(values_.size());
        for (std::size_t i = 0; i < values_.size(); ++i)
            step[i] = std::clamp(-std::inner_product(covariance[i].begin(), covariance[i].end(),
                                                     gradient.begin(), 0.0),
                                 -longest_step, longest_step);
        return step;
    }

    /// One step, halved until it helps; false when none does.
    bool improve() {
        Vector step = direction();
        const double before = cost(values_);
        for (int half = 0; half < most_halvings; ++half) {
            Vector next = values_;
            double moved = 0.0;
            for (std::size_t i = 0; i < next.size(); ++i) {
                next[i] = std::clamp(next[i] + step[i], believed_[i].lowest, believed_[i].highest);
                moved = std::max(moved, std::abs(next[i] - values_[i]));
                step[i] *= 0.5;
            }
            if (moved < small_enough) return false;
            if (cost(next) >= before) continue;
            values_ = std::move(next);
            return true;
        }
        return false;
    }

    std::span<const Believed> believed_;
    const Residuals& residuals_;
    Vector values_;
};

} // namespace

MapFit most_probable(std::span<const Believed> believed, const Residuals& residuals) {
    return GaussNewton(believed, residuals).run();
}

} // namespace headroom
