// Branch and bound over the plans of one layout: which of them belong to the front.
//
//     LayoutSearch search(space, layout, Aim::fitting_front, known, progress);
//     search.run();
//     search.findings().front;      // what `known` does not cover
//
// Plans are left out by groups, cheapest bound first: a precision and sharding whose model states
// alone exceed the card; a schedule whose step without recompute is slower than a plan that needs
// less; a range of recomputed layers between whose ends nothing new can lie. Each bound comes from
// the functions that the estimate itself adds up (core/cost/memory.hpp, step_time.hpp), and what is
// not left out gets a full estimate. Internal to core/explore. docs/search.md.
#pragma once

#include "core/explore/pareto_front.hpp"
#include "core/explore/search.hpp"

#include <map>
#include <span>
#include <vector>

namespace headroom {

/// What is looked for. Where nothing fits, the plan that needs least is the answer.
enum class Aim : std::uint8_t { fitting_front, least_memory };

struct Findings {
    ParetoFront front;
    std::int64_t evaluated = 0; // plans that got a full estimate
};

/// Plans of one layout that a precision and a sharding single out, over all schedules of as many
/// virtual stages.
struct Family {
    std::uint32_t precision = 0, sharding = 0;
    Bytes states; // at least so much memory
    int complexity = 0;
};

class LayoutSearch {
  public:
    /// `known` is asked and left alone; the findings are the search's own.
    LayoutSearch(const PlanSpace& space, std::uint32_t layout, Aim aim, const ParetoFront& known,
                 SearchProgress& progress);

    void run();

    /// Estimates the few plans that promise most, so that they cover others, and says the least
    /// time that a step of this layout can take.
    Seconds scout();

    const Findings& findings() const { return found_; }

  private:
    void enter(std::uint32_t index);
    void list_families();
    void set_family(std::uint32_t precision, std::uint32_t sharding);
    const std::vector<Seconds>& sharding_times(int micro_batch);
    template <class Visit>
    void for_each_family(const Visit& visit);
    Seconds step_floor(const Recompute& recompute);
    void search_family();
    void search_layers(int least, int most);
    void try_recomputes(std::uint32_t schedule, std::size_t family);
    void try_plan(Seconds step);
    bool is_covered(Bytes memory, Seconds step) const;
    ParetoPoint aimed(const ParetoPoint& point) const;

    const PlanSpace& space_;
    const LayoutPlans& plans_;
    Aim aim_;
    const ParetoFront& known_;
    SearchProgress& progress_;
    Scenario scenario_, more_; // moved from plan to plan
    Bytes limit_;
    Findings found_;
    std::vector<Family> families_;
    std::map<int, std::vector<Seconds>> sharding_times_; // by micro batch
    // Of the schedule and family at hand
    PlanOrder order_;
    std::span<const Recompute> settings_;
    int layers_ = 0, most_recomputed_ = 0;
    std::vector<Seconds> compute_times_; // by recompute, zero where nobody asked yet
    Seconds sharding_time_;
    int complexity_ = 0;
};

} // namespace headroom
