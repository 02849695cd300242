#include "core/present/choice_view.hpp"

#include "core/present/goals_text.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace headroom {

namespace {

constexpr double million = 1e6;

std::string word(const Words& words, Language language) {
    return std::string(say(words, language));
}

template <class... Values>
std::string filled(const Words& words, Language language, const Values&... values) {
    return fmt::format(fmt::runtime(say(words, language)), values...);
}

Axis axis_of(Change change) {
    switch (change) {
    case Change::recompute: return Axis::checkpointing;
    case Change::zero_stage: return Axis::zero_stage;
    case Change::micro_batch: return Axis::micro_batch;
    case Change::tensor_parallel: return Axis::tensor_parallel;
    case Change::pipeline_parallel: return Axis::pipeline_parallel;
    case Change::expert_parallel: break;
    }
    return Axis::expert_parallel;
}

std::string per_million(const Candidate& candidate) {
    if (!candidate.per_token) return "–";
    return in_currency(*candidate.per_token * million, candidate.scenario.funding.currency);
}

/// "4 x H100 SXM, 33.3 of 79.6 GiB, step 4.74 s, 8.4 days, $4,810".
std::string in_a_line(const Candidate& candidate, Language language) {
    const Estimate& e = candidate.estimate;
    const Currency& currency = candidate.scenario.funding.currency;
    std::string line = filled({"{} x {}, {} of {}, step {}", "{} x {}, {} / {}, 스텝 {}"}, language,
                              candidate.gpus, gpu_label(candidate.scenario.cluster.gpu),
                              gib_number(e.memory.process.expected), gib(e.memory.capacity),
                              seconds(e.step.total));
    if (e.money.run) line += ", " + duration(*e.money.run, language);
    if (e.money.total)
        line += ", " + in_currency(*e.money.total, currency);
    else if (candidate.per_token)
        line += filled({", {} a million tokens", ", 토큰 100만 개에 {}"}, language,
                       per_million(candidate));
    if (e.verdict == Verdict::tight) line += ", " + verdict_word(e.verdict, language);
    const std::string changes = changes_text(candidate, language);
    if (!changes.empty()) line += filled({" (with {})", " ({} 적용)"}, language, changes);
    return line;
}

std::string misses(const Candidate& candidate, Language language) {
    std::string text;
    if (!candidate.fits)
        text = filled({"Does not fit: {} over.", "들어가지 않음: {} 초과."}, language,
                      gib(-candidate.estimate.memory.headroom));
    const std::string goals =
        goals_sentence(judge_goals(candidate.scenario, candidate.estimate, language), language);
    if (candidate.meets_goals || goals.empty()) return text;
    return text.empty() ? goals : text + " " + goals;
}

void add_answer(std::vector<std::string>& answers, const Words& name, const Candidate* candidate,
                Language language) {
    if (candidate != nullptr)
        answers.push_back(word(name, language) + ": " + in_a_line(*candidate, language) + ".");
}

void add_nearest(std::vector<std::string>& answers, const ClusterChoice& choice,
                 Language language) {
    const Candidate* nearest = choice.nearest();
    if (nearest == nullptr) {
        answers.push_back(word(
            {"No plan is legal on any of them.", "어느 구성에서도 만들 수 있는 계획이 없습니다."},
            language));
        return;
    }
    answers.push_back(
        word({"None meets the goals.", "목표를 만족하는 구성이 없습니다."}, language));
    add_answer(answers, {"Nearest", "가장 가까운 구성"}, nearest, language);
    answers.push_back(misses(*nearest, language));
}

/// Of one GPU: the cheapest count that meets the goals, the fewest where none has a price, else the
/// nearest.
const Candidate* row_of(const ClusterChoice& choice, std::string_view gpu) {
    const auto key = [](const Candidate& c) {
        return std::tuple(!c.meets_goals, !c.fits, c.meets_goals ? 0.0 : c.miss,
                          c.per_token.value_or(Dollars{}) / units::USD, c.gpus);
    };
    const Candidate* best = nullptr;
    for (const Candidate& candidate : choice.candidates)
        if (candidate.gpu->id == gpu && (best == nullptr || key(candidate) < key(*best)))
            best = &candidate;
    return best;
}

std::vector<std::string> cells_of(const Candidate& candidate, Language language) {
    const Estimate& e = candidate.estimate;
    const auto& currency = candidate.scenario.funding.currency;
    std::string changes = changes_text(candidate, language);
    std::string remark = misses(candidate, language);
    return {gpu_label(candidate.scenario.cluster.gpu),
            fmt::format("{}", candidate.gpus),
            verdict_word(e.verdict, language),
            gib_number(e.memory.process.expected),
            gib_number(e.memory.capacity),
            seconds(e.step.total),
            e.money.run ? duration(*e.money.run, language) : "",
            e.money.total ? in_currency(*e.money.total, currency) : "–",
            per_million(candidate),
            changes.empty() ? word({"as it is", "그대로"}, language) : std::move(changes),
            remark.empty() ? word({"meets the goals", "목표 만족"}, language) : std::move(remark)};
}

TableView table_of(const ClusterChoice& choice, Language language) {
    TableView table;
    table.columns = {"GPU",
                     word({"GPUs", "개수"}, language),
                     word({"verdict", "판정"}, language),
                     word({"needs GiB", "필요 GiB"}, language),
                     word({"holds GiB", "용량 GiB"}, language),
                     word({"step", "스텝"}, language),
                     word({"run", "기간"}, language),
                     word({"cost", "비용"}, language),
                     word({"1M tokens", "토큰 100만"}, language),
                     word({"plan", "계획"}, language),
                     word({"goals", "목표"}, language)};
    std::set<std::string_view> seen;
    std::vector<const Candidate*> rows;
    for (const Candidate& candidate : choice.candidates)
        if (seen.insert(candidate.gpu->id).second)
            rows.push_back(row_of(choice, candidate.gpu->id));
    std::ranges::stable_sort(rows, {}, [](const Candidate* c) {
        return std::tuple(!c->meets_goals, !c->fits, !c->per_token,
                          c->per_token.value_or(Dollars{}) / units::USD);
    });
    for (const Candidate* row : rows)
        table.rows.push_back(cells_of(*row, language));
    return table;
}

} // namespace

