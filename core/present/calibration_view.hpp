// A calibration as people read it: each number beside its preset, what it does to this plan, and
// what stands against it.
//
//     const CalibrationView view = calibration_view(scenario, site, today(), Language::english);
//     view.rows[0].name          // "share of the peak that products reach, bf16"
//     view.rows[0].change        // "−2.2 %"
//     view.rows[0].step_effect   // "+1.9 %" of this plan's step, by this number alone
//     view.caveats               // "Measured 212 days ago; software drifts: measure again."
//
// The window's dialog, the probe's results and `headroom-cli calibrate` show the same rows.
#pragma once

#include "core/calibrate/gpu_match.hpp"
#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct CalibrationRow {
    std::size_t value = 0; // index into SiteCalibration::values
    std::string name, preset, measured, change;
    std::string step_effect, memory_effect; // "" where it does nothing to this plan
    double step_change = 0.0;               // of the step: 0.02 is 2 % slower
    double memory_change_gib = 0.0;
    bool use = true;
    std::vector<std::string> doubts; // one sentence each
};

/// One of the four factors that measured steps taught.
struct FactorRow {
    std::string name, factor; // "matrix products", "× 1.03 ± 0.06"
    std::string note;         // "these runs do not say" where they do not
};

struct CalibrationView {
    std::string title;              // "cluster A, 8x H100 · 2026-11-30"
    std::vector<std::string> about; // what it was measured on, and with
    std::vector<CalibrationRow> rows;
    std::vector<FactorRow> factors;  // empty without measured steps
    std::vector<std::string> memory; // what measured memory taught
    std::vector<std::string> kept;   // "part of overlapped traffic that shows: not measured"
    std::vector<std::string> caveats;
    std::string effect; // "step 4.74 s → 4.83 s, memory 33.3 GiB → 33.1 GiB"
};

/// `driver_now`: of the machine at hand, "" where nobody asked it.
CalibrationView calibration_view(const Scenario& scenario, const SiteCalibration& site,
                                 std::string_view today, Language language,
                                 std::string_view driver_now = {});

/// parameter | preset | measured | change | effect on step and memory | use
TableView calibration_table(const CalibrationView& view, Language language);

/// The scenario with this calibration on, or with none.
Scenario calibrated(const Scenario& scenario, SiteCalibration site);
Scenario uncalibrated(const Scenario& scenario);

/// For "why": "calibrated 2026-11-30: kernel start 2.4 us, preset was 2.2 us"; "" where no measured
/// number is in the term.
std::string calibration_note(const Scenario& scenario, StepTerm term, Language language);
std::string calibration_note(const Scenario& scenario, MemoryTerm term, Language language);
/// Memory that passes keep and work in, which measured runs correct by one factor.
bool is_of_passes(MemoryTerm term);

std::string parameter_name(SiteParameter parameter, std::optional<Precision> dtype,
                           Language language);
/// A number of the parameter in its unit: "2.4 us", "26.1 GB/s", "0.79".
std::string parameter_text(SiteParameter parameter, double value);
/// Why a parameter keeps its preset; the file's own words where they are others.
std::string kept_reason(std::string_view why, Language language);
/// Why a device belongs to no preset.
std::string match_sentence(MatchFailure failure, const ProbeDevice& device, Language language);

} // namespace headroom
