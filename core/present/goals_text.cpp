#include "core/present/goals_text.hpp"

#include "core/present/korean.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

using State = GoalResult::State;

/// "the 7-day goal" from "7 days".
std::string duration_goal(std::string quantity, Language language) {
    if (language == Language::korean) return "목표 " + quantity;
    std::ranges::replace(quantity, ' ', '-');
    if (quantity.ends_with('s')) quantity.pop_back();
    return fmt::format("the {} goal", quantity);
}

/// "the 2 s step goal", "the $50k budget".
std::string named_goal(std::string_view quantity, const Words& kind, Language language) {
    const std::string_view word = say(kind, language);
    return language == Language::korean ? fmt::format("{} {}", word, quantity)
                                        : fmt::format("the {} {}", quantity, word);
}

GoalResult judge_headroom(const Scenario& scenario, const Estimate& estimate, Language language) {
    const Goals& goals = scenario.goals;
    const MemoryEstimate& memory = estimate.memory;
    const Bytes asked = std::max(goals.headroom.value_or(Bytes{}),
                                 goals.headroom_share.value_or(0.0) * memory.capacity);
    const std::string name = named_goal(plain(gib(asked)), {"margin", "목표 여유"}, language);
    if (memory.headroom >= asked) return {GoalKind::headroom, State::met, name, ""};
    return {GoalKind::headroom, State::missed, name, gib(asked - memory.headroom)};
}

GoalResult judge_step_time(const Scenario& scenario, const Estimate& estimate, Language language) {
    const Seconds goal = *scenario.goals.step_time;
    const Seconds time = estimate.step.total.expected;
    const std::string name =
        named_goal(plain(seconds(goal)), {"step goal", "목표 스텝 시간"}, language);
    if (time <= goal) return {GoalKind::step_time, State::met, name, ""};
    return {GoalKind::step_time, State::missed, name, seconds(time - goal, 2)};
}

GoalResult judge_duration(const Scenario& scenario, const Estimate& estimate, Language language) {
    const Seconds goal = *scenario.goals.duration;
    const std::string name = duration_goal(plain(duration(goal, language)), language);
    if (!estimate.money.run) {
        constexpr Words reason{"no number of tokens is given", "학습할 토큰 수가 없습니다"};
        return {GoalKind::duration, State::unknown, name, std::string(say(reason, language))};
    }
    const Seconds run = *estimate.money.run;
    if (run <= goal) return {GoalKind::duration, State::met, name, ""};
    return {GoalKind::duration, State::missed, name, duration(run - goal, language)};
}

GoalResult judge_budget(const Scenario& scenario, const Estimate& estimate, Language language) {
    const Dollars goal = *scenario.goals.budget;
    const Currency& currency = scenario.funding.currency;
    const std::string name =
        named_goal(plain(in_currency(goal, currency)), {"budget", "예산"}, language);
    if (!estimate.money.total) {
        constexpr Words tokens{"no number of tokens is given", "학습할 토큰 수가 없습니다"};
        return {GoalKind::budget, State::unknown, name,
                estimate.money.priced ? std::string(say(tokens, language))
                                      : unpriced_words(scenario, language)};
    }
    const Dollars total = *estimate.money.total;
    if (total <= goal) return {GoalKind::budget, State::met, name, ""};
    return {GoalKind::budget, State::missed, name, in_currency(total - goal, currency)};
}

std::string joined(const std::vector<std::string>& parts, std::string_view last_joint) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? last_joint : ", ";
        text += parts[i];
    }
    return text;
}

/// "목표 7일을 1.4일 넘기고": clauses before the last end in a connective.
std::string korean_miss(const GoalResult& result, bool is_last) {
    if (result.kind == GoalKind::headroom)
        return fmt::format("{}보다 {} {}", result.goal, result.by,
                           is_last ? "모자랍니다" : "모자라고");
    return fmt::format("{} {} {}", with_particle(result.goal, Particle::object), result.by,
                       is_last ? "넘깁니다" : "넘기고");
}

std::string missed_sentence(const std::vector<GoalResult>& results, Language language) {
    std::vector<GoalResult> missed;
    std::ranges::copy_if(results, std::back_inserter(missed),
                         [](const GoalResult& result) { return result.state == State::missed; });
    if (missed.empty()) return {};
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < missed.size(); ++i)
        parts.push_back(language == Language::korean
                            ? korean_miss(missed[i], i + 1 == missed.size())
                            : fmt::format("{} by {}", missed[i].goal, missed[i].by));
    return language == Language::korean ? joined(parts, ", ") + "."
                                        : "Misses " + joined(parts, " and ") + ".";
}

std::string met_sentence(std::size_t goals, Language language) {
    constexpr std::array english{"Meets the goal.", "Meets both goals.", "Meets all three goals.",
                                 "Meets all four goals."};
    constexpr std::array korean{"목표를 만족합니다.", "목표 두 가지를 모두 만족합니다.",
                                "목표 세 가지를 모두 만족합니다.",
                                "목표 네 가지를 모두 만족합니다."};
    return language == Language::korean ? korean[goals - 1] : english[goals - 1];
}

} // namespace

std::vector<GoalResult> judge_goals(const Scenario& scenario, const Estimate& estimate,
                                    Language language) {
    std::vector<GoalResult> results;
    if (estimate.verdict == Verdict::not_legal) return results;
    const Goals& goals = scenario.goals;
    if (goals.duration) results.push_back(judge_duration(scenario, estimate, language));
    if (goals.budget) results.push_back(judge_budget(scenario, estimate, language));
    if (goals.step_time) results.push_back(judge_step_time(scenario, estimate, language));
    if (goals.headroom || goals.headroom_share)
        results.push_back(judge_headroom(scenario, estimate, language));
    return results;
}

std::string goals_sentence(const std::vector<GoalResult>& results, Language language) {
    if (results.empty()) return {};
    std::string sentence = missed_sentence(results, language);
    for (const GoalResult& result : results) {
        if (result.state != State::unknown) continue;
        if (!sentence.empty()) sentence += ' ';
        sentence += language == Language::korean
                        ? fmt::format("{} 판단할 수 없습니다({}).",
                                      with_particle(result.goal, Particle::object), result.by)
                        : fmt::format("Cannot judge {}: {}.", result.goal, result.by);
    }
    return sentence.empty() ? met_sentence(results.size(), language) : sentence;
}

} // namespace headroom
