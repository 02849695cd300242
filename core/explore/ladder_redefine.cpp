#include "core/explore/ladder_redefine.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// To two digits, so that nobody is asked for 33.57B tokens.
double rounded_down(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    return std::floor(value / unit) * unit;
}

class Alternatives {
  public:
    Alternatives(const Scenario& scenario, const Estimate& estimate)
        : scenario_(scenario), estimate_(estimate), gap_(goal_gap(scenario, estimate)) {}

    std::vector<Rung> all() {
        if (scenario_.training.task == Task::full_finetune) try_move(MoveKind::task, Task::lora);
        const bool has_adapter = scenario_.training.task != Task::pretrain && rungs_.empty();
        if (has_adapter && scenario_.training.task != Task::qlora)
            try_move(MoveKind::task, Task::qlora);
        mildest(MoveKind::sequence, Axis::sequence);
        mildest(MoveKind::global_batch, Axis::global_batch);
        mildest(MoveKind::model_size, Axis::model_size);
        move_goals();
        return std::move(rungs_);
    }

  private:
    bool try_move(MoveKind kind, double value) {
        const Move move{kind, value};
        const Scenario after = moved(scenario_, move);
        const Estimate estimate = evaluate(after);
        if (estimate.verdict == Verdict::not_legal || !goal_gap(after, estimate).closed())
            return false;
        rungs_.push_back({LadderLevel::redefine, move, RungWorth::reaches_goals, scenario_, after,
                          estimate_, estimate, true});
        return true;
    }
    bool try_move(MoveKind kind, Task task) { return try_move(kind, static_cast<double>(task)); }

    /// The largest value below the present one that is enough.
    void mildest(MoveKind kind, Axis axis) {
        const double now = get_axis(scenario_, axis);
        std::vector<double> values = axis_values(axis, scenario_);
        std::ranges::reverse(values);
        for (const double value : values) {
            if (value >= now) continue;
            if (value < now / deepest_cut || try_move(kind, value)) return;
        }
    }

    void move_goals() {
        const Goals& goals = scenario_.goals;
        const double over = std::exp(gap_.time);
        if (goals.tokens && !goals.step_time && over < deepest_cut)
            try_move(MoveKind::tokens, rounded_down(*goals.tokens / over));
        try_move(MoveKind::goals, 1.0);
    }

    const Scenario& scenario_;
    const Estimate& estimate_;
    GoalGap gap_;
    std::vector<Rung> rungs_;
};

} // namespace

bool changes_goals(MoveKind kind) { return kind >= MoveKind::tokens; }

std::vector<Rung> redefinitions_of(const Scenario& scenario, const Estimate& estimate) {
    return Alternatives(scenario, estimate).all();
}

} // namespace headroom
