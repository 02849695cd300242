// Plans of which no other is better in everything: memory, step time and complexity.
//
//     ParetoFront front;
//     front.insert({.memory = 60_GiB, .step = 4_s, .complexity = 3, .order = 17});
//     front.covers({.memory = 61_GiB, .step = 5_s, .complexity = 3, .order = 18});   // true
//
// Money is not asked: on one cluster with one global batch, the price of a token is the step time
// times a constant, so it orders plans as step time does. Of plans that are equal in everything the
// one with the smallest `order` stays, so that the front does not depend on who came first.
#pragma once

#include "core/base/units.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace headroom {

/// A plan's place in the order in which a space lists its plans.
struct PlanOrder {
    std::uint32_t layout = 0, schedule = 0, precision = 0, sharding = 0, recompute = 0;

    auto operator<=>(const PlanOrder&) const = default;
};

struct ParetoPoint {
    Bytes memory;
    Seconds step;
    int complexity = 0;
    PlanOrder order;
};

class ParetoFront {
  public:
    /// Whether a point is there already that is as good in everything, and better in something or
    /// no later. Asked with lower bounds and the first order of a group: true for all of the group.
    bool covers(const ParetoPoint& point) const;

    /// Keeps the point unless it is covered, and drops those that it covers.
    void insert(const ParetoPoint& point);
    void insert(const ParetoFront& other);

    /// By complexity, then memory.
    std::vector<ParetoPoint> points() const;
    std::size_t size() const;

  private:
    /// Of one complexity: memory rises, step time falls.
    using Staircase = std::vector<ParetoPoint>;
    std::map<int, Staircase> levels_;
};

} // namespace headroom
