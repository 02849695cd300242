// What holds for every scenario: scaling, KV cache, stages, and the two faces of legality.
#include "core/model/pipeline_split.hpp"
#include "tests/support/legal_scenario.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

template <class T>
T one_of(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}

ModelSpec any_model() {
    ModelSpec model = test::small_model();
    model.num_key_value_heads = one_of({1, 2, 4, 8, 32});
    model.num_attention_heads = 32;
    model.num_hidden_layers = *rc::gen::inRange(1, 130);
    model.head_dim = one_of({64, 128, 256});
    model.intermediate_size = one_of({8192, 11008, 14336});
    model.tie_word_embeddings = *rc::gen::arbitrary<bool>();
    model.sliding_window = one_of({0, 512, 4096});
    model.full_attention_every = one_of({0, 2, 6});
    if (*rc::gen::arbitrary<bool>()) {
        model.moe = test::small_experts();
        model.moe->first_k_dense_replace = one_of({0, 1, 3});
        model.moe->moe_layer_step = one_of({1, 2});
    }
    return model;
}

/// One thing about a plan changed to something that may or may not be legal, or is absurd.
void bend(Scenario& scenario) {
    TrainingPlan& plan = scenario.training;
    switch (*rc::gen::inRange(0, 16)) {
    case 0: plan.tensor_parallel = one_of({0, 1, 2, 3, 4, 8, 2147483647}); break;
    case 1: plan.pipeline_parallel = one_of({-1, 1, 2, 4, 7, 8}); break;
    case 2: plan.virtual_stages = one_of({1, 2, 3, 4}); break;
    case 3: plan.pipeline_split = PipelineSplit::balanced; break;
    case 4: plan.context_parallel = one_of({1, 2, 3, 4}); break;
    case 5: plan.expert_parallel = one_of({1, 8, 32, 64}); break;
    case 6: plan.expert_tensor_parallel = one_of({1, 2}); break;
    case 7: plan.micro_batch = one_of({1, 2, 4, 5, 2147483647}); break;
    case 8: plan.global_batch = one_of({1, 64, 96, 128, 1024}); break;
    case 9: plan.sequence = one_of({1, 4095, 4096, 1048576}); break;
    case 10: plan.sequence_parallel = true; break;
    case 11: plan.zero_stage = one_of({1, 2, 3, 4}); break;
    case 12: plan.offload = one_of({Offload::optimizer, Offload::nvme}); break;
    case 13: plan.precision = one_of({Precision::fp8, Precision::nvfp4}); break;
    case 14: scenario.cluster.nodes = one_of({1, 2, 3, 16, 2147483647}); break;
    default: scenario.model = any_model(); break;
    }
}

/// About half of these are legal.
Scenario any_scenario() {
    Scenario scenario = test::legal_scenario();
    const int bends = *rc::gen::inRange(0, 5);
    for (int i = 0; i < bends; ++i)
        bend(scenario);
    return scenario;
}

TEST(LegalityProperties, ErrorsAreReportedExactlyForIllegalPlans) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_scenario();
        const bool legal = find_illegality(scenario) == Illegality::none;
        const Problems problems = validate(scenario);
        RC_TAG(legal);
        RC_ASSERT(has_errors(problems) != legal);
        for (const Problem& problem : problems) {
            RC_ASSERT(problem.where.starts_with('/'));
            RC_ASSERT(!problem.message.empty());
        }
    }));
}

TEST(LegalityProperties, ALegalPlanAddsUp) {
    EXPECT_TRUE(rc::check([] {
        const Scenario scenario = any_scenario();
        RC_PRE(find_illegality(scenario) == Illegality::none);
        const TrainingPlan& plan = scenario.training;
        const int ranks = data_parallel(scenario);
        RC_ASSERT(ranks * plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel ==
                  scenario.cluster.gpus());
        RC_ASSERT(micro_batches(scenario) * ranks * plan.micro_batch == plan.global_batch);
        int layers = 0;
        for (int stage = 0; stage < plan.pipeline_parallel; ++stage)
            layers += stage_layers(scenario.model, plan, stage).total();
        RC_ASSERT(layers == scenario.model.num_hidden_layers);
    }));
}

TEST(PipelineProperties, StagesHoldEveryLayerOnceAndTheFullestIsKnown) {
    EXPECT_TRUE(rc::check([] {
        const ModelSpec model = any_model();
        TrainingPlan plan;
        plan.pipeline_parallel = *rc::gen::inRange(1, 17);
        plan.virtual_stages = *rc::gen::inRange(1, 5);
        plan.pipeline_split = one_of({PipelineSplit::even, PipelineSplit::balanced});
        RC_PRE(splits_into_stages(model, plan));
        StageLayers all;
        int most = 0;
        for (int stage = 0; stage < plan.pipeline_parallel; ++stage) {
            const StageLayers held = stage_layers(model, plan, stage);
            all.dense += held.dense;
            all.moe += held.moe;
            most = std::max(most, held.total());
        }
        RC_ASSERT(all.dense == count_parameters(model).dense_layers);
        RC_ASSERT(all.moe == count_parameters(model).moe_layers);
        RC_ASSERT(most == most_stage_layers(model, plan));
    }));
}

TEST(ScalingProperties, MoreAskedIsNeverLessGiven) {
    EXPECT_TRUE(rc::check([] {
        const ModelSpec model = any_model();
        const ScalingSteps steps{one_of({1, 2, 8}), one_of({1, 4, 16})};
        const double small = *rc::gen::inRange(1, 100'000) * 1e7;
        const double large = small * (1.0 + *rc::gen::inRange(0, 1000) * 1e-3);
        const ModelSpec smaller = scaled_to(model, small, steps);
        const ModelSpec larger = scaled_to(model, large, steps);
        RC_ASSERT(count_parameters(smaller).total <= count_parameters(larger).total);
        RC_ASSERT(smaller.num_attention_heads % smaller.num_key_value_heads == 0);
        RC_ASSERT(smaller.head_dim == model.head_dim);
    }));
}

TEST(ScalingProperties, AScaledModelIsWithinTheLimits) {
    EXPECT_TRUE(rc::check([] {
        Scenario scenario = test::legal_scenario();
        const int exponent = *rc::gen::inRange(0, 30);
        scenario.model = scaled_to(any_model(), std::pow(10.0, exponent));
        RC_ASSERT(!contains(find_illegality(scenario), Illegality::out_of_range));
    }));
}

TEST(KvCacheProperties, GrowWithTheContextAndNeverBeyondFullAttention) {
    EXPECT_TRUE(rc::check([] {
        const ModelSpec model = any_model();
        const std::int64_t tokens = *rc::gen::inRange(0, 1'000'000);
        const std::int64_t held = kv_cache_layer_tokens(model, tokens);
        RC_ASSERT(held <= kv_cache_layer_tokens(model, tokens + 1));
        RC_ASSERT(held <= tokens * model.num_hidden_layers);
        RC_ASSERT(kv_cache_bytes_per_token(model, 2.0) ==
                  2.0 * 2 * model.num_hidden_layers * model.num_key_value_heads * model.head_dim);
    }));
}

} // namespace
} // namespace headroom
