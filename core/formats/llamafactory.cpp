// LLaMA-Factory's YAML, in both of its generations.
#include "core/formats/adapters.hpp"
#include "core/formats/companion.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr auto ignored =
    std::to_array<std::string_view>({"reward_model*",  "ref_model*",     "adapter_name*",
                                     "adapter_folder", "pref_*",         "ppo_*",
                                     "kto_*",          "dpo_*",          "create_new_adapter",
                                     "export_*",       "infer_*",        "max_samples",
                                     "mix_strategy",   "interleave*",    "train_dataset",
                                     "eval_dataset",   "dataset_dir",    "enable_thinking",
                                     "kernel_config",  "sample_backend", "batching_*",
                                     "freeze_*",       "oft_*",          "pissa_*",
                                     "shift_attn",     "use_dora",       "upcast_*",
                                     "resize_vocab",   "new_special*",   "additional_kwargs",
                                     "val_size",       "num_workers",    "buffer_size",
                                     "use_kernels",    "init_config",    "average_tokens*",
                                     "use_fast*",      "skip_special*",  "default_system",
                                     "tool_format"});

constexpr std::array<ShippedConfig, 5> shipped{
    ShippedConfig{"ds_z0_config", 0, "none"},
    ShippedConfig{"ds_z2_config", 2, "none"},
    ShippedConfig{"ds_z2_offload_config", 2, "optimizer"},
    ShippedConfig{"ds_z3_config", 3, "none"},
    ShippedConfig{"ds_z3_offload_config", 3, "parameters"},
};

constexpr std::array rows{
    ConfigRow{"cutoff_len", "training.sequence", ReadAs::whole, "2048", "hparams/data_args.py"},
    ConfigRow{"per_device_train_batch_size", "training.micro_batch", ReadAs::whole, "8",
              "TrainingArguments"},
    ConfigRow{"gradient_accumulation_steps", "training.accumulation", ReadAs::whole, "1",
              "TrainingArguments"},
    ConfigRow{"tensor_model_parallel_size", "training.tensor_parallel"},
    ConfigRow{"pipeline_model_parallel_size", "training.pipeline_parallel"},
    ConfigRow{"expert_model_parallel_size", "training.expert_parallel"},
    ConfigRow{"sequence_parallel", "training.sequence_parallel", ReadAs::flag},
};

class LlamaFactory {
  public:
    explicit LlamaFactory(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        if (!trains())
            return keys_.place(keys_.has("export_dir") ? "export_dir" : "do_train")
                .error("not a configuration of a training run (do_train is not true)");
        give_model(in_, "model_name_or_path");
        task();
        keys_.apply(rows);
        sharding();
        precision();
        checkpointing();
        attention();
        optimizer();
        loss();
        draft_.ask("cluster.gpus", reason::absent);
        keys_.finish(ignored);
    }

  private:
    bool trains() {
        return flag("do_train") || !keys_.has("export_dir|infer_backend|eval_dataset|task");
    }
    void task();
    void adapter();
    void sharding();
    void precision();
    void states();
    void checkpointing();
    void attention();
    void optimizer();
    void loss();
    void packing(const std::string& stage);
    bool flag(std::string_view key) { return keys_.flag(key).value_or(false); }
    bool full() const {
        const std::string task = draft_.text("training.task").value_or("");
        return task == "full_finetune" || task == "pretrain";
    }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
};

void LlamaFactory::task() {
    const std::string stage = keys_.word("stage").value_or("sft");
    const std::string tuning = keys_.word("finetuning_type").value_or("lora");
    packing(stage);
    if (stage == "dpo" || stage == "kto" || stage == "ppo" || stage == "rm")
        keys_.place("stage").warning("a method with a reference model or pairs: not counted");
    if (tuning == "lora") return adapter();
    if (tuning != "full")
        keys_.place("finetuning_type")
            .warning(
                fmt::format("{} trains a part of the weights; counted as all of them", tuning));
    if (keys_.has("quantization_bit"))
        keys_.place("quantization_bit").error("quantised weights are trained with adapters only");
    keys_.give("finetuning_type", "training.task",
               json_text(stage == "pt" ? "pretrain" : "full_finetune"));
}

void LlamaFactory::packing(const std::string& stage) {
    const bool pretrains = stage == "pt";
    if (pretrains) keys_.place("stage").note("pretraining: packing is on");
    const bool packed = keys_.flag("packing").value_or(pretrains) || flag("neat_packing");
    if (keys_.has("packing|neat_packing"))
        keys_.give("packing|neat_packing", "training.packing", json_text(packed));
    else
        draft_.assume("training.packing", json_text(packed),
                      pretrains ? "pretraining packs" : "absent: lengths vary");
}

