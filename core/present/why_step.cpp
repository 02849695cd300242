// "Why this number" of a step-time term: its formula with the values of this plan put in.
#include "core/base/unit_text.hpp"
#include "core/cost/data_parallel_time.hpp"
#include "core/cost/elementwise.hpp"
#include "core/cost/head_time.hpp"
#include "core/cost/layer_time.hpp"
#include "core/cost/offload_time.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/step_factors.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/numbers.hpp"
#include "core/present/why_parts.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

struct Reason {
    Words formula;
    std::string_view section; // a heading of docs/model-step-time.md
};

constexpr std::array reasons{
    Reason{{"micro batches · layers · matrix products of one layer, forward and backward",
            "마이크로 배치 · 층 · 한 층의 행렬곱(순전파와 역전파)"},
           "Matrix products"},
    Reason{{"micro batches · layers · attention of one layer, forward and backward",
            "마이크로 배치 · 층 · 한 층의 어텐션(순전파와 역전파)"},
           "Attention"},
    Reason{{"micro batches · layers · norms, activations and residuals of one layer",
            "마이크로 배치 · 층 · 한 층의 정규화, 활성 함수, 잔차"},
           "Memory-bound work"},
    Reason{{"micro batches · recomputed layers · forward pass of one layer",
            "마이크로 배치 · 재계산하는 층 · 한 층의 순전파"},
           "Recompute"},
    Reason{{"micro batches · (products with vocabulary / TP columns + traffic of the logits)",
            "마이크로 배치 · (어휘 / TP 열의 행렬곱 + 로짓의 메모리 이동)"},
           "Matrix products"},
    Reason{{"bytes of gradient and states · parameters of this rank / bandwidth, once a step",
            "기울기와 상태의 바이트 · 이 랭크의 파라미터 / 대역폭, 스텝마다 한 번"},
           "Memory-bound work"},
    Reason{{"micro batches · layers · collectives of one layer that are not hidden",
            "마이크로 배치 · 층 · 한 층의 가려지지 않는 집합 통신"},
           "Collectives"},
    Reason{{"traffic of gradients and weights − what hides behind compute",
            "기울기와 가중치 통신 − 연산에 가려지는 부분"},
           "What each parallelism adds"},
    Reason{{"micro batches · layers · exchange of keys and values beyond attention",
            "마이크로 배치 · 층 · 어텐션보다 긴 키와 값의 교환"},
           "What each parallelism adds"},
    Reason{{"micro batches · layers · all-to-alls of routed tokens",
            "마이크로 배치 · 층 · 전문가로 보내는 토큰의 전체 교환"},
           "What each parallelism adds"},
    Reason{{"micro batches · sends between stages that are not hidden",
            "마이크로 배치 · 단계 사이의 가려지지 않는 전송"},
           "What each parallelism adds"},
    Reason{{"(stages − 1) / chunks · (one micro batch on a stage + its sends)",
            "(단계 − 1) / 청크 · (한 단계의 마이크로 배치 하나 + 전송)"},
           "What each parallelism adds"},
    Reason{{"bytes to and from the host / link, beyond what hides",
            "호스트와 주고받는 바이트 / 연결 속도, 가려지지 않는 부분"},
           "What each parallelism adds"},
    Reason{{"launches slower than the GPU, and what the framework does once a step",
            "GPU보다 느린 커널 실행, 프레임워크가 스텝마다 하는 일"},
           "Launch floor"},
    Reason{{"samples · loading time / workers, beyond the rest",
            "샘플 · 적재 시간 / 작업자, 나머지보다 긴 부분"},
           "The step on one page"},
    Reason{{"slowdown per doubling · log2(nodes) · the undisturbed step",
            "두 배마다의 지연 · log2(노드) · 방해 없는 스텝"},
           "Stragglers and memory pressure"},
    Reason{{"slowdown at capacity · how far beyond 92 % of it · the undisturbed step",
            "가득 찼을 때의 지연 · 92 %를 넘은 정도 · 방해 없는 스텝"},
           "Stragglers and memory pressure"},
};
static_assert(reasons.size() == StepBreakdown::size);

