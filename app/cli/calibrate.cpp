// calibrate: what a probe and runs measured, beside the presets, as a file that scenarios name.
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
#include <optional>

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

/// The plan whose numbers are shown, with the runs that were measured of it.
Scenario scenario_of(const CalibrateOptions& options) {
    if (options.scenario.empty()) {
        if (!options.runs.empty())
            fail(error("--runs", "needs --scenario: a log does not say what ran"));
        Scenario scenario;
        scenario.calibration = presets().calibration;
        return scenario;
    }
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

/// What came of the probe, of the runs, or of both: runs are predicted with what the probe found.
struct Learnt {
    std::optional<CalibrationView> probed;
    std::optional<RunsLesson> lesson;
    SiteCalibration site;

    bool says_anything() const {
        return std::ranges::any_of(site.values, &SiteValue::use) || (lesson && lesson->teaches);
    }
};

/// False where the device is none of a preset's, which has been said.
bool learn_from_probe(const CalibrateOptions& options, Scenario& scenario, Learnt& learnt) {
    const ProbeReport report = load_probe(options.probe);
    if (report.devices.empty()) fail(error(options.probe, "the probe saw no device"));
    const GpuMatch match = match_gpu(report.devices.front(), presets());
    if (match.gpu == nullptr) {
        print_problems({error(options.probe, match_sentence(match.reason, report.devices.front(),
                                                            options.language))});
        return false;
    }
    if (!options.runs.empty() && scenario.cluster.gpu.id != match.gpu->id)
        fail(error("--runs", fmt::format("are of {}, the probe measured {}",
                                         scenario.cluster.gpu.id, match.gpu->id)));
    const ClusterSpec cluster = cluster_measured(scenario, *match.gpu, report);
    learnt.site = fit_probe(report, cluster, today(), scenario.calibration.step_constants);
    if (options.scenario.empty()) scenario.cluster = cluster;
    return true;
}

void learn_from_runs(const CalibrateOptions& options, Scenario scenario, Learnt& learnt) {
    if (!options.probe.empty()) scenario.site = Shared(learnt.site);
    learnt.lesson = runs_lesson(scenario, options.language, today());
    learnt.site = learnt.lesson->site;
}

void print_json(const Learnt& learnt, bool with_effects) {
    Json json = {{"calibration", Json::parse(write_calibration(learnt.site, presets()))}};
    if (learnt.probed) {
        json["table"] = Json::array();
        for (const CalibrationRow& row : learnt.probed->rows)
            json["table"].push_back(row_json(row, learnt.site.values[row.value], with_effects));
        json["kept"] = learnt.probed->kept;
        json["caveats"] = learnt.probed->caveats;
    }
    if (learnt.lesson) json["lesson"] = learnt.lesson->sentences;
    print(json_text(json));
}

void print_text(const Learnt& learnt, Language language) {
    if (learnt.probed) print_view(*learnt.probed, language);
    if (!learnt.lesson) return;
    if (learnt.probed) print("\n");
    if (!learnt.lesson->factors.rows.empty()) print(text_table(learnt.lesson->factors) + "\n");
    for (const std::string& sentence : learnt.lesson->sentences)
        print(sentence + "\n");
}

} // namespace

int run_calibrate(const CalibrateOptions& options) {
    if (options.probe.empty() && options.runs.empty())
        fail(error("PROBE", "is missing; or give --runs"));
    Scenario scenario = scenario_of(options);
    Learnt learnt;
    if (!options.probe.empty() && !learn_from_probe(options, scenario, learnt)) return answer_is_no;
    if (!options.runs.empty()) learn_from_runs(options, scenario, learnt);
    learnt.site = named(std::move(learnt.site), options);
    if (!options.probe.empty())
        learnt.probed = calibration_view(scenario, learnt.site, today(), options.language);
    if (options.json)
        print_json(learnt, !options.scenario.empty());
    else
        print_text(learnt, options.language);
    const bool worth_keeping = learnt.probed || learnt.says_anything();
    if (worth_keeping && !options.output.empty())
        save("-o", options.output, write_calibration(learnt.site, presets()));
    return learnt.says_anything() ? fine : answer_is_no;
}

} // namespace headroom::cli
