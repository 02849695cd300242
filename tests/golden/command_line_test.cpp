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
     "--gpu: error: no such GPU preset: \"h100-sxn\"; did you mean \"h100-sxm\"?"},
    {"all_unknown_gpus", {"estimate", llama, "--gpu", "h100-sxn,b200-sxn"}, 2, "b200-sxm"},
    {"no_such_file", {"estimate", "/no/such/team.json"}, 2, "/no/such/team.json"},
    {"no_command", {}, 2, "command line: error: "},
    {"unknown_command",
     {"estimat", llama},
     2,
     "command line: error: no such command: \"estimat\"; did you mean \"estimate\"?"},
    {"unknown_option", {"estimate", llama, "--jsn"}, 2, "command line: error: "},
    {"set_without_value",
     {"estimate", llama, "--set", "training.zero_stage"},
     2,
     "--set training.zero_stage: error: this is not PATH=VALUE"},
    {"set_unknown_key",
     {"estimate", llama, "--set", "training.zero_stag=2"},
     2,
     "--set training.zero_stag=2: error: there is no \"training.zero_stag\"; did you mean "
     "\"training.zero_stage\"?"},
    {"set_bad_value",
     {"estimate", llama, "--set", "training.zero_stage=7"},
     2,
     "--set training.zero_stage=7: error: /training/zero_stage: 7 is out of range"},
    {"set_gpus", {"estimate", llama, "--set", "cluster.gpus=16"}, 0, ""},
    {"set_recompute", {"estimate", llama, "--set", "training.recompute=full"}, 0, ""},
    {"set_size", {"estimate", llama, "--set", "model.size=3B"}, 0, ""},
    {"gpu_that_cannot_run_it",
     {"estimate", llama, "--gpu", "t4"},
     2,
     "--gpu t4: error: /training/precision: "},
    {"language_that_is_none",
     {"estimate", llama, "--lang", "fr"},
     2,
     "command line: error: --lang: \"fr\" is no language here; en or ko\n"},
    {"set_makes_it_illegal",
     {"estimate", llama, "--set", "training.tensor_parallel=3"},
     2,
     "--set training.tensor_parallel=3: error: /training/tensor_parallel: 32 heads do not divide "
     "by "
     "TP 3; try 2 or 4"},
    {"help", {"--help"}, 0, ""},
    {"help_of_a_command", {"sweep", "--help"}, 0, ""},
    {"version", {"--version"}, 0, ""},
    {"sweep", {"sweep", llama, "--axis", "training.zero_stage"}, 0, ""},
    {"sweep_unknown_axis",
     {"sweep", llama, "--axis", "training.microbatch"},
     2,
     "--axis: error: no such axis: \"training.microbatch\"; did you mean "
     "\"training.micro_batch\"?"},
    {"sweep_bad_values",
     {"sweep", llama, "--axis", "training.sequence", "--values", "1k,long"},
     2,
     "--values: error: \"long\" is no value of training.sequence"},
    {"sweep_fits_nowhere",
     {"sweep", llama, "--axis", "training.zero_stage", "--values", "0"},
     1,
     ""},
    {"sweep_of_no_legal_plan",
     {"sweep", llama, "--axis", "training.tensor_parallel", "--values", "3", "--json"},
     2,
     "training.tensor_parallel=3: error: 32 heads do not divide by TP 3"},
    {"sweep_of_one_that_is_no_plan",
     {"sweep", llama, "--axis", "training.tensor_parallel", "--values", "1,3"},
     0,
     "training.tensor_parallel=3: warning: 32 heads do not divide by TP 3"},
    {"sweep_axis_in_other_words",
     {"sweep", llama, "--axis", "tp"},
     2,
     "did you mean \"training.tensor_parallel\"?"},
    {"sweep_of_what_is_no_axis",
     {"sweep", llama, "--axis", "training.optimizer"},
     2,
     "is no axis, --set changes it"},
    {"sweep_axis_of_other_models",
     {"sweep", llama, "--axis", "training.expert_parallel"},
     2,
     "does not apply"},
    {"advise", {"advise", llama}, 0, ""},
    {"advise_nothing_reaches", {"advise", llama, "--set", "goals.step_time=1 ms"}, 1, ""},
    {"advise_no_such_file", {"advise", "/no/such/team.json"}, 2, "/no/such/team.json"},
    {"advise_of_no_plan",
     {"advise", llama, "--set", "training.tensor_parallel=3"},
     2,
     "32 heads do not divide by TP 3"},
    {"search", {"search", llama}, 0, ""},
    {"search_of_a_plan_that_is_not_legal",
     {"search", llama, "--set", "training.tensor_parallel=3"},
     0,
     ""},
    {"search_where_nothing_fits", {"search", llama, "--gpus", "1"}, 1, ""},
    {"search_misses_the_goals", {"search", llama, "--set", "goals.step_time=1 ms"}, 1, ""},
    {"search_without_a_legal_plan",
     {"search", llama, "--fix", "tensor_parallel=3"},
     2,
     "/training: error: no combination of the plans searched is legal"},
    {"search_frees_what_is_no_dimension",
     {"search", llama, "--free", "precison"},
     2,
     "--free: error: no such dimension: \"precison\"; did you mean \"precision\"?"},
    {"search_fixes_a_bad_value",
     {"search", llama, "--fix", "zero_stage=7"},
     2,
     "training.zero_stage=7: error: /training/zero_stage: 7 is out of range"},
    {"search_on_no_gpus", {"search", llama, "--gpus", "0"}, 2, "command line: error: --gpus"},
    {"list", {"list", "gpus"}, 0, ""},
    {"list_of_nothing_known", {"list", "gpu"}, 2, "command line: error: "},
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
    const bool says_why = ran.out.find("legal") != std::string::npos; // of each position
    if (GetParam().status == 2 && !says_why) {
        EXPECT_EQ(ran.out, "");
    }
}