void LlamaFactory::adapter() {
    const std::int64_t bits = keys_.whole("quantization_bit").value_or(0);
    if (bits != 0 && bits != 4 && bits != 8)
        return keys_.place("quantization_bit")
            .error(fmt::format("{} bits; 4 or 8 are known", bits));
    keys_.carry({"quantization_method", "quantization_type"});
    give_bits(keys_, {"finetuning_type", static_cast<int>(bits), "quantization_bit"});
    if (bits == 4) {
        if (const auto twice = keys_.flag("double_quantization"))
            keys_.give("double_quantization", "training.quantization.double", json_text(*twice));
        else
            draft_.assume("training.quantization.double", "true",
                          "absent: the default (hparams/model_args.py)");
    }
    const std::int64_t rank = keys_.whole("lora_rank").value_or(8);
    give_lora_size(keys_, {"lora_rank", "lora_alpha", 8, static_cast<int>(2 * rank),
                           "hparams/finetuning_args.py: alpha is twice the rank"});
    if (keys_.has("lora_target"))
        give_lora_targets(keys_, "lora_target");
    else
        draft_.assume("training.lora.targets", json_text("all_linear"),
                      "absent: all (hparams/finetuning_args.py)");
    give_also_trained(keys_, "additional_target");
}

void LlamaFactory::sharding() {
    if (keys_.has("deepspeed")) {
        if (!follow_deepspeed(in_, "deepspeed", shipped))
            draft_.ask("training.zero_stage", reason::other_file);
        return assume_framework(draft_, "hf-trainer-deepspeed", "LLaMA-Factory with DeepSpeed");
    }
    if (keys_.has("fsdp|fsdp_config")) {
        give_fsdp_words(keys_, "fsdp");
        keys_.carry({"fsdp_config"});
        draft_.assume("training.zero_stage", "3", "FSDP: full sharding");
        return assume_framework(draft_, "hf-trainer-fsdp", "LLaMA-Factory with FSDP");
    }
    const bool megatron = draft_.model_parallel() > 1;
    draft_.assume("training.zero_stage", "0", "no deepspeed and no fsdp: replicated weights");
    assume_framework(draft_, megatron ? "megatron-core" : "hf-trainer",
                     "LLaMA-Factory trains with Transformers' Trainer");
}

void LlamaFactory::precision() {
    if (flag("fp8")) keys_.give("fp8", "training.precision", json_text("fp8"));
    if (flag("pure_bf16"))
        keys_.give("pure_bf16", "training.precision", json_text("bf16"));
    else if (flag("bf16"))
        keys_.give("bf16", "training.precision", json_text("bf16"));
    else if (flag("fp16"))
        keys_.give("fp16", "training.precision", json_text("fp16"));
    else if (flag("tf32"))
        keys_.give("tf32", "training.precision", json_text("tf32"));
    if (!draft_.knows("training.precision")) {
        keys_.place("bf16").warning("neither bf16 nor fp16 is on: it trains in fp32");
        draft_.assume("training.precision", json_text("fp32"), "neither bf16 nor fp16 is on");
    }
    states();
}

/// Trainable weights are cast to fp32 unless pure_bf16 (model/adapter.py).
void LlamaFactory::states() {
    if (!full()) return;
    if (flag("pure_bf16")) return keys_.give("pure_bf16", "training.states", json_text("pure"));
    if (keys_.has("deepspeed"))
        return draft_.assume("training.states", json_text("mixed"),
                             "DeepSpeed keeps fp32 master weights");
    const bool fsdp = keys_.has("fsdp|fsdp_config");
    draft_.assume("training.states", json_text(fsdp ? "fp32_sharded" : "autocast"),
                  "trainable weights are cast to fp32 (model/adapter.py)");
}

void LlamaFactory::checkpointing() {
    constexpr std::string_view key = "disable_gradient_checkpointing";
    if (const auto off = keys_.flag(key))
        keys_.give(key, "training.recompute",
                   std::string(*off ? recompute::none : recompute::full));
    else
        draft_.assume("training.recompute", std::string(recompute::full),
                      "absent: checkpointing is on (hparams/model_args.py)");
    if (flag("use_unsloth_gc")) keys_.give("use_unsloth_gc", "training.activation_offload", "true");
}

void LlamaFactory::attention() {
    const std::string word =
        keys_.is_auto("flash_attn") ? "auto" : keys_.word("flash_attn").value_or("");
    if (word.empty() || word == "auto")
        return draft_.assume("training.flash_attention", "true", "auto: sdpa or better");
    keys_.give("flash_attn", "training.flash_attention",
               json_text(word != "disabled" && word != "false"));
}

