// Accelerate's configuration, TRL's among them: launch, sharding and precision; never the batches.
#include "core/formats/companion.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr auto ignored = std::to_array<std::string_view>({"compute_environment",
                                                          "machine_rank",
                                                          "main_process_*",
                                                          "main_training_function",
                                                          "rdzv_*",
                                                          "same_network",
                                                          "tpu_*",
                                                          "downcast_bf16",
                                                          "gpu_ids",
                                                          "deepspeed_hostfile",
                                                          "deepspeed_multinode_launcher",
                                                          "zero3_*",
                                                          "gradient_clipping",
                                                          "deepspeed_moe_layer_cls_names",
                                                          "fsdp_auto_wrap_policy",
                                                          "fsdp_backward_prefetch*",
                                                          "fsdp_cpu_ram_efficient_loading",
                                                          "fsdp_forward_prefetch",
                                                          "fsdp_state_dict_type",
                                                          "fsdp_sync_module_states",
                                                          "fsdp_transformer_layer_cls_to_wrap",
                                                          "fsdp_use_orig_params",
                                                          "fsdp_min_num_params",
                                                          "dynamo_*",
                                                          "enable_cpu_affinity",
                                                          "ipex_config",
                                                          "mpirun_config",
                                                          "env",
                                                          "commands",
                                                          "command_file",
                                                          "megatron_lm_gradient_clipping",
                                                          "amax_*",
                                                          "margin",
                                                          "interval",
                                                          "use_autocast_during_eval",
                                                          "override_linear_precision",
                                                          "opt_level"});

/// A key with the prefix that Accelerate adds where it is left out.
std::string prefixed(const char* section, const char* prefix, const char* key) {
    return fmt::format("{0}/{1}{2}|{0}/{2}", section, prefix, key);
}
std::string fsdp(const char* key) { return prefixed("fsdp_config", "fsdp_", key); }
std::string parallel(const char* key) {
    return prefixed("parallelism_config", "parallelism_config_", key);
}

constexpr std::array megatron_rows{
    ConfigRow{"megatron_lm_config/megatron_lm_tp_degree", "training.tensor_parallel"},
    ConfigRow{"megatron_lm_config/megatron_lm_pp_degree", "training.pipeline_parallel"},
    ConfigRow{"megatron_lm_config/megatron_lm_num_micro_batches", "training.accumulation"},
    ConfigRow{"megatron_lm_config/megatron_lm_sequence_parallelism", "training.sequence_parallel",
              ReadAs::flag},
    ConfigRow{"megatron_lm_config/megatron_lm_context_parallel_size", "training.context_parallel"},
    ConfigRow{"megatron_lm_config/megatron_lm_expert_model_parallel_size",
              "training.expert_parallel"},
};

class Accelerate {
  public:
    explicit Accelerate(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        if (const auto cloud = keys_.find("ec2_instance_type"))
            return cloud->error("a job of SageMaker, which chooses its own machines; give the "
                                "configuration of the run itself");
        cluster();
        degrees();
        sharding();
        precision();
        for (const char* key :
             {"training.sequence", "training.micro_batch", "training.accumulation",
              "training.optimizer", "training.recompute"})
            draft_.ask(key, reason::absent);
        draft_.ask("model", reason::absent);
        keys_.finish(ignored);
    }

  private:
    /// Whether anything is sharded: plain data parallel keeps replicas.
    bool shards_at_all() { return keys_.word("distributed_type").value_or("") != "MULTI_GPU"; }
    void cluster();
    void degrees();
    void sharding();
    void fully_sharded();
    void deepspeed();
    void deepspeed_file(std::string_view key);
    void megatron();
    void precision();
    bool with_file() { return keys_.has("deepspeed_config/deepspeed_config_file"); }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
};

/// num_processes counts the GPUs of all machines.
void Accelerate::cluster() {
    const std::int64_t machines = keys_.whole("num_machines").value_or(1);
    if (keys_.has("num_machines"))
        keys_.give("num_machines", "cluster.nodes", json_text(machines));
    else
        draft_.assume("cluster.nodes", "1", "absent: the default (launch.py)");
    const auto processes = keys_.whole("num_processes", -1);
    // An unquoted NO is false to YAML.
    const std::string type = keys_.word("distributed_type").value_or("");
    if ((type == "NO" || type == "false") && !processes)
        return draft_.assume("cluster.gpus", "1", "distributed_type NO: one process");
    if (!processes || *processes == -1) return draft_.ask("cluster.gpus", reason::absent);
    if (*processes < 1)
        return keys_.place("num_processes").error("not a number of GPUs: at least 1");
    if (*processes % machines != 0)
        return keys_.place("num_processes")
            .error(fmt::format("{} processes do not divide by {} machines", *processes, machines));
    keys_.give("num_processes", "cluster.gpus", json_text(*processes));
    keys_.give("num_processes", "cluster.gpus_per_node", json_text(*processes / machines));
}

