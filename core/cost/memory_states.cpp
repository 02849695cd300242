#include "core/cost/memory_states.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Two moments of one byte with an fp32 scale for each block of 256 (bitsandbytes 0.45,
/// optim/optimizer.py; torchao optim/subclass_8bit.py).
constexpr double moments_8bit = 2.0 * (1.0 + 4.0 / 256.0);
/// Two moments of half a byte with an fp32 scale for each block of 128 (torchao
/// optim/subclass_4bit.py; Li et al. 2023, arXiv 2309.01507).
constexpr double moments_4bit = 2.0 * (0.5 + 4.0 / 128.0);
/// Adafactor and Muon step one matrix at a time with about two fp32 tensors of its size.
constexpr double one_matrix_step_bytes = 8.0;

bool keeps_master(States states, double element) {
    return (states == States::mixed || states == States::megatron) && element < fp32_bytes;
}

/// Bytes of one element of a moment.
double moment_bytes(States states, double element) {
    return states == States::pure ? element : fp32_bytes;
}

void set_moments(Optimizer optimizer, double moment, double matrix_edge, StateBytes& b) {
    b.moments_elsewhere = 2.0 * moment;
    switch (optimizer) {
    case Optimizer::adamw:
    case Optimizer::lamb: b.moments = 2.0 * moment; return;
    case Optimizer::adamw_8bit: b.moments = b.moments_elsewhere = moments_8bit; return;
    case Optimizer::adamw_4bit: b.moments = b.moments_elsewhere = moments_4bit; return;
    case Optimizer::paged_adamw_8bit: b.moments = b.moments_elsewhere = 0.0; return;
    case Optimizer::adafactor: // one row and one column (Shazeer and Stern 2018, alg. 4)
        b.moments = b.moments_elsewhere = 2.0 * fp32_bytes / matrix_edge;
        return;
    case Optimizer::muon: b.moments = moment; return; // momentum; AdamW for everything else
    case Optimizer::sgd: b.moments = b.moments_elsewhere = 0.0; return;
    }
}

/// Trained elements, split by what their optimizer state is divided by.
struct Trained {
    double matrices = 0.0; // divided by the ZeRO group
    double elsewhere = 0.0;
    double experts = 0.0; // divided by the experts' group

    double all() const { return matrices + elsewhere + experts; }
};

Trained trained_of(const Rank& rank, const RankParameters& p) {
    if (!rank.has_adapters) return {p.matrices, p.embedding + p.head + p.norms, p.experts};
    Trained trained{p.adapters, 0.0, p.expert_adapters};
    if (rank.plan.lora.embedding_trained) trained.elsewhere += p.embedding;
    if (rank.plan.lora.head_trained) trained.elsewhere += p.head;
    return trained;
}

/// Bytes of frozen weights: the linears as they are stored, the rest in 16 bit or fp32.
struct FrozenBytes {
    double matrix = 0.0;
    double rest = 0.0;
};

FrozenBytes frozen_bytes(const Rank& rank) {
    const bool fp32 = rank.states == States::autocast || rank.states == States::fp32_sharded;
    const double plain = fp32 ? fp32_bytes : rank.element;
    if (rank.plan.task != Task::qlora) return {plain, plain};
    const Quantization& q = rank.plan.quantization;
    const bool twice = q.double_quantised || rank.facts.always_double_quantised.value;
    return {stored_bytes_per_parameter(q.weights, twice), rank.element};
}

/// Adapters may be fp32; embedding and head that train beside them are copies in the dtype of the
/// model (peft, utils/other.py, ModulesToSaveWrapper).
struct TrainedBytes {
    StateBytes matrices, elsewhere;
};

TrainedBytes trained_bytes(const Rank& rank) {
    const auto of = [&rank](States states) { return state_bytes(rank, states); };
    if (!rank.has_adapters) return {of(rank.states), of(rank.states)};
    const bool fp32 = rank.facts.adapters_in_fp32.value;
    const bool whole_model_fp32 =
        rank.states == States::autocast || rank.states == States::fp32_sharded;
    return {of(fp32 ? States::autocast : States::pure),
            of(whole_model_fp32 ? States::autocast : States::pure)};
}

/// Everything that the pieces below share.
struct Parts {
    const Rank& rank;
    RankParameters on_rank, layer;
    Trained trained, trained_layer;
    TrainedBytes bytes;
    FrozenBytes frozen;

