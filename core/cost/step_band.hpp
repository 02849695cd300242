// How sure a step time is, and what holds the step back.
//
//     step.total = step_band(scenario, step.terms.total(), caveats);
//     step.limiter = limiter_of(step.by_limiter, step.terms);
//
// Bands are P10 and P90 of measured over predicted, earned out of sample regime by regime; what no
// run stood for gets a wider one. Table: docs/model-step-time.md, "Bands".
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

using LimiterShares = std::array<Seconds, static_cast<std::size_t>(Limiter::count)>;

/// What the terms do not tell: the causes inside of recompute and head.
struct TermCauses {
    Seconds recompute_matmul, recompute_attention; // the rest of recompute is memory-bound
    Seconds head_matmul;                           // the rest of the head is memory-bound

    TermCauses& operator*=(double factor);
};

/// Each term under its cause; adds up to terms.total().
LimiterShares shares_by_limiter(const StepBreakdown& terms, const TermCauses& causes);

/// The largest cause, or data loading as soon as the GPUs wait for it.
Limiter limiter_of(const LimiterShares& shares, const StepBreakdown& terms);

/// The regimes that a plan is in: none for dense models in 16 bit on few GPUs before Blackwell.
StepRegimes step_regimes(const Scenario& scenario);

/// `left`: of the band's logarithmic width, by what the site's own steps taught.
Banded<Seconds> step_band(const Scenario& scenario, Seconds expected, double left,
                          Caveats& caveats);

} // namespace headroom
