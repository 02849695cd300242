#include "core/formats/deepspeed.hpp"

#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr std::string_view total_key = "train_batch_size";
constexpr std::string_view micro_key = "train_micro_batch_size_per_gpu";
constexpr std::string_view accumulation_key = "gradient_accumulation_steps";
constexpr std::string_view bf16_key = "bf16/enabled|bfloat16/enabled";
constexpr std::string_view fp16_key = "fp16/enabled";

constexpr auto ignored =
    std::to_array<std::string_view>({"gradient_clipping",
                                     "prescale_gradients",
                                     "gradient_predivide_factor",
                                     "sparse_gradients",
                                     "steps_per_print",
                                     "wall_clock_breakdown",
                                     "dump_state",
                                     "memory_breakdown",
                                     "zero_allow_untested_optimizer",
                                     "zero_force_ds_cpu_optimizer",
                                     "scheduler",
                                     "communication_data_type",
                                     "comms_logger",
                                     "flops_profiler",
                                     "tensorboard",
                                     "wandb",
                                     "csv_monitor",
                                     "checkpoint",
                                     "data_efficiency",
                                     "curriculum_learning",
                                     "loss_scale*",
                                     "initial_scale_power",
                                     "hysteresis",
                                     "min_loss_scale",
                                     "consecutive_hysteresis",
                                     "auto_cast",
                                     "params",
                                     "round_robin_gradients",
                                     "stage3_gather_16bit_weights_on_model_save",
                                     "gather_16bit_weights_on_model_save",
                                     "allgather_partitions",
                                     "reduce_scatter",
                                     "contiguous_gradients",
                                     "ignore_unused_parameters",
                                     "elastic_checkpoint",
                                     "load_from_fp32_weights",
                                     "legacy_stage1",
                                     "stage3_module_*",
                                     "aio",
                                     "compression_training"});

/// DeepSpeed's knobs in elements; what is absent is in the facts of the framework.
constexpr ConfigRow elements(std::string_view keys, const char* target) {
    constexpr std::int64_t most = 1'000'000'000'000'000;
    return {.keys = keys, .target = target, .lowest = 0, .highest = most};
}
constexpr std::array bucket_rows{
    elements("zero_optimization/reduce_bucket_size", "training.buckets.reduce"),
    elements("zero_optimization/allgather_bucket_size", "training.buckets.allgather"),
    elements("zero_optimization/stage3_max_live_parameters|zero_optimization/max_live_parameters",
             "training.buckets.live"),
    elements("zero_optimization/stage3_prefetch_bucket_size|zero_optimization/prefetch_bucket_size",
             "training.buckets.prefetch"),
    elements("zero_optimization/stage3_param_persistence_threshold|"
             "zero_optimization/param_persistence_threshold",
             "training.buckets.persistence"),
};
constexpr std::array degree_rows{
    ConfigRow{"tensor_parallel/autotp_size", "training.tensor_parallel"},
    ConfigRow{"sequence_parallel_size", "training.context_parallel"},
};

class Engine {
  public:
    Engine(FormatInput& in, DeepSpeedRole role)
        : keys_(in.keys), draft_(in.draft), alone_(role == DeepSpeedRole::alone) {}

    void read() {
        batches();
        precision();
        stage();
        offload();
        read_in_elements();
        keys_.apply(degree_rows);
        group();
        if (keys_.has("optimizer"))
            give_optimizer(keys_, "optimizer");
        else if (alone_)
            draft_.ask("training.optimizer", reason::absent);
        checkpointing();
    }

  private:
    void batches();
    void precision();
    void states(bool half);
    void stage();
    void offload();
    std::string_view device_of(const char* part);
    void old_offload();
    void read_in_elements();
    void group();
    void checkpointing();

    ConfigKeys& keys_;
    Draft& draft_;
    bool alone_;
};

