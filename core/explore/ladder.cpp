#include "core/explore/ladder.hpp"

#include "core/base/names.hpp"
#include "core/explore/ladder_redefine.hpp"
#include "core/explore/scores.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double least_gain = 0.02;         // of the time of a step, to be worth a rung
constexpr double least_share_of_gap = 0.05; // of what is missing, to be worth a rung
constexpr double least_seen = 0.005;        // of the time of a step, to be told at all
constexpr Bytes nothing_saved = 0.1 * units::GiB;
constexpr Bytes worth_a_warning = 0.5 * units::GiB;
constexpr int most_rungs_of_level = 4;

/// Without a number below it, a goal says nothing.
double excess(double value, double goal) { return goal > 0.0 ? std::log(value / goal) : 0.0; }

/// A plan that is on the way, with its estimate.
struct Place {
    Scenario scenario;
    Estimate estimate;
    GoalGap gap;

    explicit Place(Scenario plan)
        : scenario(std::move(plan)), estimate(evaluate(scenario)),
          gap(goal_gap(scenario, estimate)) {}

    Bytes need() const { return estimate.memory.process.expected; }
    double seconds() const { return estimate.step.total.expected / units::s; }
    bool is_legal() const { return estimate.verdict != Verdict::not_legal; }
};

int quality_added(const Place& from, const Place& to) {
    return quality_risk(to.scenario) - quality_risk(from.scenario);
}

int points_added(const Place& from, const Place& to) {
    return quality_added(from, to) + complexity(to.scenario) - complexity(from.scenario);
}

/// Logarithm of the times of a step.
double slower_by(const Place& from, const Place& to) {
    return std::log(to.seconds() / from.seconds());
}

/// What a move costs beside what it closes, in shares of the time of a step.
double price_of(const Place& from, const Place& to) {
    return slower_by(from, to) + point_in_time * points_added(from, to);
}

bool helps_memory(const Place& from, const Place& to) {
    return from.gap.memory > Bytes{} &&
           from.gap.memory - to.gap.memory > least_share_of_gap * from.gap.memory &&
           from.need() - to.need() > nothing_saved;
}

/// Time is not won by filling the GPU to where one run in ten would not fit.
bool crowds(const Place& from, const Place& to) {
    return from.estimate.verdict == Verdict::fits && to.estimate.verdict != Verdict::fits;
}

bool helps_time(const Place& from, const Place& to) {
    return from.gap.time > 0.0 && !crowds(from, to) &&
           from.gap.time - to.gap.time > least_gain / 2.0 && to.gap.memory <= from.gap.memory;
}

/// With the goals met: time won without risk, or risk lost without time.
bool gains(const Place& from, const Place& to) {
    if (!from.gap.closed() || !to.gap.closed() || crowds(from, to)) return false;
    const double slower = slower_by(from, to);
    const int risk = quality_added(from, to);
    if (risk < 0 && slower < least_seen) return points_added(from, to) < 0;
    return risk <= 0 && slower < -least_gain && price_of(from, to) < 0.0;
}

/// What became of a move from a place.
RungWorth judge(const Place& from, const Place& to) {
    const double slower = slower_by(from, to);
    const Bytes saved = from.need() - to.need();
    const bool helps = helps_memory(from, to) || helps_time(from, to);
    if ((helps || slower < -least_gain) && quality_added(from, to) > most_risk_taken)
        return RungWorth::too_risky;
    if (helps_memory(from, to)) return RungWorth::saves_memory;
    if (helps_time(from, to)) return RungWorth::saves_time;
    if (gains(from, to)) return RungWorth::gains;
    if (slower < -least_gain)
        return to.gap.memory > from.gap.memory || crowds(from, to) ? RungWorth::loses_goal
                                                                   : RungWorth::not_worth_points;
    if (saved < -worth_a_warning) return RungWorth::needs_more_memory;
    return saved < nothing_saved && slower > least_seen ? RungWorth::saves_nothing
                                                        : RungWorth::no_help;
}

bool is_taken(RungWorth worth) { return worth <= RungWorth::gains; }

/// Smaller is better: what stays open, and then what it costs.
struct Rank {
    double memory, rest;
    auto operator<=>(const Rank&) const = default;
};
Rank rank_of(const Place& from, const Place& to) {
    const double open = to.gap.memory / units::GiB;
    return {std::max(open, 0.0), std::max(to.gap.time, 0.0) + price_of(from, to)};
}

Rung rung_of(const Move& move, RungWorth worth, const Place& from, const Place& to) {
    return {level_of(move.kind), move,          worth,       from.scenario,
            to.scenario,         from.estimate, to.estimate, to.gap.closed()};
}

