// Whatever goes wrong, the probe ends in bounded time with one last line, its exit status says
// what it was, and nothing it started is left.
#include "tests/probe/probe_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

struct Fault {
    std::string name; // of HR_FAKE
    int exit = 0;
    std::string code; // of the last line; empty: done
    std::vector<std::string> arguments = {"--effort", "quick", "--skip", "host"};
    std::string gpus = "1";
    std::string limit = "12"; // seconds, for the whole run; a hang takes 0.45 of it
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class FaultTable : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultTable, EndsAsItSays) {
    const Fault& fault = GetParam();
    ProbeProcess process(fault.arguments, {{"HR_FAKE", fault.name},
                                           {"HR_FAKE_GPUS", fault.gpus},
                                           {"HEADROOM_PROBE_LIMIT", fault.limit}});
    const ProbeRun run = process.finish();
    EXPECT_EQ(run.exit, fault.exit) << run.out;
    ASSERT_FALSE(run.lines.empty());
    EXPECT_EQ(run.last().at("event"), fault.code.empty() ? "done" : "error") << run.out;
    if (!fault.code.empty()) {
        EXPECT_EQ(run.last().at("code"), fault.code);
        EXPECT_FALSE(run.last().at("message").get<std::string>().empty());
    }
    EXPECT_EQ(run.of("done").size() + run.of("error").size(), 1U);
    EXPECT_LT(run.seconds, std::stod(fault.limit) + 4.0);
    EXPECT_FALSE(process.left_something());
}

const std::vector<std::string> collectives{"--only", "collectives"};
const std::vector<std::string> products{"--effort", "quick", "--only", "products", "--yes"};

const std::vector<Fault> faults{
    {"none", 0, ""},
    {"no_device", 10, "no_device"},
    {"stub", 11, "driver_stub"},
    {"mismatch", 11, "driver_mismatch"},
    {"fabric", 11, "system_not_ready"},
    {"old_driver", 12, "driver_too_old"},
    {"exclusive", 13, "device_busy"},
    {"prohibited", 13, "compute_prohibited"},
    {"busy", 13, "other_process"},
    {"oom", 14, "out_of_memory"},
    {"oom_late", 0, ""},
    {"ecc", 15, "ecc_error"},
    {"tdr", 15, "display_watchdog"},
    {"hang", 21, "timeout", {"--effort", "quick"}, "1", "2"},
    {"hang_init", 21, "timeout", {"--effort", "quick"}, "1", "2"},
    {"crash", 22, "crash"},
    {"abort_late", 22, "crash"},
    {"no_nvml", 0, ""},
    {"no_blas", 0, "", products},
    {"mig", 0, ""},
    {"display", 0, ""},
    {"throttle", 0, "", {"--only", "sustained"}},
    {"unsteady", 0, ""},
    {"corrupt", 0, "", {"--only", "peers"}, "2", "40"},
    {"nccl_fails", 0, "", collectives, "2"},
    {"nccl_hang", 0, "", collectives, "2", "6"},
    {"no_p2p_hang", 0, "", collectives, "2"},
};

INSTANTIATE_TEST_SUITE_P(Fault, FaultTable, ::testing::ValuesIn(faults),
                         [](const auto& row) { return row.param.name; });

TEST(Machine, WithoutADriverSaysSoAtOnce) {
    const ProbeRun run = run_probe(
        {}, {{"HEADROOM_PROBE_LIBDIR", "/nonexistent"}, {"HEADROOM_PROBE_SYSFS", "/nonexistent"}});
    EXPECT_EQ(run.exit, 11);
    EXPECT_EQ(run.last().at("code"), "no_driver");
}

TEST(Machine, WithAnotherMakersGpuNamesIt) {
    const auto root =
        std::filesystem::temp_directory_path() / ("headroom-drm-" + std::to_string(getpid()));
    std::filesystem::create_directories(root / "card0" / "device");
    std::ofstream(root / "card0" / "device" / "vendor") << "0x1002\n";
    std::ofstream(root / "card0" / "device" / "mem_info_vram_total") << "68702699520\n";
    const ProbeRun run = run_probe(
        {}, {{"HEADROOM_PROBE_LIBDIR", "/nonexistent"}, {"HEADROOM_PROBE_SYSFS", root.string()}});
    std::filesystem::remove_all(root);
    EXPECT_EQ(run.exit, 10);
    EXPECT_EQ(run.last().at("code"), "unsupported_vendor");
    EXPECT_THAT(run.last().at("message").get<std::string>(), HasSubstr("AMD GPU with 64.0 GiB"));
}

TEST(Arguments, ThatAreNotUnderstoodEndInTwo) {
    const std::vector<std::vector<std::string>> wrong{
        {"--effort", "fast"}, {"--effort"},       {"--device", "-1"}, {"--device", "one"},
        {"--only", "gemms"},  {"--backend", "x"}, {"--frobnicate"},   {"--output", ""}};
    for (const std::vector<std::string>& arguments : wrong) {
        const ProbeRun run = run_probe(arguments);
        EXPECT_EQ(run.exit, 2) << arguments.front();
        EXPECT_EQ(run.last().at("event"), "error");
    }
}

TEST(Cancel, IsHeardEvenWhileTheDriverHangs) {
    for (const bool by_word : {true, false}) {
        ProbeProcess process({}, {{"HR_FAKE", "hang_init"}, {"HEADROOM_PROBE_PARENT", "1"}});
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        by_word ? process.say("cancel\n") : process.close_input();
        const ProbeRun run = process.finish();
        EXPECT_EQ(run.exit, 20) << run.out;
        EXPECT_EQ(run.last().at("code"), "cancelled");
        EXPECT_LT(run.seconds, 6.0);
        EXPECT_FALSE(process.left_something());
    }
}

TEST(Cancel, ByASignalKeepsWhatWasMeasured) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("headroom-report-" + std::to_string(getpid()) + ".json");
    ProbeProcess process({"--backend", "cpu", "--output", file.string()}, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    process.kill(SIGTERM);
    const ProbeRun run = process.finish();
    EXPECT_EQ(run.exit, 20);
    Json report;
    std::ifstream(file) >> report;
    std::filesystem::remove(file);
    EXPECT_EQ(report.at("ok"), false);
    EXPECT_EQ(report.at("error").at("code"), "cancelled");
    EXPECT_EQ(report.at("results").size(), run.of("result").size());
}

TEST(Kill, AtAnyMomentLeavesNoProcess) {
    std::mt19937 random(20261201);
    std::uniform_int_distribution<int> microseconds(0, 20000);
    for (int i = 0; i < 200; ++i) {
        ProbeProcess process({"--effort", "quick", "--skip", "host"},
                             {{"HR_FAKE", i % 3 == 0 ? "hang" : ""}});
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
        process.kill(i % 4 == 0 ? SIGTERM : SIGKILL);
        process.finish();
        ASSERT_FALSE(process.left_something()) << "after kill " << i;
    }
}

} // namespace
} // namespace headroom::test