using Piece = Seconds PassTime::*;

/// The stage that decides, layer by layer, built of the same parts as the estimate.
class StepReasons {
  public:
    StepReasons(const Scenario& scenario, const Estimate& estimate)
        : context_(step_context(scenario)), estimate_(estimate), head_(head_time(context_)) {
        const RankShare& share = context_.share;
        if (share.has_dense_layers()) kinds_[0] = layer_time(context_, LayerKind::dense);
        if (share.has_expert_layers()) kinds_[1] = layer_time(context_, LayerKind::experts);
        const PipelineWork work = pipeline_work();
        pipeline_ = pipeline_time(work);
        send_ = work.send;
        deciding_ = pipeline_.last_stage_decides ? share.last : share.fullest;
    }

    WhyParts of(StepTerm term) const;

  private:
    static double checkpointed(const TrainingPlan& plan, const StageLayers& layers) {
        if (plan.recompute.mode == RecomputeMode::none || layers.total() == 0) return 0.0;
        if (plan.recompute.layers)
            return std::min(1.0, double(*plan.recompute.layers) / layers.total());
        return 1.0 / std::max(plan.recompute.every, 1);
    }
    const TrainingPlan& plan() const { return context_.scenario.training; }
    PassTime pass_of(const StageLayers& layers, PassTime LayerTime::*pass) const {
        PassTime sum = static_cast<double>(layers.dense) * (kinds_[0].*pass);
        sum += static_cast<double>(layers.moe) * (kinds_[1].*pass);
        return sum;
    }
    PassTime again(const StageLayers& layers) const {
        return checkpointed(plan(), layers) * pass_of(layers, &LayerTime::recompute);
    }
    Seconds stage(const StageLayers& layers) const {
        return pass_of(layers, &LayerTime::forward).total() +
               pass_of(layers, &LayerTime::backward).total() + again(layers).total();
    }
    PipelineWork pipeline_work() const;
    WhyFactor passes() const { return whole_of(context_.share.micro_batches, "micro batches"); }
    void add_layers(WhyParts& parts, Piece piece, bool recompute_too) const;
    void add_recompute(WhyParts& parts) const;
    void add_bubble(WhyParts& parts) const;
    void add_launch(WhyParts& parts) const;
    void add_traffic(WhyParts& parts, bool of_offload) const;
    void add_optimizer(WhyParts& parts) const;
    void add_slowdown(WhyParts& parts, StepTerm term) const;

    StepContext context_;
    const Estimate& estimate_;
    HeadTime head_;
    std::array<LayerTime, 2> kinds_{}; // dense, with experts
    PipelineTime pipeline_;
    Seconds send_;
    StageLayers deciding_;
};

PipelineWork StepReasons::pipeline_work() const {
    const RankShare& share = context_.share;
    const Bytes activations = share.tokens * context_.scenario.model.hidden_size *
                              context_.rates.general.operand_bytes * units::B /
                              (plan().sequence_parallel ? plan().tensor_parallel : 1);
    PipelineWork work;
    work.stages = plan().pipeline_parallel;
    work.chunks = plan().virtual_stages;
    work.micro_batches = share.micro_batches;
    work.schedule = plan().schedule;
    work.stage = stage(share.fullest);
    work.weight_gradient = 0.5 * pass_of(share.fullest, &LayerTime::backward).matmul;
    work.head = head_.compute() + head_.tensor + stage(share.last) - work.stage;
    work.send = 2.0 * context_.scenario.stack.time.pipeline_sends.value *
                send_time(activations, share.stages_cross, context_.network);
    return work;
}

void StepReasons::add_layers(WhyParts& parts, Piece piece, bool recompute_too) const {
    const std::array counts{deciding_.dense, deciding_.moe};
    const double share = recompute_too ? checkpointed(plan(), deciding_) : 0.0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        const LayerTime& layer = kinds_[kind];
        parts.add({passes(), whole_of(counts[kind], kind == 0 ? "layers" : "expert layers"),
                   seconds_of(layer.forward.*piece + layer.backward.*piece +
                              share * (layer.recompute.*piece))});
    }
}

