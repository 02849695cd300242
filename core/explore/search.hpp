// The best plans for a scenario's model on its cluster: every legal plan, searched on all cores.
//
//     const SearchResult found = search_plans(scenario);
//     found.front[0].training;                  // the fastest plan that fits
//     found.front[0].estimate.step.total;       // as evaluate() says, to the bit
//     if (found.nearest) ...                    // no plan meets the goals: the one that misses
//     least
//
// The front holds each plan that fits on the GPU and of which no other is better in everything:
// memory, step time, money, complexity. Goals of the team grey plans out (`miss`), they hide none.
// The answer is the same for any number of threads. Groups of plans are left out only where a lower
// bound proves that none of them belongs to the front; docs/search.md has the proofs.
#pragma once

#include "core/cost/estimate.hpp"
#include "core/explore/search_space.hpp"

#include <atomic>
#include <optional>
#include <vector>

namespace headroom {

/// Shared with whoever waits: read while the search runs, set `cancelled` to end it early with what
/// was found so far.
struct SearchProgress {
    std::atomic<std::int64_t> legal{0}; // plans in the space, once they are counted
    std::atomic<std::int64_t> done{0};  // of them, evaluated or proved not to be needed
    std::atomic<bool> cancelled{false};
};

struct FoundPlan {
    TrainingPlan training;
    Estimate estimate;
    int complexity = 0;
    double miss = 0.0; // by how much of its goal the worst goal is missed; 0: meets all
};

struct SearchResult {
    Problems problems;          // why there is no legal plan at all
    std::int64_t legal = 0;     // plans in the space
    std::int64_t evaluated = 0; // of them, those that were worth a full estimate
    bool cancelled = false;
    std::vector<FoundPlan> front;     // fastest first
    std::optional<FoundPlan> nearest; // where no plan meets the goals, or none fits
};

/// `threads` 0: all cores.
SearchResult search_plans(const Scenario& scenario, const SearchSpace& wanted = {}, int threads = 0,
                          SearchProgress* shared = nullptr);

/// What a million tokens cost; empty without a price.
std::optional<Dollars> cost_per_million_tokens(const Scenario& scenario, const Estimate& estimate);

/// By how much of its goal the worst goal is missed; 0 where all are met or cannot be judged.
double worst_miss(const Scenario& scenario, const Estimate& estimate);

} // namespace headroom