/// Two of the three numbers give the third: total = micro x accumulation x data-parallel ranks.
void Engine::batches() {
    const auto give = [&](std::string_view key, const char* target) {
        if (const auto value = keys_.whole(key)) keys_.give(key, target, json_text(*value));
    };
    give(total_key, "training.global_batch");
    give(micro_key, "training.micro_batch");
    give(accumulation_key, "training.accumulation");
    if (!alone_) return;
    const bool total = keys_.value(total_key).has_value();
    const bool micro = keys_.value(micro_key).has_value();
    const bool accumulation = keys_.value(accumulation_key).has_value();
    if (keys_.flag("elasticity/enabled").value_or(false)) {
        keys_.place("elasticity").warning("elastic training chooses the batches when it starts");
        for (const char* key : {"training.global_batch", "training.micro_batch"}) {
            draft_.drop(key);
            draft_.ask(key, reason::interpolated);
        }
        return;
    }
    if (!micro && !total)
        draft_.ask("training.micro_batch",
                   keys_.is_auto(micro_key) ? reason::automatic : reason::absent);
    else if (!micro && keys_.is_auto(micro_key))
        draft_.ask("training.micro_batch", reason::automatic);
    if (!total && !(micro && accumulation) && keys_.is_auto(total_key))
        draft_.ask("training.global_batch", reason::automatic);
    else if (!total && !accumulation && !micro)
        draft_.ask("training.global_batch", reason::absent);
    // With one number of three, DeepSpeed accumulates nothing (config.py, _set_batch_related).
    if (micro != total && !accumulation && !keys_.is_auto(accumulation_key))
        draft_.assume("training.accumulation", "1",
                      "absent: with one batch size alone nothing is accumulated (config.py)");
}

void Engine::precision() {
    const bool bf16 = keys_.flag(bf16_key).value_or(false);
    const bool fp16 = keys_.flag(fp16_key).value_or(false);
    if (bf16 && fp16)
        return keys_.place(fp16_key).error("bf16 and fp16 are both on; DeepSpeed takes one");
    if (bf16 || fp16) {
        keys_.give(bf16 ? bf16_key : fp16_key, "training.precision",
                   json_text(bf16 ? "bf16" : "fp16"));
        return states(true);
    }
    if (keys_.is_auto(bf16_key) || keys_.is_auto(fp16_key)) {
        if (alone_) draft_.ask("training.precision", reason::automatic);
        return;
    }
    if (keys_.flag("torch_autocast/enabled").value_or(false)) {
        const std::string dtype = keys_.word("torch_autocast/dtype").value_or("bfloat16");
        keys_.give("torch_autocast/enabled", "training.precision",
                   json_text(dtype.ends_with("float16") && dtype != "bfloat16" ? "fp16" : "bf16"));
        draft_.give("training.states", json_text("autocast"),
                    keys_.where("torch_autocast/enabled"));
        return;
    }
    if (alone_)
        draft_.assume("training.precision", json_text("fp32"),
                      "neither bf16 nor fp16 is on (config.py)");
}

void Engine::states(bool half) {
    const bool pure = (keys_.flag("bf16/bf16_master_weights_and_grads").value_or(false) &&
                       keys_.flag("bf16/bf16_optimizer_states").value_or(false)) ||
                      keys_.flag("fp16/fp16_master_weights_and_grads").value_or(false);
    const std::string accumulated = keys_.word("data_types/grad_accum_dtype").value_or("");
    if (pure)
        return draft_.assume("training.states", json_text("pure"),
                             "master weights and states in 16 bits");
    if (accumulated == "fp32" && half)
        return draft_.assume("training.states", json_text("megatron"),
                             "gradients are accumulated in fp32 (data_types/grad_accum_dtype)");
    draft_.assume("training.states", json_text("mixed"),
                  "DeepSpeed keeps fp32 master weights beside 16-bit ones");
}

void Engine::stage() {
    constexpr std::string_view key = "zero_optimization/stage";
    constexpr int last_stage = 3;
    if (const auto switched = keys_.find("zero_optimization");
        switched && switched->json().is(Json::Type::boolean))
        return keys_.give("zero_optimization", "training.zero_stage",
                          json_text(switched->json().boolean ? 1 : 0));
    if (keys_.is_auto(key)) return draft_.ask("training.zero_stage", reason::automatic);
    const auto stage = keys_.whole(key, 0);
    if (stage && *stage > last_stage)
        return keys_.place(key).error(fmt::format("stage {}: stages go from 0 to 3", *stage));
    if (stage)
        keys_.give(key, "training.zero_stage", json_text(*stage));
    else if (!keys_.has(key))
        draft_.assume("training.zero_stage", "0", "absent: the default (zero/config.py)");
}

