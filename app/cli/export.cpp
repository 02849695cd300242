// export: a scenario as a configuration that a framework launches.
#include "core/formats/export.hpp"

#include "commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headroom::cli {

namespace {

/// What the format cannot say goes to stderr: the text is for the framework.
void report_lost(const ExportOptions& options, const std::vector<std::string>& lost) {
    if (!lost.empty())
        print_problems(
            {{Severity::note, options.scenario,
              fmt::format("not in the {} file: {}", options.format, fmt::join(lost, ", "))}});
}

} // namespace

int run_export(const ExportOptions& options) {
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    Exported exported = export_scenario(scenario, options.format, presets(),
                                        {.lossy = options.lossy, .automatic = options.automatic});
    for (Problem& problem : exported.problems)
        if (problem.where.starts_with('/'))
            problem.where = fmt::format("{}: {}", options.scenario, problem.where);
    print_problems(exported.problems);
    if (has_errors(exported.problems)) return bad_input;
    report_lost(options, exported.lost);
    if (options.output.empty())
        print(exported.text);
    else
        save("-o", options.output, exported.text);
    return fine;
}

} // namespace headroom::cli
