// Configurations of other tools in small, each with what an import of it gives:
// tests/io/data/formats.
//
// Beside each file stands what is expected of it: the kind, the questions before any answer, what
// the scenario holds once it is answered, what was assumed, problems by severity, place and a part
// of the sentence. A file without an expected error is read without one.
#include "core/formats/import.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view expectation_ending = ".expected.json";

fs::path data_folder() { return fs::path(HEADROOM_SOURCE_DIR) / "tests/io/data/formats"; }

/// Files of the folder that have an expectation, as "deepspeed/remarks.json".
std::vector<std::string> cases() {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(data_folder())) {
        const std::string name = fs::relative(entry.path(), data_folder()).string();
        fs::path expectation = entry.path();
        expectation.replace_extension(expectation_ending);
        if (!name.ends_with(expectation_ending) && fs::exists(expectation)) found.push_back(name);
    }
    std::ranges::sort(found);
    return found;
}

/// Adds each value that `expected` has and `found` has not, by its path.
void find_differences(const json& expected, const json& found, const std::string& path,
                      std::vector<std::string>& differences) {
    if (!expected.is_object()) {
        if (expected != found)
            differences.push_back(path + ": expected " + expected.dump() + ", is " + found.dump());
        return;
    }
    for (const auto& [key, value] : expected.items())
        find_differences(value, found.is_object() && found.contains(key) ? found[key] : json(),
                         path.empty() ? key : path + "." + key, differences);
}

/// Whether a problem stands at "/a/b", "--flag", "NAME", "line 3" or anywhere in the "file".
bool is_at(const Problem& problem, const std::string& place) {
    if (place == "file") return true;
    if (place.starts_with("line ")) {
        const std::string line = ":" + place.substr(5);
        return problem.where.ends_with(line) || problem.where.find(line + ":") != std::string::npos;
    }
    return problem.where.ends_with(": " + place);
}

std::string all_problems(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems)
        text += "\n  " + to_report_line(problem);
    return text;
}

std::map<std::string, std::string> answers_of(const json& expected) {
    if (!expected.contains("answers")) return {};
    return expected["answers"].get<std::map<std::string, std::string>>();
}

class ImportCase : public testing::TestWithParam<std::string> {
  protected:
    ImportCase() : file_(data_folder() / GetParam()) {
        fs::path expectation = file_;
        expected_ = json::parse(test::read_all(expectation.replace_extension(expectation_ending)));
    }

    ImportResult import(const std::map<std::string, std::string>& answers) const {
        return import_files({file_}, answers, test_catalog());
    }

    fs::path file_;
    json expected_;
};

TEST_P(ImportCase, asks_exactly_what_the_file_does_not_say) {
    std::vector<std::string> asked;
    for (const auto& [key, question] : import({}).ask) {
        asked.push_back(key);
        EXPECT_FALSE(question.reason.empty()) << key;
        EXPECT_FALSE(question.question.empty()) << key;
    }
    EXPECT_EQ(asked, expected_["ask"].get<std::vector<std::string>>());
}

TEST_P(ImportCase, gives_the_scenario_and_the_problems) {
    const ImportResult result = import(answers_of(expected_));
    EXPECT_EQ(result.kind, expected_["kind"].get<std::string>());
    bool refused = false;
    for (const json& problem : expected_.value("problems", json::array())) {
        refused = refused || problem["severity"] == "error";
        const bool found = std::ranges::any_of(result.problems, [&](const Problem& one) {
            return name_of(one.severity) == problem["severity"].get<std::string>() &&
                   is_at(one, problem["where"]) &&
                   one.message.find(problem["contains"].get<std::string>()) != std::string::npos;
        });
        EXPECT_TRUE(found) << problem.dump() << all_problems(result.problems);
    }
    EXPECT_EQ(has_errors(result.problems), refused) << all_problems(result.problems);
    std::vector<std::string> differences;
    find_differences(expected_.value("scenario", json::object()), json::parse(result.scenario_json),
                     "", differences);
    EXPECT_THAT(differences, testing::IsEmpty());
}

