// Measured runs from what teams have: a table, or the log that the framework wrote.
//
//     const RunsResult read = read_runs_file("train.log", plan, catalog);
//     for (const ReadRun& run : read.runs) scenario.runs.push_back(run.run);
//     for (const Problem& problem : read.problems) std::cerr << to_report_line(problem) << '\n';
//
// Recognised by content: Hugging Face's trainer_state.json; a table of runs (runs_table.hpp) or of
// measurements (measurements_csv.hpp, docs/measurements.md), whose rows say what ran; else the
// lines that frameworks print (log_lines.hpp). A log does not say what ran: its run has the
// conditions of `plan`. Steps of warm-up are dropped and the median taken (logged_run.hpp). What
// cannot be used is a problem with its line; the rest is read all the same.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/logged_run.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace headroom {

struct ReadRun {
    MeasuredRun run;  // its notes as they were written; the series is not told there
    LoggedRun logged; // where it comes from
};

struct RunsResult {
    std::vector<ReadRun> runs;
    Problems problems;
};

RunsResult read_runs(std::string_view text, std::string_view name, const Scenario& plan,
                     const Catalog& catalog);
RunsResult read_runs_file(const std::filesystem::path& path, const Scenario& plan,
                          const Catalog& catalog);

} // namespace headroom
