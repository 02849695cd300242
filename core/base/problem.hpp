// What is wrong with something a user gave us, said so that they can mend it.
//
//     problems.push_back(error("gpus.json:14: /gpus/0/memory", "\"80 GB\" is 74.5 GiB ..."));
//
// One type for files, for validate() and for the field that the window focuses. Every function that
// can find problems finds all of them. Mistakes of ours are asserts, not Problems.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

enum class Severity { error, warning, note };

struct Problem {
    Severity severity = Severity::error;
    std::string where;   // "file:line: /json/pointer", a pointer alone, or "" for the whole
    std::string message; // a sentence: what is wrong and what would be right

    bool operator==(const Problem&) const = default;
};

using Problems = std::vector<Problem>;

inline Problem error(std::string where, std::string message) {
    return {Severity::error, std::move(where), std::move(message)};
}
inline Problem warning(std::string where, std::string message) {
    return {Severity::warning, std::move(where), std::move(message)};
}

/// True when at least one of them is an error (warnings alone let the work go on).
bool has_errors(const Problems& problems);

/// "where: message", or the message alone when there is no where.
std::string to_line(const Problem& problem);

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to suggest.
std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates);

} // namespace headroom