/// Where a part goes: "cpu", "nvme" or "".
std::string_view Engine::device_of(const char* part) {
    const std::string key = fmt::format("zero_optimization/{}", part);
    keys_.carry({key + "/nvme_path", key + "/pin_memory", key + "/buffer_count",
                 key + "/buffer_size", key + "/fast_init", key + "/max_in_cpu",
                 key + "/pipeline_read", key + "/pipeline_write"});
    const std::string device = keys_.word(key + "/device").value_or("none");
    if (const auto ratio = keys_.number(key + "/ratio"); ratio && *ratio < 1.0)
        keys_.place(key + "/ratio").note("a part stays on the GPU; all of it is counted as moved");
    if (device == "cpu") return "cpu";
    if (device == "nvme") return "nvme";
    if (device != "none")
        keys_.place(key + "/device")
            .error(fmt::format("\"{}\" is none of none, cpu, nvme", device));
    return "";
}

void Engine::offload() {
    const std::string_view parameters = device_of("offload_param");
    const std::string_view states = device_of("offload_optimizer");
    const char* const parts = parameters.empty() ? "offload_optimizer" : "offload_param";
    const std::string key = fmt::format("zero_optimization/{}/device", parts);
    if (!parameters.empty() && draft_.whole("training.zero_stage").value_or(0) != 3)
        keys_.place(key).warning("parameters are offloaded at ZeRO stage 3 only");
    if (parameters.empty() && states.empty()) return old_offload();
    const bool nvme = parameters == "nvme" || states == "nvme";
    keys_.give(key, "training.offload",
               json_text(nvme                 ? "nvme"
                         : parameters.empty() ? "optimizer"
                                              : "parameters"));
}

void Engine::old_offload() {
    struct Old {
        const char *key, *now, *ours;
    };
    for (const Old& old :
         {Old{"zero_optimization/cpu_offload_params", "offload_param", "parameters"},
          Old{"zero_optimization/cpu_offload", "offload_optimizer", "optimizer"}}) {
        if (!keys_.flag(old.key).value_or(false)) continue;
        keys_.place(old.key).note(
            fmt::format("deprecated; written {} with a device today", old.now));
        if (!draft_.knows("training.offload"))
            keys_.give(old.key, "training.offload", json_text(old.ours));
    }
    draft_.assume("training.offload", json_text("none"), "nothing is offloaded");
}

/// "auto" is filled in by the Trainer from the hidden size, as the framework's facts say.
void Engine::read_in_elements() {
    keys_.carry({"zero_optimization/overlap_comm", "zero_optimization/sub_group_size"});
    if (keys_.find("zero_optimization") &&
        keys_.place("zero_optimization").json().is(Json::Type::object))
        keys_.apply(bucket_rows);
}

void Engine::group() {
    for (const char* key :
         {"zero_optimization/zero_hpz_partition_size", "zero_optimization/mics_shard_size"})
        if (const auto size = keys_.whole(key, -1); size && *size > 1)
            keys_.give(key, "training.zero_group", json_text(*size));
}

void Engine::checkpointing() {
    constexpr std::string_view key = "activation_checkpointing";
    if (const auto found = keys_.find(key))
        found->warning("this block does not switch checkpointing on; the training script does");
    if (alone_) draft_.ask("training.recompute", reason::absent);
}

} // namespace

void read_deepspeed_engine(FormatInput& in, DeepSpeedRole role) {
    Engine(in, role).read();
    in.keys.finish(ignored);
}

void read_deepspeed(FormatInput& in) {
    read_deepspeed_engine(in, DeepSpeedRole::alone);
    in.draft.ask("model", reason::absent);
    in.draft.ask("training.sequence", reason::absent);
    in.draft.ask("cluster.gpus", reason::absent);
    assume_framework(in.draft, "deepspeed", "the file is DeepSpeed's");
}

} // namespace headroom
