// Settings of Transformers' and TRL's trainers: a YAML file, or the flags of a launch line.
#include "core/formats/adapters.hpp"
#include "core/formats/companion.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr std::string_view source = "training_args.py";

constexpr auto ignored = std::to_array<std::string_view>({"env",
                                                          "model_init*",
                                                          "completion*",
                                                          "assistant*",
                                                          "config_file",
                                                          "main_process*",
                                                          "machine_rank",
                                                          "master_*",
                                                          "node_rank",
                                                          "rdzv_*",
                                                          "script_args",
                                                          "per_device_eval*",
                                                          "gradient_checkpointing_kwargs",
                                                          "torch_dtype",
                                                          "dtype",
                                                          "beta",
                                                          "loss_type",
                                                          "temperature",
                                                          "use_auth_token",
                                                          "fast_tokenizer*",
                                                          "use_fast*",
                                                          "low_cpu*",
                                                          "m",
                                                          "c",
                                                          "n",
                                                          "padding_free",
                                                          "eos_token",
                                                          "max_prompt*",
                                                          "num_generations",
                                                          "average_*",
                                                          "ignore_*",
                                                          "instance*"});

constexpr std::array rows{
    ConfigRow{"per_device_train_batch_size", "training.micro_batch", ReadAs::whole, "8", source},
    ConfigRow{"gradient_accumulation_steps", "training.accumulation", ReadAs::whole, "1", source},
    ConfigRow{"packing", "training.packing", ReadAs::flag, "false", "sft_config.py"},
    ConfigRow{"torch_compile", "training.compile", ReadAs::flag},
};

class HfTrainer {
  public:
    explicit HfTrainer(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        give_model(in_, "model_name_or_path|config_name|tokenizer_name");
        keys_.apply(rows);
        trainer();
        sequence();
        precision();
        checkpointing();
        adapter();
        sharding();
        optimizer();
        cluster();
        if (keys_.has("attn_implementation"))
            give_attention(keys_, "attn_implementation");
        else
            draft_.assume("training.flash_attention", "true", "absent: sdpa");
        if (keys_.flag("use_liger_kernel|use_liger").value_or(false))
            keys_.give("use_liger_kernel|use_liger", "training.loss", json_text("fused_linear"));
        keys_.finish(ignored);
    }

  private:
    static constexpr std::string_view length_keys =
        "max_length|max_seq_length|max_seq_len|block_size|model_max_length|max_source_length";

    void trainer();
    void sequence();
    void precision();
    void checkpointing();
    void adapter();
    void sharding();
    void optimizer();
    void cluster();
    bool flag(std::string_view key) { return keys_.flag(key).value_or(false); }
    bool trl() const { return trainer_.starts_with("trl"); }
    bool unknown() const { return trainer_.empty() || trainer_ == "other"; }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
    std::string trainer_; // "": not answered
};

/// Three defaults are not the same in every trainer: it is asked for where one of them is needed.
void HfTrainer::trainer() {
    trainer_ = draft_.answer("trainer").value_or("");
    if (!trainer_.empty() && trainer_ != "transformers" && trainer_ != "trl-sft" &&
        trainer_ != "trl-dpo" && trainer_ != "other")
        draft_.report(error("--answer trainer=" + trainer_.substr(0, 40),
                            "none of transformers, trl-sft, trl-dpo, other"));
    const bool told = (keys_.has("bf16") || keys_.has("fp16")) &&
                      keys_.has("gradient_checkpointing") && keys_.has(length_keys);
    if (!told) draft_.ask("trainer", "its defaults of precision, checkpointing and length");
}

void HfTrainer::sequence() {
    constexpr const char* target = "training.sequence";
    if (const auto length = keys_.whole(length_keys))
        return keys_.give(length_keys, target, json_text(*length));
    if (trainer_ == "trl-sft" && !keys_.has(length_keys))
        return draft_.assume(target, "1024", "absent: TRL's default (sft_config.py)");
    draft_.ask(target, reason::absent);
}

