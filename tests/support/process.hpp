// Runs the built command-line program and keeps what it wrote: stdout and stderr apart.
//
//     const Ran ran = run_cli({"estimate", "team.json", "--json"});
//     EXPECT_EQ(ran.status, 0) << ran.err;
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace headroom::test {

struct Ran {
    int status = -1;
    std::string out, err;
};

inline std::string read_all(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// A folder of its own, removed at the end of its scope.
class ScratchFolder {
  public:
    ScratchFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("headroom-test-" + std::to_string(getpid()) + "-" + std::to_string(next()))) {
        std::filesystem::create_directories(path_);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

    /// Writes a file and gives its path.
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }

  private:
    static int next() {
        static int count = 0;
        return ++count;
    }

    std::filesystem::path path_;
};

inline std::string quoted(const std::string& argument) {
    std::string text = "'";
    for (const char letter : argument)
        text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

inline Ran run_program(const std::string& program, const std::vector<std::string>& arguments) {
    const ScratchFolder scratch;
    std::string command = quoted(program);
    for (const std::string& argument : arguments)
        command += " " + quoted(argument);
    command += " >" + quoted((scratch / "out").string());
    command += " 2>" + quoted((scratch / "err").string());
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_all(scratch / "out"),
            read_all(scratch / "err")};
}

inline Ran run_cli(const std::vector<std::string>& arguments) {
    return run_program(HEADROOM_CLI, arguments);
}

inline std::string preset_scenario(const std::string& name) {
    return std::string(HEADROOM_SOURCE_DIR) + "/presets/scenarios/" + name + ".json";
}

} // namespace headroom::test
