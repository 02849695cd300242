#include "core/cost/layer_time.hpp"

#include "core/cost/attention.hpp"
#include "core/cost/elementwise.hpp"
#include "core/cost/linear_layers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headroom {

namespace {

/// Host time of a backward pass over a forward one: fitted with the launch floors of
/// presets/frameworks.json, Megatron-DeepSpeed's above all.
constexpr double backward_launch = 1.2;
/// Operator-level selective recompute keeps every second product (PyTorch's selective activation
/// checkpointing as torchtitan uses it).
constexpr double repeated_operators = 0.5;

/// Products and their casts, as a forward and a backward pass.
void add_products(const Products& products, const StepContext& context, double times,
                  PassTime& forward, PassTime& backward) {
    const TrainingPlan& plan = context.scenario.training;
    const double rate = times / context.scenario.stack.time.matmul_factor.value;
    const bool frozen = has_adapters(plan.task);
    forward.matmul += rate * (products.time.forward + products.adapter_time.forward);
    backward.matmul += rate * (products.time.data_gradient + products.adapter_time.data_gradient +
                               products.adapter_time.weight_gradient);
    if (!frozen) backward.matmul += rate * products.time.weight_gradient;
    const ByteRate memory = sustained_memory_rate(context.rates);
    forward.elementwise += times * (products.forward_casts + products.adapters) / memory;
    backward.elementwise +=
        times * (products.backward_casts + backward_traffic * products.adapters) / memory;
}

double elementwise_factor(const Scenario& scenario) {
    const TimeFacts& facts = scenario.stack.time;
    return scenario.training.compile ? facts.compiled_elementwise.value
                                     : facts.elementwise_factor.value;
}

AttentionTime core_time(const StepContext& context) {
    const ModelSpec& model = context.scenario.model;
    const TrainingPlan& plan = context.scenario.training;
    AttentionShape shape;
    shape.sequences = plan.micro_batch;
    shape.heads = static_cast<double>(model.num_attention_heads) / plan.tensor_parallel;
    shape.keys = plan.sequence;
    shape.queries = static_cast<double>(plan.sequence) / plan.context_parallel;
    shape.key_dim =
        model.mla ? model.mla->qk_nope_head_dim + model.mla->qk_rope_head_dim : model.head_dim;
    shape.value_dim = model.mla ? model.mla->v_head_dim : model.head_dim;
    shape.causal = model.style == ModelStyle::decoder;
    const auto own = static_cast<AttentionKernel>(
        static_cast<int>(context.scenario.stack.time.attention_kernel.value));
    const bool unfused = !plan.flash_attention && own != AttentionKernel::fused_softmax;
    const AttentionKernel kernel = unfused ? AttentionKernel::unfused : own;
    const GpuGeneration generation = context.scenario.cluster.gpu.generation;
    const AttentionTime full = attention_time(shape, kernel, generation, context.rates);
    if (model.sliding_window <= 0 || model.sliding_window >= plan.sequence) return full;
    shape.window = model.sliding_window;
    const AttentionTime windowed = attention_time(shape, kernel, generation, context.rates);
    const double seeing_all =
        model.full_attention_every > 0 ? 1.0 / model.full_attention_every : 0.0;
    return {seeing_all * full.forward + (1.0 - seeing_all) * windowed.forward,
            seeing_all * full.backward + (1.0 - seeing_all) * windowed.backward};
}

/// Causal work of the busiest context-parallel rank over the mean: the last of n consecutive parts
/// sees (2 - 1/n) times as many pairs.
double busiest_context_rank(const Scenario& scenario) {
    const bool uneven =
        scenario.model.style == ModelStyle::decoder && !scenario.stack.time.context_balanced.value;
    return uneven ? 2.0 - 1.0 / scenario.training.context_parallel : 1.0;
}

/// What the ranks of a collective wait for the latest of them, whose lateness grows as the maximum
/// of as many normal draws.
Seconds skew(const StepContext& context, const CommGroup& group) {
    if (group.ranks <= 1) return Seconds{};
    const double one = context.scenario.calibration.step_constants.collective_skew_us.value;
    return one * std::sqrt(2.0 * std::log(static_cast<double>(group.ranks))) * units::us;
}

/// Two all-reduces per pass, or gather and scatter with sequence parallelism: the same bytes.
Seconds tensor_time(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const Bytes activations = context.share.tokens * scenario.model.hidden_size *
                              context.rates.general.operand_bytes * units::B;
    const CommGroup& group = context.share.tensor_group;
    const Seconds once =
        scenario.training.sequence_parallel
            ? collective_time(Collective::all_gather, activations, group, context.network) +
                  collective_time(Collective::reduce_scatter, activations, group, context.network)
            : collective_time(Collective::all_reduce, activations, group, context.network);
    const double exposed = 1.0 - scenario.stack.time.tensor_overlap.value;
    return (1.0 + context.share.attention_blocks) * (exposed * once + skew(context, group));
}

/// Keys and values of the other ranks: round a ring while attention works on those at hand, or
/// gathered before it.
Seconds context_time(const StepContext& context, Seconds attention) {
    const Scenario& scenario = context.scenario;
    const ModelSpec& model = scenario.model;
    const int tp = scenario.training.tensor_parallel;
    const double kv_width = model.mla ? model.num_attention_heads *
                                            (model.mla->qk_nope_head_dim +
                                             model.mla->qk_rope_head_dim + model.mla->v_head_dim)
                                      : 2.0 * model.num_key_value_heads * model.head_dim;
    const Bytes gathered = context.share.tokens * context.share.context_group.ranks * kv_width /
                           tp * context.rates.general.operand_bytes * units::B;
    const Seconds all = collective_time(Collective::all_gather, gathered,
                                        context.share.context_group, context.network);
    return scenario.stack.time.context_ring.value ? std::max(all - attention, Seconds{}) : all;
}

/// Copies of a token that leave for its experts. A dispatcher that knows the nodes sends one to
/// each node that holds some of them, and spreads it there (DeepEP).
double copies_sent(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const int experts = scenario.model.moe->num_experts_per_tok;
    const CommGroup& group = context.share.expert_group;
    if (!scenario.stack.time.expert_copies_per_node.value || !group.crosses_nodes()) return experts;
    // Expected nodes among those holding a token's experts, chosen evenly.
    const double nodes = static_cast<double>(group.ranks) / group.ranks_per_domain;
    double missed = 1.0;
    for (int i = 0; i < experts; ++i)
        missed *= 1.0 - 1.0 / nodes;
    return nodes * (1.0 - missed);
}

/// Dispatch and combine: each token's hidden state goes to its experts and back.
Seconds exchange_time(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const TrainingPlan& plan = scenario.training;
    const double tokens = context.share.tokens / plan.tensor_parallel *
                          plan.expert_tensor_parallel * copies_sent(context);
    const Bytes payload =
        tokens * scenario.model.hidden_size * context.rates.general.operand_bytes * units::B;
    const double fullest = 1.0 + scenario.stack.memory.routing_imbalance.value;
    const double exposed = 1.0 - scenario.stack.time.expert_overlap.value;
    return 2.0 * fullest * exposed *
           collective_time(Collective::all_to_all, payload, context.share.expert_group,
                           context.network);
}

Seconds launch_floor(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const TimeFacts& facts = scenario.stack.time;
    const double layer = scenario.training.compile
                             ? std::min(facts.compiled_launch_us.value, facts.launch_floor_us.value)
                             : facts.launch_floor_us.value;
    const double adapters =
        has_adapters(scenario.training.task)
            ? std::popcount(scenario.training.lora.targets) * facts.adapter_launch_us.value
            : 0.0;
    return context.site.host_floor * (layer + adapters) * units::us;
}

Seconds host_excess(Seconds floor, const PassTime& pass) {
    return std::max(floor - pass.total(), Seconds{});
}

/// What is computed again in backward, for a layer that is checkpointed.
PassTime recomputed(const StepContext& context, const PassTime& forward) {
    const TrainingPlan& plan = context.scenario.training;
    PassTime again;
    if (plan.recompute.mode == RecomputeMode::full) again = forward;
    if (plan.recompute.mode == RecomputeMode::selective) {
        const bool by_operator = context.scenario.stack.memory.selective_by_operator.value;
        // Operators that are kept include the attention core.
        if (by_operator) {
            again.matmul = repeated_operators * forward.matmul;
            again.elementwise = repeated_operators * forward.elementwise;
        } else {
            again.attention = forward.attention;
        }
    }
    return again;
}

} // namespace

