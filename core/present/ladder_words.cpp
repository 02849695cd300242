#include "core/present/ladder_words.hpp"

#include "core/base/unit_text.hpp"
#include "core/explore/scores.hpp"
#include "core/present/korean.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace headroom {

namespace {

std::string word(const Words& words, Language language) {
    return std::string(say(words, language));
}

template <class... Values>
std::string filled(const Words& words, Language language, const Values&... values) {
    return fmt::format(fmt::runtime(say(words, language)), values...);
}

constexpr std::array level_words{
    Words{"precision", "정밀도"},
    Words{"checkpointing and micro batch", "체크포인팅과 마이크로 배치"},
    Words{"ZeRO and sharding", "ZeRO와 분할"},
    Words{"parallelism and offload", "병렬화와 오프로드"},
    Words{"redefine the goal", "목표 다시 정하기"}};
static_assert(level_words.size() == ladder_level_count);

constexpr Words task_words(Task task) {
    switch (task) {
    case Task::pretrain: return {"pretraining", "사전 학습"};
    case Task::full_finetune: return {"full fine-tuning", "전체 미세 조정"};
    case Task::lora: return {"LoRA", "LoRA"};
    default: return {"QLoRA", "QLoRA"};
    }
}

std::string arrow(const std::string& from, const std::string& to) { return from + " → " + to; }

/// "checkpointing full → selective", "TP 1 → 2": the axis by name or abbreviation, and both values.
std::string axis_title(const Rung& rung, Axis axis, Language language) {
    const auto label = [axis, language](const Scenario& scenario) {
        return axis_value_word(axis, get_axis(scenario, axis), scenario, language);
    };
    const std::string change = arrow(label(rung.before), label(rung.after));
    switch (axis) {
    case Axis::precision: return change;
    case Axis::zero_stage: return "ZeRO " + change;
    case Axis::tensor_parallel: return "TP " + change;
    case Axis::pipeline_parallel: return "PP " + change;
    case Axis::context_parallel: return "CP " + change;
    case Axis::expert_parallel: return "EP " + change;
    default: return axis_name(axis, language) + " " + change;
    }
}

std::string goals_title(const Rung& rung, Language language) {
    const Goals& from = rung.before.goals;
    const Goals& to = rung.after.goals;
    std::vector<std::string> parts;
    if (to.headroom != from.headroom)
        parts.push_back(filled({"a margin of {}", "여유 {}"}, language, plain(gib(*to.headroom))));
    if (to.step_time != from.step_time)
        parts.push_back(
            filled({"a step of {}", "스텝 {}"}, language, plain(seconds(*to.step_time))));
    if (to.duration != from.duration) parts.push_back(plain(duration(*to.duration, language)));
    if (to.budget != from.budget)
        parts.push_back(in_currency(*to.budget, rung.after.funding.currency));
    const std::string goals = fmt::format("{}", fmt::join(parts, ", "));
    return language == Language::korean
               ? fmt::format("목표를 {} 옮김", with_particle(goals, Particle::direction))
               : "goals moved to " + goals;
}

std::string switch_title(const Rung& rung, Language language) {
    const TrainingPlan& plan = rung.after.training;
    switch (rung.move.kind) {
    case MoveKind::states:
        return word(
            {"16-bit states without fp32 master weights", "fp32 마스터 가중치 없는 16비트 상태"},
            language);
    case MoveKind::flash_attention: return word({"flash attention", "플래시 어텐션"}, language);
    case MoveKind::fused_loss:
        return word({"loss fused with the head", "출력층과 합친 손실"}, language);
    case MoveKind::zero_group:
        return plan.zero_group
                   ? filled({"shards inside of groups of {}", "GPU {}장 그룹 안에서만 분할"},
                            language, *plan.zero_group)
                   : word({"shards over all ranks", "모든 랭크에 분할"}, language);
    case MoveKind::quantised_optimizer: return word({"8-bit AdamW", "8비트 AdamW"}, language);
    case MoveKind::virtual_stages:
        return filled({"virtual stages {}", "가상 단계 {}"}, language,
                      arrow(std::to_string(rung.before.training.virtual_stages),
                            std::to_string(plan.virtual_stages)));
    case MoveKind::activation_offload:
        return plan.activation_offload
                   ? word({"activations to the host", "활성값을 호스트로"}, language)
                   : word({"activations stay on the GPU", "활성값을 GPU에 유지"}, language);
    case MoveKind::task:
        return arrow(word(task_words(rung.before.training.task), language),
                     word(task_words(plan.task), language));
    case MoveKind::tokens:
        return filled(
            {"{} tokens", "토큰 {}"}, language,
            arrow(format_count(*rung.before.goals.tokens), format_count(*rung.after.goals.tokens)));
    default: return goals_title(rung, language);
    }
}

Words condition_of(const Rung& rung) {
    const bool takes_memory =
        rung.estimate_after.memory.process.expected > rung.estimate_before.memory.process.expected;
    switch (rung.worth) {
    case RungWorth::saves_memory: return {"it has to need less memory", "메모리를 줄여야 하면"};
    case RungWorth::saves_time:
        return {"the run has to take less time or money", "시간이나 비용을 줄여야 하면"};
    case RungWorth::gains:
        if (quality_risk(rung.after) < quality_risk(rung.before))
            return {"less risk is welcome", "위험을 줄이고 싶으면"};
        return takes_memory ? Words{"memory is to spare", "메모리가 남으면"}
                            : Words{"less time is welcome", "시간을 줄이고 싶으면"};
    default:
        return level_of(rung.move.kind) == LadderLevel::redefine &&
                       rung.move.kind >= MoveKind::tokens
                   ? Words{"the goals may move", "목표를 바꿀 수 있으면"}
                   : Words{"what is trained may change", "학습 대상을 바꿀 수 있으면"};
    }
}

std::string_view first_of(const std::vector<std::string>& reasons) {
    return reasons.empty() ? std::string_view{} : std::string_view(reasons.front());
}

/// The traps that users step into, by name; "" for others.
Words trap_of(const Rung& rung) {
    const TrainingPlan& plan = rung.after.training;
    if (rung.move.kind == MoveKind::activation_offload && plan.activation_offload &&
        plan.recompute.mode == RecomputeMode::full)
        return {
            " Full checkpointing keeps only the inputs of layers: there is little left to move.",
            " 전체 체크포인팅은 레이어 입력만 남기므로 옮길 것이 거의 없습니다."};
    if (rung.move.kind == MoveKind::zero_stage && plan.zero_stage == 3)
        return {" Gathered layers and their buffers take what sharding the weights gives back.",
                " 모아 둔 레이어와 버퍼가 가중치를 나누어 아낀 만큼을 차지합니다."};
    return {};
}

std::string refusal(const Rung& rung, const RungView& view, Language language) {
    const std::string trap = word(trap_of(rung), language);
    const int points = view.quality.change + view.complexity.change;
    switch (rung.worth) {
    case RungWorth::saves_nothing:
        return filled({"Not {}: it costs {} time and saves no memory.",
                       "{} 안 함: 시간이 {} 늘고 메모리는 줄지 않습니다."},
                      language, view.title, view.time) +
               trap;
    case RungWorth::needs_more_memory:
        return filled({"Not {}: it needs more memory than now, {}.",
                       "{} 안 함: 지금보다 메모리가 더 듭니다({})."},
                      language, view.title, view.memory) +
               trap;
    case RungWorth::too_risky:
        return filled({"Not {} by itself: {} points of quality risk. {}",
                       "{} 자동으로는 안 함: 품질 위험 {}점. {}"},
                      language, view.title, view.quality.change, first_of(view.quality.added));
    case RungWorth::loses_goal:
        return filled({"Not {}: time {}, but VRAM {} is too much.",
                       "{} 안 함: 시간은 {}이지만 VRAM {}는 너무 많습니다."},
                      language, view.title, view.time, view.memory);
    default:
        return filled({"Not {}: time {} is not worth {} more points.",
                       "{} 안 함: 시간 {}에 비해 점수 {}점이 큽니다."},
                      language, view.title, view.time, points);
    }
}

} // namespace

