// What an unquoted YAML scalar is, as the frameworks' reader (PyYAML, YAML 1.1) takes it.
//
//     kind_of_scalar("1_000")     // ScalarKind::integer
//     kind_of_scalar("2e-5")      // ScalarKind::text: no dot
//     kind_of_scalar("NO")        // ScalarKind::boolean
//
// yaml-cpp has rules of its own (y and n are booleans, 1_000 is text), hence ours.
#pragma once

#include "core/io/located_json.hpp"

#include <cstdint>
#include <string_view>

namespace headroom {

enum class ScalarKind : std::uint8_t { null, boolean, integer, number, text };

ScalarKind kind_of_scalar(std::string_view plain);

/// The scalar as a value. Text that is a number to everybody but PyYAML ("2e-5") is a number: the
/// frameworks that need one convert it.
Json scalar_value(std::string_view plain, int line);

} // namespace headroom
