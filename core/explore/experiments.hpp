// How many experiments a week allows, what one more costs, and when the goal's tokens are reached.
//
//     const ExperimentWeek week = experiments_in_a_week(scenario, estimate);
//     week.per_week               // 64.2
//     week.limit                  // WeekLimit::budget: dollars run out first
//
// An experiment is the steps or the tokens that the scenario gives it; without either, the whole
// run to the goal's tokens. The hours are those of the scenario's own cluster: never more than it
// has in a week.
#pragma once

#include "core/cost/money.hpp"

namespace headroom {

/// What ends the week's work.
enum class WeekLimit : std::uint8_t { cluster, gpu_hours, budget };

std::string_view name_of(WeekLimit);

struct ExperimentWeek {
    bool known = false;        // the length of an experiment is given, and the plan finishes
    bool is_whole_run = false; // no length is given: the run to the goal's tokens
    double steps = 0.0;        // of one experiment, from here
    Seconds duration;
    double gpu_hours = 0.0;         // that make progress
    std::optional<Dollars> cost;    // with its share of hours without progress; empty: no price
    bool is_paid_already = false;   // reserved or owned: an idle hour costs the same
    double gpu_hours_in_week = 0.0; // that make progress, within all limits
    WeekLimit limit = WeekLimit::cluster;
    double per_week = 0.0;
    std::optional<Seconds> goal; // until the goal's tokens, all of each week spent on them
};

/// Nothing is known of a plan that is not legal.
ExperimentWeek experiments_in_a_week(const Scenario& scenario, const Estimate& estimate);

} // namespace headroom
