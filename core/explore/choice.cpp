#include "core/explore/choice.hpp"

#include "core/explore/axis.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace headroom {

namespace {

struct Variant {
    TrainingPlan plan;
    Changes changes = 0;
};

/// What a variant's option does to the plan; the first of each list leaves it as it is.
template <class Option>
using Options = std::vector<Option>;

Options<Recompute> recompute_options(const TrainingPlan& plan) {
    Options<Recompute> options{plan.recompute};
    if (plan.recompute.mode == RecomputeMode::none)
        options.push_back({RecomputeMode::selective, 1, std::nullopt});
    const Recompute full{RecomputeMode::full, 1, std::nullopt};
    if (!(plan.recompute == full)) options.push_back(full);
    return options;
}

Options<int> zero_options(const TrainingPlan& plan) {
    Options<int> options;
    for (int stage = plan.zero_stage; stage <= 3; ++stage)
        options.push_back(stage);
    return options;
}

/// As it is, then halved and halved again down to 1.
Options<int> halvings(int present) {
    Options<int> options{present};
    while (options.back() > 1)
        options.push_back(options.back() / 2);
    return options;
}

Options<int> tensor_options(const TrainingPlan& plan) {
    constexpr int usual_node = 8;
    Options<int> options{plan.tensor_parallel};
    for (int degree = 1; degree <= usual_node; degree *= 2)
        if (degree != plan.tensor_parallel) options.push_back(degree);
    return options;
}

Options<int> pipeline_options(const TrainingPlan& plan) {
    return plan.pipeline_parallel > 1 ? Options<int>{plan.pipeline_parallel, 1} : Options<int>{1};
}

/// Every variant so far, once for each option.
template <class Option, class Apply>
std::vector<Variant> crossed(const std::vector<Variant>& variants, const Options<Option>& options,
                             Change change, Apply apply) {
    std::vector<Variant> all;
    all.reserve(variants.size() * options.size());
    for (const Variant& variant : variants) {
        for (std::size_t i = 0; i < options.size(); ++i) {
            all.push_back(variant);
            if (i == 0) continue;
            apply(all.back().plan, options[i]);
            all.back().changes |= static_cast<Changes>(change);
        }
    }
    return all;
}

/// Fewest changes first.
std::vector<Variant> variants_of(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    std::vector<Variant> all{{plan, 0}};
    all = crossed(all, recompute_options(plan), Change::recompute,
                  [](TrainingPlan& p, const Recompute& option) { p.recompute = option; });
    all = crossed(all, zero_options(plan), Change::zero_stage,
                  [](TrainingPlan& p, int option) { p.zero_stage = option; });
    all = crossed(all, halvings(plan.micro_batch), Change::micro_batch,
                  [](TrainingPlan& p, int option) { p.micro_batch = option; });
    all = crossed(all, tensor_options(plan), Change::tensor_parallel,
                  [](TrainingPlan& p, int option) { p.tensor_parallel = option; });
    all = crossed(all, pipeline_options(plan), Change::pipeline_parallel,
                  [](TrainingPlan& p, int option) {
                      p.pipeline_parallel = option;
                      p.virtual_stages = 1;
                      p.schedule = PipelineSchedule::one_f_one_b;
                  });
    if (scenario.model.moe)
        all = crossed(all, halvings(plan.expert_parallel), Change::expert_parallel,
                      [](TrainingPlan& p, int option) { p.expert_parallel = option; });
    std::ranges::stable_sort(all, {},
                             [](const Variant& variant) { return std::popcount(variant.changes); });
    return all;
}

/// Doublings by which `value` is above what is allowed; 0 where it is not.
double above(double value_over_allowed) { return std::max(0.0, std::log2(value_over_allowed)); }

void judge(Candidate& candidate) {
    const Goals& goals = candidate.scenario.goals;
    const MemoryEstimate& memory = candidate.estimate.memory;
    const MoneyEstimate& money = candidate.estimate.money;
    const Seconds step = candidate.estimate.step.total.expected;
    const Bytes asked = std::max(goals.headroom.value_or(Bytes{}),
                                 goals.headroom_share.value_or(0.0) * memory.capacity);
    candidate.fits = memory.headroom >= Bytes{};
    candidate.miss = above((memory.process.expected + asked) / memory.capacity);
    if (goals.step_time) candidate.miss += above(step / *goals.step_time);
    const bool has_run = money.run.has_value();
    if (goals.duration && has_run) candidate.miss += above(*money.run / *goals.duration);
    if (goals.budget && money.total) candidate.miss += above(*money.total / *goals.budget);
    candidate.judged = (!goals.duration || has_run) && (!goals.budget || money.total);
    candidate.meets_goals = candidate.fits && candidate.judged && candidate.miss == 0.0;
}

void price(Candidate& candidate) {
    const Scenario& scenario = candidate.scenario;
    const Seconds step = candidate.estimate.step.total.expected;
    const PurchaseCost cost = purchase_cost(scenario, scenario.funding.purchase, step);
    if (cost.priced == Priced::yes)
        candidate.per_token = cost.per_useful_hour * static_cast<double>(candidate.gpus) * step /
                              tokens_per_step(scenario);
}

/// Better first: meets the goals, fits, can be judged, misses less, changes less, is faster.
auto rank(const Candidate& candidate) {
    return std::tuple(!candidate.meets_goals, !candidate.fits, !candidate.judged, candidate.miss,
                      std::popcount(candidate.changes),
                      candidate.estimate.step.total.expected / units::s);
}

bool fits_in_node(const TrainingPlan& plan, const ClusterSpec& cluster) {
    return plan.tensor_parallel <= cluster.gpus_per_node;
}

/// The best variant on one cluster; none is legal: gpu is nullptr. No variant with more changes is
/// looked at once some meet the goals.
Candidate best_on(const Scenario& on_cluster, const GpuSpec& gpu,
                  const std::vector<Variant>& variants) {
    Candidate best, tried;
    bool fits_unchanged = false;
    tried.scenario = on_cluster;
    tried.gpus = on_cluster.cluster.gpus();
    tried.gpu = &gpu;
    for (const Variant& variant : variants) {
        if (best.meets_goals && std::popcount(variant.changes) > std::popcount(best.changes)) break;
        // A plan that spans nodes with its tensor ranks is left to those who ask for it.
        if (variant.changes != 0 && !fits_in_node(variant.plan, on_cluster.cluster)) continue;
        tried.scenario.training = variant.plan;
        tried.estimate = evaluate(tried.scenario);
        if (tried.estimate.verdict == Verdict::not_legal) continue;
        tried.changes = variant.changes;
        judge(tried);
        fits_unchanged |= variant.changes == 0 && tried.fits;
        if (best.gpu == nullptr || rank(tried) < rank(best)) best = tried;
    }
    if (best.gpu != nullptr) price(best);
    best.fits_unchanged = fits_unchanged;
    return best;
}

/// The scenario on so many of this GPU: its own cluster keeps the links and prices it came with.
Scenario on_cluster(const Scenario& scenario, const GpuSpec& gpu, int gpus,
                    const Catalog& catalog) {
    Scenario moved = scenario;
    set_axis(moved, scenario, Axis::gpus, gpus);
    return on_gpu(moved, gpu, catalog);
}

template <class Wanted, class Key>
const Candidate* least(const std::vector<Candidate>& candidates, Wanted wanted, Key key) {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates)
        if (wanted(candidate) && (best == nullptr || key(candidate) < key(*best)))
            best = &candidate;
    return best;
}

