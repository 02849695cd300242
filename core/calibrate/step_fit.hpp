// The constants of the step-time model, fitted again, and how well they predict sources they have
// not seen.
//
//     const LeaveOneOut report = leave_one_source_out(rows, catalog);
//     report.balanced.median_ape             // mean over sources of what each would have got
//
// Fitted are the global StepConstants and, of the stacks, the time facts whose source is
// "fitted-step-times": stacks that share such a value share the parameter. Before any step is seen,
// a constant is believed to be what StepConstants{} and TimeFacts{} say; a stack that only the
// source left out uses falls back to that.
#pragma once

#include "core/calibrate/fit.hpp"
#include "core/calibrate/validation.hpp"

namespace headroom {

struct FittedParameter {
    FitParameter parameter;
    double shipped = 0.0; // what the presets have
    double fitted = 0.0;  // on all sources
};

struct LeaveOneOut {
    std::vector<FittedParameter> parameters;
    std::vector<SourceStatistics> sources; // each predicted by constants fitted on the others
    ErrorStatistics balanced;              // mean over these; n counts sources
    std::vector<RegimeBand> regimes;       // earned bands, in the order of StepRegime; usual first
    std::vector<Residual> residuals;       // out of sample
    std::vector<Scenario> plans;           // that predicted them, with the constants they had
};

/// Of rows whose inputs are complete. Takes minutes: one fit for each source.
LeaveOneOut leave_one_source_out(std::span<const Measurement> rows, const Catalog& catalog);

} // namespace headroom
