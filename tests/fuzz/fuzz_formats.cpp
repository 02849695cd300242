// Feeds one reader of foreign configurations with broken files until its time is over.
//
//     fuzz-formats deepspeed --seconds 120 --seed 1 tests/io/data/formats
//
// Each input is read as the kind says, without and with answers, so that the whole way to a
// scenario is gone. A crash, an error of a sanitizer, a leak or more than two seconds of CPU time
// end it with a status other than 0; the input stands in the file that it names at the start.
// The kind "any" leaves it to the contents what they are.
#include "core/formats/import.hpp"
#include "core/formats/recognise.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "mutation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/time.h>
#include <unistd.h>

namespace headroom::fuzz {

namespace {

namespace fs = std::filesystem;

struct Run {
    std::string kind;
    fs::path seeds;
    long seconds = 60;
    long seed = 1;
};

void stop(const char* what) {
    std::fprintf(stderr, "fuzz-formats: %s\n", what);
    std::abort();
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void hangs(int) {
    constexpr char text[] = "fuzz-formats: an input takes more than two seconds\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(3);
    std::abort();
}

/// Counts the process's own time, whatever else the machine does.
void set_alarm(long seconds) {
    itimerval timer{};
    timer.it_value.tv_sec = seconds;
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

/// The files of a folder that are read; those of the kind's own folder count threefold.
std::vector<std::string> read_seeds(const Run& run) {
    std::vector<std::string> seeds;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(run.seeds)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_regular_file() || name.ends_with(".expected.json")) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        const std::string folder = entry.path().parent_path().filename().string();
        const int times = run.kind.starts_with(folder) ? 3 : 1;
        for (int i = 0; i < times; ++i)
            seeds.push_back(text.str());
    }
    if (seeds.empty()) stop("no seeds in the folder");
    return seeds;
}

/// What holds of every import, however broken the file.
void check(const ImportResult& result, const Catalog& catalog) {
    if (result.kind == "none" && !has_errors(result.problems)) stop("refused without a problem");
    const auto scenario = nlohmann::json::parse(result.scenario_json, nullptr, false);
    if (!scenario.is_object()) stop("the scenario is no JSON object");
    for (const auto& [key, given] : result.given)
        if (nlohmann::json::parse(given.value_json, nullptr, false).is_discarded())
            stop("a given value is no JSON");
    const ScenarioResult again = read_scenario(result.scenario_json, "again", catalog);
    if (!has_errors(result.problems) && result.ask.empty() && !again.scenario)
        stop("an import without an error or a question makes no scenario");
}

void feed(const fs::path& file, const std::string& text, const Run& run, const Catalog& catalog) {
    static const std::map<std::string, std::string> answers{
        {"cluster.gpus", "8"},          {"training.sequence", "1024"},
        {"training.micro_batch", "1"},  {"model", "llama3.1-8b"},
        {"trainer", "trl-sft"},         {"training.accumulation", "2"},
        {"training.optimizer", "adamw"}};
    std::ofstream(file, std::ios::binary) << text;
    const std::string_view kind = run.kind == "any" ? std::string_view() : run.kind;
    constexpr long longest = 2;
    set_alarm(longest);
    check(import_files({file}, {}, catalog, kind), catalog);
    check(import_files({file}, answers, catalog, kind), catalog);
    set_alarm(0);
}

int run(const Run& run) {
    const Catalog catalog = read_catalog(presets_directory()).catalog;
    const fs::path file =
        fs::temp_directory_path() / ("headroom-fuzz-" + run.kind + "-" + std::to_string(getpid()));
    std::printf("%s: inputs are written to %s\n", run.kind.c_str(), file.c_str());
    std::fflush(stdout);
    std::signal(SIGVTALRM, hangs);
    Mutator mutate(read_seeds(run), static_cast<std::uint64_t>(run.seed));
    const std::time_t end = std::time(nullptr) + run.seconds;
    std::uint64_t inputs = 0;
    double slowest = 0.0;
    while (std::time(nullptr) < end) {
        const std::string text = mutate();
        const double start = cpu_seconds();
        feed(file, text, run, catalog);
        slowest = std::max(slowest, cpu_seconds() - start);
        ++inputs;
    }
    fs::remove(file);
    std::printf("%s: %llu inputs, %.0f s of CPU time, the slowest %.0f ms\n", run.kind.c_str(),
                static_cast<unsigned long long>(inputs), cpu_seconds(), 1e3 * slowest);
    return 0;
}

/// A number behind an option; -1 where it is none.
long number_of(std::string_view text) {
    long number = -1;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failed == std::errc() && end == text.data() + text.size() ? number : -1;
}

bool parse(int argc, char** argv, Run& run) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if ((word == "--seconds" || word == "--seed") && i + 1 < argc) {
            const long number = number_of(argv[++i]);
            if (number < 0) return false;
            (word == "--seconds" ? run.seconds : run.seed) = number;
        } else if (run.kind.empty()) {
            run.kind = word;
        } else {
            run.seeds = word;
        }
    }
    const bool known = run.kind == "any" || !what_is(run.kind).empty();
    return known && fs::is_directory(run.seeds);
}

} // namespace

} // namespace headroom::fuzz

int main(int argc, char** argv) {
    headroom::fuzz::Run run;
    if (headroom::fuzz::parse(argc, argv, run)) return headroom::fuzz::run(run);
    std::fprintf(stderr,
                 "usage: fuzz-formats KIND [--seconds N] [--seed N] FOLDER\nKIND: any, %s\n",
                 headroom::importable_kinds().c_str());
    return 2;
}
