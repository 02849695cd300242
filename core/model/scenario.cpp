#include "core/model/scenario.hpp"

namespace headroom {

int data_parallel(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const int model_ranks = plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel;
    const int gpus = scenario.cluster.gpus();
    return model_ranks > 0 && gpus % model_ranks == 0 ? gpus / model_ranks : 0;
}

int micro_batches(const Scenario& scenario) {
    const int samples = data_parallel(scenario) * scenario.training.micro_batch;
    const int batch = scenario.training.global_batch;
    return samples > 0 && batch % samples == 0 ? batch / samples : 0;
}

double tokens_per_step(const Scenario& scenario) {
    return static_cast<double>(scenario.training.global_batch) * scenario.training.sequence;
}

Illegality find_illegality(const Scenario& scenario) {
    return micro_batches(scenario) > 0 ? Illegality::none : Illegality::batch_by_data_parallel;
}

Problems validate(const Scenario& scenario) {
    if (find_illegality(scenario) == Illegality::none) return {};
    return {error("/training/global_batch", "not divisible")};
}

} // namespace headroom