void StepReasons::add_recompute(WhyParts& parts) const {
    const std::array counts{deciding_.dense, deciding_.moe};
    for (std::size_t kind = 0; kind < counts.size(); ++kind)
        parts.add({passes(), whole_of(checkpointed(plan(), deciding_) * counts[kind], "layers"),
                   seconds_of(kinds_[kind].recompute.compute())});
}

void StepReasons::add_bubble(WhyParts& parts) const {
    const RankShare& share = context_.share;
    const bool zero_bubble = plan().schedule == PipelineSchedule::zero_bubble;
    const Seconds moved = pass_of(share.fullest, &LayerTime::backward).matmul;
    const Seconds idle =
        std::max(stage(share.fullest) - (zero_bubble ? moved : Seconds{}), Seconds{});
    const WhyFactor stages = whole_of(plan().pipeline_parallel - 1, "stages");
    const WhyFactor chunks = shared_by(std::max(plan().virtual_stages, 1));
    parts.add({stages, seconds_of(idle), chunks});
    parts.add({stages, seconds_of(send_), chunks});
}

void StepReasons::add_launch(WhyParts& parts) const {
    const TimeFacts& facts = context_.scenario.stack.time;
    add_layers(parts, &PassTime::launch, true);
    parts.add({whole_of(1.0, "step"), seconds_of(facts.step_overhead_ms.value * units::ms)});
    parts.add({passes(), seconds_of(facts.pipeline_overhead_us.value * units::us)});
}

/// Data-parallel traffic or offload, each beyond what it hides behind.
void StepReasons::add_traffic(WhyParts& parts, bool of_offload) const {
    const StageLayers& layers = context_.share.fullest;
    const auto free = [&](const PassTime& pass) {
        const bool taken = context_.share.context_group.ranks > 1;
        return pass.matmul + pass.elementwise + pass.launch + (taken ? Seconds{} : pass.attention);
    };
    const OverlapWindow window{free(pass_of(layers, &LayerTime::forward)),
                               free(pass_of(layers, &LayerTime::backward)) + free(again(layers))};
    const DataParallelTime data = data_parallel_time(context_, window);
    const OverlapWindow left{std::max(window.forward - data.carried.forward, Seconds{}),
                             std::max(window.backward - data.carried.backward, Seconds{})};
    parts.add({whole_of(1.0, "step"),
               seconds_of(of_offload ? offload_time(context_, left) : data.exposed)});
}

/// States read and written, and Muon's products of each matrix with itself.
void StepReasons::add_optimizer(WhyParts& parts) const {
    const double parameters = updated_parameters(context_);
    parts.add({bytes_of(optimizer_bytes(plan(), parameters) / parameters / units::B),
               count_of(parameters), at(sustained_memory_rate(context_.rates))});
    if (plan().optimizer == Optimizer::muon)
        parts.add({whole_of(muon_flop, "FLOP"),
                   whole_of(context_.scenario.model.hidden_size, "hidden"), count_of(parameters),
                   shared_by(muon_ranks(context_)), at(context_.rates.general.rate)});
}

void StepReasons::add_slowdown(WhyParts& parts, StepTerm term) const {
    constexpr double from = 0.92; // of the capacity
    const auto& constants = context_.scenario.calibration.step_constants;
    const StepBreakdown& terms = estimate_.step.terms;
    const Seconds disturbed = terms[StepTerm::stragglers] + terms[StepTerm::memory_pressure] +
                              terms[StepTerm::data_loading];
    const Seconds undisturbed =
        (terms.total() - disturbed) / context_.scenario.calibration.site_step_time_factor;
    if (term == StepTerm::stragglers) {
        parts.add({number_of(constants.straggler_per_doubling.value),
                   {std::log2(std::max(context_.scenario.cluster.nodes, 1)),
                    fmt::format("log2({})", context_.scenario.cluster.nodes)},
                   seconds_of(undisturbed)});
        return;
    }
    const double used =
        std::min(1.0, estimate_.memory.process.expected / estimate_.memory.capacity);
    parts.add({number_of(constants.memory_pressure.value), number_of((used - from) / (1.0 - from)),
               seconds_of(undisturbed)});
}

