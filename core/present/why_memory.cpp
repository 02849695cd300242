// "Why this number" of a memory term: its formula with the values of this plan put in.
#include "core/base/unit_text.hpp"
#include "core/cost/memory_layer.hpp"
#include "core/cost/memory_rank.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct Reason {
    std::string_view formula;
    std::string_view section; // of docs/model.md, "Memory: ..."
};

constexpr std::array reasons{
    Reason{"bytes per weight · parameters of this rank / ZeRO-3 ranks", "model states"},
    Reason{"bytes per copied weight · weights copied", "model states"},
    Reason{"bytes per gradient · trained parameters / ZeRO-2 ranks", "model states"},
    Reason{"bytes per gradient · trained parameters, not yet shared out", "model states"},
    Reason{"bytes per state · trained parameters / ZeRO-1 ranks", "model states"},
    Reason{"bytes per copy · parameters stepped / ZeRO-1 ranks", "model states"},
    Reason{"micro batches in flight · tokens · layers · bytes kept per token", "activations"},
    Reason{"tokens · bytes of the layer that backward is in", "activations"},
    Reason{"tokens · heads · sequence · bytes per score", "activations"},
    Reason{"tokens above an even share on the fullest expert rank", "activations"},
    Reason{"tokens · vocabulary / TP · bytes per logit", "logits and loss"},
    Reason{"bytes per weight · parameters gathered at once", "model states"},
    Reason{"bytes per element · elements of the buckets", "model states"},
    Reason{"cuBLAS and kernels, by generation of the GPU", "allocated, reserved, process"},
};
static_assert(reasons.size() == MemoryBreakdown::size);

/// "2 B · 8.03B / 8": the count and the divisor are the plan's, the bytes what the states and the
/// stack make of them (an average where parts differ, as frozen weights and adapters do).
std::string per_element(Bytes value, double count, double shards) {
    const std::string bytes = significant(value / units::B * shards / count, 3);
    std::string text = fmt::format("{} B · {}", plain(bytes), format_count(count));
    if (shards > 1.0) text += fmt::format(" / {:.0f}", shards);
    return text;
}

double trained_parameters(const Rank& rank, const RankParameters& p) {
    if (!rank.has_adapters) return p.model();
    return p.adapters + p.expert_adapters + (rank.plan.lora.embedding_trained ? p.embedding : 0.0) +
           (rank.plan.lora.head_trained ? p.head : 0.0);
}

double shards_from(const Rank& rank, int stage) {
    return rank.plan.zero_stage >= stage ? rank.zero_ranks : 1.0;
}

/// "3.5 · 8192 · 8 layers · 139,264 B".
std::string kept_text(const Rank& rank, const StageContent& stage, Bytes value) {
    const double flying = micro_batches_in_flight(rank, stage.index);
    const double layers = std::max(1, stage.layers);
    const double bytes = value / units::B / (flying * rank.tokens * layers);
    return fmt::format("{} · {} tokens · {:.0f} layers · {} B", plain(significant(flying, 3)),
                       grouped(rank.tokens), layers, grouped(bytes));
}

std::string per_token(const Rank& rank, Bytes value) {
    return fmt::format("{} tokens · {} B", grouped(rank.tokens),
                       grouped(value / units::B / rank.tokens));
}

std::string scores_text(const Rank& rank, Bytes value) {
    const double heads = rank.model.num_attention_heads / rank.tensor;
    const double scores = rank.tokens * heads * rank.plan.sequence;
    return fmt::format("{} tokens · {} heads · {} · {} B", grouped(rank.tokens), grouped(heads),
                       grouped(rank.plan.sequence),
                       plain(significant(value / units::B / scores, 3)));
}

std::string logits_text(const Rank& rank, Bytes value) {
    const double logits = rank.tokens * rank.vocabulary;
    return fmt::format("{} tokens · {} · {} B", grouped(rank.tokens), grouped(rank.vocabulary),
                       plain(significant(value / units::B / logits, 3)));
}

std::string substituted(const Rank& rank, const StageContent& stage, MemoryTerm term, Bytes value) {
    const RankParameters p = parameters_on(rank, stage);
    const double all = p.model() + p.adapters + p.expert_adapters;
    const double trained = trained_parameters(rank, p);
    switch (term) {
    case MemoryTerm::weights: return per_element(value, all, shards_from(rank, 3));
    case MemoryTerm::gradients: return per_element(value, trained, shards_from(rank, 2));
    case MemoryTerm::unsharded_gradients: return per_element(value, trained, 1.0);
    case MemoryTerm::optimizer_states:
    case MemoryTerm::optimizer_temporaries:
        return per_element(value, trained, shards_from(rank, 1));
    case MemoryTerm::activations: return kept_text(rank, stage, value);
    case MemoryTerm::working_set:
    case MemoryTerm::routing_imbalance: return per_token(rank, value);
    case MemoryTerm::attention_scores: return scores_text(rank, value);
    case MemoryTerm::logits: return logits_text(rank, value);
    case MemoryTerm::autocast_copies:
    case MemoryTerm::gathered_parameters:
    case MemoryTerm::buckets: return per_element(value, value / units::B / rank.element, 1.0);
    case MemoryTerm::workspace:
    case MemoryTerm::count: break;
    }
    return gib_term(value);
}

} // namespace

WhyView why(const Scenario& scenario, const Estimate& estimate, MemoryTerm term,
            Language language) {
    const Reason& reason = reasons[static_cast<std::size_t>(term)];
    const Bytes value = estimate.memory.peak[term];
    WhyView view{
        term_name(term, language), gib_term(value), std::string(reason.formula), "",
        fmt::format("docs/model.md, \"Memory: {}\"; {}", reason.section, scenario.stack.name)};
    if (estimate.verdict == Verdict::not_legal) return view;
    if (value <= Bytes{}) {
        constexpr Words absent{"nothing at the peak ({})", "최고점({})에는 없음"};
        view.substituted =
            fmt::format(fmt::runtime(say(absent, language)), name_of(estimate.memory.peak_phase));
        return view;
    }
    const Rank rank(scenario);
    view.substituted =
        substituted(rank, stage_content(rank, estimate.memory.peak_stage), term, value);
    return view;
}

} // namespace headroom
