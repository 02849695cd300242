// JSON as Python and DeepSpeed read it: remarks, NaN, the last of two equal keys.
//
//     std::optional<Json> root = parse_foreign_json(text, "ds_config.json", problems);
//
// A word that stands where a value belongs ({"stage": ${STAGE}}) is named: the file is a template.
#pragma once

#include "core/base/problem.hpp"
#include "core/io/located_json.hpp"

#include <optional>
#include <string_view>

namespace headroom {

std::optional<Json> parse_foreign_json(std::string_view text, std::string_view name,
                                       Problems& problems);

} // namespace headroom
