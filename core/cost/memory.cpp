#include "core/cost/memory.hpp"

#include "core/cost/memory_layer.hpp"
#include "core/cost/memory_loss.hpp"
#include "core/cost/memory_process.hpp"
#include "core/cost/memory_rank.hpp"
#include "core/cost/memory_states.hpp"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

using Phases = std::array<MemoryBreakdown, phase_count>;

/// One stage, computed once; the phases below say which of it is alive when.
struct Stage {
    /// Its model states alone: enough for the phases that hold no activations.
    static Stage without_activations(const Rank& rank, int index, Bytes workspace_size) {
        return {rank, stage_content(rank, index), workspace_size};
    }
    Stage(const Rank& rank, int index, Bytes workspace_size)
        : Stage(rank, stage_content(rank, index), workspace_size) {
        activations = stage_activations(rank, content);
        if (content.last) loss = loss_bytes(rank);
    }

  private:
    Stage(const Rank& rank, const StageContent& held, Bytes workspace_size)
        : content(held), states(model_states(rank, content)), workspace(workspace_size),
          dequantised(rank.plan.task == Task::qlora ? rank.element * largest_matrix(rank) * units::B
                                                    : Bytes{}),
          recomputes(!rank.recomputes(RecomputeMode::none)),
          accumulates(rank.micro_batches > 1 || rank.facts.gradients_live_in_forward.value) {}

  public:
    StageContent content;
    ModelStates states;
    StageActivations activations;
    Bytes loss;
    Bytes workspace;
    Bytes dequantised; // the matrix that is in use, unpacked from its stored format
    bool recomputes;
    bool accumulates; // gradients of earlier micro batches are alive from the start
};

/// What is there in every phase of every step.
MemoryBreakdown resident(const Stage& stage) {
    MemoryBreakdown m;
    m[MemoryTerm::weights] = stage.states.weights;
    m[MemoryTerm::optimizer_states] = stage.states.optimizer;
    m[MemoryTerm::buckets] = stage.states.gradient_copies;
    m[MemoryTerm::workspace] = stage.workspace;
    return m;
}

/// Gradients before and while backward runs: those of earlier micro batches.
void add_accumulated(const Stage& stage, MemoryBreakdown& m) {
    if (!stage.accumulates) return;
    m[MemoryTerm::gradients] = stage.states.gradients;
    m[MemoryTerm::unsharded_gradients] = stage.states.unsharded_gradients;
}

void add_kept(const Stage& stage, MemoryBreakdown& m) {
    m[MemoryTerm::activations] = stage.activations.kept;
    m[MemoryTerm::attention_scores] = stage.activations.kept_scores;
    m[MemoryTerm::routing_imbalance] = stage.activations.kept_imbalance;
}

void add_working(const Stage& stage, MemoryBreakdown& m) {
    m[MemoryTerm::working_set] = stage.activations.working + stage.dequantised;
    m[MemoryTerm::attention_scores] += stage.activations.working_scores;
    m[MemoryTerm::routing_imbalance] += stage.activations.working_imbalance;
}

MemoryBreakdown load(const Stage& stage) {
    MemoryBreakdown m;
    m[MemoryTerm::weights] = stage.states.loading;
    m[MemoryTerm::working_set] = stage.dequantised; // a matrix before it is quantised
    return m;
}

MemoryBreakdown forward_end(const Stage& stage) {
    MemoryBreakdown m = resident(stage);
    add_accumulated(stage, m);
    add_kept(stage, m);
    m[MemoryTerm::autocast_copies] = stage.states.weight_copies;
    m[MemoryTerm::gathered_parameters] = stage.states.gathered_forward;
    m[MemoryTerm::logits] = stage.loss;
    return m;
}

MemoryBreakdown backward_start(const Stage& stage) {
    MemoryBreakdown m = resident(stage);
    add_accumulated(stage, m);
    add_kept(stage, m);
    add_working(stage, m);
    m[MemoryTerm::autocast_copies] =
        stage.recomputes ? stage.states.weight_copies_layer : stage.states.weight_copies;
    m[MemoryTerm::gathered_parameters] = stage.states.gathered_backward;
    m[MemoryTerm::gradients] += stage.states.unreduced_gradients;
    m[MemoryTerm::buckets] += stage.states.buckets_backward;
    return m;
}

