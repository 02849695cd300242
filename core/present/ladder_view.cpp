#include "core/present/ladder_view.hpp"

#include "core/explore/scores.hpp"
#include "core/present/goals_text.hpp"
#include "core/present/ladder_words.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double least_shown_share = 0.005;

std::string with_sign(std::string text) { return text.starts_with("\u2212") ? text : "+" + text; }

std::string memory_change(const Rung& rung) {
    const Bytes change =
        rung.estimate_after.memory.process.expected - rung.estimate_before.memory.process.expected;
    return std::abs(change / units::GiB) < 0.05 ? "=" : with_sign(gib(change));
}

std::string time_change(const Rung& rung) {
    const double share =
        rung.estimate_after.step.total.expected / rung.estimate_before.step.total.expected - 1.0;
    return std::abs(share) < least_shown_share ? "=" : with_sign(percent(share));
}

std::string cost_change(const Rung& rung) {
    const auto& before = rung.estimate_before.money.total;
    const auto& after = rung.estimate_after.money.total;
    if (!before || !after) return {};
    const Dollars change = *after - *before;
    return std::abs(change / *before) < least_shown_share
               ? "="
               : with_sign(in_currency(change, rung.after.funding.currency));
}

/// The term of a breakdown that changed most, with its change; "" for none worth a word.
template <class Term, class Value, class Text>
std::string largest_change(const Breakdown<Term, Value>& before,
                           const Breakdown<Term, Value>& after, Language language, Text text) {
    Term largest{};
    Value most{};
    for (std::size_t i = 0; i < Breakdown<Term, Value>::size; ++i) {
        const auto term = static_cast<Term>(i);
        const Value change = after[term] - before[term];
        if (std::max(change, -change) <= std::max(most, -most)) continue;
        largest = term;
        most = change;
    }
    if (most == Value{}) return {};
    return std::string(term_name(largest, language)) + " " + with_sign(text(most));
}

std::string reason_of(const Rung& rung, Language language) {
    const std::string memory =
        largest_change(rung.estimate_before.memory.peak, rung.estimate_after.memory.peak, language,
                       [](Bytes change) { return gib_term(change); });
    const std::string time =
        largest_change(rung.estimate_before.step.terms, rung.estimate_after.step.terms, language,
                       [](Seconds change) { return true_minus(seconds(change, 2)); });
    std::string text;
    const auto add = [&](const Words& what, const std::string& words) {
        if (words.empty()) return;
        if (!text.empty()) text += "; ";
        text += fmt::format("{}: {}", say(what, language), words);
    };
    add({"VRAM", "VRAM"}, memory);
    add({"time", "시간"}, time);
    return text;
}

/// "Rae et al., ..., appendix C": why the reason costs something, whoever set its points.
std::string source_of(CitationId id, const Catalog& catalog) {
    const Citation& citation = catalog.citation(id);
    const Source* source = catalog.find_source(citation.source);
    if (source == nullptr) return {};
    return citation.where.empty() ? source->citation
                                  : fmt::format("{}, {}", source->citation, citation.where);
}

template <class Reasons, class Reason, std::size_t N>
PointsView points_view(Reasons before, Reasons after, const Points<Reason>& points,
                       const Points<Reason>& usual, const std::array<ScoreText, N>& texts,
                       const Catalog& catalog, Language language) {
    PointsView view;
    for (std::size_t i = 0; i < N; ++i) {
        const int worth = points.by_reason[i].value;
        view.total += after.test(i) ? worth : 0;
        if (before.test(i) == after.test(i)) continue;
        view.change += after.test(i) ? worth : -worth;
        const std::string& words =
            language == Language::korean ? texts[i].korean : texts[i].english;
        (after.test(i) ? view.added : view.removed).push_back(words);
        std::string source = source_of(usual.by_reason[i].citation, catalog);
        if (after.test(i) && !source.empty()) view.sources.push_back(std::move(source));
    }
    view.text = view.change == 0 ? "=" : true_minus(fmt::format("{:+}", view.change));
    return view;
}

