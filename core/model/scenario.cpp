#include "core/model/scenario.hpp"

#include "core/model/legality.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace headroom {

namespace {

/// Plans that run, but seldom as they were meant.
class Warnings {
  public:
    explicit Warnings(const Scenario& scenario)
        : scenario_(scenario), plan_(scenario.training), cluster_(scenario.cluster) {}

    void add_to(Problems& problems) const {
        tensor_parallel(problems);
        pipeline(problems);
        sequence(problems);
        power(problems);
        stack(problems);
    }

  private:
    void tensor_parallel(Problems& problems) const {
        if (plan_.tensor_parallel > cluster_.gpus_per_node)
            problems.push_back(
                warning("/training/tensor_parallel",
                        fmt::format("TP {} reaches beyond a node of {} GPUs, over the slower link",
                                    plan_.tensor_parallel, cluster_.gpus_per_node)));
        if (plan_.sequence_parallel && plan_.tensor_parallel == 1)
            problems.push_back(
                warning("/training/sequence_parallel", "sequence parallel does nothing at TP 1"));
    }

    void pipeline(Problems& problems) const {
        if (plan_.pipeline_parallel <= 1) return;
        if (plan_.zero_stage >= 2)
            problems.push_back(warning(
                "/training/zero_stage",
                fmt::format("ZeRO {} communicates for every micro batch of a pipeline; DeepSpeed's "
                            "pipeline engine refuses it, FSDP stacks run it",
                            plan_.zero_stage)));
        const int passes = micro_batches(scenario_);
        if (passes > 0 && passes < plan_.pipeline_parallel)
            problems.push_back(
                warning("/training/global_batch",
                        fmt::format("{} micro batches cannot fill {} pipeline stages: most of the "
                                    "step is bubble",
                                    passes, plan_.pipeline_parallel)));
        if (plan_.schedule == PipelineSchedule::interleaved && plan_.virtual_stages == 1)
            problems.push_back(warning("/training/virtual_stages",
                                       "interleaving needs 2 or more virtual stages; with 1 the "
                                       "schedule is plain 1F1B"));
    }

    /// A limit of the model, never the sequence of a run: rotary positions can be stretched.
    void sequence(Problems& problems) const {
        const ModelSpec& model = scenario_.model;
        const bool computed =
            model.style == ModelStyle::decoder && model.position != Position::learned;
        const int trained = model.max_position_embeddings;
        if (computed && trained > 0 && plan_.sequence > trained)
            problems.push_back(
                warning("/training/sequence",
                        fmt::format("sequence {} is beyond the {} positions that {} was made for",
                                    plan_.sequence, trained, model.name)));
    }

    void power(Problems& problems) const {
        const Watts board = cluster_.gpu.board_power.value;
        if (board > Watts{} && cluster_.power_cap.value > board)
            problems.push_back(
                warning("/cluster/power_cap",
                        fmt::format("a cap of {} W is above the board's {} W and changes nothing",
                                    cluster_.power_cap.value / units::W, board / units::W)));
    }

    /// Facts of a framework's usual code: a team may well have its own.
    void stack(Problems& problems) const {
        const PlanFacts& facts = scenario_.stack.plans;
        const auto lacks = [&](const Sourced<bool>& runs, int degree, std::string_view key,
                               std::string_view what) {
            if (runs.value || degree <= 1) return;
            problems.push_back(warning(fmt::format("/training/{}", key),
                                       fmt::format("{} has no {}", scenario_.stack.name, what)));
        };
        lacks(facts.runs_tensor_parallel, plan_.tensor_parallel, "tensor_parallel",
              "tensor parallelism");
        lacks(facts.runs_pipeline_parallel, plan_.pipeline_parallel, "pipeline_parallel",
              "pipeline parallelism");
        lacks(facts.runs_context_parallel, plan_.context_parallel, "context_parallel",
              "context parallelism");
        lacks(facts.runs_expert_parallel, plan_.expert_parallel, "expert_parallel",
              "expert parallelism");
    }

    const Scenario& scenario_;
    const TrainingPlan& plan_;
    const ClusterSpec& cluster_;
};

} // namespace

Scenario plan_of(const MeasuredRun& run, const Scenario& scenario) {
    Scenario plan = scenario;
    plan.model = run.model;
    plan.cluster = run.cluster;
    plan.training = run.training;
    plan.stack = run.stack;
    return plan;
}

MeasuredRun run_of(const Scenario& scenario) {
    MeasuredRun run;
    run.model = scenario.model;
    run.cluster = scenario.cluster;
    run.training = scenario.training;
    run.stack = scenario.stack;
    return run;
}

int data_parallel(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const std::int64_t gpus = scenario.cluster.gpus();
    std::int64_t ranks = 1;
    for (const int degree : {plan.tensor_parallel, plan.pipeline_parallel, plan.context_parallel}) {
        if (degree < 1 || degree > gpus) return 0;
        ranks *= degree;
        if (ranks > gpus) return 0;
    }
    return gpus % ranks == 0 ? static_cast<int>(gpus / ranks) : 0;
}

int micro_batches(const Scenario& scenario) {
    const std::int64_t samples =
        std::int64_t{data_parallel(scenario)} * scenario.training.micro_batch;
    const int batch = scenario.training.global_batch;
    return samples > 0 && batch % samples == 0 ? static_cast<int>(batch / samples) : 0;
}

ScalingSteps scaling_steps(const TrainingPlan& plan) {
    if (plan.pipeline_split != PipelineSplit::even) return {plan.tensor_parallel, 1};
    const int most = model_limits::layers;
    return {plan.tensor_parallel,
            std::min(plan.pipeline_parallel, most) * std::min(plan.virtual_stages, most)};
}

double tokens_per_step(const Scenario& scenario) {
    return static_cast<double>(scenario.training.global_batch) * scenario.training.sequence;
}

Problems validate(const Scenario& scenario) {
    Problems problems = find_errors(scenario);
    // A number that is wrong by itself makes no plan that could be unusual.
    if (!contains(find_illegality(scenario), Illegality::out_of_range))
        Warnings(scenario).add_to(problems);
    return problems;
}

} // namespace headroom
