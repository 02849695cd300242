// The plans that a search chooses from: what may change, and every legal combination of it.
//
//     SearchSpace space;                              // parallelism, ZeRO, micro batch, recompute
//     space.free.set(index_of(Dimension::precision)); // and the number format
//     const PlanSpace plans(scenario, space);
//     plans.legal();                                  // 38 million, counted without listing them
//
// What is not free keeps the scenario's own value; model, cluster, sequence, global batch and stack
// always do. Combinations that no rule of core/model/legality allows are left out by whole groups:
// the rules fall apart into those of a layout with its schedule, of the precision, of sharding with
// offload, and of recompute, so a plan is legal when these four are. docs/search.md.
#pragma once

#include "core/model/scenario.hpp"

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace headroom {

/// What a search may change, by the keys of a scenario's "training".
enum class Dimension : std::uint8_t {
    tensor_parallel,
    sequence_parallel,
    pipeline_parallel,
    virtual_stages,
    context_parallel,
    expert_parallel,
    expert_tensor_parallel,
    micro_batch,
    zero_stage,
    recompute,
    precision,
    offload,
    activation_offload,
    count
};
inline constexpr std::size_t dimension_count = static_cast<std::size_t>(Dimension::count);
constexpr std::size_t index_of(Dimension dimension) { return static_cast<std::size_t>(dimension); }

std::string_view name_of(Dimension dimension);

using Dimensions = std::bitset<dimension_count>;

/// Everything but the number format, which changes what is trained, and offload, which few stacks
/// run beside a pipeline.
Dimensions usual_dimensions();

struct SearchSpace {
    Dimensions free = usual_dimensions();
};

/// How GPUs are divided among the parallel dimensions.
struct Layout {
    int tensor = 1, pipeline = 1, context = 1, expert = 1, expert_tensor = 1;

    bool operator==(const Layout&) const = default;
};

/// How the batch runs through a layout.
struct Schedule {
    int virtual_stages = 1;
    int micro_batch = 1;
    bool sequence_parallel = false;

    bool operator==(const Schedule&) const = default;
};

/// Where states and activations lie.
struct Sharding {
    int zero_stage = 0;
    Offload offload = Offload::none;
    bool activation_offload = false;

    bool operator==(const Sharding&) const = default;
};

void apply(const Layout& layout, TrainingPlan& plan);
void apply(const Schedule& schedule, TrainingPlan& plan);
void apply(const Sharding& sharding, TrainingPlan& plan);

/// A layout with its schedules, those with equally many virtual stages side by side.
struct LayoutPlans {
    Layout layout;
    std::vector<Schedule> schedules;
};

class PlanSpace {
  public:
    /// Stops listing as soon as `cancelled` is set, where there is one.
    PlanSpace(const Scenario& scenario, const SearchSpace& space,
              const std::atomic<bool>* cancelled = nullptr);

    const Scenario& scenario() const { return scenario_; }
    const std::vector<LayoutPlans>& layouts() const { return layouts_; }
    const std::vector<Precision>& precisions() const { return precisions_; }
    const std::vector<Sharding>& shardings() const { return shardings_; }
    /// Recompute settings of their own: none, selective, the scenario's where it is neither.
    std::span<const Recompute> recomputes(const Layout& layout, const Schedule& schedule) const;
    /// Beside them, full recompute of the first 1 to so many layers of a stage; 0: not free.
    int most_recomputed(const Layout& layout, const Schedule& schedule) const;
    /// Layers of the stage that holds most.
    int stage_layers(const Layout& layout, const Schedule& schedule) const;

    /// Plans of one schedule, and of all.
    std::int64_t plans_of(const Layout& layout, const Schedule& schedule) const;
    std::int64_t legal() const { return legal_; }

  private:
    bool is_free(Dimension dimension) const { return free_.test(index_of(dimension)); }
    void list_precisions();
    void list_shardings();
    void list_recomputes();
    void list_layouts();
    void list_expert_layouts(Layout layout);
    void add_layout(const Layout& layout);
    void add_schedules(LayoutPlans& plans, int virtual_stages, int micro_batch) const;
    std::vector<int> degrees(Dimension dimension, int own, std::int64_t product,
                             std::int64_t most) const;

    Scenario scenario_;
    Dimensions free_;
    const std::atomic<bool>* cancelled_;
    std::vector<LayoutPlans> layouts_;
    std::vector<Precision> precisions_;
    std::vector<Sharding> shardings_;
    std::vector<Recompute> recomputes_;
    std::int64_t legal_ = 0;
};

/// Full recompute of the first `layers` of a stage that has `all`.
Recompute full_recompute(int layers, int all);

} // namespace headroom
