#include "core/cost/linear_layers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headroom {

namespace {

/// Bytes per element that an adapter's dropout and cast move on its way in, and its scaled addition
/// on its way out: three 16-bit passes each, assumed from the operations of PEFT's
/// tuners/lora/layer.py, not measured.
constexpr double adapter_bytes_in = 6.0;
constexpr double adapter_bytes_out = 6.0;

/// Memory traffic that expanding one stored weight to 16 bit is worth.
double dequantisation_bytes(WeightFormat format) {
    switch (format) {
    case WeightFormat::bf16: return 0.0;
    // GPTQ's unpacking kernels expand 88e9 weights a second on an A100: fitted on Qwen's
    // fine-tuning table, 7B to 72B, where the difference to 16-bit LoRA is all theirs.
    case WeightFormat::int4_g128: return 18.5;
    case WeightFormat::int8:
    case WeightFormat::fp8:
    case WeightFormat::mxfp4:
    case WeightFormat::nvfp4:
        return 3.0; // at most 1 read, 2 written
    // bitsandbytes' table look-up: assumed twice its traffic of 0.5 read and 2 written.
    case WeightFormat::nf4:
    case WeightFormat::fp4: return 5.0;
    }
    return 0.0;
}

class LinearSum {
  public:
    explicit LinearSum(const StepContext& context) : context_(context) {}

    /// One linear layer; `adapted` says how many of its outputs carry adapters.
    void add(MatmulShape shape, LoraTargets targets) {
        shape.k = std::max<std::int64_t>(shape.k, 1);
        shape.n = std::max<std::int64_t>(shape.n, 1);
        shape.m = std::max<std::int64_t>(shape.m, 1);
        const LinearTime time = linear_time(shape, context_.rates.linear, context_.rates);
        sum_.time.forward += time.forward;
        sum_.time.data_gradient += time.data_gradient;
        sum_.time.weight_gradient += time.weight_gradient;
        const double rows = static_cast<double>(shape.m) * shape.groups;
        const double cast_bytes = context_.rates.linear.cast_bytes;
        if (cast_bytes > 0.0) {
            sum_.forward_casts += cast_bytes * rows * static_cast<double>(shape.k) * units::B;
            sum_.backward_casts += cast_bytes * rows * static_cast<double>(shape.n) * units::B;
        }
        const TrainingPlan& plan = context_.scenario.training;
        if (plan.task == Task::qlora) add_dequantisation(shape);
        if (has_adapters(plan.task)) add_adapters(shape, targets & plan.lora.targets);
    }
    const Products& products() const { return sum_; }

  private:
    /// Frozen weights are expanded to 16 bit before each product that uses them.
    void add_dequantisation(const MatmulShape& shape) {
        const Quantization& stored = context_.scenario.training.quantization;
        const double weights =
            static_cast<double>(shape.n) * static_cast<double>(shape.k) * shape.groups;
        const double bytes = dequantisation_bytes(stored.weights);
        if (bytes == 0.0) return;
        const Bytes moved = weights * bytes * units::B;
        sum_.forward_casts += moved;
        sum_.backward_casts += moved;
    }
    void add_adapters(const MatmulShape& shape, LoraTargets targets) {
        const int adapters = std::popcount(targets);
        if (adapters == 0) return;
        const int rank = std::max(context_.scenario.training.lora.rank, 1);
        const LinearTime down =
            linear_time({shape.m, rank, shape.k}, context_.rates.general, context_.rates);
        const LinearTime up =
            linear_time({shape.m, std::max<std::int64_t>(shape.n / adapters, 1), rank},
                        context_.rates.general, context_.rates);
        sum_.adapter_time.forward += adapters * (down.forward + up.forward);
        sum_.adapter_time.data_gradient += adapters * (down.data_gradient + up.data_gradient);
        sum_.adapter_time.weight_gradient += adapters * (down.weight_gradient + up.weight_gradient);
        sum_.adapters += static_cast<double>(shape.m) *
                         (adapter_bytes_in * adapters * static_cast<double>(shape.k) +
                          adapter_bytes_out * static_cast<double>(shape.n)) *
                         units::B;
    }

