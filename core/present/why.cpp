// "Why this number": the formula of each term.
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <array>

namespace headroom {

namespace {

struct Reason {
    std::string_view formula;
    std::string_view sources;
};

constexpr std::array memory_reasons{
    Reason{"bytes per weight · P / shards", "docs/model.md, Model states"},
    Reason{"2 B · all weights, from forward to backward", "docs/model.md, Model states"},
    Reason{"bytes per gradient · P / shards", "docs/model.md, Model states"},
    Reason{"bytes per gradient · P", "docs/model.md, Model states"},
    Reason{"bytes per state · P / shards", "docs/model.md, Model states"},
    Reason{"bytes per temporary · P / shards", "docs/model.md, Model states"},
    Reason{"in flight · T · (bytes one layer keeps per token) · L", "docs/model.md, Activations"},
    Reason{"T · bytes of one layer in backward", "docs/model.md, Activations"},
    Reason{"bytes per score · a · s · T / TP", "docs/model.md, Activations"},
    Reason{"share above the even load · activations of the experts", "docs/model.md, Activations"},
    Reason{"T · (bytes per logit · V / TP + 6h)", "docs/model.md, Logits and loss"},
    Reason{"2 B · parameters of the layers gathered at once", "docs/model.md, Gathered parameters"},
    Reason{"2 B · bucket elements", "docs/model.md, Gathered parameters"},
    Reason{"cuBLAS and kernels", "docs/model.md, Allocated, reserved, process"},
};
static_assert(memory_reasons.size() == MemoryBreakdown::size);

constexpr std::array step_reasons{
    Reason{"sum over products of max(compute, memory) + launch", "docs/model.md, Matrix products"},
    Reason{"FLOP of attention / attained rate", "docs/model.md, Attention"},
    Reason{"bytes per token · T / (0.8 · HBM)", "docs/model.md, Element-wise"},
    Reason{"forward time of the recomputed part", "docs/model.md, The step"},
    Reason{"three products with V / TP columns + traffic of the logits", "docs/model.md, Head"},
    Reason{"42 B · local parameters / (0.8 · HBM) + overhead", "docs/model.md, Optimizer"},
    Reason{"exposed part of 4 all-reduces per layer", "docs/model.md, Collectives"},
    Reason{"max(0.49 · traffic, traffic − window)", "docs/model.md, Collectives"},
    Reason{"gather of K and V beyond attention", "docs/model.md, Collectives"},
    Reason{"2 all-to-alls each way of top-k · T · h · 2 B", "docs/model.md, Collectives"},
    Reason{"stage-to-stage transfers that are not hidden", "docs/model.md, Pipeline"},
    Reason{"(PP − 1) / chunks · (stage + transfer)", "docs/model.md, Pipeline"},
    Reason{"bytes moved to the host / host link, beyond what overlaps", "docs/model.md, Offload"},
    Reason{"layers · launch floor beyond the GPU's own time", "docs/model.md, Launch floor"},
    Reason{"samples · loading time / workers, beyond the rest", "docs/model.md, Data loading"},
    Reason{"0.0133 · log2(nodes), and slowdown near capacity", "docs/model.md, Stragglers"},
};
static_assert(step_reasons.size() == StepBreakdown::size);

} // namespace

WhyView why(const Scenario&, const Estimate& estimate, MemoryTerm term, Language language) {
    const Reason& reason = memory_reasons[static_cast<std::size_t>(term)];
    return {term_name(term, language), gib_term(estimate.memory.peak[term]),
            std::string(reason.formula), "", std::string(reason.sources)};
}

WhyView why(const Scenario&, const Estimate& estimate, StepTerm term, Language language) {
    const Reason& reason = step_reasons[static_cast<std::size_t>(term)];
    return {term_name(term, language), seconds(estimate.step.terms[term]),
            std::string(reason.formula), "", std::string(reason.sources)};
}

} // namespace headroom
