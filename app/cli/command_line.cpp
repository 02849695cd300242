#include "command_line.hpp"

#include "commands.hpp"
#include "core/explore/search_space.hpp"
#include "core/explore/sweep.hpp"
#include "core/formats/export.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace headroom::cli {

namespace {

/// Each command adds itself to the program and, when chosen, sets what is run.
using Run = std::function<int()>;

/// The scenario's file, and `--set` to change it first.
void add_scenario_file(CLI::App& command, std::string& scenario,
                       std::vector<std::string>& assignments) {
    command.add_option("SCENARIO", scenario, "A scenario file (JSON)")->required();
    command.add_option("--set", assignments, "Change one value first: PATH=VALUE")
        ->allow_extra_args(false);
}

void add_scenario_options(CLI::App& command, ScenarioOptions& options) {
    add_scenario_file(command, options.scenario, options.assignments);
}

void add_language_option(CLI::App& command, Language& chosen) {
    const auto read = [&language = chosen](const std::string& word) {
        if (word != "en" && word != "ko")
            throw CLI::ValidationError("--lang",
                                       fmt::format("\"{}\" is no language here; en or ko", word));
        language = word == "ko" ? Language::korean : Language::english;
    };
    command.add_option_function<std::string>("--lang", read, "Language of the text")
        ->option_text("en|ko");
}

/// `--json`, which is returned, and `--lang`.
CLI::Option* add_answer_options(CLI::App& command, ScenarioOptions& options) {
    add_language_option(command, options.language);
    return command.add_flag("--json", options.json, "JSON on stdout");
}

void add_estimate(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<EstimateOptions>();
    CLI::App* command = app.add_subcommand(
        "estimate", "What one GPU needs, how long a step takes, what the run costs");
    add_scenario_options(*command, *options);
    command->add_option("--gpu", options->gpus, "On these GPU presets, or \"all\"")->delimiter(',');
    command->add_option("--calibration", options->calibration,
                        "With this calibration in place of the scenario's, or \"none\"");
    add_answer_options(*command, *options);
    command->footer("Exit status 1: it fits on none of the GPUs; 2: none can run the plan.\n\n"
                    "Examples:\n"
                    "  headroom-cli estimate team.json\n"
                    "  headroom-cli estimate team.json --gpu h100-sxm,h200-sxm,b200-sxm\n"
                    "  headroom-cli estimate team.json --gpu all --json\n"
                    "  headroom-cli estimate team.json --set training.zero_stage=2 --set "
                    "training.micro_batch=4");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_estimate(*options); }; });
}

void add_sweep(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<SweepOptions>();
    CLI::App* command = app.add_subcommand("sweep", "One estimate for each position along an axis");
    add_scenario_options(*command, *options);
    command->add_option("--axis", options->axis, "What to move: training.micro_batch, ...")
        ->required();
    command->add_option("--values", options->values, "Positions; without it, those worth showing")
        ->delimiter(',');
    CLI::Option* json = add_answer_options(*command, *options);
    command->add_flag("--csv", options->csv, "CSV on stdout")->excludes(json);
    std::vector<std::string_view> paths;
    for (const Axis axis : all_axes)
        paths.push_back(axis_path(axis));
    command->footer(fmt::format(
        "Axes: {}\n\nExit status 1: it fits at none of the positions; 2: none is a legal plan.\n\n"
        "Examples:\n"
        "  headroom-cli sweep team.json --axis training.sequence\n"
        "  headroom-cli sweep team.json --axis training.recompute --values none,selective,full\n"
        "  headroom-cli sweep team.json --axis cluster.gpus --csv > gpus.csv",
        fmt::join(paths, ", ")));
    command->callback([options, &chosen] { chosen = [options] { return run_sweep(*options); }; });
}

void add_search(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<SearchOptions>();
    CLI::App* command = app.add_subcommand("search", "Every legal plan: the best of them");
    add_scenario_options(*command, *options);
    command->add_option("--gpus", options->gpus, "So many GPUs of the scenario's kind")
        ->check(CLI::PositiveNumber);
    command->add_option("--top", options->top, "At most so many plans")->check(CLI::PositiveNumber);
    command->add_option("--threads", options->threads, "Threads; without it, all cores")
        ->check(CLI::Range(1, 1024));
    command->add_option("--free", options->freed, "Search these dimensions too, or \"all\"")
        ->delimiter(',');
    command->add_option("--fix", options->fixed, "Keep one as it is, or NAME=VALUE")
        ->allow_extra_args(false);
    add_answer_options(*command, *options);
    command->footer(fmt::format(
        "Dimensions: {}\nAll are free at first but precision, offload and activation_offload.\n\n"
        "Exit status 1: nothing fits, or no plan meets the goals (the nearest is named); 2: no "
        "plan is legal.\n\n"
        "Examples:\n"
        "  headroom-cli search team.json\n"
        "  headroom-cli search team.json --gpus 64 --free precision,offload\n"
        "  headroom-cli search team.json --fix tensor_parallel=8 --fix zero_stage --json",
        fmt::join(names_of<Dimension>(), ", ")));
    command->callback([options, &chosen] { chosen = [options] { return run_search(*options); }; });
}