RungView rung_view(const Rung& rung, int number, const Catalog& catalog, Language language) {
    RungView view;
    view.rung = &rung;
    view.number = number;
    view.title = move_title(rung, language);
    view.memory = memory_change(rung);
    view.time = time_change(rung);
    view.cost = cost_change(rung);
    view.reason = reason_of(rung, language);
    const Scores& scores = rung.after.scores;
    view.quality =
        points_view(quality_reasons(rung.before), quality_reasons(rung.after), scores.quality_risk,
                    catalog.scores.quality_risk, catalog.quality_texts, catalog, language);
    view.complexity = points_view(complexity_reasons(rung.before), complexity_reasons(rung.after),
                                  scores.complexity, catalog.scores.complexity,
                                  catalog.complexity_texts, catalog, language);
    view.sentence = rung_sentence(rung, view, language);
    view.meets_goals = rung.meets_goals;
    return view;
}

/// What a plan lacks: room on the GPU, and goals; what it meets.
std::string standing(const Scenario& scenario, const Estimate& estimate, Language language) {
    const Bytes left = estimate.memory.headroom;
    std::string text;
    if (left < Bytes{})
        text = fmt::format(fmt::runtime(say({"It needs {} more than one GPU holds. ",
                                             "GPU 한 장에 {}가 모자랍니다. "},
                                            language)),
                           gib(-left));
    return text + goals_sentence(judge_goals(scenario, estimate, language), language);
}

std::string figures(const Scenario& scenario, const Estimate& estimate, Language language) {
    std::string text =
        fmt::format("{}, {}", gib(estimate.memory.process.expected), seconds(estimate.step.total));
    if (estimate.money.run) text += ", " + duration(*estimate.money.run, language);
    if (estimate.money.total)
        text += ", " + in_currency(*estimate.money.total, scenario.funding.currency);
    const std::string stands = standing(scenario, estimate, language);
    return stands.empty() ? text + "." : text + ". " + stands;
}

LadderLevelView level_view(const Ladder& ladder, LadderLevel level, const Catalog& catalog,
                           Language language) {
    LadderLevelView view;
    view.level = level;
    view.name = level_name(level, language);
    for (std::size_t i = 0; i < ladder.taken.size(); ++i)
        if (ladder.taken[i].level == level)
            view.taken.push_back(
                rung_view(ladder.taken[i], static_cast<int>(i) + 1, catalog, language));
    for (const Rung& rung : ladder.refused)
        if (rung.level == level) view.refused.push_back(rung_view(rung, 0, catalog, language));
    if (level == LadderLevel::redefine)
        for (const Rung& rung : ladder.redefinitions)
            view.taken.push_back(rung_view(rung, 0, catalog, language));
    view.outcome = outcome_sentence(ladder, level, language);
    return view;
}

} // namespace

LadderView ladder_view(const Ladder& ladder, const Catalog& catalog, Language language) {
    LadderView view;
    view.headline = ladder_headline(ladder, language);
    view.now = figures(ladder.start, ladder.estimate, language);
    view.after = figures(ladder.end, ladder.end_estimate, language);
    const bool is_reached =
        ladder.result == LadderResult::met || ladder.result == LadderResult::reached;
    if (!is_reached) view.missing = standing(ladder.end, ladder.end_estimate, language);
    for (std::size_t i = 0; i < ladder_level_count; ++i)
        view.levels.push_back(level_view(ladder, static_cast<LadderLevel>(i), catalog, language));
    return view;
}

std::vector<const RungView*> rungs_in_order(const LadderView& view) {
    std::vector<const RungView*> rungs;
    for (const LadderLevelView& level : view.levels)
        for (const RungView& rung : level.taken)
            if (rung.number > 0) rungs.push_back(&rung);
    std::ranges::sort(rungs, {}, [](const RungView* rung) { return rung->number; });
    return rungs;
}

} // namespace headroom
