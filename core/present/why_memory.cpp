// "Why this number" of a memory term: its formula with the values of this plan put in.
#include "core/base/unit_text.hpp"
#include "core/cost/memory_layer.hpp"
#include "core/cost/memory_loss.hpp"
#include "core/cost/memory_process.hpp"
#include "core/cost/memory_rank.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/numbers.hpp"
#include "core/present/why_parts.hpp"
#include "core/present/why_states.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct Reason {
    Words formula;
    std::string_view section; // a heading of docs/model.md after "Memory: "
};

constexpr std::array reasons{
    Reason{{"bytes per weight · parameters of this rank / ZeRO-3 ranks",
            "가중치당 바이트 · 이 랭크의 파라미터 / ZeRO-3 랭크"},
           "model states"},
    Reason{{"bytes per copied weight · weights copied", "사본 하나의 바이트 · 복사한 가중치"},
           "model states"},
    Reason{{"bytes per gradient · trained parameters / ZeRO-2 ranks",
            "기울기당 바이트 · 학습하는 파라미터 / ZeRO-2 랭크"},
           "model states"},
    Reason{{"bytes per gradient · trained parameters, not yet shared out",
            "기울기당 바이트 · 학습하는 파라미터(아직 나누지 않음)"},
           "model states"},
    Reason{{"bytes per state · trained parameters / ZeRO-1 ranks",
            "상태당 바이트 · 학습하는 파라미터 / ZeRO-1 랭크"},
           "model states"},
    Reason{{"bytes per copy · parameters stepped / ZeRO-1 ranks",
            "사본당 바이트 · 갱신하는 파라미터 / ZeRO-1 랭크"},
           "model states"},
    Reason{{"micro batches in flight · tokens · layers · bytes kept per token",
            "진행 중인 마이크로 배치 · 토큰 · 층 · 토큰당 남기는 바이트"},
           "activations"},
    Reason{{"tokens · bytes of the layer that backward is in", "토큰 · 역전파 중인 층의 바이트"},
           "activations"},
    Reason{{"micro batches in flight · tokens · layers · bytes of the scores of a token",
            "진행 중인 마이크로 배치 · 토큰 · 층 · 토큰당 점수의 바이트"},
           "activations"},
    Reason{{"tokens · layers · bytes above an even share on the fullest expert rank",
            "토큰 · 층 · 가장 찬 전문가 랭크에서 고른 몫을 넘는 바이트"},
           "activations"},
    Reason{{"tokens · vocabulary / TP · bytes per logit, and the ends of the head",
            "토큰 · 어휘 / TP · 로짓당 바이트, 출력층의 양 끝"},
           "logits and loss"},
    Reason{{"bytes per weight · parameters gathered at once",
            "가중치당 바이트 · 한 번에 모으는 파라미터"},
           "model states"},
    Reason{{"bytes per element · elements of the buckets", "원소당 바이트 · 버킷의 원소 수"},
           "model states"},
    Reason{{"two cuBLAS handles · workspace by generation of the GPU",
            "cuBLAS 핸들 둘 · GPU 세대별 작업 공간"},
           "allocated, reserved, process"},
};
static_assert(reasons.size() == MemoryBreakdown::size);

/// Layers of a kind on the stage that decides, and how many of them are recomputed.
struct LayerGroup {
    LayerBytes bytes;
    double layers = 0.0, recomputed = 0.0;

    double whole() const { return layers - recomputed; }
};

double recomputed_share(const Rank& rank, int layers) {
    if (rank.recomputes(RecomputeMode::none) || layers == 0) return 0.0;
    const int every = std::max(1, rank.plan.recompute.every);
    const int chosen = rank.plan.recompute.layers.value_or((layers + every - 1) / every);
    return static_cast<double>(std::min(chosen, layers)) / layers;
}

std::array<LayerGroup, 2> layer_groups(const Rank& rank, const StageContent& stage) {
    const double share = recomputed_share(rank, stage.layers);
    const auto group = [&](LayerKind kind, double layers) {
        return LayerGroup{layers > 0.0 ? layer_bytes(rank, kind) : LayerBytes{}, layers,
                          share * layers};
    };
    return {group(LayerKind::dense, stage.dense_layers()),
            group(LayerKind::experts, stage.expert_layers)};
}

