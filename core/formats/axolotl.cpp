// axolotl's YAML.
#include "core/formats/adapters.hpp"
#include "core/formats/companion.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr std::string_view schemas = "utils/schemas";

constexpr auto ignored = std::to_array<std::string_view>({"model_type",
                                                          "base_model_config",
                                                          "base_model_ignore_patterns",
                                                          "is_*",
                                                          "tokenizer_*",
                                                          "pretraining_dataset",
                                                          "test_datasets",
                                                          "shuffle_merged_datasets",
                                                          "type",
                                                          "path",
                                                          "split",
                                                          "field*",
                                                          "excess_length*",
                                                          "eval_*",
                                                          "early_*",
                                                          "auto_resume*",
                                                          "gradient_checkpointing_kwargs",
                                                          "train_on_inputs",
                                                          "adapter_*",
                                                          "lora_model_dir",
                                                          "lora_on_cpu",
                                                          "lora_layers*",
                                                          "lora_mlp_kernel",
                                                          "lora_qkv_kernel",
                                                          "lora_o_kernel",
                                                          "peft*",
                                                          "loraplus*",
                                                          "ddp*",
                                                          "special_tokens",
                                                          "added_tokens*",
                                                          "chat_template*",
                                                          "default_system*",
                                                          "roles*",
                                                          "message_*",
                                                          "dataset_*",
                                                          "loss_watchdog*",
                                                          "min_sample_len",
                                                          "noisy*",
                                                          "bfloat16",
                                                          "liger_rope",
                                                          "liger_rms_norm",
                                                          "liger_glu*",
                                                          "liger_layer_norm",
                                                          "liger_swiglu",
                                                          "fsdp_state*",
                                                          "fsdp_transformer*",
                                                          "fsdp_auto*",
                                                          "state_dict_type",
                                                          "auto_wrap_policy",
                                                          "transformer_layer*",
                                                          "cpu_ram*",
                                                          "limit_all*",
                                                          "sync_module*",
                                                          "use_orig*",
                                                          "final_state*",
                                                          "fsdp_*",
                                                          "torch_compile_*",
                                                          "trainer_cls",
                                                          "use_ray*",
                                                          "mixed_precision_policy",
                                                          "beta*",
                                                          "sample_packing_*",
                                                          "pad_token*",
                                                          "offload_*"});

constexpr std::array<ShippedConfig, 8> shipped{
    ShippedConfig{"zero1", 1, "none"},
    ShippedConfig{"zero1_torch_compile", 1, "none"},
    ShippedConfig{"zero2", 2, "none"},
    ShippedConfig{"zero2_torch_compile", 2, "none"},
    ShippedConfig{"zero3", 3, "none"},
    ShippedConfig{"zero3_bf16", 3, "none"},
    ShippedConfig{"zero3_bf16_cpuoffload_params", 3, "parameters"},
    ShippedConfig{"zero3_bf16_cpuoffload_all", 3, "parameters"},
};

constexpr std::array rows{
    ConfigRow{"sequence_len", "training.sequence", ReadAs::whole, "512", schemas},
    ConfigRow{"micro_batch_size", "training.micro_batch", ReadAs::whole, "1", schemas},
    ConfigRow{"context_parallel_size|sequence_parallel_degree", "training.context_parallel"},
    ConfigRow{"tensor_parallel_size", "training.tensor_parallel"},
    ConfigRow{"expert_parallel_size", "training.expert_parallel"},
    ConfigRow{"torch_compile", "training.compile", ReadAs::flag},
};

class Axolotl {
  public:
    explicit Axolotl(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        give_model(in_, "base_model");
        adapter();
        keys_.apply(rows);
        accumulation();
        precision();
        const bool sharded = sharding();
        states(sharded);
        checkpointing();
        if (keys_.has("optimizer"))
            give_optimizer(keys_, "optimizer");
        else
            draft_.assume("training.optimizer", json_text("adamw"),
                          "absent: adamw_torch_fused (utils/schemas)");
        attention();
        loss();
        packing();
        not_modelled();
        draft_.ask("cluster.gpus", reason::absent);
        assume_framework(draft_, "axolotl", "the file is axolotl's");
        keys_.finish(ignored);
    }

  private:
    void adapter();
    void targets();
    void accumulation();
    void precision();
    bool sharding();
    void fsdp();
    void states(bool sharded);
    void checkpointing();
    void attention();
    void loss();
    void packing();
    void not_modelled();
    bool flag(std::string_view key) { return keys_.flag(key).value_or(false); }
    bool has_adapter() const {
        return draft_.text("training.task").value_or("") != "full_finetune";
    }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
    bool deepspeed_ = false;
};