double capacity(const Candidate& candidate) {
    return candidate.estimate.memory.capacity / units::GiB;
}

} // namespace

std::string_view name_of(Change change) {
    switch (change) {
    case Change::recompute: return "recompute";
    case Change::zero_stage: return "zero_stage";
    case Change::micro_batch: return "micro_batch";
    case Change::tensor_parallel: return "tensor_parallel";
    case Change::pipeline_parallel: return "pipeline_parallel";
    case Change::expert_parallel: return "expert_parallel";
    }
    return {};
}

Choices usual_choices(const Scenario& scenario, const Catalog& catalog) {
    constexpr std::int64_t at_least = 64, most = 1 << 20;
    Choices choices;
    for (const GpuSpec& gpu : catalog.gpus)
        if (!gpu.announced && gpu.vendor == scenario.cluster.gpu.vendor)
            choices.gpus.push_back(gpu.id);
    const std::int64_t present = scenario.cluster.gpus();
    for (std::int64_t count = 1; count <= std::clamp(4 * present, at_least, most); count *= 2)
        choices.counts.push_back(static_cast<int>(count));
    choices.counts.push_back(static_cast<int>(present));
    std::ranges::sort(choices.counts);
    choices.counts.erase(std::unique(choices.counts.begin(), choices.counts.end()),
                         choices.counts.end());
    return choices;
}

ClusterChoice choose_cluster(const Scenario& scenario, const Choices& choices,
                             const Catalog& catalog) {
    std::vector<const GpuSpec*> gpus;
    for (const std::string& id : choices.gpus) {
        const bool is_own = id == scenario.cluster.gpu.id;
        if (const GpuSpec* gpu = is_own ? &scenario.cluster.gpu : catalog.find_gpu(id))
            gpus.push_back(gpu);
    }
    const std::size_t counts = choices.counts.size();
    const std::vector<Variant> variants = variants_of(scenario);
    std::vector<Candidate> cells(gpus.size() * counts);
    tbb::parallel_for(std::size_t{0}, cells.size(), [&](std::size_t i) {
        const GpuSpec& gpu = *gpus[i / counts];
        cells[i] =
            best_on(on_cluster(scenario, gpu, choices.counts[i % counts], catalog), gpu, variants);
    });
    ClusterChoice choice;
    choice.asked = cells.size();
    for (Candidate& cell : cells) {
        if (cell.gpu == nullptr) continue;
        const bool only_unpriced = cell.fits && cell.miss == 0.0 && !cell.per_token;
        choice.unpriced += only_unpriced ? 1 : 0;
        choice.candidates.push_back(std::move(cell));
    }
    return choice;
}

const Candidate* ClusterChoice::smallest() const {
    return least(
        candidates, [](const Candidate& c) { return c.meets_goals; },
        [](const Candidate& c) {
            return std::tuple(c.gpus, capacity(c), !c.per_token,
                              c.per_token.value_or(Dollars{}) / units::USD);
        });
}

const Candidate* ClusterChoice::cheapest() const {
    return least(
        candidates, [](const Candidate& c) { return c.meets_goals && c.per_token; },
        [](const Candidate& c) {
            return std::tuple(*c.per_token / units::USD, c.gpus, capacity(c));
        });
}

const Candidate* ClusterChoice::nearest() const {
    return least(
        candidates, [](const Candidate&) { return true; }, rank);
}

const Candidate* ClusterChoice::smallest_gpu(int gpus) const {
    return least(
        candidates, [gpus](const Candidate& c) { return c.gpus == gpus && c.fits; }, capacity);
}

const Candidate* ClusterChoice::smallest_gpu_unchanged(int gpus) const {
    return least(
        candidates, [gpus](const Candidate& c) { return c.gpus == gpus && c.fits_unchanged; },
        capacity);
}

} // namespace headroom
