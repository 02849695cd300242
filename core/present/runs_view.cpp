#include "core/present/runs_view.hpp"

#include "core/present/comparison.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <cmath>

namespace headroom {

namespace {

constexpr std::string_view nothing = "–";

std::string word(const Words& words, Language language) {
    return std::string(say(words, language));
}

std::string with_sign(std::string text) { return text.starts_with("\u2212") ? text : "+" + text; }

/// "+4.2 %" of measured over predicted.
std::string error_of(double measured, double predicted) {
    if (!(predicted > 0.0)) return std::string(nothing);
    return with_sign(percent(measured / predicted - 1.0));
}

template <class Q>
bool is_within(const Banded<Q>& band, Q value) {
    return value >= band.p10 && value <= band.p90;
}

// --- the runs

/// What the run measured of memory, in the order in which teams read it off.
struct MemoryPair {
    Words kind;
    Bytes measured;
    Banded<Bytes> predicted;
};
MemoryPair memory_of(const MeasuredRun& run, const Estimate& estimate) {
    const MeasuredMemory& memory = run.memory;
    if (memory.process > Bytes{})
        return {{"process", "프로세스"}, memory.process, estimate.memory.process};
    if (memory.reserved > Bytes{})
        return {{"reserved", "예약"}, memory.reserved, estimate.memory.reserved};
    return {{"allocated", "할당"}, memory.allocated, estimate.memory.allocated};
}

class RunRows {
  public:
    RunRows(const Scenario& scenario, Language language)
        : scenario_(scenario), language_(language) {}

    std::vector<std::string> row_of(const MeasuredRun& run) const {
        const Scenario plan = plan_of(run, scenario_);
        const Estimate estimate = evaluate(plan);
        const bool legal = estimate.verdict != Verdict::not_legal;
        const std::string differs = settings_that_differ(scenario_, plan, language_);
        std::vector<std::string> row{name_of_run(run),
                                     differs.empty() ? word({"this plan", "현재 계획"}, language_)
                                                     : differs};
        add_time(run, estimate, legal, row);
        add_memory(run, estimate, legal, row);
        row.push_back(run.quality ? fmt::format("{} {}", run.quality->metric,
                                                significant(run.quality->value, 4))
                                  : std::string(nothing));
        row.push_back(notes_of(run));
        return row;
    }

    std::string name_of_run(const MeasuredRun& run) const {
        return run.name.empty() ? word({"run", "실행"}, language_) : run.name;
    }

  private:
    void add_time(const MeasuredRun& run, const Estimate& estimate, bool legal,
                  std::vector<std::string>& row) const {
        const bool measured = run.step_time > Seconds{};
        row.push_back(legal ? seconds(estimate.step.total) : std::string(nothing));
        row.push_back(measured ? seconds(run.step_time) : std::string(nothing));
        const bool both = measured && legal;
        row.push_back(
            both ? error_of(run.step_time / units::s, estimate.step.total.expected / units::s) +
                       band_mark(is_within(estimate.step.total, run.step_time))
                 : std::string(nothing));
    }
    void add_memory(const MeasuredRun& run, const Estimate& estimate, bool legal,
                    std::vector<std::string>& row) const {
        const MemoryPair pair = memory_of(run, estimate);
        const bool measured = pair.measured > Bytes{};
        const std::string kind = measured ? " " + word(pair.kind, language_) : "";
        row.push_back(legal ? gib((measured ? pair.predicted : estimate.memory.process).expected)
                            : std::string(nothing));
        row.push_back(measured ? gib(pair.measured) + kind : std::string(nothing));
        const bool both = measured && legal;
        row.push_back(
            both ? error_of(pair.measured / units::GiB, pair.predicted.expected / units::GiB) +
                       band_mark(is_within(pair.predicted, pair.measured))
                 : std::string(nothing));
    }
    std::string band_mark(bool inside) const {
        return inside ? "" : word({", outside of the band", ", 범위 밖"}, language_);
    }
    static std::string notes_of(const MeasuredRun& run) {
        if (run.date.empty() || run.notes.empty()) return run.date + run.notes;
        return run.date + ", " + run.notes;
    }

    const Scenario& scenario_;
    Language language_;
};

// --- the questions

/// One setting without and with; runs where both were measured.
struct Pair {
    Scenario off, on;
    const MeasuredRun* run_off = nullptr;
    const MeasuredRun* run_on = nullptr;

