#include "core/cost/step_time.hpp"

#include "core/cost/data_parallel_time.hpp"
#include "core/cost/flop_count.hpp"
#include "core/cost/head_time.hpp"
#include "core/cost/layer_time.hpp"
#include "core/cost/offload_time.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/step_band.hpp"
#include "core/cost/step_factors.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// Allocator retries set in within 8 % of capacity: jobs there ran 13 - 26 % slow in the worst
/// runs.
constexpr double pressure_from = 0.92;

/// One micro batch on one pipeline stage, without the head.
struct StageTime {
    PassTime forward, backward, recompute;

    Seconds total() const { return forward.total() + backward.total() + recompute.total(); }
};

/// Layers of a stage that are checkpointed, as a share.
double checkpointed_share(const TrainingPlan& plan, int layers) {
    if (plan.recompute.mode == RecomputeMode::none || layers == 0) return 0.0;
    if (plan.recompute.layers)
        return std::min(1.0, static_cast<double>(*plan.recompute.layers) / layers);
    return 1.0 / std::max(plan.recompute.every, 1);
}

struct LayerKinds {
    LayerTime dense, experts;
};

LayerKinds layer_kinds(const StepContext& context) {
    LayerKinds kinds;
    if (context.share.has_dense_layers()) kinds.dense = layer_time(context, LayerKind::dense);
    if (context.share.has_expert_layers()) kinds.experts = layer_time(context, LayerKind::experts);
    return kinds;
}

StageTime stage_time(const LayerKinds& kinds, const StageLayers& layers, double checkpointed) {
    StageTime stage;
    const auto add = [&stage, checkpointed](const LayerTime& layer, double count) {
        stage.forward += count * layer.forward;
        stage.backward += count * layer.backward;
        stage.recompute += count * checkpointed * layer.recompute;
    };
    add(kinds.dense, layers.dense);
    add(kinds.experts, layers.moe);
    return stage;
}

/// The two stages that can decide, the head, and how the schedule fits them together.
struct Stages {
    StageTime fullest, last;
    HeadTime head;
    PipelineTime pipeline;

    const StageTime& deciding() const { return pipeline.last_stage_decides ? last : fullest; }
};

PipelineTime schedule_of(const StepContext& context, const Stages& stages) {
    const TrainingPlan& plan = context.scenario.training;
    PipelineWork work;
    work.stages = plan.pipeline_parallel;
    work.chunks = plan.virtual_stages;
    work.micro_batches = context.share.micro_batches;
    work.schedule = plan.schedule;
    work.stage = stages.fullest.total();
    work.weight_gradient = 0.5 * stages.fullest.backward.matmul;
    work.head = stages.head.compute() + stages.head.tensor + stages.last.total() - work.stage;
    const Bytes activations = context.share.tokens * context.scenario.model.hidden_size *
                              context.rates.general.operand_bytes * units::B /
                              (plan.sequence_parallel ? plan.tensor_parallel : 1);
    work.send = 2.0 * context.scenario.stack.time.pipeline_sends.value *
                send_time(activations, context.share.stages_cross, context.network);
    return pipeline_time(work);
}

Stages stages_of(const StepContext& context) {
    const LayerKinds kinds = layer_kinds(context);
    const RankShare& share = context.share;
    const TrainingPlan& plan = context.scenario.training;
    Stages stages;
    stages.fullest =
        stage_time(kinds, share.fullest, checkpointed_share(plan, share.fullest.total()));
    stages.last = stage_time(kinds, share.last, checkpointed_share(plan, share.last.total()));
    stages.head = head_time(context);
    stages.pipeline = schedule_of(context, stages);
    return stages;
}

