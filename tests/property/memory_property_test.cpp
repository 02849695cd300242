// What must hold of memory for every plan.
#include "core/cost/memory_rank.hpp"
#include "tests/support/memory_samples.hpp"

#include <rapidcheck.h>

#include <cmath>

namespace headroom {
namespace {

using samples::estimate;

template <class T>
T pick(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}

bool flip() { return pick({0, 1}) == 1; }

void pick_parallelism(Scenario& scenario) {
    TrainingPlan& plan = scenario.training;
    plan.tensor_parallel = pick({1, 2, 4});
    plan.sequence_parallel = plan.tensor_parallel > 1 && flip();
    plan.pipeline_parallel = pick({1, 2, 4});
    plan.virtual_stages = plan.pipeline_parallel > 1 ? pick({1, 2}) : 1;
    plan.schedule = pick({PipelineSchedule::one_f_one_b, PipelineSchedule::zero_bubble});
    plan.context_parallel = pick({1, 2});
    plan.zero_stage = pick({0, 1, 2, 3});
    const int model_ranks = plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel;
    scenario.cluster.gpus_per_node = 8;
    scenario.cluster.nodes = std::max(1, model_ranks / 8) * pick({1, 2, 8});
    if (scenario.model.moe) plan.expert_parallel = pick({1, 2, 4});
    plan.global_batch = data_parallel(scenario) * plan.micro_batch * pick({1, 4, 16});
}

Scenario any_scenario() {
    Scenario scenario;
    scenario.model = samples::model(pick<std::string>(
        {"llama3.1-8b", "gpt3-6.7b", "qwen3-30b-a3b", "deepseek-v2-lite", "mixtral-8x7b"}));
    scenario.cluster.gpu = *samples::presets().find_gpu("h100-sxm");
    scenario.stack =
        samples::presets()
            .stacks[*rc::gen::inRange<std::size_t>(0, samples::presets().stacks.size())];
    TrainingPlan& plan = scenario.training;
    plan.task = pick({Task::pretrain, Task::full_finetune, Task::lora, Task::qlora});
    plan.sequence = pick({512, 4096, 32768});
    plan.micro_batch = pick({1, 2, 8});
    plan.precision = pick({Precision::bf16, Precision::fp32, Precision::fp8, Precision::nvfp4});
    plan.states = pick({States::automatic, States::mixed, States::pure, States::megatron,
                        States::fp32_sharded, States::autocast});
    plan.optimizer = pick({Optimizer::adamw, Optimizer::adamw_8bit, Optimizer::adafactor,
                           Optimizer::muon, Optimizer::sgd, Optimizer::paged_adamw_8bit});
    plan.optimizer_in_backward = flip();
    plan.recompute.mode =
        pick({RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full});
    plan.recompute.every = pick({1, 2, 3});
    plan.offload = pick({Offload::none, Offload::none, Offload::optimizer,
                         Offload::optimizer_and_parameters, Offload::nvme});
    plan.activation_offload = flip();
    plan.flash_attention = flip();
    plan.packing = flip();
    plan.compile = flip();
    plan.loss = pick({LossPath::automatic, LossPath::eager, LossPath::fused, LossPath::fused_linear,
                      LossPath::chunked, LossPath::vocab_parallel});
    pick_parallelism(scenario);
    return scenario;
}

Bytes model_states(const Scenario& scenario) {
    const MemoryBreakdown step =
        stage_memory(scenario, 0)[static_cast<std::size_t>(Phase::optimizer_step)];
    return step[MemoryTerm::weights] + step[MemoryTerm::gradients] +
           step[MemoryTerm::optimizer_states];
}

Bytes kept_activations(const Scenario& scenario) {
    const MemoryBreakdown end =
        stage_memory(scenario, 0)[static_cast<std::size_t>(Phase::forward_end)];
    return end[MemoryTerm::activations] + end[MemoryTerm::attention_scores];
}

TEST(Memory, NothingNegativeOrInfinite) {
    EXPECT_TRUE(rc::check([] {
        const MemoryEstimate memory = estimate(any_scenario());
        for (const MemoryBreakdown& phase : memory.phases)
            for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
                const double bytes = phase[static_cast<MemoryTerm>(i)] / units::B;
                RC_ASSERT(std::isfinite(bytes));
                RC_ASSERT(bytes >= 0.0);
            }
        RC_ASSERT(std::isfinite(memory.host_per_node / units::B));
        RC_ASSERT(memory.allocator_slack >= Bytes{});
    }));
}

TEST(Memory, TotalsAreOrderedAndSharesSumToAllocated) {
    EXPECT_TRUE(rc::check([] {
        const MemoryEstimate m = estimate(any_scenario());
        RC_ASSERT(m.peak.total() == m.allocated.expected);
        RC_ASSERT(m.peak == m.phases[static_cast<std::size_t>(m.peak_phase)]);
        RC_ASSERT(m.allocated.expected <= m.reserved.expected);
        RC_ASSERT(m.reserved.expected <= m.process.expected);
        for (const Banded<Bytes>& total : {m.allocated, m.reserved, m.process})
            RC_ASSERT(total.p10 <= total.expected && total.expected <= total.p90);
        for (const auto member : {&Banded<Bytes>::p10, &Banded<Bytes>::p90}) {
            RC_ASSERT((m.allocated.*member <= m.reserved.*member));
            RC_ASSERT((m.reserved.*member <= m.process.*member));
        }
    }));
}

TEST(Memory, NoStageNeedsMoreThanTheHeaviest) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_scenario();
        const MemoryEstimate memory = estimate(scenario);
        for (int stage = 0; stage < scenario.training.pipeline_parallel; ++stage)
            for (const MemoryBreakdown& phase : stage_memory(scenario, stage))
                RC_ASSERT(phase.total() <= 1.0000001 * memory.allocated.expected);
    }));
}

TEST(Memory, MoreDataParallelNeverNeedsMore) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const int before = data_parallel(scenario);
        RC_PRE(before > 1); // the first second rank brings buckets and gathered parameters
        const Bytes few = estimate(scenario).allocated.expected;
        scenario.cluster.nodes *= 2;
        scenario.training.global_batch *= 2;
        RC_ASSERT(estimate(scenario).allocated.expected <= 1.0000001 * few);
    }));
}

TEST(Memory, EachZeroStageDividesMoreOfTheStates) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        if (scenario.training.states == States::automatic ||
            scenario.training.states == States::fp32_sharded)
            scenario.training.states = States::mixed; // the same dtypes at every stage
        scenario.training.offload = Offload::none;
        Bytes previous = Bytes::infinite();
        for (const int stage : {0, 1, 2, 3}) {
            scenario.training.zero_stage = stage;
            const Bytes states = model_states(scenario);
            RC_ASSERT(states <= previous);
            previous = states;
        }
    }));
}

TEST(Memory, FullRecomputeNeverKeepsMore) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        scenario.training.recompute.mode = RecomputeMode::none;
        const Bytes none = kept_activations(scenario);
        scenario.training.recompute.mode = RecomputeMode::selective;
        const Bytes selective = kept_activations(scenario);
        scenario.training.recompute.mode = RecomputeMode::full;
        const Bytes full = kept_activations(scenario);
        const Bytes most = 1.0000001 * none; // the modes add the same parts in another order
        RC_ASSERT(full <= most);
        RC_ASSERT(selective <= most);
    }));
}

TEST(Memory, LongerSequencesNeedMore) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const Bytes before = estimate(scenario).allocated.expected;
        scenario.training.sequence *= 2;
        RC_ASSERT(estimate(scenario).allocated.expected >= before);
    }));
}

} // namespace
} // namespace headroom
