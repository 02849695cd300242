// Factors that measured steps taught, on the four parts of a step that they tell apart: products,
// fixed host work, communication, memory-bound work.
//
//     apply_step_factors(scenario, terms, causes);      // nothing without a calibration
//     factor_shares(estimate.step)                      // {0.62, 0.03, 0.21, 0.14}
//
// A share is the part of the step that grows with its factor, so the breakdown is the derivative of
// the step's logarithm: d ln t / d ln factor. What a pipeline idles grows with the stage it waits
// for. Stragglers and the slowdown of full cards are shares of the rest and follow it. The factor
// of host work acts before it is known what of it shows (site_rates.hpp); its share is of what
// shows.
#pragma once

#include "core/cost/step_band.hpp"

namespace headroom {

/// What of a measured step no factor explains: standard deviation of its logarithm, fitted with the
/// priors of the factors (docs/model-step-time.md, "What a site's runs teach").
inline constexpr double unexplained_step = 0.142;

/// Of one step, by StepFactor; adds up to 1 for a step that takes any time.
StepFactors factor_shares(const StepEstimate& step);

/// Before stragglers, pressure and data loading are added, which follow from the others.
void apply_step_factors(const Scenario& scenario, StepBreakdown& terms, TermCauses& causes);

/// The factor itself; 1 where no calibration holds or its steps are not used.
double step_factor(const Scenario& scenario, StepFactor factor);

/// How much of the logarithmic width of its band is left by what measured steps taught of this one:
/// sqrt(j'Cj + s^2) over the same with the priors, of which it is 1 along directions that nobody
/// measured. Never more than 1.
double band_left(const Scenario& scenario, const StepEstimate& step);

} // namespace headroom
