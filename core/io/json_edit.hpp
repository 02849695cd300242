// Changes by path to located JSON, and places of problems in it.
//
//     assign(root, "training.zero_stage=2", log);
//     locate_problems(validate(scenario), root, log);   // "/training/x" is "team.json:9:
//     /training/x" now, or "--set training.x=7: /training/x"
#pragma once

#include "core/io/json_reader.hpp"

#include <string>

namespace headroom {

/// One `path=value` of --set, steps parted by dots. What the path lacks is made; an id on the way
/// becomes {"base": id}. The value is JSON where it is JSON, else text. `cluster.gpus` stands for
/// nodes of GPUs. The change is added to the log's, so that messages name it and not the file.
void assign(Json& root, std::string_view assignment, ReadLog& log);

/// The same for a path and its value apart. null takes the key out, so that it has its default.
/// Returns what is wrong with the path, "" for nothing; a bad value is told where it is read.
std::string assign(Json& root, std::string_view path, const JsonCursor& value);

/// Adds problems found by pointer to the log, each with the line of the pointer's value, or of the
/// nearest value around it.
void locate_problems(const Problems& problems, const Json& root, ReadLog& log);

/// The keys that a newer format has more, at their places: {"training": {"new": 1}}; "" for none.
std::string kept_keys_json(const ReadLog& log);

} // namespace headroom