    const StepContext& context_;
    Products sum_;
};

std::int64_t rows_of(const StepContext& context) {
    return static_cast<std::int64_t>(context.share.tokens);
}

constexpr LoraTargets targets_of(std::initializer_list<LoraTarget> list) {
    LoraTargets set = 0;
    for (const LoraTarget target : list)
        set = static_cast<LoraTargets>(set | static_cast<LoraTargets>(target));
    return set;
}
constexpr LoraTargets qkv_targets = targets_of({LoraTarget::q, LoraTarget::k, LoraTarget::v});
constexpr LoraTargets o_target = targets_of({LoraTarget::o});
constexpr LoraTargets input_targets = targets_of({LoraTarget::gate, LoraTarget::up});
constexpr LoraTargets down_target = targets_of({LoraTarget::down});

void add_latent_attention(LinearSum& sum, const ModelSpec& model, const MlaSpec& mla,
                          std::int64_t rows, int tp) {
    const std::int64_t heads = model.num_attention_heads / tp;
    const std::int64_t query_width = heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
    const std::int64_t hidden = model.hidden_size;
    // Down projections are not split over tensor-parallel ranks.
    if (mla.q_lora_rank > 0) {
        sum.add({rows, mla.q_lora_rank, hidden}, targets_of({LoraTarget::q}));
        sum.add({rows, query_width, mla.q_lora_rank}, 0);
    } else {
        sum.add({rows, query_width, hidden}, targets_of({LoraTarget::q}));
    }
    sum.add({rows, mla.kv_lora_rank + mla.qk_rope_head_dim, hidden}, targets_of({LoraTarget::k}));
    sum.add({rows, heads * (mla.qk_nope_head_dim + mla.v_head_dim), mla.kv_lora_rank},
            targets_of({LoraTarget::v}));
    sum.add({rows, hidden, heads * mla.v_head_dim}, o_target);
}

void add_mlp(LinearSum& sum, const ModelSpec& model, std::int64_t rows, std::int64_t width,
             int groups) {
    const std::int64_t inputs = model.gated_mlp ? 2 : 1;
    sum.add({rows, inputs * width, model.hidden_size, groups}, input_targets);
    sum.add({rows, model.hidden_size, width, groups}, down_target);
}

/// Tokens that each expert of this rank gets, on the fullest rank.
double rows_per_expert(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const TrainingPlan& plan = scenario.training;
    const MoeSpec& moe = *scenario.model.moe;
    const double own_tokens =
        context.share.tokens * plan.expert_tensor_parallel / plan.tensor_parallel;
    const double fullest =
        plan.expert_parallel > 1 ? 1.0 + scenario.stack.memory.routing_imbalance.value : 1.0;
    return fullest * own_tokens * moe.num_experts_per_tok * plan.expert_parallel / moe.num_experts;
}

} // namespace

Products attention_products(const StepContext& context) {
    const ModelSpec& model = context.scenario.model;
    const int tp = context.scenario.training.tensor_parallel;
    LinearSum sum(context);
    if (model.mla) {
        add_latent_attention(sum, model, *model.mla, rows_of(context), tp);
        return sum.products();
    }
    const std::int64_t head = model.head_dim;
    // Key-value heads are copied where there are fewer than ranks.
    const std::int64_t kv_heads = std::max(model.num_key_value_heads / tp, 1);
    const std::int64_t heads = model.num_attention_heads / tp;
    sum.add({rows_of(context), (heads + 2 * kv_heads) * head, model.hidden_size}, qkv_targets);
    sum.add({rows_of(context), model.hidden_size, heads * head}, o_target);
    return sum.products();
}

Products mlp_products(const StepContext& context) {
    LinearSum sum(context);
    add_mlp(sum, context.scenario.model, rows_of(context),
            context.scenario.model.intermediate_size / context.scenario.training.tensor_parallel,
            1);
    return sum.products();
}

Products expert_products(const StepContext& context) {
    const Scenario& scenario = context.scenario;
    const TrainingPlan& plan = scenario.training;
    const MoeSpec& moe = *scenario.model.moe;
    LinearSum sum(context);
    const std::int64_t rows = std::llround(rows_per_expert(context));
    add_mlp(sum, scenario.model, rows, moe.moe_intermediate_size / plan.expert_tensor_parallel,
            moe.num_experts / plan.expert_parallel);
    const int shared = moe.shared_expert_intermediate_size > 0
                           ? moe.shared_expert_intermediate_size
                           : moe.n_shared_experts * moe.moe_intermediate_size;
    if (moe.n_shared_experts > 0)
        add_mlp(sum, scenario.model, rows_of(context), shared / plan.tensor_parallel, 1);
    return sum.products();
}

} // namespace headroom
