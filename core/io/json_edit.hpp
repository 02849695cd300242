// Changes by path to located JSON, and places of problems in it.
//
//     assign(root, "training.zero_stage=2", problems);
//     locate_problems(validate(scenario), root, log);   // "/training/x" -> "team.json:9:
//     /training/x"
#pragma once

#include "core/io/json_reader.hpp"

#include <string>

namespace headroom {

/// One `path=value`, steps parted by dots. What the path lacks is made; text on the way becomes
/// {"base": text}. The value is JSON where it is JSON, else text.
void assign(Json& root, std::string_view assignment, Problems& problems);

/// Adds problems found by pointer to the log, each with the line of the pointer's value, or of the
/// nearest value around it.
void locate_problems(const Problems& problems, const Json& root, ReadLog& log);

/// The keys that a newer format has more, at their places: {"training": {"new": 1}}; "" for none.
std::string kept_keys_json(const ReadLog& log);

} // namespace headroom
