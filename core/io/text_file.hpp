// Whole text files: read with limits, written atomically.
//
//     Problems problems;
//     std::optional<std::string> text = read_text_file("team.json", problems);
//     std::optional<Problem> failed = write_file("team.json", *text);
//
// What is read is at most `largest_file` bytes of UTF-8 without NUL, or a Problem that names the
// line; the size is checked before a byte is read.
#pragma once

#include "core/base/problem.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr std::uintmax_t largest_file = 16ULL * 1024 * 1024;

/// `shown_as` is how messages call the file; empty: its name without the folders.
std::optional<std::string> read_text_file(const std::filesystem::path& path, Problems& problems,
                                          std::string_view shown_as = {});

/// Refuses text that is too large, empty, not UTF-8 or holds NUL; `name` is how messages call it.
bool is_clean_text(std::string_view text, std::string_view name, Problems& problems);

/// Atomic: writes a file beside, syncs it, renames it over the old one. An interrupted or failed
/// save leaves the old file as it was and no other file behind.
std::optional<Problem> write_file(const std::filesystem::path& path, std::string_view text);

} // namespace headroom
