// calibrate: what a probe measured, beside the presets, as a file that scenarios name.
#include "commands.hpp"
#include "core/base/calendar.hpp"
#include "core/calibrate/probe_fit.hpp"
#include "core/io/calibration_json.hpp"
#include "core/io/probe_reader.hpp"
#include "core/io/run_logs.hpp"
#include "core/io/text_file.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/runs_lesson.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::cli {

namespace {

/// The lines of a probe, or the one object of its --output.
ProbeReport load_probe(const std::string& path) {
    Problems problems;
    const std::optional<std::string> text = read_text_file(path, problems, path);
    print_problems(problems);
    if (!text) throw InputError();
    ProbeLines lines;
    std::string_view rest = *text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.take(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!lines.report().devices.empty()) return lines.report();
    std::optional<ProbeReport> file = read_probe_report(*text, path, problems);
    print_problems(problems);
    if (!file) throw InputError();
    return *std::move(file);
}

/// The plan whose numbers are shown, on the GPU that was measured.
Scenario shown_scenario(const CalibrateOptions& options) {
    if (!options.scenario.empty()) return load_scenario(options.scenario, options.assignments);
    Scenario scenario;
    scenario.calibration = presets().calibration;
    return scenario;
}

/// The scenario's own cluster where it is of this GPU, else what a node of it usually is.
ClusterSpec cluster_measured(const Scenario& scenario, const GpuSpec& gpu,
                             const ProbeReport& report) {
    if (scenario.cluster.gpu.id == gpu.id) return scenario.cluster;
    return usual_cluster(gpu, ranks_measured(report), 1, presets());
}

SiteCalibration named(SiteCalibration site, const CalibrateOptions& options) {
    if (!options.name.empty()) site.name = options.name;
    site.note = options.note;
    site.host = options.host;
    return site;
}

void print_lines(const std::string& heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    print("\n" + heading + "\n");
    for (const std::string& line : lines)
        print("  - " + line + "\n");
}

std::vector<std::string> doubts_of(const CalibrationView& view) {
    std::vector<std::string> lines;
    for (const CalibrationRow& row : view.rows)
        for (const std::string& doubt : row.doubts)
            lines.push_back(fmt::format("{}: {}", row.name, doubt));
    return lines;
}

void print_view(const CalibrationView& view, Language language) {
    const bool korean = language == Language::korean;
    print(view.title + "\n");
    for (const std::string& line : view.about)
        print(line + "\n");
    print("\n" + text_table(calibration_table(view, language)));
    if (!view.effect.empty()) print("\n" + view.effect + "\n");
    print_lines(korean ? "쓰지 않는 이유" : "Not used by itself", doubts_of(view));
    print_lines(korean ? "프리셋 그대로" : "Kept from the preset", view.kept);
    print_lines(korean ? "유의할 점" : "To know", view.caveats);
}

Json row_json(const CalibrationRow& row, const SiteValue& value, bool with_effects) {
    Json json = {
        {"parameter", name_of(value.parameter)},
        {"dtype", value.dtype ? Json(name_of(*value.dtype)) : Json(nullptr)},
        {"preset", value.preset},
        {"value", value.value},
        {"sd", value.sd},
        {"change", value.preset > 0.0 ? Json(value.value / value.preset - 1.0) : Json(nullptr)},
        {"use", value.use},
        {"doubts", value.doubts},
        {"from", value.from}};
    if (with_effects) {
        json["step_change"] = row.step_change;
        json["memory_change_gib"] = row.memory_change_gib;
    }
    return json;
}

void print_json(const CalibrationView& view, const SiteCalibration& site, bool with_effects) {
    Json rows = Json::array();
    for (const CalibrationRow& row : view.rows)
        rows.push_back(row_json(row, site.values[row.value], with_effects));
    print(json_text({{"calibration", Json::parse(write_calibration(site, presets()))},
                     {"table", rows},
                     {"kept", view.kept},
                     {"caveats", view.caveats}}));
}

Scenario with_runs(const CalibrateOptions& options) {
    if (options.scenario.empty())
        fail(error("--runs", "needs --scenario: a log does not say what ran"));
    Scenario scenario = load_scenario(options.scenario, options.assignments);
    for (const std::string& file : options.runs) {
        const RunsResult read = read_runs_file(file, scenario, presets());
        print_problems(read.problems);
        if (has_errors(read.problems)) throw InputError();
        for (const ReadRun& one : read.runs)
            scenario.runs.push_back(one.run);
    }
    return scenario;
}

/// What runs teach without a probe.
int calibrate_by_runs(const CalibrateOptions& options) {
    const Scenario scenario = with_runs(options);
    const RunsLesson lesson = runs_lesson(scenario, options.language, today());
    const SiteCalibration site = named(lesson.site, options);
    if (options.json) {
        print(json_text({{"calibration", Json::parse(write_calibration(site, presets()))},
                         {"lesson", lesson.sentences}}));
    } else {
        if (!lesson.factors.rows.empty()) print(text_table(lesson.factors) + "\n");
        for (const std::string& sentence : lesson.sentences)
            print(sentence + "\n");
    }
    if (lesson.teaches && !options.output.empty())
        save("-o", options.output, write_calibration(site, presets()));
    return lesson.teaches ? fine : answer_is_no;
}

} // namespace

int run_calibrate(const CalibrateOptions& options) {
    if (!options.runs.empty()) return calibrate_by_runs(options);
    if (options.probe.empty()) fail(error("PROBE", "is missing; or give --runs"));
    const ProbeReport report = load_probe(options.probe);
    if (report.devices.empty()) fail(error(options.probe, "the probe saw no device"));
    const GpuMatch match = match_gpu(report.devices.front(), presets());
    if (match.gpu == nullptr) {
        print_problems({error(options.probe, match_sentence(match.reason, report.devices.front(),
                                                            options.language))});
        return answer_is_no;
    }
    const Scenario scenario = shown_scenario(options);
    const ClusterSpec cluster = cluster_measured(scenario, *match.gpu, report);
    const SiteCalibration site =
        named(fit_probe(report, cluster, today(), scenario.calibration.step_constants), options);
    Scenario shown = scenario;
    if (options.scenario.empty()) shown.cluster = cluster;
    const CalibrationView view = calibration_view(shown, site, today(), options.language);
    const bool with_effects = !options.scenario.empty();
    if (options.json)
        print_json(view, site, with_effects);
    else
        print_view(view, options.language);
    if (!options.output.empty()) save("-o", options.output, write_calibration(site, presets()));
    const bool any = std::ranges::any_of(site.values, &SiteValue::use);
    return any ? fine : answer_is_no;
}

} // namespace headroom::cli
