#include "core/explore/ladder_moves.hpp"

#include "core/base/names.hpp"
#include "core/cost/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::array kind_levels{
    LadderLevel::precision,     LadderLevel::precision,     LadderLevel::checkpointing,
    LadderLevel::checkpointing, LadderLevel::checkpointing, LadderLevel::checkpointing,
    LadderLevel::sharding,      LadderLevel::sharding,      LadderLevel::sharding,
    LadderLevel::parallelism,   LadderLevel::parallelism,   LadderLevel::parallelism,
    LadderLevel::parallelism,   LadderLevel::parallelism,   LadderLevel::parallelism,
    LadderLevel::parallelism,   LadderLevel::redefine,      LadderLevel::redefine,
    LadderLevel::redefine,      LadderLevel::redefine,      LadderLevel::redefine,
    LadderLevel::redefine};
static_assert(kind_levels.size() == static_cast<std::size_t>(MoveKind::count));

/// The axis that a move goes along, for those that do nothing else.
std::optional<Axis> axis_of(MoveKind kind) {
    switch (kind) {
    case MoveKind::precision: return Axis::precision;
    case MoveKind::checkpointing: return Axis::checkpointing;
    case MoveKind::micro_batch: return Axis::micro_batch;
    case MoveKind::zero_stage: return Axis::zero_stage;
    case MoveKind::tensor_parallel: return Axis::tensor_parallel;
    case MoveKind::pipeline_parallel: return Axis::pipeline_parallel;
    case MoveKind::context_parallel: return Axis::context_parallel;
    case MoveKind::expert_parallel: return Axis::expert_parallel;
    case MoveKind::offload: return Axis::offload;
    case MoveKind::sequence: return Axis::sequence;
    case MoveKind::global_batch: return Axis::global_batch;
    case MoveKind::model_size: return Axis::model_size;
    default: return std::nullopt;
    }
}

int whole(double value) { return static_cast<int>(std::lround(value)); }

/// Sequence parallel comes with TP, which leaves its activations whole otherwise.
void set_tensor_parallel(TrainingPlan& plan, const ModelSpec& model) {
    plan.sequence_parallel = plan.tensor_parallel > 1 && model.style == ModelStyle::decoder &&
                             plan.sequence % plan.tensor_parallel == 0;
}

/// Interleaving belongs to a pipeline of this depth.
void drop_interleaving(TrainingPlan& plan) {
    plan.virtual_stages = 1;
    if (plan.schedule == PipelineSchedule::interleaved)
        plan.schedule = PipelineSchedule::one_f_one_b;
}

/// To two digits, so that nobody is asked for 8.3571 days.
double rounded_up(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    return std::ceil(value / unit) * unit;
}

template <class Q>
void relax(std::optional<Q>& goal, std::optional<Q> value, Q unit) {
    if (goal && value && *value > *goal) goal = rounded_up(*value / unit) * unit;
}

/// Each goal that the plan misses, moved to where the plan stands; one that does not fit stays.
void move_goals(Scenario& scenario) {
    constexpr double per_gib = 10.0;
    const Estimate estimate = evaluate(scenario);
    Goals& goals = scenario.goals;
    const MemoryEstimate& memory = estimate.memory;
    const double asked =
        std::max(goals.headroom.value_or(Bytes{}) / units::GiB,
                 goals.headroom_share.value_or(0.0) * memory.capacity / units::GiB);
    const double left = std::floor(memory.headroom / units::GiB * per_gib) / per_gib;
    if (left > 0.0 && left < asked) {
        goals.headroom_share.reset();
        goals.headroom = left * units::GiB;
    }
    relax(goals.step_time, std::optional(estimate.step.total.expected), units::s);
    relax(goals.duration, estimate.money.run, units::day);
    relax(goals.budget, estimate.money.total, units::USD);
}

