// What must hold of step time for every plan.
#include "tests/support/step_samples.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

namespace headroom {
namespace {

using namespace samples;

template <class T>
T pick(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}

/// A legal plan: degrees are powers of two and the batch follows from them.
Scenario any_scenario() {
    const int nodes = pick({1, 2, 8});
    const ClusterSpec cluster = pick({0, 1}) == 0 ? a100_nodes(nodes) : h100_nodes(nodes);
    const ModelSpec model = pick<int>({0, 1, 2}) == 0 ? experts_30b() : llama_8b();
    TrainingPlan plan;
    plan.sequence = pick({1024, 4096, 16384});
    plan.micro_batch = pick({1, 2, 4});
    plan.precision = pick({Precision::bf16, Precision::fp16});
    plan.tensor_parallel = pick({1, 2, 4});
    plan.pipeline_parallel = pick({1, 2});
    plan.context_parallel = pick({1, 1, 2});
    plan.sequence_parallel = plan.tensor_parallel > 1 && pick({0, 1}) == 1;
    plan.zero_stage = pick({0, 1, 2, 3});
    plan.flash_attention = pick({0, 1}) == 1;
    plan.compile = pick({0, 1}) == 1;
    plan.recompute.mode =
        pick({RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full});
    plan.task = pick({Task::pretrain, Task::lora, Task::qlora});
    plan.offload =
        pick({Offload::none, Offload::none, Offload::optimizer, Offload::optimizer_and_parameters});
    if (plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel > cluster.gpus())
        plan.context_parallel = 1;
    Scenario scenario = scenario_of(model, cluster, plan);
    if (model.moe) scenario.training.expert_parallel = std::min(data_parallel(scenario), 8);
    scenario.training.global_batch = data_parallel(scenario) * plan.micro_batch * pick({1, 2, 8});
    return scenario;
}

TEST(StepTime, TermsAndCausesSumToTotal) {
    EXPECT_TRUE(rc::check([] {
        const StepEstimate step = step_of(any_scenario());
        const double total = step.total.expected / units::s;
        double causes = 0.0;
        for (const Seconds cause : step.by_limiter)
            causes += cause / units::s;
        RC_ASSERT(std::abs(step.terms.total() / units::s - total) <= 1e-9 * total);
        RC_ASSERT(std::abs(causes - total) <= 1e-9 * total);
    }));
}

TEST(StepTime, NothingNegativeOrInfinite) {
    EXPECT_TRUE(rc::check([] {
        const StepEstimate step = step_of(any_scenario());
        for (std::size_t i = 0; i < StepBreakdown::size; ++i) {
            const double term = step.terms[static_cast<StepTerm>(i)] / units::s;
            RC_ASSERT(std::isfinite(term));
            RC_ASSERT(term >= 0.0);
        }
        for (const Seconds cause : step.by_limiter)
            RC_ASSERT(cause >= -1e-12 * units::s);
        RC_ASSERT(step.total.p10 <= step.total.expected);
        RC_ASSERT(step.total.expected <= step.total.p90);
        RC_ASSERT(step.mfu > 0.0);
        RC_ASSERT(step.mfu < 1.0);
        RC_ASSERT(step.hfu >= step.mfu);
    }));
}

TEST(StepTime, FasterLinksAreNeverSlower) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const double before = seconds_of(scenario);
        const double factor = pick({1.1, 2.0, 10.0});
        switch (pick({0, 1, 2})) {
        case 0: scenario.cluster.intra_node.peak.value *= factor; break;
        case 1: scenario.cluster.inter_node.peak.value *= factor; break;
        default: scenario.cluster.host_link.value *= factor; break;
        }
        RC_ASSERT(seconds_of(scenario) <= before * (1.0 + 1e-12));
    }));
}

TEST(StepTime, FasterMemoryIsNeverSlower) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const double before = seconds_of(scenario);
        scenario.cluster.gpu.memory_bandwidth.value *= pick({1.1, 2.0, 10.0});
        RC_ASSERT(seconds_of(scenario) <= before * (1.0 + 1e-12));
    }));
}

TEST(StepTime, RecomputeNeverSavesTime) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        scenario.training.recompute.mode = RecomputeMode::none;
        const double none = seconds_of(scenario);
        scenario.training.recompute.mode = RecomputeMode::selective;
        const double selective = seconds_of(scenario);
        scenario.training.recompute.mode = RecomputeMode::full;
        const double full = seconds_of(scenario);
        RC_ASSERT(none <= selective * (1.0 + 1e-12));
        RC_ASSERT(selective <= full * (1.0 + 1e-12));
    }));
}

TEST(StepTime, NothingIsCommunicatedAtDegreeOne) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        TrainingPlan& plan = scenario.training;
        plan.tensor_parallel = plan.pipeline_parallel = plan.context_parallel = 1;
        plan.expert_parallel = 1;
        plan.sequence_parallel = false;
        scenario.cluster.gpus_per_node = scenario.cluster.nodes = 1;
        plan.global_batch = plan.micro_batch;
        const StepBreakdown terms = step_of(scenario).terms;
        for (const StepTerm term :
             {StepTerm::tensor_communication, StepTerm::data_communication,
              StepTerm::context_communication, StepTerm::expert_exchange,
              StepTerm::pipeline_communication, StepTerm::pipeline_bubble, StepTerm::stragglers})
            RC_ASSERT(terms[term] == Seconds{});
    }));
}

TEST(StepTime, DataLoadingShowsOnlyWhatItLastsLonger) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const double gpu_side = seconds_of(scenario);
        const double samples = scenario.training.global_batch / data_parallel(scenario);
        scenario.training.data_workers = 1;
        scenario.training.data_seconds_per_sample = pick({0.5, 2.0}) * gpu_side / samples;
        const StepEstimate step = step_of(scenario);
        const double loading = scenario.training.data_seconds_per_sample * samples;
        RC_ASSERT(std::abs(step.total.expected / units::s - std::max(gpu_side, loading)) <
                  1e-9 * gpu_side);
        RC_ASSERT((step.limiter == Limiter::data_loading) == (loading > gpu_side));
    }));
}

TEST(StepTime, SiteFactorScalesEverything) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = any_scenario();
        const double before = seconds_of(scenario);
        scenario.calibration.site_step_time_factor = 1.2;
        RC_ASSERT(std::abs(seconds_of(scenario) - 1.2 * before) <= 1e-9 * before);
    }));
}

} // namespace
} // namespace headroom