/// Which of two refusals says more: traps before what merely does not help.
bool says_more(const Rung& a, const Rung& b) {
    const auto weight = [](RungWorth worth) {
        switch (worth) {
        case RungWorth::needs_more_memory: return 5;
        case RungWorth::saves_nothing: return 4;
        case RungWorth::too_risky: return 3;
        case RungWorth::loses_goal: return 2;
        case RungWorth::not_worth_points: return 1;
        default: return 0;
        }
    };
    return weight(a.worth) > weight(b.worth);
}

/// A move towards less memory whose point is to save it, so that saving none is worth saying.
bool means_to_save(const Move& move, const Scenario& scenario) {
    const double now = value_of(scenario, move.kind);
    switch (move.kind) {
    case MoveKind::micro_batch:
    case MoveKind::virtual_stages: return move.value < now;
    case MoveKind::precision: return false; // its point is speed
    default: return move.value > now;
    }
}

bool is_worth_saying(const Rung& rung) {
    switch (rung.worth) {
    case RungWorth::saves_nothing:
    case RungWorth::needs_more_memory: return means_to_save(rung.move, rung.before);
    case RungWorth::no_help: return false;
    default: return true;
    }
}

class Climb {
  public:
    explicit Climb(const Scenario& scenario) : place_(scenario) {
        ladder_.start = place_.scenario;
        ladder_.estimate = place_.estimate;
    }

    Ladder run() {
        if (place_.gap.closed())
            ladder_.result = LadderResult::met;
        else
            walk_to_goals();
        const bool met = place_.gap.closed();
        if (met) walk_for_gains();
        finish(met);
        return std::move(ladder_);
    }

  private:
    void walk_to_goals() {
        constexpr int most_passes = 3; // what memory needed may have cost the time goal
        ladder_.result = LadderResult::not_reached;
        for (int pass = 0; pass < most_passes && !place_.gap.closed(); ++pass) {
            const std::size_t before = ladder_.taken.size();
            for (std::size_t i = 0; i < plan_levels && !place_.gap.closed(); ++i)
                climb_level(static_cast<LadderLevel>(i), most_rungs_of_level);
            if (ladder_.taken.size() == before) break;
        }
        if (!place_.gap.closed()) return;
        ladder_.result = LadderResult::reached;
        leave_out_unneeded();
    }

    void walk_for_gains() {
        for (std::size_t i = 0; i < plan_levels; ++i)
            climb_level(static_cast<LadderLevel>(i), 1);
    }

    void climb_level(LadderLevel level, int most) {
        const bool to_goals = !place_.gap.closed();
        auto& outcome = ladder_.levels[static_cast<std::size_t>(level)];
        for (int i = 0; i < most && to_goals == !place_.gap.closed(); ++i) {
            if (!climb_one(level)) break;
            outcome = LevelOutcome::helped;
        }
    }

    /// Takes the best move of the level; false where none helps.
    bool climb_one(LadderLevel level) {
        const std::vector<Move> moves = moves_of(level, place_.scenario);
        std::optional<Place> best;
        Move best_move;
        std::vector<Rung> others;
        for (const Move& move : moves) {
            Place to(moved(place_.scenario, move));
            if (!to.is_legal()) continue;
            const RungWorth worth = judge(place_, to);
            if (!is_taken(worth)) {
                others.push_back(rung_of(move, worth, place_, to));
            } else if (!best || rank_of(place_, to) < rank_of(place_, *best)) {
                best = std::move(to);
                best_move = move;
            }
        }
        if (!best) {
            note(level, moves.empty(), std::move(others));
            return false;
        }
        ladder_.taken.push_back(rung_of(best_move, judge(place_, *best), place_, *best));
        place_ = std::move(*best);
        return true;
    }

    /// A level that was left: what it had to offer, and that it did not help where it had to.
    void note(LadderLevel level, bool is_empty, std::vector<Rung> others) {
        auto& outcome = ladder_.levels[static_cast<std::size_t>(level)];
        if (outcome == LevelOutcome::not_needed) // so far
            outcome = is_empty              ? LevelOutcome::nothing_to_change
                      : place_.gap.closed() ? LevelOutcome::not_needed
                                            : LevelOutcome::nothing_helps;
        std::erase_if(ladder_.refused, [&](const Rung& rung) { return rung.level == level; });
        for (Rung& rung : others) {
            if (!is_worth_saying(rung)) continue;
            const auto same = std::ranges::find_if(
                ladder_.refused, [&](const Rung& one) { return one.move.kind == rung.move.kind; });
            if (same == ladder_.refused.end())
                ladder_.refused.push_back(std::move(rung));
            else if (says_more(rung, *same))
                *same = std::move(rung);
        }
    }

