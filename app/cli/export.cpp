// export: a scenario as a configuration that a framework launches.
#include "core/formats/export.hpp"

#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace headroom::cli {

namespace {

struct Options {
    std::string scenario, format, output;
    std::vector<std::string> assignments;
};

/// What the format cannot say goes to stderr: the text is for the framework.
void report_lost(const Options& options, const std::vector<std::string>& lost) {
    if (!lost.empty())
        print_problems(
            {{Severity::note, options.scenario,
              fmt::format("not in the {} file: {}", options.format, fmt::join(lost, ", "))}});
}

int run(const Options& options) {
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    Exported exported = export_scenario(scenario, options.format, presets());
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

} // namespace

void add_export(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("export", "Write a scenario as a configuration of a framework");
    add_scenario_options(*command, options->scenario, options->assignments);
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}", fmt::join(export_formats(), ", ")))
        ->required();
    command->add_option("-o,--output", options->output, "Write to this file instead of stdout");
    command->footer("Examples:\n  headroom-cli export team.json --format accelerate -o fsdp.yaml\n"
                    "  headroom-cli export team.json --format megatron > train.sh");
    command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace headroom::cli
