#include "command.hpp"

#include "core/formats/import.hpp"
#include "core/io/calibration_json.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace headroom::cli {

const Catalog& presets() {
    static const CatalogResult result = read_catalog(presets_directory());
    if (has_errors(result.problems)) {
        print_problems(result.problems);
        throw std::runtime_error("the presets cannot be used");
    }
    return result.catalog;
}

Scenario load_scenario(const std::string& path, const std::vector<std::string>& assignments) {
    const Catalog& catalog = presets();
    if (const std::string kind = foreign_kind(path); !kind.empty())
        fail(error(path,
                   fmt::format("{}, not a scenario; `headroom-cli import` makes one of it", kind)));
    ScenarioResult result;
    if (assignments.empty()) {
        result = read_scenario_file(path, catalog);
    } else {
        const std::optional<std::string> text = read_text_file(path, result.problems, path);
        if (text) result = read_scenario_with(*text, path, assignments, catalog);
    }
    print_problems(result.problems);
    if (!result.scenario) throw InputError();
    return std::move(*result.scenario);
}

SiteCalibration load_calibration(const std::string& path) {
    Problems problems;
    std::optional<SiteCalibration> site = read_calibration_file(path, presets(), problems);
    print_problems(problems);
    if (!site) throw InputError();
    return *std::move(site);
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_problems(const Problems& problems) {
    constexpr std::size_t most_printed = 100; // a hostile file has millions
    for (const Problem& problem :
         std::span(problems).first(std::min(problems.size(), most_printed)))
        std::fprintf(stderr, "%s\n", to_report_line(problem).c_str());
    if (problems.size() > most_printed)
        std::fprintf(stderr, "and %zu more problems\n", problems.size() - most_printed);
}

void fail(const Problem& problem) {
    print_problems({problem});
    throw InputError();
}

void save(std::string_view option, const std::string& path, std::string_view text) {
    const std::optional<Problem> problem = write_file(path, text);
    if (problem) fail(error(fmt::format("{} {}", option, path), problem->message));
}

std::vector<std::string> gpu_ids(const std::vector<std::string>& asked) {
    std::vector<std::string_view> known;
    for (const GpuSpec& gpu : presets().gpus)
        known.push_back(gpu.id);
    std::vector<std::string> ids;
    Problems problems;
    for (const std::string& id : asked) {
        if (id == "all") {
            ids.insert(ids.end(), known.begin(), known.end());
        } else if (std::ranges::find(known, id) != known.end()) {
            ids.push_back(id);
        } else {
            const std::string_view near = nearest_word(id, known);
            problems.push_back(error(
                "--gpu", fmt::format("no such GPU preset: \"{}\"; {}", id,
                                     near.empty() ? "`headroom-cli list gpus` shows them all"
                                                  : fmt::format("did you mean \"{}\"?", near))));
        }
    }
    print_problems(problems);
    if (!problems.empty()) throw InputError();
    return ids;
}

int status_of(std::span<const Verdict> verdicts) {
    const auto is_any = [&](std::initializer_list<Verdict> these) {
        return std::ranges::find_first_of(verdicts, these) != verdicts.end();
    };
    if (is_any({Verdict::fits, Verdict::tight})) return fine;
    return is_any({Verdict::does_not_fit}) ? answer_is_no : bad_input;
}

} // namespace headroom::cli
