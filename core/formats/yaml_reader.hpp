// YAML as the frameworks read it, into the located tree that JSON has.
//
//     std::optional<Json> root = parse_yaml(text, "accelerate.yaml", problems);
//
// Built from yaml-cpp's events, so that what is hostile stops while it is read: nesting, aliases
// that expand without end, a value that contains itself, a second document, tags of programming
// languages. Merge keys (<<) are applied, the last of two equal keys counts and remembers the first
// (Json::Member::replaced_line), scalars are PyYAML's (yaml_scalar.hpp).
#pragma once

#include "core/base/problem.hpp"
#include "core/io/located_json.hpp"

#include <optional>
#include <string_view>

namespace headroom {

/// Empty, with a problem that names the line, where the text is no single document of YAML.
std::optional<Json> parse_yaml(std::string_view text, std::string_view name, Problems& problems);

} // namespace headroom
