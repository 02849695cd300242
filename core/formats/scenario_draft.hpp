// The last step of an import: answers, the batch's arithmetic and what nobody said make a scenario.
//
//     finish_scenario(draft, answers, "ds_config.json");
//     draft.result().scenario_json     // what is known so far
//
// Global batch = micro batch x accumulation x data-parallel ranks: two of the three give the third,
// three are held against each other. What is left follows from the defaults of a scenario, and is
// said to.
#pragma once

#include "core/formats/draft.hpp"

#include <string>

namespace headroom {

/// `file` is what problems are of that come from no single key. A draft with errors has no
/// questions and no scenario.
void finish_scenario(Draft& draft, const Answers& answers, const std::string& file);

} // namespace headroom
