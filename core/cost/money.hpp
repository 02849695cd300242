// What the run costs: rent per hour of the cluster, and time and money for the goal's tokens.
#pragma once

#include "core/cost/estimate.hpp"

namespace headroom {

MoneyEstimate estimate_money(const Scenario& scenario, const StepEstimate& step);

} // namespace headroom
