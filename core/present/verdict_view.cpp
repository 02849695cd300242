// The verdict bar: one GPU, one capacity, in sentences.
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

/// Below this share of the capacity, what is left says by itself why a plan is tight.
constexpr double plainly_little = 0.08;

/// Tight although much, and the margin asked for, is left: only the pessimistic need does not fit.
bool is_tight_by_band(const Scenario& scenario, const Estimate& estimate) {
    const MemoryEstimate& memory = estimate.memory;
    const Goals& goals = scenario.goals;
    return memory.process.p90 > memory.capacity &&
           memory.headroom >= plainly_little * memory.capacity &&
           memory.headroom >= goals.headroom.value_or(Bytes{}) &&
           memory.headroom >= goals.headroom_share.value_or(0.0) * memory.capacity;
}

std::string english_tight(const Scenario& scenario, const Estimate& estimate) {
    const MemoryEstimate& memory = estimate.memory;
    std::string sentence =
        fmt::format("Fits, but tightly: {} of {}, {} to spare", gib_number(memory.process.expected),
                    gib(memory.capacity), gib(memory.headroom));
    if (is_tight_by_band(scenario, estimate))
        sentence +=
            fmt::format("; its P90, {}, is above what the card holds", gib(memory.process.p90));
    return sentence + '.';
}

std::string english_sentence(const Scenario& scenario, const Estimate& estimate) {
    const MemoryEstimate& memory = estimate.memory;
    const std::string gpu = gpu_label(scenario.cluster.gpu);
    const std::string need = gib_number(memory.process.expected);
    const std::string of_capacity = fmt::format("{} of {}", need, gib(memory.capacity));
    switch (estimate.verdict) {
    case Verdict::fits:
        return fmt::format("Fits on one {}: needs {}, {} to spare.", gpu, of_capacity,
                           gib(memory.headroom));
    case Verdict::tight: return english_tight(scenario, estimate);
    case Verdict::does_not_fit:
        return fmt::format("Does not fit on one {}: needs {} GiB, {} more than it holds.", gpu,
                           need, gib(-memory.headroom));
    case Verdict::not_legal: break;
    }
    return "Not a legal plan: " +
           illegality_sentence(scenario, estimate.illegality, Language::english);
}

std::string korean_sentence(const Scenario& scenario, const Estimate& estimate) {
    const MemoryEstimate& memory = estimate.memory;
    const std::string gpu = gpu_label(scenario.cluster.gpu);
    const std::string need = gib(memory.process.expected);
    const std::string room = with_particle(
        gib(memory.headroom < Bytes{} ? -memory.headroom : memory.headroom), Particle::subject);
    const auto use = [&] {
        return fmt::format("{} 중 {} 쓰고 {} 남습니다.", gib(memory.capacity),
                           with_particle(need, Particle::object), room);
    };
    switch (estimate.verdict) {
    case Verdict::fits: return fmt::format("{} 한 장에 들어갑니다. {}", gpu, use());
    case Verdict::tight:
        return "들어가지만 빠듯합니다. " + use() +
               (is_tight_by_band(scenario, estimate)
                    ? fmt::format(" P90인 {} 카드의 용량을 넘습니다.",
                                  with_particle(gib(memory.process.p90), Particle::topic))
                    : std::string());
    case Verdict::does_not_fit:
        return fmt::format("{} 한 장에 들어가지 않습니다. {} 필요해 {} 부족합니다.", gpu,
                           with_particle(need, Particle::subject), room);
    case Verdict::not_legal: break;
    }
    return "만들 수 없는 계획입니다. " +
           illegality_sentence(scenario, estimate.illegality, Language::korean);
}

std::string note_of(GoalKind kind, const std::vector<GoalResult>& results, Language language) {
    constexpr std::array states{Words{"meets {}", "{} 충족"}, Words{"misses {}", "{} 초과"},
                                Words{"cannot judge {}", "{} 판단 불가"}};
    for (const GoalResult& result : results)
        if (result.kind == kind)
            return fmt::format(
                fmt::runtime(say(states[static_cast<std::size_t>(result.state)], language)),
                result.goal);
    return {};
}

std::vector<std::string> caveat_sentences(const Scenario& scenario, const Estimate& estimate,
                                          Language language) {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < estimate.caveats.size(); ++i)
        if (estimate.caveats.test(i))
            sentences.push_back(caveat_sentence(static_cast<Caveat>(i), scenario, language));
    return sentences;
}

void fill_numbers(VerdictView& view, const Scenario& scenario, const Estimate& estimate,
                  Language language) {
    const MemoryEstimate& memory = estimate.memory;
    const StepEstimate& step = estimate.step;
    constexpr Words held{"allocated {} · reserved {}", "할당 {} · 예약 {}"};
    constexpr Words limiter{"limiter: {}", "제한 요인: {}"};
    view.need = gib_number(memory.process.expected);
    view.allocated_and_reserved =
        fmt::format(fmt::runtime(say(held, language)), gib_number(memory.allocated.expected),
                    gib_number(memory.reserved.expected));
    view.step = seconds(step.total);
    view.step_band = "P10–P90 " + span(step.total.p10, step.total.p90);
    view.mfu = percent(step.mfu);
    view.limiter =
        fmt::format(fmt::runtime(say(limiter, language)), limiter_name(step.limiter, language));
    if (estimate.money.run) view.run = duration(*estimate.money.run, language);
    if (estimate.money.total)
        view.cost = in_currency(*estimate.money.total, scenario.funding.currency);
}

} // namespace

VerdictView verdict_view(const Scenario& scenario, const Estimate& estimate, Language language) {
    VerdictView view;
    view.verdict = estimate.verdict;
    view.sentence = language == Language::korean ? korean_sentence(scenario, estimate)
                                                 : english_sentence(scenario, estimate);
    view.capacity = gib(estimate.memory.capacity);
    view.caveats = caveat_sentences(scenario, estimate, language);
    if (estimate.verdict == Verdict::not_legal) {
        view.goals_met = false;
        return view;
    }
    fill_numbers(view, scenario, estimate, language);
    const std::vector<GoalResult> goals = judge_goals(scenario, estimate, language);
    view.goal_sentence = goals_sentence(goals, language);
    view.goals_met = std::ranges::all_of(
        goals, [](const GoalResult& goal) { return goal.state == GoalResult::State::met; });
    view.run_note = note_of(GoalKind::duration, goals, language);
    view.cost_note = note_of(GoalKind::budget, goals, language);
    if (view.cost_note.empty() && !estimate.money.priced)
        view.cost_note = unpriced_words(scenario, language);
    return view;
}

} // namespace headroom
