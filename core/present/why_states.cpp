#include "core/present/why_states.hpp"

#include "core/cost/memory_states.hpp"

#include <algorithm>

namespace headroom {

namespace {

/// Elements on a rank, by what their states are divided by.
struct Elements {
    double matrices = 0.0, elsewhere = 0.0, experts = 0.0;

    double plain() const { return matrices + elsewhere; }
    double all() const { return plain() + experts; }
};

Elements trained_of(const Rank& rank, const RankParameters& p) {
    if (!rank.has_adapters) return {p.matrices, p.embedding + p.head + p.norms, p.experts};
    const double embedding = rank.plan.lora.embedding_trained ? p.embedding : 0.0;
    const double head = rank.plan.lora.head_trained ? p.head : 0.0;
    return {p.adapters, embedding + head, p.expert_adapters};
}

StateBytes trained_bytes(const Rank& rank) {
    const bool fp32 = rank.facts.adapters_in_fp32.value;
    const States states = !rank.has_adapters ? rank.states : fp32 ? States::autocast : States::pure;
    return state_bytes(rank, states);
}

/// Bytes of a weight's copy for products below 16 bit; 0: no such copies.
double low_precision_bytes(Precision precision) {
    switch (precision) {
    case Precision::fp8: return 1.0;
    case Precision::mxfp8: return 1.0 + 1.0 / 32.0; // a scale for each 32 elements
    case Precision::nvfp4: return 0.5 + 1.0 / 16.0; // and for each 16
    default: return 0.0;
    }
}

class StateReasons {
  public:
    StateReasons(const Rank& rank, const StageContent& stage)
        : rank_(rank), on_rank_(parameters_on(rank, stage)), layer_(one_layer(rank, stage)),
          trained_(trained_of(rank, on_rank_)), trained_layer_(trained_of(rank, layer_)),
          bytes_(trained_bytes(rank)) {}

    WhyParts of(MemoryTerm term, Phase phase) const;

  private:
    double zero(int stage) const { return rank_.plan.zero_stage >= stage ? rank_.zero_ranks : 1.0; }
    double expert_zero(int stage) const {
        return rank_.plan.zero_stage >= stage ? rank_.expert_zero_ranks : 1.0;
    }
    void add_sharded(WhyParts& parts, const Elements& e, double per_element, int stage) const {
        parts.add({bytes_of(per_element), count_of(e.plain()), shared_by(zero(stage))});
        parts.add({bytes_of(per_element), count_of(e.experts), shared_by(expert_zero(stage))});
    }
    void weights(WhyParts& parts, Phase phase) const;
    void copies(WhyParts& parts, Phase phase) const;
    void gradients(WhyParts& parts, Phase phase) const;
    void unsharded(WhyParts& parts) const;
    void optimizer(WhyParts& parts) const;
    void temporaries(WhyParts& parts) const;
    void gathered(WhyParts& parts) const;
    void buckets(WhyParts& parts, Phase phase) const;
    double bucket(const std::optional<std::int64_t>& own, double fact) const;