std::string level_name(LadderLevel level, Language language) {
    return word(level_words[static_cast<std::size_t>(level)], language);
}

std::string move_title(const Rung& rung, Language language) {
    switch (rung.move.kind) {
    case MoveKind::precision: return axis_title(rung, Axis::precision, language);
    case MoveKind::checkpointing: return axis_title(rung, Axis::checkpointing, language);
    case MoveKind::micro_batch: return axis_title(rung, Axis::micro_batch, language);
    case MoveKind::zero_stage: return axis_title(rung, Axis::zero_stage, language);
    case MoveKind::tensor_parallel: return axis_title(rung, Axis::tensor_parallel, language);
    case MoveKind::pipeline_parallel: return axis_title(rung, Axis::pipeline_parallel, language);
    case MoveKind::context_parallel: return axis_title(rung, Axis::context_parallel, language);
    case MoveKind::expert_parallel: return axis_title(rung, Axis::expert_parallel, language);
    case MoveKind::offload: return axis_title(rung, Axis::offload, language);
    case MoveKind::sequence: return axis_title(rung, Axis::sequence, language);
    case MoveKind::global_batch: return axis_title(rung, Axis::global_batch, language);
    case MoveKind::model_size: return axis_title(rung, Axis::model_size, language);
    default: return switch_title(rung, language);
    }
}

