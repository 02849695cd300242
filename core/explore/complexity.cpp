#include "core/explore/complexity.hpp"

namespace headroom {

int complexity(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    int points = 0;
    for (const int degree : {plan.tensor_parallel, plan.pipeline_parallel, plan.context_parallel,
                             plan.expert_parallel, data_parallel(scenario), scenario.cluster.nodes})
        points += degree > 1 ? 1 : 0;
    return points + (plan.offload != Offload::none ? 1 : 0) + (plan.activation_offload ? 1 : 0);
}

} // namespace headroom
