#include "core/cost/money.hpp"

namespace headroom {

MoneyEstimate estimate_money(const Scenario& scenario, const StepEstimate& step) {
    MoneyEstimate money;
    money.rent = scenario.cluster.rent.value * static_cast<double>(scenario.cluster.gpus());
    money.priced = money.rent > DollarRate{};
    if (scenario.goals.tokens) {
        const double steps = *scenario.goals.tokens / tokens_per_step(scenario);
        money.run = steps * step.total.expected;
        if (money.priced) money.total = money.rent * *money.run;
    }
    return money;
}

} // namespace headroom
