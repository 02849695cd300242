#include "core/explore/search.hpp"

#include "core/explore/layout_search.hpp"
#include "core/explore/scores.hpp"
#include "core/model/legality.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace headroom {

namespace {

/// Layouts are searched side by side in rounds. Each of a round knows what the rounds before found
/// and nothing of its neighbours, so that neither the front nor the number of estimates depends on
/// how many threads there are.
class Rounds {
  public:
    Rounds(const PlanSpace& space, Aim aim, SearchProgress& progress)
        : space_(space), aim_(aim), progress_(progress) {}

    void run() {
        list_most_promising_first();
        const std::size_t layouts = order_.size();
        std::size_t size = first_round;
        for (std::size_t begin = 0; begin < layouts && !progress_.cancelled; begin += size) {
            size = std::min(begin == 0 ? first_round : 2 * size, most_in_a_round);
            run_round(begin, std::min(begin + size, layouts));
        }
    }

    const Findings& findings() const { return all_; }

  private:
    static constexpr std::size_t first_round = 8;
    static constexpr std::size_t most_in_a_round = 64;

    void list_most_promising_first() {
        const std::size_t layouts = space_.layouts().size();
        std::vector<Seconds> least(layouts);
        std::vector<Findings> found(layouts);
        tbb::parallel_for(std::size_t{0}, layouts, [&](std::size_t i) {
            LayoutSearch search = search_of(static_cast<std::uint32_t>(i));
            least[i] = search.scout();
            found[i] = search.findings();
        });
        collect(found);
        order_.resize(layouts);
        std::iota(order_.begin(), order_.end(), 0U);
        std::ranges::stable_sort(order_, {}, [&](std::uint32_t i) { return least[i]; });
    }

    LayoutSearch search_of(std::uint32_t layout) const {
        return {space_, layout, aim_, all_.front, progress_};
    }

    void run_round(std::size_t begin, std::size_t end) {
        std::vector<Findings> found(end - begin);
        tbb::parallel_for(std::size_t{0}, end - begin, [&](std::size_t i) {
            LayoutSearch search = search_of(order_[begin + i]);
            search.run();
            found[i] = search.findings();
        });
        collect(found);
    }

    void collect(const std::vector<Findings>& found) {
        for (const Findings& one : found) {
            all_.front.insert(one.front);
            all_.evaluated += one.evaluated;
        }
    }

    const PlanSpace& space_;
    Aim aim_;
    SearchProgress& progress_;
    std::vector<std::uint32_t> order_; // of the layouts
    Findings all_;
};

TrainingPlan plan_at(const PlanSpace& space, const PlanOrder& order) {
    const LayoutPlans& plans = space.layouts()[order.layout];
    const Schedule& schedule = plans.schedules[order.schedule];
    TrainingPlan plan = space.scenario().training;
    apply(plans.layout, plan);
    apply(schedule, plan);
    apply(space.shardings()[order.sharding], plan);
    plan.precision = space.precisions()[order.precision];
    const std::span<const Recompute> settings = space.recomputes(plans.layout, schedule);
    plan.recompute = order.recompute < settings.size()
                         ? settings[order.recompute]
                         : full_recompute(static_cast<int>(order.recompute - settings.size()) + 1,
                                          space.stage_layers(plans.layout, schedule));
    return plan;
}

std::vector<FoundPlan> found_plans(const PlanSpace& space, const ParetoFront& front) {
    Scenario scenario = space.scenario();
    std::vector<FoundPlan> plans;
    for (const ParetoPoint& point : front.points()) {
        scenario.training = plan_at(space, point.order);
        const Estimate estimate = evaluate(scenario);
        plans.push_back(
            {scenario.training, estimate, complexity(scenario), worst_miss(scenario, estimate)});
    }
    const auto key = [](const FoundPlan& plan) {
        return std::tuple(plan.estimate.step.total.expected, plan.estimate.memory.process.expected,
                          plan.complexity);
    };
    std::ranges::stable_sort(plans, {}, key);
    return plans;
}

/// The plan of the front that misses least, the faster of two; empty where one meets the goals.
std::optional<FoundPlan> least_miss(const std::vector<FoundPlan>& front) {
    const auto least = std::ranges::min_element(front, {}, &FoundPlan::miss);
    if (least == front.end() || least->miss <= 0.0) return std::nullopt;
    return *least;
}

/// What is wrong with the scenario, or that its numbers go together in no way.
Problems why_no_plan(const Scenario& scenario) {
    Problems problems = find_errors(scenario);
    problems.insert(problems.begin(),
                    error("/training", "no combination of the plans searched is legal; free more "
                                       "dimensions, or change GPUs or global batch"));
    return problems;
}

double miss_of(double share_of_goal) { return std::max(0.0, share_of_goal - 1.0); }

} // namespace

std::optional<Dollars> cost_per_million_tokens(const Scenario& scenario, const Estimate& estimate) {
    if (!estimate.money.priced) return std::nullopt;
    constexpr double million = 1e6;
    return million / tokens_per_step(scenario) * estimate.step.total.expected * estimate.money.rent;
}

double worst_miss(const Scenario& scenario, const Estimate& estimate) {
    const Goals& goals = scenario.goals;
    const Bytes asked = std::max(goals.headroom.value_or(Bytes{}),
                                 goals.headroom_share.value_or(0.0) * estimate.memory.capacity);
    double worst = miss_of((estimate.memory.process.expected + asked) / estimate.memory.capacity);
    const auto judge = [&worst](auto value, auto goal) {
        if (value && goal) worst = std::max(worst, miss_of(*value / *goal));
    };
    judge(std::optional(estimate.step.total.expected), goals.step_time);
    judge(estimate.money.run, goals.duration);
    judge(estimate.money.total, goals.budget);
    return worst;
}

SearchResult search_plans(const Scenario& scenario, const SearchSpace& wanted, int threads,
                          SearchProgress* shared) {
    SearchProgress own;
    SearchProgress& progress = shared ? *shared : own;
    SearchResult result;
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    arena.execute([&] {
        const PlanSpace space(scenario, wanted, &progress.cancelled);
        progress.legal = result.legal = space.legal();
        if (space.legal() == 0 && !progress.cancelled) result.problems = why_no_plan(scenario);
        if (space.legal() == 0 || progress.cancelled) return;
        Rounds fitting(space, Aim::fitting_front, progress);
        fitting.run();
        result.front = found_plans(space, fitting.findings().front);
        result.evaluated = fitting.findings().evaluated;
        result.nearest = least_miss(result.front);
        if (result.front.empty() && !progress.cancelled) {
            progress.done = 0;
            Rounds least(space, Aim::least_memory, progress);
            least.run();
            const std::vector<FoundPlan> plans = found_plans(space, least.findings().front);
            if (!plans.empty()) result.nearest = plans.front();
            result.evaluated += least.findings().evaluated;
        }
    });
    result.cancelled = progress.cancelled;
    return result;
}

} // namespace headroom
