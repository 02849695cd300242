#include "core/present/runs_lesson.hpp"

#include "core/calibrate/run_fit.hpp"
#include "core/present/comparison.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

constexpr std::array<Words, step_factor_count> factor_names{
    Words{"matrix products and attention", "행렬곱과 어텐션"},
    Words{"fixed host work", "고정 호스트 작업"}, Words{"communication", "통신"},
    Words{"memory-bound work", "메모리 바운드 작업"}};

class Lesson {
  public:
    Lesson(const Scenario& scenario, Language language, std::string_view today)
        : scenario_(scenario), language_(language) {
        lesson_.site = taught_by_runs(start(today), scenario.runs, scenario);
        const SiteMemory& memory = lesson_.site.memory;
        lesson_.teaches = steps().taught() ||
                          memory.process_runs + memory.activation_runs + memory.slack_runs > 0;
    }

    RunsLesson told() {
        if (!lesson_.teaches) {
            tell({"No run on this GPU has a step time or a peak of memory yet: nothing is taught.",
                  "이 GPU에서 스텝 시간이나 메모리 최댓값을 잰 실행이 아직 없어, 배운 것이 "
                  "없습니다."});
            return std::move(lesson_);
        }
        if (steps().taught()) tell_steps();
        tell_memory();
        return std::move(lesson_);
    }

  private:
    const SiteSteps& steps() const { return lesson_.site.steps; }

    /// The calibration of this GPU, or a new one that holds nothing yet.
    SiteCalibration start(std::string_view today) const {
        if (scenario_.site && scenario_.site->applies_to.gpu == scenario_.cluster.gpu.id)
            return *scenario_.site;
        SiteCalibration site;
        site.name = word({"measured runs", "측정한 실행"});
        site.id = today.empty() ? "runs" : fmt::format("runs-{}", today);
        site.created = today;
        site.applies_to.sm = scenario_.cluster.gpu.sm_count;
        site.applies_to.ranks_per_node = scenario_.cluster.gpus_per_node;
        return site;
    }

    std::string word(const Words& words) const { return std::string(say(words, language_)); }

    template <class... Values>
    void tell(const Words& words, const Values&... values) {
        lesson_.sentences.push_back(fmt::format(fmt::runtime(say(words, language_)), values...));
    }

    void tell_steps() {
        lesson_.factors.columns = {word({"part of the step", "스텝의 부분"}),
                                   word({"what the runs say", "실행이 말하는 것"}),
                                   word({"of this plan", "이 계획에서"}), word({"factor", "계수"}),
                                   word({"uncertainty", "불확실도"})};
        const StepFactors shares = slopes_of(ln_step(without()), {});
        for (std::size_t i = 0; i < step_factor_count; ++i)
            lesson_.factors.rows.push_back(factor_row(static_cast<StepFactor>(i), shares[i]));
        tell({"Configurations: {}. They taught {} of {} directions.",
              "구성 {0}개가 {2}개 방향 가운데 {1}개를 가르쳤습니다."},
             configurations_of(steps().runs), significant(learnt_directions(steps()), 2),
             step_factor_count);
        tell_band();
        tell_left_out();
        tell_next();
    }

    std::vector<std::string> factor_row(StepFactor factor, double share) const {
        const double ln = steps().ln_factor(factor), sd = steps().sd(factor);
        return {word(factor_names[static_cast<std::size_t>(factor)]), saying(factor),
                percent(share), fmt::format("{:.2f}", std::exp(ln)),
                fmt::format("{:.2f}–{:.2f}", std::exp(ln - sd), std::exp(ln + sd))};
    }

    std::string saying(StepFactor factor) const {
        const double ln = steps().ln_factor(factor);
        if (!runs_say(steps(), factor))
            return word({"these runs do not say", "이 실행들로는 알 수 없음"});
        if (std::abs(ln) < steps().sd(factor))
            return word({"as predicted, so far", "지금까지는 예측대로"});
        return ln > 0.0 ? word({"slower here", "여기서 더 느림"})
                        : word({"faster here", "여기서 더 빠름"});
    }

    Scenario without() const { return with({}); }
    Scenario with(const SiteSteps& taught) const {
        Scenario plan = scenario_;
        SiteCalibration site = lesson_.site;
        site.on = true;
        site.steps = taught;
        plan.site = Shared(std::move(site));
        return plan;
    }

    void tell_band() {
        SiteSteps used = steps();
        used.use = true;
        const Estimate before = evaluate(without()), after = evaluate(with(used));
        if (before.verdict == Verdict::not_legal) return;
        tell({"Step of this plan: {} (P10–P90 {}) before, {} (P10–P90 {}) with the runs.",
              "이 계획의 스텝: 이전 {0}(P10–P90 {1}), 실행을 반영하면 {2}(P10–P90 {3})."},
             seconds(before.step.total), span(before.step.total.p10, before.step.total.p90),
             seconds(after.step.total), span(after.step.total.p10, after.step.total.p90));
    }

