#include "core/explore/scores.hpp"

namespace headroom {

namespace {

bool is_fp8(Precision precision) {
    return precision == Precision::fp8 || precision == Precision::mxfp8;
}

bool is_quantised(Optimizer optimizer) {
    return optimizer == Optimizer::adamw_8bit || optimizer == Optimizer::paged_adamw_8bit ||
           optimizer == Optimizer::adamw_4bit;
}

/// Weights that are trained in 16 bits without a master copy; adapters leave the weights alone.
bool is_pure_16_bit(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const States states =
        plan.states == States::automatic ? scenario.stack.memory.states : plan.states;
    const bool computes_in_32 =
        plan.precision == Precision::fp32 || plan.precision == Precision::tf32;
    return states == States::pure && !has_adapters(plan.task) && !computes_in_32;
}

bool is_beyond_trained_positions(const Scenario& scenario) {
    const ModelSpec& model = scenario.model;
    const bool stretches =
        model.style == ModelStyle::decoder && model.position != Position::learned;
    return stretches && model.max_position_embeddings > 0 &&
           scenario.training.sequence > model.max_position_embeddings;
}

template <class Reason, std::size_t N>
int sum_of(const std::bitset<N>& reasons, const Points<Reason>& points) {
    int sum = 0;
    for (std::size_t i = 0; i < N; ++i)
        if (reasons.test(i)) sum += points.by_reason[i].value;
    return sum;
}

} // namespace

ComplexityReasons complexity_reasons(const Scenario& scenario) {
    using Reason = ComplexityReason;
    const TrainingPlan& plan = scenario.training;
    const ClusterSpec& cluster = scenario.cluster;
    ComplexityReasons reasons;
    const auto holds = [&reasons](Reason reason, bool does) {
        reasons.set(static_cast<std::size_t>(reason), does);
    };
    const bool offloads = plan.offload != Offload::none;
    holds(Reason::several_nodes, cluster.nodes > 1);
    holds(Reason::failures_within_a_day,
          cluster.gpus() >= scenario.scores.failures_within_a_day_gpus.value);
    holds(Reason::tensor_parallel, plan.tensor_parallel > 1);
    holds(Reason::pipeline_parallel, plan.pipeline_parallel > 1);
    holds(Reason::interleaved_stages, plan.virtual_stages > 1);
    holds(Reason::context_parallel, plan.context_parallel > 1);
    holds(Reason::expert_parallel, plan.expert_parallel > 1);
    holds(Reason::sharded_states, plan.zero_stage >= 1);
    holds(Reason::sharded_parameters, plan.zero_stage == 3);
    holds(Reason::hybrid_sharding, plan.zero_stage >= 1 && plan.zero_group.has_value());
    holds(Reason::optimizer_offload, offloads);
    holds(Reason::nvme_offload, plan.offload == Offload::nvme);
    holds(Reason::sharded_and_offloaded, offloads && plan.zero_stage == 3);
    holds(Reason::activation_offload, plan.activation_offload);
    holds(Reason::loss_scaling, plan.precision == Precision::fp16);
    holds(Reason::fp8_recipe, is_fp8(plan.precision));
    holds(Reason::fp4_recipe, plan.precision == Precision::nvfp4);
    holds(Reason::quantised_optimizer, is_quantised(plan.optimizer));
    holds(Reason::optimizer_in_backward, plan.optimizer_in_backward);
    holds(Reason::adapters, has_adapters(plan.task));
    holds(Reason::quantised_base, plan.task == Task::qlora);
    holds(Reason::compiled, plan.compile);
    holds(Reason::spot_instances, scenario.funding.purchase == Purchase::spot);
    return reasons;
}

QualityReasons quality_reasons(const Scenario& scenario) {
    using Reason = QualityReason;
    const TrainingPlan& plan = scenario.training;
    QualityReasons reasons;
    const auto holds = [&reasons](Reason reason, bool does) {
        reasons.set(static_cast<std::size_t>(reason), does);
    };
    holds(Reason::fp16_range, plan.precision == Precision::fp16);
    holds(Reason::fp8_recipe, is_fp8(plan.precision));
    holds(Reason::fp4_recipe, plan.precision == Precision::nvfp4);
    holds(Reason::pure_16_bit_states, is_pure_16_bit(scenario));
    holds(Reason::quantised_optimizer, is_quantised(plan.optimizer));
    holds(Reason::factored_optimizer, plan.optimizer == Optimizer::adafactor);
    holds(Reason::adapters, has_adapters(plan.task));
    holds(Reason::quantised_base, plan.task == Task::qlora);
    holds(Reason::large_batch,
          tokens_per_step(scenario) > scenario.scores.large_batch_tokens.value);
    holds(Reason::beyond_trained_positions, is_beyond_trained_positions(scenario));
    return reasons;
}

int points_of(ComplexityReasons reasons, const Scores& scores) {
    return sum_of(reasons, scores.complexity);
}
int points_of(QualityReasons reasons, const Scores& scores) {
    return sum_of(reasons, scores.quality_risk);
}

int complexity(const Scenario& scenario) {
    return points_of(complexity_reasons(scenario), scenario.scores);
}
int quality_risk(const Scenario& scenario) {
    return points_of(quality_reasons(scenario), scenario.scores);
}

} // namespace headroom
