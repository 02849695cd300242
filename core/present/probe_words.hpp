// What the probe's words mean, in sentences: results, doubts, and why nothing was measured.
//
//     probe_result_label("gemm_bf16_square_8k", Language::english)   // "bf16 product, square_8k"
//     probe_doubt_sentence("throttled", Language::korean)
//     probe_error_sentence("no_driver", Language::english)  // "There is no NVIDIA driver ..."
#pragma once

#include "core/calibrate/probe_report.hpp"
#include "core/present/views.hpp"

#include <string>
#include <string_view>

namespace headroom {

std::string probe_result_label(std::string_view name, Language language);

/// A word that is not known is shown as it is.
std::string probe_doubt_sentence(std::string_view word, Language language);

/// What happened, for a code of the last line; empty when not known: the message has to do.
std::string probe_error_sentence(std::string_view code, Language language);

std::string probe_stage_label(std::string_view stage, Language language);

/// "1770 GB/s" and the like.
std::string probe_value(const ProbeResult& result);

/// Result, value, spread, samples, verdict; and what was skipped, with the reason.
TableView probe_table(const ProbeReport& report, Language language);

} // namespace headroom