std::string changes_text(const Candidate& candidate, Language language) {
    std::string text;
    for (const Change change : all_changes) {
        if ((candidate.changes & static_cast<Changes>(change)) == 0) continue;
        if (!text.empty()) text += ", ";
        text += setting(candidate.scenario, axis_of(change), language);
    }
    return text;
}

ChoiceView choice_view(const Scenario& scenario, const ClusterChoice& choice, Language language) {
    ChoiceView view;
    const Candidate* smallest = choice.smallest();
    if (smallest == nullptr) add_nearest(view.answers, choice, language);
    add_answer(view.answers, {"Smallest that meets the goals", "목표를 만족하는 가장 작은 구성"},
               smallest, language);
    add_answer(view.answers, {"Cheapest that meets the goals", "목표를 만족하는 가장 싼 구성"},
               choice.cheapest(), language);
    const int gpus = scenario.cluster.gpus();
    add_answer(view.answers,
               {"Least VRAM of as many GPUs that it fits on", "같은 수로 들어가는 가장 작은 VRAM"},
               choice.smallest_gpu(gpus), language);
    view.table = table_of(choice, language);
    view.notes.push_back(word(
        {"Where the plan as it is does not do: more recompute, a higher ZeRO stage, smaller micro "
         "batches, other tensor, fewer pipeline and expert ranks were tried, as few changes as "
         "help. Model, precision, sequence and global batch stay.",
         "계획이 그대로 되지 않으면 재계산 늘리기, ZeRO 단계 높이기, 마이크로 배치 줄이기, 텐서 "
         "병렬 바꾸기, 파이프라인과 전문가 병렬 줄이기를 필요한 만큼만 시도했습니다. 모델, 정밀도, "
         "시퀀스, 글로벌 배치는 그대로입니다."},
        language));
    if (choice.unpriced > 0)
        view.notes.push_back(
            filled({"{} of {} clusters that would do have no price and so cannot be the cheapest.",
                    "가능한 구성 {1}개 중 {0}개는 가격을 몰라 가장 싼 구성에서 빠집니다."},
                   language, choice.unpriced,
                   std::ranges::count_if(choice.candidates, [](const Candidate& c) {
                       return c.fits && c.miss == 0.0;
                   })));
    return view;
}

} // namespace headroom
