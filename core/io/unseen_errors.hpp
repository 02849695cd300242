// How well sources were predicted that the step-time constants had not seen: what
// `headroom-cli validate --leave-one-out` found when the presets were made, as it takes minutes.
//
//     UnseenErrors unseen = read_unseen_errors(presets_directory() / "unseen_step_time.csv");
//     unseen.sources.front().errors.p90_ape
//
// One source a row: source, runs, and the median, P90 and signed median of the error in per cent.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/validation.hpp"

#include <filesystem>
#include <vector>

namespace headroom {

struct UnseenErrors {
    std::vector<SourceStatistics> sources;
    Problems problems; // rows that cannot be read are left out
};

UnseenErrors read_unseen_errors(const std::filesystem::path& file);

} // namespace headroom