void HfTrainer::precision() {
    constexpr const char* target = "training.precision";
    const bool bf16 = flag("bf16"), fp16 = flag("fp16");
    if (bf16 && fp16) return keys_.place("fp16").error("bf16 and fp16 are both on");
    keys_.carry({"tf32"});
    if (bf16 || fp16)
        return keys_.give(bf16 ? "bf16" : "fp16", target, json_text(bf16 ? "bf16" : "fp16"));
    if (flag("tf32") && (!trl() || keys_.has("bf16")))
        return keys_.give("tf32", target, json_text("tf32"));
    if (trl() && !keys_.has("bf16"))
        return draft_.assume(target, json_text("bf16"), "absent: TRL's default (sft_config.py)");
    if (!unknown() || keys_.has("bf16"))
        return draft_.assume(target, json_text("fp32"), "neither bf16 nor fp16 is on");
    if (trainer_ == "other") draft_.ask(target, reason::absent);
}

void HfTrainer::checkpointing() {
    constexpr std::string_view key = "gradient_checkpointing";
    constexpr const char* target = "training.recompute";
    if (const auto is = keys_.flag(key))
        return keys_.give(key, target, std::string(*is ? recompute::full : recompute::none));
    if (trl()) return draft_.assume(target, std::string(recompute::full), "absent: TRL's default");
    if (!unknown())
        return draft_.assume(target, std::string(recompute::none), "absent: Transformers' default");
    if (trainer_ == "other") draft_.ask(target, reason::absent);
}

void HfTrainer::adapter() {
    const bool peft = flag("use_peft") || flag("use_lora");
    const bool in_4 = flag("load_in_4bit"), in_8 = flag("load_in_8bit");
    keys_.carry({"bnb_4bit_quant_type", "use_bnb_nested_quant", "lora_r", "lora_alpha"});
    if (!peft)
        return draft_.assume("training.task", json_text("full_finetune"), "absent: no use_peft");
    give_bits(keys_, {"use_peft|use_lora",
                      in_4   ? 4
                      : in_8 ? 8
                             : 0,
                      in_4 ? "load_in_4bit" : "load_in_8bit"});
    if (in_4)
        draft_.assume("training.quantization.double", json_text(flag("use_bnb_nested_quant")),
                      "use_bnb_nested_quant (model_config.py)");
    give_lora_size(keys_, {"lora_r", "lora_alpha", 16, 32, "TRL, model_config.py"});
    if (keys_.has("lora_target_modules"))
        give_lora_targets(keys_, "lora_target_modules");
    else
        assume_peft_targets(draft_);
    give_also_trained(keys_, "lora_modules_to_save");
}

void HfTrainer::sharding() {
    constexpr const char* target = "training.zero_stage";
    if (keys_.has("deepspeed")) {
        if (!follow_deepspeed(in_, "deepspeed")) draft_.ask(target, reason::other_file);
        return assume_framework(draft_, "hf-trainer-deepspeed", "the Trainer with DeepSpeed");
    }
    keys_.carry({"fsdp_config"});
    if (keys_.has("fsdp")) {
        give_fsdp_words(keys_, "fsdp");
        draft_.assume(target, "0", "fsdp names no sharding");
        return assume_framework(draft_, "hf-trainer-fsdp", "the Trainer with FSDP");
    }
    draft_.assume(target, "0", "neither deepspeed nor fsdp: replicated weights");
    assume_framework(draft_, "hf-trainer", "the Trainer");
}

void HfTrainer::optimizer() {
    if (keys_.has("optim")) return give_optimizer(keys_, "optim");
    draft_.assume("training.optimizer", json_text("adamw"),
                  "absent: adamw_torch (training_args.py)");
}

/// num_processes counts all GPUs, the others those of one node.
void HfTrainer::cluster() {
    constexpr std::string_view nodes_key = "num_machines|nnodes|num_nodes|nodes|N";
    constexpr std::string_view in_node = "nproc_per_node|num_gpus|ntasks_per_node|gpus_per_node";
    const auto nodes = keys_.whole(nodes_key);
    const auto all = keys_.whole("num_processes");
    const auto each = keys_.whole(in_node);
    if (!all && !each) return draft_.ask("cluster.gpus", reason::absent);
    const std::int64_t count = nodes.value_or(1);
    if (all && *all % count != 0)
        return keys_.place("num_processes")
            .error(fmt::format("{} processes do not divide by {} machines", *all, count));
    const std::string_view key = all ? std::string_view("num_processes") : in_node;
    keys_.give(key, "cluster.gpus", json_text(all ? *all : *each * count));
    keys_.give(key, "cluster.gpus_per_node", json_text(all ? *all / count : *each));
    if (nodes) keys_.give(nodes_key, "cluster.nodes", json_text(*nodes));
}

} // namespace

void read_hf_trainer(FormatInput& in) { HfTrainer(in).read(); }

} // namespace headroom
