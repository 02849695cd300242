#include "core/explore/axis.hpp"

#include "core/model/catalog.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double longest_sequence = 131072.0;
constexpr double shortest_sequence = 512.0;
constexpr int largest_micro_batch = 64;
constexpr double most_batch_multiples = 1024.0; // micro batches per step
constexpr double largest_global_batch = 65536.0;
constexpr double most_gpus = 16384.0;
constexpr int widest_group = 64; // tensor or context parallel ranks worth showing
constexpr double smallest_model = 1e8;
constexpr double largest_model = 2e12;

/// How one axis reads and writes a scenario; the table below has one row for each axis.
struct AxisRules {
    std::string_view path;
    double (*get)(const Scenario&);
    void (*set)(Scenario& scenario, const Scenario& origin, double value);
    std::vector<double> (*values)(const Scenario&);
};

/// A count as an int; huge or negative input stays in range instead of overflowing.
int to_count(double value) {
    return static_cast<int>(std::lround(std::clamp(value, 0.0, 2147483646.0)));
}

/// 2^n and the half steps 1.5 * 2^n between them, from `first` to `last`.
std::vector<double> powers_with_half_steps(double first, double last) {
    std::vector<double> values;
    for (double power = first; power <= last; power *= 2.0) {
        values.push_back(power);
        const double half_step = 1.5 * power;
        if (half_step == std::floor(half_step) && half_step < last) values.push_back(half_step);
    }
    return values;
}

std::vector<double> powers_of_two(double last) {
    std::vector<double> values;
    for (double power = 1.0; power <= last; power *= 2.0)
        values.push_back(power);
    return values;
}

std::vector<double> divisors(int number, int last) {
    std::vector<double> values;
    for (int divisor = 1; divisor <= std::min(number, last); ++divisor)
        if (number % divisor == 0) values.push_back(divisor);
    return values;
}

std::vector<double> indices(std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<double>(i);
    return values;
}

// --- model size

double model_size(const Scenario& scenario) {
    return static_cast<double>(count_parameters(scenario.model).total);
}

