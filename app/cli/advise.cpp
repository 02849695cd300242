// advise: the ladder from the plan as it is to one that meets the goals.
#include "commands.hpp"
#include "core/io/scenario_json.hpp"
#include "core/present/ladder_view.hpp"
#include "display_width.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::cli {

namespace {

Json change_json(double before, double after) {
    return {{"before", before}, {"after", after}, {"change", after - before}};
}

template <class Quantity>
Json change_json(const std::optional<Quantity>& before, const std::optional<Quantity>& after,
                 Quantity unit) {
    if (!before || !after) return nullptr;
    return change_json(*before / unit, *after / unit);
}

Json points_json(const PointsView& view) {
    return {{"change", view.change},
            {"after", view.total},
            {"added", view.added},
            {"removed", view.removed},
            {"sources", view.sources}};
}

Json rung_json(const RungView& view) {
    const Rung& rung = *view.rung;
    const Estimate& before = rung.estimate_before;
    const Estimate& after = rung.estimate_after;
    return {{"level", name_of(rung.level)},
            {"move", name_of(rung.move.kind)},
            {"worth", name_of(rung.worth)},
            {"title", view.title},
            {"sentence", view.sentence},
            {"reason", view.reason},
            {"set", Json::parse(write_changes(rung.before, rung.after, presets()))},
            {"memory_gib", change_json(before.memory.process.expected / units::GiB,
                                       after.memory.process.expected / units::GiB)},
            {"step_seconds", change_json(before.step.total.expected / units::s,
                                         after.step.total.expected / units::s)},
            {"days", change_json(before.money.run, after.money.run, units::day)},
            {"usd_total", change_json(before.money.total, after.money.total, units::USD)},
            {"quality_risk", points_json(view.quality)},
            {"complexity", points_json(view.complexity)},
            {"fits", after.memory.headroom >= Bytes{}},
            {"meets_goals", view.meets_goals}};
}

Json ladder_json(const Ladder& ladder, const LadderView& view) {
    Json rungs = Json::array(), refused = Json::array(), redefinitions = Json::array();
    Json levels = Json::array();
    for (const LadderLevelView& level : view.levels) {
        const LevelOutcome outcome = ladder.levels[static_cast<std::size_t>(level.level)];
        levels.push_back({{"level", name_of(level.level)},
                          {"outcome", name_of(outcome)},
                          {"sentence", level.outcome}});
        for (const RungView& rung : level.refused)
            refused.push_back(rung_json(rung));
        if (level.level != LadderLevel::redefine) continue;
        for (const RungView& rung : level.taken)
            redefinitions.push_back(rung_json(rung));
    }
    for (const RungView* rung : rungs_in_order(view))
        rungs.push_back(rung_json(*rung));
    return {{"scenario", ladder.start.name},
            {"result", name_of(ladder.result)},
            {"headline", view.headline},
            {"now", view.now},
            {"rungs", rungs},
            {"refused", refused},
            {"redefinitions", redefinitions},
            {"levels", levels},
            {"after", view.after},
            {"missing", view.missing},
            {"estimate", estimate_json(ladder.end, ladder.end_estimate)}};
}

/// Long sentences in lines that a terminal shows, indented.
std::string wrapped(std::string_view text, std::string_view indent) {
    constexpr std::size_t width = 100;
    std::string lines, line(indent);
    while (!text.empty()) {
        const std::size_t space = text.find(' ');
        const std::string_view next = text.substr(0, space);
        if (line.size() > indent.size() && display_width(line) + display_width(next) + 1 > width) {
            lines += line + "\n";
            line = indent;
        }
        if (line.size() > indent.size()) line += ' ';
        line += next;
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return lines + line + "\n";
}

struct Labels {
    std::string_view vram, time, cost, quality, operations, meets, now, after;
};
constexpr Labels english{"VRAM",       "time",
                         "cost",       "quality risk",
                         "operations", "meets the goals",
                         "Now: ",      "After the rungs: "};
constexpr Labels korean{"VRAM", "시간",      "비용",   "품질 위험",
                        "운영", "목표 충족", "지금: ", "모든 단계 뒤: "};

std::string reasons_text(std::string_view label, const PointsView& points) {
    std::string text;
    for (const std::string& reason : points.added)
        text += wrapped(fmt::format("+ {}: {}", label, reason), "       ");
    for (const std::string& reason : points.removed)
        text += wrapped(fmt::format("\u2212 {}: {}", label, reason), "       ");
    return text;
}

std::string rung_text(const RungView& rung, const Labels& labels) {
    const std::string number = rung.number > 0 ? std::to_string(rung.number) : "*";
    std::string text = fmt::format("  {:>2}  {}\n       {} {}   {} {}", number, rung.title,
                                   labels.vram, rung.memory, labels.time, rung.time);
    if (!rung.cost.empty()) text += fmt::format("   {} {}", labels.cost, rung.cost);
    text += fmt::format("   {} {}   {} {}{}{}\n", labels.quality, rung.quality.text,
                        labels.operations, rung.complexity.text, rung.meets_goals ? "   " : "",
                        rung.meets_goals ? labels.meets : "");
    text += wrapped(rung.sentence, "       ");
    if (!rung.reason.empty()) text += wrapped(rung.reason, "       ");
    return text + reasons_text(labels.quality, rung.quality) +
           reasons_text(labels.operations, rung.complexity);
}

std::string ladder_text(const LadderView& view, Language language) {
    const Labels& labels = language == Language::korean ? korean : english;
    std::string text = wrapped(std::string(labels.now) + view.now, "") + view.headline + "\n";
    for (const LadderLevelView& level : view.levels) {
        text += "\n" + level.name + "\n";
        for (const RungView& rung : level.taken)
            text += rung_text(rung, labels);
        if (!level.outcome.empty()) text += wrapped(level.outcome, "      ");
        for (const RungView& rung : level.refused)
            text += wrapped(rung.sentence, "      ");
    }
    return text + "\n" + wrapped(std::string(labels.after) + view.after, "");
}

} // namespace

int run_advise(const ScenarioOptions& options) {
    const Ladder ladder = climb(load_scenario(options.scenario, options.assignments));
    const LadderView view = ladder_view(ladder, presets(), options.language);
    print(options.json ? json_text(ladder_json(ladder, view))
                       : ladder_text(view, options.language));
    return ladder.result == LadderResult::not_reached ? answer_is_no : fine;
}

} // namespace headroom::cli
