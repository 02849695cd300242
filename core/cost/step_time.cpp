#include "core/cost/step_time.hpp"

namespace headroom {

StepEstimate estimate_step_time(const Scenario& scenario, const MemoryEstimate&, Caveats&) {
    StepEstimate step;
    const auto P = static_cast<double>(count_parameters(scenario.model).active);
    step.model_flop = 6.0 * P * tokens_per_step(scenario) * units::FLOP;
    const FlopRate rate =
        scenario.cluster.gpu.peak_of(scenario.training.precision) * scenario.cluster.gpus();
    step.terms[StepTerm::matmul] = step.model_flop / (0.5 * rate);
    step.total = {step.terms.total(), 0.9 * step.terms.total(), 1.1 * step.terms.total()};
    step.mfu = 0.5;
    return step;
}

} // namespace headroom
