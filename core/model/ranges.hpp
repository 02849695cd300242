// Numbers that are wrong by themselves: zero, negative, not finite, absurdly large.
//
//     check_ranges(scenario, report);     // report(path, [] { return "-4 is not ..."; })
//
// The sentence is a callable, so that asking whether there is a problem costs no text. What passes
// here keeps every product of whole numbers in core/model and core/cost inside 64 bits.
#pragma once

#include "core/base/unit_text.hpp"
#include "core/model/scenario.hpp"

#include <fmt/format.h>

#include <string_view>

namespace headroom {

/// Largest numbers a plan or a cluster may name; far above any machine known (2026).
namespace plan_limits {
inline constexpr int sequence = 67'108'864;
inline constexpr int micro_batch = 1'048'576;
inline constexpr int global_batch = 268'435'456;
inline constexpr int ranks = 262'144; // of one parallel dimension
inline constexpr int gpus_per_node = 16'384;
inline constexpr int nodes = 131'072;
inline constexpr int lora_rank = 65'536;
inline constexpr int workers = 65'536;
inline constexpr std::int64_t bucket = std::int64_t{1} << 40;
inline constexpr double tokens = 1e18; // what is trained on today is below 1e14
inline constexpr double quantity = largest_quantity;
/// A cap below a fifth of the board's power is under what any driver accepts.
inline constexpr double least_power_cap_share = 0.2;
} // namespace plan_limits

namespace detail {

template <class Report>
class RangeChecks {
  public:
    RangeChecks(const Scenario& scenario, Report& report) : scenario_(scenario), report_(report) {}

    void all() {
        model();
        style();
        experts();
        latent_attention();
        degrees();
        batch();
        tuning();
        gpu();
        cluster();
        goals();
        funding();
        experiments();
        calibration();
    }

  private:
    void whole(std::string_view path, std::int64_t value, std::int64_t least, std::int64_t most) {
        if (value >= least && value <= most) return;
        report_(path, [=] {
            return fmt::format("{} is out of range; it goes from {} to {}", value, least, most);
        });
    }
    void at_least_one(std::string_view path, int value, int most) { whole(path, value, 1, most); }

    /// Written so that NaN fails.
    void number(std::string_view path, double value, double least, double most) {
        if (value >= least && value <= most) return;
        report_(path, [=] {
            return fmt::format("{} is out of range; it goes from {} to {}", exact_number(value),
                               exact_number(least), exact_number(most));
        });
    }
    void positive(std::string_view path, double value) {
        if (value > 0.0 && value <= plan_limits::quantity) return;
        report_(path, [=] {
            return fmt::format("{} is not a positive finite number", exact_number(value));
        });
    }
    template <class Q>
    void positive(std::string_view path, Q value, std::string (*text)(Q)) {
        if (value > Q{} && value / Q::of_base(1.0) <= plan_limits::quantity) return;
        report_(path, [=] { return text(value) + " has to be more than nothing"; });
    }
    template <class Q>
    void not_negative(std::string_view path, Q value, std::string (*text)(Q)) {
        if (value >= Q{} && value / Q::of_base(1.0) <= plan_limits::quantity) return;
        report_(path, [=] { return text(value) + " cannot be negative"; });
    }

    void model() {
        namespace limits = model_limits;
        const ModelSpec& m = scenario_.model;
        at_least_one("/model/hidden_size", m.hidden_size, limits::hidden_size);
        at_least_one("/model/num_hidden_layers", m.num_hidden_layers, limits::layers);
        at_least_one("/model/num_attention_heads", m.num_attention_heads, limits::heads);
        at_least_one("/model/num_key_value_heads", m.num_key_value_heads, limits::heads);
        whole("/model/head_dim", m.head_dim, m.mla ? 0 : 1, limits::head_dim);
        at_least_one("/model/intermediate_size", m.intermediate_size, limits::intermediate_size);
        whole("/model/max_position_embeddings", m.max_position_embeddings, 0, limits::positions);
        whole("/model/pos_embeddings", m.pos_embeddings, 0, limits::positions);
        whole("/model/norms_per_layer", m.norms_per_layer, 0, limits::norms_per_layer);
        whole("/model/sliding_window", m.sliding_window, 0, limits::positions);
        whole("/model/full_attention_every", m.full_attention_every, 0, limits::layers);
        const bool grouped = m.num_key_value_heads < 1 || m.num_attention_heads < 1 ||
                             m.num_attention_heads % m.num_key_value_heads == 0;
        if (!grouped)
            report_("/model/num_key_value_heads", [&m] {
                return fmt::format("{} heads do not share {} key/value heads evenly",
                                   m.num_attention_heads, m.num_key_value_heads);
            });
    }

