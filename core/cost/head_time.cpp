#include "core/cost/head_time.hpp"

#include "core/cost/elementwise.hpp"
#include "core/cost/matmul.hpp"
#include "core/cost/offload_time.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Tokens whose vocabulary logits are computed; a fine-tuned encoder has a small head of labels.
double predicted_tokens(const StepContext& context) {
    switch (context.scenario.model.style) {
    case ModelStyle::bert:
        return context.scenario.training.task == Task::pretrain
                   ? masked_share * context.share.tokens
                   : 0.0;
    case ModelStyle::vit: return 0.0;
    case ModelStyle::decoder:
    case ModelStyle::t5: return context.share.tokens;
    }
    return context.share.tokens;
}

/// Stacks pad the vocabulary so that its products are aligned (Megatron-LM:
/// --make-vocab-size-divisible-by).
std::int64_t padded_columns(int vocabulary, int tensor_parallel) {
    constexpr std::int64_t multiple = 64;
    const std::int64_t columns = (vocabulary + tensor_parallel - 1) / tensor_parallel;
    return (columns + multiple - 1) / multiple * multiple;
}

} // namespace

HeadTime head_time(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const TrainingPlan& plan = scenario.training;
    const double tokens = predicted_tokens(context);
    HeadTime head;
    if (tokens < 1.0) return head;
    const std::int64_t columns = padded_columns(scenario.model.vocab_size, plan.tensor_parallel);
    const LinearTime time =
        linear_time({static_cast<std::int64_t>(tokens), columns, scenario.model.hidden_size},
                    context.rates.general, context.rates);
    const bool trained = !has_adapters(plan.task) || plan.lora.head_trained;
    head.matmul = time.forward + time.data_gradient;
    if (trained) head.matmul += time.weight_gradient;
    // Fused with the projection, the loss keeps no logits: backward computes them again.
    if (loss_path(scenario) == LossPath::fused_linear) head.matmul += time.forward;
    head.elementwise = loss_bytes(scenario, tokens) / sustained_memory_rate(context.rates);
    // The vocabulary-parallel embedding sums its outputs, the head its input gradients.
    const Bytes activations =
        tokens * scenario.model.hidden_size * context.rates.general.operand_bytes * units::B;
    const double ends = plan.pipeline_parallel > 1 ? 1.0 : 2.0;
    head.tensor = ends * collective_time(Collective::all_reduce, activations,
                                         context.share.tensor_group, context.network);
    return head;
}

int muon_ranks(const StepContext& context) {
    return context.scenario.training.zero_stage == 0 ? context.share.data_group.ranks : 1;
}

Seconds optimizer_time(const StepContext& context) {
    const TrainingPlan& plan = context.scenario.training;
    if (plan.offload != Offload::none) return Seconds{};
    const double parameters = updated_parameters(context);
    Seconds time = optimizer_bytes(plan, parameters) / sustained_memory_rate(context.rates);
    if (plan.optimizer == Optimizer::muon)
        time += muon_flop * context.scenario.model.hidden_size * parameters / muon_ranks(context) *
                units::FLOP / context.rates.general.rate;
    return time;
}

} // namespace headroom
