// The contract of the command line with scripts: exit statuses, what goes where, JSON that parses.
#include "tests/support/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace headroom::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string llama = preset_scenario("llama-3.1-8b-on-8-h100");

struct StatusRow {
    const char* name;
    std::vector<std::string> arguments;
    int status;
    const char* err; // what stderr says, "" for nothing
};

const StatusRow status_rows[] = {
    {"fits", {"estimate", llama}, 0, ""},
    {"does_not_fit", {"estimate", llama, "--gpu", "t4", "--set", "training.precision=fp16"}, 1, ""},
    {"one_of_them_fits", {"estimate", llama, "--gpu", "rtx-4090,b200-sxm"}, 0, ""},
    {"unknown_gpu",
     {"estimate", llama, "--gpu", "h100-sxn"},
     2,
     "--gpu: no such GPU preset: \"h100-sxn\"; did you mean \"h100-sxm\"?"},
    {"all_unknown_gpus", {"estimate", llama, "--gpu", "h100-sxn,b200-sxn"}, 2, "b200-sxm"},
    {"no_such_file", {"estimate", "/no/such/team.json"}, 2, "/no/such/team.json"},
    {"no_command", {}, 2, "command line: "},
    {"unknown_command",
     {"estimat", llama},
     2,
     "command line: no such command: \"estimat\"; did you mean \"estimate\"?"},
    {"unknown_option", {"estimate", llama, "--jsn"}, 2, "command line: "},
    {"set_without_value", {"estimate", llama, "--set", "training.zero_stage"}, 2, ": "},
    {"set_unknown_key", {"estimate", llama, "--set", "training.zero_stag=2"}, 2, "zero_stag"},
    {"set_makes_it_illegal",
     {"estimate", llama, "--set", "training.tensor_parallel=3"},
     2,
     "32 heads do not divide by TP 3"},
    {"help", {"--help"}, 0, ""},
    {"help_of_a_command", {"sweep", "--help"}, 0, ""},
    {"version", {"--version"}, 0, ""},
    {"sweep", {"sweep", llama, "--axis", "training.zero_stage"}, 0, ""},
    {"sweep_unknown_axis",
     {"sweep", llama, "--axis", "training.microbatch"},
     2,
     "--axis: no such axis: \"training.microbatch\"; did you mean \"training.micro_batch\"?"},
    {"sweep_bad_values",
     {"sweep", llama, "--axis", "training.sequence", "--values", "1k,long"},
     2,
     "--values: \"long\" is no value of training.sequence"},
    {"sweep_axis_of_other_models",
     {"sweep", llama, "--axis", "training.expert_parallel"},
     2,
     "does not apply"},
    {"list", {"list", "gpus"}, 0, ""},
    {"list_of_nothing_known", {"list", "gpu"}, 2, "command line: "},
    {"check_presets", {"check-presets"}, 0, ""},
    {"check_presets_elsewhere", {"check-presets", "/no/such/folder"}, 2, "/no/such/folder"},
    {"validate_no_such_file", {"validate", "/no/such.csv"}, 2, "such.csv"},
};

class ExitStatus : public testing::TestWithParam<StatusRow> {};

TEST_P(ExitStatus, IsTheOnePromised) {
    const Ran ran = run_cli(GetParam().arguments);
    EXPECT_EQ(ran.status, GetParam().status) << ran.err;
    EXPECT_EQ(ran.err.empty(), std::string(GetParam().err).empty()) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(GetParam().err));
    if (GetParam().status == 2) {
        EXPECT_EQ(ran.out, "");
    }
}

