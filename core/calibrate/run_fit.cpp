#include "core/calibrate/run_fit.hpp"

#include "core/calibrate/median.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr int newton_steps = 6;
constexpr double longest_step = 0.5;       // of a logarithm, in one iteration
constexpr double taught_from = 0.9;        // of the standard deviation before
constexpr std::size_t fewest_left_out = 3; // configurations for leaving one out
constexpr double believed_scatter = 2.0;   // runs that the prior of the scatter counts for
constexpr double difference = 0.05;        // of a logarithm, either way: bridges small kinks

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

/// Repeats side by side.
std::vector<std::vector<const MeasuredRun*>> by_configuration(std::span<const MeasuredRun> runs) {
    std::vector<std::vector<const MeasuredRun*>> groups;
    for (const MeasuredRun& run : runs) {
        const auto known = std::ranges::find_if(
            groups, [&run](const auto& group) { return same_configuration(*group.front(), run); });
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
        std::vector<double> logarithms;
        for (const MeasuredRun* run : group)
            logarithms.push_back(std::log(run->step_time / units::s));
        double mean = 0.0;
        for (const double one : logarithms)
            mean += one / static_cast<double>(logarithms.size());
        noise.add(logarithms, mean);
        observations.push_back({ln_step(untaught(*group.front(), scenario)), mean, 0.0});
        repeats.push_back(static_cast<double>(group.size()));
    }
    for (std::size_t i = 0; i < observations.size(); ++i)
        observations[i].variance =
            priors.unexplained * priors.unexplained + noise.variance() / repeats[i];
    return observations;
}

/// A prediction as a plane that touches it: measured = residual + slopes * ln.
struct Tangent {
    double residual = 0.0;
    StepFactors slopes{};
    double variance = 0.0;
};

Tangent tangent_of(const StepObservation& one, const StepFactors& ln) {
    const StepFactors slopes = slopes_of(one.predicted, ln);
    return {one.measured - one.predicted(ln) + dot(slopes, ln), slopes, one.variance};
}

StepPosterior solve(std::span<const Tangent> tangents, const StepFactors& sd) {
    StepCovariance information{};
    StepFactors pull{};
    for (std::size_t i = 0; i < step_factor_count; ++i)
        information[i][i] = 1.0 / (sd[i] * sd[i]);
    for (const Tangent& one : tangents)
        for (std::size_t i = 0; i < step_factor_count; ++i) {
            pull[i] += one.slopes[i] * one.residual / one.variance;
            for (std::size_t k = 0; k < step_factor_count; ++k)
                information[i][k] += one.slopes[i] * one.slopes[k] / one.variance;
        }
    const StepCovariance covariance = inverse(information);
    return {times(covariance, pull), covariance};
}

/// Each configuration predicted by a fit on the others, on the tangents of the fit on all.
double error_left_out(std::span<const StepObservation> observations, const StepFactors& ln,
                      const StepFactors& sd) {
    std::vector<Tangent> tangents;
    for (const StepObservation& one : observations)
        tangents.push_back(tangent_of(one, ln));
    std::vector<double> errors;
    for (std::size_t i = 0; i < tangents.size(); ++i) {
        std::vector<Tangent> others = tangents;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const StepFactors without = solve(others, sd).ln;
        errors.push_back(std::abs(tangents[i].residual - dot(tangents[i].slopes, without)));
    }
    return median_of(std::move(errors));
}

/// Puts the scatter of three configurations or more in the place of the one believed.
bool take_own_scatter(std::vector<StepObservation>& observations, const StepFactors& ln,
                      const StepPriors& priors) {
    if (observations.size() < fewest_left_out) return false;
    const double before = priors.unexplained * priors.unexplained;
    double sum = believed_scatter * before;
    for (const StepObservation& one : observations)
        sum += std::pow(one.measured - one.predicted(ln), 2);
    const double scatter = sum / (believed_scatter + static_cast<double>(observations.size()));
    for (StepObservation& one : observations)
        one.variance += scatter - before;
    return true;
}

} // namespace

double dot(const StepFactors& a, const StepFactors& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        sum += a[i] * b[i];
    return sum;
}

