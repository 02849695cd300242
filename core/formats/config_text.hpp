// The text of a foreign file, held against limits before anything parses it.
//
//     Problems problems;
//     std::optional<std::string> text = read_config_text("ds_config.json", "ds_config.json",
//     problems); if (text && is_shallow(*text, Brackets::json, "ds_config.json", problems)) ...
//
// Beyond the limits there are only attacks: the largest of several hundred public training
// configurations has 37 kB, six levels and 269 values.
#pragma once

#include "core/base/problem.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

namespace config_limits {
inline constexpr std::uintmax_t file = std::uintmax_t{1024} * 1024;
inline constexpr std::size_t line = std::size_t{64} * 1024; // of what is not JSON
inline constexpr std::size_t depth = 32;
inline constexpr std::size_t values = 20'000; // after aliases are expanded
inline constexpr std::size_t key = 256;
inline constexpr std::size_t key_steps = 16; // a.b.c in TOML
} // namespace config_limits

/// UTF-8 without a byte order mark, lines ended by \n alone. `name` is how messages call the file.
std::optional<std::string> read_config_text(const std::filesystem::path& path,
                                            std::string_view name, Problems& problems);

/// Refuses a line so long that nobody wrote it.
bool has_short_lines(std::string_view text, std::string_view name, Problems& problems);

/// The syntax in which brackets are counted: what its strings and remarks look like.
enum class Brackets : std::uint8_t { json, toml };

/// Refuses brackets, or steps of a TOML key, that are nested too deep for a parser that recurses.
bool is_shallow(std::string_view text, Brackets syntax, std::string_view name, Problems& problems);

} // namespace headroom
