#include "core/calibrate/one_run.hpp"

#include "core/calibrate/measured_scenario.hpp"
#include "core/calibrate/median.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {

namespace {

/// A source counts as so many runs where priors are fitted, however many it has.
constexpr std::size_t runs_of_a_source = 10;
/// Before the priors themselves are fitted: wide, so that each source says what it has to say.
constexpr StepFactors wide{0.15, 1.0, 0.4, 0.3};
constexpr double wide_unexplained = 0.1;
/// What is believed of the priors, and how firmly: the spread of their logarithms.
constexpr StepFactors believed{0.08, 0.40, 0.25, 0.20};
constexpr double believed_unexplained = 0.045;
constexpr double prior_spread = 0.7;

using Group = std::vector<const TeachingRun*>;

/// A prediction of one run, as a plane at its source's own factors.
struct Plane {
    double residual = 0.0;
    StepFactors slopes{};
};
using Planes = std::vector<Plane>;

StepObservation observed(const TeachingRun& run, double unexplained) {
    return {ln_step(run.plan), std::log(run.seconds), unexplained * unexplained};
}

/// Evenly over the source's rows.
Group sample_of(const Group& runs) {
    if (runs.size() <= runs_of_a_source) return runs;
    Group sample;
    for (std::size_t i = 0; i < runs_of_a_source; ++i)
        sample.push_back(runs[i * runs.size() / runs_of_a_source]);
    return sample;
}

Planes planes_of(const Group& runs) {
    std::vector<StepObservation> observations;
    for (const TeachingRun* run : sample_of(runs))
        observations.push_back(observed(*run, wide_unexplained));
    const StepFactors ln = posterior_of(observations, wide).ln;
    Planes planes;
    for (const StepObservation& one : observations) {
        const StepFactors slopes = slopes_of(one.predicted, ln);
        planes.push_back({one.measured - one.predicted(ln) + dot(slopes, ln), slopes});
    }
    return planes;
}

/// Minus twice the logarithm of the likelihood of a source's residuals, its factors unknown.
double surprise_of(const Planes& planes, const StepFactors& sd, double unexplained) {
    const double variance = unexplained * unexplained;
    StepCovariance information{};
    StepFactors pull{};
    double surprise = static_cast<double>(planes.size()) * std::log(variance);
    for (std::size_t i = 0; i < step_factor_count; ++i) {
        information[i][i] = 1.0 / (sd[i] * sd[i]);
        surprise += 2.0 * std::log(sd[i]);
    }
    for (const Plane& plane : planes) {
        surprise += plane.residual * plane.residual / variance;
        for (std::size_t i = 0; i < step_factor_count; ++i) {
            pull[i] += plane.slopes[i] * plane.residual / variance;
            for (std::size_t k = 0; k < step_factor_count; ++k)
                information[i][k] += plane.slopes[i] * plane.slopes[k] / variance;
        }
    }
    double ln_determinant = 0.0;
    const StepCovariance covariance = inverse(information, &ln_determinant);
    for (std::size_t i = 0; i < step_factor_count; ++i)
        surprise -= pull[i] * dot(covariance[i], pull);
    return surprise + ln_determinant;
}

/// The standard deviations under which the sources, all but one, are least surprising.
StepPriors priors_of(const std::map<std::string, Planes>& sources, const std::string& left_out) {
    StepPriors priors;
    std::vector<FitParameter> parameters;
    for (std::size_t i = 0; i < step_factor_count; ++i)
        parameters.push_back(
            {std::string(name_of(static_cast<StepFactor>(i))), believed[i], prior_spread});
    parameters.push_back({"unexplained", believed_unexplained, prior_spread});
    std::vector<double> start;
    for (const FitParameter& parameter : parameters)
        start.push_back(parameter.believed);
    const auto sd_of = [](std::span<const double> values) {
        StepFactors sd{};
        std::copy_n(values.begin(), sd.size(), sd.begin());
        return sd;
    };
    const std::vector<double> best =
        fit(parameters, std::move(start), [&](std::span<const double> values) {
            double sum = 0.0;
            for (const auto& [source, planes] : sources)
                if (source != left_out)
                    sum += surprise_of(planes, sd_of(values), values[step_factor_count]);
            return sum;
        });
    priors.sd = sd_of(best);
    priors.unexplained = best[step_factor_count];
    return priors;
}

/// Errors of the runs that `teacher` can speak of, without and with what it taught.
struct Errors {
    std::vector<double> before, after;
};
Errors errors_taught_by(const TeachingRun& teacher, const Group& runs,
                        const std::vector<double>& untaught, const StepPriors& priors) {
    const std::vector<StepObservation> known{observed(teacher, priors.unexplained)};
    const StepFactors ln = posterior_of(known, priors.sd).ln;
    const auto error = [](double ln_predicted, const TeachingRun& run) {
        return std::abs(std::exp(ln_predicted) / run.seconds - 1.0);
    };
    Errors errors;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const TeachingRun& run = *runs[i];
        if (run.plan.cluster.gpu.id != teacher.plan.cluster.gpu.id) continue;
        if (run.plan.training == teacher.plan.training && run.plan.model == teacher.plan.model &&
            run.plan.cluster == teacher.plan.cluster && run.plan.stack == teacher.plan.stack)
            continue;
        errors.before.push_back(error(untaught[i], run));
        errors.after.push_back(error(ln_step(run.plan)(ln), run));
    }
    return errors;
}