StepCovariance inverse(StepCovariance matrix, double* ln_determinant) {
    StepCovariance result{};
    if (ln_determinant != nullptr) *ln_determinant = 0.0;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        result[i][i] = 1.0;
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        const double pivot = matrix[i][i]; // positive: the matrix is positive definite
        if (ln_determinant != nullptr) *ln_determinant += std::log(pivot);
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

LnStep ln_step(const Scenario& plan) {
    return [plan](const StepFactors& ln) {
        Scenario moved = plan;
        SiteCalibration site = plan.site ? *plan.site : SiteCalibration{};
        site.on = true;
        site.applies_to.gpu = plan.cluster.gpu.id;
        site.steps = {};
        site.steps.ln = ln;
        moved.site = Shared(std::move(site));
        return std::log(evaluate(moved).step.total.expected / units::s);
    };
}

StepFactors slopes_of(const LnStep& step, const StepFactors& ln) {
    StepFactors slopes{};
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        StepFactors below = ln, above = ln;
        below[i] -= difference;
        above[i] += difference;
        slopes[i] = (step(above) - step(below)) / (2.0 * difference);
    }
    return slopes;
}

StepPosterior posterior_of(std::span<const StepObservation> observations, const StepFactors& sd) {
    StepPosterior posterior;
    for (int step = 0; step < newton_steps; ++step) {
        std::vector<Tangent> tangents;
        for (const StepObservation& one : observations)
            tangents.push_back(tangent_of(one, posterior.ln));
        const StepPosterior next = solve(tangents, sd);
        posterior.covariance = next.covariance;
        for (std::size_t i = 0; i < step_factor_count; ++i)
            posterior.ln[i] +=
                std::clamp(next.ln[i] - posterior.ln[i], -longest_step, longest_step);
    }
    return posterior;
}

SiteSteps steps_taught(std::span<const MeasuredRun> runs, const Scenario& scenario,
                       const StepPriors& priors) {
    SiteSteps steps;
    for (const MeasuredRun& run : runs)
        if (run.step_time > Seconds{} && teaches(run, scenario)) steps.runs.push_back(run);
    if (!steps.taught()) return steps;
    std::vector<StepObservation> observations = observations_of(steps.runs, scenario, priors);
    StepPosterior posterior = posterior_of(observations, priors.sd);
    // Sites scatter differently: what a site's own runs leave unexplained counts beside the prior.
    if (take_own_scatter(observations, posterior.ln, priors))
        posterior = posterior_of(observations, priors.sd);
    steps.ln = posterior.ln;
    steps.covariance = posterior.covariance;
    steps.prior_sd = priors.sd;
    std::vector<double> errors;
    for (const StepObservation& one : observations)
        errors.push_back(std::abs(one.measured - one.predicted({})));
    steps.preset_error = median_of(std::move(errors));
    if (observations.size() < fewest_left_out) return steps;
    steps.leave_one_out_error = error_left_out(observations, posterior.ln, priors.sd);
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

std::optional<std::size_t> most_informative(const SiteSteps& steps,
                                            std::span<const Scenario> candidates,
                                            const Scenario& focus, const StepPriors& priors) {
    StepCovariance known = steps.covariance;
    if (!steps.taught())
        for (std::size_t i = 0; i < step_factor_count; ++i)
            known[i][i] = priors.sd[i] * priors.sd[i];
    const StepFactors wanted = slopes_of(ln_step(focus), steps.ln);
    const double unknown = dot(wanted, times(known, wanted));
    const double noise = priors.unexplained * priors.unexplained + priors.repeat * priors.repeat;
    std::optional<std::size_t> best;
    double most = (1.0 - taught_from) * unknown;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (find_illegality(candidates[i]) != Illegality::none) continue;
        const StepFactors shares = slopes_of(ln_step(candidates[i]), steps.ln);
        const StepFactors told = times(known, shares);
        const double drop = std::pow(dot(wanted, told), 2) / (dot(shares, told) + noise);
        if (drop <= most) continue;
        most = drop;
        best = i;
    }
    return best;
}

} // namespace headroom
