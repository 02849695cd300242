// Where tools misread what they were given: a config, a card's name, a total. Each with the right
// value.
#include "core/cost/estimate.hpp"
#include "core/formats/import.hpp"
#include "tests/support/memory_samples.hpp"
#include "tests/support/process.hpp"

namespace headroom {
namespace {

using samples::gib;
using samples::on;

ModelSpec imported(const std::string& config) {
    const test::ScratchFolder scratch;
    const ImportResult result =
        import_files({scratch.file("config.json", config)}, {}, samples::presets());
    for (const Problem& problem : result.problems)
        if (problem.severity == Severity::error) ADD_FAILURE() << to_report_line(problem);
    return result.model.value_or(ModelSpec{});
}

constexpr double bf16 = 2.0;

/// 64 query heads share 8 key/value heads: 320 KiB for each token of Llama-3 70B, not 2.5 MiB.
TEST(ReadingTraps, KvCacheCountsKeyValueHeads) {
    const ModelSpec model = imported(R"({"model_type": "llama", "hidden_size": 8192,
        "num_hidden_layers": 80, "num_attention_heads": 64, "num_key_value_heads": 8,
        "intermediate_size": 28672, "vocab_size": 128256})");
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 320.0 * 1024.0);
}

/// Qwen3-0.6B: 16 heads of 128 on a hidden size of 1024. Hidden over heads would be 64.
TEST(ReadingTraps, KvCacheTakesTheHeadSizeOfTheConfig) {
    const ModelSpec model = imported(R"({"model_type": "qwen3", "hidden_size": 1024,
        "num_hidden_layers": 28, "num_attention_heads": 16, "num_key_value_heads": 8,
        "head_dim": 128, "intermediate_size": 3072, "vocab_size": 151936,
        "tie_word_embeddings": true})");
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 2.0 * 28 * 8 * 128 * bf16);
}

/// Gemma-3 27B at 128k tokens: 52 of 62 layers hold 1024 tokens. 10.4 GiB, where counting every
/// layer whole says 62 and reading the outer object says nothing.
TEST(ReadingTraps, WindowedLayersHoldTheirWindow) {
    const ModelSpec model = imported(R"({"model_type": "gemma3", "text_config": {
        "model_type": "gemma3_text", "hidden_size": 5376, "num_hidden_layers": 62,
        "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 128,
        "intermediate_size": 21504, "vocab_size": 262208, "sliding_window": 1024}})");
    constexpr std::int64_t tokens = 131072;
    EXPECT_EQ(kv_cache_layer_tokens(model, tokens), 52 * 1024 + 10 * tokens);
    const double layer_bytes = kv_cache_bytes_per_token(model, bf16) / 62.0;
    const double held =
        layer_bytes * static_cast<double>(kv_cache_layer_tokens(model, tokens)) / 0x1p30;
    EXPECT_NEAR(held, 10.4, 0.05);
}

/// 61 layers, rank 512 and 64 rotary dimensions: 70 272 B for each token, whatever the tensor
/// parallel degree, since the latent vector has no heads to deal out.
TEST(ReadingTraps, LatentAttentionCachesTheLatent) {
    const ModelSpec& model = samples::model("deepseek-v3");
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, bf16), 70272.0);
}

struct TiedRow {
    const char* id;
    double published;
};
class Tied : public testing::TestWithParam<TiedRow> {};

/// Input and output embedding are one matrix: Qwen3-0.6B has 0.596B parameters, not 0.752B.
TEST_P(Tied, EmbeddingIsCountedOnce) {
    const auto total = static_cast<double>(count_parameters(samples::model(GetParam().id)).total);
    EXPECT_NEAR(total / GetParam().published, 1.0, 0.005);
}

INSTANTIATE_TEST_SUITE_P(ReadingTraps, Tied,
                         testing::Values(TiedRow{"qwen3-0.6b", 0.596e9},
                                         TiedRow{"llama3.2-1b", 1.2358e9},
                                         TiedRow{"gemma-2b", 2.506e9}),
                         [](const auto& row) {
                             std::string name = row.param.id;
                             std::ranges::replace_if(
                                 name, [](char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

/// An H100 of "80 GB" holds 79.6 GiB: neither 80e9 B (74.5 GiB) nor 80 GiB.
TEST(ReadingTraps, EightyGigabytesHoldSeventyNinePointSix) {
    const Estimate estimate = evaluate(on("llama3.1-8b", "h100-sxm", "fsdp", 8));
    EXPECT_NEAR(gib(estimate.memory.capacity), 79.6, 0.1);
}

/// A plan whose need is below what eight cards hold together, and above what one does.
TEST(ReadingTraps, OneGpuIsHeldAgainstOneCard) {
    Scenario scenario = on("llama3.2-3b", "rtx-4090", "hf-trainer", 8);
    scenario.training.recompute.mode = RecomputeMode::full;
    const Estimate estimate = evaluate(scenario);
    ASSERT_EQ(estimate.illegality, Illegality::none);
    const double card = gib(estimate.memory.capacity);
    const double need = gib(estimate.memory.process.expected);
    EXPECT_NEAR(card, 24.0, 0.1);
    EXPECT_GT(need, card);
    EXPECT_LT(need, 8.0 * card);
    EXPECT_EQ(estimate.verdict, Verdict::does_not_fit);
}

} // namespace
} // namespace headroom