void Accelerate::degrees() {
    if (!keys_.has("parallelism_config")) return;
    const auto size = [&](const char* key) { return keys_.whole(parallel(key)).value_or(1); };
    const std::int64_t replicas = size("dp_replicate_size"), shards = size("dp_shard_size");
    const std::int64_t tensor = size("tp_size"), context = size("cp_size") * size("sp_size");
    keys_.carry({parallel("cp_comm_strategy"), parallel("sp_backend"), parallel("cp_handler")});
    if (keys_.has(parallel("tp_size")))
        keys_.give(parallel("tp_size"), "training.tensor_parallel", json_text(tensor));
    if (context > 1)
        keys_.give(parallel(keys_.has(parallel("cp_size")) ? "cp_size" : "sp_size"),
                   "training.context_parallel", json_text(context));
    // FSDP shards over the ranks of the context as well.
    if (replicas > 1 && shards * context > 1 && shards_at_all())
        keys_.give(parallel("dp_shard_size"), "training.zero_group", json_text(shards * context));
    const std::int64_t ranks = replicas * shards * tensor * context;
    const auto gpus = draft_.whole("cluster.gpus");
    const bool states_data =
        keys_.has(parallel("dp_replicate_size")) || keys_.has(parallel("dp_shard_size"));
    if (gpus && states_data && ranks != *gpus)
        keys_.place("parallelism_config")
            .error(fmt::format("{} x {} x {} x {} (replicate x shard x tensor x context) = {}, "
                               "and there are {} processes",
                               replicas, shards, tensor, context, ranks, *gpus));
}

void Accelerate::sharding() {
    const std::string type = keys_.word("distributed_type").value_or("");
    if (type == "FSDP" || (type.empty() && keys_.has("fsdp_config"))) return fully_sharded();
    if (type == "DEEPSPEED" || (type.empty() && keys_.has("deepspeed_config"))) return deepspeed();
    if (type == "MEGATRON_LM") return megatron();
    if (type == "NO" || type == "false" || type == "MULTI_GPU") {
        keys_.give("distributed_type", "training.zero_stage", "0");
        draft_.assume("training.states", json_text("autocast"),
                      "without sharding, mixed precision is autocast over fp32 weights");
        return assume_framework(draft_, "accelerate", "the file is Accelerate's");
    }
    if (type.empty()) {
        draft_.ask("training.zero_stage", reason::absent);
        return;
    }
    keys_.place("distributed_type").error(fmt::format("{} is no plan for GPUs of ours", type));
}

void Accelerate::fully_sharded() {
    const std::string version = keys_.word(fsdp("version")).value_or("1");
    const std::string reshard = fsdp("reshard_after_forward");
    const auto text = keys_.find(reshard);
    const bool is_strategy = text && text->json().is(Json::Type::text) && !flag_of(text->json());
    if (version == "2") {
        if (const auto is = keys_.flag(reshard))
            keys_.give(reshard, "training.zero_stage", json_text(*is ? 3 : 2));
        else
            draft_.assume("training.zero_stage", "3",
                          "absent: weights are resharded after forward (dataclasses.py)");
    } else {
        if (text && !is_strategy)
            text->warning("version 1 of FSDP does not read this; fsdp_sharding_strategy decides");
        const std::string strategy = is_strategy ? reshard : fsdp("sharding_strategy");
        if (!give_fsdp_strategy(keys_, strategy)) {
            if (keys_.has(strategy)) keys_.place(strategy).error("no sharding strategy of FSDP");
            draft_.assume("training.zero_stage", "3", "absent: FULL_SHARD (dataclasses.py)");
        }
    }
    const bool offload = keys_.flag(fsdp("offload_params")).value_or(false);
    if (keys_.has(fsdp("offload_params")))
        keys_.give(fsdp("offload_params"), "training.offload",
                   json_text(offload ? "parameters" : "none"));
    if (keys_.flag(fsdp("activation_checkpointing")).value_or(false))
        keys_.give(fsdp("activation_checkpointing"), "training.recompute",
                   std::string(recompute::full));
    draft_.assume("training.states", json_text("fp32_sharded"),
                  "FSDP keeps low-precision weights as fp32 shards (fsdp_utils.py)");
    assume_framework(draft_, "hf-trainer-fsdp", "Accelerate with FSDP");
}