    double zero(int stage) const { return rank.plan.zero_stage >= stage ? rank.zero_ranks : 1.0; }
    double expert_zero(int stage) const {
        return rank.plan.zero_stage >= stage ? rank.expert_zero_ranks : 1.0;
    }
    /// Trained elements, each times `bytes_of` what it is, divided from ZeRO `stage` on.
    template <class BytesOf>
    double sharded(const Trained& t, BytesOf bytes_of, int stage) const {
        const double matrix = bytes_of(bytes.matrices);
        return (matrix * t.matrices + bytes_of(bytes.elsewhere) * t.elsewhere) / zero(stage) +
               matrix * t.experts / expert_zero(stage);
    }
    double sharded(const Trained& t, double StateBytes::*field, int stage) const {
        return sharded(
            t, [field](const StateBytes& b) { return b.*field; }, stage);
    }
};

double weight_bytes(const Parts& parts) {
    const double trained = parts.sharded(parts.trained, &StateBytes::weight, 3);
    if (!parts.rank.has_adapters) return trained;
    const RankParameters& p = parts.on_rank;
    const double rest = parts.frozen.rest * (p.norms + p.embedding + p.head);
    return trained + (parts.frozen.matrix * p.matrices + rest) / parts.zero(3) +
           parts.frozen.matrix * p.experts / parts.expert_zero(3);
}

/// Weights on the GPU while they are loaded. A model that was not built in pieces (zero.Init) is
/// moved there whole before it is split (DeepSpeed, runtime/engine.py,
/// _configure_distributed_model).
double loaded_bytes(const Parts& parts) {
    const Rank& rank = parts.rank;
    if (!rank.shards_weights() || rank.facts.partitioned_load.value) return weight_bytes(parts);
    const RankParameters& p = parts.on_rank;
    if (!rank.has_adapters) return rank.element * p.model();
    return parts.frozen.matrix * (p.matrices + p.experts) +
           parts.frozen.rest * (p.norms + p.embedding + p.head);
}

/// Bytes of one element in low precision, for the caches of quantised weights.
double low_precision_bytes(Precision precision) {
    switch (precision) {
    case Precision::fp8: return 1.0;
    case Precision::mxfp8: return 1.0 + 1.0 / 32.0;
    case Precision::nvfp4: return 0.5 + 1.0 / 16.0;
    default: return 0.0;
    }
}

/// Copies that forward makes of the weights: 16 bit under autocast, fp8 and below for the products.
double copied_bytes(const Parts& parts, const RankParameters& p) {
    const bool quantised = parts.rank.plan.task == Task::qlora;
    const bool autocast = parts.rank.states == States::autocast && parts.rank.element < fp32_bytes;
    const double matrices = p.matrices + p.experts;
    const double cast = autocast ? parts.rank.element * ((quantised ? 0.0 : matrices) + p.head) : 0;
    const double low = low_precision_bytes(parts.rank.plan.precision);
    return cast +
           (quantised ? 0.0 : parts.rank.facts.low_precision_weight_copies.value * low * matrices);
}

double optimizer_bytes(const Parts& parts) {
    const Trained& t = parts.trained;
    const StateBytes& b = parts.bytes.matrices;
    const StateBytes& e = parts.bytes.elsewhere;
    return ((b.master + b.moments) * t.matrices + (e.master + e.moments_elsewhere) * t.elsewhere) /
               parts.zero(1) +
           (b.master + b.moments) * t.experts / parts.expert_zero(1);
}

double step_bytes(const Parts& parts) {
    const Rank& rank = parts.rank;
    const Optimizer optimizer = rank.plan.optimizer;
    if (optimizer == Optimizer::adafactor || optimizer == Optimizer::muon)
        return one_matrix_step_bytes * largest_matrix(rank);
    const double stepped = parts.sharded(
        parts.trained, [](const StateBytes&) { return 1.0; }, 1);
    const double limit = rank.facts.optimizer_temporary_limit.value;
    const double at_once = limit > 0.0 && stepped > limit ? limit / stepped : 1.0;
    return at_once * parts.sharded(parts.trained, &StateBytes::step_copies, 1);
}

/// Elements of a bucket: the plan's own, or the stack's.
double bucket(const Rank& rank, const std::optional<std::int64_t>& own, double fact) {
    if (own) return static_cast<double>(*own);
    const double hidden = rank.model.hidden_size;
    return rank.facts.buckets_follow_hidden.value ? fact * hidden * hidden : fact;
}

/// Gathered weights of a layer, in the form in which they travel.
double gathered_layer_bytes(const Parts& parts) {
    const RankParameters& p = parts.layer;
    const double matrix =
        parts.rank.plan.task == Task::qlora ? parts.frozen.matrix : parts.rank.element;
    return matrix * (p.matrices + p.experts) +
           parts.rank.element * (p.norms + p.adapters + p.expert_adapters);
}

