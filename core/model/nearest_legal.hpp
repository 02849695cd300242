// The legal values around one that is not, in words.
//
//     nearest_legal(3, 32, [](auto v) { return 32 % v == 0; })     // "2 or 4"
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace headroom {

/// The nearest values below and above `present`, from 1 to `most`, for which `legal` holds; "" when
/// there is none. The search is bounded, so absurd numbers cost no time.
template <class Predicate>
std::string nearest_legal(std::int64_t present, std::int64_t most, Predicate legal) {
    constexpr std::int64_t furthest_tried = 1 << 20;
    const std::int64_t last = std::min(most, furthest_tried);
    std::int64_t below = std::clamp<std::int64_t>(present, 1, last + 1) - 1;
    std::int64_t above = std::max<std::int64_t>(present, 0) + 1;
    while (below >= 1 && !legal(below))
        --below;
    while (above <= last && !legal(above))
        ++above;
    if (below >= 1 && above <= last) return fmt::format("{} or {}", below, above);
    if (below >= 1) return fmt::format("{}", below);
    return above <= last ? fmt::format("{}", above) : std::string{};
}

/// "; try 2 or 4", or nothing where there is nothing to try.
inline std::string try_instead(const std::string& values) {
    return values.empty() ? std::string{} : "; try " + values;
}

/// The nearest positive multiples of `step` around `present`.
inline std::string nearest_multiples(std::int64_t present, std::int64_t step) {
    const std::int64_t below = present / step * step;
    return below > 0 ? fmt::format("{} or {}", below, below + step) : fmt::format("{}", step);
}

} // namespace headroom
