// sweep: one estimate for each position along an axis.
#include "core/explore/sweep.hpp"

#include "commands.hpp"
#include "core/io/csv.hpp"
#include "core/io/scenario_paths.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::cli {

namespace {

Axis axis_named(const std::string& path) {
    if (const std::optional<Axis> axis = axis_of_path(path)) return *axis;
    std::vector<std::string_view> known;
    for (const Axis axis : all_axes)
        known.push_back(axis_path(axis));
    if (is_scenario_path(path))
        fail(error("--axis", fmt::format("\"{}\" is no axis, --set changes it; axes are {}", path,
                                         fmt::join(known, ", "))));
    const std::string_view near = nearest_word(path, known);
    fail(error("--axis", near.empty() ? no_such_path(path)
                                      : fmt::format("no such axis: \"{}\"; did you mean \"{}\"?",
                                                    path, near)));
}

/// Each once, in the order asked for.
std::vector<double> values_of(const SweepOptions& options, Axis axis, const Scenario& scenario) {
    if (options.values.empty()) return axis_values(axis, scenario);
    std::vector<double> values;
    Problems problems;
    for (const std::string& text : options.values) {
        const std::optional<double> value = parse_axis_value(axis, text, scenario);
        if (!value)
            problems.push_back(
                error("--values", fmt::format("\"{}\" is no value of {}", text, axis_path(axis))));
        else if (std::ranges::find(values, *value) == values.end())
            values.push_back(*value);
    }
    print_problems(problems);
    if (!problems.empty()) throw InputError();
    return values;
}

/// Each position with the scenario moved there.
std::vector<GpuPoint> moved(const Scenario& scenario, Axis axis,
                            std::span<const SweepPoint> points) {
    std::vector<GpuPoint> rows;
    Scenario there = scenario;
    for (const SweepPoint& point : points) {
        set_axis(there, scenario, axis, point.value);
        rows.push_back({&scenario.cluster.gpu, there, point.estimate});
    }
    return rows;
}

/// Why the plan is not legal, every reason; "" for a legal plan.
std::string reasons(const Scenario& scenario) {
    std::string text;
    for (const Problem& problem : validate(scenario))
        if (problem.severity == Severity::error)
            text += (text.empty() ? "" : "; ") + problem.message;
    return text;
}

/// Positions that the user asked for by name and that are no plan: said aloud. Those that the
/// program chose to show are not the user's mistake.
void report_illegal(const SweepOptions& options, Axis axis, std::span<const GpuPoint> rows) {
    Problems problems;
    const bool none_is_legal = std::ranges::all_of(
        rows, [](const GpuPoint& row) { return row.estimate.verdict == Verdict::not_legal; });
    for (const GpuPoint& row : rows) {
        if (row.estimate.verdict != Verdict::not_legal) continue;
        if (options.values.empty() && !none_is_legal) continue;
        problems.push_back(
            {none_is_legal ? Severity::error : Severity::warning,
             fmt::format("{}={}", axis_path(axis),
                         axis_label(axis, get_axis(row.scenario, axis), row.scenario)),
             reasons(row.scenario)});
    }
    print_problems(problems);
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
                       "seconds,p10_s,p90_s,tokens_per_second_per_gpu,mfu,days,usd_total,reason\n";
    Scenario there = scenario;
    for (const SweepPoint& point : points) {
        const auto& [memory, step, money] =
            std::tie(point.estimate.memory, point.estimate.step, point.estimate.money);
        text +=
            fmt::format("{},{},{}", point.value, csv_cell(axis_label(axis, point.value, scenario)),
                        name_of(point.estimate.verdict));
        if (point.estimate.verdict == Verdict::not_legal) {
            set_axis(there, scenario, axis, point.value);
            text += fmt::format(",,,,{:.6g},,,,,,,,,{}\n", memory.capacity / units::GiB,
                                csv_cell(reasons(there)));
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
        text += ",\n";
    }
    return text;
}

/// The reason is a column of its own where there is one to tell.
void add_reasons(TableView& table, std::span<const GpuPoint> rows, Language language) {
    const auto not_legal = [](const GpuPoint& row) {
        return row.estimate.verdict == Verdict::not_legal;
    };
    if (std::ranges::none_of(rows, not_legal)) return;
    table.columns.emplace_back(say({"why not", "이유"}, language));
    for (std::size_t i = 0; i < rows.size(); ++i)
        table.rows[i].push_back(
            illegality_sentence(rows[i].scenario, rows[i].estimate.illegality, language));
}

std::string sweep_text(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points,
                       std::span<const GpuPoint> rows, Language language) {
    TableView table = estimate_table(rows, language);
    table.columns.front() = axis_name(axis, language);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool current = points[i].value == get_axis(scenario, axis);
        table.rows[i].front() = axis_label(axis, points[i].value, scenario) + (current ? " *" : "");
    }
    add_reasons(table, rows, language);
    const SweepView view = sweep_view(scenario, axis, points, presets(), language);
    const std::string_view legend = say({"* the scenario's own value", "* 지금 값"}, language);
    return fmt::format("{}\n{}\n\n{}\n{}\n", scenario.name, view.subtitle, text_table(table),
                       legend);
}

} // namespace

int run_sweep(const SweepOptions& options) {
    const Axis axis = axis_named(options.axis);
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    if (!axis_applies(axis, scenario))
        fail(error("--axis", fmt::format("{} does not apply to this model", options.axis)));
    const std::vector<SweepPoint> points =
        sweep(scenario, axis, values_of(options, axis, scenario));
    const std::vector<GpuPoint> rows = moved(scenario, axis, points);
    if (options.json)
        print(sweep_json(scenario, axis, points));
    else if (options.csv)
        print(sweep_csv(scenario, axis, points));
    else
        print(sweep_text(scenario, axis, points, rows, options.language));
    report_illegal(options, axis, rows);
    std::vector<Verdict> verdicts;
    for (const SweepPoint& point : points)
        verdicts.push_back(point.estimate.verdict);
    return status_of(verdicts);
}

} // namespace headroom::cli
