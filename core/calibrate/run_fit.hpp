// What a site's measured runs teach about its steps and its memory, and how much they leave open.
//
//     SiteCalibration site = taught_by_runs(*scenario.site, scenario.runs, scenario);
//     site.steps.ln_factor(StepFactor::matmul)      // 0.031: products take 3 % longer here
//     runs_say(site.steps, StepFactor::communication)   // false: nothing was measured that has any
//
// Least squares on four factors with what is believed before (docs/model-step-time.md, "What a
// site's runs teach"): residual ln measured - ln predicted; the derivative by a factor is the share
// of the step that it covers, taken by differences since hidden work has kinks. Repeats of one
// configuration count once: the model's own error is common to them. Only runs on the scenario's
// GPU teach; nothing is stretched to another.
#pragma once

#include "core/cost/step_factors.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace headroom {

/// What is believed of a site before any of its runs is known: standard deviations of logarithms.
/// Fitted on the measured runs of all sources, each predicted by constants that had not seen it;
/// `headroom-cli validate --one-run --leave-one-out` fits them again.
struct StepPriors {
    StepFactors sd{0.062, 0.913, 0.269, 0.200};
    double unexplained = unexplained_step; // of a run, by no factor
    double repeat = 0.01;                  // of a run against its repeat
};

/// Factors of the runs' steps, with the runs that taught them. Off (`use`) when there are three
/// configurations or more and leaving each out predicts it no better than the presets do.
SiteSteps steps_taught(std::span<const MeasuredRun> runs, const Scenario& scenario,
                       const StepPriors& priors = {});

/// Corrections of each kind of memory by the runs that measured that kind.
SiteMemory memory_taught(std::span<const MeasuredRun> runs, const Scenario& scenario);

/// The calibration with its steps and memory taught anew; without usable runs they are empty. What
/// a probe measured stays and is what the runs' predictions stand on.
SiteCalibration taught_by_runs(SiteCalibration site, std::span<const MeasuredRun> runs,
                               const Scenario& scenario);

/// Whether the runs taught something of a factor: a tenth of its standard deviation at least.
bool runs_say(const SiteSteps& steps, StepFactor factor);

/// Of four directions, how many were measured: 0 with no run, never above their number.
double learnt_directions(const SiteSteps& steps);

/// Configurations among the runs, repeats counted once.
int configurations_of(std::span<const MeasuredRun> runs);

/// The candidate whose measuring would teach most about `focus`; empty when none would take a
/// tenth off what is unknown of it. Candidates that are not legal are passed over.
std::optional<std::size_t> most_informative(const SiteSteps& steps,
                                            std::span<const Scenario> candidates,
                                            const Scenario& focus, const StepPriors& priors = {});

// --- the arithmetic, also for many runs at once (one_run.hpp)

/// Logarithm of a step's seconds when its factors have these logarithms.
using LnStep = std::function<double(const StepFactors& ln)>;

/// The prediction for a plan, with whatever its scenario already knows of the site but no factors.
LnStep ln_step(const Scenario& plan);

/// The derivatives of `step` at `ln`: shares of the step, but for what hides behind other work.
StepFactors slopes_of(const LnStep& step, const StepFactors& ln);

/// A configuration as the fit sees it.
struct StepObservation {
    LnStep predicted;
    double measured = 0.0; // logarithm of seconds, in the mean of its repeats
    double variance = 0.0; // of that, beside what the factors explain
};

struct StepPosterior {
    StepFactors ln{};
    StepCovariance covariance{};
};

/// By Gauss-Newton, from factors of 1.
StepPosterior posterior_of(std::span<const StepObservation> observations, const StepFactors& sd);

double dot(const StepFactors& a, const StepFactors& b);

/// The inverse of a symmetric positive definite matrix; `ln_determinant`: also that of the matrix.
StepCovariance inverse(StepCovariance matrix, double* ln_determinant = nullptr);

} // namespace headroom