StepContext step_context(const Scenario& scenario) {
    const SiteRates site = site_rates(scenario);
    return {scenario, share_of(scenario), site,
            device_rates(scenario.cluster, scenario.training.precision,
                         scenario.calibration.step_constants, site),
            network_of(scenario.cluster, site.collectives)};
}

double never_hidden(const StepContext& context) {
    return context.site.never_hidden.value_or(
        context.scenario.calibration.step_constants.never_hidden.value);
}

PassTime& PassTime::operator+=(const PassTime& other) {
    matmul += other.matmul;
    attention += other.attention;
    elementwise += other.elementwise;
    tensor += other.tensor;
    context += other.context;
    expert += other.expert;
    launch += other.launch;
    return *this;
}

PassTime& PassTime::operator*=(double factor) {
    for (Seconds* part : {&matmul, &attention, &elementwise, &tensor, &context, &expert, &launch})
        *part *= factor;
    return *this;
}

LayerTime layer_time(const StepContext& context, LayerKind kind) {
    const Scenario& scenario = context.scenario;
    const double blocks = context.share.attention_blocks;
    LayerTime layer;
    PassTime& forward = layer.forward;
    PassTime& backward = layer.backward;
    add_products(attention_products(context), context, blocks, forward, backward);
    const bool experts = kind == LayerKind::experts;
    add_products(experts ? expert_products(context) : mlp_products(context), context, 1.0, forward,
                 backward);

    const AttentionTime core = core_time(context);
    const double busiest = blocks * busiest_context_rank(scenario);
    forward.attention = busiest * core.forward;
    backward.attention = busiest * core.backward;

    const ElementwiseBytes bytes = layer_elementwise(scenario, context.share);
    const Seconds streams = elementwise_factor(scenario) *
                            (bytes.attention + (experts ? bytes.experts : bytes.mlp)) /
                            sustained_memory_rate(context.rates);
    forward.elementwise += streams;
    backward.elementwise += backward_traffic * streams;

    forward.tensor = backward.tensor = tensor_time(context);
    forward.context = context_time(context, forward.attention);
    // Backward gathers again and scatters the gradients of keys and values.
    backward.context = 2.0 * context_time(context, 0.5 * backward.attention);
    if (experts) forward.expert = backward.expert = exchange_time(context);

    layer.recompute = recomputed(context, forward);
    const Seconds floor = launch_floor(context);
    forward.launch = host_excess(floor, forward);
    const bool whole = scenario.training.recompute.mode == RecomputeMode::full;
    layer.recompute.launch = whole ? host_excess(floor, layer.recompute) : Seconds{};
    backward.launch = host_excess(backward_launch * floor, backward);
    return layer;
}

} // namespace headroom