void LlamaFactory::optimizer() {
    for (const std::string_view key :
         {"use_galore", "use_apollo", "use_badam", "use_adam_mini", "use_muon"}) {
        if (!flag(key)) continue;
        if (key == "use_muon") return keys_.give(key, "training.optimizer", json_text("muon"));
        keys_.place(key).warning("this optimizer is not modelled");
        return draft_.ask("training.optimizer", "the one in the file is not modelled");
    }
    if (keys_.has("optim")) return give_optimizer(keys_, "optim");
    draft_.assume("training.optimizer", json_text("adamw"), "absent: adamw_torch");
}

void LlamaFactory::loss() {
    if (flag("enable_liger_kernel"))
        keys_.give("enable_liger_kernel", "training.loss", json_text("fused_linear"));
}

/// The second generation: one model key, parts for distribution and adapters.
class LlamaFactoryV1 {
  public:
    explicit LlamaFactoryV1(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        give_model(in_, "model");
        adapter();
        keys_.apply(v1_rows);
        if (const auto global = keys_.whole("global_batch_size"))
            keys_.give("global_batch_size", "training.global_batch", json_text(*global));
        else
            draft_.assume("training.accumulation", "1", "absent: micro batch x data parallel");
        sharding();
        if (const auto is = keys_.flag("enable_activation_checkpointing"))
            keys_.give("enable_activation_checkpointing", "training.recompute",
                       std::string(*is ? recompute::full : recompute::none));
        else
            draft_.assume("training.recompute", std::string(recompute::full),
                          "absent: checkpointing is on (v1/config)");
        if (keys_.has("optim_config"))
            give_optimizer(keys_, "optim_config");
        else
            draft_.assume("training.optimizer", json_text("adamw"), "absent: AdamW");
        if (keys_.has("flash_attn"))
            give_attention(keys_, "flash_attn");
        else
            draft_.assume("training.flash_attention", "true", "absent: sdpa");
        draft_.ask("cluster.gpus", reason::absent);
        keys_.finish(ignored);
    }

  private:
    static constexpr std::array v1_rows{
        ConfigRow{"cutoff_len", "training.sequence", ReadAs::whole, "2048", "v1/config"},
        ConfigRow{"micro_batch_size", "training.micro_batch", ReadAs::whole, "1", "v1/config"},
        ConfigRow{"dist_config/cp_size", "training.context_parallel"},
    };
    void adapter();
    void sharding();

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
};

void LlamaFactoryV1::adapter() {
    keys_.carry({"model_class", "quant_config/name", "dist_config/dp_size", "peft_config/name"});
    if (keys_.word("peft_config/name").value_or("") != "lora")
        return draft_.assume("training.task", json_text("full_finetune"), "no peft_config");
    const bool quantised = keys_.has("quant_config");
    const std::int64_t bits =
        quantised ? keys_.whole("quant_config/quantization_bit|quant_config/bits").value_or(4) : 0;
    give_bits(keys_, {"peft_config/name", static_cast<int>(bits), "quant_config"});
    give_lora_size(keys_, {"peft_config/r", "peft_config/lora_alpha", 8, 16, "v1/plugins"});
    if (keys_.has("peft_config/target_modules"))
        give_lora_targets(keys_, "peft_config/target_modules");
    else
        draft_.assume("training.lora.targets", json_text("all_linear"), "absent: all");
}

void LlamaFactoryV1::sharding() {
    const std::string name = keys_.word("dist_config/name").value_or("");
    const std::string precision = keys_.word("dist_config/mixed_precision").value_or("bf16");
    if (keys_.has("dist_config/mixed_precision"))
        keys_.give("dist_config/mixed_precision", "training.precision", json_text(precision));
    else if (name != "deepspeed")
        draft_.assume("training.precision", json_text("bf16"), "absent: bf16 (v1/config)");
    if (name == "deepspeed") {
        assume_framework(draft_, "hf-trainer-deepspeed", "LLaMA-Factory with DeepSpeed");
        if (!follow_deepspeed(in_, "dist_config/config_file", shipped))
            draft_.ask("training.zero_stage", reason::other_file);
        return;
    }
    if (name.starts_with("fsdp")) {
        keys_.give("dist_config/name", "training.zero_stage", "3");
        draft_.assume("training.states", json_text("fp32_sharded"), "FSDP keeps fp32 shards");
        return assume_framework(draft_, "hf-trainer-fsdp", "LLaMA-Factory with FSDP2");
    }
    draft_.assume("training.zero_stage", "0", "no dist_config: replicated weights");
    assume_framework(draft_, "hf-trainer", "LLaMA-Factory");
}

} // namespace

void read_llamafactory(FormatInput& in) { LlamaFactory(in).read(); }
void read_llamafactory_v1(FormatInput& in) { LlamaFactoryV1(in).read(); }

} // namespace headroom