std::vector<double> model_sizes(const Scenario&) {
    std::vector<double> values;
    for (double decade = smallest_model; decade <= largest_model; decade *= 10.0)
        for (const double step : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
            if (step * decade <= largest_model) values.push_back(step * decade);
    return values;
}

// --- batch and sequence

/// Rows of a learned position table, which no sequence can be longer than; 0 without one.
int position_rows(const ModelSpec& model) {
    if (model.style == ModelStyle::bert || model.style == ModelStyle::vit)
        return model.max_position_embeddings;
    return model.position == Position::learned ? model.pos_embeddings : 0;
}

std::vector<double> sequences(const Scenario& scenario) {
    const int rows = position_rows(scenario.model);
    if (rows == 0 || rows >= longest_sequence)
        return powers_with_half_steps(shortest_sequence, longest_sequence);
    std::vector<double> values = powers_with_half_steps(shortest_sequence, rows);
    values.push_back(rows);
    return values;
}

/// Powers of two to look at, and whatever divides one rank's share of the batch, which is legal.
std::vector<double> micro_batch_sizes(const Scenario& scenario) {
    std::vector<double> values = powers_of_two(largest_micro_batch);
    const int ranks = data_parallel(scenario);
    if (ranks > 0 && scenario.training.global_batch % ranks == 0) {
        const int share = scenario.training.global_batch / ranks;
        std::ranges::copy(divisors(share, largest_micro_batch), std::back_inserter(values));
    }
    return values;
}

std::vector<double> global_batches(const Scenario& scenario) {
    const double one_pass =
        std::max(1.0, static_cast<double>(data_parallel(scenario)) * scenario.training.micro_batch);
    std::vector<double> values;
    for (const double multiple : powers_with_half_steps(1.0, most_batch_multiples))
        if (multiple * one_pass <= largest_global_batch || multiple == 1.0)
            values.push_back(multiple * one_pass);
    return values;
}

// --- checkpointing

/// Layers of one pipeline stage, of which a plan may checkpoint the first few.
int stage_layers(const Scenario& scenario) {
    const int stages = std::max(1, scenario.training.pipeline_parallel);
    return std::max(1, scenario.model.num_hidden_layers / stages);
}

double checkpointing(const Scenario& scenario) {
    const Recompute& recompute = scenario.training.recompute;
    if (recompute.mode == RecomputeMode::none) return 0.0;
    if (recompute.mode == RecomputeMode::selective) return 1.0;
    if (recompute.layers) {
        const double share = static_cast<double>(*recompute.layers) / stage_layers(scenario);
        return 1.0 + std::min(share, 1.0);
    }
    return 1.0 + 1.0 / std::max(1, recompute.every);
}

void set_checkpointing(Scenario& scenario, const Scenario&, double value) {
    Recompute& recompute = scenario.training.recompute;
    recompute = {};
    if (value < 0.5) return;
    recompute.mode = value > 1.0 ? RecomputeMode::full : RecomputeMode::selective;
    if (recompute.mode == RecomputeMode::selective) return;
    const double every = 1.0 / (value - 1.0);
    if (std::abs(every - std::round(every)) < 1e-9)
        recompute.every = to_count(every);
    else
        recompute.layers = to_count((value - 1.0) * stage_layers(scenario));
}

std::vector<double> checkpointings(const Scenario&) { return {0.0, 1.0, 1.125, 1.25, 1.5, 2.0}; }

// --- cluster

double gpus(const Scenario& scenario) { return scenario.cluster.gpus(); }

void set_gpus(Scenario& scenario, const Scenario& origin, double value) {
    const NodeShape shape =
        nodes_of(to_count(value), {origin.cluster.gpus_per_node, origin.cluster.nodes});
    scenario.cluster.gpus_per_node = shape.gpus_per_node;
    scenario.cluster.nodes = shape.nodes;
}

int group_limit(const Scenario& scenario) {
    return std::clamp(scenario.cluster.gpus(), 1, widest_group);
}

std::vector<double> tensor_degrees(const Scenario& scenario) {
    return divisors(scenario.model.num_attention_heads, group_limit(scenario));
}

std::vector<double> pipeline_degrees(const Scenario& scenario) {
    return divisors(layer_count(scenario.model), std::max(1, scenario.cluster.gpus()));
}

std::vector<double> context_degrees(const Scenario& scenario) {
    std::vector<double> values = powers_of_two(group_limit(scenario));
    std::erase_if(values, [&](double degree) {
        return degree > 1.0 && scenario.training.sequence % static_cast<int>(2.0 * degree) != 0;
    });
    return values;
}

std::vector<double> expert_degrees(const Scenario& scenario) {
    const int experts = scenario.model.moe ? scenario.model.moe->num_experts : 1;
    return divisors(experts, std::max(1, scenario.cluster.gpus()));
}

// --- axes that are one field of the plan

template <auto Field>
double get_field(const Scenario& scenario) {
    return static_cast<double>(scenario.training.*Field);
}

template <auto Field>
void set_field(Scenario& scenario, const Scenario&, double value) {
    using Value = std::remove_reference_t<decltype(scenario.training.*Field)>;
    scenario.training.*Field = static_cast<Value>(to_count(value));
}

template <auto Field>
AxisRules field(std::string_view path, std::vector<double> (*values)(const Scenario&)) {
    return {path, get_field<Field>, set_field<Field>, values};
}

constexpr std::size_t zero_stages = 4;
constexpr std::size_t offload_kinds = static_cast<std::size_t>(Offload::nvme) + 1;

/// In the order of Axis.
const std::array<AxisRules, axis_count>& all_rules() {
    using Plan = TrainingPlan;
    static const std::array<AxisRules, axis_count> rules{{
        {"model.size", model_size,
         [](Scenario& scenario, const Scenario& origin, double value) {
             scenario.model = scaled_to(origin.model, value, scaling_steps(origin.training));
         },
         model_sizes},
        field<&Plan::sequence>("training.sequence", sequences),
        field<&Plan::micro_batch>("training.micro_batch", micro_batch_sizes),
        field<&Plan::global_batch>("training.global_batch", global_batches),
        field<&Plan::precision>("training.precision",
                                [](const Scenario&) { return indices(precision_count); }),
        {"training.recompute", checkpointing, set_checkpointing, checkpointings},
        field<&Plan::zero_stage>("training.zero_stage",
                                 [](const Scenario&) { return indices(zero_stages); }),
        field<&Plan::offload>("training.offload",
                              [](const Scenario&) { return indices(offload_kinds); }),
        {"cluster.gpus", gpus, set_gpus, [](const Scenario&) { return powers_of_two(most_gpus); }},
        field<&Plan::tensor_parallel>("training.tensor_parallel", tensor_degrees),
        field<&Plan::pipeline_parallel>("training.pipeline_parallel", pipeline_degrees),
        field<&Plan::context_parallel>("training.context_parallel", context_degrees),
        field<&Plan::expert_parallel>("training.expert_parallel", expert_degrees),
    }};
    return rules;
}

/// Global and micro batch that keep the origin's tokens per step, as nearly as sequences are whole.
void hold_tokens(Scenario& scenario, const Scenario& origin) {
    TrainingPlan& plan = scenario.training;
    const double batch = tokens_per_step(origin) / std::max(1, plan.sequence);
    plan.global_batch = std::max(1, to_count(batch));
    plan.micro_batch = origin.training.micro_batch;
    const int ranks = data_parallel(scenario);
    if (ranks == 0 || plan.global_batch % ranks != 0) return; // told as not legal
    const int share = plan.global_batch / ranks;
    while (plan.micro_batch > 1 && share % plan.micro_batch != 0)
        --plan.micro_batch;
}

const AxisRules& rules_of(Axis axis) { return all_rules()[static_cast<std::size_t>(axis)]; }

} // namespace

