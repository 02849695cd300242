// The trade-off chart and the sweep: marks and curves with everything that is written on them.
#include "core/cost/site_rates.hpp"
#include "core/present/money_text.hpp"
#include "core/present/notes.hpp"
#include "core/present/numbers.hpp"
#include "core/present/step_goal.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <cmath>

namespace headroom {

namespace {

/// "+46 GiB" or "× 9.4 GiB over".
std::string headroom_text(const Estimate& estimate, Language language) {
    const Bytes headroom = estimate.memory.headroom;
    if (headroom < Bytes{}) {
        constexpr Words over{"× {} over", "× {} 초과"};
        return fmt::format(fmt::runtime(say(over, language)), gib(-headroom));
    }
    const double room = headroom / units::GiB;
    return room >= 10.0 ? fmt::format("+{:.0f} GiB", room) : fmt::format("+{}", gib(headroom));
}

bool is_drawable(const Estimate& estimate) {
    const double time = estimate.step.total.expected / units::s;
    return estimate.verdict != Verdict::not_legal && std::isfinite(time) && time > 0.0;
}

TradeOffMark mark_of(const GpuPoint& point, const Scenario& focused, Language language) {
    const GpuSpec& gpu = point.scenario.cluster.gpu;
    const auto& [memory, step, money] =
        std::tie(point.estimate.memory, point.estimate.step, point.estimate.money);
    TradeOffMark mark;
    mark.gpu = gpu.id;
    mark.label = gpu_label(gpu);
    mark.headroom_text = headroom_text(point.estimate, language);
    mark.generation = gpu.generation;
    mark.seconds = step.total.expected / units::s;
    mark.seconds_p10 = step.total.p10 / units::s;
    mark.seconds_p90 = step.total.p90 / units::s;
    mark.need_gib = memory.process.expected / units::GiB;
    mark.capacity_gib = memory.capacity / units::GiB;
    mark.headroom_gib = memory.headroom / units::GiB;
    mark.verdict = point.estimate.verdict;
    mark.estimated = is_estimated(point.estimate);
    mark.focus = gpu.id == focused.cluster.gpu.id;
    if (money.total) mark.cost_text = in_currency(*money.total, point.scenario.funding.currency);
    if (money.run) mark.days_text = duration(*money.run, language);
    return mark;
}

/// The name of the axis with its unit, where it has one.
std::string axis_title(Axis axis, Language language) {
    constexpr Words tokens{" (tokens)", " (토큰)"};
    constexpr Words sequences{" (sequences)", " (시퀀스 수)"};
    constexpr Words parameters{" (parameters)", " (파라미터 수)"};
    constexpr Words ranks{" (ranks)", " (랭크 수)"};
    std::string name = axis_name(axis, language);
    switch (axis) {
    case Axis::model_size: return name.append(say(parameters, language));
    case Axis::sequence: return name.append(say(tokens, language));
    case Axis::micro_batch:
    case Axis::global_batch: return name.append(say(sequences, language));
    case Axis::tensor_parallel:
    case Axis::pipeline_parallel:
    case Axis::context_parallel:
    case Axis::expert_parallel: return name.append(say(ranks, language));
    default: return name;
    }
}

bool is_logarithmic(Axis axis) {
    switch (axis) {
    case Axis::precision:
    case Axis::checkpointing:
    case Axis::zero_stage:
    case Axis::offload: return false;
    default: return true;
    }
}

SweepView::Point sweep_point(const Scenario& scenario, Axis axis, const SweepPoint& point,
                             Language language) {
    const auto& [memory, step] = std::tie(point.estimate.memory, point.estimate.step);
    SweepView::Point shown;
    shown.value = point.value;
    shown.label = axis_value_word(axis, point.value, scenario, language);
    shown.need_gib = memory.process.expected / units::GiB;
    shown.need_p10 = memory.process.p10 / units::GiB;
    shown.need_p90 = memory.process.p90 / units::GiB;
    shown.seconds = step.total.expected / units::s;
    shown.seconds_p10 = step.total.p10 / units::s;
    shown.seconds_p90 = step.total.p90 / units::s;
    shown.verdict = point.estimate.verdict;
    shown.current = point.value == get_axis(scenario, axis);
    return shown;
}

/// "Not legal: 3, 5, 6." for positions that have no point on the curves.
std::string illegal_positions(const Scenario& scenario, Axis axis,
                              std::span<const SweepPoint> points, Language language) {
    std::string labels;
    for (const SweepPoint& point : points) {
        if (point.estimate.verdict != Verdict::not_legal) continue;
        if (!labels.empty()) labels += ", ";
        labels += axis_value_word(axis, point.value, scenario, language);
    }
    if (labels.empty()) return {};
    constexpr Words words{"Not legal: {} {}.", "만들 수 없음: {} {}."};
    return fmt::format(fmt::runtime(say(words, language)), axis_name(axis, language), labels);
}

} // namespace

std::pair<double, std::string> step_goal(const Scenario& scenario, Language language) {
    const Goals& goals = scenario.goals;
    if (goals.step_time) {
        constexpr Words words{"goal {}", "목표 {}"};
        return {*goals.step_time / units::s,
                fmt::format(fmt::runtime(say(words, language)), plain(seconds(*goals.step_time)))};
    }
    if (!goals.duration || !goals.tokens || *goals.tokens <= 0.0) return {0.0, ""};
    constexpr Words words{"goal {} for the run", "전체 {} 목표"};
    const double steps = *goals.tokens / tokens_per_step(scenario);
    return {*goals.duration / steps / units::s,
            fmt::format(fmt::runtime(say(words, language)),
                        plain(duration(*goals.duration, language)))};
}

TradeOffView trade_off_view(const Scenario& scenario, std::span<const GpuPoint> points,
                            const Catalog& catalog, Language language,
                            std::string_view scenario_hash) {
    constexpr Words title{"VRAM one GPU needs against the time of a step",
                          "GPU 한 장에 필요한 VRAM과 스텝 시간"};
    TradeOffView view;
    view.title = say(title, language);
    view.subtitle = settings_line(scenario, language);
    view.x_title = say(step_time_title, language);
    view.y_title = say(memory_title, language);
    for (const GpuPoint& point : points)
        if (is_drawable(point.estimate)) view.marks.push_back(mark_of(point, scenario, language));
    view.notes = illegal_notes(points, language);
    if (std::string note = price_note(points, language); !note.empty())
        view.notes.push_back(std::move(note));
    std::tie(view.goal_seconds, view.goal_text) = step_goal(scenario, language);
    const Footer footer = footer_of(scenario, catalog, language, scenario_hash);
    view.footer_left = footer.left;
    view.footer_right = footer.right;
    return view;
}

SweepView sweep_view(const Scenario& scenario, Axis axis, std::span<const SweepPoint> points,
                     const Catalog& catalog, Language language, std::string_view scenario_hash) {
    constexpr Words title{"Sweep of {}", "{} 변화"};
    SweepView view;
    view.title = fmt::format(fmt::runtime(say(title, language)), axis_name(axis, language));
    view.subtitle = settings_line(scenario, language);
    view.x_title = axis_title(axis, language);
    view.memory_title = say(memory_title, language);
    view.time_title = say(step_time_title, language);
    for (const SweepPoint& point : points)
        view.points.push_back(sweep_point(scenario, axis, point, language));
    view.gpu_label = gpu_label(scenario.cluster.gpu);
    view.capacity_gib = usable_memory(scenario) / units::GiB;
    // A goal for the whole run is one step time only while all points have the same tokens per
    // step.
    const bool same_tokens = axis != Axis::sequence && axis != Axis::global_batch;
    if (same_tokens || scenario.goals.step_time)
        std::tie(view.goal_seconds, view.goal_text) = step_goal(scenario, language);
    if (std::string note = illegal_positions(scenario, axis, points, language); !note.empty())
        view.notes.push_back(std::move(note));
    view.logarithmic = is_logarithmic(axis);
    const Footer footer = footer_of(scenario, catalog, language, scenario_hash);
    view.footer_left = footer.left;
    view.footer_right = footer.right;
    return view;
}

} // namespace headroom
