#include "core/model/model_spec.hpp"
#include "tests/support/legal_scenario.hpp"

namespace headroom {
namespace {

constexpr double bf16 = 2.0;

/// 61 layers of DeepSeek-V3 (arXiv 2412.19437, sec. 4.2).
ModelSpec latent_attention_model() {
    ModelSpec model = test::small_model();
    model.num_hidden_layers = 61;
    model.num_attention_heads = model.num_key_value_heads = 128;
    model.mla = MlaSpec{.q_lora_rank = 1536,
                        .kv_lora_rank = 512,
                        .qk_nope_head_dim = 128,
                        .qk_rope_head_dim = 64,
                        .v_head_dim = 128};
    return model;
}

TEST(KvCache, GroupedHeadsCountOnce) {
    ModelSpec model = test::small_model();
    model.num_hidden_layers = 80;
    model.num_attention_heads = 64;
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 2.0 * 80 * 8 * 128 * bf16);
}

TEST(KvCache, HeadSizeIsTheModelsOwn) {
    ModelSpec model = test::small_model(); // Mistral Nemo: 5120 / 32 is 160, its heads are 128
    model.hidden_size = 5120;
    model.num_hidden_layers = 40;
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 2.0 * 40 * 8 * 128 * bf16);
}

TEST(KvCache, LatentAttentionKeepsRankAndRope) {
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(latent_attention_model(), bf16), 70272.0);
}

TEST(KvCache, EncodersKeepNone) {
    ModelSpec model = test::small_model();
    model.style = ModelStyle::bert;
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 0.0);
    EXPECT_EQ(kv_cache_layer_tokens(model, 4096), 0);
}

struct Window {
    std::string name;
    int window, full_every;
    std::int64_t tokens, expected;
};

class KvWindow : public ::testing::TestWithParam<Window> {};

TEST_P(KvWindow, CapsTheTokensOfWindowedLayers) {
    ModelSpec model = test::small_model();
    model.num_hidden_layers = 62; // Gemma 3 27B: five windowed layers to one full layer
    model.sliding_window = GetParam().window;
    model.full_attention_every = GetParam().full_every;
    EXPECT_EQ(kv_cache_layer_tokens(model, GetParam().tokens), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    KvCache, KvWindow,
    ::testing::Values(Window{"none", 0, 0, 131072, 62LL * 131072},
                      Window{"five_to_one", 1024, 6, 131072, 10LL * 131072 + 52LL * 1024},
                      Window{"every_layer", 1024, 0, 131072, 62LL * 1024},
                      Window{"context_inside_window", 1024, 6, 512, 62LL * 512}),
    test::row_name<Window>);

TEST(ParameterCounts, ATiedEmbeddingCountsOnce) {
    ModelSpec model = test::small_model();
    const std::int64_t untied = count_parameters(model).total;
    model.tie_word_embeddings = true;
    EXPECT_EQ(untied - count_parameters(model).total, std::int64_t{128256} * 4096);
    EXPECT_EQ(count_parameters(model).head, 0);
}

TEST(ParameterCounts, OnlyRoutedExpertsSeparateTotalFromActive) {
    ModelSpec model = test::small_model();
    EXPECT_EQ(count_parameters(model).total, count_parameters(model).active);
    model.moe = test::small_experts();
    const ParameterCounts counts = count_parameters(model);
    EXPECT_EQ(counts.one_expert, 3LL * 4096 * 1408);
    EXPECT_EQ(counts.total - counts.active, 32LL * (64 - 8) * counts.one_expert);
}

struct ExpertLayers {
    std::string name;
    int first_dense, step, expected;
};

class WhichLayersHaveExperts : public ::testing::TestWithParam<ExpertLayers> {};

TEST_P(WhichLayersHaveExperts, CountAndPredicateAgree) {
    ModelSpec model = test::small_model();
    model.moe = test::small_experts();
    model.moe->first_k_dense_replace = GetParam().first_dense;
    model.moe->moe_layer_step = GetParam().step;
    int layers = 0;
    for (int i = 0; i < model.num_hidden_layers; ++i)
        layers += layer_has_experts(model, i) ? 1 : 0;
    EXPECT_EQ(layers, GetParam().expected);
    EXPECT_EQ(count_parameters(model).moe_layers, GetParam().expected);
    EXPECT_EQ(count_parameters(model).dense_layers, 32 - GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(ParameterCounts, WhichLayersHaveExperts,
                         ::testing::Values(ExpertLayers{"all", 0, 1, 32},
                                           ExpertLayers{"three_dense_first", 3, 1, 29},
                                           ExpertLayers{"every_second", 0, 2, 16},
                                           ExpertLayers{"dense_throughout", 40, 1, 0}),
                         test::row_name<ExpertLayers>);

TEST(Scaling, TheModelsOwnCountGivesTheModel) {
    const ModelSpec model = test::small_model();
    EXPECT_EQ(scaled_to(model, static_cast<double>(count_parameters(model).total)), model);
}

struct Size {
    std::string name;
    double parameters;
};

class ScaledModel : public ::testing::TestWithParam<Size> {};

TEST_P(ScaledModel, IsNearTheSizeAskedAndKeepsRatios) {
    const ModelSpec model = scaled_to(test::small_model(), GetParam().parameters);
    const auto total = static_cast<double>(count_parameters(model).total);
    EXPECT_NEAR(total / GetParam().parameters, 1.0, 0.04);
    EXPECT_EQ(model.head_dim, 128);
    EXPECT_EQ(model.vocab_size, 128256);
    EXPECT_EQ(model.num_attention_heads, 4 * model.num_key_value_heads);
    EXPECT_EQ(model.hidden_size, 128 * model.num_attention_heads);
    EXPECT_NEAR(static_cast<double>(model.intermediate_size) / model.hidden_size, 3.5, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Scaling, ScaledModel,
                         ::testing::Values(Size{"3B", 3e9}, Size{"13B", 13e9}, Size{"70B", 70e9},
                                           Size{"405B", 405e9}, Size{"1T", 1e12}),
                         test::row_name<Size>);

TEST(Scaling, KeepsToWhatThePlanDividesBy) {
    ModelSpec model = test::small_model(); // GPT-3 175B: 96 layers of 96 heads
    model.num_hidden_layers = 96;
    model.num_attention_heads = model.num_key_value_heads = 96;
    model.hidden_size = 12288;
    for (double size = 1e9; size < 2e12; size *= 1.7) {
        const ModelSpec scaled = scaled_to(model, size, {.heads = 8, .layers = 16});
        EXPECT_EQ(scaled.num_key_value_heads % 8, 0) << size;
        EXPECT_EQ(scaled.intermediate_size % 8, 0) << size;
        EXPECT_EQ(scaled.num_hidden_layers % 16, 0) << size;
    }
}

TEST(Scaling, ASizeThatIsNotANumberChangesNothing) {
    EXPECT_EQ(scaled_to(test::small_model(), std::numeric_limits<double>::quiet_NaN()),
              test::small_model());
}

} // namespace
} // namespace headroom
