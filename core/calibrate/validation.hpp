// Predicted against measured: the residuals of many runs and what they say, per source and in all.
//
//     const ValidationReport report = compare_with_measurements(rows, catalog);
//     report.balanced_step_time.median_ape        // 0.062: mean over sources of their medians
//
// A row is scored or skipped with its reason; a row's id counts once. Errors are fractions of what
// was measured. Rows of one source share hardware, software and habits, hence the balanced figures.
#pragma once

#include "core/calibrate/measurement.hpp"
#include "core/model/catalog.hpp"
#include "core/model/step_regime.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace headroom {

enum class Measured : std::uint8_t { step_time, memory };
std::string_view name_of(Measured what);

/// One predicted value beside its measured one; seconds or GiB.
struct Residual {
    std::string id, source;
    Measured what = Measured::step_time;
    std::string memory_kind; // "" for step time
    double predicted = 0.0, measured = 0.0;
    double p10 = 0.0, p90 = 0.0; // of what was predicted
    bool complete = false;       // every input of the row was stated
    StepRegimes regimes;         // of the plan

    double error() const { return (predicted - measured) / measured; }
    bool within_band() const { return p10 <= measured && measured <= p90; }
};

struct ErrorStatistics {
    int n = 0;
    double median_ape = 0.0; // absolute error over measured
    double p90_ape = 0.0;
    double bias = 0.0;        // median of the signed error: negative is predicted too low
    double within_band = 0.0; // share of runs between P10 and P90
};

struct SourceStatistics {
    std::string source;
    Measured what = Measured::step_time;
    ErrorStatistics errors;
};

/// Step times of one regime: as they scored, and the P10 and P90 of measured over predicted, each
/// source weighing the same. Without a regime: plans that are in none.
struct RegimeBand {
    std::optional<StepRegime> regime;
    int sources = 0;
    ErrorStatistics errors;
    BandFactors earned;
};

/// One kind of memory: all its runs, and the mean over their sources (n counts sources).
struct KindStatistics {
    ErrorStatistics all, balanced;
};

/// Does it fit: predicted against whether it ran.
struct FitVerdicts {
    int n = 0, right = 0;
    int missed_oom = 0; // ran out of memory, predicted to fit
    int false_oom = 0;  // ran, predicted not to fit

    FitVerdicts& operator+=(const FitVerdicts& other);
};

struct ValidationReport {
    int rows = 0, scored = 0;
    std::map<std::string, int> skipped;  // reason -> rows
    std::map<std::string, int> defaults; // documented default -> scored rows that took it
    ErrorStatistics step_time, memory;
    std::map<std::string, KindStatistics> memory_kinds;
    FitVerdicts fit_verdict;
    std::vector<SourceStatistics> sources;
    ErrorStatistics balanced_step_time, balanced_memory; // means over sources; n counts sources
    // Of rows whose inputs are complete, which is what the model is judged by
    ErrorStatistics complete_step_time, balanced_complete_step_time;
    std::vector<RegimeBand> step_time_regimes;
    std::vector<Residual> residuals;
};

ValidationReport compare_with_measurements(std::span<const Measurement> rows,
                                           const Catalog& catalog);

/// The statistics of residuals that were gathered elsewhere.
ValidationReport report_of(std::vector<Residual> residuals);

/// Of residuals in any order; all zero for none.
ErrorStatistics statistics_of(std::span<const Residual> residuals);
std::vector<SourceStatistics> statistics_by_source(std::span<const Residual> residuals);
/// Mean over the sources of one quantity, so that a source with many rows counts once.
ErrorStatistics mean_over_sources(std::span<const SourceStatistics> sources, Measured what);
/// Of step times: plans in no regime first, then each regime.
std::vector<RegimeBand> bands_by_regime(std::span<const Residual> residuals);

/// Step time that a row says, in seconds; 0 where it says none.
double measured_step_seconds(const Measurement& row, const Scenario& scenario);

} // namespace headroom