    const Rank& rank_;
    RankParameters on_rank_, layer_;
    Elements trained_, trained_layer_;
    StateBytes bytes_;
};

void StateReasons::weights(WhyParts& parts, Phase phase) const {
    const bool whole = phase == Phase::load && rank_.shards_weights() &&
                       !rank_.facts.partitioned_load.value; // before it is split
    if (whole && !rank_.has_adapters) {
        parts.add({bytes_of(rank_.element), count_of(on_rank_.model())});
        return;
    }
    if (!whole) add_sharded(parts, trained_, bytes_.weight, 3);
    if (!rank_.has_adapters) return;
    const bool fp32 = rank_.states == States::autocast || rank_.states == States::fp32_sharded;
    const double ranks = whole ? 1.0 : zero(3);
    const Quantization& q = rank_.plan.quantization;
    const bool quantised = rank_.plan.task == Task::qlora;
    const double rest = fp32 && !quantised ? fp32_bytes : rank_.element;
    const double matrix =
        quantised ? stored_bytes_per_parameter(q.weights, q.double_quantised) : rest;
    parts.add({bytes_of(matrix), count_of(on_rank_.matrices), shared_by(ranks)});
    parts.add({bytes_of(rest), count_of(on_rank_.norms + on_rank_.embedding + on_rank_.head),
               shared_by(ranks)});
    parts.add(
        {bytes_of(matrix), count_of(on_rank_.experts), shared_by(whole ? 1.0 : expert_zero(3))});
}

void StateReasons::copies(WhyParts& parts, Phase phase) const {
    const bool one_layer =
        rank_.shards_weights() || phase == Phase::backward_end ||
        (phase == Phase::backward_start && !rank_.recomputes(RecomputeMode::none));
    const RankParameters& p = one_layer ? layer_ : on_rank_;
    const bool quantised = rank_.plan.task == Task::qlora;
    const double matrices = quantised ? 0.0 : p.matrices + p.experts;
    if (rank_.states == States::autocast && rank_.element < fp32_bytes)
        parts.add({bytes_of(rank_.element), count_of(matrices + p.head)});
    parts.add({whole_of(rank_.facts.low_precision_weight_copies.value, "copies"),
               bytes_of(low_precision_bytes(rank_.plan.precision)), count_of(matrices)});
}

void StateReasons::gradients(WhyParts& parts, Phase phase) const {
    const bool accumulated = rank_.micro_batches > 1 || rank_.facts.gradients_live_in_forward.value;
    const bool all_there = phase == Phase::backward_end || phase == Phase::optimizer_step;
    const bool on_host = rank_.plan.offload != Offload::none;
    if (!on_host && (accumulated || all_there))
        add_sharded(parts, rank_.plan.optimizer_in_backward ? trained_layer_ : trained_,
                    bytes_.gradient, 2);
    const double reduce =
        bucket(rank_.plan.buckets.reduce, rank_.facts.reduce_bucket_elements.value);
    if (rank_.plan.zero_stage < 2 || rank_.zero_ranks <= 1.0 || reduce > 0.0) return;
    // Whole until they are scattered: those of one layer, and of the head or the root unit.
    if (phase == Phase::backward_start)
        parts.add({bytes_of(rank_.element),
                   count_of(trained_layer_.all() + (rank_.has_adapters ? 0.0 : on_rank_.head))});
    if (phase == Phase::backward_end)
        parts.add({bytes_of(rank_.element),
                   count_of(trained_layer_.all() + (rank_.has_adapters
                                                        ? trained_.elsewhere
                                                        : on_rank_.head + on_rank_.embedding))});
}

void StateReasons::unsharded(WhyParts& parts) const {
    const bool units = rank_.has_adapters && rank_.facts.frozen_gradients_in_units.value;
    parts.add(
        {bytes_of(rank_.element), count_of(trained_.all() + (units ? on_rank_.model() : 0.0))});
}

void StateReasons::optimizer(WhyParts& parts) const {
    const double matrix = bytes_.master + bytes_.moments;
    const double elsewhere = bytes_.master + bytes_.moments_elsewhere;
    if (matrix == elsewhere) {
        add_sharded(parts, trained_, matrix, 1);
        return;
    }
    parts.add({bytes_of(matrix), count_of(trained_.matrices), shared_by(zero(1))});
    parts.add({bytes_of(elsewhere), count_of(trained_.elsewhere), shared_by(zero(1))});
    parts.add({bytes_of(matrix), count_of(trained_.experts), shared_by(expert_zero(1))});
}

void StateReasons::temporaries(WhyParts& parts) const {
    constexpr double one_matrix_bytes = 8.0; // about two fp32 tensors of the matrix in work
    const Optimizer optimizer = rank_.plan.optimizer;
    if (optimizer == Optimizer::adafactor || optimizer == Optimizer::muon) {
        parts.add({bytes_of(one_matrix_bytes), count_of(largest_matrix(rank_))});
        return;
    }
    const double stepped = trained_.plain() / zero(1) + trained_.experts / expert_zero(1);
    const double limit = rank_.facts.optimizer_temporary_limit.value;
    if (limit > 0.0 && limit < stepped)
        parts.add({bytes_of(bytes_.step_copies), count_of(limit)});
    else
        add_sharded(parts, trained_, bytes_.step_copies, 1);
}

double StateReasons::bucket(const std::optional<std::int64_t>& own, double fact) const {
    if (own) return static_cast<double>(*own);
    const double hidden = rank_.model.hidden_size;
    return rank_.facts.buckets_follow_hidden.value ? fact * hidden * hidden : fact;
}

void StateReasons::gathered(WhyParts& parts) const {
    const MemoryFacts& facts = rank_.facts;
    const Quantization& q = rank_.plan.quantization;
    const double matrix = rank_.plan.task == Task::qlora
                              ? stored_bytes_per_parameter(q.weights, q.double_quantised)
                              : rank_.element;
    const double products = layer_.matrices + layer_.experts;
    const double others = layer_.norms + layer_.adapters + layer_.expert_adapters;
    const double root = on_rank_.embedding + on_rank_.head;
    const double layer = matrix * products + rank_.element * others;
    const double ahead = bucket(rank_.plan.buckets.prefetch, facts.prefetch_bucket_elements.value);
    const std::optional<std::int64_t>& own = rank_.plan.buckets.live;
    const double limit = own ? static_cast<double>(*own) : facts.live_parameter_elements.value;
    // What is in use is fetched whatever else is live.
    const double in_use = own || limit > 0.0 ? std::max(on_rank_.embedding, on_rank_.head) : 0.0;
    const double live = limit + in_use;
    const double layers =
        (on_rank_.matrices + on_rank_.experts) / std::max(1.0, layer_.matrices + layer_.experts);
    const double with_root = facts.gathers_root_unit.value ? root : 0.0;
    const double units = facts.gathered_layers.value * layer + rank_.element * with_root;
    const double whole = layers * layer + rank_.element * root;
    const bool all = whole <= std::max(units, rank_.element * live) + rank_.element * ahead;
    const bool by_units = units >= rank_.element * live;
    const WhyFactor count = whole_of(all ? layers : facts.gathered_layers.value, "layers");
    if (all || by_units) {
        parts.add({count, bytes_of(matrix), count_of(products)});
        parts.add({count, bytes_of(rank_.element), count_of(others)});
        parts.add({bytes_of(rank_.element), count_of(all ? root : with_root)});
    } else {
        parts.add({bytes_of(rank_.element), count_of(limit)});
        parts.add({bytes_of(rank_.element), count_of(in_use)});
    }
    if (!all) parts.add({bytes_of(rank_.element), count_of(ahead)});
}

void StateReasons::buckets(WhyParts& parts, Phase phase) const {
    const bool plain = rank_.plan.zero_stage == 0 && rank_.data_parallel > 1;
    if (plain && !rank_.facts.gradients_are_bucket_views.value)
        add_sharded(parts, trained_, bytes_.gradient, 2); // a second copy, in buckets
    if (rank_.plan.zero_stage < 1) return;
    const double reduce =
        bucket(rank_.plan.buckets.reduce, rank_.facts.reduce_bucket_elements.value);
    const double gather =
        bucket(rank_.plan.buckets.allgather, rank_.facts.allgather_bucket_elements.value);
    const bool in_backward = phase == Phase::backward_start || phase == Phase::backward_end;
    if (in_backward && reduce > 0.0 && rank_.plan.zero_stage < 3)
        parts.add({whole_of(rank_.facts.reduce_buckets.value, "buckets"), bytes_of(rank_.element),
                   count_of(reduce)});
    // ZeRO-3 concatenates what it scatters, and a larger gradient travels by itself.
    const double largest = rank_.has_adapters ? 0.0 : std::max(on_rank_.embedding, on_rank_.head);
    if (in_backward && reduce > 0.0 && rank_.plan.zero_stage >= 3)
        parts.add({whole_of(2.0, "buckets"), bytes_of(rank_.element),
                   count_of(std::max(reduce, largest))});
    if (phase == Phase::optimizer_step && rank_.plan.zero_stage < 3)
        parts.add({bytes_of(rank_.element), count_of(gather)});
}

WhyParts StateReasons::of(MemoryTerm term, Phase phase) const {
    WhyParts parts;
    switch (term) {
    case MemoryTerm::weights: weights(parts, phase); break;
    case MemoryTerm::autocast_copies: copies(parts, phase); break;
    case MemoryTerm::gradients: gradients(parts, phase); break;
    case MemoryTerm::unsharded_gradients: unsharded(parts); break;
    case MemoryTerm::optimizer_states: optimizer(parts); break;
    case MemoryTerm::optimizer_temporaries: temporaries(parts); break;
    case MemoryTerm::gathered_parameters: gathered(parts); break;
    case MemoryTerm::buckets: buckets(parts, phase); break;
    default: break;
    }
    return parts;
}

} // namespace

WhyParts state_parts(const Rank& rank, const StageContent& stage, MemoryTerm term, Phase phase) {
    return StateReasons(rank, stage).of(term, phase);
}

} // namespace headroom