    /// A rung without which the others still reach the goals, and no slower, was not needed.
    void leave_out_unneeded() {
        for (std::size_t i = 0; i < ladder_.taken.size();) {
            std::vector<Rung> kept = ladder_.taken;
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            auto without = replay(std::move(kept));
            if (!without) {
                ++i;
                continue;
            }
            ladder_.taken = std::move(*without);
            place_ = Place(ladder_.taken.back().after);
            i = 0;
        }
    }

    /// These rungs from the start; nothing where they miss the goals or cost more than all do.
    std::optional<std::vector<Rung>> replay(std::vector<Rung> rungs) const {
        Place at(ladder_.start);
        for (Rung& rung : rungs) {
            Place to(moved(at.scenario, rung.move));
            // Without what came before it, a move may risk more than a walk takes.
            if (!to.is_legal() || quality_added(at, to) > most_risk_taken) return std::nullopt;
            const RungWorth worth = judge(at, to);
            rung = rung_of(rung.move, is_taken(worth) ? worth : rung.worth, at, to);
            at = std::move(to);
        }
        if (!at.gap.closed() || price_of(place_, at) > 0.0) return std::nullopt;
        return rungs;
    }

    void finish(bool met) {
        auto& redefine = ladder_.levels[static_cast<std::size_t>(LadderLevel::redefine)];
        redefine = LevelOutcome::not_needed;
        ladder_.end = place_.scenario;
        ladder_.end_estimate = place_.estimate;
        if (met) return;
        ladder_.redefinitions = redefinitions_of(ladder_.end, ladder_.end_estimate);
        redefine =
            ladder_.redefinitions.empty() ? LevelOutcome::nothing_helps : LevelOutcome::helped;
        if (std::ranges::any_of(ladder_.redefinitions,
                                [](const Rung& rung) { return !changes_goals(rung.move.kind); }))
            ladder_.result = LadderResult::redefined;
    }

    static constexpr std::size_t plan_levels = static_cast<std::size_t>(LadderLevel::redefine);
    Place place_;
    Ladder ladder_;
};

} // namespace

GoalGap goal_gap(const Scenario& scenario, const Estimate& estimate) {
    const Goals& goals = scenario.goals;
    const MemoryEstimate& memory = estimate.memory;
    const Bytes asked = std::max(goals.headroom.value_or(Bytes{}),
                                 goals.headroom_share.value_or(0.0) * memory.capacity);
    GoalGap gap;
    gap.memory = std::max(Bytes{}, asked - memory.headroom);
    const auto check = [&gap](double value, double goal) {
        gap.time = std::max(gap.time, excess(value, goal));
    };
    if (goals.step_time)
        check(estimate.step.total.expected / units::s, *goals.step_time / units::s);
    if (goals.duration && estimate.money.run)
        check(*estimate.money.run / units::s, *goals.duration / units::s);
    if (goals.budget && estimate.money.total)
        check(*estimate.money.total / units::USD, *goals.budget / units::USD);
    return gap;
}

std::string_view name_of(LadderResult result) {
    using Name = std::string_view;
    constexpr std::array names{Name{"met"}, Name{"reached"}, Name{"redefined"},
                               Name{"not reached"}};
    return name_in(names, result);
}

std::string_view name_of(RungWorth worth) {
    using Name = std::string_view;
    constexpr std::array names{
        Name{"saves memory"},     Name{"saves time"},        Name{"gains"},
        Name{"saves nothing"},    Name{"needs more memory"}, Name{"no help"},
        Name{"loses a goal"},     Name{"too risky"},         Name{"not worth its points"},
        Name{"reaches the goals"}};
    static_assert(names.size() == static_cast<std::size_t>(RungWorth::count));
    return name_in(names, worth);
}

std::string_view name_of(LevelOutcome outcome) {
    using Name = std::string_view;
    constexpr std::array names{Name{"not needed"}, Name{"helped"}, Name{"nothing helps"},
                               Name{"nothing to change"}};
    return name_in(names, outcome);
}

Ladder climb(const Scenario& scenario) { return Climb(scenario).run(); }

Applied applied(const Ladder& ladder, const Rung& rung) {
    const Place alone(moved(ladder.start, rung.move));
    const bool redefines = rung.level == LadderLevel::redefine;
    const Bytes room = goal_gap(ladder.start, ladder.estimate).memory;
    if (alone.is_legal() && (redefines ? alone.gap.closed() : alone.gap.memory <= room))
        return {alone.scenario, true};
    return {rung.after, false};
}

} // namespace headroom