void Axolotl::adapter() {
    const std::string word = keys_.word("adapter").value_or("");
    const bool in_4 = flag("load_in_4bit"), in_8 = flag("load_in_8bit");
    const JsonCursor here = keys_.place("adapter");
    if (word == "qlora" && (!in_4 || in_8 || flag("gptq")))
        return here.error("qlora needs load_in_4bit: true, and neither load_in_8bit nor gptq");
    if (word.empty() && (in_4 || in_8))
        return keys_.place(in_4 ? "load_in_4bit" : "load_in_8bit")
            .error("quantised weights are not trained without an adapter");
    if (word.empty())
        return draft_.assume("training.task", json_text("full_finetune"), "no adapter");
    if (word != "lora" && word != "qlora")
        return here.error(fmt::format("the adapter \"{}\" is neither lora nor qlora", word));
    give_bits(keys_, {"adapter", in_4 ? 4 : in_8 ? 8 : 0, in_4 ? "load_in_4bit" : "load_in_8bit"});
    if (in_4)
        draft_.assume("training.quantization.double", "true",
                      "bnb_4bit_use_double_quant (loaders)");
    give_lora_size(keys_, {"lora_r", "lora_alpha", 8, 8, "PEFT's LoraConfig"});
    targets();
    give_also_trained(keys_, "lora_modules_to_save");
}

/// lora_target_linear and lora_target_modules are united; of neither, PEFT has a list for the
/// model.
void Axolotl::targets() {
    constexpr std::string_view key = "lora_target_modules";
    const auto named = keys_.value(key);
    if (flag("lora_target_linear"))
        return keys_.give("lora_target_linear", "training.lora.targets", json_text("all_linear"));
    const bool pattern = named && named->json().is(Json::Type::text) &&
                         named->json().text.find_first_of("*\\([|^$+") != std::string::npos;
    if (pattern) {
        named->warning("a pattern of layer names, which is not worked out here");
        return draft_.ask("training.lora.targets", "a pattern in the file");
    }
    if (named) return give_lora_targets(keys_, key);
    assume_peft_targets(draft_);
}

/// batch_size is of one GPU: micro batches that make it up are accumulated.
void Axolotl::accumulation() {
    constexpr std::string_view key = "gradient_accumulation_steps";
    const auto batch = keys_.whole("batch_size");
    if (const auto steps = keys_.whole(key)) {
        keys_.give(key, "training.accumulation", json_text(*steps));
    } else if (batch) {
        const std::int64_t micro = draft_.whole("training.micro_batch").value_or(1);
        keys_.place("batch_size").note("per GPU: accumulation = batch_size // micro_batch_size");
        keys_.give("batch_size", "training.accumulation",
                   json_text(std::max<std::int64_t>(1, *batch / micro)));
    } else {
        draft_.assume("training.accumulation", "1", "absent: the default (utils/schemas)");
    }
}

void Axolotl::precision() {
    constexpr std::string_view bf16 = "bf16|bfloat16";
    const std::string word = keys_.is_auto(bf16) ? "auto" : keys_.word(bf16).value_or("");
    keys_.carry({"tf32"});
    if (flag("fp8")) return keys_.give("fp8", "training.precision", json_text("fp8"));
    if (word == "true" || word == "full")
        return keys_.give(bf16, "training.precision", json_text("bf16"));
    if (flag("fp16|float16"))
        return keys_.give("fp16|float16", "training.precision", json_text("fp16"));
    if (word == "auto") keys_.place(bf16).note("auto: bf16 on Ampere and newer, fp16 before");
    if (word == "false" && flag("tf32"))
        return keys_.give("tf32", "training.precision", json_text("tf32"));
    if (word == "false")
        return draft_.assume("training.precision", json_text("fp32"), "neither bf16 nor fp16");
    draft_.assume("training.precision", json_text("bf16"), "auto: bf16 on Ampere and newer GPUs");
}

/// True where FSDP or DeepSpeed shards, or may.
bool Axolotl::sharding() {
    const bool fsdp_on = keys_.has("fsdp|fsdp_config");
    if (keys_.has("deepspeed")) {
        deepspeed_ = true;
        if (fsdp_on) keys_.place("deepspeed").error("beside fsdp; axolotl takes one of them");
        if (!follow_deepspeed(in_, "deepspeed", shipped))
            draft_.ask("training.zero_stage", reason::other_file);
        return true;
    }
    if (fsdp_on) {
        fsdp();
        return true;
    }
    draft_.assume("training.zero_stage", "0", "neither fsdp nor deepspeed: replicated weights");
    return false;
}

void Axolotl::fsdp() {
    const std::string version =
        keys_.word("fsdp_version|fsdp_config/fsdp_version|fsdp_config/version").value_or("1");
    constexpr std::string_view reshard =
        "fsdp_config/reshard_after_forward|fsdp_config/fsdp_reshard_after_forward";
    constexpr std::string_view offload =
        "fsdp_config/offload_params|fsdp_config/fsdp_offload_params";
    constexpr std::string_view strategy =
        "fsdp_config/sharding_strategy|fsdp_config/fsdp_sharding_strategy";
    if (version == "2") {
        if (const auto is = keys_.flag(reshard))
            keys_.give(reshard, "training.zero_stage", json_text(*is ? 3 : 2));
    } else if (!give_fsdp_strategy(keys_, strategy)) {
        give_fsdp_words(keys_, "fsdp");
    }
    draft_.assume("training.zero_stage", "3", "absent: full sharding");
    if (flag(offload)) keys_.give(offload, "training.offload", json_text("parameters"));
    const auto shard = keys_.whole("dp_shard_size"), replicas = keys_.whole("dp_replicate_size");
    if (shard && replicas && *replicas > 1)
        keys_.give("dp_shard_size", "training.zero_group",
                   json_text(*shard * draft_.whole("training.context_parallel").value_or(1)));
}

