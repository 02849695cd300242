// What users get wrong in a scenario file, and the very lines that they are told.
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const Problems& problems, Severity severity = Severity::error) {
    Lines lines;
    for (const Problem& problem : problems)
        if (problem.severity == severity) lines.push_back(to_report_line(problem));
    return lines;
}

struct TextRow {
    const char* name;
    std::string text;
    Lines expected;
};

class BadText : public testing::TestWithParam<TextRow> {};

TEST_P(BadText, is_refused_with_its_line) {
    const ScenarioResult result = read_scenario(GetParam().text, "t.json", test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
    EXPECT_EQ(lines_of(result.problems), GetParam().expected);
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

INSTANTIATE_TEST_SUITE_P(
    Rows, BadText,
    testing::Values(
        TextRow{"empty", "", {"t.json: error: the file is empty"}},
        TextRow{"blank", " \n\t\n", {"t.json: error: the file is empty"}},
        TextRow{
            "truncated",
            "{\"format\": 1,\n \"name\": \"x\"",
            {"t.json:2: error: not JSON while parsing object - unexpected end of input; expected "
             "'}'"}},
        TextRow{"trailing",
                "{}\nmore",
                {"t.json:2: error: not JSON while parsing value - invalid literal; last read: "
                 "'{}<U+000A>m'; expected "
                 "end of input"}},
        TextRow{"nested", nested(10'000), {"t.json:1: error: nested deeper than 64 levels"}},
        TextRow{"latin_1",
                "{\"name\":\n \"caf\xE9\"}",
                {"t.json:2: error: byte 0xE9 is not UTF-8; save the file as UTF-8"}},
        TextRow{"nul",
                std::string("{\"name\": \"a\0b\"}", 14),
                {"t.json:1: error: a NUL byte: this is not a text file"}},
        TextRow{"nan",
                "{\"format\":\n NaN}",
                {"t.json:2: error: /format: NaN is not a JSON number",
                 "t.json:1: error: /model: is missing", "t.json:1: error: /cluster: is missing",
                 "t.json:1: error: /training: is missing"}},
        TextRow{"overflow",
                "{\"format\":\n 1e999}",
                {"t.json:2: error: 1e999 is too large for a number"}},
        TextRow{"list", "[]", {"t.json:1: error: expected an object, found a list"}}),
    [](const auto& row) { return row.param.name; });

constexpr const char* plan = R"({
  "format": 1, "name": "plan",
  "model": "llama3.1-8b",
  "cluster": {
    "gpu": "h100-sxm",
    "gpus_per_node": 8
  },
  "training": {
    "sequence": 8192,
    "micro_batch": 1,
    "global_batch": 64
  }
})";

struct SetRow {
    const char* name;
    Lines assignments;
    Lines expected;
};

class BadValue : public testing::TestWithParam<SetRow> {};

TEST_P(BadValue, is_refused_with_its_path) {
    const ScenarioResult result =
        read_scenario_with(plan, "t.json", GetParam().assignments, test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
    EXPECT_EQ(lines_of(result.problems), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadValue,
    testing::Values(
        SetRow{"unknown_model",
               {"model=lama3.1-8b"},
               {"--set model=lama3.1-8b: error: /model: no model \"lama3.1-8b\"; did you mean "
                "\"llama3.1-8b\"?"}},
        SetRow{"run_of_no_path",
               {R"(runs=[{"name": "x", "set": {"tp": 2}}])"},
               {R"(--set runs=[{"name": "x", "set": {"tp": 2}}]: error: /runs/0/set/tp: a run can )"
                "only differ in model, cluster and training"}},
        SetRow{"run_of_no_key",
               {R"(runs=[{"set": {"training.zero": 2}}])"},
               {R"(--set runs=[{"set": {"training.zero": 2}}]: error: /runs/0/set/training.zero: )"
                R"(there is no "training.zero"; did you mean "training.zero_stage"?)"}},
        SetRow{"run_of_bad_value",
               {R"(runs=[{"set": {"training.precision": "bf61"}}])"},
               {R"(--set runs=[{"set": {"training.precision": "bf61"}}]: error: )"
                R"(/runs/0/set/training/precision: unknown value "bf61"; did you mean "bf16"?)"}},
        SetRow{"run_out_of_range",
               {R"(runs=[{"set": {"training.micro_batch": 0}}])"},
               {R"(--set runs=[{"set": {"training.micro_batch": 0}}]: error: /runs/0/set: )"
                "/training/micro_batch: 0 is out of range; it goes from 1 to 1048576"}},
        SetRow{"run_of_bad_unit",
               {R"(runs=[{"step_time": "5 GiB"}])"},
               {R"(--set runs=[{"step_time": "5 GiB"}]: error: /runs/0/step_time: "5 GiB" is not )"
                R"(a time but an amount of memory; write it like "2 s")"}},
        SetRow{"run_without_value",
               {R"(runs=[{"quality": {"metric": "loss"}}])"},
               {R"(--set runs=[{"quality": {"metric": "loss"}}]: error: /runs/0/quality/value: )"
                "is missing"}},
        SetRow{"readiness_of_no_topic",
               {R"(readiness=[{"topic": "sandbx"}])"},
               {R"(--set readiness=[{"topic": "sandbx"}]: error: /readiness/0/topic: unknown )"
                R"(value "sandbx"; did you mean "sandbox"?)"}},
        SetRow{"readiness_is_no_list",
               {"readiness=true"},
               {"--set readiness=true: error: /readiness: expected a list, found the value true"}},
        SetRow{"unknown_gpu",
               {"cluster.gpu=h10-sxm"},
               {"--set cluster.gpu=h10-sxm: error: /cluster/gpu: no GPU \"h10-sxm\"; did you mean "
                "\"h100-sxm\"?"}},
        SetRow{"unknown_link",
               {"cluster.intra_node=nvlnk4"},
               {"--set cluster.intra_node=nvlnk4: error: /cluster/intra_node: no link \"nvlnk4\"; "
                "did you mean \"nvlink4\"?"}},
        SetRow{"unknown_framework",
               {"training.framework=fsdp3"},
               {"--set training.framework=fsdp3: error: /training/framework: no framework "
                "\"fsdp3\"; did you mean \"fsdp\"?"}},
        SetRow{
            "unknown_key",
            {"training.zero_stge=2"},
            {"--set training.zero_stge=2: error: there is no \"training.zero_stge\"; did you mean "
             "\"training.zero_stage\"?"}},
        SetRow{"unknown_fact",
               {"training.facts={\"residual_byte\": 4}"},
               {"--set training.facts={\"residual_byte\": 4}: error: "
                "/training/facts/residual_byte: unknown "
                "key; did you mean \"residual_bytes\"?"}},
        SetRow{"unknown_word",
               {"training.precision=fp17"},
               {"--set training.precision=fp17: error: /training/precision: unknown value "
                "\"fp17\"; did you mean \"fp16\"?"}},
        SetRow{"unit_of_another_kind",
               {"cluster.host_link=80 GB"},
               {"--set cluster.host_link=80 GB: error: /cluster/host_link: \"80 GB\" is not a "
                "bandwidth but an amount of memory; "
                "write it like \"3.35 TB/s\""}},
        SetRow{"unit_missing",
               {"cluster.power_cap=\"500\""},
               {"--set cluster.power_cap=\"500\": error: /cluster/power_cap: \"500\" is not a "
                "power: its unit is missing; write it "
                "like \"700 W\""}},
        SetRow{"text_for_a_number",
               {"training.sequence=\"8192\""},
               {"--set training.sequence=\"8192\": error: /training/sequence: expected a whole "
                "number, found the text \"8192\""}},
        SetRow{"half_a_gpu",
               {"cluster.gpus_per_node=2.5"},
               {"--set cluster.gpus_per_node=2.5: error: /cluster/gpus_per_node: expected a whole "
                "number, found the value 2.5"}},
        SetRow{"absurd",
               {"training.sequence=1e308"},
               {"--set training.sequence=1e308: error: /training/sequence: 1e308 is too large"}},
        SetRow{"zero",
               {"training.micro_batch=0"},
               {"--set training.micro_batch=0: error: /training/micro_batch: 0 is out of range; it "
                "goes from 1 to 1048576"}},
        SetRow{"way_of_paying",
               {"funding.purchase=reserved"},
               {"--set funding.purchase=reserved: error: /funding/purchase: unknown value "
                "\"reserved\"; did you mean \"reserved_1y\"?"}},
        SetRow{"no_currency",
               {"funding.currency.code=won"},
               {"--set funding.currency.code=won: error: /funding/currency/code: \"won\" is not a "
                "currency: three capital letters, as \"KRW\""}},
        SetRow{"utilisation_above_all_hours",
               {"funding.utilisation=1.2"},
               {"--set funding.utilisation=1.2: error: /funding/utilisation: 1.2 is out of range; "
                "it goes from 0.01 to 1"}},
        SetRow{"negative",
               {"training.tensor_parallel=-2"},
               {"--set training.tensor_parallel=-2: error: /training/tensor_parallel: -2 is out of "
                "range; it goes from 1 to "
                "262144"}}),
    [](const auto& row) { return row.param.name; });

/// Rules of validate() arrive with the line of the value that breaks them.
struct RuleRow {
    const char* name;
    Lines assignments;
    const char* path;
};

class BrokenRule : public testing::TestWithParam<RuleRow> {};

TEST_P(BrokenRule, is_reported_at_its_key) {
    const ScenarioResult result =
        read_scenario_with(plan, "t.json", GetParam().assignments, test_catalog());
    EXPECT_FALSE(result.scenario.has_value());
    const Lines lines = lines_of(result.problems);
    const bool found = std::ranges::any_of(lines, [](const std::string& line) {
        return line.find(std::string(GetParam().path) + ": ") != std::string::npos;
    });
    EXPECT_TRUE(found) << testing::PrintToString(lines);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BrokenRule,
    testing::Values(RuleRow{"layers_over_stages",
                            {"training.pipeline_parallel=3", "cluster.gpus_per_node=3"},
                            "/training/pipeline_parallel"},
                    RuleRow{"heads_over_tensor_parallel",
                            {"training.tensor_parallel=3", "cluster.gpus_per_node=3"},
                            "/training/tensor_parallel"},
                    RuleRow{"gpus_over_degrees",
                            {"training.tensor_parallel=4", "training.pipeline_parallel=4"},
                            "/cluster"},
                    RuleRow{
                        "batch_identity", {"training.global_batch=60"}, "/training/global_batch"}),
    [](const auto& row) { return row.param.name; });

TEST(BadScenario, every_problem_is_reported_at_once_with_its_line) {
    const ScenarioResult result = read_scenario(R"({
  "format": 1,
  "nam": "plan",
  "model": "llama3.1-8b",
  "cluster": {
    "gpu": "h100-sxm",
    "gpus_per_node": 8
  },
  "training": {
    "sequence": -8192,
    "micro_batch": 0,
    "global_batch": 64,
    "zero_stage": 4
  }
})",
                                                "t.json", test_catalog());
    const Lines expected{
        "t.json:3: error: /nam: unknown key; did you mean \"name\"?",
        "t.json:13: error: /training/zero_stage: 4 is out of range; it goes from 0 to 3",
        "t.json:10: error: /training/sequence: -8192 is out of range; it goes from 1 to 67108864",
        "t.json:11: error: /training/micro_batch: 0 is out of range; it goes from 1 to 1048576"};
    EXPECT_EQ(lines_of(result.problems), expected);
}

TEST(BadScenario, duplicate_keys_are_named_with_both_lines) {
    const ScenarioResult result = read_scenario(
        "{\"format\": 1,\n\"name\": \"a\",\n\"name\": \"b\"}", "t.json", test_catalog());
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(to_report_line(result.problems[0]),
              "t.json:3: error: /name: key \"name\" is there twice, first on line 2");
}

TEST(BadScenario, a_missing_calibration_is_named) {
    const ScenarioResult result =
        read_scenario_with(plan, "t.json", {"calibration=none.json"}, test_catalog());
    const Lines expected{
        "--set calibration=none.json: error: /calibration: the calibration cannot be read",
        "none.json: error: there is no such file"};
    EXPECT_EQ(lines_of(result.problems), expected);
}

} // namespace
} // namespace headroom
