// config.json files as models publish them, in small.
#include "core/formats/import.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/process.hpp"

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
        RefusedRow{"adapter", R"({"peft_type": "LORA", "r": 8})", "adapter"},
        RefusedRow{"weights", R"({"metadata": {}, "weight_map": {}})", "weight files"},
        RefusedRow{"own", R"({"format": 1, "training": {}, "cluster": {}})", "scenario"},
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

std::vector<std::string> errors_of(const ImportResult& result) {
    std::vector<std::string> lines;
    for (const Problem& problem : result.problems)
        if (problem.severity == Severity::error) lines.push_back(to_report_line(problem));
    return lines;
}

struct StrangerRow {
    const char* name;
    const char* text;
    const char* part;
};
class NotOfLayers : public testing::TestWithParam<StrangerRow> {};

/// One sentence that says what it is, and no complaint about keys that such a model has not.
TEST_P(NotOfLayers, is_refused_in_one_sentence) {
    const ImportResult result = import_text(GetParam().text);
    EXPECT_FALSE(result.model.has_value());
    const std::vector<std::string> errors = errors_of(result);
    ASSERT_EQ(errors.size(), 1U) << testing::PrintToString(errors);
    EXPECT_NE(errors[0].find(GetParam().part), std::string::npos) << errors[0];
}

INSTANTIATE_TEST_SUITE_P(
    Rows, NotOfLayers,
    testing::Values(
        StrangerRow{"mamba", R"({"model_type": "mamba", "hidden_size": 768, "state_size": 16,
                                 "num_hidden_layers": 24, "vocab_size": 50280})",
                    "a state-space model"},
        StrangerRow{"mamba2", R"({"model_type": "mamba2", "hidden_size": 768})",
                    "a state-space model"},
        StrangerRow{"rwkv", R"({"model_type": "rwkv5", "hidden_size": 768})",
                    "a recurrent network"},
        StrangerRow{"by_architecture", R"({"architectures": ["MambaForCausalLM"], "d_model": 768})",
                    "a state-space model"},
        StrangerRow{"speech", R"({"model_type": "whisper", "d_model": 768})", "a speech model"},
        StrangerRow{"pair", R"({"model_type": "mbart", "d_model": 768})", "an encoder-decoder"},
        StrangerRow{"image", R"({"model_type": "vit_mae", "hidden_size": 768})", "an image model"},
        StrangerRow{"text_part_is_no_object", R"({"model_type": "llava", "text_config": "x"})",
                    "/text_config: expected an object, found the text \"x\""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ImportHf, an_unknown_type_is_taken_as_llama_and_everything_taken_is_listed) {
    for (const char* type : {R"("model_type": "newmodel", )", R"("model_type": null, )", ""}) {
        const ImportResult result =
            import_text(std::string("{") + type +
                        R"("hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
               "intermediate_size": 5504, "vocab_size": 32000})");
        ASSERT_TRUE(result.model.has_value());
        ASSERT_FALSE(result.problems.empty());
        EXPECT_EQ(result.problems[0].severity, Severity::warning);
        EXPECT_NE(result.problems[0].message.find("taken to be Llama's"), std::string::npos);
        for (const char* key :
             {"model.norm", "model.norms_per_layer", "model.position", "model.qk_norm",
              "model.attention_bias", "model.o_bias", "model.mlp_bias", "model.gated_mlp",
              "model.tie_word_embeddings", "model.num_key_value_heads", "model.head_dim"})
            EXPECT_TRUE(result.assumed.contains(key)) << key;
    }
}

TEST(ImportHf, the_architecture_tells_the_type_where_the_file_does_not) {
    const ImportResult result = import_text(R"({"architectures": ["Qwen2ForCausalLM"],
        "hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
        "intermediate_size": 5504, "vocab_size": 32000})");
    ASSERT_TRUE(result.model.has_value());
    EXPECT_TRUE(result.model->attention_bias) << "as qwen2 models have";
    EXPECT_EQ(result.assumed.at("model.family").value_json, "\"qwen2\"");
}

TEST(ImportHf, every_value_of_the_plan_that_nobody_gave_is_assumed_with_its_reason) {
    const ImportResult result = import_text(llama(""), {{"cluster.gpus", "16"},
                                                        {"training.sequence", "4096"},
                                                        {"training.micro_batch", "2"},
                                                        {"training.optimizer", "sgd"}});
    for (const char* key :
         {"cluster.gpu", "cluster.gpus_per_node", "cluster.nodes", "cluster.intra_node",
          "cluster.inter_node", "training.task", "training.precision", "training.states",
          "training.zero_stage", "training.recompute", "training.tensor_parallel",
          "training.pipeline_parallel", "training.offload", "training.flash_attention",
          "training.loss", "training.packing", "training.framework", "training.accumulation",
          "training.global_batch"}) {
        ASSERT_TRUE(result.assumed.contains(key)) << key;
        EXPECT_FALSE(result.assumed.at(key).why.empty()) << key;
    }
    EXPECT_EQ(result.assumed.at("training.zero_stage").value_json, "0");
    EXPECT_EQ(result.assumed.at("training.recompute").value_json, "\"none\"");
    EXPECT_EQ(result.assumed.at("training.task").value_json, "\"pretrain\"");
    EXPECT_FALSE(result.assumed.contains("training.optimizer"));
    EXPECT_FALSE(result.assumed.contains("training.sequence"));
}