void set_gathered(const Parts& parts, ModelStates& s) {
    const Rank& rank = parts.rank;
    const bool elsewhere = rank.plan.offload == Offload::optimizer_and_parameters ||
                           rank.plan.offload == Offload::nvme;
    if (!rank.shards_weights() || (rank.zero_ranks <= 1.0 && !elsewhere)) return;
    const MemoryFacts& facts = rank.facts;
    const RankParameters& p = parts.on_rank;
    const double layer = gathered_layer_bytes(parts);
    const double root = rank.element * (p.embedding + p.head);
    // What is in use is fetched whatever else is live (DeepSpeed, partitioned_param_coordinator.py,
    // fetch_sub_module): at most the larger end of the model.
    const double in_use = rank.element * std::max(p.embedding, p.head);
    const std::optional<std::int64_t>& own = rank.plan.buckets.live;
    const double live = own ? static_cast<double>(*own) : facts.live_parameter_elements.value;
    const double kept = own || live > 0.0 ? rank.element * live + in_use : 0.0;
    const double ahead = rank.element * bucket(rank, rank.plan.buckets.prefetch,
                                               facts.prefetch_bucket_elements.value);
    const double units =
        facts.gathered_layers.value * layer + (facts.gathers_root_unit.value ? root : 0.0);
    const double whole = layer * (parts.on_rank.matrices + parts.on_rank.experts) /
                             std::max(1.0, parts.layer.matrices + parts.layer.experts) +
                         root;
    const double gathered = std::min(whole, std::max(units, kept) + ahead);
    s.gathered_forward = s.gathered_backward = gathered * units::B;
}

/// Elements of buckets of gradients on their way. ZeRO-3 concatenates what it scatters, a second
/// copy, and a gradient larger than the bucket travels by itself (DeepSpeed, runtime/zero/stage3.py
/// and runtime/comm/coalesced_collectives.py).
double reduce_buckets(const Parts& parts, double bucket_elements) {
    const Rank& rank = parts.rank;
    if (bucket_elements <= 0.0) return 0.0;
    if (rank.plan.zero_stage < 3) return rank.facts.reduce_buckets.value * bucket_elements;
    const RankParameters& p = parts.on_rank;
    const double largest = rank.has_adapters ? 0.0 : std::max(p.embedding, p.head);
    return 2.0 * std::max(bucket_elements, largest);
}

/// Gradients that are whole for a while: of the layer and of the root unit under FSDP; in buckets
/// under DeepSpeed, which has them for ZeRO 1 and 2 as well.
void set_unreduced(const Parts& parts, ModelStates& s) {
    const Rank& rank = parts.rank;
    const double reduce =
        bucket(rank, rank.plan.buckets.reduce, rank.facts.reduce_bucket_elements.value);
    const double gather =
        bucket(rank, rank.plan.buckets.allgather, rank.facts.allgather_bucket_elements.value);
    if (rank.plan.zero_stage >= 1) {
        s.buckets_backward = reduce_buckets(parts, reduce) * rank.element * units::B;
        if (rank.plan.zero_stage < 3) s.buckets_step = gather * rank.element * units::B;
    }
    if (rank.plan.zero_stage < 2 || rank.zero_ranks <= 1.0 || reduce > 0.0) return;
    const double layer = parts.trained_layer.all();
    const double root =
        rank.has_adapters ? parts.trained.elsewhere : parts.on_rank.head + parts.on_rank.embedding;
    const double head = rank.has_adapters ? 0.0 : parts.on_rank.head;
    s.unreduced_gradients = rank.element * (layer + head) * units::B;
    s.unreduced_gradients_end = rank.element * (layer + root) * units::B;
}

void set_gradients(const Parts& parts, ModelStates& s) {
    const Rank& rank = parts.rank;
    const double all = parts.sharded(parts.trained, &StateBytes::gradient, 2);
    if (rank.plan.optimizer_in_backward) {
        const double layer = parts.sharded(parts.trained_layer, &StateBytes::gradient, 2);
        s.gradients = std::min(all, layer) * units::B;
        return;
    }
    s.gradients = all * units::B;
    const bool plain = rank.plan.zero_stage == 0 && rank.data_parallel > 1;
    if (plain && !rank.facts.gradients_are_bucket_views.value) s.gradient_copies = s.gradients;
    const bool unsharded = rank.plan.zero_stage >= 2 && rank.zero_ranks > 1.0 &&
                           rank.micro_batches > 1 && rank.plan.no_sync &&
                           rank.facts.unsharded_gradients_under_no_sync.value;
    if (!unsharded) return;
    const bool whole_units = rank.has_adapters && rank.facts.frozen_gradients_in_units.value;
    s.unsharded_gradients = rank.element *
                            (parts.trained.all() + (whole_units ? parts.on_rank.model() : 0.0)) *
                            units::B;
}