TEST_P(ImportCase, says_what_it_assumed) {
    const ImportResult result = import(answers_of(expected_));
    for (const std::string key : expected_.value("assumed", json::array())) {
        ASSERT_TRUE(result.assumed.contains(key)) << key;
        EXPECT_FALSE(result.assumed.at(key).why.empty()) << key;
    }
}

INSTANTIATE_TEST_SUITE_P(Files, ImportCase, testing::ValuesIn(cases()), [](const auto& row) {
    std::string name = row.param; // with its ending: two files may differ in that alone
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

std::map<std::string, std::string> enough_answers() {
    return {{"cluster.gpus", "8"},
            {"training.sequence", "2048"},
            {"training.micro_batch", "1"},
            {"training.recompute", "full"},
            {"training.optimizer", "adamw"}};
}

/// A model's config.json and a DeepSpeed JSON describe one run.
TEST(ImportTogether, a_model_and_its_engine) {
    const test::ScratchFolder scratch;
    const std::string model = scratch.file("config.json", R"({"model_type": "llama",
        "hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
        "intermediate_size": 5504, "vocab_size": 32000})");
    const std::string engine = scratch.file(
        "ds_config.json", R"({"train_batch_size": 32, "train_micro_batch_size_per_gpu": 1,
        "bf16": {"enabled": true}, "zero_optimization": {"stage": 2}})");
    for (const auto& files : {std::vector<fs::path>{model, engine}, {engine, model}}) {
        const ImportResult open = import_files(files, {}, test_catalog());
        EXPECT_EQ(open.kind, "deepspeed");
        EXPECT_FALSE(open.ask.contains("model"));
        EXPECT_FALSE(open.ask.contains("training.micro_batch"));
        const ImportResult closed = import_files(files, enough_answers(), test_catalog());
        EXPECT_TRUE(closed.ask.empty());
        const json scenario = json::parse(closed.scenario_json);
        EXPECT_EQ(scenario["model"]["hidden_size"], 2048);
        EXPECT_EQ(scenario["training"]["zero_stage"], 2);
        EXPECT_EQ(scenario["training"]["global_batch"], 32);
    }
}

/// A companion that is opened with the file that names it is found wherever it lies.
TEST(ImportTogether, a_companion_that_was_opened_too) {
    const test::ScratchFolder scratch, elsewhere;
    const std::string launch =
        scratch.file("acc.yaml", "distributed_type: DEEPSPEED\nnum_processes: 4\n"
                                 "deepspeed_config: {deepspeed_config_file: conf/z.json}\n");
    const std::string engine = elsewhere.file(
        "z.json", R"({"bf16": {"enabled": true}, "zero_optimization": {"stage": 1}})");
    EXPECT_TRUE(import_files({launch}, {}, test_catalog()).ask.contains("file:conf/z.json"));
    const ImportResult both = import_files({launch, engine}, {}, test_catalog());
    EXPECT_FALSE(both.ask.contains("file:conf/z.json"));
    EXPECT_EQ(both.given.at("training.zero_stage").value_json, "1");
    const ImportResult answered =
        import_files({launch}, {{"file:conf/z.json", engine}}, test_catalog());
    EXPECT_EQ(answered.given.at("training.precision").value_json, "\"bf16\"");
}

TEST(ImportTogether, the_model_may_be_answered_by_a_file) {
    const test::ScratchFolder scratch;
    const std::string model = scratch.file("tiny.json", R"({"model_type": "llama",
        "hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 8,
        "intermediate_size": 2816, "vocab_size": 32000})");
    const fs::path engine = data_folder() / "deepspeed/total-and-micro.json";
    std::map<std::string, std::string> answers = enough_answers();
    answers.erase("training.micro_batch");
    answers["model"] = model;
    const ImportResult result = import_files({engine}, answers, test_catalog());
    EXPECT_FALSE(has_errors(result.problems)) << all_problems(result.problems);
    EXPECT_TRUE(result.ask.empty());
    EXPECT_EQ(json::parse(result.scenario_json)["model"]["num_hidden_layers"], 4);
}

