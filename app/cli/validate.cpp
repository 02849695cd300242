// validate: predicted against measured runs, per source and in all.
#include "commands.hpp"
#include "core/base/unit_text.hpp"
#include "core/calibrate/memory_fit.hpp"
#include "core/calibrate/step_fit.hpp"
#include "core/io/csv.hpp"
#include "core/io/measurements_csv.hpp"
#include "core/io/text_file.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace headroom::cli {

namespace {

std::string percent_cell(double fraction) { return fmt::format("{:.1f} %", 100.0 * fraction); }

std::vector<std::string> error_cells(std::string name, std::string what,
                                     const ErrorStatistics& errors) {
    return {std::move(name),
            std::move(what),
            std::to_string(errors.n),
            percent_cell(errors.median_ape),
            percent_cell(errors.p90_ape),
            fmt::format("{:+.1f} %", 100.0 * errors.bias),
            percent_cell(errors.within_band)};
}

std::string error_table(const ValidationReport& report) {
    TableView table;
    table.columns = {"source", "what", "n", "median", "P90", "bias", "in band"};
    for (const SourceStatistics& source : report.sources)
        table.rows.push_back(
            error_cells(source.source, std::string(name_of(source.what)), source.errors));
    for (const auto& [kind, errors] : report.memory_kinds) {
        table.rows.push_back(error_cells("all runs", kind, errors.all));
        table.rows.push_back(error_cells("mean over sources", kind, errors.balanced));
    }
    const auto add_all = [&](const char* what, const ErrorStatistics& all,
                             const ErrorStatistics& balanced) {
        if (all.n == 0) return;
        table.rows.push_back(error_cells("all runs", what, all));
        table.rows.push_back(error_cells("mean over sources", what, balanced));
    };
    add_all("step_time", report.step_time, report.balanced_step_time);
    add_all("memory", report.memory, report.balanced_memory);
    if (report.complete_step_time.n > 0) {
        table.rows.push_back(error_cells("complete rows", "step_time", report.complete_step_time));
        table.rows.push_back(error_cells("complete, mean over sources", "step_time",
                                         report.balanced_complete_step_time));
    }
    return text_table(table);
}

std::string_view regime_name(const RegimeBand& band) {
    return band.regime ? name_of(*band.regime) : "in none of these";
}

std::string regime_table(const std::vector<RegimeBand>& regimes) {
    TableView table;
    table.columns = {"regime", "sources", "n",       "median",
                     "P90",    "bias",    "in band", "P10 of measured / predicted",
                     "P90"};
    for (const RegimeBand& band : regimes) {
        if (band.errors.n == 0) continue;
        std::vector<std::string> cells =
            error_cells(std::string(regime_name(band)), std::to_string(band.sources), band.errors);
        cells.push_back(fmt::format("{:.2f}", band.earned.p10));
        cells.push_back(fmt::format("{:.2f}", band.earned.p90));
        table.rows.push_back(std::move(cells));
    }
    return text_table(table);
}

std::string parameter_table(const std::vector<FittedParameter>& parameters) {
    TableView table;
    table.columns = {"fitted", "believed", "spread", "shipped", "on all sources"};
    for (const FittedParameter& one : parameters)
        table.rows.push_back({one.parameter.name, fmt::format("{:.4g}", one.parameter.believed),
                              fmt::format("{:.2f}", one.parameter.spread),
                              fmt::format("{:.4g}", one.shipped),
                              fmt::format("{:.4g}", one.fitted)});
    return text_table(table);
}

std::string leave_one_out_text(const LeaveOneOut& report) {
    TableView table;
    table.columns = {"source left out", "what", "n", "median", "P90", "bias", "in band"};
    for (const SourceStatistics& source : report.sources)
        table.rows.push_back(error_cells(source.source, "step_time", source.errors));
    table.rows.push_back(error_cells("mean over sources", "step_time", report.balanced));
    return fmt::format("\nLeave one source out: complete rows, predicted by constants that were "
                       "fitted on the other sources\n\n{}\n{}\n{}",
                       text_table(table), regime_table(report.regimes),
                       parameter_table(report.parameters));
}

std::string one_run_text(std::string_view constants, const OneRunReport& report) {
    TableView table;
    table.columns = {"source",         "n",     "before",        "after one run",
                     "priors: matmul", "fixed", "communication", "elementwise",
                     "unexplained"};
    const auto add = [&](std::string name, std::string runs, double before, double after,
                         const StepPriors& priors) {
        std::vector<std::string> cells{std::move(name), std::move(runs), percent_cell(before),
                                       percent_cell(after)};
        for (const double sd : priors.sd)
            cells.push_back(fmt::format("{:.3f}", sd));
        cells.push_back(fmt::format("{:.3f}", priors.unexplained));
        table.rows.push_back(std::move(cells));
    };
    for (const OneRunSource& one : report.sources)
        add(one.source, std::to_string(one.runs), one.before, one.after, one.priors);
    add("mean over sources", std::to_string(report.sources.size()), report.before, report.after,
        report.priors);
    return fmt::format("\nOne run calibrates the others of its source and GPU, each in turn, from "
                       "constants {}: median error\n\n{}",
                       constants, text_table(table));
}

/// From the shipped constants, and from those that had not seen the source where they are known.
struct OneRun {
    OneRunReport shipped;
    std::optional<OneRunReport> unseen;
};
OneRun one_run_of(const std::vector<Measurement>& rows,
                  const std::optional<LeaveOneOut>& left_out) {
    OneRun report{one_run_report(runs_with_shipped_constants(rows, presets())), std::nullopt};
    if (left_out) report.unseen = one_run_report(runs_with_unseen_constants(*left_out));
    return report;
}

std::string one_run_text(const OneRun& report) {
    return one_run_text("as shipped", report.shipped) +
           (report.unseen ? one_run_text("that had not seen the source", *report.unseen) : "");
}

std::string counted(const std::map<std::string, int>& rows_by_words) {
    std::vector<std::pair<int, std::string>> sorted;
    for (const auto& [words, rows] : rows_by_words)
        sorted.emplace_back(rows, words);
    std::ranges::stable_sort(sorted, std::ranges::greater(), &std::pair<int, std::string>::first);
    std::string text;
    for (const auto& [rows, words] : sorted)
        text += fmt::format("  {:5}  {}\n", rows, words);
    return text;
}

std::string verdict_text(const FitVerdicts& verdicts) {
    if (verdicts.n == 0) return {};
    return fmt::format("\nFit verdicts: {} of {} right, {} ran out of memory unforeseen, {} ran "
                       "although predicted not to fit\n",
                       verdicts.right, verdicts.n, verdicts.missed_oom, verdicts.false_oom);
}

std::string report_text(const ValidationReport& report) {
    std::string text = fmt::format("{} rows, {} scored\n\n", report.rows, report.scored);
    text += error_table(report);
    if (report.complete_step_time.n > 0)
        text += "\nStep time by regime, complete rows\n\n" + regime_table(report.step_time_regimes);
    text += verdict_text(report.fit_verdict);
    if (!report.skipped.empty()) text += "\nSkipped\n" + counted(report.skipped);
    if (!report.defaults.empty()) text += "\nDefaults taken\n" + counted(report.defaults);
    return text;
}

/// "experts blackwell", in one cell.
std::string words_of(const StepRegimes& regimes) {
    std::string words;
    for (std::size_t i = 0; i < regimes.size(); ++i)
        if (regimes.test(i))
            words +=
                fmt::format("{}{}", words.empty() ? "" : " ", name_of(static_cast<StepRegime>(i)));
    return words;
}

std::string band_text(const BandFactors& band) {
    return fmt::format("{:.2f} - {:.2f} ({} runs)", band.p10, band.p90, band.runs);
}

std::string split_text(const MemorySplit& split) {
    std::string text =
        "\nMemory, each half of the sources predicted with what the other taught\n\n";
    text += error_table(split.scored);
    text += verdict_text(split.scored.fit_verdict);
    TableView table;
    table.columns = {"taught by", "", ""};
    const auto add = [&](std::string by, const MemoryLesson& lesson) {
        table.rows.push_back({std::move(by), "", ""});
        for (const FittedFact& fact : lesson.facts)
            table.rows.push_back({"", std::string(fact.key), fmt::format("{:.2f}", fact.value)});
        table.rows.push_back({"", "band of allocated", band_text(lesson.allocated)});
        table.rows.push_back({"", "of the allocator's part", band_text(lesson.reserved)});
        table.rows.push_back({"", "of the process's part", band_text(lesson.process)});
    };
    for (const MemoryLesson& lesson : split.lessons)
        add(fmt::format("{}", fmt::join(lesson.sources, " ")), lesson);
    add("all", split.all);
    return text + "\n" + text_table(table);
}

std::string rows_csv(const ValidationReport& report) {
    std::string text = "id,source,what,memory_kind,predicted,measured,error,within_band,"
                       "p10,p90,complete,regimes\n";
    for (const Residual& row : report.residuals)
        text += fmt::format("{},{},{},{},{:.6g},{:.6g},{:.4f},{},{:.6g},{:.6g},{},{}\n",
                            csv_cell(row.id), csv_cell(row.source), name_of(row.what),
                            csv_cell(row.memory_kind), row.predicted, row.measured, row.error(),
                            row.within_band() ? 1 : 0, row.p10, row.p90, row.complete ? 1 : 0,
                            words_of(row.regimes));
    return text;
}

std::vector<Measurement> read_all(const std::vector<std::string>& files) {
    std::vector<Measurement> rows;
    Problems problems;
    for (const std::string& file : files) {
        MeasurementsResult result = read_measurements_file(file);
        std::ranges::move(result.rows, std::back_inserter(rows));
        std::ranges::move(result.problems, std::back_inserter(problems));
    }
    print_problems(problems);
    if (has_errors(problems)) throw InputError();
    return rows;
}

double limit_of(const std::string& text) {
    if (text.empty()) return std::numeric_limits<double>::infinity();
    const Parsed<double> limit = parse_fraction(text);
    if (!limit) fail(error("--max-median", limit.error()));
    return *limit;
}

} // namespace

