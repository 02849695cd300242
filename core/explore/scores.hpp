// How hard a plan is to operate and how much quality it puts at risk, in the team's points.
//
//     complexity(scenario)                     // 4: sharded states 1, sharded parameters 1, nodes
//     2 for each bit of complexity_reasons(scenario) ... scenario.scores.complexity[reason].value
//
// The reasons that hold for a plan follow from the plan alone; their points and words are data
// (core/model/scores.hpp). Never part of memory, time or money. Allocates nothing and costs
// nanoseconds: a search asks it of every plan.
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

ComplexityReasons complexity_reasons(const Scenario& scenario);
QualityReasons quality_reasons(const Scenario& scenario);

/// Points of these reasons together.
int points_of(ComplexityReasons reasons, const Scores& scores);
int points_of(QualityReasons reasons, const Scores& scores);

int complexity(const Scenario& scenario);
int quality_risk(const Scenario& scenario);

} // namespace headroom
