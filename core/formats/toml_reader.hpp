// TOML into the located tree that JSON has, members in the order of their lines.
//
//     std::optional<Json> root = parse_toml(text, "train.toml", problems);
#pragma once

#include "core/base/problem.hpp"
#include "core/io/located_json.hpp"

#include <optional>
#include <string_view>

namespace headroom {

/// Empty, with a problem that names the line, where the text is no TOML or nested too deep.
std::optional<Json> parse_toml(std::string_view text, std::string_view name, Problems& problems);

} // namespace headroom
