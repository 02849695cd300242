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

struct Writer {
    std::string_view format;
    std::string (*write)(ExportPlan&);
};
constexpr std::array writers{
    Writer{"deepspeed", write_deepspeed},
    Writer{"accelerate", write_accelerate},
    Writer{"megatron", write_megatron},
};

/// Values of the scenario file that were not written, by their path.
std::vector<std::string> lost_of(const ExportPlan& out, const Catalog& catalog) {
    const auto file = nlohmann::ordered_json::parse(write_scenario(out.scenario, catalog));
    std::vector<std::string> lost;
    if (!out.carried.contains("model")) lost.emplace_back("model");
    for (const char* part : {"cluster", "training"})
        for (const auto& [key, value] : file[part].items())
            if (const std::string path = fmt::format("{}.{}", part, key);
                !out.carried.contains(path))
                lost.push_back(path);
    return lost;
}

} // namespace

std::vector<std::string_view> export_formats() {
    std::vector<std::string_view> names;
    for (const Writer& writer : writers)
        names.push_back(writer.format);
    return names;
}

Exported export_scenario(const Scenario& scenario, std::string_view format,
                         const Catalog& catalog) {
    Exported exported;
    const auto writer = std::ranges::find(writers, format, &Writer::format);
    if (writer == writers.end()) {
        exported.problems.push_back(
            error("--format", fmt::format("no format \"{}\"; one of {}", format,
                                          fmt::join(export_formats(), ", "))));
        return exported;
    }
    ExportPlan out(scenario);
    exported.text = writer->write(out);
    exported.problems = std::move(out.problems);
    if (has_errors(exported.problems)) exported.text.clear();
    exported.lost = lost_of(out, catalog);
    return exported;
}

} // namespace headroom