/// What is said to be assumed is what the scenario that comes out has.
TEST(ImportHf, what_was_assumed_is_what_is_computed_with) {
    const ImportResult result = import_text(
        llama(""),
        {{"cluster.gpus", "8"}, {"training.sequence", "4096"}, {"training.micro_batch", "2"}});
    const ScenarioResult read = read_scenario(result.scenario_json, "imported", test_catalog());
    ASSERT_TRUE(read.scenario.has_value());
    std::string changes;
    for (const auto& [key, assumed] : result.assumed) {
        if (key.starts_with("model.") || key == "training.accumulation") continue;
        const ScenarioResult again = read_scenario_with(
            result.scenario_json, "imported", {key + "=" + assumed.value_json}, test_catalog());
        ASSERT_TRUE(again.scenario.has_value()) << key << "=" << assumed.value_json;
        EXPECT_TRUE(*again.scenario == *read.scenario) << key << "=" << assumed.value_json;
    }
}

struct AnswerRow {
    const char* name;
    const char* key;
    const char* value;
    const char* error; // how the one error begins or what it holds
};
class BadAnswer : public testing::TestWithParam<AnswerRow> {};

TEST_P(BadAnswer, is_named_with_the_key_that_was_meant) {
    std::map<std::string, std::string> answers{
        {"cluster.gpus", "8"}, {"training.sequence", "4096"}, {"training.micro_batch", "1"}};
    answers[GetParam().key] = GetParam().value;
    const ImportResult result = import_text(llama(""), answers);
    const std::vector<std::string> errors = errors_of(result);
    ASSERT_EQ(errors.size(), 1U) << testing::PrintToString(errors);
    EXPECT_TRUE(errors[0].starts_with("--answer " + std::string(GetParam().key) + "=" +
                                      GetParam().value + ": error: "))
        << errors[0];
    EXPECT_NE(errors[0].find(GetParam().error), std::string::npos) << errors[0];
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadAnswer,
    testing::Values(
        AnswerRow{"unknown", "training.sequense", "1", "did you mean \"training.sequence\"?"},
        AnswerRow{"unknown_lists_what_is_asked", "colour", "red", "cluster.gpus"},
        AnswerRow{"habit", "gpus", "8", "\"cluster.gpus\""},
        AnswerRow{"not_whole", "training.micro_batch", "2.5", "not a whole number of at least 1"},
        AnswerRow{"zero", "cluster.gpus", "0", "not a whole number of at least 1"},
        AnswerRow{"unknown_gpu", "cluster.gpu", "h100-sxn",
                  "/cluster/gpu: no GPU \"h100-sxn\"; did you mean \"h100-sxm\"?"},
        AnswerRow{"unknown_word", "training.precision", "fp17", "did you mean \"fp16\"?"},
        AnswerRow{"rule", "training.zero_group", "3", "a ZeRO group of 3 does not divide"}),
    [](const auto& row) { return std::string(row.param.name); });

/// Bad answers are told before the last question is answered.
TEST(ImportHf, answers_are_checked_while_questions_remain) {
    const ImportResult result = import_text(llama(""), {{"training.zero_stage", "7"}});
    EXPECT_EQ(result.ask.size(), 3U);
    const std::vector<std::string> errors = errors_of(result);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_TRUE(errors[0].starts_with("--answer training.zero_stage=7: error: ")) << errors[0];
}

TEST(ImportHf, the_batch_follows_from_the_data_parallel_ranks) {
    const ImportResult result = import_text(llama(""), {{"cluster.gpus", "16"},
                                                        {"training.sequence", "4096"},
                                                        {"training.micro_batch", "2"},
                                                        {"training.accumulation", "3"},
                                                        {"training.tensor_parallel", "4"}});
    const ScenarioResult read = read_scenario(result.scenario_json, "imported", test_catalog());
    ASSERT_TRUE(read.scenario.has_value());
    EXPECT_EQ(read.scenario->training.global_batch, 2 * 3 * (16 / 4));
    EXPECT_EQ(micro_batches(*read.scenario), 3);
}

