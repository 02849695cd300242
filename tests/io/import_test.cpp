// config.json files as models publish them, in small.
#include "core/io/import.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

ImportResult import_text(const std::string& text,
                         const std::map<std::string, std::string>& answers = {}) {
    const fs::path path =
        fs::temp_directory_path() / ("headroom-import-" + std::to_string(::getpid()) + ".json");
    std::ofstream(path) << text;
    ImportResult result = import_files({path}, answers, test_catalog());
    fs::remove(path);
    return result;
}

ModelSpec model_of(const std::string& text) {
    const ImportResult result = import_text(text);
    for (const Problem& problem : result.problems)
        if (problem.severity == Severity::error) ADD_FAILURE() << to_line(problem);
    return result.model.value_or(ModelSpec{});
}

std::string llama(const std::string& more) {
    return R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 8,
               "num_attention_heads": 16, "intermediate_size": 5504, "vocab_size": 32000)" +
           more + "}";
}

TEST(ImportHf, asks_what_no_config_says) {
    const ImportResult result = import_text(llama(""));
    EXPECT_EQ(result.kind, "hf");
    std::vector<std::string> asked;
    for (const auto& [key, question] : result.ask)
        asked.push_back(key);
    EXPECT_EQ(asked, (std::vector<std::string>{"cluster.gpus", "training.micro_batch",
                                               "training.sequence"}));
}

TEST(ImportHf, says_what_it_assumed_and_why) {
    const ImportResult result = import_text(llama(""));
    EXPECT_EQ(result.assumed.at("model.num_key_value_heads").value_json, "16");
    EXPECT_EQ(result.assumed.at("model.head_dim").value_json, "128");
    EXPECT_EQ(result.assumed.at("model.tie_word_embeddings").why, "as llama models are");
    EXPECT_EQ(result.given.at("model.hidden_size").value_json, "2048");
}

TEST(ImportHf, answers_make_a_scenario_that_can_be_read) {
    const ImportResult result = import_text(llama(""), {{"cluster.gpus", "16"},
                                                        {"training.sequence", "4096"},
                                                        {"training.micro_batch", "2"},
                                                        {"training.accumulation", "4"},
                                                        {"training.zero_stage", "3"}});
    EXPECT_TRUE(result.ask.empty());
    const ScenarioResult read = read_scenario(result.scenario_json, "imported", test_catalog());
    ASSERT_TRUE(read.scenario.has_value());
    EXPECT_EQ(read.scenario->cluster.gpus(), 16);
    EXPECT_EQ(read.scenario->training.global_batch, 2 * 4 * 16);
    EXPECT_EQ(read.scenario->training.zero_stage, 3);
}

/// 131072 positions are what the model may see, not what a run feeds it.
TEST(ImportHf, position_limit_is_not_the_sequence) {
    const ImportResult result = import_text(llama(R"(, "max_position_embeddings": 131072)"));
    EXPECT_EQ(result.model->max_position_embeddings, 131072);
    EXPECT_TRUE(result.ask.contains("training.sequence"));
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].severity, Severity::note);
}

TEST(ImportHf, head_size_is_not_always_hidden_over_heads) {
    EXPECT_EQ(model_of(llama(R"(, "head_dim": 256)")).head_dim, 256);
}

TEST(ImportHf, descends_to_the_language_model) {
    const ImportResult result = import_text(R"({
      "model_type": "gemma3", "tie_word_embeddings": false,
      "vision_config": {"hidden_size": 1152},
      "text_config": {"model_type": "gemma3_text", "hidden_size": 2560, "num_hidden_layers": 34,
        "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
        "intermediate_size": 10240, "vocab_size": 262208, "sliding_window": 1024}
    })");
    ASSERT_TRUE(result.model.has_value());
    EXPECT_EQ(result.model->hidden_size, 2560);
    EXPECT_TRUE(result.model->tie_word_embeddings) << "the outer key is not the text model's";
    EXPECT_EQ(result.model->sliding_window, 1024);
    EXPECT_EQ(result.model->full_attention_every, 6);
    EXPECT_EQ(kv_cache_layer_tokens(*result.model, 131072), 29 * 1024 + 5 * 131072);
}

TEST(ImportHf, layers_that_are_listed_give_the_distance_of_full_ones) {
    const ModelSpec model = model_of(llama(
        R"(, "sliding_window": 512, "layer_types": ["sliding_attention", "sliding_attention",
           "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
           "sliding_attention", "full_attention"])"));
    EXPECT_EQ(model.sliding_window, 512);
    EXPECT_EQ(model.full_attention_every, 4);
}