std::string_view axis_path(Axis axis) { return rules_of(axis).path; }

std::optional<Axis> axis_of_path(std::string_view path) {
    for (const Axis axis : all_axes)
        if (axis_path(axis) == path) return axis;
    return std::nullopt;
}

std::vector<double> axis_values(Axis axis, const Scenario& scenario) {
    std::vector<double> values = rules_of(axis).values(scenario);
    values.push_back(get_axis(scenario, axis));
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

double get_axis(const Scenario& scenario, Axis axis) { return rules_of(axis).get(scenario); }

void set_axis(Scenario& scenario, Axis axis, double value) {
    set_axis(scenario, scenario, axis, value);
}

void set_axis(Scenario& scenario, const Scenario& origin, Axis axis, double value, Held held) {
    if (value != get_axis(origin, axis)) {
        rules_of(axis).set(scenario, origin, value);
        const bool is_batch = axis == Axis::micro_batch || axis == Axis::global_batch;
        if (held.tokens_per_step && !is_batch) hold_tokens(scenario, origin);
        return;
    }
    if (&scenario == &origin) return;
    // Back to the origin's own value, with what the value alone does not say (first k layers, the
    // model before it was scaled).
    switch (axis) {
    case Axis::model_size: scenario.model = origin.model; break;
    case Axis::gpus: scenario.cluster = origin.cluster; break;
    default: scenario.training = origin.training; break;
    }
}

namespace {

bool is_named(Axis axis) {
    return axis == Axis::precision || axis == Axis::checkpointing || axis == Axis::zero_stage ||
           axis == Axis::offload;
}

/// How far apart two values are at least.
double finest_step(Axis axis, const Scenario& scenario) {
    constexpr double token_block = 64.0, share_of_model = 0.01;
    switch (axis) {
    case Axis::model_size: return share_of_model * get_axis(scenario, axis);
    case Axis::sequence: return token_block;
    default: return 1.0;
    }
}

std::optional<double> next_named(Axis axis, const Scenario& scenario, int direction) {
    const std::vector<double> values = axis_values(axis, scenario);
    const auto now = std::ranges::find(values, get_axis(scenario, axis));
    if (direction > 0 && std::next(now) != values.end()) return *std::next(now);
    if (direction < 0 && now != values.begin()) return *std::prev(now);
    return std::nullopt;
}

} // namespace

std::optional<double> fine_step(Axis axis, const Scenario& scenario, int direction) {
    if (is_named(axis)) return next_named(axis, scenario, direction);
    constexpr int most_tries = 4096;
    const double now = get_axis(scenario, axis);
    const double step = finest_step(axis, scenario);
    Scenario moved = scenario;
    for (int i = 1; i <= most_tries; ++i) {
        const double value = now + direction * i * step;
        if (value < 1.0) break;
        set_axis(moved, scenario, axis, value);
        // A model of whole layers and heads may come out as it was.
        if (get_axis(moved, axis) != now && find_illegality(moved) == Illegality::none)
            return value;
    }
    return std::nullopt;
}

bool axis_applies(Axis axis, const Scenario& scenario) {
    if (axis == Axis::expert_parallel) return scenario.model.moe.has_value();
    if (axis == Axis::pipeline_parallel) return scenario.model.style != ModelStyle::t5;
    return true;
}

} // namespace headroom
