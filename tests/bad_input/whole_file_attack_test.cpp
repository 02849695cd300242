// Files that are broken as a whole, as a scenario and as a config.json.
#include "core/formats/import.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

constexpr std::string_view whole_plan = R"({
  "format": 1, "name": "plan", "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxm", "gpus_per_node": 8},
  "training": {"sequence": 8192, "micro_batch": 1, "global_batch": 64}
})";
constexpr std::string_view whole_config = R"({
  "model_type": "llama", "hidden_size": 2048, "intermediate_size": 5504, "num_hidden_layers": 8,
  "num_attention_heads": 16, "vocab_size": 32000, "architectures": ["LlamaForCausalLM"]
})";

std::string as_utf16(std::string_view text, bool big_endian) {
    std::string wide = big_endian ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : text)
        wide += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
    return wide;
}

/// Opening brackets without an end, one level of key each where they are objects.
std::string deep(std::string_view opening, std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i)
        text += opening;
    return text;
}

struct FileRow {
    const char* name;
    std::string text;
    int line; // that the one error names; 0: none, it is of the whole file
    const char* part;
};

std::vector<FileRow> broken_files() {
    return {
        {"empty", "", 0, "empty"},
        {"blank", "\n \t\r\n", 0, "empty"},
        {"byte_order_mark_alone", "\xEF\xBB\xBF", 1, "not JSON"},
        {"utf16_little", as_utf16(whole_plan, false), 1, "UTF-16"},
        {"utf16_big", as_utf16(whole_plan, true), 1, "UTF-16"},
        {"utf16_without_mark", as_utf16(whole_plan, false).substr(2), 1, "NUL"},
        {"latin_1", "{\"name\":\n\"caf\xE9\"}", 2, "not UTF-8"},
        {"nul", std::string("{\"name\":\n\"a\0b\"}", 15), 2, "NUL"},
        {"deep_objects", deep("{\"a\":\n", 10'000), 65, "nested deeper than 64"},
        {"deep_in_an_object", "{\"a\":\n" + deep("[", 10'000), 2, "nested deeper than 64"},
        {"comment", "{\n// remark\n\"format\": 1}", 2, "not JSON"},
        {"comma_at_the_end", "{\"format\": 1,\n}", 2, "not JSON"},
        {"single_quotes", "{\n'format': 1}", 2, "not JSON"},
        {"bare_word", "{\"format\":\n yes}", 2, "not JSON"},
        {"two_documents", "{}\n{}", 2, "not JSON"},
    };
}

class BrokenFile : public testing::TestWithParam<FileRow> {};

void expect_one_error_in_the_file(const Problems& problems, const std::string& file,
                                  const FileRow& row) {
    ASSERT_EQ(problems.size(), 1U);
    const std::string line = to_report_line(problems[0]);
    const std::string source = row.line == 0 ? file : file + ":" + std::to_string(row.line);
    EXPECT_TRUE(line.starts_with(source + ": error: ")) << line;
    EXPECT_NE(line.find(row.part), std::string::npos) << line;
}

TEST_P(BrokenFile, is_one_error_as_a_scenario) {
    const ScenarioResult result = read_scenario(GetParam().text, "t.json", test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
    expect_one_error_in_the_file(result.problems, "t.json", GetParam());
}

TEST_P(BrokenFile, is_an_error_as_a_config) {
    const test::ScratchFolder scratch;
    const std::string file = scratch.file("config.json", GetParam().text);
    const ImportResult result = import_files({file}, {}, test_catalog());
    EXPECT_FALSE(result.model.has_value());
    EXPECT_TRUE(has_errors(result.problems));
}

INSTANTIATE_TEST_SUITE_P(Rows, BrokenFile, testing::ValuesIn(broken_files()),
                         [](const auto& row) { return std::string(row.param.name); });

/// Wherever a file is cut off, it is refused; nothing crashes and nothing half is taken.
TEST(Truncated, scenario_at_every_byte) {
    for (std::size_t length = 0; length < whole_plan.size(); ++length) {
        const ScenarioResult result =
            read_scenario(whole_plan.substr(0, length), "t.json", test_catalog());
        EXPECT_FALSE(result.scenario.has_value()) << length;
        EXPECT_TRUE(has_errors(result.problems)) << length;
    }
}

TEST(Truncated, config_at_every_byte) {
    const test::ScratchFolder scratch;
    for (std::size_t length = 0; length < whole_config.size(); ++length) {
        const std::string file =
            scratch.file("c.json", std::string(whole_config.substr(0, length)));
        EXPECT_FALSE(import_files({file}, {}, test_catalog()).model.has_value()) << length;
    }
}

struct DuplicateRow {
    const char* name;
    std::string_view text;
    std::string message;
};
class Duplicate : public testing::TestWithParam<DuplicateRow> {};

TEST_P(Duplicate, is_an_error_that_names_both_lines) {
    const ScenarioResult result = read_scenario(GetParam().text, "t.json", test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(to_report_line(result.problems[0]), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Duplicate,
    testing::Values(
        DuplicateRow{"of_the_root", "{\"format\": 1,\n\"name\": \"a\",\n\"name\": \"b\"}",
                     "t.json:3: error: /name: key \"name\" is there twice, first on line 2"},
        DuplicateRow{"inside", "{\"training\": {\"zero_stage\": 1,\n\"zero_stage\": 1}}",
                     "t.json:2: error: /training/zero_stage: key \"zero_stage\" is there twice, "
                     "first on line "
                     "1"},
        DuplicateRow{"in_a_list", "{\"a\": [1, {\"b\": 1,\n\"b\": 2}]}",
                     "t.json:2: error: /a/1/b: key \"b\" is there twice, first on line 1"},
        DuplicateRow{"with_a_slash", "{\"a/b\": 1,\n\"a/b\": 2}",
                     "t.json:2: error: /a~1b: key \"a/b\" is there twice, first on line 1"}),
    [](const auto& row) { return std::string(row.param.name); });

/// Python takes the last one, and so do those who read a config.json with it.
TEST(DuplicateInConfig, the_last_one_counts_and_both_lines_are_named) {
    const test::ScratchFolder scratch;
    const std::string file =
        scratch.file("config.json",
                     "{\"model_type\": \"llama\", \"hidden_size\": 512, \"num_hidden_layers\": 2,\n"
                     "\"num_attention_heads\": 8, \"intermediate_size\": 1408,\n"
                     "\"vocab_size\": 32000, \"hidden_size\": 1024}");
    const ImportResult result = import_files({file}, {}, test_catalog());
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(to_report_line(result.problems[0]),
              file +
                  ":3: warning: /hidden_size: key \"hidden_size\" is there twice, first on line 1; "
                  "the last one counts, as it does there");
    ASSERT_TRUE(result.model.has_value());
    EXPECT_EQ(result.model->hidden_size, 1024);
}

/// A file of nothing but mistakes costs time in proportion to its size, and not a screenful each.
TEST(Flood, problems_are_counted_not_all_printed) {
    const test::ScratchFolder scratch;
    std::string text = "{\"format\": 1";
    for (int i = 0; i < 20'000; ++i)
        text += ",\n\"key" + std::to_string(i) + "\": NaN";
    const test::Ran ran = test::run_cli({"estimate", scratch.file("flood.json", text + "}")});
    EXPECT_EQ(ran.status, 2);
    EXPECT_LT(std::ranges::count(ran.err, '\n'), 200);
    EXPECT_NE(ran.err.find("more problems"), std::string::npos);
}

TEST(Terminal, control_characters_of_a_file_are_not_printed) {
    const ScenarioResult result =
        read_scenario("{\"a\\u001b[31m\\nb\": 1}", "t.json", test_catalog());
    ASSERT_FALSE(result.problems.empty());
    for (const Problem& problem : result.problems)
        for (const char c : to_report_line(problem))
            EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
}

} // namespace
} // namespace headroom
