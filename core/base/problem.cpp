#include "core/base/problem.hpp"

#include <algorithm>
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

} // namespace

bool has_errors(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& p) { return p.severity == Severity::error; });
}

std::string to_line(const Problem& problem) {
    return problem.where.empty() ? problem.message : problem.where + ": " + problem.message;
}

std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates) {
    if (word.empty() || word.size() > longest_word_compared) return {};
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

} // namespace headroom