    /// An image model has patches and labels where a language model has a vocabulary.
    void style() {
        namespace limits = model_limits;
        const ModelSpec& m = scenario_.model;
        const bool is_image = m.style == ModelStyle::vit;
        whole("/model/vocab_size", m.vocab_size, is_image ? 0 : 1, limits::vocab_size);
        whole("/model/patch_size", m.patch_size, is_image ? 1 : 0, limits::patch_size);
        whole("/model/num_labels", m.num_labels, 0, limits::vocab_size);
        const int least_decoder = m.style == ModelStyle::t5 ? 1 : 0;
        whole("/model/num_decoder_layers", m.num_decoder_layers, least_decoder, limits::layers);
    }

    void experts() {
        if (!scenario_.model.moe) return;
        namespace limits = model_limits;
        const MoeSpec& moe = *scenario_.model.moe;
        at_least_one("/model/moe/num_experts", moe.num_experts, limits::experts);
        whole("/model/moe/num_experts_per_tok", moe.num_experts_per_tok, 1, moe.num_experts);
        at_least_one("/model/moe/moe_intermediate_size", moe.moe_intermediate_size,
                     limits::intermediate_size);
        whole("/model/moe/n_shared_experts", moe.n_shared_experts, 0, limits::shared_experts);
        whole("/model/moe/shared_expert_intermediate_size", moe.shared_expert_intermediate_size, 0,
              limits::intermediate_size);
        whole("/model/moe/first_k_dense_replace", moe.first_k_dense_replace, 0, limits::layers);
        at_least_one("/model/moe/moe_layer_step", moe.moe_layer_step, limits::layers);
    }

    void latent_attention() {
        if (!scenario_.model.mla) return;
        namespace limits = model_limits;
        const MlaSpec& mla = *scenario_.model.mla;
        whole("/model/mla/q_lora_rank", mla.q_lora_rank, 0, limits::rank);
        at_least_one("/model/mla/kv_lora_rank", mla.kv_lora_rank, limits::rank);
        at_least_one("/model/mla/qk_nope_head_dim", mla.qk_nope_head_dim, limits::head_dim);
        whole("/model/mla/qk_rope_head_dim", mla.qk_rope_head_dim, 0, limits::head_dim);
        at_least_one("/model/mla/v_head_dim", mla.v_head_dim, limits::head_dim);
    }

    void degrees() {
        namespace limits = plan_limits;
        const TrainingPlan& p = scenario_.training;
        at_least_one("/training/tensor_parallel", p.tensor_parallel, limits::ranks);
        at_least_one("/training/pipeline_parallel", p.pipeline_parallel, limits::ranks);
        at_least_one("/training/virtual_stages", p.virtual_stages, model_limits::layers);
        at_least_one("/training/context_parallel", p.context_parallel, limits::ranks);
        at_least_one("/training/expert_parallel", p.expert_parallel, limits::ranks);
        at_least_one("/training/expert_tensor_parallel", p.expert_tensor_parallel, limits::ranks);
        at_least_one("/training/zero_group", p.zero_group.value_or(1), limits::ranks);
        whole("/training/zero_stage", p.zero_stage, 0, 3);
    }

