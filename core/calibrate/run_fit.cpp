#include "core/calibrate/run_fit.hpp"

#include "core/cost/step_factors.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr int newton_steps = 6;
constexpr double longest_step = 0.5;        // of a logarithm, in one iteration
constexpr double taught_from = 0.9;         // of the standard deviation before
constexpr std::size_t fewest_left_out = 3;  // configurations for leaving one out
constexpr double kink_step = 0.02;          // of a logarithm, for differences

double dot(const StepFactors& a, const StepFactors& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        sum += a[i] * b[i];
    return sum;
}

StepFactors times(const StepCovariance& matrix, const StepFactors& vector) {
    StepFactors product{};
    for (std::size_t i = 0; i < step_factor_count; ++i)
        product[i] = dot(matrix[i], vector);
    return product;
}

bool same_configuration(const MeasuredRun& a, const MeasuredRun& b) {
    return a.training == b.training && a.model == b.model && a.cluster == b.cluster &&
           a.stack == b.stack;
}

/// As predicted without any run: with what a probe measured, without factors.
Scenario untaught(const MeasuredRun& run, const Scenario& scenario) {
    Scenario plan = plan_of(run, scenario);
    if (plan.site) {
        SiteCalibration site = *plan.site;
        site.steps = {};
        site.memory = {};
        plan.site = Shared(std::move(site));
    }
    return plan;
}

bool teaches(const MeasuredRun& run, const Scenario& scenario) {
    return run.cluster.gpu.id == scenario.cluster.gpu.id &&
           find_illegality(plan_of(run, scenario)) == Illegality::none;
}

/// Loading of data shows only where it lasts longer than the step: there the share of a factor is
/// no derivative, and differences across the kink say more.
StepFactors shares_of(const Scenario& plan, const StepEstimate& step) {
    if (plan.training.data_seconds_per_sample <= 0.0) return factor_shares(step);
    StepFactors shares{};
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        double ln_time[2];
        for (const int side : {0, 1}) {
            Scenario moved = plan;
            SiteCalibration site = plan.site ? *plan.site : SiteCalibration{};
            site.on = true;
            site.applies_to.gpu = plan.cluster.gpu.id;
            site.steps.ln[i] = side == 0 ? -kink_step : kink_step;
            moved.site = Shared(std::move(site));
            ln_time[side] = std::log(evaluate(moved).step.total.expected / units::s);
        }
        shares[i] = std::max(0.0, (ln_time[1] - ln_time[0]) / (2.0 * kink_step));
    }
    return shares;
}

/// Repeats side by side.
std::vector<std::vector<const MeasuredRun*>> by_configuration(std::span<const MeasuredRun> runs) {
    std::vector<std::vector<const MeasuredRun*>> groups;
    for (const MeasuredRun& run : runs) {
        const auto known = std::ranges::find_if(groups, [&run](const auto& group) {
            return same_configuration(*group.front(), run);
        });
        if (known != groups.end())
            known->push_back(&run);
        else
            groups.push_back({&run});
    }
    return groups;
}

/// The variance of one run against its repeat: as believed, and as the repeats themselves show.
class RepeatNoise {
  public:
    explicit RepeatNoise(double believed) : sum_(believed * believed) {}
    void add(const std::vector<double>& logarithms, double mean) {
        for (const double one : logarithms)
            sum_ += (one - mean) * (one - mean);
        freedom_ += static_cast<double>(logarithms.size()) - 1.0;
    }
    double variance() const { return sum_ / freedom_; }

  private:
    double sum_, freedom_ = 1.0;
};

std::vector<StepObservation> observations_of(std::span<const MeasuredRun> runs,
                                             const Scenario& scenario, const StepPriors& priors) {
    std::vector<StepObservation> observations;
    std::vector<double> repeats;
    RepeatNoise noise(priors.repeat);
    for (const auto& group : by_configuration(runs)) {
        const Scenario plan = untaught(*group.front(), scenario);
        const StepEstimate step = evaluate(plan).step;
        std::vector<double> logarithms;
        for (const MeasuredRun* run : group)
            logarithms.push_back(std::log(run->step_time / step.total.expected));
        double mean = 0.0;
        for (const double one : logarithms)
            mean += one / static_cast<double>(logarithms.size());
        noise.add(logarithms, mean);
        observations.push_back({shares_of(plan, step), mean, 0.0});
        repeats.push_back(static_cast<double>(group.size()));
    }
    for (std::size_t i = 0; i < observations.size(); ++i)
        observations[i].variance =
            priors.unexplained * priors.unexplained + noise.variance() / repeats[i];
    return observations;
}

double median_of(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

/// Each configuration predicted by a fit on the others.
double error_left_out(const std::vector<StepObservation>& observations, const StepFactors& sd) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        std::vector<StepObservation> others = observations;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const StepPosterior posterior = posterior_of(others, sd);
        errors.push_back(std::abs(observations[i].ln_ratio -
                                  ln_slowdown(observations[i].shares, posterior.ln)));
    }
    return median_of(std::move(errors));
}

} // namespace

