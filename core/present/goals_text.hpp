// What a plan does to each goal of the team, as a list and as a sentence.
//
//     for (const GoalResult& goal : judge_goals(scenario, estimate, language)) ...
//     goals_sentence(results, language)      // "Misses the 7-day goal by 1.4 days."
#pragma once

#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

enum class GoalKind : std::uint8_t { headroom, step_time, duration, budget };

struct GoalResult {
    enum class State : std::uint8_t { met, missed, unknown };
    GoalKind kind = GoalKind::headroom;
    State state = State::met;
    std::string goal; // "the 7-day goal", "목표 7일"
    std::string by;   // missed: "1.4 days"; unknown: why it cannot be judged
};

/// One result for each goal that the scenario names; none for a plan that is not legal.
std::vector<GoalResult> judge_goals(const Scenario& scenario, const Estimate& estimate,
                                    Language language);

std::string goals_sentence(const std::vector<GoalResult>& results, Language language);

} // namespace headroom