WhyParts StepReasons::of(StepTerm term) const {
    WhyParts parts;
    switch (term) {
    case StepTerm::matmul: add_layers(parts, &PassTime::matmul, false); break;
    case StepTerm::attention: add_layers(parts, &PassTime::attention, false); break;
    case StepTerm::elementwise: add_layers(parts, &PassTime::elementwise, false); break;
    case StepTerm::recompute: add_recompute(parts); break;
    case StepTerm::head: parts.add({passes(), seconds_of(head_.compute())}); break;
    case StepTerm::optimizer: add_optimizer(parts); break;
    case StepTerm::tensor_communication:
        add_layers(parts, &PassTime::tensor, true);
        if (pipeline_.last_stage_decides) parts.add({passes(), seconds_of(head_.tensor)});
        break;
    case StepTerm::data_communication: add_traffic(parts, false); break;
    case StepTerm::context_communication: add_layers(parts, &PassTime::context, true); break;
    case StepTerm::expert_exchange: add_layers(parts, &PassTime::expert, true); break;
    case StepTerm::pipeline_communication:
        parts.add({passes(), seconds_of((pipeline_.last_stage_decides ? 0.5 : 1.0) * send_)});
        break;
    case StepTerm::pipeline_bubble: add_bubble(parts); break;
    case StepTerm::offload: add_traffic(parts, true); break;
    case StepTerm::launch: add_launch(parts); break;
    case StepTerm::stragglers:
    case StepTerm::memory_pressure: add_slowdown(parts, term); break;
    case StepTerm::data_loading:
    case StepTerm::count: break;
    }
    return parts;
}

/// The factor of a term that is all of one kind; recompute and head are of two.
std::optional<StepFactor> whole_factor_of(StepTerm term) {
    switch (term) {
    case StepTerm::matmul:
    case StepTerm::attention: return StepFactor::matmul;
    case StepTerm::elementwise:
    case StepTerm::optimizer: return StepFactor::elementwise;
    case StepTerm::launch: return StepFactor::fixed;
    case StepTerm::tensor_communication:
    case StepTerm::data_communication:
    case StepTerm::context_communication:
    case StepTerm::expert_exchange:
    case StepTerm::pipeline_communication:
    case StepTerm::offload: return StepFactor::communication;
    default: return std::nullopt;
    }
}

} // namespace

WhyView why(const Scenario& scenario, const Estimate& estimate, StepTerm term, Language language) {
    const Reason& reason = reasons[static_cast<std::size_t>(term)];
    const Seconds value = estimate.step.terms[term];
    WhyView view;
    view.name = term_name(term, language);
    view.value = seconds(value);
    view.formula = say(reason.formula, language);
    view.sources = fmt::format("docs/model-step-time.md, \"{}\"; {}; {}", reason.section,
                               gpu_label(scenario.cluster.gpu), scenario.stack.name);
    if (estimate.verdict == Verdict::not_legal) return view;
    if (const std::string note = calibration_note(scenario, term, language); !note.empty())
        view.sources += "; " + note;
    if (value <= Seconds{}) {
        constexpr Words absent{"none in this plan", "이 계획에는 없음"};
        view.substituted = say(absent, language);
        return view;
    }
    WhyParts parts = StepReasons(scenario, estimate).of(term);
    if (const auto factor = whole_factor_of(term))
        parts.scale(step_factor(scenario, *factor), "measured");
    parts.scale(scenario.calibration.site_step_time_factor, "site");
    parts.settle(value);
    parts.give(view, language);
    return view;
}

} // namespace headroom
