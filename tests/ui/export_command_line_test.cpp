// `headroom --export` and `--memo`: what scripts see of them.
#include "tests/support/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom::test {
namespace {

using testing::HasSubstr;

constexpr const char* config = R"({"model_type": "llama", "hidden_size": 2048,
  "num_hidden_layers": 8, "num_attention_heads": 16, "intermediate_size": 5504,
  "vocab_size": 32000})";

Ran export_chart(const std::string& output, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"--export", "trade-off", "--output", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(HEADROOM_GUI, arguments);
}

TEST(ExportCommandLine, AConfigWithItsAnswersIsDrawn) {
    const ScratchFolder scratch;
    const std::string picture = (scratch / "x.svg").string();
    const Ran ran = export_chart(picture, {scratch.file("config.json", config), "--answer",
                                           "cluster.gpus=8", "--answer", "training.sequence=4096",
                                           "--answer", "training.micro_batch=1"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(read_all(picture), HasSubstr("<svg"));
}

/// As with `headroom-cli import -o`, nothing is written while a question is open.
TEST(ExportCommandLine, AConfigAloneIsAskedAbout) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("config.json", config);
    const Ran ran = export_chart((scratch / "x.png").string(), {file});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr(file + ": error: How many GPUs are there in all? Say --answer "
                                          "cluster.gpus=...\n"));
    EXPECT_FALSE(std::filesystem::exists(scratch / "x.png"));
}

TEST(ExportCommandLine, ProblemsLookLikeThoseOfTheOtherProgram) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("team.json", "{\"format\": 1,\n\"nam\": 1}");
    const Ran ran = export_chart((scratch / "x.png").string(), {file});
    const Ran other = run_cli({"estimate", file});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr(file + ":2: error: /nam: unknown key"));
    EXPECT_EQ(ran.err, other.err);
    const Ran memo = run_program(HEADROOM_GUI, {"--memo", (scratch / "x.md").string(), file});
    EXPECT_EQ(memo.status, 2);
    EXPECT_EQ(memo.err, other.err);
}

TEST(ExportCommandLine, AMemoOfAConfigWithItsAnswersIsWritten) {
    const ScratchFolder scratch;
    const std::string memo = (scratch / "x.md").string();
    const Ran ran =
        run_program(HEADROOM_GUI, {"--memo", memo, scratch.file("config.json", config), "--answer",
                                   "cluster.gpus=8", "--answer", "training.sequence=4096",
                                   "--answer", "training.micro_batch=1"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(read_all(memo), HasSubstr("sequence 4096"));
}

/// A machine whose fonts have no Hangul: the picture is written all the same, and somebody is told.
TEST(ExportCommandLine, WithoutKoreanFontsItSaysSo) {
    const ScratchFolder scratch;
    const std::string picture = (scratch / "x.png").string();
    const std::string fonts = scratch.file(
        "fonts.conf", "<fontconfig><dir>/usr/share/fonts/truetype/noto</dir><cachedir>" +
                          (scratch / "cache").string() + "</cachedir></fontconfig>");
    const std::string file = scratch.file("config.json", config);
    const Ran ran = run_program(
        "/usr/bin/env", {"FONTCONFIG_FILE=" + fonts, HEADROOM_GUI, "--export", "memory", "--output",
                         picture, "--lang", "ko", file, "--answer", "cluster.gpus=8", "--answer",
                         "training.sequence=4096", "--answer", "training.micro_batch=1"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("no installed font has Korean letters"));
    EXPECT_GT(std::filesystem::file_size(picture), 1000U);
}

struct BadTarget {
    const char* name;
    const char* path;
};

class EachBadPicture : public testing::TestWithParam<BadTarget> {};

TEST_P(EachBadPicture, IsSaidWithItsFile) {
    const ScratchFolder scratch;
    const Ran ran = export_chart(
        GetParam().path, {HEADROOM_SOURCE_DIR "/presets/scenarios/llama-3.1-8b-on-8-h100.json"});
    EXPECT_NE(ran.status, 0);
    EXPECT_THAT(ran.err, HasSubstr(GetParam().path));
    EXPECT_THAT(ran.err, HasSubstr("could not be written"));
}

INSTANTIATE_TEST_SUITE_P(Targets, EachBadPicture,
                         testing::Values(BadTarget{"no_folder", "/nowhere/at/all.png"},
                                         BadTarget{"file_as_folder", "/etc/passwd/chart.svg"},
                                         BadTarget{"not_to_be_written", "/proc/chart.pdf"}),
                         [](const auto& row) { return std::string(row.param.name); });

} // namespace
} // namespace headroom::test
