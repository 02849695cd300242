// The search against everything it leaves out: each legal plan of small spaces, estimated one by
// one, and the bounds that it leaves plans out by.
#include "core/cost/memory.hpp"
#include "core/cost/step_time.hpp"
#include "core/explore/scores.hpp"
#include "core/explore/search.hpp"
#include "core/model/pipeline_split.hpp"
#include "tests/support/memory_samples.hpp"

#include <rapidcheck.h>

#include <map>
#include <set>
#include <tuple>

namespace headroom {
namespace {

template <class T>
T pick(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}
bool flip() { return pick({0, 1}) == 1; }

ModelSpec small_model() {
    ModelSpec model = samples::model(pick<std::string>(
        {"llama3.1-8b", "gpt3-6.7b", "mixtral-8x7b", "deepseek-v2-lite", "t5-11b"}));
    model.num_hidden_layers = pick({1, 2, 4});
    if (model.num_decoder_layers > 0) model.num_decoder_layers = 2;
    if (model.moe) model.moe->num_experts = pick({4, 6});
    if (model.moe) model.moe->num_experts_per_tok = 2;
    return model;
}

Scenario any_small_scenario() {
    Scenario scenario = samples::on(small_model(), "h100-sxm", "megatron-core", 1);
    scenario.stack =
        samples::presets()
            .stacks[*rc::gen::inRange<std::size_t>(0, samples::presets().stacks.size())];
    scenario.calibration = samples::presets().calibration;
    scenario.scores = samples::presets().scores;
    scenario.cluster =
        usual_cluster(*samples::presets().find_gpu(pick<std::string>({"h100-sxm", "rtx-4090"})),
                      pick({1, 2, 4}), pick({1, 1, 2}), samples::presets());
    // Cards on which everything fits, a part, next to nothing.
    scenario.cluster.gpu.memory.value = pick({4.0, 12.0, 24.0, 80.0}) * units::GiB;
    TrainingPlan& plan = scenario.training;
    plan.task = pick({Task::pretrain, Task::pretrain, Task::lora});
    plan.sequence = pick({512, 2048});
    plan.global_batch = pick({2, 4, 6});
    plan.pipeline_split = pick({PipelineSplit::even, PipelineSplit::balanced});
    plan.schedule = pick({PipelineSchedule::one_f_one_b, PipelineSchedule::zero_bubble});
    plan.recompute.every = pick({1, 2});
    plan.recompute.mode = pick({RecomputeMode::none, RecomputeMode::full});
    plan.flash_attention = flip();
    return scenario;
}

/// Some of the dimensions stay as the scenario has them.
SearchSpace any_space() {
    constexpr int fixed = 8; // fewer where one comes twice
    SearchSpace space;
    space.free.set();
    for (int i = 0; i < fixed; ++i)
        space.free.reset(*rc::gen::inRange<std::size_t>(0, dimension_count));
    return space;
}

using Objectives = std::tuple<double, double, double, int>;

Objectives objectives_of(const Scenario& scenario, const Estimate& estimate) {
    return {estimate.memory.process.expected / units::B, estimate.step.total.expected / units::s,
            cost_per_million_tokens(scenario, estimate).value_or(Dollars{}) / units::USD,
            complexity(scenario)};
}

bool dominates(const Objectives& a, const Objectives& b) {
    return a != b && std::get<0>(a) <= std::get<0>(b) && std::get<1>(a) <= std::get<1>(b) &&
           std::get<2>(a) <= std::get<2>(b) && std::get<3>(a) <= std::get<3>(b);
}

/// Keeps those that no other dominates.
void add_to_front(const Objectives& one, std::set<Objectives>& front) {
    if (std::ranges::any_of(front, [&](const Objectives& o) { return dominates(o, one); })) return;
    std::erase_if(front, [&](const Objectives& o) { return dominates(one, o); });
    front.insert(one);
}

/// Every value that a dimension could have, legal or not; the scenario's own where it is not free.
class EveryPlan {
  public:
    EveryPlan(const Scenario& scenario, const SearchSpace& space)
        : scenario_(scenario), free_(space.free), gpus_(scenario.cluster.gpus()) {}

    template <class Visit>
    void visit(const Visit& visit) {
        const TrainingPlan own = scenario_.training;
        TrainingPlan& plan = scenario_.training;
        const int experts = scenario_.model.moe ? scenario_.model.moe->num_experts : 1;
        each(Dimension::tensor_parallel, plan.tensor_parallel, 1, gpus_, [&] {
            each(Dimension::pipeline_parallel, plan.pipeline_parallel, 1, gpus_, [&] {
                each(Dimension::context_parallel, plan.context_parallel, 1, gpus_, [&] {
                    if (data_parallel(scenario_) == 0) return;
                    each(Dimension::expert_parallel, plan.expert_parallel, 1, experts, [&] {
                        each(Dimension::expert_tensor_parallel, plan.expert_tensor_parallel, 1,
                             scenario_.model.moe ? gpus_ : 1, [&] { schedules(own, visit); });
                    });
                });
            });
        });
    }

  private:
    template <class T, class Body>
    void each(Dimension dimension, T& field, int first, int last, const Body& body) {
        const T own = field;
        if (!free_.test(index_of(dimension))) {
            body();
            return;
        }
        for (int value = first; value <= last; ++value) {
            if (value != 1 && value != static_cast<int>(own) && !runs(dimension)) continue;
            field = static_cast<T>(value);
            body();
        }
        field = own;
    }

