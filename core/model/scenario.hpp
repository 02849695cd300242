// One question asked of the program: a model, on a cluster, trained by a plan, towards goals.
//
//     Scenario scenario = *read_scenario("team.json", catalog).scenario;
//     if (Problems p = validate(scenario); has_errors(p)) ...   // all of them, with where
//     Estimate estimate = evaluate(scenario);                   // core/cost/estimate.hpp
//
// Everything is resolved to values (no ids to look up, no file to read), so that a sweep copies it
// once and changes integers. Copying allocates (names); evaluating does not.
#pragma once

#include "core/base/problem.hpp"
#include "core/base/shared.hpp"
#include "core/model/decisions.hpp"
#include "core/model/funding.hpp"
#include "core/model/hardware.hpp"
#include "core/model/model_spec.hpp"
#include "core/model/plan.hpp"
#include "core/model/scores.hpp"
#include "core/model/site_calibration.hpp"
#include "core/model/stack.hpp"
#include "core/model/step_constants.hpp"
#include "core/model/step_regime.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What the team agreed on before looking at numbers. Empty means "not asked for".
struct Goals {
    std::optional<Bytes> headroom;        // to be left on one GPU; a file may also say "8 %"
    std::optional<double> headroom_share; // of the capacity
    std::optional<Seconds> step_time;
    std::optional<Seconds> duration; // of the whole run
    std::optional<Dollars> budget;
    std::optional<double> tokens; // of the whole run

    bool operator==(const Goals&) const = default;
};

/// P10 and P90 of measured over predicted, earned by validation in one regime.
struct BandFactors {
    double p10 = 0.8;
    double p90 = 1.25;
    int runs = 0; // 0: nothing was measured in this regime, the band is an assumption

    bool operator==(const BandFactors&) const = default;
};

/// What the catalog's measured runs taught: bands by quantity, and a site's own factor.
/// docs/model.md, "Bands". What a site measured itself is a SiteCalibration.
struct Calibration {
    BandFactors allocated{}, reserved{}, process{};
    BandFactors step_time{};                                        // outside of all regimes
    std::array<BandFactors, step_regime_count> step_time_regimes{}; // by StepRegime
    int step_time_runs = 0; // that the model was checked against, in any regime
    StepConstants step_constants;
    double outside_widening = 1.5; // applied to the band outside of every validated regime
    double site_step_time_factor = 1.0;
    double site_memory_factor = 1.0;

    bool operator==(const Calibration&) const = default;
};

struct Scenario {
    std::string name;
    ModelSpec model;
    ClusterSpec cluster;
    TrainingPlan training;
    Stack stack;
    Goals goals;
    Funding funding;
    Calibration calibration;
    Shared<SiteCalibration> site; // measured where this runs; empty: the presets alone
    Scores scores;
    std::vector<MeasuredRun> runs; // logged beside the plan
    std::vector<ReadinessItem> readiness = usual_readiness();

    bool operator==(const Scenario&) const = default;
};

/// The scenario as it was when this run of it was measured: its conditions, the team's goals.
Scenario plan_of(const MeasuredRun& run, const Scenario& scenario);
/// Nothing measured yet, under the conditions that the scenario has now.
MeasuredRun run_of(const Scenario& scenario);

/// GPUs / (TP * PP * CP); 0 where that does not divide.
int data_parallel(const Scenario& scenario);
/// Micro batches that one data-parallel rank runs for one optimizer step; 0 where not whole.
int micro_batches(const Scenario& scenario);
/// Steps in which the model can be scaled so that the plan still splits it: a slider over sizes of
/// which most are not legal says nothing.
ScalingSteps scaling_steps(const TrainingPlan& plan);
/// Tokens of one optimizer step.
double tokens_per_step(const Scenario& scenario);

/// Why a plan is not legal, as a set: cheap enough to ask for each cell of a slider's strip.
///
/// Legal though unusual, and so only a warning of validate(): tensor parallel across nodes; ZeRO 2
/// or 3 with pipeline stages (DeepSpeed's engine refuses it, FSDP stacks run it); fewer micro
/// batches than stages without interleaving; sequence parallel at TP 1 (Megatron-LM switches it
/// off); a sequence beyond the trained positions of rotary embeddings.
enum class Illegality : std::uint32_t {
    none = 0,
    heads_by_tensor_parallel = 1U << 0U,
    kv_heads_by_tensor_parallel = 1U
                                  << 1U, // TP above their number is fine where it divides: copies
    ffn_by_tensor_parallel = 1U << 2U,
    layers_by_pipeline = 1U << 3U, // see PipelineSplit
    gpus_by_parallelism = 1U << 4U,
    batch_by_data_parallel = 1U << 5U,
    data_parallel_over_batch = 1U << 6U,
    experts_by_expert_parallel = 1U << 7U,
    expert_parallel_by_ranks = 1U << 8U, // EP x expert TP divides the GPUs of one pipeline stage
    expert_parallel_without_experts = 1U << 9U,
    sequence_by_context_parallel = 1U << 10U, // 2 CP: each rank gets an early and a late piece
    precision_not_on_gpu = 1U << 11U,
    zero_group_by_data_parallel = 1U << 12U, // the group divides DP x CP
    virtual_stages_need_pipeline = 1U << 13U,
    micro_batches_by_stages = 1U << 14U,     // interleaved schedules only
    sequence_by_tensor_parallel = 1U << 15U, // with sequence parallel
    out_of_range = 1U << 16U,                // zero, negative or absurdly large numbers
    recompute_layers = 1U << 17U,
    style_not_trainable_so = 1U << 18U, // pipeline stages of an encoder-decoder
    sequence_over_position_table = 1U << 19U,
    expert_tensor_parallel = 1U << 20U,
    task_and_precision = 1U << 21U, // QLoRA computes in 16 or 32 bits on weights that are quantised
    offload_needs_zero_3 = 1U << 22U, // parameters are fetched layer by layer, as ZeRO-3 gathers
    optimizer_in_backward_accumulates = 1U << 23U, // it keeps no gradients to accumulate in
    offload_without_rate = 1U << 24U,              // of the link to the host, or of the disks
};
inline constexpr std::size_t illegality_count = 25;
constexpr Illegality operator|(Illegality a, Illegality b) {
    return static_cast<Illegality>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr bool contains(Illegality set, Illegality one) {
    return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(one)) != 0;
}

Illegality find_illegality(const Scenario& scenario);

/// Every problem at once, each with the scenario path ("/training/tensor_parallel") and a sentence
/// with the numbers in it: "32 heads do not divide by TP 3; try 2 or 4".
Problems validate(const Scenario& scenario);

} // namespace headroom
