// What the command line prints for the example scenarios, word for word. A change of the model or
// of a preset shows up here as a diff to be read; `UPDATE_GOLDEN=1` approves it.
#include "tests/support/process.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::test {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// Lines that differ, numbered, "-" approved and "+" printed now.
std::string difference(const std::string& approved, const std::string& now) {
    const Lines before = lines_of(approved), after = lines_of(now);
    std::string text;
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
        const std::string* const old_line = i < before.size() ? &before[i] : nullptr;
        const std::string* const new_line = i < after.size() ? &after[i] : nullptr;
        if (old_line && new_line && *old_line == *new_line) continue;
        if (old_line) text += std::to_string(i + 1) + " - " + *old_line + "\n";
        if (new_line) text += std::to_string(i + 1) + " + " + *new_line + "\n";
    }
    return text;
}

void expect_approved(const std::string& name, const std::string& printed) {
    const std::filesystem::path file =
        std::filesystem::path(HEADROOM_SOURCE_DIR) / "tests/golden/data" / name;
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        std::ofstream(file, std::ios::binary) << printed;
        return;
    }
    ASSERT_TRUE(std::filesystem::exists(file)) << "run with UPDATE_GOLDEN=1 to make " << file;
    const std::string approved = read_all(file);
    EXPECT_TRUE(approved == printed) << name << " changed (UPDATE_GOLDEN=1 approves it):\n"
                                     << difference(approved, printed);
}

const char* const scenarios[] = {"llama-3.1-8b-on-8-h100", "gpt3-175b-on-1024-a100",
                                 "llama-2-7b-full-finetune-on-8-a100-40",
                                 "llama-3.3-70b-qlora-on-2-rtx-4090", "qwen3-30b-a3b-on-32-h100"};

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, Text) {
    const Ran ran = run_cli({"estimate", preset_scenario(GetParam())});
    EXPECT_LE(ran.status, 1) << ran.err;
    expect_approved(std::string(GetParam()) + ".txt", ran.out);
}

TEST_P(Golden, Json) {
    const Ran ran = run_cli({"estimate", preset_scenario(GetParam()), "--json"});
    EXPECT_LE(ran.status, 1) << ran.err;
    expect_approved(std::string(GetParam()) + ".json", ran.out);
}

TEST_P(Golden, Advice) {
    const Ran ran = run_cli({"advise", preset_scenario(GetParam())});
    EXPECT_LE(ran.status, 1) << ran.err;
    expect_approved(std::string(GetParam()) + ".advice.txt", ran.out);
}

/// What a rung sets is what --set takes: all of them one after the other lead to the end.
TEST_P(Golden, AdviceCanBeFollowed) {
    const Ran ran = run_cli({"advise", preset_scenario(GetParam()), "--json"});
    ASSERT_LE(ran.status, 1) << ran.err;
    const nlohmann::json advice = nlohmann::json::parse(ran.out);
    std::vector<std::string> arguments{"estimate", preset_scenario(GetParam()), "--json"};
    for (const nlohmann::json& rung : advice["rungs"]) {
        for (const auto& [path, value] : rung["set"].items()) {
            arguments.emplace_back("--set");
            arguments.push_back(path + "=" + value.dump());
        }
    }
    const nlohmann::json followed = nlohmann::json::parse(run_cli(arguments).out);
    EXPECT_EQ(followed["estimates"][0]["memory"], advice["estimate"]["memory"]);
    EXPECT_EQ(followed["estimates"][0]["step"], advice["estimate"]["step"]);
}

TEST_P(Golden, Search) {
    const Ran ran = run_cli({"search", preset_scenario(GetParam())});
    EXPECT_LE(ran.status, 1) << ran.err;
    expect_approved(std::string(GetParam()) + "-search.txt", ran.out);
}

