// The last level of the ladder: what to train instead, or which goal to move, when no plan on these
// GPUs meets the goals as they are.
//
// Internal to ladder.cpp. Each rung is an alternative that alone meets all goals, the mildest of
// its kind: adapters, the longest sequence, the largest batch or model that does; then goals moved
// to where the plan stands.
#pragma once

#include "core/explore/ladder.hpp"

namespace headroom {

/// Moves of goals and of the whole run's tokens, which leave the plan itself as it is.
bool changes_goals(MoveKind kind);

std::vector<Rung> redefinitions_of(const Scenario& scenario, const Estimate& estimate);

} // namespace headroom
