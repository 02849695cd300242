// The paths of a scenario's values, as --set, --answer and sweep --axis spell them.
//
//     is_scenario_path("training.zero_stage")      // true
//     no_such_path("tp")     // "there is no \"tp\"; did you mean \"training.tensor_parallel\"?"
//
// They are the keys that the reader knows (spec_fields.hpp), joined by dots, and the three names
// that stand for several values: cluster.gpus, model.size and training.recompute.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Whether the reader knows such a value; an object around values counts as one.
bool is_scenario_path(std::string_view path);

/// What to say about a path that is none, with the one that was probably meant.
std::string no_such_path(std::string_view path);

} // namespace headroom