    bool runs(Dimension dimension) const {
        const PlanFacts& stack = scenario_.stack.plans;
        const bool tensor = stack.runs_tensor_parallel.value;
        const bool expert = stack.runs_expert_parallel.value;
        const std::map<Dimension, bool> facts{
            {Dimension::tensor_parallel, tensor},
            {Dimension::pipeline_parallel, stack.runs_pipeline_parallel.value},
            {Dimension::context_parallel, stack.runs_context_parallel.value},
            {Dimension::expert_parallel, expert},
            {Dimension::expert_tensor_parallel, tensor && expert}};
        const auto fact = facts.find(dimension);
        return fact == facts.end() || fact->second;
    }

    template <class Visit>
    void schedules(const TrainingPlan& own, const Visit& visit) {
        TrainingPlan& plan = scenario_.training;
        const int layers = layer_count(scenario_.model);
        each(Dimension::virtual_stages, plan.virtual_stages, 1, layers + 2, [&] {
            each(Dimension::micro_batch, plan.micro_batch, 1, own.global_batch, [&] {
                const int last = plan.tensor_parallel > 1 ? 1 : 0; // does nothing at TP 1
                each(Dimension::sequence_parallel, plan.sequence_parallel, 0, last, [&] {
                    if (micro_batches(scenario_) > 0) shardings(visit);
                });
            });
        });
    }

    template <class Visit>
    void shardings(const Visit& visit) {
        TrainingPlan& plan = scenario_.training;
        each(Dimension::zero_stage, plan.zero_stage, 0, 3, [&] {
            each(Dimension::offload, plan.offload, 0, 3, [&] {
                each(Dimension::activation_offload, plan.activation_offload, 0, 1, [&] {
                    each(Dimension::precision, plan.precision, 0, precision_count - 1,
                         [&] { recomputes(visit); });
                });
            });
        });
    }

    template <class Visit>
    void recomputes(const Visit& visit) {
        if (contains(find_illegality(scenario_), not_of_recompute)) return; // whatever comes below
        TrainingPlan& plan = scenario_.training;
        const Recompute own = plan.recompute;
        std::vector<Recompute> settings{own};
        if (free_.test(index_of(Dimension::recompute))) {
            if (own.mode == RecomputeMode::none || own.every == 1) settings.clear();
            settings.push_back({RecomputeMode::none, 1, {}});
            settings.push_back({RecomputeMode::selective, 1, {}});
            for (int layers = 1; layers <= layer_count(scenario_.model); ++layers)
                settings.push_back({RecomputeMode::full, 1, layers});
        }
        for (const Recompute& recompute : settings) {
            plan.recompute = recompute;
            if (find_illegality(scenario_) == Illegality::none) visit(scenario_);
        }
        plan.recompute = own;
    }

    static constexpr auto not_of_recompute =
        static_cast<Illegality>(~static_cast<std::uint32_t>(Illegality::recompute_layers));

    Scenario scenario_;
    Dimensions free_;
    int gpus_;
};

TEST(Search, FrontIsThatOfEveryPlan) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_small_scenario();
        const SearchSpace space = any_space();
        std::int64_t legal = 0;
        std::set<Objectives> expected;
        Bytes least = Bytes::infinite();
        EveryPlan(scenario, space).visit([&](const Scenario& plan) {
            ++legal;
            const Estimate estimate = evaluate(plan);
            least = std::min(least, estimate.memory.process.expected);
            if (estimate.memory.headroom >= Bytes{})
                add_to_front(objectives_of(plan, estimate), expected);
        });
        const SearchResult found = search_plans(scenario, space, 2);
        RC_ASSERT(found.legal == legal);
        RC_ASSERT(found.problems.empty() == (legal > 0));
        std::set<Objectives> front;
        Scenario moved = scenario;
        for (const FoundPlan& plan : found.front) {
            moved.training = plan.training;
            RC_ASSERT(find_illegality(moved) == Illegality::none);
            front.insert(objectives_of(moved, plan.estimate));
        }
        RC_ASSERT(front.size() == found.front.size());
        RC_ASSERT(front == expected);
        RC_TAG(front.empty() ? "nothing fits" : "something fits");
        if (legal > 0 && front.empty())
            RC_ASSERT(found.nearest->estimate.memory.process.expected == least);
    }));
}

TEST(Search, BoundsAreNeverAboveTheEstimate) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_small_scenario();
        constexpr double rounding = 1.0 + 1e-9;
        int every = 0;
        EveryPlan(scenario, any_space()).visit([&](const Scenario& plan) {
            if (++every % 7 != 0) return; // of each kind some
            const Estimate estimate = evaluate(plan);
            const Bytes memory = rounding * estimate.memory.process.expected;
            const Seconds step = rounding * estimate.step.total.expected;
            Scenario other = plan;
            RC_ASSERT(states_memory_floor(plan) <= memory);
            RC_ASSERT(compute_time_floor(plan) + sharding_time_floor(plan) <= step);
            other = plan;
            other.training.recompute = {};
            RC_ASSERT(compute_time_floor(other) <= rounding * compute_time_floor(plan));
            const int all = most_stage_layers(plan.model, plan.training);
            if (plan.training.recompute.layers) {
                Scenario fewer = plan, more = plan;
                fewer.training.recompute = full_recompute(1, all);
                more.training.recompute = full_recompute(all, all);
                RC_ASSERT(memory_floor_between(fewer, more) <= memory);
            }
        });
    }));
}

} // namespace
} // namespace headroom