OneRunSource source_of(const Group& runs, const StepPriors& priors) {
    OneRunSource source{runs.front()->source, static_cast<int>(runs.size()), 0.0, 0.0, priors};
    std::vector<double> untaught;
    for (const TeachingRun* run : runs)
        untaught.push_back(ln_step(run->plan)({}));
    int teachers = 0;
    for (const TeachingRun* teacher : runs) {
        Errors errors = errors_taught_by(*teacher, runs, untaught, priors);
        if (errors.before.empty()) continue;
        ++teachers;
        source.before += median_of(std::move(errors.before));
        source.after += median_of(std::move(errors.after));
    }
    if (teachers == 0) return {};
    source.before /= teachers;
    source.after /= teachers;
    return source;
}

} // namespace

std::vector<TeachingRun> runs_with_shipped_constants(std::span<const Measurement> rows,
                                                     const Catalog& catalog) {
    std::vector<TeachingRun> runs;
    for (const Measurement& row : rows) {
        if (!row.complete.value_or(false) || row.outcome == "error") continue;
        auto measured = scenario_of(row, catalog);
        if (!measured) continue;
        const double seconds = measured_step_seconds(row, measured->scenario);
        if (seconds > 0.0) runs.push_back({row.source, std::move(measured->scenario), seconds});
    }
    return runs;
}

std::vector<TeachingRun> runs_with_unseen_constants(const LeaveOneOut& report) {
    std::vector<TeachingRun> runs;
    for (std::size_t i = 0; i < report.residuals.size(); ++i)
        runs.push_back({report.residuals[i].source, report.plans[i], report.residuals[i].measured});
    return runs;
}

OneRunReport one_run_report(std::span<const TeachingRun> runs) {
    std::map<std::string, Group> groups;
    for (const TeachingRun& run : runs)
        groups[run.source].push_back(&run);
    std::map<std::string, Planes> planes;
    for (const auto& [source, group] : groups)
        planes[source] = planes_of(group);
    OneRunReport report;
    report.priors = priors_of(planes, {});
    for (const auto& [source, group] : groups) {
        OneRunSource one = source_of(group, priors_of(planes, source));
        if (one.runs == 0) continue;
        report.before += one.before;
        report.after += one.after;
        report.sources.push_back(std::move(one));
    }
    if (report.sources.empty()) return report;
    report.before /= static_cast<double>(report.sources.size());
    report.after /= static_cast<double>(report.sources.size());
    return report;
}

} // namespace headroom