int run_validate(const ValidateOptions& options) {
    const double limit = limit_of(options.max_median);
    const std::vector<Measurement> rows = read_all(options.files);
    const ValidationReport report = compare_with_measurements(rows, presets());
    if (!options.rows_file.empty()) save("--rows", options.rows_file, rows_csv(report));
    std::optional<LeaveOneOut> left_out;
    if (options.leave_one_out) left_out = leave_one_source_out(rows, presets());
    std::optional<OneRun> one_run;
    if (options.one_run) one_run = one_run_of(rows, left_out);
    std::optional<MemorySplit> split;
    if (options.split) split = split_by_halves(rows, presets());
    if (options.json) {
        Json json = validation_json(report);
        if (left_out) json["leave_one_out"] = leave_one_out_json(*left_out);
        if (one_run) json["one_run"] = one_run_json(one_run->shipped);
        if (one_run && one_run->unseen) json["one_run_unseen"] = one_run_json(*one_run->unseen);
        if (split) json["split"] = split_json(*split);
        print(json_text(json));
    } else {
        print(report_text(report) + (left_out ? leave_one_out_text(*left_out) : "") +
              (one_run ? one_run_text(*one_run) : "") + (split ? split_text(*split) : ""));
    }
    const double worst = std::max(report.step_time.median_ape, report.memory.median_ape);
    return worst > limit ? answer_is_no : fine;
}

} // namespace headroom::cli
