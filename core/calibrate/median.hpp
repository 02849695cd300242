// The median, which a few wild values do not move.
//
//     median_of({3.0, 1.0, 9.0})      // 3; the mean of the middle two of an even number; 0 of none
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace headroom {

inline double median_of(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

} // namespace headroom
