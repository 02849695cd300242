// When memory is needed and where: the phases of a step, and the stages of a pipeline, as tables.
//
//     phase_table(estimate, Language::english)
//     //   phase               allocated        alive at its peak
//     //   end of forward   *  54.3 GiB   65 %  optimizer states 31.5, gradients 10.5, ...
//
// The peak is marked with a star. Of a plan that is not legal both are empty.
#pragma once

#include "core/present/views.hpp"

namespace headroom {

/// "start of backward".
std::string phase_name(Phase phase, Language language);

/// One row for each phase of the heaviest stage, with what is alive in it, largest first.
TableView phase_table(const Estimate& estimate, Language language);

/// What one pipeline stage needs at its own peak.
struct StageNeed {
    int stage = 0; // 0-based
    Phase phase = Phase::load;
    Bytes allocated;
};
std::vector<StageNeed> stage_needs(const Scenario& scenario);

/// One row for each pipeline stage; empty without a pipeline. Stages that need alike are one row.
TableView stage_table(const Scenario& scenario, const Estimate& estimate, Language language);

} // namespace headroom