void Accelerate::deepspeed() {
    constexpr std::string_view file = "deepspeed_config/deepspeed_config_file";
    assume_framework(draft_, "hf-trainer-deepspeed", "Accelerate with DeepSpeed");
    if (with_file()) return deepspeed_file(file);
    if (const auto stage = keys_.whole("deepspeed_config/zero_stage", 0)) {
        if (*stage > 3)
            return keys_.place("deepspeed_config/zero_stage")
                .error(fmt::format("stage {}: stages go from 0 to 3", *stage));
        keys_.give("deepspeed_config/zero_stage", "training.zero_stage", json_text(*stage));
    } else {
        draft_.assume("training.zero_stage", "2", "absent: Accelerate's default (dataclasses.py)");
    }
    const auto device = [&](const char* part) {
        return keys_.word(fmt::format("deepspeed_config/{}_device", part)).value_or("none");
    };
    keys_.carry({"deepspeed_config/offload_optimizer_nvme_path",
                 "deepspeed_config/offload_param_nvme_path"});
    const std::string states = device("offload_optimizer"), weights = device("offload_param");
    const bool nvme = states == "nvme" || weights == "nvme";
    const char* const offload = nvme                ? "nvme"
                                : weights != "none" ? "parameters"
                                : states != "none"  ? "optimizer"
                                                    : "none";
    if (keys_.has("deepspeed_config/offload_optimizer_device|"
                  "deepspeed_config/offload_param_device"))
        keys_.give("deepspeed_config/offload_optimizer_device|deepspeed_config/"
                   "offload_param_device",
                   "training.offload", json_text(offload));
    if (const auto steps = keys_.whole("deepspeed_config/gradient_accumulation_steps"))
        keys_.give("deepspeed_config/gradient_accumulation_steps", "training.accumulation",
                   json_text(*steps));
    draft_.assume("training.states", json_text("mixed"),
                  "DeepSpeed keeps fp32 master weights beside 16-bit ones");
}

/// With a file of DeepSpeed's, Accelerate refuses the same things said here (dataclasses.py).
void Accelerate::deepspeed_file(std::string_view key) {
    for (const char* twice :
         {"deepspeed_config/zero_stage", "deepspeed_config/offload_optimizer_device",
          "deepspeed_config/offload_param_device", "deepspeed_config/gradient_accumulation_steps",
          "deepspeed_config/gradient_clipping", "deepspeed_config/zero3_save_16bit_model",
          "mixed_precision"})
        if (const auto found = keys_.find(twice))
            found->warning("Accelerate refuses this beside deepspeed_config_file, which says it");
    if (!follow_deepspeed(in_, key)) draft_.ask("training.zero_stage", reason::other_file);
}

void Accelerate::megatron() {
    keys_.apply(megatron_rows);
    constexpr std::string_view distributed =
        "megatron_lm_config/megatron_lm_use_distributed_optimizer";
    if (const auto is = keys_.flag(distributed))
        keys_.give(distributed, "training.zero_stage", json_text(*is ? 1 : 0));
    else
        draft_.ask("training.zero_stage", reason::absent);
    constexpr std::string_view granularity = "megatron_lm_config/megatron_lm_recompute_granularity";
    constexpr std::string_view selective = "megatron_lm_config/megatron_lm_recompute_activations";
    if (const auto word = keys_.word(granularity))
        keys_.give(granularity, "training.recompute",
                   std::string(*word == "full" ? recompute::full : recompute::selective));
    else if (keys_.flag(selective).value_or(false))
        keys_.give(selective, "training.recompute", std::string(recompute::selective));
    draft_.assume("training.states", json_text("megatron"), "Megatron-LM's own");
    assume_framework(draft_, "megatron-core", "Accelerate with Megatron-LM");
}

void Accelerate::precision() {
    constexpr std::string_view key = "mixed_precision";
    const std::string word = keys_.word(key).value_or("");
    if (with_file()) return draft_.ask("training.precision", reason::other_file);
    if (word == "bf16" || word == "fp16" || word == "fp8")
        return keys_.give(key, "training.precision", json_text(word));
    keys_.carry({"fp8_config/backend"});
    if (word == "no" || word == "false") {
        keys_.place(key).note("no mixed precision: the script's own dtype decides");
        draft_.drop("training.states");
    } else if (!word.empty()) {
        keys_.place(key).error(fmt::format("\"{}\" is none of no, fp16, bf16, fp8", word));
    }
    draft_.ask("training.precision", reason::absent);
}

} // namespace

void read_accelerate(FormatInput& in) { Accelerate(in).read(); }

} // namespace headroom