TEST_P(Golden, JsonSharesAddUp) {
    const Ran ran = run_cli({"estimate", preset_scenario(GetParam()), "--gpu", "all", "--json"});
    ASSERT_LE(ran.status, 1) << ran.err;
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    EXPECT_GT(report["estimates"].size(), 50U);
    for (const nlohmann::json& estimate : report["estimates"]) {
        SCOPED_TRACE(estimate["gpu"].dump());
        if (estimate["verdict"] == "not legal") {
            EXPECT_FALSE(estimate["problems"].empty());
            EXPECT_TRUE(estimate["step"]["seconds"].is_null());
            continue;
        }
        double memory = 0.0, time = 0.0, causes = 0.0;
        for (const auto& share : estimate["memory"]["shares"])
            memory += share["gib"].get<double>();
        for (const auto& share : estimate["step"]["shares"])
            time += share["seconds"].get<double>();
        for (const auto& cause : estimate["step"]["limiters"])
            causes += cause["seconds"].get<double>();
        const double allocated = estimate["memory"]["allocated_gib"];
        const double seconds = estimate["step"]["seconds"];
        EXPECT_NEAR(memory, allocated, 1e-3 * allocated);
        EXPECT_NEAR(time, seconds, 1e-3 * seconds);
        EXPECT_NEAR(causes, seconds, 1e-3 * seconds);
        EXPECT_TRUE(std::isfinite(seconds));
        EXPECT_EQ(estimate["fits"].get<bool>(),
                  estimate["memory"]["headroom_gib"].get<double>() >= 0.0);
    }
}

INSTANTIATE_TEST_SUITE_P(, Golden, testing::ValuesIn(scenarios), [](const auto& row) {
    std::string name = row.param;
    for (char& letter : name)
        if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
    return name;
});

TEST(GoldenComparison, AcrossGpus) {
    const Ran ran = run_cli({"estimate", preset_scenario("llama-3.1-8b-on-8-h100"), "--gpu",
                             "a100-sxm4-80,h100-sxm,h200-sxm,b200-sxm,rtx-4090,v100-sxm2-32"});
    expect_approved("llama-3.1-8b-on-six-gpus.txt", ran.out);
}

TEST(GoldenComparison, InKorean) {
    const Ran ran =
        run_cli({"estimate", preset_scenario("llama-3.1-8b-on-8-h100"), "--lang", "ko"});
    expect_approved("llama-3.1-8b-on-8-h100.ko.txt", ran.out);
}

TEST(GoldenAdvice, InKorean) {
    const Ran ran = run_cli({"advise", preset_scenario("llama-3.1-8b-on-8-h100"), "--lang", "ko"});
    expect_approved("llama-3.1-8b-on-8-h100.advice.ko.txt", ran.out);
}

TEST(GoldenAdvice, Json) {
    const Ran ran = run_cli({"advise", preset_scenario("llama-3.1-8b-on-8-h100"), "--json"});
    expect_approved("llama-3.1-8b-on-8-h100.advice.json", ran.out);
}

