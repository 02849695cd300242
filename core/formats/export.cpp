#include "core/formats/export.hpp"

#include "core/formats/export_writers.hpp"
#include "core/io/scenario_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

/// Where a remark about the file can stand in it.
enum class Remark : std::uint8_t { none, first_line, second_line };

struct Writer {
    std::string_view format;
    std::string (*write)(ExportPlan&);
    Remark remark;
};
constexpr std::array writers{
    Writer{"deepspeed", write_deepspeed, Remark::none},
    Writer{"accelerate", write_accelerate, Remark::first_line},
    Writer{"megatron", write_megatron, Remark::second_line},
    Writer{"axolotl", write_axolotl, Remark::first_line},
    Writer{"llamafactory", write_llamafactory, Remark::first_line},
    Writer{"torchtune", write_torchtune, Remark::second_line},
    Writer{"torchtitan", write_torchtitan, Remark::first_line},
    Writer{"litgpt", write_litgpt, Remark::first_line},
    Writer{"nanotron", write_nanotron, Remark::first_line},
    Writer{"hf", write_hf_config, Remark::none},
    Writer{"hf-flags", write_hf_flags, Remark::first_line},
};

/// The values of the scenario file by their path, written and not.
struct Told {
    std::vector<std::string> carried, lost;
};

Told told_of(const ExportPlan& out, const Catalog& catalog) {
    const auto file = nlohmann::ordered_json::parse(write_scenario(out.scenario, catalog));
    Told told;
    const auto tell = [&](std::string path) {
        (out.carried.contains(path) ? told.carried : told.lost).push_back(std::move(path));
    };
    tell("model");
    for (const char* part : {"cluster", "training"})
        for (const auto& [key, value] : file[part].items())
            tell(fmt::format("{}.{}", part, key));
    return told;
}

/// What stays out of the file when the user wants it all the same: warnings, and lost.
void leave_out(ExportPlan& out) {
    for (Problem& problem : out.problems) {
        if (problem.severity != Severity::error) continue;
        problem.severity = Severity::warning;
        problem.message = "left out: " + problem.message;
        std::string key = problem.where.substr(1);
        std::ranges::replace(key, '/', '.');
        out.carried.erase(key.starts_with("model.") ? "model" : key);
    }
}

/// One line for whoever opens the file; never read back, as it would not follow an edit.
std::string remark_of(const Scenario& scenario, const Told& told) {
    std::string name = scenario.name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return c < ' '; }, ' ');
    const auto list = [](const std::vector<std::string>& keys) {
        return keys.empty() ? "nothing" : fmt::format("{}", fmt::join(keys, ", "));
    };
    return fmt::format("# Headroom: {}; carries: {}; lost: {}\n", name, list(told.carried),
                       list(told.lost));
}

void add_remark(std::string& text, Remark place, const std::string& remark) {
    if (place == Remark::first_line) text.insert(0, remark);
    if (place == Remark::second_line) text.insert(text.find('\n') + 1, remark);
}

} // namespace

std::vector<std::string_view> export_formats() {
    std::vector<std::string_view> names;
    for (const Writer& writer : writers)
        names.push_back(writer.format);
    return names;
}

Exported export_scenario(const Scenario& scenario, std::string_view format, const Catalog& catalog,
                         const ExportMode& options) {
    Exported exported;
    const auto writer = std::ranges::find(writers, format, &Writer::format);
    if (writer == writers.end()) {
        exported.problems.push_back(
            error("--format", fmt::format("no format \"{}\"; one of {}", format,
                                          fmt::join(export_formats(), ", "))));
        return exported;
    }
    ExportPlan out(scenario, catalog, options);
    exported.text = writer->write(out);
    if (options.lossy) leave_out(out);
    exported.problems = std::move(out.problems);
    if (has_errors(exported.problems)) {
        exported.text.clear();
        return exported;
    }
    Told told = told_of(out, catalog);
    add_remark(exported.text, writer->remark, remark_of(scenario, told));
    exported.lost = std::move(told.lost);
    return exported;
}

} // namespace headroom