StepCovariance inverse(StepCovariance matrix) {
    StepCovariance result{};
    for (std::size_t i = 0; i < step_factor_count; ++i)
        result[i][i] = 1.0;
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        const double pivot = matrix[i][i]; // positive: the matrix is positive definite
        for (std::size_t k = 0; k < step_factor_count; ++k) {
            matrix[i][k] /= pivot;
            result[i][k] /= pivot;
        }
        for (std::size_t row = 0; row < step_factor_count; ++row) {
            if (row == i) continue;
            const double factor = matrix[row][i];
            for (std::size_t k = 0; k < step_factor_count; ++k) {
                matrix[row][k] -= factor * matrix[i][k];
                result[row][k] -= factor * result[i][k];
            }
        }
    }
    return result;
}

double ln_slowdown(const StepFactors& shares, const StepFactors& ln) {
    double sum = 0.0, all = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        sum += shares[i] * std::exp(ln[i]);
        all += shares[i];
    }
    // What no factor covers stays as it is: data that load for longer than the step, at a kink.
    return std::log(sum + std::max(0.0, 1.0 - all));
}

StepPosterior posterior_of(std::span<const StepObservation> observations, const StepFactors& sd) {
    StepPosterior posterior;
    for (int step = 0; step < newton_steps; ++step) {
        StepCovariance information{};
        StepFactors pull{};
        for (std::size_t i = 0; i < step_factor_count; ++i)
            information[i][i] = 1.0 / (sd[i] * sd[i]);
        for (const StepObservation& one : observations) {
            const double ln_predicted = ln_slowdown(one.shares, posterior.ln);
            StepFactors slope{};
            for (std::size_t i = 0; i < step_factor_count; ++i)
                slope[i] = one.shares[i] * std::exp(posterior.ln[i] - ln_predicted);
            const double target = one.ln_ratio - ln_predicted + dot(slope, posterior.ln);
            for (std::size_t i = 0; i < step_factor_count; ++i) {
                pull[i] += slope[i] * target / one.variance;
                for (std::size_t k = 0; k < step_factor_count; ++k)
                    information[i][k] += slope[i] * slope[k] / one.variance;
            }
        }
        posterior.covariance = inverse(information);
        const StepFactors next = times(posterior.covariance, pull);
        for (std::size_t i = 0; i < step_factor_count; ++i)
            posterior.ln[i] +=
                std::clamp(next[i] - posterior.ln[i], -longest_step, longest_step);
    }
    return posterior;
}

SiteSteps steps_taught(std::span<const MeasuredRun> runs, const Scenario& scenario,
                       const StepPriors& priors) {
    SiteSteps steps;
    for (const MeasuredRun& run : runs)
        if (run.step_time > Seconds{} && teaches(run, scenario)) steps.runs.push_back(run);
    if (!steps.taught()) return steps;
    const std::vector<StepObservation> observations = observations_of(steps.runs, scenario, priors);
    const StepPosterior posterior = posterior_of(observations, priors.sd);
    steps.ln = posterior.ln;
    steps.covariance = posterior.covariance;
    steps.prior_sd = priors.sd;
    std::vector<double> errors;
    for (const StepObservation& one : observations)
        errors.push_back(std::abs(one.ln_ratio));
    steps.preset_error = median_of(std::move(errors));
    if (observations.size() < fewest_left_out) return steps;
    steps.leave_one_out_error = error_left_out(observations, priors.sd);
    steps.use = steps.leave_one_out_error < steps.preset_error;
    return steps;
}

SiteCalibration taught_by_runs(SiteCalibration site, std::span<const MeasuredRun> runs,
                               const Scenario& scenario) {
    site.applies_to.gpu = scenario.cluster.gpu.id;
    site.steps = steps_taught(runs, scenario);
    site.memory = memory_taught(runs, scenario);
    return site;
}

bool runs_say(const SiteSteps& steps, StepFactor factor) {
    const double before = steps.prior_sd[static_cast<std::size_t>(factor)];
    return steps.taught() && steps.sd(factor) <= taught_from * before;
}

double learnt_directions(const SiteSteps& steps) {
    if (!steps.taught()) return 0.0;
    double learnt = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        learnt += 1.0 - steps.covariance[i][i] / (steps.prior_sd[i] * steps.prior_sd[i]);
    return learnt;
}

int configurations_of(std::span<const MeasuredRun> runs) {
    return static_cast<int>(by_configuration(runs).size());
}

double known_to(const SiteSteps& steps, const StepFactors& shares) {
    return std::sqrt(std::max(0.0, dot(shares, times(steps.covariance, shares))));
}

std::optional<std::size_t> most_informative(const SiteSteps& steps,
                                            std::span<const Scenario> candidates,
                                            const Scenario& focus, const StepPriors& priors) {
    StepCovariance known = steps.covariance;
    if (!steps.taught())
        for (std::size_t i = 0; i < step_factor_count; ++i)
            known[i][i] = priors.sd[i] * priors.sd[i];
    const StepFactors wanted = factor_shares(evaluate(focus).step);
    const double unknown = dot(wanted, times(known, wanted));
    const double noise =
        priors.unexplained * priors.unexplained + priors.repeat * priors.repeat;
    std::optional<std::size_t> best;
    double most = (1.0 - taught_from) * unknown;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (find_illegality(candidates[i]) != Illegality::none) continue;
        const StepFactors shares = factor_shares(evaluate(candidates[i]).step);
        const StepFactors told = times(known, shares);
        const double drop = std::pow(dot(wanted, told), 2) / (dot(shares, told) + noise);
        if (drop <= most) continue;
        most = drop;
        best = i;
    }
    return best;
}

} // namespace headroom