    bool measured() const { return run_off != nullptr; }
};

struct Question {
    Words name;
    bool (*is_off)(const TrainingPlan&);
    bool (*is_on)(const TrainingPlan&);
    void (*switch_off)(TrainingPlan&);
    void (*switch_on)(TrainingPlan&);
    void (*level)(TrainingPlan& plan, const TrainingPlan& other); // takes the difference away
    std::string (*answer)(const Pair& pair, Language language);
};

bool is_32_bit(const TrainingPlan& plan) {
    return plan.precision == Precision::fp32 || plan.precision == Precision::tf32;
}

double speedup(const Pair& pair) {
    if (pair.measured()) return pair.run_off->step_time / pair.run_on->step_time;
    return evaluate(pair.off).step.total.expected / evaluate(pair.on).step.total.expected;
}

std::string precision_answer(const Pair& pair, Language language) {
    constexpr double claimed = 3.0; // "more than 3x", which is often said of mixed precision
    const double factor = speedup(pair);
    if (!std::isfinite(factor) || factor <= 0.0) return std::string(nothing);
    return fmt::format(
        fmt::runtime(factor > claimed
                         ? say({"{} times as fast: \"more than 3x\" holds here",
                                "{}배 빠름: \"3배 이상\"이 성립합니다"},
                               language)
                         : say({"{} times as fast: \"more than 3x\" does not hold here",
                                "{}배 빠름: \"3배 이상\"이 성립하지 않습니다"},
                               language)),
        significant(factor, 2));
}

std::string checkpointing_answer(const Pair& pair, Language language) {
    const Estimate off = evaluate(pair.off), on = evaluate(pair.on);
    const double slower = 1.0 / speedup(pair) - 1.0;
    if (!std::isfinite(slower)) return std::string(nothing);
    const auto activations = [](const Estimate& estimate) {
        return estimate.memory
            .phases[static_cast<std::size_t>(Phase::forward_end)][MemoryTerm::activations];
    };
    return fmt::format(fmt::runtime(say({"{} time for {} of the activations (predicted)",
                                         "시간 {}로 활성값 {}(예측)"},
                                        language)),
                       with_sign(percent(slower)),
                       with_sign(percent(activations(on) / activations(off) - 1.0)));
}

/// The states themselves are not measured: the difference of two peaks is held against theirs.
std::string zero_answer(const Pair& pair, Language language) {
    constexpr double close = 0.15; // of the difference: what peaks outside of the states may move
    const Estimate off = evaluate(pair.off), on = evaluate(pair.on);
    const auto states = [](const Estimate& estimate) {
        return estimate.memory
            .phases[static_cast<std::size_t>(Phase::optimizer_step)][MemoryTerm::optimizer_states];
    };
    const int ranks = data_parallel(pair.on) * pair.on.training.context_parallel;
    std::string text = fmt::format(fmt::runtime(say({"optimizer states {} → {} over {} ranks",
                                                     "옵티마이저 상태 {} → {}, 랭크 {}개"},
                                                    language)),
                                   gib_term(states(off)), gib_term(states(on)), ranks);
    if (!pair.measured()) return text;
    const Bytes measured =
        memory_of(*pair.run_off, off).measured - memory_of(*pair.run_on, on).measured;
    const Bytes predicted = states(off) - states(on);
    const bool same = std::abs(measured / predicted - 1.0) <= close;
    return text +
           fmt::format(
               fmt::runtime(same ? say({"; reproduced, {} saved", "; 재현됨, {} 감소"}, language)
                                 : say({"; not reproduced, {} saved", "; 재현되지 않음, {} 감소"},
                                       language)),
               gib(measured));
}

constexpr std::array questions{
    Question{{"mixed precision off → on", "혼합 정밀도 끔 → 켬"},
             is_32_bit,
             [](const TrainingPlan& plan) { return !is_32_bit(plan); },
             [](TrainingPlan& plan) { plan.precision = Precision::fp32; },
             [](TrainingPlan& plan) {
                 if (is_32_bit(plan)) plan.precision = Precision::bf16;
             },
             [](TrainingPlan& plan, const TrainingPlan& other) {
                 plan.precision = other.precision;
                 plan.states = other.states;
             },
             precision_answer},
    Question{
        {"checkpointing before → after", "체크포인팅 전 → 후"},
        [](const TrainingPlan& plan) { return plan.recompute.mode == RecomputeMode::none; },
        [](const TrainingPlan& plan) { return plan.recompute.mode != RecomputeMode::none; },
        [](TrainingPlan& plan) { plan.recompute = {}; },
        [](TrainingPlan& plan) {
            if (plan.recompute.mode == RecomputeMode::none)
                plan.recompute.mode = RecomputeMode::full;
        },
        [](TrainingPlan& plan, const TrainingPlan& other) { plan.recompute = other.recompute; },
        checkpointing_answer},
    Question{{"ZeRO 0 → 1", "ZeRO 0 → 1"},
             [](const TrainingPlan& plan) { return plan.zero_stage == 0; },
             [](const TrainingPlan& plan) { return plan.zero_stage == 1; },
             [](TrainingPlan& plan) {
                 plan.zero_stage = 0;
                 plan.zero_group.reset();
                 plan.offload = Offload::none;
             },
             [](TrainingPlan& plan) {
                 plan.zero_stage = 1;
                 plan.offload = Offload::none;
             },
             [](TrainingPlan& plan, const TrainingPlan& other) {
                 plan.zero_stage = other.zero_stage;
                 plan.zero_group = other.zero_group;
             },
             zero_answer}};

/// Two runs of the same thing that differ in what is asked alone.
bool are_pair(const MeasuredRun& off, const MeasuredRun& on, const Question& question) {
    if (!question.is_off(off.training) || !question.is_on(on.training)) return false;
    if (!(off.step_time > Seconds{}) || !(on.step_time > Seconds{})) return false;
    TrainingPlan leveled = on.training;
    question.level(leveled, off.training);
    return leveled == off.training && off.model == on.model && off.cluster == on.cluster &&
           off.stack == on.stack;
}

Pair pair_of(const Scenario& scenario, const Question& question) {
    for (const MeasuredRun& off : scenario.runs)
        for (const MeasuredRun& on : scenario.runs)
            if (are_pair(off, on, question))
                return {plan_of(off, scenario), plan_of(on, scenario), &off, &on};
    Pair pair{scenario, scenario, nullptr, nullptr};
    question.switch_off(pair.off.training);
    question.switch_on(pair.on.training);
    return pair;
}

std::string figures(const Estimate& estimate) {
    return fmt::format("{}, {}", seconds(estimate.step.total),
                       gib(estimate.memory.process.expected));
}

std::string measured_figures(const MeasuredRun& run, const Estimate& estimate) {
    const Bytes memory = memory_of(run, estimate).measured;
    return memory > Bytes{} ? fmt::format("{}, {}", seconds(run.step_time), gib(memory))
                            : seconds(run.step_time);
}

std::vector<std::string> question_row(const Scenario& scenario, const Question& question,
                                      const RunRows& runs, Language language) {
    const Pair pair = pair_of(scenario, question);
    const Estimate off = evaluate(pair.off), on = evaluate(pair.on);
    const bool legal = off.verdict != Verdict::not_legal && on.verdict != Verdict::not_legal;
    const auto arrow = [](const std::string& a, const std::string& b) { return a + " → " + b; };
    std::vector<std::string> row{word(question.name, language)};
    row.push_back(pair.measured()
                      ? arrow(runs.name_of_run(*pair.run_off), runs.name_of_run(*pair.run_on))
                      : word({"this plan", "현재 계획"}, language));
    row.push_back(legal ? arrow(figures(off), figures(on)) : std::string(nothing));
    row.push_back(pair.measured() ? arrow(measured_figures(*pair.run_off, off),
                                          measured_figures(*pair.run_on, on))
                                  : word({"not measured yet", "아직 측정하지 않음"}, language));
    row.push_back(legal ? question.answer(pair, language) : std::string(nothing));
    return row;
}

std::vector<std::string> columns(std::initializer_list<Words> titles, Language language) {
    std::vector<std::string> texts;
    for (const Words& title : titles)
        texts.push_back(word(title, language));
    return texts;
}

} // namespace

RunsView runs_view(const Scenario& scenario, Language language) {
    RunsView view;
    view.runs.columns = columns({{"run", "실행"},
                                 {"conditions", "조건"},
                                 {"step, predicted", "스텝 예측"},
                                 {"measured", "측정"},
                                 {"difference", "차이"},
                                 {"VRAM, predicted", "VRAM 예측"},
                                 {"measured", "측정"},
                                 {"difference", "차이"},
                                 {"quality", "품질"},
                                 {"date and notes", "날짜와 메모"}},
                                language);
    const RunRows rows(scenario, language);
    for (const MeasuredRun& run : scenario.runs) {
        view.runs.rows.push_back(rows.row_of(run));
        const Scenario plan = plan_of(run, scenario);
        if (const Illegality illegality = find_illegality(plan); illegality != Illegality::none)
            view.notes.push_back(fmt::format("{}: {}", rows.name_of_run(run),
                                             illegality_sentence(plan, illegality, language)));
    }
    view.questions.columns = columns({{"question", "질문"},
                                      {"runs", "실행"},
                                      {"predicted", "예측"},
                                      {"measured", "측정"},
                                      {"answer", "답"}},
                                     language);
    for (const Question& question : questions)
        view.questions.rows.push_back(question_row(scenario, question, rows, language));
    return view;
}

} // namespace headroom
