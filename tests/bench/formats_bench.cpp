// How long it takes to read other tools' configurations, and to refuse hostile ones:
//
//     build/release/bin/headroom-bench --benchmark_filter='import|refuse'
//
// Aims: 5 ms for any real file, 100 ms for a refusal. import/KIND reads the largest case of a kind.
#include "core/formats/import.hpp"
#include "core/io/catalog_reader.hpp"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

const Catalog& presets() {
    static const Catalog catalog = read_catalog(presets_directory()).catalog;
    return catalog;
}

void import_repeatedly(benchmark::State& state, const fs::path& file) {
    std::size_t problems = 0;
    for (auto _ : state) {
        ImportResult result = import_files({file}, {}, presets());
        problems = result.problems.size();
        benchmark::DoNotOptimize(result);
    }
    state.counters["bytes"] = static_cast<double>(fs::file_size(file));
    state.counters["problems"] = static_cast<double>(problems);
}

std::string repeated(const std::string& piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += piece;
    return text;
}

/// "a0 = 1\n" and so on: values that a library would count lines for, one by one.
std::string many_values(std::size_t count, const char* sign) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += "a" + std::to_string(i) + sign + "1\n";
    return text;
}

/// Ten references to ten references, nine times over.
std::string bomb() {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 10; ++i) {
        const std::string name = "a" + std::to_string(i), before = "*a" + std::to_string(i - 1);
        text += name + ": &" + name + " [" + before + repeated(", " + before, 9) + "]\n";
    }
    return text;
}

/// Files that are made to take long, by what they try.
std::map<std::string, std::string> hostile_files() {
    constexpr std::size_t depth = 10'000, mebibyte = 1 << 20, values = 40'000;
    const std::string script = "torchrun pretrain_gpt.py --num-layers 2 --hidden-size 64 ";
    return {
        {"aliases.yaml", bomb()},
        {"self_alias.yaml", "a: &a [*a]\nsequence_len: 1\n"},
        {"deep_flow.yaml", repeated("[", depth)},
        {"deep_map.yaml", repeated("{a: ", depth)},
        {"deep.json", repeated("{\"a\":[", depth)},
        {"deep.toml", "a = " + repeated("[", depth)},
        {"dotted.toml", repeated("a.", depth) + "b = 1\n"},
        {"values.toml", "[training]\n" + many_values(values, " = ")},
        {"values.yaml", many_values(values, ": ")},
        {"too_long.yaml", repeated("a", mebibyte + 1)},
        {"one_line.json", "{\"model_type\": \"" + repeated("a", mebibyte - 100) + "\"}"},
        {"nul.yaml", std::string("a: b\0c\n", 7)},
        {"utf16.yaml", std::string("\xFF\xFE"
                                   "a\0:\0 \0b\0",
                                   10)},
        {"substitution.sh", script + repeated("--seq-length $(rm -rf /) ", values)},
        {"defaults.sh", "A=" + repeated("${A:-", depth) + "\n" + script + "\n"},
        {"arithmetic.sh", "A=$((" + repeated("(", depth) + "1\n" + script + "\n"},
        {"path.yaml", "base_model: x\nsequence_len: 1\ndeepspeed: ../../../../etc/passwd\n"},
    };
}

/// The largest file of each kind among the cases of the tests.
std::map<std::string, fs::path> largest_cases() {
    std::map<std::string, fs::path> largest;
    for (const auto& entry : fs::recursive_directory_iterator(HEADROOM_FORMAT_CASES)) {
        const std::string kind = entry.path().parent_path().filename().string();
        if (!entry.is_regular_file() || kind == "hostile" ||
            entry.path().string().ends_with(".expected.json"))
            continue;
        fs::path& best = largest[kind];
        if (best.empty() || entry.file_size() > fs::file_size(best)) best = entry.path();
    }
    return largest;
}

/// Registered before main() runs; the files are there as long as the program is.
struct Registered {
    fs::path folder = fs::temp_directory_path() / ("headroom-bench-" + std::to_string(::getpid()));

    Registered() {
        const auto add = [](const std::string& name, const fs::path& file) {
            benchmark::RegisterBenchmark(name.c_str(), import_repeatedly, file)
                ->Unit(benchmark::kMillisecond);
        };
        for (const auto& [kind, file] : largest_cases())
            add("import/" + kind, file);
        fs::create_directories(folder);
        for (const auto& [name, text] : hostile_files()) {
            std::ofstream(folder / name, std::ios::binary) << text;
            add("refuse/" + name, folder / name);
        }
    }
    ~Registered() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    Registered(const Registered&) = delete;
    Registered& operator=(const Registered&) = delete;
};
const Registered registered;

} // namespace
} // namespace headroom