void set_switch(Scenario& scenario, const Move& move) {
    TrainingPlan& plan = scenario.training;
    switch (move.kind) {
    case MoveKind::states: plan.states = static_cast<States>(whole(move.value)); break;
    case MoveKind::flash_attention: plan.flash_attention = move.value > 0.0; break;
    case MoveKind::fused_loss:
        plan.loss = move.value > 0.0 ? LossPath::fused_linear : LossPath::automatic;
        break;
    case MoveKind::zero_group:
        plan.zero_group.reset();
        if (move.value > 0.0) plan.zero_group = whole(move.value);
        break;
    case MoveKind::quantised_optimizer:
        plan.optimizer = move.value > 0.0 ? Optimizer::adamw_8bit : Optimizer::adamw;
        break;
    case MoveKind::virtual_stages: plan.virtual_stages = whole(move.value); break;
    case MoveKind::activation_offload: plan.activation_offload = move.value > 0.0; break;
    case MoveKind::task: plan.task = static_cast<Task>(whole(move.value)); break;
    case MoveKind::tokens: scenario.goals.tokens = move.value; break;
    default: move_goals(scenario);
    }
}

class MoveList {
  public:
    explicit MoveList(const Scenario& scenario) : scenario_(scenario) {}

    void add(MoveKind kind, double value) {
        if (value != value_of(scenario_, kind)) moves_.push_back({kind, value});
    }
    void add(MoveKind kind, const std::vector<double>& values, double most) {
        for (const double value : values)
            if (value <= most) add(kind, value);
    }
    void add_axis(MoveKind kind, double most = 1e12) {
        const Axis axis = *axis_of(kind);
        if (axis_applies(axis, scenario_)) add(kind, axis_values(axis, scenario_), most);
    }
    std::vector<Move> take() { return std::move(moves_); }

  private:
    const Scenario& scenario_;
    std::vector<Move> moves_;
};

bool has_unit(const Scenario& scenario, Precision precision) {
    return scenario.cluster.gpu.peak[static_cast<std::size_t>(precision)].value > FlopRate{};
}

void add_precision(MoveList& moves, const Scenario& scenario) {
    const Precision now = scenario.training.precision;
    for (const Precision precision : all_precisions) {
        const bool is_worse_16 =
            precision == Precision::fp16 && has_unit(scenario, Precision::bf16);
        if (precision > now && !is_worse_16)
            moves.add(MoveKind::precision, static_cast<double>(precision));
    }
    if (!has_adapters(scenario.training.task))
        moves.add(MoveKind::states, static_cast<double>(States::pure));
}

void add_checkpointing(MoveList& moves, const Scenario& scenario) {
    moves.add_axis(MoveKind::checkpointing);
    moves.add_axis(MoveKind::micro_batch);
    if (!scenario.training.flash_attention) moves.add(MoveKind::flash_attention, 1.0);
    if (scenario.model.style == ModelStyle::decoder) moves.add(MoveKind::fused_loss, 1.0);
}

void add_sharding(MoveList& moves, const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const int ranks = data_parallel(scenario) * plan.context_parallel;
    if (ranks > 1 || plan.zero_stage > 0) moves.add_axis(MoveKind::zero_stage);
    const int node = scenario.cluster.gpus_per_node;
    if (plan.zero_stage > 0 && ranks > node && node > 1) moves.add(MoveKind::zero_group, node);
    if (plan.zero_group) moves.add(MoveKind::zero_group, 0.0);
    if (plan.optimizer == Optimizer::adamw) moves.add(MoveKind::quantised_optimizer, 1.0);
}

void add_parallelism(MoveList& moves, const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const PlanFacts& stack = scenario.stack.plans;
    constexpr double deepest_pipeline = 64, widest_context = 16;
    const auto most = [](const Sourced<bool>& runs, double widest) {
        return runs.value ? widest : 1.0;
    };
    moves.add_axis(MoveKind::tensor_parallel,
                   most(stack.runs_tensor_parallel, scenario.cluster.gpus_per_node));
    moves.add_axis(MoveKind::pipeline_parallel,
                   most(stack.runs_pipeline_parallel, deepest_pipeline));
    if (plan.pipeline_parallel > 1) moves.add(MoveKind::virtual_stages, {1.0, 2.0, 4.0}, 4.0);
    moves.add_axis(MoveKind::context_parallel, most(stack.runs_context_parallel, widest_context));
    if (stack.runs_expert_parallel.value) moves.add_axis(MoveKind::expert_parallel);
    moves.add_axis(MoveKind::offload);
    moves.add(MoveKind::activation_offload, plan.activation_offload ? 0.0 : 1.0);
}

} // namespace