/// Layers, head and schedule: what each micro batch takes on the deciding stage.
TermCauses add_micro_batches(const StepContext& context, const Stages& stages,
                             StepBreakdown& terms) {
    const double count = context.share.micro_batches;
    const StageTime& stage = stages.deciding();
    PassTime both = stage.forward;
    both += stage.backward;
    const PassTime& again = stage.recompute;
    terms[StepTerm::matmul] = count * both.matmul;
    terms[StepTerm::attention] = count * both.attention;
    terms[StepTerm::elementwise] = count * both.elementwise;
    terms[StepTerm::recompute] = count * again.compute();
    terms[StepTerm::tensor_communication] = count * (both.tensor + again.tensor);
    terms[StepTerm::context_communication] = count * (both.context + again.context);
    terms[StepTerm::expert_exchange] = count * (both.expert + again.expert);
    terms[StepTerm::launch] = count * (both.launch + again.launch);
    terms[StepTerm::pipeline_communication] = stages.pipeline.communication;
    terms[StepTerm::pipeline_bubble] = stages.pipeline.bubble;
    TermCauses causes;
    causes.recompute_matmul = count * again.matmul;
    causes.recompute_attention = count * again.attention;
    if (stages.pipeline.last_stage_decides) {
        terms[StepTerm::head] = count * stages.head.compute();
        terms[StepTerm::tensor_communication] += count * stages.head.tensor;
        causes.head_matmul = count * stages.head.matmul;
    }
    return causes;
}

/// What data-parallel traffic can hide behind: compute, and waiting for the host; not attention
/// where context parallelism hides behind that already.
Seconds free_time(const StepContext& context, const PassTime& pass) {
    const bool taken = context.share.context_group.ranks > 1;
    return pass.matmul + pass.elementwise + pass.launch + (taken ? Seconds{} : pass.attention);
}

OverlapWindow window_of(const StepContext& context, const StageTime& stage) {
    return {free_time(context, stage.forward),
            free_time(context, stage.backward) + free_time(context, stage.recompute)};
}

/// What sharding and offload add, of which `window` hides a part.
void add_sharding_work(const StepContext& context, const OverlapWindow& window,
                       StepBreakdown& terms) {
    const DataParallelTime data = data_parallel_time(context, window);
    terms[StepTerm::data_communication] = data.exposed;
    // Copies to the host hide behind what communication leaves of the same passes.
    const OverlapWindow left{std::max(window.forward - data.carried.forward, Seconds{}),
                             std::max(window.backward - data.carried.backward, Seconds{})};
    terms[StepTerm::offload] = offload_time(context, left);
    terms[StepTerm::optimizer] = optimizer_time(context);
}

/// Host time of a step beside its layers.
void add_host_work(const StepContext& context, StepBreakdown& terms) {
    const TimeFacts& facts = context.scenario.stack.time;
    terms[StepTerm::launch] +=
        step_factor(context.scenario, StepFactor::fixed) *
        (facts.step_overhead_ms.value * units::ms +
         context.share.micro_batches * facts.pipeline_overhead_us.value * units::us);
}

/// The slowest of many nodes sets the pace.
double node_slowdown(const Scenario& scenario) {
    const double nodes = std::max(scenario.cluster.nodes, 1);
    return nodes > 1.0
               ? scenario.calibration.step_constants.straggler_per_doubling.value * std::log2(nodes)
               : 0.0;
}

/// A plan that does not fit keeps the slowdown of a full card, so that plans on both sides of the
/// boundary can be compared.
double memory_slowdown(const Scenario& scenario, const MemoryEstimate& memory, Caveats& caveats) {
    if (memory.capacity <= Bytes{}) return 0.0;
    const double used = memory.process.expected / memory.capacity;
    const double pressure = std::clamp((used - pressure_from) / (1.0 - pressure_from), 0.0, 1.0);
    if (pressure > 0.0 && used <= 1.0)
        caveats.set(static_cast<std::size_t>(Caveat::near_capacity_slowdown));
    return scenario.calibration.step_constants.memory_pressure.value * pressure;
}

/// Loading works beside the GPU: only what it lasts longer shows.
void add_data_loading(const StepContext& context, StepBreakdown& terms) {
    const TrainingPlan& plan = context.scenario.training;
    if (plan.data_seconds_per_sample <= 0.0) return;
    const double samples = static_cast<double>(plan.micro_batch) * context.share.micro_batches;
    const Seconds loading = step_factor(context.scenario, StepFactor::fixed) * samples *
                            plan.data_seconds_per_sample / std::max(plan.data_workers, 1) *
                            units::s;
    terms[StepTerm::data_loading] = std::max(loading - terms.total(), Seconds{});
}

