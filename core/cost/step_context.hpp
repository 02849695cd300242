// What all parts of the step's time read, prepared once for a scenario.
//
//     const StepContext context = step_context(scenario);
//     context.share.tokens;
#pragma once

#include "core/cost/collectives.hpp"
#include "core/cost/device_rates.hpp"
#include "core/cost/rank_share.hpp"

namespace headroom {

/// What all parts of the step read: the plan on one rank and what its hardware sustains.
struct StepContext {
    const Scenario& scenario;
    RankShare share;
    SiteRates site;
    DeviceRates rates;
    Network network;
};

/// Part of overlapped traffic that shows.
double never_hidden(const StepContext& context);

StepContext step_context(const Scenario& scenario);

} // namespace headroom
