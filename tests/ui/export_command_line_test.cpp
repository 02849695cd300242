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

} // namespace
} // namespace headroom::test
