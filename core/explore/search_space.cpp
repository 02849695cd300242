#include "core/explore/search_space.hpp"

#include "core/base/names.hpp"
#include "core/model/pipeline_split.hpp"

#include <algorithm>
#include <limits>

namespace headroom {

namespace {

/// Embedding and head count as layers where the split is balanced.
constexpr int end_units = 2;
constexpr std::array all_offloads{Offload::none, Offload::optimizer,
                                  Offload::optimizer_and_parameters, Offload::nvme};
constexpr int zero_stages = 4;

std::vector<int> divisors(std::int64_t number, std::int64_t most) {
    std::vector<int> small, large;
    most = std::min<std::int64_t>(most, std::numeric_limits<int>::max());
    for (std::int64_t divisor = 1; divisor * divisor <= number; ++divisor) {
        if (number % divisor != 0) continue;
        const std::int64_t other = number / divisor;
        if (divisor <= most) small.push_back(static_cast<int>(divisor));
        if (other != divisor && other <= most) large.push_back(static_cast<int>(other));
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

/// Whether the stack has code for more than one rank along it.
bool runs(const PlanFacts& stack, Dimension dimension) {
    switch (dimension) {
    case Dimension::tensor_parallel: return stack.runs_tensor_parallel.value;
    case Dimension::pipeline_parallel: return stack.runs_pipeline_parallel.value;
    case Dimension::context_parallel: return stack.runs_context_parallel.value;
    case Dimension::expert_parallel: return stack.runs_expert_parallel.value;
    case Dimension::expert_tensor_parallel:
        return stack.runs_expert_parallel.value && stack.runs_tensor_parallel.value;
    default: return true;
    }
}

bool is_legal(const Scenario& scenario) { return find_illegality(scenario) == Illegality::none; }

bool breaks(const Scenario& scenario, Illegality rules) {
    return contains(find_illegality(scenario), rules);
}

int experts_of(const ModelSpec& model) { return model.moe ? model.moe->num_experts : 1; }
int expert_width(const ModelSpec& model) {
    return model.moe ? model.moe->moe_intermediate_size : 1;
}

/// A kind of recompute that the list of layer counts and the two plain modes do not have.
bool is_its_own(const Recompute& recompute) {
    switch (recompute.mode) {
    case RecomputeMode::none: return false;
    case RecomputeMode::selective: return recompute.layers.has_value() || recompute.every != 1;
    case RecomputeMode::full: return !recompute.layers.has_value() && recompute.every != 1;
    }
    return false;
}

} // namespace

std::string_view name_of(Dimension dimension) {
    using Name = std::string_view;
    constexpr std::array names{Name{"tensor_parallel"},
                               Name{"sequence_parallel"},
                               Name{"pipeline_parallel"},
                               Name{"virtual_stages"},
                               Name{"context_parallel"},
                               Name{"expert_parallel"},
                               Name{"expert_tensor_parallel"},
                               Name{"micro_batch"},
                               Name{"zero_stage"},
                               Name{"recompute"},
                               Name{"precision"},
                               Name{"offload"},
                               Name{"activation_offload"}};
    static_assert(names.size() == dimension_count);
    return name_in(names, dimension);
}

Dimensions usual_dimensions() {
    Dimensions free;
    free.set();
    for (const Dimension fixed :
         {Dimension::precision, Dimension::offload, Dimension::activation_offload})
        free.reset(index_of(fixed));
    return free;
}

void apply(const Layout& layout, TrainingPlan& plan) {
    plan.tensor_parallel = layout.tensor;
    plan.pipeline_parallel = layout.pipeline;
    plan.context_parallel = layout.context;
    plan.expert_parallel = layout.expert;
    plan.expert_tensor_parallel = layout.expert_tensor;
}

void apply(const Schedule& schedule, TrainingPlan& plan) {
    plan.virtual_stages = schedule.virtual_stages;
    plan.micro_batch = schedule.micro_batch;
    plan.sequence_parallel = schedule.sequence_parallel;
}

void apply(const Sharding& sharding, TrainingPlan& plan) {
    plan.zero_stage = sharding.zero_stage;
    plan.offload = sharding.offload;
    plan.activation_offload = sharding.activation_offload;
}

Recompute full_recompute(int layers, int all) {
    Recompute recompute;
    recompute.mode = RecomputeMode::full;
    if (layers < all) recompute.layers = layers;
    return recompute;
}

PlanSpace::PlanSpace(const Scenario& scenario, const SearchSpace& space,
                     const std::atomic<bool>* cancelled)
    : scenario_(scenario), free_(space.free), cancelled_(cancelled) {
    // A number that is wrong by itself is wrong in every plan.
    if (breaks(scenario, Illegality::out_of_range)) return;
    list_precisions();
    list_shardings();
    list_recomputes();
    if (precisions_.empty() || shardings_.empty()) return;
    list_layouts();
}

/// The scenario's own comes first: of plans that are alike in everything, the search names the
/// first.
void PlanSpace::list_precisions() {
    std::vector<Precision> wanted{scenario_.training.precision};
    if (is_free(Dimension::precision))
        for (const Precision precision : all_precisions)
            if (precision != wanted.front()) wanted.push_back(precision);
    Scenario moved = scenario_;
    for (const Precision precision : wanted) {
        moved.training.precision = precision;
        if (!breaks(moved, Illegality::precision_not_on_gpu | Illegality::task_and_precision))
            precisions_.push_back(precision);
    }
}

void PlanSpace::list_shardings() {
    const TrainingPlan& own = scenario_.training;
    std::vector<Sharding> wanted;
    for (int zero = 0; zero < zero_stages; ++zero)
        for (const Offload offload : all_offloads)
            for (const bool activations : {false, true})
                wanted.push_back({zero, offload, activations});
    std::erase_if(wanted, [&](const Sharding& sharding) {
        return (!is_free(Dimension::zero_stage) && sharding.zero_stage != own.zero_stage) ||
               (!is_free(Dimension::offload) && sharding.offload != own.offload) ||
               (!is_free(Dimension::activation_offload) &&
                sharding.activation_offload != own.activation_offload);
    });
    Scenario moved = scenario_;
    for (const Sharding& sharding : wanted) {
        apply(sharding, moved.training);
        if (!breaks(moved, Illegality::offload_needs_zero_3 | Illegality::offload_without_rate))
            shardings_.push_back(sharding);
    }
}

void PlanSpace::list_recomputes() {
    if (!is_free(Dimension::recompute)) {
        recomputes_ = {scenario_.training.recompute};
        return;
    }
    recomputes_ = {{RecomputeMode::none, 1, {}}, {RecomputeMode::selective, 1, {}}};
    if (is_its_own(scenario_.training.recompute))
        recomputes_.push_back(scenario_.training.recompute);
}

/// The divisors of `product` up to `most`; the plan's own value alone where it is not free; 1 and
/// that where the stack has no code for others.
std::vector<int> PlanSpace::degrees(Dimension dimension, int own, std::int64_t product,
                                    std::int64_t most) const {
    if (!is_free(dimension)) return {own};
    if (runs(scenario_.stack.plans, dimension)) return divisors(product, most);
    return own > 1 ? std::vector<int>{1, own} : std::vector<int>{1};
}

void PlanSpace::list_layouts() {
    const TrainingPlan& own = scenario_.training;
    const std::int64_t gpus = scenario_.cluster.gpus();
    const std::int64_t layers = layer_count(scenario_.model) + end_units;
    for (const int tensor : degrees(Dimension::tensor_parallel, own.tensor_parallel, gpus,
                                    scenario_.model.num_attention_heads)) {
        if (gpus % tensor != 0) continue;
        const std::int64_t rest = gpus / tensor;
        for (const int pipeline :
             degrees(Dimension::pipeline_parallel, own.pipeline_parallel, rest, layers)) {
            if (rest % pipeline != 0) continue;
            const std::int64_t ranks = rest / pipeline;
            for (const int context : degrees(Dimension::context_parallel, own.context_parallel,
                                             ranks, std::max(1, own.sequence / 2))) {
                if (ranks % context == 0) list_expert_layouts({tensor, pipeline, context, 1, 1});
            }
        }
    }
}

void PlanSpace::list_expert_layouts(Layout layout) {
    const TrainingPlan& own = scenario_.training;
    const std::int64_t stage_ranks = scenario_.cluster.gpus() / layout.pipeline;
    for (const int expert : degrees(Dimension::expert_parallel, own.expert_parallel,
                                    experts_of(scenario_.model), stage_ranks))
        for (const int slices :
             degrees(Dimension::expert_tensor_parallel, own.expert_tensor_parallel,
                     expert_width(scenario_.model), stage_ranks / std::max(1, expert))) {
            layout.expert = expert;
            layout.expert_tensor = slices;
            add_layout(layout);
        }
}

void PlanSpace::add_layout(const Layout& layout) {
    if (cancelled_ && *cancelled_) return;
    const TrainingPlan& own = scenario_.training;
    const std::int64_t replicas =
        scenario_.cluster.gpus() / (std::int64_t{layout.tensor} * layout.pipeline * layout.context);
    if (replicas < 1 || own.global_batch % replicas != 0) return;
    const int most_chunks = (layer_count(scenario_.model) + end_units) / layout.pipeline;
    LayoutPlans plans{layout, {}};
    std::vector<int> chunks{own.virtual_stages};
    if (is_free(Dimension::virtual_stages)) {
        chunks = {1};
        for (int count = 2; layout.pipeline > 1 && count <= most_chunks; ++count)
            chunks.push_back(count);
    }
    const std::vector<int> micro_batches = degrees(Dimension::micro_batch, own.micro_batch,
                                                   own.global_batch / replicas, own.global_batch);
    for (const int count : chunks)
        for (const int micro_batch : micro_batches)
            add_schedules(plans, count, micro_batch);
    for (const Schedule& schedule : plans.schedules)
        legal_ += plans_of(layout, schedule);
    if (!plans.schedules.empty()) layouts_.push_back(std::move(plans));
}

/// Sequence parallelism does nothing without tensor parallelism and is no plan of its own there.
void PlanSpace::add_schedules(LayoutPlans& plans, int virtual_stages, int micro_batch) const {
    Scenario moved = scenario_;
    apply(plans.layout, moved.training);
    apply(shardings_.front(), moved.training);
    moved.training.precision = precisions_.front();
    moved.training.recompute = recomputes_.front();
    std::vector<bool> sequence{scenario_.training.sequence_parallel};
    if (is_free(Dimension::sequence_parallel)) {
        sequence = {false};
        if (plans.layout.tensor > 1) sequence.push_back(true);
    }
    for (const bool sequence_parallel : sequence) {
        const Schedule schedule{virtual_stages, micro_batch, sequence_parallel};
        apply(schedule, moved.training);
        if (is_legal(moved)) plans.schedules.push_back(schedule);
    }
}

int PlanSpace::stage_layers(const Layout& layout, const Schedule& schedule) const {
    TrainingPlan plan;
    plan.pipeline_split = scenario_.training.pipeline_split;
    apply(layout, plan);
    apply(schedule, plan);
    return most_stage_layers(scenario_.model, plan);
}

int PlanSpace::most_recomputed(const Layout& layout, const Schedule& schedule) const {
    return is_free(Dimension::recompute) ? stage_layers(layout, schedule) : 0;
}

/// The scenario's own comes last and may name more layers than a stage of this layout has.
std::span<const Recompute> PlanSpace::recomputes(const Layout& layout,
                                                 const Schedule& schedule) const {
    const bool too_many = recomputes_.back().layers.value_or(0) > stage_layers(layout, schedule);
    return std::span(recomputes_).first(recomputes_.size() - (too_many ? 1 : 0));
}

std::int64_t PlanSpace::plans_of(const Layout& layout, const Schedule& schedule) const {
    const std::size_t settings = recomputes(layout, schedule).size() +
                                 static_cast<std::size_t>(most_recomputed(layout, schedule));
    return static_cast<std::int64_t>(settings * precisions_.size() * shardings_.size());
}

} // namespace headroom