void add_advise(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ScenarioOptions>();
    CLI::App* command = app.add_subcommand(
        "advise", "What to change, in which order, until the plan meets its goals");
    add_scenario_options(*command, *options);
    add_answer_options(*command, *options);
    command->footer("Exit status 1: no ladder reaches the goals; the nearest plan is shown.\n\n"
                    "Examples:\n"
                    "  headroom-cli advise team.json\n"
                    "  headroom-cli advise team.json --set goals.duration=\"5 days\" --json");
    command->callback([options, &chosen] { chosen = [options] { return run_advise(*options); }; });
}

void add_cost(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ScenarioOptions>();
    CLI::App* command = app.add_subcommand(
        "cost", "On demand, spot, reserved or owned: cost, break-even, experiments a week");
    add_scenario_options(*command, *options);
    add_answer_options(*command, *options);
    command->footer("Exit status 1: the way of paying that the scenario names has no price.\n\n"
                    "Examples:\n"
                    "  headroom-cli cost team.json\n"
                    "  headroom-cli cost team.json --set funding.purchase=spot --set "
                    "funding.spot.restart=\"30 min\"\n"
                    "  headroom-cli cost team.json --set funding.currency.code=KRW --set "
                    "funding.currency.per_dollar=1380");
    command->callback([options, &chosen] { chosen = [options] { return run_cost(*options); }; });
}

void add_choose(CLI::App& app, Run& chosen) {
    constexpr int most_gpus = 1 << 20;
    const auto options = std::make_shared<ChooseOptions>();
    CLI::App* command = app.add_subcommand(
        "choose", "The smallest and the cheapest GPUs and counts that meet the goals");
    add_scenario_options(*command, *options);
    command
        ->add_option("--gpu", options->gpus,
                     "These GPU presets, or \"all\"; else shipping ones of the same vendor")
        ->delimiter(',');
    command->add_option("--gpus", options->counts, "These counts; else powers of two")
        ->delimiter(',')
        ->check(CLI::Range(1, most_gpus));
    add_answer_options(*command, *options);
    command->footer("Exit status 1: none meets the goals; the nearest is named.\n\n"
                    "Examples:\n"
                    "  headroom-cli choose team.json\n"
                    "  headroom-cli choose team.json --gpu h100-sxm,h200-sxm --gpus 8,16,32\n"
                    "  headroom-cli choose team.json --set funding.purchase=spot --json");
    command->callback([options, &chosen] { chosen = [options] { return run_choose(*options); }; });
}

void add_validate(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ValidateOptions>();
    CLI::App* command = app.add_subcommand("validate", "Compare predictions with measured runs");
    command->add_option("MEASUREMENTS", options->files, "CSV files, one run a row")->required();
    command->add_flag("--json", options->json, "JSON on stdout");
    command->add_option("--rows", options->rows_file, "Write each row's prediction to this CSV");
    command->add_flag("--leave-one-out", options->leave_one_out,
                      "Also fit the constants of step time again without each source, and predict "
                      "it with those (minutes)");
    command->add_flag("--one-run", options->one_run,
                      "Also let each run in turn calibrate the other runs of its source; with "
                      "--leave-one-out from constants that had not seen the source too");
    command->add_flag("--split", options->split,
                      "Also earn the fitted memory facts and bands on one half of the sources and "
                      "score the other, both ways");
    command->add_option("--max-median", options->max_median,
                        "Exit 1 when a median error is above this (\"0.1\" or \"10 %\")");
    command->footer("Example: headroom-cli validate presets/measurements/step_time.csv "
                    "--max-median \"10 %\"");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_validate(*options); }; });
}

void add_import(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ImportOptions>();
    CLI::App* command =
        app.add_subcommand("import", "Turn configuration files of other tools into a scenario");
    command->add_option("FILE", options->files, "Files that describe one run")->required();
    command->add_option("--as", options->kind, "What the files are, when it is not recognised");
    command->add_option("--answer", options->answers, "Answer to a question: KEY=VALUE")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "JSON on stdout");
    command->add_option("-o,--output", options->output, "Write the scenario to this file");
    command->footer("Examples:\n  headroom-cli import config.json --json\n"
                    "  headroom-cli import config.json --answer cluster.gpu=h100-sxm "
                    "--answer cluster.gpus=8 -o team.json");
    command->callback([options, &chosen] { chosen = [options] { return run_import(*options); }; });
}