std::string_view name_of(LadderLevel level) {
    using Name = std::string_view;
    constexpr std::array names{Name{"precision"}, Name{"checkpointing"}, Name{"sharding"},
                               Name{"parallelism"}, Name{"redefine"}};
    static_assert(names.size() == ladder_level_count);
    return name_in(names, level);
}

std::string_view name_of(MoveKind kind) {
    using Name = std::string_view;
    constexpr std::array names{Name{"precision"},
                               Name{"states"},
                               Name{"checkpointing"},
                               Name{"micro_batch"},
                               Name{"flash_attention"},
                               Name{"fused_loss"},
                               Name{"zero_stage"},
                               Name{"zero_group"},
                               Name{"quantised_optimizer"},
                               Name{"tensor_parallel"},
                               Name{"pipeline_parallel"},
                               Name{"virtual_stages"},
                               Name{"context_parallel"},
                               Name{"expert_parallel"},
                               Name{"offload"},
                               Name{"activation_offload"},
                               Name{"task"},
                               Name{"sequence"},
                               Name{"global_batch"},
                               Name{"model_size"},
                               Name{"tokens"},
                               Name{"goals"}};
    static_assert(names.size() == static_cast<std::size_t>(MoveKind::count));
    return name_in(names, kind);
}

LadderLevel level_of(MoveKind kind) { return kind_levels[static_cast<std::size_t>(kind)]; }

Scenario moved(const Scenario& scenario, const Move& move) {
    Scenario after = scenario;
    const std::optional<Axis> axis = axis_of(move.kind);
    if (!axis) {
        set_switch(after, move);
        return after;
    }
    set_axis(after, scenario, *axis, move.value, Held{move.kind == MoveKind::sequence});
    if (move.kind == MoveKind::tensor_parallel) set_tensor_parallel(after.training, after.model);
    if (move.kind == MoveKind::pipeline_parallel) drop_interleaving(after.training);
    if (move.kind == MoveKind::model_size) after.model.id.clear();
    return after;
}

double value_of(const Scenario& scenario, MoveKind kind) {
    if (const std::optional<Axis> axis = axis_of(kind)) return get_axis(scenario, *axis);
    const TrainingPlan& plan = scenario.training;
    switch (kind) {
    case MoveKind::states: {
        const bool automatic = plan.states == States::automatic;
        return static_cast<double>(automatic ? scenario.stack.memory.states : plan.states);
    }
    case MoveKind::flash_attention: return plan.flash_attention ? 1.0 : 0.0;
    case MoveKind::fused_loss: {
        const LossPath loss =
            plan.loss == LossPath::automatic ? scenario.stack.memory.loss : plan.loss;
        return loss == LossPath::fused_linear ? 1.0 : 0.0;
    }
    case MoveKind::zero_group: return plan.zero_group.value_or(0);
    case MoveKind::quantised_optimizer: return plan.optimizer == Optimizer::adamw_8bit ? 1.0 : 0.0;
    case MoveKind::virtual_stages: return plan.virtual_stages;
    case MoveKind::activation_offload: return plan.activation_offload ? 1.0 : 0.0;
    case MoveKind::task: return static_cast<double>(plan.task);
    case MoveKind::tokens: return scenario.goals.tokens.value_or(0.0);
    default: return 0.0; // moved goals are others than these
    }
}

std::vector<Move> moves_of(LadderLevel level, const Scenario& scenario) {
    MoveList moves(scenario);
    switch (level) {
    case LadderLevel::precision: add_precision(moves, scenario); break;
    case LadderLevel::checkpointing: add_checkpointing(moves, scenario); break;
    case LadderLevel::sharding: add_sharding(moves, scenario); break;
    case LadderLevel::parallelism: add_parallelism(moves, scenario); break;
    default: break; // how far to redefine follows from the goals: ladder.cpp
    }
    return moves.take();
}

} // namespace headroom