/// Bytes per token that a recomputed layer keeps.
double kept_when_recomputed(const Rank& rank, const LayerBytes& b) {
    if (rank.recomputes(RecomputeMode::full)) return b.input;
    return rank.facts.selective_by_operator.value
               ? std::min(b.input + b.products, b.without_scores())
               : b.without_scores();
}

/// The layer that backward works in: that of the kind which needs most.
const LayerGroup& working_group(const Rank& rank, const std::array<LayerGroup, 2>& groups) {
    const auto needs = [&](const LayerGroup& group) {
        const LayerBytes& b = group.bytes;
        const bool again = group.recomputed > 0.0;
        const double kept = again ? kept_when_recomputed(rank, b) : b.without_scores();
        const double scores = again ? b.scores : 0.0;
        const double imbalance = again && rank.recomputes(RecomputeMode::full) ? b.imbalance : 0.0;
        return b.temporaries + b.without_scores() - kept + scores + imbalance;
    };
    return needs(groups[1]) >= needs(groups[0]) && groups[1].layers > 0.0 ? groups[1] : groups[0];
}

class ActivationReasons {
  public:
    ActivationReasons(const Rank& rank, const StageContent& stage, Phase phase)
        : rank_(rank), stage_(stage), groups_(layer_groups(rank, stage)),
          keeps_(phase == Phase::forward_end || phase == Phase::backward_start),
          works_(phase == Phase::backward_start || phase == Phase::backward_end) {}

    WhyParts kept() const;
    WhyParts working(Phase phase) const;
    WhyParts scores() const;
    WhyParts imbalance() const;

  private:
    void add_layers(WhyParts& parts, double layers, double bytes_per_token) const {
        const double flying = micro_batches_in_flight(rank_, stage_.index);
        const double stays = rank_.plan.activation_offload && stage_.layers > 0
                                 ? std::min(1.0, 2.0 / stage_.layers) // two are resident
                                 : 1.0;
        std::vector<WhyFactor> factors{number_of(flying), whole_of(rank_.tokens, "tokens"),
                                       whole_of(layers, "layers"), bytes_of(bytes_per_token)};
        if (stays < 1.0) factors.push_back(number_of(stays));
        parts.add(std::move(factors));
    }

    const Rank& rank_;
    const StageContent& stage_;
    std::array<LayerGroup, 2> groups_;
    bool keeps_, works_;
};

WhyParts ActivationReasons::kept() const {
    WhyParts parts;
    for (const LayerGroup& group : groups_) {
        add_layers(parts, group.recomputed, kept_when_recomputed(rank_, group.bytes));
        add_layers(parts, group.whole(), group.bytes.without_scores());
    }
    const bool masks = rank_.facts.hidden_dropout.value || rank_.model.style == ModelStyle::bert;
    if (stage_.first && masks)
        parts.add({number_of(micro_batches_in_flight(rank_, stage_.index)),
                   whole_of(rank_.tokens, "tokens"),
                   bytes_of(rank_.model.hidden_size / rank_.sequence_shard)});
    return parts;
}

WhyParts ActivationReasons::working(Phase phase) const {
    WhyParts parts;
    if (works_) {
        const LayerGroup& group = working_group(rank_, groups_);
        const LayerBytes& b = group.bytes;
        const double kept =
            group.recomputed > 0.0 ? kept_when_recomputed(rank_, b) : b.without_scores();
        parts.add({whole_of(rank_.tokens, "tokens"),
                   bytes_of(b.temporaries + b.without_scores() - kept)});
        if (rank_.has_adapters && rank_.shards_weights())
            parts.add({whole_of(rank_.tokens, "tokens"),
                       whole_of(groups_[0].recomputed + groups_[1].recomputed, "layers"),
                       bytes_of(rank_.facts.adapter_backward_bytes.value * rank_.model.hidden_size /
                                rank_.sequence_shard)});
    }
    if (rank_.plan.task == Task::qlora && (works_ || phase == Phase::load))
        parts.add({bytes_of(rank_.element), count_of(largest_matrix(rank_))});
    return parts;
}

WhyParts ActivationReasons::scores() const {
    WhyParts parts;
    for (const LayerGroup& group : groups_)
        if (keeps_) add_layers(parts, group.whole(), group.bytes.scores);
    const LayerGroup& group = working_group(rank_, groups_);
    if (works_ && group.recomputed > 0.0)
        parts.add({whole_of(rank_.tokens, "tokens"), bytes_of(group.bytes.scores)});
    return parts;
}