INSTANTIATE_TEST_SUITE_P(, ExitStatus, testing::ValuesIn(status_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Estimate, OfAConfigSaysHowToImportIt) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("config.json", R"({"model_type": "llama"})");
    const Ran ran = run_cli({"estimate", file});
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.err, file + ": error: this is a Hugging Face config.json, not a scenario; "
                              "`headroom-cli import` makes one of it\n");
}

TEST(Import, WritesNothingWhileAQuestionIsOpen) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("config.json", R"({"model_type": "llama",
        "hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
        "intermediate_size": 5504, "vocab_size": 32000})");
    const std::string output = (scratch / "team.json").string();
    const Ran ran = run_cli({"import", file, "-o", output});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, StartsWith("-o " + output +
                                    ": error: How many GPUs are there in all? "
                                    "Say --answer cluster.gpus=...\n"));
    EXPECT_FALSE(std::filesystem::exists(output));
    const Ran nowhere =
        run_cli({"import", file, "--answer", "cluster.gpus=8", "--answer", "training.sequence=8k",
                 "--answer", "training.micro_batch=1", "-o", "/no/such/team.json"});
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("-o /no/such/team.json: error: there is no folder "
                                       "\"/no/such\" to save it in\n"));
}

TEST(Import, AnAnswerMayReachInsideOfAPreset) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("config.json", R"({"model_type": "llama",
        "hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
        "intermediate_size": 5504, "vocab_size": 32000})");
    const Ran ran =
        run_cli({"import", file, "--json", "--answer", "cluster.gpu.memory=90 GiB", "--answer",
                 "training.recompute=full", "--answer", "training.recompute.every=2"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const nlohmann::json scenario = nlohmann::json::parse(ran.out)["scenario"];
    EXPECT_EQ(scenario["cluster"]["gpu"]["base"], "h100-sxm");
    EXPECT_EQ(scenario["cluster"]["gpu"]["memory"], "90 GiB");
    EXPECT_EQ(scenario["training"]["recompute"]["mode"], "full");
}

TEST(CalibrateByRuns, LearnsFromALogWithoutAProbe) {
    const ScratchFolder scratch;
    const std::string log =
        scratch.file("train.log", " iteration 1/ 4 | elapsed time per iteration (ms): 90000.0 |\n"
                                  " iteration 2/ 4 | elapsed time per iteration (ms): 5500.0 |\n"
                                  " iteration 3/ 4 | elapsed time per iteration (ms): 5510.0 |\n"
                                  " iteration 4/ 4 | elapsed time per iteration (ms): 5490.0 |\n");
    const Ran ran = run_cli({"calibrate", "--scenario", llama, "--runs", log, "--json"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["calibration"]["applies_to"]["gpu"], "h100-sxm");
    EXPECT_EQ(json["calibration"]["steps"]["factors"].size(), 4U);
    EXPECT_FALSE(json["lesson"].empty());
    EXPECT_EQ(run_cli({"calibrate", "--runs", log}).status, 2); // of which plan?
    EXPECT_EQ(run_cli({"calibrate"}).status, 2);
}

/// Runs of the same GPU stand on what the probe found; those of another are refused.
TEST(CalibrateByRuns, JoinsWhatAProbeFound) {
    const ScratchFolder scratch;
    const std::string probe =
        std::string(HEADROOM_SOURCE_DIR) + "/tests/golden/data/probe-h100.jsonl";
    const std::string runs =
        scratch.file("runs.csv", "name,step_time,training.sequence\none,5.5 s,8192\n");
    const Ran ran = run_cli({"calibrate", probe, "--scenario", llama, "--runs", runs, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_FALSE(json["calibration"]["values"].empty());
    EXPECT_FALSE(json["calibration"]["steps"]["runs"].empty());
    EXPECT_FALSE(json["table"].empty());
    EXPECT_FALSE(json["lesson"].empty());
    const Ran other =
        run_cli({"calibrate", probe, "--scenario",
                 preset_scenario("llama-2-7b-full-finetune-on-8-a100-40"), "--runs", runs});
    EXPECT_EQ(other.status, 2);
    EXPECT_NE(other.err.find("h100-sxm"), std::string::npos) << other.err;
}

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
    EXPECT_THAT(rows[0], testing::EndsWith(",reason"));
    EXPECT_THAT(rows[3], StartsWith("3,3,not legal,"));
    EXPECT_THAT(rows[3], HasSubstr("32 heads do not divide by TP 3; try 2 or 4"));
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(std::ranges::count(rows[i], ','), 15) << rows[i];
}

TEST(Sweep, TextSaysWhyAPositionIsNoPlan) {
    const Ran ran =
        run_cli({"sweep", llama, "--axis", "training.tensor_parallel", "--values", "1,2,3"});
    EXPECT_THAT(ran.out, HasSubstr("why not"));
    EXPECT_THAT(ran.out, HasSubstr("32 heads do not divide by TP 3"));
    const Ran legal =
        run_cli({"sweep", llama, "--axis", "training.tensor_parallel", "--values", "1"});
    EXPECT_THAT(legal.out, testing::Not(HasSubstr("why not")));
}

TEST(Sweep, AValueAskedForTwiceIsOnePosition) {
    const Ran ran =
        run_cli({"sweep", llama, "--axis", "training.micro_batch", "--values", "1,1,2", "--json"});
    EXPECT_EQ(nlohmann::json::parse(ran.out)["points"].size(), 2U);
}

/// A row of the front, put into "training" as it is, is the plan whose figures it tells.
TEST(Search, JsonRowsArePlansOfAScenario) {
    const Ran searched = run_cli({"search", llama, "--top", "3", "--threads", "2", "--json"});
    ASSERT_EQ(searched.status, 0) << searched.err;
    const auto found = nlohmann::ordered_json::parse(searched.out); // plan keys come first
    EXPECT_EQ(found["threads"], 2);
    EXPECT_GT(found["legal"], found["evaluated"]);
    EXPECT_TRUE(found["nearest"].is_null());
    ASSERT_EQ(found["front"].size(), 3U);
    double previous = 0.0;
    for (const nlohmann::ordered_json& row : found["front"]) {
        std::vector<std::string> arguments{"estimate", llama, "--json"};
        for (const auto& [key, value] : row.items()) {
            if (key == "data_parallel") break; // figures from here on
            arguments.insert(arguments.end(), {"--set", "training." + key + "=" + value.dump()});
        }
        const Ran ran = run_cli(arguments);
        ASSERT_EQ(ran.status, 0) << ran.err;
        const nlohmann::json estimate = nlohmann::json::parse(ran.out)["estimates"][0];
        const double seconds = row["step_seconds"];
        EXPECT_EQ(estimate["memory"]["process_gib"].get<double>(), row["memory_gib"].get<double>());
        EXPECT_EQ(estimate["step"]["seconds"].get<double>(), seconds);
        EXPECT_GE(seconds, previous); // fastest first
        previous = seconds;
    }
}

TEST(Search, WhatMissesIsSaid) {
    const Ran ran = run_cli({"search", llama, "--set", "goals.step_time=1 ms", "--json"});
    EXPECT_EQ(ran.status, 1);
    const nlohmann::json found = nlohmann::json::parse(ran.out);
    EXPECT_FALSE(found["front"].empty()); // greyed out, not hidden
    for (const nlohmann::json& row : found["front"])
        EXPECT_EQ(row["meets_goals"], false);
    EXPECT_THAT(found["nearest"]["missing"].get<std::string>(), HasSubstr("1 ms step goal by"));
}

TEST(Marks, EstimatesAndAssumedLinksAreFootnoted) {
    const Ran ran = run_cli({"estimate", llama, "--gpu", "h100-sxm,mi455x,tpu-v7x"});
    EXPECT_THAT(ran.out, HasSubstr("MI455X †"));
    EXPECT_THAT(ran.out, HasSubstr("\n† The preset is an estimate"));
    const Ran list = run_cli({"list", "gpus"});
    EXPECT_THAT(list.out, HasSubstr("\n† The preset is an estimate"));
    EXPECT_THAT(run_cli({"list", "gpus", "--json"}).out, testing::Not(HasSubstr("†")));
}

/// Phases are those of the peak's own stage; stages each have theirs, the heaviest among them.
TEST(Memory, JsonSaysWhenAndWhereThePeakIs) {
    const Ran ran = run_cli({"estimate", preset_scenario("gpt3-175b-on-1024-a100"), "--json"});
    const nlohmann::json memory = nlohmann::json::parse(ran.out)["estimates"][0]["memory"];
    const double allocated = memory["allocated_gib"];
    double highest = 0.0;
    for (const auto& phase : memory["phases"]) {
        double sum = 0.0;
        for (const auto& share : phase["shares"])
            sum += share["gib"].get<double>();
        EXPECT_NEAR(sum, phase["allocated_gib"].get<double>(), 1e-6);
        if (phase["phase"] == memory["peak_phase"]) {
            EXPECT_NEAR(sum, allocated, 1e-6);
        }
        highest = std::max(highest, sum);
    }
    EXPECT_NEAR(highest, allocated, 1e-6);
    ASSERT_EQ(memory["stages"].size(), 8U);
    for (const auto& stage : memory["stages"])
        EXPECT_LE(stage["allocated_gib"].get<double>(), allocated + 1e-6);
    const int heaviest = memory["peak_stage"];
    EXPECT_NEAR(memory["stages"][heaviest]["allocated_gib"].get<double>(), allocated, 1e-6);
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
    const std::string file = scratch.file("runs.csv", bad);
    const Ran ran = run_cli({"validate", file});
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, file + ":2: error: layers: \"3.5\" is not a whole number\n" + file +
                           ":3: error: step_seconds: \"x\" is not a number of 0 or more\n");
}

} // namespace
} // namespace headroom::test