    void batch() {
        namespace limits = plan_limits;
        const TrainingPlan& p = scenario_.training;
        at_least_one("/training/sequence", p.sequence, limits::sequence);
        at_least_one("/training/micro_batch", p.micro_batch, limits::micro_batch);
        at_least_one("/training/global_batch", p.global_batch, limits::global_batch);
    }

    void tuning() {
        namespace limits = plan_limits;
        const TrainingPlan& p = scenario_.training;
        at_least_one("/training/recompute/every", p.recompute.every, model_limits::layers);
        whole("/training/recompute/layers", p.recompute.layers.value_or(0), 0,
              model_limits::layers);
        number("/training/data_seconds_per_sample", p.data_seconds_per_sample, 0.0, 1e6);
        const int least_workers = p.data_seconds_per_sample > 0.0 ? 1 : 0;
        whole("/training/data_workers", p.data_workers, least_workers, limits::workers);
        at_least_one("/training/lora/rank", p.lora.rank, limits::lora_rank);
        positive("/training/lora/alpha", p.lora.alpha);
        if (has_adapters(p.task))
            whole("/training/lora/targets", p.lora.targets, 1, all_linear_targets);
        bucket("/training/buckets/reduce", p.buckets.reduce);
        bucket("/training/buckets/allgather", p.buckets.allgather);
        bucket("/training/buckets/live", p.buckets.live);
        bucket("/training/buckets/prefetch", p.buckets.prefetch);
        bucket("/training/buckets/persistence", p.buckets.persistence);
    }
    void bucket(std::string_view path, const std::optional<std::int64_t>& elements) {
        whole(path, elements.value_or(0), 0, plan_limits::bucket);
    }

    void gpu() {
        const GpuSpec& gpu = scenario_.cluster.gpu;
        positive("/cluster/gpu/memory", gpu.memory.value, format_bytes);
        positive("/cluster/gpu/memory_bandwidth", gpu.memory_bandwidth.value, format_byte_rate);
        not_negative("/cluster/gpu/board_power", gpu.board_power.value, format_watts);
    }

    void cluster() {
        const ClusterSpec& c = scenario_.cluster;
        at_least_one("/cluster/gpus_per_node", c.gpus_per_node, plan_limits::gpus_per_node);
        at_least_one("/cluster/nodes", c.nodes, plan_limits::nodes);
        not_negative("/cluster/intra_node", c.intra_node.peak.value, format_byte_rate);
        not_negative("/cluster/inter_node", c.inter_node.peak.value, format_byte_rate);
        not_negative("/cluster/host_link", c.host_link.value, format_byte_rate);
        not_negative("/cluster/host_memory", c.host_memory.value, format_bytes);
        not_negative("/cluster/nvme", c.nvme.value, format_byte_rate);
        not_negative("/cluster/bus_bandwidth", c.bus_bandwidth.value, format_byte_rate);
        not_negative("/cluster/rent", c.rent.value, format_dollar_rate);
        prices();
        power_cap();
    }

    void prices() {
        const GpuPrices& p = scenario_.cluster.prices;
        not_negative("/cluster/prices/spot", p.spot.value, format_dollar_rate);
        not_negative("/cluster/prices/reserved_1y", p.reserved_1y.value, format_dollar_rate);
        not_negative("/cluster/prices/reserved_3y", p.reserved_3y.value, format_dollar_rate);
        not_negative("/cluster/prices/purchase", p.purchase.value, format_dollars);
        not_negative("/cluster/prices/power", p.power.value, format_watts);
    }

    void power_cap() {
        const Watts board = scenario_.cluster.gpu.board_power.value;
        const Watts cap = scenario_.cluster.power_cap.value;
        const Watts least = plan_limits::least_power_cap_share * board;
        if (cap == Watts{} || cap >= least) return;
        report_("/cluster/power_cap", [=] {
            return fmt::format("a cap of {} is below {}, a fifth of the board's {}, which no "
                               "driver accepts",
                               format_watts(cap), format_watts(least), format_watts(board));
        });
    }