WhyParts ActivationReasons::imbalance() const {
    WhyParts parts;
    const bool full = rank_.recomputes(RecomputeMode::full);
    for (const LayerGroup& group : groups_)
        if (keeps_)
            add_layers(parts, group.whole() + (full ? 0.0 : group.recomputed),
                       group.bytes.imbalance);
    const LayerGroup& group = working_group(rank_, groups_);
    if (works_ && full && group.recomputed > 0.0)
        parts.add({whole_of(rank_.tokens, "tokens"), bytes_of(group.bytes.imbalance)});
    return parts;
}

WhyParts logits_parts(const Rank& rank) {
    constexpr double masked_share = 0.15; // of the tokens that BERT predicts
    WhyParts parts;
    const bool image = rank.model.style == ModelStyle::vit;
    const double share = rank.model.style == ModelStyle::bert ? masked_share : 1.0;
    const double tokens = image ? rank.plan.micro_batch : share * rank.tokens;
    const double classes = image ? rank.model.num_labels : rank.vocabulary;
    const double hidden = rank.model.hidden_size;
    parts.add(
        {whole_of(tokens, "tokens"), whole_of(classes, "logits"), bytes_of(bytes_per_logit(rank))});
    if (loss_path(rank) == LossPath::fused_linear) {
        const bool trained = !rank.has_adapters || rank.plan.lora.head_trained;
        parts.add({whole_of(tokens, "tokens"), whole_of(hidden, "hidden"),
                   bytes_of(2.0 * rank.element + 4.0)});
        if (trained)
            parts.add(
                {whole_of(classes, "logits"), whole_of(hidden, "hidden"), bytes_of(rank.element)});
    }
    parts.add({whole_of(rank.tokens, "tokens"), whole_of(hidden, "hidden"),
               bytes_of(rank.residual + 2.0 * rank.element), shared_by(rank.sequence_shard)});
    return parts;
}

WhyParts memory_parts(const Scenario& scenario, const Rank& rank, const StageContent& stage,
                      MemoryTerm term, Phase phase) {
    const ActivationReasons activations(rank, stage, phase);
    switch (term) {
    case MemoryTerm::activations: return activations.kept();
    case MemoryTerm::working_set: return activations.working(phase);
    case MemoryTerm::attention_scores: return activations.scores();
    case MemoryTerm::routing_imbalance: return activations.imbalance();
    case MemoryTerm::logits: return logits_parts(rank);
    case MemoryTerm::workspace: {
        WhyParts parts;
        const Bytes all = cublas_workspace(scenario.cluster.gpu.generation);
        parts.add({whole_of(2.0, "handles"), bytes_of(all / units::B / 2.0)});
        return parts;
    }
    default: return state_parts(rank, stage, term, phase);
    }
}

} // namespace

WhyView why(const Scenario& scenario, const Estimate& estimate, MemoryTerm term,
            Language language) {
    const Reason& reason = reasons[static_cast<std::size_t>(term)];
    const Bytes value = estimate.memory.peak[term];
    WhyView view;
    view.name = term_name(term, language);
    view.value = gib_term(value);
    view.formula = say(reason.formula, language);
    view.sources =
        fmt::format("docs/model.md, \"Memory: {}\"; {}", reason.section, scenario.stack.name);
    if (estimate.verdict == Verdict::not_legal) return view;
    if (const std::string note = calibration_note(scenario, term, language); !note.empty())
        view.sources += "; " + note;
    if (value <= Bytes{}) {
        constexpr Words absent{"nothing at the peak ({})", "최고점({})에는 없음"};
        view.substituted =
            fmt::format(fmt::runtime(say(absent, language)), name_of(estimate.memory.peak_phase));
        return view;
    }
    const Rank rank(scenario);
    const StageContent stage = stage_content(rank, estimate.memory.peak_stage);
    WhyParts parts = memory_parts(scenario, rank, stage, term, estimate.memory.peak_phase);
    if (is_of_passes(term)) parts.scale(rank.activation_factor, "measured");
    parts.settle(value);
    parts.give(view, language);
    return view;
}

} // namespace headroom
