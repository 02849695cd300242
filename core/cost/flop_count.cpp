#include "core/cost/flop_count.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Hardware FLOPs of selective recompute count the whole attention core once more, forward and
/// backward: s/3h beside the model's s/6h (Korthikanti et al. 2022, arXiv 2205.05198, app. A).
constexpr double unfused_core_again = 3.0;

/// Parameters that one token is multiplied with: everything active but table look-ups.
double multiplied_parameters(const ModelSpec& model, const ParameterCounts& counts) {
    const auto inner = static_cast<double>(counts.active - counts.embedding - counts.head);
    const bool has_vocabulary_head =
        model.style == ModelStyle::decoder || model.style == ModelStyle::t5;
    return inner +
           (has_vocabulary_head ? static_cast<double>(model.vocab_size) * model.hidden_size : 0.0);
}

/// Forward FLOPs of scores and weighted values for one token over all layers.
double attention_flop_per_token(const ModelSpec& model, double sequence) {
    const double width = model.mla ? model.mla->qk_nope_head_dim + model.mla->qk_rope_head_dim +
                                         model.mla->v_head_dim
                                   : 2.0 * model.head_dim;
    const double layers = model.num_hidden_layers + model.num_decoder_layers;
    double seen = sequence;
    if (model.sliding_window > 0 && model.sliding_window < sequence) {
        const double all = model.full_attention_every > 0 ? 1.0 / model.full_attention_every : 0.0;
        seen = all * sequence + (1.0 - all) * model.sliding_window;
    }
    return 2.0 * layers * model.num_attention_heads * width * seen;
}

} // namespace

StepFlop flop_count(const Scenario& scenario) {
    const ModelSpec& model = scenario.model;
    const TrainingPlan& plan = scenario.training;
    const double products = 2.0 * multiplied_parameters(model, count_parameters(model));
    const double attention = attention_flop_per_token(model, plan.sequence);
    // Frozen weights have no weight gradient.
    const double passes = has_adapters(plan.task) ? 2.0 : 3.0;
    const double model_flop = passes * products + 3.0 * attention;

    const double layers = model.num_hidden_layers + model.num_decoder_layers;
    const double covered =
        plan.recompute.layers
            ? std::min(1.0, *plan.recompute.layers * plan.pipeline_parallel / layers)
            : 1.0 / std::max(plan.recompute.every, 1);
    double again = 0.0;
    if (plan.recompute.mode == RecomputeMode::full) again = covered * (products + attention);
    if (plan.recompute.mode == RecomputeMode::selective)
        again = covered * attention * (plan.flash_attention ? 1.0 : unfused_core_again);
    const double tokens = tokens_per_step(scenario);
    return {model_flop * tokens * units::FLOP, (model_flop + again) * tokens * units::FLOP};
}

} // namespace headroom