TEST(ImportHf, a_window_that_is_switched_off_is_none) {
    EXPECT_EQ(
        model_of(llama(R"(, "sliding_window": 4096, "use_sliding_window": false)")).sliding_window,
        0);
}

TEST(ImportHf, gpt2_spellings) {
    const ModelSpec model = model_of(R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12,
        "n_head": 12, "n_inner": null, "n_positions": 1024, "vocab_size": 50257})");
    EXPECT_EQ(count_parameters(model).total, 124'439'808);
}

TEST(ImportHf, mla_and_experts) {
    const ModelSpec model = model_of(R"({"model_type": "deepseek_v3", "hidden_size": 7168,
        "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128,
        "intermediate_size": 18432, "moe_intermediate_size": 2048, "vocab_size": 129280,
        "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8,
        "first_k_dense_replace": 3, "moe_layer_freq": 1, "q_lora_rank": 1536, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
        "tie_word_embeddings": false})");
    EXPECT_EQ(count_parameters(model).total, 671'026'419'200);
    EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model, 2.0), 70272.0);
}

TEST(ImportHf, mixtral_experts_are_as_wide_as_the_mlp) {
    const ImportResult result =
        import_text(llama(R"(, "num_local_experts": 8, "num_experts_per_tok": 2)"));
    EXPECT_EQ(result.model->moe->moe_intermediate_size, 5504);
    EXPECT_TRUE(result.assumed.contains("model.moe_intermediate_size"));
}

TEST(ImportHf, quantised_checkpoints_are_named) {
    const ImportResult result =
        import_text(llama(R"(, "quantization_config": {"quant_method": "fp8"})"));
    EXPECT_EQ(result.given.at("training.quantization.weights").value_json, "\"fp8\"");
}

TEST(ImportHf, infinity_is_tolerated_with_a_note) {
    const ImportResult result = import_text(llama(R"(, "time_step_limit": [0.0, Infinity])"));
    EXPECT_TRUE(result.model.has_value());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].severity, Severity::note);
}

TEST(ImportHf, encoders_are_imported_with_a_warning) {
    const ImportResult result = import_text(R"({"model_type": "bert", "hidden_size": 768,
        "intermediate_size": 3072, "num_hidden_layers": 12, "num_attention_heads": 12,
        "vocab_size": 30522})");
    EXPECT_EQ(result.model->style, ModelStyle::bert);
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_NE(result.problems[0].message.find("encoder"), std::string::npos);
}

TEST(ImportHf, misspelt_dimensions_are_pointed_out) {
    const ImportResult result = import_text(llama(R"(, "head_dims": 64)"));
    EXPECT_EQ(result.unknown, std::vector<std::string>{"head_dims"});
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_NE(result.problems[0].message.find("did you mean \"head_dim\"?"), std::string::npos);
}

struct RefusedRow {
    const char* name;
    const char* text;
    const char* part; // of the message
};

class Refused : public testing::TestWithParam<RefusedRow> {};

TEST_P(Refused, says_what_it_is) {
    const ImportResult result = import_text(GetParam().text);
    EXPECT_FALSE(result.model.has_value());
    ASSERT_FALSE(result.problems.empty());
    EXPECT_NE(result.problems[0].message.find(GetParam().part), std::string::npos)
        << result.problems[0].message;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Refused,
    testing::Values(
        RefusedRow{"generation", R"({"do_sample": true, "temperature": 0.7})", "generation"},
        RefusedRow{"deepspeed", R"({"zero_optimization": {"stage": 2}})", "DeepSpeed"},
        RefusedRow{"adapter", R"({"peft_type": "LORA", "r": 8})", "adapter"},
        RefusedRow{"weights", R"({"metadata": {}, "weight_map": {}})", "weight files"},
        RefusedRow{"own", R"({"format": 1, "training": {}, "cluster": {}})", "scenario"},
        RefusedRow{"yaml", "base_model: x\nsequence_len: 128\n", "YAML"},
        RefusedRow{"remarks", "# nothing\n", "empty"},
        RefusedRow{"script", "#!/bin/sh\ntorchrun train.py\n", "launch script"},
        RefusedRow{"something", R"({"colour": "red"})", "not recognised"},
        RefusedRow{"zero_heads",
                   R"({"model_type": "llama", "hidden_size": 512, "num_hidden_layers": 4,
                       "num_attention_heads": 0, "intermediate_size": 1408, "vocab_size": 8192})",
                   "at least 1"},
        RefusedRow{"image",
                   R"({"model_type": "vit", "hidden_size": 768, "num_hidden_layers": 12,
                       "num_attention_heads": 12, "intermediate_size": 3072})",
                   "not a language model"}),
    [](const auto& row) { return row.param.name; });

} // namespace
} // namespace headroom
