// "Why this number" of a step-time term: its formula with the values of this plan put in.
#include "core/base/unit_text.hpp"
#include "core/cost/rank_share.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

/// How often the term is paid in one step, which is what the values put in show.
enum class Paid : std::uint8_t { each_layer, each_micro_batch, each_node_doubling, once };

struct Reason {
    std::string_view formula;
    std::string_view section; // of docs/model-step-time.md
    Paid paid;
};

constexpr std::array reasons{
    Reason{"micro batches · layers · matrix products, each max(compute, memory) + launch",
           "Matrix products", Paid::each_layer},
    Reason{"micro batches · layers · FLOP of attention / rate attained", "Attention",
           Paid::each_layer},
    Reason{"micro batches · layers · bytes of norms, activations, residuals / bandwidth",
           "Memory-bound work", Paid::each_layer},
    Reason{"micro batches · layers · what is computed again", "One layer", Paid::each_layer},
    Reason{"micro batches · (three products with vocabulary / TP columns + traffic of the logits)",
           "One layer", Paid::each_micro_batch},
    Reason{"bytes of the states of this rank / bandwidth", "Memory-bound work", Paid::once},
    Reason{"micro batches · layers · all-reduces that are not hidden", "Collectives",
           Paid::each_layer},
    Reason{"traffic of gradients and weights − what hides behind compute", "Data parallelism",
           Paid::once},
    Reason{"micro batches · layers · exchange of keys and values beyond attention", "Collectives",
           Paid::each_layer},
    Reason{"micro batches · layers · all-to-alls of routed tokens", "Collectives",
           Paid::each_layer},
    Reason{"micro batches · sends between stages that are not hidden", "Pipeline",
           Paid::each_micro_batch},
    Reason{"(stages − 1) / chunks · one micro batch on a stage", "Pipeline", Paid::once},
    Reason{"bytes to and from the host / link, beyond what hides", "Offload", Paid::once},
    Reason{"launches slower than the GPU, and what the framework does once a step", "One layer",
           Paid::once},
    Reason{"samples · loading time / workers, beyond the rest", "Step time", Paid::once},
    Reason{"0.0133 · log2(nodes) of the step", "Stragglers and memory pressure",
           Paid::each_node_doubling},
    Reason{"allocator retries: from 92 % of capacity on", "Stragglers and memory pressure",
           Paid::once},
};
static_assert(reasons.size() == StepBreakdown::size);

std::string substituted(const Scenario& scenario, const Reason& reason, Seconds value) {
    const RankShare share = share_of(scenario);
    const double passes = share.micro_batches;
    const double layers = std::max({1, share.fullest.total(), share.last.total()});
    switch (reason.paid) {
    case Paid::each_layer:
        return fmt::format("{} micro batches · {} layers · {}", grouped(passes), grouped(layers),
                           seconds(value / (passes * layers)));
    case Paid::each_micro_batch:
        return fmt::format("{} micro batches · {}", grouped(passes), seconds(value / passes));
    case Paid::each_node_doubling:
        return fmt::format("{} nodes: {}", grouped(scenario.cluster.nodes), seconds(value));
    case Paid::once: break;
    }
    return fmt::format("{} once a step", seconds(value));
}

} // namespace

WhyView why(const Scenario& scenario, const Estimate& estimate, StepTerm term, Language language) {
    const Reason& reason = reasons[static_cast<std::size_t>(term)];
    const Seconds value = estimate.step.terms[term];
    WhyView view{term_name(term, language), seconds(value), std::string(reason.formula), "",
                 fmt::format("docs/model-step-time.md, \"{}\"; {}; {}", reason.section,
                             gpu_label(scenario.cluster.gpu), scenario.stack.name)};
    if (estimate.verdict == Verdict::not_legal) return view;
    if (value > Seconds{}) {
        view.substituted = substituted(scenario, reason, value);
    } else {
        constexpr Words absent{"none in this plan", "이 계획에는 없음"};
        view.substituted = say(absent, language);
    }
    return view;
}

} // namespace headroom
