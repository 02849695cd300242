// What one measured run of a site teaches about its other runs: the evidence behind run_fit.
//
//     const OneRunReport report = one_run_report(runs_with_shipped_constants(rows, catalog));
//     report.before, report.after        // mean over sources of the median error
//
// Each run of a source in turn is the only one that its site knows; the others on the same GPU are
// predicted with the factors that it taught. Repeats of the teaching configuration are left out.
// The priors of a source are fitted on the other sources alone, so nothing of it is known before.
#pragma once

#include "core/calibrate/run_fit.hpp"
#include "core/calibrate/step_fit.hpp"

namespace headroom {

/// A measured step and the plan that predicts it.
struct TeachingRun {
    std::string source;
    Scenario plan;
    double seconds = 0.0; // measured
};

/// Complete rows, predicted by the constants that the presets ship.
std::vector<TeachingRun> runs_with_shipped_constants(std::span<const Measurement> rows,
                                                     const Catalog& catalog);
/// The same by constants that had not seen their source: what a new site gets.
std::vector<TeachingRun> runs_with_unseen_constants(const LeaveOneOut& report);

struct OneRunSource {
    std::string source;
    int runs = 0;
    double before = 0.0; // median absolute error of the other runs, mean over teaching runs
    double after = 0.0;  // the same with what the teaching run taught
    StepPriors priors;   // fitted without this source
};

struct OneRunReport {
    std::vector<OneRunSource> sources; // that have two configurations on one GPU
    double before = 0.0, after = 0.0;  // means over them
    StepPriors priors;                 // fitted on all sources
};

OneRunReport one_run_report(std::span<const TeachingRun> runs);

} // namespace headroom
