// What a probe's results say of the numbers of the cost model: a calibration, with what it keeps.
//
//     const SiteCalibration site = fit_probe(report, cluster, "2026-11-30");
//     site.values[0]      // eta_isolated bf16 0.792, preset 0.81, from gemm_bf16_square_8k, ...
//     site.kept[0]        // {"never_hidden", "not measured"}
//
// `cluster` is of the GPU that match_gpu() found, with the links that its collectives ran on. What
// rests on a doubtful result is shown and not ticked. Formulas: docs/calibration.md, "From the
// probe"; which result teaches what: probe_names.hpp.
#pragma once

#include "core/calibrate/probe_report.hpp"
#include "core/model/scenario.hpp"

namespace headroom {

SiteCalibration fit_probe(const ProbeReport& report, const ClusterSpec& cluster,
                          std::string_view created, const StepConstants& constants = {});

/// Ranks of the largest collective that the probe ran inside of one node; 1 without any.
int ranks_measured(const ProbeReport& report);

} // namespace headroom