std::string rung_sentence(const Rung& rung, const RungView& view, Language language) {
    const bool is_refused =
        rung.worth >= RungWorth::saves_nothing && rung.worth < RungWorth::reaches_goals;
    if (is_refused) return refusal(rung, view, language);
    return filled({"IF {}, THEN {}.", "{}: {}."}, language, say(condition_of(rung), language),
                  view.title);
}

std::string outcome_sentence(const Ladder& ladder, LadderLevel level, Language language) {
    const bool one_rank = level == LadderLevel::sharding && data_parallel(ladder.end) == 1;
    switch (ladder.levels[static_cast<std::size_t>(level)]) {
    case LevelOutcome::helped: return {};
    case LevelOutcome::not_needed:
        return level == LadderLevel::redefine
                   ? word({"Not needed: the goals are met.", "필요 없음: 목표를 충족합니다."},
                          language)
                   : word({"Not needed: nothing here wins more than it costs.",
                           "필요 없음: 얻는 것이 드는 것보다 크지 않습니다."},
                          language);
    case LevelOutcome::nothing_to_change:
        return word({"Nothing is left to change on this level.",
                     "이 단계에서 바꿀 것이 남아 있지 않습니다."},
                    language);
    default:
        if (one_rank)
            return word({"One data-parallel rank: there is nothing to shard.",
                         "데이터 병렬 랭크가 하나라 나눌 것이 없습니다."},
                        language);
        return level == LadderLevel::redefine
                   ? word({"No single change within a quarter of what was asked is enough.",
                           "요청한 것의 4분의 1까지 하나만 줄여서는 충분하지 않습니다."},
                          language)
                   : word(
                         {"Nothing on this level helps.", "이 단계에는 도움이 되는 것이 없습니다."},
                         language);
    }
}

std::string ladder_headline(const Ladder& ladder, Language language) {
    const std::size_t rungs = ladder.taken.size();
    switch (ladder.result) {
    case LadderResult::met:
        return rungs == 0 ? word({"The plan meets its goals, and no rung wins more than it costs.",
                                  "계획이 목표를 충족하며, 드는 것보다 더 얻는 단계가 없습니다."},
                                 language)
               : rungs == 1
                   ? word({"The plan meets its goals; one rung is worth taking all the same.",
                           "계획이 목표를 충족하지만, 오를 만한 단계가 하나 있습니다."},
                          language)
                   : filled({"The plan meets its goals; {} rungs are worth taking all the same.",
                             "계획이 목표를 충족하지만, 오를 만한 단계가 {}개 있습니다."},
                            language, rungs);
    case LadderResult::reached:
        return word({"These rungs reach the goals.", "이 단계들로 목표에 이릅니다."}, language);
    case LadderResult::redefined:
        return word({"On these GPUs the goals are met only if what is trained changes.",
                     "이 GPU에서는 학습 대상을 바꿔야만 목표를 충족합니다."},
                    language);
    default:
        return word({"No ladder reaches the goals; this is the nearest plan.",
                     "목표에 이르는 방법이 없습니다. 가장 가까운 계획입니다."},
                    language);
    }
}

} // namespace headroom
