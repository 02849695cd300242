// Money as JSON for scripts: ways of paying, break-evens, experiments, the choice of a cluster.
// Always in US dollars; keys as documented in docs/command_line.md.
#pragma once

#include "core/explore/choice.hpp"
#include "json_report.hpp"

namespace headroom::cli {

Json money_json(const Scenario& scenario, const Estimate& estimate);
Json choice_json(const ClusterChoice& choice);

} // namespace headroom::cli