MemoryBreakdown backward_end(const Stage& stage) {
    MemoryBreakdown m = resident(stage);
    m[MemoryTerm::gradients] = stage.states.gradients + stage.states.unreduced_gradients_end;
    m[MemoryTerm::unsharded_gradients] = stage.states.unsharded_gradients;
    add_working(stage, m);
    m[MemoryTerm::autocast_copies] = stage.states.weight_copies_layer;
    m[MemoryTerm::gathered_parameters] = stage.states.gathered_backward;
    m[MemoryTerm::buckets] += stage.states.buckets_backward;
    return m;
}

MemoryBreakdown optimizer_step(const Stage& stage) {
    MemoryBreakdown m = resident(stage);
    m[MemoryTerm::gradients] = stage.states.gradients;
    m[MemoryTerm::optimizer_temporaries] = stage.states.step_temporaries;
    m[MemoryTerm::buckets] += stage.states.buckets_step;
    return m;
}

Phases phases_of(const Stage& stage) {
    return {load(stage), forward_end(stage), backward_start(stage), backward_end(stage),
            optimizer_step(stage)};
}

std::size_t peak_of(const Phases& phases) {
    std::size_t peak = 0;
    for (std::size_t i = 1; i < phases.size(); ++i)
        if (phases[i].total() > phases[peak].total()) peak = i;
    return peak;
}

Bytes workspace_of(const Scenario& scenario) {
    return cublas_workspace(scenario.cluster.gpu.generation);
}

/// Stages one of which is the heaviest: the first holds the embedding and the most micro batches,
/// the last the head and the loss; where the first layers are dense, the first stage that is all
/// experts may exceed both. All others hold what one of these holds, or less.
std::array<int, 4> candidates(const Rank& rank) {
    const int last = rank.stages - 1;
    const int dense = rank.model.moe ? rank.model.moe->first_k_dense_replace : 0;
    const int each = std::max(1, rank.layers / std::max(1, rank.stages));
    const int all_experts = std::clamp((dense + each - 1) / each, std::min(last, 1), last);
    return {0, std::min(last, 1), all_experts, last}; // in order, so that equal ones are neighbours
}

} // namespace

Phases stage_memory(const Scenario& scenario, int stage) {
    const Rank rank(scenario);
    return phases_of(Stage(rank, stage, workspace_of(scenario)));
}

Bytes states_memory_floor(const Scenario& scenario) {
    const Rank rank(scenario);
    Bytes most;
    for (const int index : candidates(rank)) {
        const Stage stage = Stage::without_activations(rank, index, workspace_of(scenario));
        most = std::max({most, load(stage).total(), optimizer_step(stage).total()});
    }
    return least_process(scenario, most);
}

Bytes memory_floor_between(const Scenario& fewer, const Scenario& more) {
    const Rank rank(fewer), other(more);
    Bytes most;
    for (const int index : candidates(rank)) {
        Stage stage(rank, index, workspace_of(fewer));
        const Phases few = phases_of(stage);
        stage.activations = stage_activations(other, stage.content);
        const Phases many = phases_of(stage);
        for (std::size_t i = 0; i < few.size(); ++i)
            most = std::max(most, std::min(few[i].total(), many[i].total()));
    }
    return least_process(fewer, most);
}

MemoryEstimate estimate_memory(const Scenario& scenario, Caveats& caveats) {
    const Rank rank(scenario);
    MemoryEstimate memory;
    int previous = -1;
    for (const int index : candidates(rank)) {
        if (index == previous) continue;
        previous = index;
        const Stage stage(rank, index, workspace_of(scenario));
        const Phases phases = phases_of(stage);
        const std::size_t peak = peak_of(phases);
        const Bytes host = static_cast<double>(scenario.cluster.gpus_per_node) *
                           (stage.states.host + stage.activations.host);
        memory.host_per_node = std::max(memory.host_per_node, host);
        if (phases[peak].total() <= memory.peak.total()) continue;
        memory.phases = phases;
        memory.peak_phase = static_cast<Phase>(peak);
        memory.peak = phases[peak];
        memory.peak_stage = index;
    }
    set_totals(scenario, memory, caveats);
    return memory;
}

} // namespace headroom