void add_export(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        app.add_subcommand("export", "Write a scenario as a configuration of a framework");
    add_scenario_file(*command, options->scenario, options->assignments);
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}", fmt::join(export_formats(), ", ")))
        ->required();
    command->add_option("-o,--output", options->output, "Write to this file instead of stdout");
    command->add_flag("--lossy", options->lossy,
                      "Leave out what the format cannot run, with a warning");
    command->add_flag("--auto", options->automatic,
                      "\"auto\" for what DeepSpeed's JSON may leave to the Trainer");
    command->footer("Examples:\n  headroom-cli export team.json --format accelerate -o fsdp.yaml\n"
                    "  headroom-cli export team.json --format megatron > train.sh");
    command->callback([options, &chosen] { chosen = [options] { return run_export(*options); }; });
}

void add_calibrate(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<CalibrateOptions>();
    CLI::App* command = app.add_subcommand(
        "calibrate", "Make a calibration of what headroom-probe measured on a GPU");
    command->add_option("PROBE", options->probe, "Output of headroom-probe (lines, or --output)");
    command->add_option("--scenario", options->scenario, "Show what each number does to this plan");
    command->add_option("--set", options->assignments, "Change one value of it first: PATH=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--runs", options->runs,
            "Learn from measured runs of the scenario's plan, a table or a framework's log: "
            "with a probe or without")
        ->allow_extra_args(false);
    command->add_option("--name", options->name, "What the calibration is called");
    command->add_option("--note", options->note, "What others should know of it");
    command->add_option("--host", options->host, "Which machine it was, if you want to say");
    command->add_option("-o,--output", options->output, "Write the calibration to this file");
    add_language_option(*command, options->language);
    command->add_flag("--json", options->json, "JSON on stdout");
    command->footer(
        "Exit status 1: the device belongs to no preset, or nothing of it can be used.\n\n"
        "Examples:\n"
        "  headroom-probe --output probe.json && headroom-cli calibrate probe.json --scenario "
        "team.json\n"
        "  headroom-cli calibrate --scenario team.json --runs train.log -o runs.json\n"
        "  headroom-cli calibrate probe.json --name \"cluster A\" -o calibrations/cluster-a.json\n"
        "  headroom-cli estimate team.json --calibration calibrations/cluster-a.json");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_calibrate(*options); }; });
}

void add_list(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<ListOptions>();
    CLI::App* command = app.add_subcommand("list", "What the presets hold");
    const std::vector<std::string> names = list_names();
    command->add_option("WHAT", options->what, fmt::format("{}", fmt::join(names, "|")))
        ->required()
        ->check(
            [names](const std::string& word) {
                const bool known = std::ranges::find(names, word) != names.end();
                return known ? std::string()
                             : fmt::format("\"{}\" is none of {}", word, fmt::join(names, ", "));
            },
            "", "");
    command->add_flag("--json", options->json, "JSON on stdout");
    command->callback([options, &chosen] { chosen = [options] { return run_list(*options); }; });
}

void add_check_presets(CLI::App& app, Run& chosen) {
    const auto directory = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("check-presets", "Check all presets and examples");
    command->add_option("DIRECTORY", *directory, "A folder of presets other than the program's");
    command->callback(
        [directory, &chosen] { chosen = [directory] { return run_check_presets(*directory); }; });
}

constexpr const char* exit_statuses =
    "Exit status: 0 fine; 1 the answer is \"no\" (does not fit, errors above the limit asked);\n"
    "2 the input is bad (each problem on stderr, `where: error: message`); 3 our own fault.";

/// What is wrong in the user's words: CLI11 only says that some command is missing.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error, int argc,
                          char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    if (word.empty() || word.starts_with('-') || std::ranges::find(names, word) != names.end())
        return error.what();
    const std::string_view near = headroom::nearest_word(word, {names.begin(), names.end()});
    return fmt::format("no such command: \"{}\"; {}", word,
                       near.empty() ? fmt::format("commands are {}", fmt::join(names, ", "))
                                    : fmt::format("did you mean \"{}\"?", near));
}

} // namespace

int run_command_line(int argc, char** argv) {
    CLI::App app("Headroom: what a plan needs of one GPU, how long its steps take, what it costs.",
                 "headroom-cli");
    app.set_version_flag("--version", HEADROOM_VERSION);
    app.require_subcommand(1);
    app.footer(exit_statuses);
    Run chosen;
    for (const auto add :
         {add_estimate, add_sweep, add_search, add_advise, add_cost, add_choose, add_validate,
          add_calibrate, add_import, add_export, add_list, add_check_presets})
        add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) { // --help and --version
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        print_problems({headroom::error("command line", usage_problem(app, error, argc, argv))});
        return bad_input;
    }
    return chosen();
}

} // namespace headroom::cli
