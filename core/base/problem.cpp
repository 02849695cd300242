#include "core/base/problem.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>

namespace headroom {

namespace {

/// Levenshtein distance with two rolling rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> previous(b.size() + 1);
    std::vector<std::size_t> current(b.size() + 1);
    std::iota(previous.begin(), previous.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        current[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substitution = previous[j] + (a[i] == b[j] ? 0 : 1);
            current[j + 1] = std::min({substitution, previous[j + 1] + 1, current[j] + 1});
        }
        std::swap(previous, current);
    }
    return previous[b.size()];
}

constexpr std::size_t longest_word_compared = 64; // keeps a hostile file from costing time
constexpr std::size_t shortest_part = 3;          // two letters are in too many words

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& letter : lower)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return lower;
}

enum class Held : std::uint8_t { at_start, anywhere };

/// The first candidate that holds `part` there.
std::string_view holder_of(std::string_view part, Held held,
                           const std::vector<std::string_view>& candidates) {
    if (part.size() < shortest_part) return {};
    for (const std::string_view candidate : candidates) {
        const std::size_t at = lower_case(candidate).find(part);
        if (at == 0 || (held == Held::anywhere && at != std::string::npos)) return candidate;
    }
    return {};
}

/// Where "file:12" ends in "file:12: --flag"; npos where there is no line or nothing after it.
std::size_t after_line(std::string_view where) {
    const std::size_t end = where.rfind(": ");
    if (end == std::string_view::npos) return end;
    const std::size_t digits = where.substr(0, end).find_last_not_of("0123456789");
    const bool is_line =
        digits != std::string_view::npos && digits + 1 < end && where[digits] == ':';
    return is_line ? end : std::string_view::npos;
}

/// On one line and without what would steer a terminal, whatever a file's keys hold.
std::string printable(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string safe;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F)
            safe += c;
        else
            safe.append("\\x").append({digits[byte >> 4U], digits[byte & 0xFU]});
    }
    return safe;
}

} // namespace

bool has_errors(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& p) { return p.severity == Severity::error; });
}

std::string to_line(const Problem& problem) {
    return problem.where.empty() ? problem.message : problem.where + ": " + problem.message;
}

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
    }
    return "";
}

Origin origin_of(std::string_view where) {
    std::size_t parting = where.find(": /");
    // A flag or a variable of a script has no pointer: it stands after its line.
    if (parting == std::string_view::npos) parting = after_line(where);
    if (parting == std::string_view::npos) return {where, ""};
    return {where.substr(0, parting), where.substr(parting + 2)};
}

std::string to_report_line(const Problem& problem) {
    const Origin origin = origin_of(problem.where);
    std::string line;
    if (!origin.source.empty()) line.append(origin.source).append(": ");
    line.append(name_of(problem.severity)).append(": ");
    if (!origin.pointer.empty()) line.append(origin.pointer).append(": ");
    return printable(line + problem.message);
}

std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates) {
    if (word.empty() || word.size() > longest_word_compared) return {};
    const std::string wanted = lower_case(word);
    for (const std::string_view candidate : candidates)
        if (lower_case(candidate) == wanted) return candidate;
    if (const std::string_view longer = holder_of(wanted, Held::at_start, candidates);
        !longer.empty())
        return longer;
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(wanted, lower_case(candidate));
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best.empty() ? holder_of(wanted, Held::anywhere, candidates) : best;
}

} // namespace headroom
