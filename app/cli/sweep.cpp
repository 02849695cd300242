// sweep: one estimate for each position along an axis.
#include "core/explore/sweep.hpp"

#include "command.hpp"
#include "core/io/csv.hpp"
#include "core/present/numbers.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <memory>

namespace headroom::cli {

namespace {

struct Options {
    std::string scenario, axis;
    std::vector<std::string> values;
    std::vector<std::string> assignments;
    bool json = false, csv = false;
    Language language = Language::english;
};

Axis axis_named(const std::string& path) {
    if (const std::optional<Axis> axis = axis_of_path(path)) return *axis;
    std::vector<std::string_view> known;
    for (const Axis axis : all_axes)
        known.push_back(axis_path(axis));
    const std::string_view near = nearest_word(path, known);
    fail(error("--axis",
               fmt::format("no such axis: \"{}\"; {}", path,
                           near.empty() ? fmt::format("axes are {}", fmt::join(known, ", "))
                                        : fmt::format("did you mean \"{}\"?", near))));
}

std::vector<double> values_of(const Options& options, Axis axis, const Scenario& scenario) {
    if (options.values.empty()) return axis_values(axis, scenario);
    std::vector<double> values;
    Problems problems;
    for (const std::string& text : options.values) {
        const std::optional<double> value = parse_axis_value(axis, text, scenario);
        if (value)
            values.push_back(*value);
        else
            problems.push_back(
                error("--values", fmt::format("\"{}\" is no value of {}", text, axis_path(axis))));
    }
    print_problems(problems);
    if (!problems.empty()) throw InputError();
    return values;
}

std::string sweep_json(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points) {
    Json json{{"scenario", scenario.name}, {"axis", axis_path(axis)}, {"points", Json::array()}};
    Scenario moved = scenario;
    for (const SweepPoint& point : points) {
        set_axis(moved, scenario, axis, point.value);
        json["points"].push_back({{"value", point.value},
                                  {"label", axis_label(axis, point.value, scenario)},
                                  {"current", point.value == get_axis(scenario, axis)},
                                  {"estimate", estimate_json(moved, point.estimate)}});
    }
    return json_text(json);
}

/// Empty cells where a plan is not legal or has no price.
std::string sweep_csv(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points) {
    std::string text = "value,label,verdict,process_gib,p10_gib,p90_gib,capacity_gib,headroom_gib,"
                       "seconds,p10_s,p90_s,tokens_per_second_per_gpu,mfu,days,usd_total\n";
    for (const SweepPoint& point : points) {
        const auto& [memory, step, money] =
            std::tie(point.estimate.memory, point.estimate.step, point.estimate.money);
        text +=
            fmt::format("{},{},{}", point.value, csv_cell(axis_label(axis, point.value, scenario)),
                        name_of(point.estimate.verdict));
        if (point.estimate.verdict == Verdict::not_legal) {
            text += fmt::format(",,,,{},,,,,,,,\n", memory.capacity / units::GiB);
            continue;
        }
        for (const Bytes value : {memory.process.expected, memory.process.p10, memory.process.p90,
                                  memory.capacity, memory.headroom})
            text += fmt::format(",{:.6g}", value / units::GiB);
        for (const Seconds value : {step.total.expected, step.total.p10, step.total.p90})
            text += fmt::format(",{:.6g}", value / units::s);
        text += fmt::format(",{:.6g},{:.4g},", step.tokens_per_second_per_gpu, step.mfu);
        if (money.run) text += fmt::format("{:.6g}", *money.run / units::day);
        text += ",";
        if (money.total) text += fmt::format("{:.6g}", *money.total / units::USD);
        text += "\n";
    }
    return text;
}

std::string sweep_text(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points,
                       Language language) {
    std::vector<GpuPoint> rows;
    Scenario moved = scenario;
    for (const SweepPoint& point : points) {
        set_axis(moved, scenario, axis, point.value);
        rows.push_back({&scenario.cluster.gpu, moved, point.estimate});
    }
    TableView table = estimate_table(rows, language);
    table.columns.front() = axis_name(axis, language);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool current = points[i].value == get_axis(scenario, axis);
        table.rows[i].front() = axis_label(axis, points[i].value, scenario) + (current ? " *" : "");
    }
    const SweepView view = sweep_view(scenario, axis, points, presets(), language);
    const char* legend = language == Language::korean ? "* 지금 값" : "* the scenario's own value";
    return fmt::format("{}\n{}\n\n{}\n{}\n", scenario.name, view.subtitle, text_table(table),
                       legend);
}

int run(const Options& options) {
    const Axis axis = axis_named(options.axis);
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    if (!axis_applies(axis, scenario))
        fail(error("--axis", fmt::format("{} does not apply to this model", options.axis)));
    const std::vector<SweepPoint> points =
        sweep(scenario, axis, values_of(options, axis, scenario));
    if (options.json)
        print(sweep_json(scenario, axis, points));
    else if (options.csv)
        print(sweep_csv(scenario, axis, points));
    else
        print(sweep_text(scenario, axis, points, options.language));
    return fine;
}

} // namespace

void add_sweep(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("sweep", "One estimate for each position along an axis");
    command->add_option("SCENARIO", options->scenario, "A scenario file (JSON)")->required();
    command->add_option("--axis", options->axis, "What to move: training.micro_batch, ...")
        ->required();
    command->add_option("--values", options->values, "Positions; without it, those worth showing")
        ->delimiter(',');
    command->add_option("--set", options->assignments, "Change one value first: PATH=VALUE")
        ->allow_extra_args(false);
    CLI::Option* json = command->add_flag("--json", options->json, "JSON on stdout");
    command->add_flag("--csv", options->csv, "CSV on stdout")->excludes(json);
    add_language_option(*command, options->language);
    std::vector<std::string_view> paths;
    for (const Axis axis : all_axes)
        paths.push_back(axis_path(axis));
    command->footer(fmt::format(
        "Axes: {}\n\nExamples:\n"
        "  headroom-cli sweep team.json --axis training.sequence\n"
        "  headroom-cli sweep team.json --axis training.recompute --values none,selective,full\n"
        "  headroom-cli sweep team.json --axis cluster.gpus --csv > gpus.csv",
        fmt::join(paths, ", ")));
    command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace headroom::cli