/// Every file that is answered to the end is a scenario that reads without a complaint of its
/// format.
TEST(ImportTogether, answers_make_scenarios_of_every_kind) {
    const test::ScratchFolder scratch;
    for (const char* name :
         {"deepspeed/total-and-micro.json", "accelerate/fsdp2.yaml", "axolotl/qlora.yaml",
          "llamafactory/lora-is-the-default.yaml", "torchtitan/what-is-left-shards.toml",
          "torchtune/recipe-in-a-remark.yaml", "litgpt/full-on-two.yaml", "megatron/variables.sh",
          "megatron/experts.sh", "nanotron/degrees-are-gpus.yaml", "hf_trainer/launch-line.sh"}) {
        std::map<std::string, std::string> answers = enough_answers();
        const ImportResult open = import_files({data_folder() / name}, {}, test_catalog());
        std::erase_if(answers, [&](const auto& one) { return !open.ask.contains(one.first); });
        if (open.ask.contains("model")) answers["model"] = "llama3.1-8b";
        if (open.ask.contains("training.accumulation")) answers["training.accumulation"] = "2";
        const ImportResult closed = import_files({data_folder() / name}, answers, test_catalog());
        EXPECT_TRUE(closed.ask.empty()) << name;
        const ScenarioResult read = read_scenario(closed.scenario_json, name, test_catalog());
        EXPECT_TRUE(read.scenario.has_value()) << name << all_problems(read.problems);
    }
}

TEST(ImportTogether, a_kind_can_be_said) {
    const test::ScratchFolder scratch;
    const std::string file = scratch.file("x.yaml", "micro_batch_size: 2\nsequence_len: 512\n");
    EXPECT_EQ(import_files({file}, {}, test_catalog()).kind, "none");
    const ImportResult as = import_files({file}, {}, test_catalog(), "axolotl");
    EXPECT_EQ(as.kind, "axolotl");
    EXPECT_EQ(as.given.at("training.micro_batch").value_json, "2");
    const ImportResult no = import_files({file}, {}, test_catalog(), "axolotol");
    EXPECT_TRUE(has_errors(no.problems));
}

TEST(ImportTogether, a_long_toml_is_not_read) {
    const test::ScratchFolder scratch;
    std::string text = "[training]\n";
    for (int i = 0; i < 10'000; ++i)
        text += "key" + std::to_string(i) + " = 1\n";
    const ImportResult result = import_files({scratch.file("x.toml", text)}, {}, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_NE(result.problems[0].message.find("10000 values"), std::string::npos);
}

TEST(ImportTogether, line_ends_of_windows_are_line_ends) {
    const test::ScratchFolder scratch;
    const std::string file =
        scratch.file("x.yaml", "distributed_type: MULTI_GPU\r\n"
                               "num_processes: 2\r\nmixed_precision: bf16\r\n");
    const ImportResult result = import_files({file}, {}, test_catalog());
    EXPECT_EQ(result.given.at("cluster.gpus").where, file + ":2: /num_processes");
    EXPECT_EQ(result.given.at("training.precision").value_json, "\"bf16\"");
}

TEST(ImportTogether, a_file_of_more_than_a_mebibyte_is_not_read) {
    const test::ScratchFolder scratch;
    const std::string file = scratch.file("x.yaml", "a: " + std::string(1024 * 1024, 'b'));
    const ImportResult result = import_files({file}, {}, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_NE(result.problems[0].message.find("1 MiB"), std::string::npos);
}

} // namespace
} // namespace headroom