INSTANTIATE_TEST_SUITE_P(, ExitStatus, testing::ValuesIn(status_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Set, ChangesOneValue) {
    const Ran ran = run_cli({"sweep", llama, "--axis", "training.zero_stage", "--json", "--set",
                             "training.zero_stage=2"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    for (const auto& point : nlohmann::json::parse(ran.out)["points"])
        EXPECT_EQ(point["current"].get<bool>(), point["value"] == 2.0);
}

TEST(Sweep, CsvHasOneRowForEachPosition) {
    const Ran ran = run_cli(
        {"sweep", llama, "--axis", "training.tensor_parallel", "--values", "1,2,3", "--csv"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    std::istringstream lines(ran.out);
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);)
        rows.push_back(line);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_THAT(rows[0], StartsWith("value,label,verdict,"));
    EXPECT_THAT(rows[3], StartsWith("3,3,not legal,"));
    for (const std::string& row : rows)
        EXPECT_EQ(std::ranges::count(row, ','), 14) << row;
}

TEST(List, JsonHasTheIdsOfTheTable) {
    const Ran ran = run_cli({"list", "models", "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json models = nlohmann::json::parse(ran.out);
    EXPECT_TRUE(std::ranges::any_of(
        models, [](const nlohmann::json& model) { return model["id"] == "llama3.1-8b"; }));
}

// A run whose step time the model cannot miss by a factor of 1000, one that is inference, one bad.
constexpr const char* header =
    "id,source,framework,task,gpu,gpus,gpus_per_node,model,parameters_b,layers,hidden,heads,"
    "kv_heads,head_dim,ffn,gated,vocab,sequence,micro_batch,grad_accumulation,precision,sharding,"
    "recompute,flash_attention,step_seconds,memory_gib,memory_kind,outcome\n";
constexpr const char* good_row =
    "a-1,lab,megatron-core,pretrain,h100-sxm,8,8,Llama,8.03,32,4096,32,8,128,14336,1,128256,8192,1,"
    "8,bf16,zero1,full,1,8,60,allocated,ok\n";
constexpr const char* inference_row =
    "a-2,lab,vllm,inference,h100-sxm,1,8,Llama,8.03,32,4096,32,8,128,14336,1,128256,8192,1,1,bf16,,"
    ",1,,20,allocated,ok\n";

TEST(Validate, ScoresSkipsAndCounts) {
    const ScratchFolder scratch;
    const std::string file =
        scratch.file("runs.csv", std::string(header) + good_row + inference_row + good_row);
    const std::string rows = (scratch / "rows.csv").string();
    const Ran ran = run_cli({"validate", file, "--json", "--rows", rows});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    EXPECT_EQ(report["rows"], 3);
    EXPECT_EQ(report["scored"], 1);
    EXPECT_EQ(report["step_time"]["n"], 1);
    EXPECT_EQ(report["memory"]["kinds"]["allocated"]["n"], 1);
    EXPECT_EQ(report["fit_verdict"]["n"], 1);
    ASSERT_EQ(report["skipped"].size(), 2U);
    EXPECT_EQ(report["skipped"][0]["reason"], "id is there twice");
    EXPECT_EQ(report["skipped"][1]["reason"], "inference");
    EXPECT_EQ(report["sources"][0]["source"], "lab");
    EXPECT_EQ(report["balanced"]["step_time"]["median_ape"], report["step_time"]["median_ape"]);
    EXPECT_THAT(read_all(rows), StartsWith("id,source,what,memory_kind,predicted,measured,"));
    EXPECT_THAT(read_all(rows), HasSubstr("\na-1,lab,step_time,,"));
}

TEST(Validate, ALimitThatIsPassedIsAnAnswerOfNo) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("runs.csv", std::string(header) + good_row);
    EXPECT_EQ(run_cli({"validate", file, "--max-median", "0"}).status, 1);
    EXPECT_EQ(run_cli({"validate", file, "--max-median", "100 %"}).status, 0);
    EXPECT_EQ(run_cli({"validate", file, "--max-median", "few"}).status, 2);
}

TEST(Validate, EveryBadCellIsNamedWithItsLine) {
    const ScratchFolder scratch;
    const std::string bad = "id,source,task,layers,step_seconds\na,s,lora,3.5,1\nb,s,lora,3,x\n";
    const Ran ran = run_cli({"validate", scratch.file("runs.csv", bad)});
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "runs.csv:2: layers: \"3.5\" is not a whole number\n"
                       "runs.csv:3: step_seconds: \"x\" is not a number of 0 or more\n");
}

} // namespace
} // namespace headroom::test
