// The training plan: everything that a team can trade, as plain values.
//
// Each field has the name of its key in the scenario file (docs/scenario.md), each enumerator the
// spelling of its JSON value, so that a message, a slider and a file speak of one thing.
#pragma once

#include "core/model/precision.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom {

enum class Task : std::uint8_t { pretrain, full_finetune, lora, qlora };

/// Which copies of weights, gradients and optimizer states exist, in which dtype (docs/model.md).
enum class States : std::uint8_t { automatic, mixed, pure, megatron, fp32_sharded, autocast };

enum class Optimizer : std::uint8_t {
    adamw,
    adamw_8bit,
    paged_adamw_8bit,
    adamw_4bit,
    lamb,
    adafactor,
    muon,
    sgd
};

/// What lives outside of the GPU. nvme: optimizer states and parameters on disks.
enum class Offload : std::uint8_t { none, optimizer, optimizer_and_parameters, nvme };

enum class RecomputeMode : std::uint8_t { none, selective, full };

/// Activation checkpointing: `mode` on every `every`-th layer, or on the first `layers` of a stage.
struct Recompute {
    RecomputeMode mode = RecomputeMode::none;
    int every = 1;
    std::optional<int> layers;

    bool operator==(const Recompute&) const = default;
};

enum class LossPath : std::uint8_t {
    automatic,
    eager,
    fused,
    fused_linear,
    chunked,
    vocab_parallel
};

enum class PipelineSchedule : std::uint8_t { one_f_one_b, interleaved, zero_bubble };

/// How layers are dealt to pipeline stages. even: all stages alike, or the plan is not legal.
/// balanced: embedding and head count as a layer each, and what does not divide goes to the first
/// chunks (Megatron's account-for-embedding/loss flags, torchtitan's default, DeepSpeed's uneven
/// partitions): Llama 3.1 405B runs as 15, 6 x 16, 15 on 8 stages.
enum class PipelineSplit : std::uint8_t { even, balanced };

/// Linear layers that a LoRA adapter can sit on, as a set.
enum class LoraTarget : std::uint8_t { q = 1, k = 2, v = 4, o = 8, gate = 16, up = 32, down = 64 };
using LoraTargets = std::uint8_t;
inline constexpr LoraTargets all_linear_targets = 127;

struct Lora {
    int rank = 16;
    double alpha = 32.0;
    LoraTargets targets = all_linear_targets;
    bool embedding_trained = false; // "also_trained": ["embedding"]
    bool head_trained = false;      // "also_trained": ["head"]

    bool operator==(const Lora&) const = default;
};

struct Quantization {
    WeightFormat weights = WeightFormat::nf4;
    bool double_quantised = true;

    bool operator==(const Quantization&) const = default;
};

/// DeepSpeed's knobs, in elements. Empty: the framework's own defaults.
struct Buckets {
    std::optional<std::int64_t> reduce, allgather, live, prefetch, persistence;

    bool operator==(const Buckets&) const = default;
};

struct TrainingPlan {
    Task task = Task::pretrain;
    int sequence = 4096;
    int micro_batch = 1;  // sequences per data-parallel rank and pass
    int global_batch = 1; // sequences per optimizer step
    Precision precision = Precision::bf16;
    States states = States::automatic;
    Optimizer optimizer = Optimizer::adamw;
    bool optimizer_in_backward = false;
    int zero_stage = 0;
    std::optional<int>
        zero_group; // ranks that shard together (HSDP); empty: all data-parallel ranks
    Offload offload = Offload::none;
    bool activation_offload = false;
    Recompute recompute;
    int tensor_parallel = 1;
    bool sequence_parallel = false;
    int pipeline_parallel = 1;
    int virtual_stages = 1; // model chunks per pipeline rank
    PipelineSchedule schedule =
        PipelineSchedule::one_f_one_b; // interleaved follows from virtual_stages
    PipelineSplit pipeline_split = PipelineSplit::even;
    int context_parallel = 1;
    int expert_parallel = 1;
    int expert_tensor_parallel = 1;
    bool flash_attention = true;
    LossPath loss = LossPath::automatic;
    bool packing = true; // every sequence filled to its length; false: lengths vary
    bool compile = false;
    bool no_sync = true; // gradient accumulation without synchronising each micro batch
    Lora lora;
    Quantization quantization;
    Buckets buckets;
    /// Per-sample loading time of one worker and workers per GPU; 0: data loading is not modelled.
    double data_seconds_per_sample = 0.0;
    int data_workers = 0;

    bool operator==(const TrainingPlan&) const = default;
};

constexpr bool has_adapters(Task task) { return task == Task::lora || task == Task::qlora; }

std::string_view name_of(Task);
std::string_view name_of(States);
std::string_view name_of(Optimizer);
std::string_view name_of(Offload);
std::string_view name_of(RecomputeMode);
std::string_view name_of(LossPath);
std::string_view name_of(PipelineSchedule);
std::string_view name_of(PipelineSplit);

} // namespace headroom
