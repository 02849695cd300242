#include "core/explore/layout_search.hpp"

#include "core/cost/memory.hpp"
#include "core/cost/site_rates.hpp"
#include "core/cost/step_time.hpp"
#include "core/explore/scores.hpp"

#include <algorithm>
#include <tuple>

namespace headroom {

namespace {

/// Bounds add the same numbers as estimates do in another order: this much covers their rounding.
constexpr double rounding = 1.0 - 1e-9;

} // namespace

LayoutSearch::LayoutSearch(const PlanSpace& space, std::uint32_t layout, Aim aim,
                           const ParetoFront& known, SearchProgress& progress)
    : space_(space), plans_(space.layouts()[layout]), aim_(aim), known_(known), progress_(progress),
      scenario_(space.scenario()), more_(space.scenario()) {
    order_.layout = layout;
    apply(plans_.layout, scenario_.training);
    const Bytes capacity = usable_memory(scenario_);
    limit_ = aim == Aim::fitting_front ? capacity : Bytes::infinite();
}

/// Visits those whose states fit, with everything set for it.
template <class Visit>
void LayoutSearch::for_each_family(const Visit& visit) {
    const std::vector<Seconds>& sharding = sharding_times(scenario_.training.micro_batch);
    constexpr auto none = static_cast<std::uint32_t>(-1);
    std::uint32_t precision = none;
    for (std::size_t i = 0; i < families_.size(); ++i) {
        const Family& family = families_[i];
        if (family.states > limit_) continue;
        set_family(family.precision, family.sharding);
        if (family.precision != precision)
            compute_times_.assign(settings_.size() + static_cast<std::size_t>(most_recomputed_),
                                  Seconds{});
        precision = family.precision;
        sharding_time_ = sharding[i];
        complexity_ = family.complexity;
        order_.recompute = 0;
        visit(family);
    }
}

void LayoutSearch::run() {
    for (std::uint32_t i = 0; i < plans_.schedules.size(); ++i) {
        if (progress_.cancelled) return;
        enter(i);
        for_each_family([this](const Family& family) {
            if (!is_covered(family.states, step_floor(settings_.front()))) search_family();
        });
        progress_.done += space_.plans_of(plans_.layout, plans_.schedules[i]);
    }
}

Seconds LayoutSearch::scout() {
    struct Place {
        std::uint32_t schedule = 0;
        std::size_t family = 0;
        Seconds step = Seconds::infinite();
        Bytes states = Bytes::infinite();
    } fastest, smallest;
    for (std::uint32_t i = 0; i < plans_.schedules.size() && !progress_.cancelled; ++i) {
        enter(i);
        for_each_family([&](const Family& family) {
            const Place place{i, static_cast<std::size_t>(&family - families_.data()),
                              step_floor(settings_.front()), family.states};
            if (place.step < fastest.step) fastest = place;
            if (std::tie(place.states, place.step) < std::tie(smallest.states, smallest.step))
                smallest = place;
        });
    }
    for (const Place& place : {fastest, smallest})
        if (place.step < Seconds::infinite()) try_recomputes(place.schedule, place.family);
    return fastest.step;
}

void LayoutSearch::set_family(std::uint32_t precision, std::uint32_t sharding) {
    order_.precision = precision;
    order_.sharding = sharding;
    scenario_.training.precision = space_.precisions()[precision];
    apply(space_.shardings()[sharding], scenario_.training);
}

void LayoutSearch::list_families() {
    families_.clear();
    sharding_times_.clear();
    for (std::uint32_t p = 0; p < space_.precisions().size(); ++p)
        for (std::uint32_t s = 0; s < space_.shardings().size(); ++s) {
            set_family(p, s);
            families_.push_back(
                {p, s, rounding * states_memory_floor(scenario_), complexity(scenario_)});
        }
}

/// What sharding and offload add to a step at least, by family; the same for each schedule with
/// this micro batch. Activation offload moves less under some recompute: the least of all.
const std::vector<Seconds>& LayoutSearch::sharding_times(int micro_batch) {
    std::vector<Seconds>& times = sharding_times_[micro_batch];
    if (!times.empty()) return times;
    for (const Family& family : families_) {
        set_family(family.precision, family.sharding);
        scenario_.training.recompute = {};
        Seconds least = sharding_time_floor(scenario_);
        if (scenario_.training.activation_offload) {
            scenario_.training.recompute.mode = RecomputeMode::full;
            least = std::min(least, sharding_time_floor(scenario_));
        }
        times.push_back(rounding * least);
    }
    return times;
}

void LayoutSearch::enter(std::uint32_t index) {
    const Schedule& schedule = plans_.schedules[index];
    const bool other_stages = schedule.virtual_stages != scenario_.training.virtual_stages;
    apply(schedule, scenario_.training);
    if (families_.empty() || other_stages) list_families();
    order_.schedule = index;
    settings_ = space_.recomputes(plans_.layout, schedule);
    layers_ = space_.stage_layers(plans_.layout, schedule);
    most_recomputed_ = space_.most_recomputed(plans_.layout, schedule);
}

/// At least so long is a step with the recompute of order_, whatever its sharding: reckoned
/// once for all of them.
Seconds LayoutSearch::step_floor(const Recompute& recompute) {
    scenario_.training.recompute = recompute;
    Seconds& compute = compute_times_[order_.recompute];
    if (compute == Seconds{}) compute = rounding * compute_time_floor(scenario_);
    return compute + sharding_time_;
}

void LayoutSearch::search_family() {
    for (std::uint32_t i = 0; i < settings_.size(); ++i) {
        order_.recompute = i;
        try_plan(step_floor(settings_[i]));
    }
    if (most_recomputed_ > 0) search_layers(1, most_recomputed_);
}

/// Full recompute of `least` to `most` layers: memory falls and time rises along them.
void LayoutSearch::search_layers(int least, int most) {
    order_.recompute =
        static_cast<std::uint32_t>(settings_.size()) + static_cast<std::uint32_t>(least - 1);
    const Seconds step = step_floor(full_recompute(least, layers_));
    if (least == most) {
        try_plan(step);
        return;
    }
    more_.training = scenario_.training;
    more_.training.recompute = full_recompute(most, layers_);
    const Bytes memory = rounding * memory_floor_between(scenario_, more_);
    if (memory > limit_ || is_covered(memory, step)) return;
    const int middle = least + (most - least) / 2;
    search_layers(middle + 1, most);
    search_layers(least, middle);
}

void LayoutSearch::try_recomputes(std::uint32_t schedule, std::size_t family) {
    enter(schedule);
    for_each_family([&](const Family& one) {
        if (&one != &families_[family]) return;
        for (std::uint32_t i = 0; i < settings_.size(); ++i) {
            order_.recompute = i;
            try_plan(step_floor(settings_[i]));
        }
        if (most_recomputed_ > 0) search_layers(most_recomputed_, most_recomputed_);
    });
}

/// The plan that scenario_ is now; its memory first, which is the cheaper half.
void LayoutSearch::try_plan(Seconds step) {
    Caveats caveats;
    const Bytes memory = estimate_memory(scenario_, caveats).process.expected;
    if (memory > limit_ || is_covered(memory, step)) return;
    ++found_.evaluated;
    const Estimate estimate = evaluate(scenario_);
    found_.front.insert(aimed({memory, estimate.step.total.expected, complexity_, order_}));
}

bool LayoutSearch::is_covered(Bytes memory, Seconds step) const {
    const ParetoPoint least = aimed({memory, step, complexity_, order_});
    return known_.covers(least) || found_.front.covers(least);
}
ParetoPoint LayoutSearch::aimed(const ParetoPoint& point) const {
    if (aim_ == Aim::fitting_front) return point;
    return {point.memory, Seconds{}, 0, point.order};
}

} // namespace headroom
