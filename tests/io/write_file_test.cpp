#include "core/io/text_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
  protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() /
                  (std::string("headroom-") + test->name() + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override {
        fs::permissions(folder_, fs::perms::owner_all);
        fs::remove_all(folder_);
    }
    static std::string content(const fs::path& path) {
        std::ifstream stream(path);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::ptrdiff_t files() const {
        return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    }
    fs::path folder_;
};

TEST_F(WriteFile, makes_a_file_with_the_usual_permissions) {
    ASSERT_FALSE(write_file(folder_ / "a.json", "{}\n").has_value());
    EXPECT_EQ(content(folder_ / "a.json"), "{}\n");
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const auto mode = static_cast<mode_t>(fs::status(folder_ / "a.json").permissions());
    EXPECT_EQ(mode, 0666U & ~mask);
}

TEST_F(WriteFile, replaces_the_old_text_and_leaves_nothing_beside) {
    ASSERT_FALSE(write_file(folder_ / "a.json", "old").has_value());
    ASSERT_FALSE(write_file(folder_ / "a.json", "new").has_value());
    EXPECT_EQ(content(folder_ / "a.json"), "new");
    EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, a_link_stays_a_link) {
    ASSERT_FALSE(write_file(folder_ / "real.json", "old").has_value());
    fs::create_symlink(folder_ / "real.json", folder_ / "link.json");
    ASSERT_FALSE(write_file(folder_ / "link.json", "new").has_value());
    EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
    EXPECT_EQ(content(folder_ / "real.json"), "new");
}

TEST_F(WriteFile, a_missing_folder_is_a_problem) {
    const auto problem = write_file(folder_ / "none" / "a.json", "text");
    ASSERT_TRUE(problem.has_value());
    EXPECT_NE(problem->message.find("there is no folder"), std::string::npos);
}

/// A folder in the file's place cannot be replaced, whoever asks.
TEST_F(WriteFile, a_failed_rename_leaves_everything_as_it_was) {
    fs::create_directories(folder_ / "a.json" / "inside");
    const auto problem = write_file(folder_ / "a.json", "text");
    ASSERT_TRUE(problem.has_value());
    EXPECT_TRUE(fs::is_directory(folder_ / "a.json" / "inside"));
    EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, an_unwritable_folder_keeps_the_old_file) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
    ASSERT_FALSE(write_file(folder_ / "a.json", "old").has_value());
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_TRUE(write_file(folder_ / "a.json", "new").has_value());
    EXPECT_EQ(content(folder_ / "a.json"), "old");
}

} // namespace
} // namespace headroom
