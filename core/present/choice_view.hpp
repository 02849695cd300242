// Which GPUs, and how many, in words: the smallest and the cheapest cluster, or the nearest.
//
//     const ChoiceView view = choice_view(scenario, choice, Language::english);
//     view.answers[0]      // "Smallest that meets the goals: 4 x H100 SXM, ZeRO 3, ..."
#pragma once

#include "core/explore/choice.hpp"
#include "core/present/views.hpp"

namespace headroom {

struct ChoiceView {
    std::vector<std::string> answers; // smallest, cheapest, smallest GPU; or nearest and why
    TableView table;                  // a row for each GPU: its cheapest count, or the nearest
    std::vector<std::string> notes;   // what was varied, what has no price
};

ChoiceView choice_view(const Scenario& scenario, const ClusterChoice& choice, Language language);

/// "ZeRO stage 3, micro batch 1": what a candidate changed of the plan; "" for nothing.
std::string changes_text(const Candidate& candidate, Language language);

} // namespace headroom