/// Caveats about the facts that went in.
void note_caveats(const StepContext& context, Caveats& caveats) {
    const auto note = [&caveats](Caveat caveat, bool holds) {
        if (holds) caveats.set(static_cast<std::size_t>(caveat));
    };
    const Scenario& scenario = context.scenario;
    note(Caveat::precision_falls_back, context.rates.falls_back);
    note(Caveat::unmeasured_efficiency, context.rates.unmeasured);
    note(Caveat::link_assumed, context.network.assumed);
    note(Caveat::staged_through_host, is_staged_through_host(scenario.cluster));
    note(Caveat::routing_imbalance_assumed,
         scenario.model.moe && context.share.expert_group.ranks > 1);
    note(Caveat::assumed_time_facts,
         scenario.stack.time.launch_floor_us.confidence == Confidence::estimate ||
             scenario.stack.time.elementwise_factor.confidence == Confidence::estimate);
}

void add_rates(const Scenario& scenario, const DeviceRates& rates, StepEstimate& step) {
    const StepFlop flop = flop_count(scenario);
    step.model_flop = flop.model;
    step.hardware_flop = flop.hardware;
    const double gpus = scenario.cluster.gpus();
    const FlopCount possible = gpus * rates.linear.peak * step.total.expected;
    if (possible <= FlopCount{}) return;
    step.mfu = flop.model / possible;
    step.hfu = flop.hardware / possible;
    step.tokens_per_second_per_gpu =
        tokens_per_step(scenario) / (step.total.expected / units::s) / gpus;
}

/// The least that stands between terms of a step and what shows of them.
double slowdown_floor(const Scenario& scenario) {
    return (1.0 + node_slowdown(scenario)) * scenario.calibration.site_step_time_factor;
}

} // namespace

Seconds compute_time_floor(const Scenario& scenario) {
    const StepContext context = step_context(scenario);
    StepBreakdown terms;
    TermCauses causes = add_micro_batches(context, stages_of(context), terms);
    add_host_work(context, terms);
    apply_step_factors(scenario, terms, causes);
    return slowdown_floor(scenario) * terms.total();
}

Seconds sharding_time_floor(const Scenario& scenario) {
    constexpr Seconds endless = 1e30 * units::s;
    const StepContext context = step_context(scenario);
    StepBreakdown terms;
    add_sharding_work(context, {endless, endless}, terms);
    TermCauses none;
    apply_step_factors(scenario, terms, none);
    return slowdown_floor(scenario) * terms.total();
}

StepEstimate estimate_step_time(const Scenario& scenario, const MemoryEstimate& memory,
                                Caveats& caveats) {
    const StepContext context = step_context(scenario);
    const Stages stages = stages_of(context);
    StepEstimate step;
    TermCauses causes = add_micro_batches(context, stages, step.terms);
    add_sharding_work(context, window_of(context, stages.fullest), step.terms);
    add_host_work(context, step.terms);
    apply_step_factors(scenario, step.terms, causes);

    const Seconds undisturbed = step.terms.total();
    step.terms[StepTerm::stragglers] = node_slowdown(scenario) * undisturbed;
    step.terms[StepTerm::memory_pressure] =
        memory_slowdown(scenario, memory, caveats) * undisturbed;
    add_data_loading(context, step.terms);

    step.terms *= scenario.calibration.site_step_time_factor;
    causes *= scenario.calibration.site_step_time_factor;
    step.by_limiter = shares_by_limiter(step.terms, causes);
    step.limiter = limiter_of(step.by_limiter, step.terms);
    step.total = step_band(scenario, step.terms.total(), band_left(scenario, step), caveats);
    add_rates(scenario, context.rates, step);
    note_caveats(context, caveats);
    return step;
}

} // namespace headroom
