// What is wrong with something a user gave us, said so that they can mend it.
//
//     problems.push_back(error("gpus.json:14: /gpus/0/memory", "\"80 GB\" is 74.5 GiB ..."));
//     to_report_line(problems[0])     // "gpus.json:14: error: /gpus/0/memory: \"80 GB\" is ..."
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

/// "error", "warning", "note".
std::string_view name_of(Severity severity);

struct Problem {
    Severity severity = Severity::error;
    std::string where;   // "file:line: /json/pointer", "--set x=1: /x", "/x" alone, or ""
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

/// "where: message", or the message alone when there is no where: for windows, which show the
/// severity as a sign.
std::string to_line(const Problem& problem);

/// For terminals and clipboards, in the form that editors jump to: the source and its line, the
/// severity, the place inside of the source, the message.
std::string to_report_line(const Problem& problem);

/// `where` in two: what the value came from ("team.json:9", "--set x=1") and its pointer ("/x"),
/// which is "" where there is only one.
struct Origin {
    std::string_view source, pointer;
};
Origin origin_of(std::string_view where);

/// The candidate that `word` most likely means, in any case of letters: one that begins with it
/// ("h100": "h100-sxm"), the nearest by edit distance, one that contains it, or "" for none.
std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates);

} // namespace headroom