void Axolotl::states(bool sharded) {
    if (has_adapter()) return;
    if (!sharded)
        return draft_.assume("training.states", json_text("pure"), "weights are loaded in bf16");
    draft_.assume("training.states", json_text(deepspeed_ ? "mixed" : "fp32_sharded"),
                  deepspeed_ ? "DeepSpeed keeps fp32 master weights" : "FSDP keeps fp32 shards");
}

void Axolotl::checkpointing() {
    constexpr std::string_view key = "gradient_checkpointing";
    constexpr std::string_view in_fsdp =
        "fsdp_config/activation_checkpointing|fsdp_config/fsdp_activation_checkpointing";
    const std::string word = keys_.word(key).value_or("");
    const bool offloads = word.starts_with("offload");
    if (offloads) {
        keys_.place(key).note("an old spelling of activation_offloading: true");
        keys_.give(key, "training.activation_offload", "true");
    } else if (flag("activation_offloading")) {
        keys_.give("activation_offloading", "training.activation_offload", "true");
    }
    if (const auto chosen = keys_.value("selective_checkpointing");
        chosen && flag_of(chosen->json()) != false)
        return keys_.give("selective_checkpointing", "training.recompute",
                          std::string(recompute::selective));
    if (word == "true" || offloads || word == "unsloth")
        return keys_.give(key, "training.recompute", std::string(recompute::full));
    if (flag(in_fsdp))
        return keys_.give(in_fsdp, "training.recompute", std::string(recompute::full));
    if (word == "false") return keys_.give(key, "training.recompute", std::string(recompute::none));
    draft_.assume("training.recompute", std::string(recompute::none),
                  "absent: the default (utils/schemas)");
}

void Axolotl::attention() {
    if (keys_.has("attn_implementation")) return give_attention(keys_, "attn_implementation");
    for (const std::string_view key : {"flash_attention", "xformers_attention", "sdp_attention",
                                       "flex_attention", "sage_attention", "eager_attention"}) {
        if (!flag(key)) continue;
        keys_.place(key).note("an old spelling of attn_implementation");
        return keys_.give(key, "training.flash_attention", json_text(key != "eager_attention"));
    }
    draft_.assume("training.flash_attention", "true", "absent: sdpa, Transformers' default");
}

void Axolotl::loss() {
    bool cut = false, liger = false;
    if (const auto plugins = keys_.find("plugins"); plugins && plugins->json().is(Json::Type::list))
        for (const Json& item : plugins->json().items) {
            cut = cut || item.text.find("CutCrossEntropyPlugin") != std::string::npos;
            liger = liger || item.text.find("LigerPlugin") != std::string::npos;
        }
    cut = cut && keys_.flag("cut_cross_entropy").value_or(true);
    const bool linear = liger && flag("liger_fused_linear_cross_entropy");
    const bool fused = (liger && flag("liger_cross_entropy")) || flag("flash_attn_cross_entropy");
    const bool chunked = flag("chunked_cross_entropy");
    if (int{cut} + int{linear} + int{fused} + int{chunked} > 1)
        return keys_.place("plugins").error("more than one way to compute the loss is on");
    if (cut || linear || fused)
        keys_.give("plugins", "training.loss", json_text(fused ? "fused" : "fused_linear"));
    else if (chunked)
        keys_.give("chunked_cross_entropy", "training.loss", json_text("chunked"));
    else
        draft_.assume("training.loss", json_text("eager"), "no plugin computes the loss");
}

void Axolotl::packing() {
    const bool packed = flag("sample_packing");
    const bool padded = keys_.flag("pad_to_sequence_len").value_or(packed);
    if (keys_.has("sample_packing"))
        keys_.give("sample_packing", "training.packing", json_text(packed && padded));
    else
        draft_.assume("training.packing", "false", "sample_packing is absent: lengths vary");
}

void Axolotl::not_modelled() {
    for (const std::string_view key : {"unfrozen_parameters", "layer_offloading", "tiled_mlp"})
        if (const auto found = keys_.find(key); found && flag_of(found->json()) != false)
            found->note("not modelled: the estimate does not know of it");
    if (const auto method = keys_.find("rl"))
        method->warning("a method with a reference model or pairs: both are not counted");
}

} // namespace

void read_axolotl(FormatInput& in) { Axolotl(in).read(); }

} // namespace headroom
