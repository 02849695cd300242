#include "core/io/run_logs.hpp"

#include "core/calibrate/measured_scenario.hpp"
#include "core/io/log_lines.hpp"
#include "core/io/measurements_csv.hpp"
#include "core/io/runs_table.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"
#include "core/io/trainer_state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

/// A table of measurements says of each row what ran; no other has these three.
bool looks_like_measurements(std::string_view text) {
    const std::string_view header = text.substr(0, text.find_first_of("\r\n"));
    const auto has = [header](std::string_view column) {
        return ("," + std::string(header) + ",").find(fmt::format(",{},", column)) !=
               std::string::npos;
    };
    return has("id") && has("source") && has("task");
}

class RunsReader {
  public:
    RunsReader(std::string_view name, const Scenario& plan, const Catalog& catalog)
        : name_(name), plan_(plan), catalog_(catalog) {}

    RunsResult read(std::string_view text) {
        const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        if (text.substr(first).starts_with('{') && read_json(text)) return std::move(result_);
        if (looks_like_measurements(text))
            read_measured_rows(text);
        else if (looks_like_runs_table(text))
            for (LoggedRun& run : read_runs_table(text, name_, result_.problems))
                add(std::move(run));
        else
            add(read_log_lines(text, name_, result_.problems));
        return std::move(result_);
    }

  private:
    /// Whether it is JSON at all: the line that ends a Hugging Face log begins with a brace too.
    bool read_json(std::string_view text) {
        Problems problems;
        const std::optional<Json> root = parse_json(text, name_, problems, Strictness::lenient);
        if (!root) return false;
        add(read_trainer_state(*root, name_, result_.problems));
        return true;
    }

    void read_measured_rows(std::string_view text) {
        MeasurementsResult measured = read_measurements(text, name_);
        std::ranges::move(measured.problems, std::back_inserter(result_.problems));
        for (const Measurement& row : measured.rows) {
            auto scenario = scenario_of(row, catalog_);
            if (!scenario) {
                complain(row.line, scenario.error());
                continue;
            }
            add(logged(row), scenario->scenario);
        }
    }

    static LoggedRun logged(const Measurement& row) {
        LoggedRun run;
        run.line = row.line;
        run.name = row.id;
        run.notes = row.notes;
        if (row.step_seconds)
            run.step_seconds = StepSeries{*row.step_seconds, 0.0, 1, 0};
        else if (row.tokens_per_second_per_gpu)
            run.tokens_per_second_per_gpu = StepSeries{*row.tokens_per_second_per_gpu, 0.0, 1, 0};
        const Bytes memory = row.memory_gib.value_or(0.0) * units::GiB;
        if (row.memory_kind == "allocated") run.memory.allocated = memory;
        if (row.memory_kind == "reserved") run.memory.reserved = memory;
        if (row.memory_kind == "process") run.memory.process = memory;
        if (row.nvidia_smi_gib) run.memory.process = *row.nvidia_smi_gib * units::GiB;
        return run;
    }

    void add(LoggedRun logged) {
        Scenario conditions = plan_;
        if (!logged.settings.empty()) {
            std::optional<Scenario> set = with_settings(logged);
            if (!set) return;
            conditions = std::move(*set);
        }
        warn_of_another_batch(logged, conditions);
        add(std::move(logged), conditions);
    }

    void add(LoggedRun logged, const Scenario& conditions) {
        MeasuredRun run = measured_run(logged, conditions);
        if (run.step_time <= Seconds{} && run.memory == MeasuredMemory{}) {
            if (!has_errors(result_.problems))
                complain(std::max(logged.line, 1),
                         "nothing measured: no step time, rate or peak of memory was found");
            return;
        }
        if (result_.runs.size() == decision_limits::runs) return;
        result_.runs.push_back({std::move(run), std::move(logged)});
    }

    /// The plan with what the row says was different; empty where that is no plan.
    std::optional<Scenario> with_settings(const LoggedRun& logged) {
        std::vector<std::string> assignments;
        for (const auto& [path, value] : logged.settings)
            assignments.push_back(fmt::format("{}={}", path, value));
        ScenarioResult read =
            read_scenario_with(write_scenario(plan_, catalog_), name_, assignments, catalog_);
        for (const Problem& problem : read.problems)
            if (problem.severity == Severity::error)
                complain(logged.line,
                         fmt::format("{}: {}", origin_of(problem.where).pointer, problem.message));
        return std::move(read.scenario);
    }

    void warn_of_another_batch(const LoggedRun& logged, const Scenario& conditions) {
        if (!logged.global_batch) return;
        const int planned = conditions.training.global_batch;
        if (*logged.global_batch == planned) return;
        result_.problems.push_back(warning(
            fmt::format("{}:{}", name_, logged.line),
            fmt::format("the log's global batch is {:.0f}, the plan's {}: the run is taken for one "
                        "of the plan",
                        *logged.global_batch, planned)));
    }

    void complain(int line, std::string message) {
        result_.problems.push_back(error(fmt::format("{}:{}", name_, line), std::move(message)));
    }

    std::string_view name_;
    const Scenario& plan_;
    const Catalog& catalog_;
    RunsResult result_;
};

} // namespace

RunsResult read_runs(std::string_view text, std::string_view name, const Scenario& plan,
                     const Catalog& catalog) {
    Problems problems;
    if (!is_clean_text(text, name, problems)) return {{}, std::move(problems)};
    return RunsReader(name, plan, catalog).read(text);
}

RunsResult read_runs_file(const std::filesystem::path& path, const Scenario& plan,
                          const Catalog& catalog) {
    Problems problems;
    const std::optional<std::string> text = read_text_file(path, problems, path.string());
    if (!text) return {{}, std::move(problems)};
    return read_runs(*text, path.filename().string(), plan, catalog);
}

} // namespace headroom
