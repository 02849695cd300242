// What the probe says of the pretend machine, whose physics are known: every line, every name, and
// the numbers within what the samples spread.
#include "core/calibrate/probe_names.hpp"
#include "tests/probe/probe_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

namespace headroom::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

const std::vector<std::string> without_host{"--skip", "host"};

const ProbeRun& standard_run() {
    static const ProbeRun run = run_probe({"--skip", "host,peers"}, {{"HR_FAKE_GPUS", "4"}});
    return run;
}

std::string golden_file() {
    return std::string(HEADROOM_SOURCE_DIR) + "/tests/probe/data/fake_default.jsonl";
}

/// The one result that the fake's virtual clock does not rule.
bool is_of_the_host(const std::string& name) { return name == "launch_host"; }

TEST(Protocol, EveryLineIsOneShortAsciiObjectThatNamesItsEvent) {
    const ProbeRun run =
        run_probe({"--effort", "thorough", "--skip", "host"}, {{"HR_FAKE_GPUS", "2"}});
    EXPECT_EQ(run.exit, 0) << run.out.substr(run.out.size() - 300);
    std::istringstream text(run.out);
    for (std::string line; std::getline(text, line);) {
        EXPECT_LE(line.size(), 65536U);
        EXPECT_EQ(line.find_first_not_of(
                      " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                      "abcdefghijklmnopqrstuvwxyz{|}~"),
                  std::string::npos);
    }
    EXPECT_EQ(run.lines.front().at("event"), "hello");
    EXPECT_EQ(run.lines.front().at("protocol"), 1);
    EXPECT_TRUE(run.result("gemm_zeros_bf16_square_8k").is_object());
    EXPECT_NEAR(run.result("overlap_all_reduce").at("value").get<double>(), 0.49, 0.05);
    const double best = run.result("gemm_best_bf16_square_8k").at("value");
    EXPECT_GT(best, 1.02 * run.result("gemm_bf16_square_8k").at("value").get<double>());
}

TEST(Protocol, ProgressOnlyGoesForward) {
    int before = 0;
    for (const Json& line : standard_run().of("stage")) {
        EXPECT_GT(line.at("index"), before);
        EXPECT_LE(line.at("index"), line.at("of"));
        EXPECT_GT(line.at("budget_s"), 0.0);
        before = line.at("index");
    }
    EXPECT_EQ(before, standard_run().of("stage").back().at("of"));
}

TEST(Protocol, EveryResultHasItsNamesUnitAndAVerdict) {
    const std::vector<Json> results = standard_run().of("result");
    EXPECT_GT(results.size(), 60U);
    for (const Json& line : results) {
        const std::string name = line.at("name");
        const ProbeResultKind* const kind = find_probe_result(name);
        ASSERT_NE(kind, nullptr) << name;
        EXPECT_EQ(line.at("unit"), kind->unit) << name;
        EXPECT_EQ(line.at("trust"), line.at("doubts").empty()) << name;
        EXPECT_GT(line.at("value"), 0.0) << name;
    }
}

TEST(Protocol, ThatWhichIsNotMeasuredSaysWhy) {
    const ProbeRun& run = standard_run();
    const std::vector<std::pair<std::string, std::string>> reasons{
        {"attention", "not_measured"}, {"overlap", "other_effort"},
        {"host", "not_asked"},         {"peers", "not_asked"},
        {"disk", "not_asked"},         {"gemm_fp8_e4m3", "not_supported"}};
    for (const auto& [name, reason] : reasons) {
        ASSERT_TRUE(run.skipped(name).is_object()) << name;
        EXPECT_EQ(run.skipped(name).at("reason"), reason);
    }
}

TEST(Golden, ResultsOfThePretendMachine) {
    const ProbeRun& run = standard_run();
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(golden_file()) << run.out;
    std::ifstream file(golden_file());
    std::vector<std::string> names, golden_names;
    for (const Json& line : run.of("result"))
        names.push_back(line.at("name"));
    for (std::string text; std::getline(file, text);) {
        const Json golden = Json::parse(text);
        if (golden.at("event") != "result") continue;
        const std::string name = golden.at("name");
        golden_names.push_back(name);
        const Json now = run.result(name);
        if (now.is_null() || is_of_the_host(name)) continue;
        EXPECT_EQ(now.at("unit"), golden.at("unit")) << name;
        EXPECT_EQ(now.at("doubts"), golden.at("doubts")) << name;
        const double value = golden.at("value");
        EXPECT_NEAR(now.at("value").get<double>(), value, 0.01 * value) << name;
    }
    EXPECT_EQ(names, golden_names);
}

TEST(Physics, OfThePretendMachineIsFound) {
    const ProbeRun& run = standard_run();
    const auto value = [&](const char* name) { return run.result(name).at("value").get<double>(); };
    EXPECT_NEAR(value("hbm_triad"), 0.87 * 2039, 10); // decimal: in GiB it would be 1652
    EXPECT_NEAR(value("h2d_pinned"), 24.6, 0.2);
    EXPECT_NEAR(value("h2d_both"), 0.8 * 24.6, 1.0);
    EXPECT_NEAR(value("kernel_gap"), 2.1, 0.05);
    EXPECT_NEAR(value("cuda_context"), 431, 1);
    EXPECT_NEAR(value("usable_memory"), 80, 0.1);
    EXPECT_NEAR(run.result("gemm_bf16_square_8k").at("sm_mhz").get<double>(), 1410, 10);
    const Json large = run.result("all_reduce_n4_134217728");
    EXPECT_EQ(large.at("bytes"), 134217728);
    const double seconds = 12.6e-6 + 1.5 * 134217728 / (235e9 * (1 - 0.54 / 4)) +
                           std::sqrt(13e-6 * 1.5 * 134217728 / (235e9 * (1 - 0.54 / 4)));
    EXPECT_NEAR(large.at("value").get<double>(), seconds * 1e6, 0.01 * seconds * 1e6);
}

struct Doubted {
    const char* fault;
    const char* stage;
    const char* result;
    const char* word;
};

TEST(Doubts, AreFoundWhereTheyAre) {
    const std::vector<Doubted> rows{{"busy", "bandwidth", "hbm_triad", "other_process"},
                                    {"busy", "bandwidth", "hbm_triad", "busy_before"},
                                    {"no_nvml", "bandwidth", "hbm_triad", "no_nvml"},
                                    {"mig", "launch", "kernel_gap", "mig"},
                                    {"unsteady", "bandwidth", "hbm_triad", "unsteady"},
                                    {"fast", "bandwidth", "hbm_triad", "too_fast"},
                                    {"fast", "products", "gemm_bf16_square_8k", "too_fast"},
                                    {"throttle", "sustained", "sustained_mix_bf16", "throttled"},
                                    {"corrupt", "peers", "peer_0_1", "corrupt_peer"}};
    for (const Doubted& row : rows) {
        const ProbeRun run = run_probe({"--only", row.stage, "--yes"},
                                       {{"HR_FAKE", row.fault}, {"HR_FAKE_GPUS", "2"}});
        const Json result = run.result(row.result);
        ASSERT_TRUE(result.is_object()) << row.fault << run.out;
        EXPECT_THAT(result.at("doubts").get<std::vector<std::string>>(), Contains(row.word))
            << row.fault;
        EXPECT_EQ(result.at("trust"), false);
    }
}

TEST(Doubts, APowerCapIsNotOne) {
    const ProbeRun run = run_probe({"--only", "sustained"}, {{"HR_FAKE", "capped"}});
    const Json result = run.result("sustained_mix_bf16");
    EXPECT_EQ(result.at("power_capped"), true);
    EXPECT_THAT(result.at("doubts"), IsEmpty());
    EXPECT_LT(result.at("value"), 0.95 * result.at("burst").get<double>());
    EXPECT_FALSE(run.of("series").empty());
}

TEST(Collectives, ThatHangAreTriedWithoutPeerAccess) {
    const ProbeRun run = run_probe(
        {"--only", "collectives"},
        {{"HR_FAKE", "no_p2p_hang"}, {"HR_FAKE_GPUS", "2"}, {"HEADROOM_PROBE_LIMIT", "12"}});
    EXPECT_EQ(run.skipped("collectives").at("reason"), "hang");
    EXPECT_EQ(run.result("all_reduce_n2_8192").at("peer_access"), false);
}

TEST(Memory, ThatIsShortSkipsAStageAndGoesOn) {
    const ProbeRun run = run_probe(without_host, {{"HR_FAKE", "oom_late"}});
    EXPECT_EQ(run.exit, 0);
    EXPECT_EQ(run.skipped("products").at("reason"), "memory");
    EXPECT_TRUE(run.result("h2d_pinned").is_object());
}

TEST(Devices, AllAreMeasuredInTurn) {
    const ProbeRun run = run_probe({"--device", "all", "--effort", "quick", "--skip", "host"},
                                   {{"HR_FAKE_GPUS", "3"}});
    EXPECT_EQ(run.of("device").size(), 3U);
    std::vector<int> devices;
    for (const Json& line : run.of("result"))
        if (line.at("name") == "hbm_triad") devices.push_back(line.at("device"));
    EXPECT_THAT(devices, ElementsAre(0, 1, 2));
    EXPECT_EQ(run_probe({"--list"}, {{"HR_FAKE_GPUS", "3"}}).of("device").size(), 3U);
    EXPECT_EQ(run_probe({"--device", "3"}, {{"HR_FAKE_GPUS", "3"}}).exit, 10);
}

TEST(Host, IsMeasuredAndNeverTakenForAGpu) {
    const ProbeRun run = run_probe({"--backend", "cpu", "--effort", "quick"});
    EXPECT_EQ(run.exit, 0) << run.out;
    EXPECT_EQ(run.of("device").front().at("backend"), "cpu");
    EXPECT_TRUE(run.result("host_adam").is_object());
    for (const Json& line : run.of("result")) {
        const std::string name = line.at("name");
        EXPECT_TRUE(name.starts_with("cpu_") || name.starts_with("host_")) << name;
        if (name.starts_with("cpu_")) {
            EXPECT_EQ(find_probe_result(name)->teaches, "");
        }
    }
}

TEST(Privacy, NoSocketIsOpened) {
    const auto log =
        std::filesystem::temp_directory_path() / ("headroom-sockets-" + std::to_string(getpid()));
    const Environment watched{{"LD_PRELOAD", HEADROOM_NO_SOCKETS},
                              {"HR_SOCKET_LOG", log.string()},
                              {"HR_FAKE_GPUS", "2"}};
    run_probe({"--only", "context,bandwidth,products,collectives"}, watched);
    EXPECT_FALSE(std::filesystem::exists(log));
    Environment opening = watched;
    opening["HR_FAKE"] = "socket"; // so that the watching itself is known to work
    run_probe({"--effort", "quick", "--only", "context"}, opening);
    EXPECT_TRUE(std::filesystem::exists(log));
    std::filesystem::remove(log);
}

TEST(Report, HoldsWhatWasSaidAndNothingOfThisMachine) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("headroom-whole-" + std::to_string(getpid()) + ".json");
    const ProbeRun run =
        run_probe({"--effort", "quick", "--skip", "host", "--output", file.string()});
    Json report;
    std::ifstream(file) >> report;
    std::filesystem::remove(file);
    EXPECT_EQ(report.at("format"), 1);
    EXPECT_EQ(report.at("kind"), "probe");
    EXPECT_EQ(report.at("effort"), "quick");
    EXPECT_EQ(report.at("ok"), true);
    EXPECT_EQ(report.at("results").size(), run.of("result").size());
    EXPECT_FALSE(report.contains("pid"));
    for (const char* const secret : {"uuid", "serial", "pci_id", "host", "user"})
        EXPECT_FALSE(report.at("devices").front().contains(secret)) << secret;
    const ProbeRun lost =
        run_probe({"--effort", "quick", "--skip", "host", "--output", "/nonexistent/probe.json"});
    EXPECT_EQ(lost.last().at("code"), "output");
    EXPECT_NE(lost.exit, 0);
}

} // namespace
} // namespace headroom::test
