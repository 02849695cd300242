// The keys of our files, once: each list below names every field of one struct with its range.
//
//     for_each_field(visitor, plan);               // visitor(Field{"sequence", ...},
//     plan.sequence) for_each_field(visitor, plan, base);         // visitor(Field{...}, plan.x,
//     base.x)
//
// The reader (field_reader.hpp) and the writer (scenario_writer.cpp) both walk these lists, so that
// what one writes the other reads. Order is the order in the file.
#pragma once

#include "core/model/catalog.hpp"

#include <concepts>
#include <string_view>
#include <type_traits>

namespace headroom {

struct Field {
    std::string_view key;
    double lowest = 0.0; // of numbers
    double highest = 1e18;
    bool always = false;    // written even where it has its default
    bool published = false; // catalogs must cite a source for it
    bool binary = false;    // memory, counted in GiB: a decimal "80 GB" gets a note
};

/// All of one struct, constant or not.
template <class Spec, class... Given>
concept Are = (std::same_as<std::remove_const_t<Given>, Spec> && ...);

namespace field_limits {
// Far above what exists, low enough that products of counts stay inside of 64 bits.
inline constexpr double sequence = 1 << 30;
inline constexpr double batch = 1 << 30;
inline constexpr double degree = 1 << 20;
inline constexpr double gpus_per_node = 1 << 14;
inline constexpr double nodes = 1 << 20;
inline constexpr double elements = 1e15;
} // namespace field_limits

template <class Visit, class... Model>
requires Are<ModelSpec, Model...>
void for_each_field(Visit&& visit, Model&... model) {
    namespace limit = model_limits;
    visit(Field{"name"}, model.name...);
    visit(Field{"family"}, model.family...);
    visit(Field{"style"}, model.style...);
    visit(Field{"hidden_size", 1, limit::hidden_size, true}, model.hidden_size...);
    visit(Field{"num_hidden_layers", 1, limit::layers, true}, model.num_hidden_layers...);
    visit(Field{"num_decoder_layers", 0, limit::layers}, model.num_decoder_layers...);
    visit(Field{"num_attention_heads", 1, limit::heads, true}, model.num_attention_heads...);
    visit(Field{"num_key_value_heads", 1, limit::heads, true}, model.num_key_value_heads...);
    visit(Field{"head_dim", 1, limit::head_dim, true}, model.head_dim...);
    visit(Field{"intermediate_size", 1, limit::intermediate_size, true},
          model.intermediate_size...);
    visit(Field{"vocab_size", 0, limit::vocab_size, true}, model.vocab_size...);
    visit(Field{"max_position_embeddings", 0, limit::positions}, model.max_position_embeddings...);
    visit(Field{"patch_size", 0, 4096}, model.patch_size...);
    visit(Field{"num_labels", 0, limit::vocab_size}, model.num_labels...);
    visit(Field{.key = "tie_word_embeddings", .always = true}, model.tie_word_embeddings...);
    visit(Field{"gated_mlp"}, model.gated_mlp...);
    visit(Field{"norm"}, model.norm...);
    visit(Field{"norms_per_layer", 1, 8}, model.norms_per_layer...);
    visit(Field{"position"}, model.position...);
    visit(Field{"pos_embeddings", 0, limit::positions}, model.pos_embeddings...);
    visit(Field{"attention_bias"}, model.attention_bias...);
    visit(Field{"o_bias"}, model.o_bias...);
    visit(Field{"mlp_bias"}, model.mlp_bias...);
    visit(Field{"lm_head_bias"}, model.lm_head_bias...);
    visit(Field{"qk_norm"}, model.qk_norm...);
    visit(Field{"attention_sinks"}, model.attention_sinks...);
    visit(Field{"embed_layernorm"}, model.embed_layernorm...);
    visit(Field{"sliding_window", 0, limit::positions}, model.sliding_window...);
    visit(Field{"full_attention_every", 0, limit::layers}, model.full_attention_every...);
}

template <class Visit, class... Moe>
requires Are<MoeSpec, Moe...>
void for_each_field(Visit&& visit, Moe&... moe) {
    namespace limit = model_limits;
    visit(Field{"n_routed_experts", 1, limit::experts, true}, moe.num_experts...);
    visit(Field{"num_experts_per_tok", 1, limit::experts, true}, moe.num_experts_per_tok...);
    visit(Field{"moe_intermediate_size", 1, limit::intermediate_size, true},
          moe.moe_intermediate_size...);
    visit(Field{"n_shared_experts", 0, limit::experts}, moe.n_shared_experts...);
    visit(Field{"shared_expert_intermediate_size", 0, limit::intermediate_size},
          moe.shared_expert_intermediate_size...);
    visit(Field{"first_k_dense_replace", 0, limit::layers}, moe.first_k_dense_replace...);
    visit(Field{"moe_layer_step", 1, limit::layers}, moe.moe_layer_step...);
    visit(Field{"router_bias"}, moe.router_bias...);
    visit(Field{"expert_bias"}, moe.expert_bias...);
}

template <class Visit, class... Mla>
requires Are<MlaSpec, Mla...>
void for_each_field(Visit&& visit, Mla&... mla) {
    namespace limit = model_limits;
    visit(Field{"q_lora_rank", 0, limit::rank}, mla.q_lora_rank...);
    visit(Field{"kv_lora_rank", 1, limit::rank, true}, mla.kv_lora_rank...);
    visit(Field{"qk_nope_head_dim", 0, limit::head_dim, true}, mla.qk_nope_head_dim...);
    visit(Field{"qk_rope_head_dim", 0, limit::head_dim, true}, mla.qk_rope_head_dim...);
    visit(Field{"v_head_dim", 1, limit::head_dim, true}, mla.v_head_dim...);
}

template <class Visit, class... Gpu>
requires Are<GpuSpec, Gpu...>
void for_each_field(Visit&& visit, Gpu&... gpu) {
    visit(Field{"name"}, gpu.name...);
    visit(Field{"short_name"}, gpu.short_name...);
    visit(Field{"vendor"}, gpu.vendor...);
    visit(Field{"generation"}, gpu.generation...);
    visit(Field{"year", 0, 2100}, gpu.year...);
    visit(Field{"announced"}, gpu.announced...);
    visit(Field{"confidence"}, gpu.confidence...);
    visit(Field{.key = "memory", .binary = true}, gpu.memory...);
    visit(Field{.key = "memory_marketing", .published = true}, gpu.memory_marketing...);
    visit(Field{"memory_bandwidth"}, gpu.memory_bandwidth...);
    visit(Field{"sustained_bandwidth"}, gpu.sustained_bandwidth...);
    visit(Field{"peak"}, gpu.peak...);
    visit(Field{"matmul_efficiency", 0, 1}, gpu.matmul_efficiency...);
    visit(Field{"matmul_efficiency_fp8", 0, 1}, gpu.matmul_efficiency_fp8...);
    visit(Field{"matmul_efficiency_fp4", 0, 1}, gpu.matmul_efficiency_fp4...);
    visit(Field{"board_power"}, gpu.board_power...);
    visit(Field{.key = "sm_count", .lowest = 0, .highest = 4096, .published = true},
          gpu.sm_count...);
    visit(Field{.key = "l2_cache", .published = true}, gpu.l2_cache...);
    visit(Field{"scale_up_link"}, gpu.scale_up_link...);
    visit(Field{"scale_up_domain", 0, 65536}, gpu.scale_up_domain...);
    visit(Field{"pcie_link"}, gpu.pcie_link...);
    visit(Field{"pcie_peer_access"}, gpu.pcie_peer_access...);
    visit(Field{"scale_out_link"}, gpu.scale_out_link...);
    visit(Field{"list_price"}, gpu.list_price...);
    visit(Field{"notes"}, gpu.notes...);
}

template <class Visit, class... Link>
requires Are<LinkSpec, Link...>
void for_each_field(Visit&& visit, Link&... link) {
    visit(Field{"name"}, link.name...);
    visit(Field{"kind"}, link.kind...);
    visit(Field{"peak"}, link.peak...);
    visit(Field{"achievable", 0, 1}, link.achievable...);
    visit(Field{"latency"}, link.latency...);
    visit(Field{"in_switch_reduction"}, link.in_switch_reduction...);
    visit(Field{"peer_access"}, link.peer_access...);
    visit(Field{"notes"}, link.notes...);
}

/// The cluster without its GPU and links, which may be ids.
template <class Visit, class... Cluster>
requires Are<ClusterSpec, Cluster...>
void for_each_field(Visit&& visit, Cluster&... cluster) {
    visit(Field{"host_link"}, cluster.host_link...);
    visit(Field{.key = "host_memory", .binary = true}, cluster.host_memory...);
    visit(Field{"nvme"}, cluster.nvme...);
    visit(Field{"power_cap"}, cluster.power_cap...);
    visit(Field{"bus_bandwidth"}, cluster.bus_bandwidth...);
    visit(Field{"rent"}, cluster.rent...);
    visit(Field{"rent_note"}, cluster.rent_note...);
    visit(Field{"prices"}, cluster.prices...);
}

template <class Visit, class... Prices>
requires Are<GpuPrices, Prices...>
void for_each_field(Visit&& visit, Prices&... prices) {
    visit(Field{"spot"}, prices.spot...);
    visit(Field{"reserved_1y"}, prices.reserved_1y...);
    visit(Field{"reserved_3y"}, prices.reserved_3y...);
    visit(Field{"purchase"}, prices.purchase...);
    visit(Field{"power"}, prices.power...);
}

template <class Visit, class... Terms>
requires Are<SpotTerms, Terms...>
void for_each_field(Visit&& visit, Terms&... spot) {
    visit(Field{"reclaims_per_node_month", 0, 1e4}, spot.reclaims_per_node_month...);
    visit(Field{"checkpoint_interval"}, spot.checkpoint_interval...);
    visit(Field{"restart"}, spot.restart...);
}

template <class Visit, class... Kind>
requires Are<Owning, Kind...>
void for_each_field(Visit&& visit, Kind&... owning) {
    visit(Field{"years", 0.1, 50}, owning.years...);
    visit(Field{"residual_value_after_3_years", 0, 1}, owning.residual_value_after_3_years...);
    visit(Field{"housing"}, owning.housing...);
    visit(Field{"electricity_per_kwh"}, owning.electricity_per_kwh...);
    visit(Field{"power_usage_effectiveness", 1, 10}, owning.power_usage_effectiveness...);
    visit(Field{"colocation_per_kw_month"}, owning.colocation_per_kw_month...);
    visit(Field{"staff_per_year"}, owning.staff_per_year...);
}

template <class Visit, class... Kind>
requires Are<Experiments, Kind...>
void for_each_field(Visit&& visit, Kind&... experiments) {
    visit(Field{"gpu_hours_per_week", 0, 1e12}, experiments.gpu_hours_per_week...);
    visit(Field{"budget_per_week"}, experiments.budget_per_week...);
    visit(Field{"steps", 0, 1e12}, experiments.steps...);
    visit(Field{"tokens", 0, 1e18}, experiments.tokens...);
}

template <class Visit, class... Kind>
requires Are<Currency, Kind...>
void for_each_field(Visit&& visit, Kind&... currency) {
    visit(Field{"code"}, currency.code...);
    visit(Field{"per_dollar", 1e-6, 1e9}, currency.per_dollar...);
}

template <class Visit, class... Kind>
requires Are<Funding, Kind...>
void for_each_field(Visit&& visit, Kind&... funding) {
    visit(Field{"purchase"}, funding.purchase...);
    visit(Field{"utilisation", 0.01, 1}, funding.utilisation...);
    visit(Field{"spot"}, funding.spot...);
    visit(Field{"owning"}, funding.owning...);
    visit(Field{"experiments"}, funding.experiments...);
    visit(Field{"currency"}, funding.currency...);
}

template <class Visit, class... Plan>
requires Are<TrainingPlan, Plan...>
void for_each_field(Visit&& visit, Plan&... plan) {
    namespace limit = field_limits;
    visit(Field{.key = "task", .always = true}, plan.task...);
    visit(Field{"sequence", 1, limit::sequence, true}, plan.sequence...);
    visit(Field{"micro_batch", 1, limit::batch, true}, plan.micro_batch...);
    visit(Field{"global_batch", 1, limit::batch, true}, plan.global_batch...);
    visit(Field{.key = "precision", .always = true}, plan.precision...);
    visit(Field{.key = "states", .always = true}, plan.states...);
    visit(Field{.key = "optimizer", .always = true}, plan.optimizer...);
    visit(Field{"optimizer_in_backward"}, plan.optimizer_in_backward...);
    visit(Field{"zero_stage", 0, 3, true}, plan.zero_stage...);
    visit(Field{"zero_group", 1, limit::degree}, plan.zero_group...);
    visit(Field{"offload"}, plan.offload...);
    visit(Field{"activation_offload"}, plan.activation_offload...);
    visit(Field{.key = "recompute", .always = true}, plan.recompute...);
    visit(Field{"tensor_parallel", 1, limit::degree}, plan.tensor_parallel...);
    visit(Field{"sequence_parallel"}, plan.sequence_parallel...);
    visit(Field{"pipeline_parallel", 1, limit::degree}, plan.pipeline_parallel...);
    visit(Field{"virtual_stages", 1, limit::degree}, plan.virtual_stages...);
    visit(Field{"pipeline_schedule"}, plan.schedule...);
    visit(Field{"pipeline_split"}, plan.pipeline_split...);
    visit(Field{"context_parallel", 1, limit::degree}, plan.context_parallel...);
    visit(Field{"expert_parallel", 1, limit::degree}, plan.expert_parallel...);
    visit(Field{"expert_tensor_parallel", 1, limit::degree}, plan.expert_tensor_parallel...);
    visit(Field{.key = "flash_attention", .always = true}, plan.flash_attention...);
    visit(Field{"loss"}, plan.loss...);
    visit(Field{"packing"}, plan.packing...);
    visit(Field{"compile"}, plan.compile...);
    visit(Field{"no_sync"}, plan.no_sync...);
    visit(Field{"lora"}, plan.lora...);
    visit(Field{"quantization"}, plan.quantization...);
    visit(Field{"buckets"}, plan.buckets...);
    visit(Field{"data_seconds_per_sample", 0, 1e6}, plan.data_seconds_per_sample...);
    visit(Field{"data_workers", 0, 65536}, plan.data_workers...);
}

template <class Visit, class... Kind>
requires Are<Recompute, Kind...>
void for_each_field(Visit&& visit, Kind&... recompute) {
    visit(Field{.key = "mode", .always = true}, recompute.mode...);
    visit(Field{"every", 1, model_limits::layers}, recompute.every...);
    visit(Field{"layers", 0, model_limits::layers}, recompute.layers...);
}

/// Without the sets of layers, which are lists of names in the file.
template <class Visit, class... Adapters>
requires Are<Lora, Adapters...>
void for_each_field(Visit&& visit, Adapters&... lora) {
    visit(Field{"rank", 1, model_limits::rank, true}, lora.rank...);
    visit(Field{"alpha", 0, 1e6}, lora.alpha...);
}

template <class Visit, class... Kind>
requires Are<Quantization, Kind...>
void for_each_field(Visit&& visit, Kind&... quantization) {
    visit(Field{.key = "weights", .always = true}, quantization.weights...);
    visit(Field{"double"}, quantization.double_quantised...);
}

template <class Visit, class... Kind>
requires Are<Buckets, Kind...>
void for_each_field(Visit&& visit, Kind&... buckets) {
    namespace limit = field_limits;
    visit(Field{"reduce", 0, limit::elements}, buckets.reduce...);
    visit(Field{"allgather", 0, limit::elements}, buckets.allgather...);
    visit(Field{"live", 0, limit::elements}, buckets.live...);
    visit(Field{"prefetch", 0, limit::elements}, buckets.prefetch...);
    visit(Field{"persistence", 0, limit::elements}, buckets.persistence...);
}

template <class Visit, class... Kind>
requires Are<BandFactors, Kind...>
void for_each_field(Visit&& visit, Kind&... band) {
    visit(Field{"p10", 1e-3, 1e3, true}, band.p10...);
    visit(Field{"p90", 1e-3, 1e3, true}, band.p90...);
    visit(Field{"runs", 0, 1e9, true}, band.runs...);
}

/// One band for each regime, by its name.
template <class Visit, class... Bands>
requires Are<std::array<BandFactors, step_regime_count>, Bands...>
void for_each_field(Visit&& visit, Bands&... bands) {
    for (std::size_t i = 0; i < step_regime_count; ++i)
        visit(Field{name_of(static_cast<StepRegime>(i))}, bands[i]...);
}

template <class Visit, class... Constants>
requires Are<StepConstants, Constants...>
void for_each_field(Visit&& visit, Constants&... constants) {
    visit(Field{"hopper_rate_per_power", 0.1, 10}, constants.hopper_rate_per_power...);
    visit(Field{"blackwell_rate_per_power", 0.1, 10}, constants.blackwell_rate_per_power...);
    visit(Field{"static_power_share", 0.01, 0.5}, constants.static_power_share...);
    visit(Field{"fp8_efficiency", 0.1, 1.5}, constants.fp8_efficiency...);
    visit(Field{"fp4_efficiency", 0.1, 1.5}, constants.fp4_efficiency...);
    visit(Field{"grouped_rate", 0.05, 1.5}, constants.grouped_rate...);
    visit(Field{"unfused_attention", 0.1, 3}, constants.unfused_attention...);
    visit(Field{"never_hidden", 0.01, 1}, constants.never_hidden...);
    visit(Field{"collective_skew_us", 0.01, 1e4}, constants.collective_skew_us...);
    visit(Field{"straggler_per_doubling", 1e-4, 1}, constants.straggler_per_doubling...);
    visit(Field{"memory_pressure", 1e-4, 1}, constants.memory_pressure...);
}

/// Points by the name of their reason.
template <class Visit, class... Kind>
requires Are<Points<ComplexityReason>, Kind...>
void for_each_field(Visit&& visit, Kind&... points) {
    for (std::size_t i = 0; i < complexity_reason_count; ++i)
        visit(Field{name_of(static_cast<ComplexityReason>(i)), 0, most_points},
              points.by_reason[i]...);
}

template <class Visit, class... Kind>
requires Are<Points<QualityReason>, Kind...>
void for_each_field(Visit&& visit, Kind&... points) {
    for (std::size_t i = 0; i < quality_reason_count; ++i)
        visit(Field{name_of(static_cast<QualityReason>(i)), 0, most_points},
              points.by_reason[i]...);
}

template <class Visit, class... Kind>
requires Are<Scores, Kind...>
void for_each_field(Visit&& visit, Kind&... scores) {
    visit(Field{"complexity"}, scores.complexity...);
    visit(Field{"quality_risk"}, scores.quality_risk...);
    visit(Field{"large_batch_tokens", 1, 1e18}, scores.large_batch_tokens...);
    visit(Field{"failures_within_a_day_gpus", 1, 1e9}, scores.failures_within_a_day_gpus...);
}

template <class Visit, class... Memory>
requires Are<MeasuredMemory, Memory...>
void for_each_field(Visit&& visit, Memory&... memory) {
    visit(Field{.key = "allocated", .binary = true}, memory.allocated...);
    visit(Field{.key = "reserved", .binary = true}, memory.reserved...);
    visit(Field{.key = "process", .binary = true}, memory.process...);
}

/// A run without its conditions, which are changes to the plan, and its quality, which may be none.
template <class Visit, class... Run>
requires Are<MeasuredRun, Run...>
void for_each_field(Visit&& visit, Run&... run) {
    visit(Field{.key = "name", .always = true}, run.name...);
    visit(Field{"date"}, run.date...);
    visit(Field{"step_time"}, run.step_time...);
    visit(Field{"memory"}, run.memory...);
    visit(Field{"notes"}, run.notes...);
}

template <class Visit, class... Item>
requires Are<ReadinessItem, Item...>
void for_each_field(Visit&& visit, Item&... item) {
    visit(Field{.key = "topic", .always = true}, item.topic...);
    visit(Field{"text"}, item.text...);
    visit(Field{.key = "done", .always = true}, item.done...);
    visit(Field{"note"}, item.note...);
}

template <class Visit, class... Kind>
requires Are<Calibration, Kind...>
void for_each_field(Visit&& visit, Kind&... calibration) {
    visit(Field{"allocated"}, calibration.allocated...);
    visit(Field{"reserved"}, calibration.reserved...);
    visit(Field{"process"}, calibration.process...);
    visit(Field{"step_time"}, calibration.step_time...);
    visit(Field{"step_time_regimes"}, calibration.step_time_regimes...);
    visit(Field{"step_time_runs", 0, 1e9}, calibration.step_time_runs...);
    visit(Field{"step_constants"}, calibration.step_constants...);
    visit(Field{"outside_widening", 1, 100}, calibration.outside_widening...);
    visit(Field{"site_step_time_factor", 1e-3, 1e3}, calibration.site_step_time_factor...);
    visit(Field{"site_memory_factor", 1e-3, 1e3}, calibration.site_memory_factor...);
}

} // namespace headroom