TEST(ImportHf, an_encoder_decoder_can_be_answered_to_the_end) {
    const ImportResult result = import_text(
        R"({"model_type": "t5", "d_model": 1024, "d_ff": 4096, "d_kv": 64, "num_heads": 16,
            "num_layers": 24, "vocab_size": 32128})",
        {{"cluster.gpus", "8"}, {"training.sequence", "512"}, {"training.micro_batch", "1"}});
    EXPECT_EQ(errors_of(result), std::vector<std::string>{});
    ASSERT_TRUE(result.model.has_value());
    EXPECT_EQ(result.model->num_decoder_layers, 24);
    EXPECT_TRUE(result.assumed.contains("model.num_decoder_layers"));
}

TEST(ImportHf, heads_that_do_not_divide_ask_for_the_head_size) {
    const ImportResult result = import_text(R"({"model_type": "llama", "hidden_size": 2048,
        "num_hidden_layers": 8, "num_attention_heads": 31, "intermediate_size": 5504,
        "vocab_size": 32000})");
    const std::vector<std::string> errors = errors_of(result);
    ASSERT_EQ(errors.size(), 1U) << testing::PrintToString(errors);
    EXPECT_NE(errors[0].find("/num_attention_heads: hidden size 2048 does not divide by 31 heads"),
              std::string::npos)
        << errors[0];
}

struct QuantisedRow {
    const char* name;
    const char* config;
    const char* format; // "": not known, which is a warning
};
class Quantised : public testing::TestWithParam<QuantisedRow> {};

TEST_P(Quantised, is_our_format_or_said_to_be_unknown) {
    const ImportResult result =
        import_text(llama(std::string(", \"quantization_config\": ") + GetParam().config));
    EXPECT_EQ(errors_of(result), std::vector<std::string>{});
    const auto found = result.given.find("training.quantization.weights");
    const std::string format = found == result.given.end() ? "" : found->second.value_json;
    EXPECT_EQ(format, std::string_view(GetParam().format).empty()
                          ? ""
                          : "\"" + std::string(GetParam().format) + "\"");
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(result.problems[0].severity, Severity::warning);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Quantised,
    testing::Values(QuantisedRow{"gptq", R"({"quant_method": "gptq", "bits": 4})", "int4_g128"},
                    QuantisedRow{"gptq_8", R"({"quant_method": "gptq", "bits": 8})", "int8"},
                    QuantisedRow{"gptq_3", R"({"quant_method": "gptq", "bits": 3})", ""},
                    QuantisedRow{"bitsandbytes", R"({"load_in_4bit": true})", "nf4"},
                    QuantisedRow{"unknown", R"({"quant_method": "aqlm"})", ""}),
    [](const auto& row) { return std::string(row.param.name); });

class BadQuantisation : public testing::TestWithParam<const char*> {};

TEST_P(BadQuantisation, is_an_error) {
    const ImportResult result =
        import_text(llama(std::string(", \"quantization_config\": ") + GetParam()));
    EXPECT_FALSE(result.model.has_value());
    EXPECT_EQ(errors_of(result).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Rows, BadQuantisation,
                         testing::Values("4", "\"gptq\"", "[]", R"({"quant_method": 4})",
                                         R"({"quant_method": "gptq", "bits": 40})",
                                         R"({"quant_method": "gptq", "bits": "four"})",
                                         R"({"quant_method": "gptq", "bits": 4.5})",
                                         R"({"quant_method": "gptq", "bits": -4})",
                                         R"({"load_in_4bit": "yes"})"));

TEST(ReadOrImport, a_config_needs_its_answers) {
    const test::ScratchFolder scratch;
    const std::string file = scratch.file("config.json", llama(""));
    EXPECT_EQ(foreign_kind(file), "this is a Hugging Face config.json");
    const ScenarioResult open = read_or_import(file, {}, test_catalog());
    EXPECT_FALSE(open.scenario.has_value());
    ASSERT_EQ(open.problems.size(), 3U);
    EXPECT_NE(open.problems[0].message.find("--answer cluster.gpus="), std::string::npos);
    const ScenarioResult answered = read_or_import(
        file, {{"cluster.gpus", "8"}, {"training.sequence", "4096"}, {"training.micro_batch", "1"}},
        test_catalog());
    ASSERT_TRUE(answered.scenario.has_value());
    EXPECT_EQ(answered.scenario->model.hidden_size, 2048);
}

TEST(ReadOrImport, a_scenario_is_read_as_it_is) {
    const std::string file = test::preset_scenario("llama-3.1-8b-on-8-h100");
    EXPECT_EQ(foreign_kind(file), "");
    EXPECT_TRUE(read_or_import(file, {}, test_catalog()).scenario.has_value());
}

} // namespace
} // namespace headroom