    void goals() {
        const Goals& g = scenario_.goals;
        if (g.headroom) not_negative("/goals/headroom", *g.headroom, format_bytes);
        if (g.headroom_share) number("/goals/headroom", *g.headroom_share, 0.0, 1.0);
        if (g.step_time) positive("/goals/step_time", *g.step_time, format_seconds);
        if (g.duration) positive("/goals/duration", *g.duration, format_seconds);
        if (g.budget) positive("/goals/budget", *g.budget, format_dollars);
        if (g.tokens) number("/goals/tokens", *g.tokens, 1.0, plan_limits::tokens);
    }

    void funding() {
        const Funding& f = scenario_.funding;
        const Owning& own = f.owning;
        number("/funding/utilisation", f.utilisation.value, 0.01, 1.0);
        number("/funding/spot/reclaims_per_node_month", f.spot.reclaims_per_node_month.value, 0.0,
               1e4);
        not_negative("/funding/spot/checkpoint_interval", f.spot.checkpoint_interval.value,
                     format_seconds);
        not_negative("/funding/spot/restart", f.spot.restart.value, format_seconds);
        number("/funding/owning/years", own.years.value, 0.1, 50.0);
        number("/funding/owning/residual_value_after_3_years",
               own.residual_value_after_3_years.value, 0.0, 1.0);
        not_negative("/funding/owning/electricity_per_kwh", own.electricity_per_kwh.value,
                     format_dollars);
        number("/funding/owning/power_usage_effectiveness", own.power_usage_effectiveness.value,
               1.0, 10.0);
        not_negative("/funding/owning/colocation_per_kw_month", own.colocation_per_kw_month.value,
                     format_dollars);
        not_negative("/funding/owning/staff_per_year", own.staff_per_year, format_dollars);
    }

    void experiments() {
        const Experiments& e = scenario_.funding.experiments;
        number("/funding/experiments/gpu_hours_per_week", e.gpu_hours_per_week, 0.0, 1e12);
        not_negative("/funding/experiments/budget_per_week", e.budget_per_week, format_dollars);
        number("/funding/experiments/steps", e.steps, 0.0, 1e12);
        number("/funding/experiments/tokens", e.tokens, 0.0, plan_limits::tokens);
        const Currency& currency = scenario_.funding.currency;
        number("/funding/currency/per_dollar", currency.per_dollar, 1e-6, 1e9);
        const bool is_code =
            currency.code.size() == 3 &&
            currency.code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
        if (!is_code)
            report_("/funding/currency/code", [&currency] {
                return fmt::format("\"{}\" is not a currency: three capital letters, as \"KRW\"",
                                   currency.code);
            });
    }

    void calibration() {
        const Calibration& c = scenario_.calibration;
        positive("/calibration/site_step_time_factor", c.site_step_time_factor);
        positive("/calibration/site_memory_factor", c.site_memory_factor);
        positive("/calibration/outside_widening", c.outside_widening);
        for (const BandFactors& one : {c.allocated, c.reserved, c.process, c.step_time})
            band(one);
        for (const BandFactors& one : c.step_time_regimes)
            band(one);
        const StepConstants& k = c.step_constants;
        for (const Sourced<double>& constant :
             {k.hopper_rate_per_power, k.blackwell_rate_per_power, k.static_power_share,
              k.fp8_efficiency, k.fp4_efficiency, k.grouped_rate, k.unfused_attention,
              k.never_hidden, k.collective_skew_us, k.straggler_per_doubling, k.memory_pressure})
            positive("/calibration/step_constants", constant.value);
    }

    void band(const BandFactors& one) {
        positive("/calibration", one.p10);
        number("/calibration", one.p90, one.p10, plan_limits::quantity);
    }

    const Scenario& scenario_;
    Report& report_;
};

} // namespace detail

template <class Report>
void check_ranges(const Scenario& scenario, Report&& report) {
    detail::RangeChecks<std::remove_reference_t<Report>>(scenario, report).all();
}

} // namespace headroom