/// Pinned buffers between disks and GPU: four of fp32 states, each as large as what is stepped at
/// once, and five of 1e8 weights (DeepSpeed, offload_optimizer.buffer_count,
/// offload_param.buffer_count and buffer_size).
Bytes disk_buffers(const Parts& parts) {
    constexpr double state_buffers = 4.0, weight_buffers = 5.0, weight_buffer_elements = 1e8;
    const double held = parts.sharded(
        parts.trained, [](const StateBytes&) { return 1.0; }, 1);
    const double limit = parts.rank.facts.optimizer_temporary_limit.value;
    const double at_once = limit > 0.0 ? std::min(limit, held) : held;
    const double weights = parts.rank.shards_weights()
                               ? parts.rank.element * weight_buffers * weight_buffer_elements
                               : 0.0;
    return (state_buffers * fp32_bytes * at_once + weights) * units::B;
}

/// What offload takes from the GPU and puts into host memory, with its staging buffers.
void move_to_host(const Parts& parts, ModelStates& s) {
    const Rank& rank = parts.rank;
    const Offload offload = rank.plan.offload;
    if (offload == Offload::none) return;
    const bool with_weights = offload != Offload::optimizer && rank.shards_weights();
    const auto in_fp32 = [](const StateBytes&) { return fp32_bytes; };
    const Bytes gradients = parts.sharded(parts.trained, in_fp32, 1) * units::B;
    Bytes moved = s.optimizer + gradients; // the host steps on fp32 gradients
    s.optimizer = s.step_temporaries = s.gradients = Bytes{};
    if (with_weights) {
        moved += s.weights;
        s.weights = Bytes{};
        if (rank.facts.partitioned_load.value) s.loading = Bytes{};
    }
    const double everything = fp32_bytes * parts.on_rank.model();
    const double by_layer =
        fp32_bytes * std::max({parts.layer.model(), parts.on_rank.embedding, parts.on_rank.head});
    const bool split = rank.shards_weights() && rank.facts.partitioned_load.value;
    const Bytes load = (split ? by_layer : everything) * units::B;
    // Of what goes to disks, gradients stay in host memory, in 16 bit.
    const Bytes staged = offload == Offload::nvme
                             ? disk_buffers(parts) + rank.element / fp32_bytes * gradients
                             : moved;
    s.host = rank.facts.host_buffer_factor.value * std::max(load, staged);
}

} // namespace

StateBytes state_bytes(States states, Optimizer optimizer, double element, const MemoryFacts& facts,
                       double matrix_edge) {
    StateBytes b;
    const bool fp32_weights = states == States::autocast || states == States::fp32_sharded;
    const bool fp32_gradients = fp32_weights || states == States::megatron;
    b.weight = fp32_weights ? fp32_bytes : element;
    b.gradient = fp32_gradients ? fp32_bytes : element;
    b.master = keeps_master(states, element) ? fp32_bytes : 0.0;
    const double moment = moment_bytes(states, element);
    set_moments(optimizer, moment, matrix_edge, b);
    const bool copies_moment = optimizer == Optimizer::adamw || optimizer == Optimizer::lamb;
    b.step_copies = facts.optimizer_temporary_bytes.value +
                    (copies_moment ? facts.foreach_copies.value * moment : 0.0);
    return b;
}

StateBytes state_bytes(const Rank& rank, States states) {
    StateBytes b =
        state_bytes(states, rank.plan.optimizer, rank.element, rank.facts, rank.model.hidden_size);
    const bool twice = rank.facts.bf16_gradients_twice.value && states == States::mixed &&
                       rank.plan.precision == Precision::bf16 && rank.plan.zero_stage <= 1;
    if (!twice) return b;
    // The optimizer steps on them as they are, where others cast its share of gradients first.
    b.gradient += fp32_bytes;
    b.step_copies = std::max(0.0, b.step_copies - fp32_bytes);
    return b;
}

ModelStates model_states(const Rank& rank, const StageContent& stage) {
    const RankParameters on_rank = parameters_on(rank, stage);
    const RankParameters layer = one_layer(rank, stage);
    const Parts parts{rank,
                      on_rank,
                      layer,
                      trained_of(rank, on_rank),
                      trained_of(rank, layer),
                      trained_bytes(rank),
                      frozen_bytes(rank)};
    ModelStates s;
    s.weights = weight_bytes(parts) * units::B;
    s.loading = loaded_bytes(parts) * units::B;
    s.weight_copies = copied_bytes(parts, rank.shards_weights() ? layer : on_rank) * units::B;
    s.weight_copies_layer = copied_bytes(parts, layer) * units::B;
    s.optimizer = optimizer_bytes(parts) * units::B;
    s.step_temporaries = step_bytes(parts) * units::B;
    set_gradients(parts, s);
    set_gathered(parts, s);
    set_unreduced(parts, s);
    move_to_host(parts, s);
    return s;
}

} // namespace headroom