TEST(GoldenSweep, OverMicroBatch) {
    const Ran ran = run_cli(
        {"sweep", preset_scenario("llama-3.1-8b-on-8-h100"), "--axis", "training.micro_batch"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("llama-3.1-8b-sweep-micro-batch.txt", ran.out);
}

TEST(GoldenCost, Text) {
    const Ran ran = run_cli({"cost", preset_scenario("llama-3.1-8b-on-8-h100"), "--set",
                             "funding.experiments.steps=2000", "--set",
                             "funding.experiments.budget_per_week=$3000"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("llama-3.1-8b-cost.txt", ran.out);
}

TEST(GoldenCost, OwnedInWonInKorean) {
    const Ran ran = run_cli({"cost", preset_scenario("llama-3.1-8b-on-8-h100"), "--lang", "ko",
                             "--set", "funding.purchase=owned", "--set",
                             "funding.currency={\"code\": \"KRW\", \"per_dollar\": 1380}"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("llama-3.1-8b-cost.ko.txt", ran.out);
}

TEST(GoldenChoice, Text) {
    const Ran ran =
        run_cli({"choose", preset_scenario("llama-3.1-8b-on-8-h100"), "--gpu",
                 "rtx-4090,l40s,a100-sxm4-80,h100-sxm,h200-sxm,b200-sxm", "--gpus", "4,8,16,32"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("llama-3.1-8b-choice.txt", ran.out);
}

TEST(GoldenChoice, NearestInKorean) {
    const Ran ran = run_cli({"choose", preset_scenario("qwen3-30b-a3b-on-32-h100"), "--gpu",
                             "h100-sxm,rtx-4090", "--gpus", "8,16", "--lang", "ko", "--set",
                             "goals.duration=1 h"});
    EXPECT_EQ(ran.status, 1) << ran.err;
    expect_approved("qwen3-30b-choice.ko.txt", ran.out);
}

/// Made up for these tests: an H100 under a cap of 650 W whose host was not quite idle.
const std::string probe = std::string(HEADROOM_SOURCE_DIR) + "/tests/golden/data/probe-h100.jsonl";

/// The date that a calibration gets.
class Calibrate : public testing::Test {
  protected:
    void SetUp() override { setenv("SOURCE_DATE_EPOCH", "1796083200", 1); } // 2026-12-01
    void TearDown() override { unsetenv("SOURCE_DATE_EPOCH"); }
};

TEST_F(Calibrate, Text) {
    const Ran ran =
        run_cli({"calibrate", probe, "--scenario", preset_scenario("llama-3.1-8b-on-8-h100")});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("probe-h100.calibrate.txt", ran.out);
}

TEST_F(Calibrate, KoreanText) {
    const Ran ran = run_cli({"calibrate", probe, "--scenario",
                             preset_scenario("llama-3.1-8b-on-8-h100"), "--lang", "ko"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    expect_approved("probe-h100.calibrate.ko.txt", ran.out);
}

TEST_F(Calibrate, FileAndTheEstimateWithIt) {
    const ScratchFolder folder;
    const std::string file = (folder / "a.json").string();
    const Ran ran = run_cli({"calibrate", probe, "--name", "cluster A", "-o", file, "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    expect_approved("probe-h100.calibration.json", read_all(file));
    EXPECT_EQ(nlohmann::json::parse(ran.out)["calibration"], nlohmann::json::parse(read_all(file)));
    const std::string llama = preset_scenario("llama-3.1-8b-on-8-h100");
    expect_approved("llama-3.1-8b-calibrated.txt",
                    run_cli({"estimate", llama, "--calibration", file}).out);
    const nlohmann::json with = nlohmann::json::parse(
        run_cli({"estimate", llama, "--calibration", file, "--json"}).out)["estimates"][0];
    const nlohmann::json without =
        nlohmann::json::parse(run_cli({"estimate", llama, "--json"}).out)["estimates"][0];
    EXPECT_EQ(with["calibration"]["applied"], true);
    EXPECT_EQ(with["calibration"]["preset_step_seconds"], without["step"]["seconds"]);
    EXPECT_NE(with["step"]["seconds"], without["step"]["seconds"]);
    const std::string none = run_cli({"estimate", llama, "--calibration", "none", "--json"}).out;
    EXPECT_EQ(nlohmann::json::parse(none)["estimates"][0], without);
}

TEST_F(Calibrate, SaysNoToADeviceOfNoPreset) {
    const ScratchFolder folder;
    const std::string slice = folder.file(
        "mig.jsonl", R"({"event": "hello", "protocol": 1, "probe": "0.1", "effort": "quick"}
{"event": "device", "backend": "cuda", "index": 0, "name": "NVIDIA H100 80GB HBM3", "sm": 132, )"
                     R"("memory_gib": 79.65, "mig": true}
{"event": "done", "ok": true, "seconds": 1}
)");
    const Ran ran = run_cli({"calibrate", slice});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("MIG"), std::string::npos) << ran.err;
    EXPECT_EQ(run_cli({"calibrate", folder.file("no.json", "{}")}).status, 2);
    EXPECT_EQ(run_cli({"calibrate", "/no/such/probe.json"}).status, 2);
}

} // namespace
} // namespace headroom::test
