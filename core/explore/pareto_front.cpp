#include "core/explore/pareto_front.hpp"

#include <algorithm>

namespace headroom {

namespace {

bool is_as_good(const ParetoPoint& one, const ParetoPoint& other) {
    return one.memory <= other.memory && one.step <= other.step &&
           one.complexity <= other.complexity;
}

bool covers_point(const ParetoPoint& one, const ParetoPoint& other) {
    if (!is_as_good(one, other)) return false;
    const bool alike = is_as_good(other, one); // NOLINT(readability-suspicious-call-argument)
    return !alike || one.order <= other.order;
}

} // namespace

bool ParetoFront::covers(const ParetoPoint& point) const {
    for (const auto& [complexity, stairs] : levels_) {
        if (complexity > point.complexity) return false;
        // The last step that needs no more memory is the fastest of those.
        const auto above = std::ranges::upper_bound(stairs, point.memory, {}, &ParetoPoint::memory);
        if (above != stairs.begin() && covers_point(*std::prev(above), point)) return true;
    }
    return false;
}

void ParetoFront::insert(const ParetoPoint& point) {
    if (covers(point)) return;
    for (auto level = levels_.lower_bound(point.complexity); level != levels_.end(); ++level)
        std::erase_if(level->second,
                      [&](const ParetoPoint& old) { return covers_point(point, old); });
    Staircase& stairs = levels_[point.complexity];
    stairs.insert(std::ranges::upper_bound(stairs, point.memory, {}, &ParetoPoint::memory), point);
}

void ParetoFront::insert(const ParetoFront& other) {
    for (const auto& [complexity, stairs] : other.levels_)
        for (const ParetoPoint& point : stairs)
            insert(point);
}

std::vector<ParetoPoint> ParetoFront::points() const {
    std::vector<ParetoPoint> all;
    for (const auto& [complexity, stairs] : levels_)
        all.insert(all.end(), stairs.begin(), stairs.end());
    return all;
}

std::size_t ParetoFront::size() const {
    std::size_t count = 0;
    for (const auto& [complexity, stairs] : levels_)
        count += stairs.size();
    return count;
}

} // namespace headroom
