#include "core/present/comparison.hpp"

#include "core/present/goals_text.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace headroom {

namespace {

using Format = std::function<std::string(double)>;

std::string with_sign(std::string text) { return text.starts_with("\u2212") ? text : "+" + text; }

/// Differences too small to be shown are none.
ComparisonRow row_of(std::string name, double a, double b, const Format& format) {
    ComparisonRow row{std::move(name), format(a), format(b), "=", "", 0.0, true};
    if (row.a == row.b) return row;
    row.change = b - a;
    row.equal = false;
    row.difference = with_sign(format(row.change));
    const double share = a == 0.0 ? 0.0 : row.change / a;
    if (std::abs(share) >= 0.005 && std::abs(share) < 10.0) row.share = with_sign(percent(share));
    return row;
}

std::string gib_cell(double gib) {
    const std::string text = gib_term(gib * units::GiB);
    return text.substr(0, text.find(' '));
}

std::string seconds_cell(double seconds) {
    return std::abs(seconds) < 5e-5 ? "0" : significant(seconds, std::abs(seconds) < 0.1 ? 2 : 3);
}

/// The pieces of two bars, which have the same terms in the same order.
std::vector<ComparisonRow> rows_of(const std::vector<BarPiece>& a, const std::vector<BarPiece>& b,
                                   const Format& format) {
    std::vector<ComparisonRow> rows;
    for (std::size_t i = 0; i < a.size(); ++i)
        rows.push_back(row_of(std::string(a[i].name), a[i].value, b[i].value, format));
    return rows;
}

/// A row whose value one of the plans may not have: no price, no number of tokens.
template <class Quantity>
ComparisonRow optional_row(std::string name, const std::optional<Quantity>& a,
                           const std::optional<Quantity>& b, Quantity unit, const Format& format) {
    if (a && b) return row_of(std::move(name), *a / unit, *b / unit, format);
    const auto text = [&](const std::optional<Quantity>& value) {
        return value ? format(*value / unit) : std::string("–");
    };
    return {std::move(name), text(a), text(b), a || b ? "" : "=", "", 0.0, !a && !b};
}

ComparisonRow word_row(std::string name, std::string a, std::string b) {
    const bool equal = a == b;
    return {std::move(name), std::move(a), std::move(b), equal ? "=" : "", "", 0.0, equal};
}

std::string goals_met(const Scenario& scenario, const Estimate& estimate, Language language) {
    const auto goals = judge_goals(scenario, estimate, language);
    if (goals.empty()) return "–";
    const auto met = std::ranges::count(goals, GoalResult::State::met, &GoalResult::state);
    constexpr Words of{"{} of {}", "{1} 중 {0}"};
    return fmt::format(fmt::runtime(say(of, language)), met, goals.size());
}

std::vector<ComparisonRow> result_rows(const Scenario& a, const Estimate& ea, const Scenario& b,
                                       const Estimate& eb, Language language) {
    const auto word = [&](const Words& words) { return std::string(say(words, language)); };
    const auto days = [](double value) { return significant(value, 2); };
    const auto whole = [](double value) { return grouped(value); };
    const auto share = [](double value) { return percent(value); };
    const auto amount = [&b](double value) {
        return in_currency(value * units::USD, b.funding.currency);
    };
    std::vector<ComparisonRow> rows;
    rows.push_back(word_row(word({"verdict", "판정"}), verdict_word(ea.verdict, language),
                            verdict_word(eb.verdict, language)));
    rows.push_back(row_of(word({"VRAM, GiB", "VRAM, GiB"}), ea.memory.process.expected / units::GiB,
                          eb.memory.process.expected / units::GiB, gib_cell));
    rows.push_back(row_of(word({"to spare, GiB", "여유, GiB"}), ea.memory.headroom / units::GiB,
                          eb.memory.headroom / units::GiB, gib_cell));
    rows.push_back(row_of(word({"step, s", "스텝, s"}), ea.step.total.expected / units::s,
                          eb.step.total.expected / units::s, seconds_cell));
    rows.push_back(row_of(word({"tokens/s per GPU", "GPU당 토큰/s"}),
                          ea.step.tokens_per_second_per_gpu, eb.step.tokens_per_second_per_gpu,
                          whole));
    ComparisonRow mfu = row_of("MFU", ea.step.mfu, eb.step.mfu, share);
    mfu.share.clear(); // a share of a share misleads
    rows.push_back(std::move(mfu));
    rows.push_back(optional_row(word({"run, days", "기간, 일"}), ea.money.run, eb.money.run,
                                units::day, days));
    rows.push_back(
        optional_row(word({"cost", "비용"}), ea.money.total, eb.money.total, units::USD, amount));
    rows.push_back(word_row(word({"goals met", "충족한 목표"}), goals_met(a, ea, language),
                            goals_met(b, eb, language)));
    return rows;
}

} // namespace