    void tell_left_out() {
        if (configurations_of(steps().runs) < 3) {
            tell(
                {"With three configurations or more, each is left out and predicted by the others, "
                 "which tells whether the lesson holds.",
                 "구성이 세 개 이상이면 하나씩 빼고 나머지로 예측하여, 배운 것이 맞는지 "
                 "확인합니다."});
            return;
        }
        tell({"Each configuration left out and predicted by the others: median error {}; the "
              "presets' {}.",
              "구성을 하나씩 빼고 나머지로 예측한 오차의 중앙값 {0}, 프리셋은 {1}."},
             percent(steps().leave_one_out_error), percent(steps().preset_error));
        if (!steps().use)
            tell({"That is not lower: the factors are kept, but off.",
                  "더 낮지 않으므로 계수를 저장하되 쓰지 않습니다."});
    }

    void tell_next() {
        const std::vector<Scenario> candidates = nearby_plans();
        const auto next = most_informative(steps(), candidates, scenario_);
        if (!next) {
            tell({"No run near this plan would tell much more about it.",
                  "이 계획 가까이의 실행으로는 더 알 수 있는 것이 거의 없습니다."});
            return;
        }
        const std::string differs = settings_that_differ(scenario_, candidates[*next], language_);
        tell({"To learn most about this plan, measure next: {}.",
              "이 계획을 가장 잘 알려면 다음을 측정하세요: {0}."},
             differs.empty() ? word({"this plan itself", "이 계획 그대로"}) : differs);
    }

    /// What a team can try within an hour: the plan itself and one setting changed.
    std::vector<Scenario> nearby_plans() const {
        using Change = void (*)(Scenario&);
        constexpr std::array changes{
            Change{[](Scenario&) {}},
            Change{[](Scenario& plan) { plan.training.recompute = {}; }},
            Change{[](Scenario& plan) { plan.training.recompute.mode = RecomputeMode::full; }},
            Change{[](Scenario& plan) { plan.training.micro_batch *= 2; }},
            Change{[](Scenario& plan) {
                plan.training.global_batch /= std::max(plan.cluster.nodes, 1);
                plan.cluster.nodes = 1;
            }},
            Change{[](Scenario& plan) { plan.training.zero_stage = 1; }},
            Change{[](Scenario& plan) { plan.training.zero_stage = 3; }},
            Change{[](Scenario& plan) { plan.training.tensor_parallel = 1; }},
            Change{[](Scenario& plan) { plan.training.tensor_parallel *= 2; }},
            Change{[](Scenario& plan) { plan.training.sequence /= 4; }}};
        std::vector<Scenario> plans;
        for (const Change change : changes) {
            Scenario plan = without();
            change(plan);
            plans.push_back(std::move(plan));
        }
        // A run that does not fit cannot be measured.
        std::erase_if(plans, [](const Scenario& plan) {
            return evaluate(plan).verdict == Verdict::does_not_fit;
        });
        return plans;
    }

    void tell_memory() {
        const SiteMemory& memory = lesson_.site.memory;
        if (memory.process_runs > 0)
            tell({"Process memory: {} GiB beside what is predicted (±{}). Runs: {}.",
                  "프로세스 메모리: 예측보다 {0} GiB(±{1}), 실행 {2}개 기준."},
                 true_minus(fmt::format("{:+.2f}", memory.process / units::GiB)),
                 fmt::format("{:.2f}", memory.process_sd / units::GiB), memory.process_runs);
        if (memory.activation_runs > 0)
            tell({"Activations: {} times what is predicted (±{}). Runs with allocated memory: {}.",
                  "활성값: 예측의 {0}배(±{1}), 할당 메모리를 잰 실행 {2}개 기준."},
                 fmt::format("{:.2f}", std::exp(memory.activations_ln)),
                 fmt::format("{:.2f}", memory.activations_sd), memory.activation_runs);
        if (memory.slack_runs > 0)
            tell({"The allocator's part: {} times what is predicted. Runs with allocated and "
                  "reserved memory: {}.",
                  "할당자가 더 잡은 몫: 예측의 {0}배, 할당과 예약 메모리를 모두 잰 실행 {1}개 "
                  "기준."},
                 fmt::format("{:.2f}", std::exp(memory.slack_ln)), memory.slack_runs);
    }

    const Scenario& scenario_;
    Language language_;
    RunsLesson lesson_;
};

} // namespace

RunsLesson runs_lesson(const Scenario& scenario, Language language, std::string_view today) {
    return Lesson(scenario, language, today).told();
}

std::string words_of_log(const LoggedRun& logged, Language language) {
    const StepSeries* series = logged.series();
    if (logged.format == RunLogFormat::table) return logged.notes;
    const std::string_view source = name_of(logged.format);
    if (series == nullptr || series->steps <= 1)
        return fmt::format(fmt::runtime(say({"from {}", "{} 기록"}, language)), source);
    return fmt::format(
        fmt::runtime(say({"median of {} steps, spread {}, after {} of warm-up; from {}",
                          "스텝 {0}개의 중앙값, 산포 {1}, 워밍업 {2}개 제외, {3} 기록"},
                         language)),
        series->steps, percent(series->spread), series->dropped, source);
}

} // namespace headroom
