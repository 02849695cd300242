// $(( )) of a shell: whole numbers, + - * / % and brackets.
//
//     shell_arithmetic("8 * NODES", [](auto) { return "2"; })      // 16
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

using ShellLookup = std::function<std::optional<std::string>(std::string_view name)>;

/// Empty where a name is not known, for other operators, division by zero and what overflows.
std::optional<std::int64_t> shell_arithmetic(std::string_view expression,
                                             const ShellLookup& lookup);

} // namespace headroom
