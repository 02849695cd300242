// A run of the built probe against the pretend machine: started, killed, listened to, and looked
// for among all processes afterwards.
//
//     const ProbeRun run = run_probe({"--effort", "quick"}, {{"HR_FAKE", "ecc"}});
//     EXPECT_EQ(run.exit, 15) << run.out;
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace headroom::test {

using Json = nlohmann::json;
using Environment = std::map<std::string, std::string>;

struct ProbeRun {
    int exit = -1; // minus the signal where one ended it
    double seconds = 0.0;
    std::string out;
    std::vector<Json> lines; // each parsed; throws where one is not JSON

    const Json& last() const { return lines.back(); }
    std::vector<Json> of(const std::string& event) const {
        std::vector<Json> found;
        for (const Json& line : lines)
            if (line.at("event") == event) found.push_back(line);
        return found;
    }
    /// The result of that name; null when there is none.
    Json result(const std::string& name) const {
        for (const Json& line : lines)
            if (line.at("event") == "result" && line.at("name") == name) return line;
        return nullptr;
    }
    Json skipped(const std::string& name) const {
        for (const Json& line : lines)
            if (line.at("event") == "skipped" && line.at("name") == name) return line;
        return nullptr;
    }
};

class ProbeProcess {
  public:
    ProbeProcess(const std::vector<std::string>& arguments, Environment environment)
        : tag_("HR_TAG=" + std::to_string(getpid()) + "-" + std::to_string(next())),
          started_(std::chrono::steady_clock::now()) {
        int out[2] = {}, in[2] = {};
        if (pipe2(out, O_CLOEXEC) != 0 || pipe2(in, O_CLOEXEC) != 0) std::abort();
        pid_ = fork();
        if (pid_ == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            putenv(tag_.data());
            environment.try_emplace("HEADROOM_PROBE_LIBDIR", HEADROOM_FAKE_LIBDIR);
            for (const auto& [name, value] : environment)
                setenv(name.c_str(), value.c_str(), 1);
            std::vector<std::string> words{HEADROOM_PROBE};
            words.insert(words.end(), arguments.begin(), arguments.end());
            std::vector<char*> pointers;
            for (std::string& word : words)
                pointers.push_back(word.data());
            pointers.push_back(nullptr);
            execv(HEADROOM_PROBE, pointers.data());
            _exit(126);
        }
        close(out[1]);
        close(in[0]);
        out_ = out[0];
        in_ = in[1];
    }
    ~ProbeProcess() {
        close(in_);
        close(out_);
    }
    ProbeProcess(const ProbeProcess&) = delete;
    ProbeProcess& operator=(const ProbeProcess&) = delete;

    void kill(int signal) const { ::kill(pid_, signal); }
    void say(const std::string& text) const {
        if (write(in_, text.data(), text.size()) < 0) std::abort();
    }
    void close_input() {
        close(in_);
        in_ = -1;
    }

    /// Reads to the end and waits.
    ProbeRun finish() {
        ProbeRun run;
        char block[65536];
        for (ssize_t count = 0; (count = read(out_, block, sizeof block)) > 0;)
            run.out.append(block, static_cast<std::size_t>(count));
        int status = 0;
        waitpid(pid_, &status, 0);
        run.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started_;
        run.seconds = took.count();
        std::istringstream text(run.out);
        for (std::string line; std::getline(text, line);)
            run.lines.push_back(Json::parse(line));
        return run;
    }

    /// Whether anything this run started is still there after a moment's patience.
    bool left_something() const {
        for (int i = 0; i < 200; ++i) {
            if (!tagged_exists()) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return true;
    }

  private:
    static int next() {
        static int count = 0;
        return ++count;
    }
    bool tagged_exists() const {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
            const std::string name = entry.path().filename();
            if (name.find_first_not_of("0123456789") != std::string::npos) continue;
            std::ostringstream text;
            text << std::ifstream(entry.path() / "environ").rdbuf();
            if (text.str().find(tag_) != std::string::npos) return true;
        }
        return false;
    }

    std::string tag_;
    std::chrono::steady_clock::time_point started_;
    pid_t pid_ = -1;
    int out_ = -1, in_ = -1;
};

inline ProbeRun run_probe(const std::vector<std::string>& arguments,
                          const Environment& environment = {}) {
    return ProbeProcess(arguments, environment).finish();
}

} // namespace headroom::test
