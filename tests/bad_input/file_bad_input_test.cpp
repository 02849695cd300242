// Files that cannot be read, and presets with mistakes in them.
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

class BadFile : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("headroom-bad-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path folder_;
};

/// Sparse: takes no room on the disk, and not one byte of it is read.
TEST_F(BadFile, too_large_is_refused_before_it_is_read) {
    const fs::path path = folder_ / "large.json";
    std::ofstream(path).put('{');
    fs::resize_file(path, 200ULL * 1024 * 1024);
    const ScenarioResult result = read_scenario_file(path, test_catalog());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].message,
              "209715200 bytes; files of more than 16 MiB are not read");
}

TEST_F(BadFile, missing_is_a_problem) {
    Problems problems;
    EXPECT_FALSE(read_text_file(folder_ / "none.json", problems).has_value());
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(to_report_line(problems[0]), "none.json: error: there is no such file");
}

TEST_F(BadFile, a_folder_is_not_a_file) {
    Problems problems;
    EXPECT_FALSE(read_text_file(folder_, problems).has_value());
    EXPECT_EQ(problems[0].message, "not a regular file");
}

/// Presets with one file replaced.
class BadPresets : public BadFile {
  protected:
    std::vector<std::string> lines_with(const char* file, const std::string& from,
                                        const std::string& to) {
        const fs::path presets = folder_ / "presets";
        fs::copy(HEADROOM_SOURCE_DIR "/presets", presets, fs::copy_options::recursive);
        Problems problems;
        std::string text = read_text_file(presets / file, problems).value_or("");
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos);
        text.replace(at, from.size(), to);
        std::ofstream(presets / file) << text;
        std::vector<std::string> lines;
        for (const Problem& problem : read_catalog(presets).problems)
            lines.push_back(to_report_line(problem));
        return lines;
    }
};

TEST_F(BadPresets, number_without_a_source) {
    const auto lines = lines_with(
        "gpus.json", R"("memory_marketing": {"value": "16 GB", "source": "lightning-throughput"})",
        R"("memory_marketing": "16 GB")");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "gpus.json:13: error: /gpus/0/memory_marketing: a published number needs its "
              "source: {\"value\": ..., \"source\": ...}");
}

TEST_F(BadPresets, amount_where_a_rate_belongs) {
    const auto lines = lines_with("gpus.json", R"("memory_bandwidth": {"value": "900 GB/s")",
                                  R"("memory_bandwidth": {"value": "900 GB")");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], "gpus.json:14: error: /gpus/0/memory_bandwidth/value: \"900 GB\" is not a "
                        "bandwidth but an amount of memory; write it like \"3.35 TB/s\"");
}

TEST_F(BadPresets, source_that_is_not_listed) {
    const auto lines = lines_with("gpus.json", R"("source": "recalled-driver-listing")",
                                  R"("source": "recalled-driver-listng")");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "gpus.json:12: error: /gpus/0/memory/source: no source \"recalled-driver-listng\" "
              "in sources.json; did you mean \"recalled-driver-listing\"?");
}

TEST_F(BadPresets, link_that_does_not_exist) {
    const auto lines =
        lines_with("gpus.json", R"("scale_up_link": "nvlink2")", R"("scale_up_link": "nvlink22")");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "gpus.json:24: error: /gpus/0/scale_up_link: no link \"nvlink22\"; did you mean "
              "\"nvlink2\"?");
}

TEST_F(BadPresets, id_used_twice) {
    const auto lines = lines_with("links.json", R"("id": "nvlink3",)", R"("id": "nvlink2",)");
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], "links.json:11: error: /links/1/id: id \"nvlink2\" is used twice");
}

} // namespace
} // namespace headroom