std::string settings_that_differ(const Scenario& a, const Scenario& b, Language language) {
    std::string text;
    const auto add = [&](const std::string& what) {
        if (!text.empty()) text += ", ";
        text += what;
    };
    const auto arrow = [](const std::string& from, const std::string& to) {
        return from + " → " + to;
    };
    if (a.cluster.gpu.id != b.cluster.gpu.id)
        add(arrow(gpu_label(a.cluster.gpu), gpu_label(b.cluster.gpu)));
    for (const Axis axis : all_axes) {
        if (!axis_applies(axis, a) && !axis_applies(axis, b)) continue;
        std::string from = axis_value_word(axis, get_axis(a, axis), a, language);
        std::string to = axis_value_word(axis, get_axis(b, axis), b, language);
        if (axis == Axis::model_size && a.model.id != b.model.id)
            std::tie(from, to) = std::pair{a.model.name, b.model.name};
        if (from != to) add(axis_name(axis, language) + " " + arrow(from, to));
    }
    return text;
}

Comparison compare(const Scenario& a, const Scenario& b, Language language) {
    const Estimate ea = evaluate(a);
    const Estimate eb = evaluate(b);
    const std::array points{GpuPoint{&a.cluster.gpu, a, ea}, GpuPoint{&b.cluster.gpu, b, eb}};
    const auto memory = memory_bars(points, language);
    const auto step = step_bars(points, language);
    return {rows_of(memory[0].pieces, memory[1].pieces, gib_cell),
            rows_of(step[0].pieces, step[1].pieces, seconds_cell),
            result_rows(a, ea, b, eb, language), settings_that_differ(a, b, language)};
}

TableView comparison_table(const Comparison& comparison, std::string_view a, std::string_view b,
                           Language language) {
    constexpr Words what{"what", "항목"}, share{"per cent", "퍼센트"};
    constexpr Words vram{"VRAM, GiB: {}", "VRAM, GiB: {}"};
    constexpr Words time{"step time, s: {}", "스텝 시간, s: {}"};
    TableView table;
    table.columns = {std::string(say(what, language)), std::string(a), std::string(b),
                     fmt::format("{} − {}", b, a), std::string(say(share, language))};
    const auto add = [&](const std::vector<ComparisonRow>& rows, std::string_view name) {
        for (const ComparisonRow& row : rows)
            table.rows.push_back({fmt::format(fmt::runtime(name), row.name), row.a, row.b,
                                  row.difference, row.share});
    };
    add(comparison.result, "{}");
    add(comparison.memory, say(vram, language));
    add(comparison.step, say(time, language));
    return table;
}

PlanFigures plan_figures(const Scenario& scenario, const Estimate& estimate) {
    if (estimate.verdict == Verdict::not_legal) return {"–", "–", "–"};
    return {gib(estimate.memory.process.expected), seconds(estimate.step.total),
            estimate.money.total ? in_currency(*estimate.money.total, scenario.funding.currency)
                                 : std::string("–")};
}

} // namespace headroom
