#include "core/formats/recognise.hpp"

#include "core/formats/hf_config.hpp"
#include "core/formats/hf_keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

namespace headroom {

namespace {

using Keys = std::initializer_list<const char*>;

bool has_any(const Json& root, Keys keys) {
    return std::ranges::any_of(keys, [&](const char* key) { return root.find(key) != nullptr; });
}
long count_of(const Json& root, Keys keys) {
    return std::ranges::count_if(keys, [&](const char* key) { return root.find(key) != nullptr; });
}
bool has_all(const Json& root, Keys keys) {
    return count_of(root, keys) == static_cast<long>(keys.size());
}
/// A member that is a map with one of the keys.
bool has_inside(const Json& root, const char* part, Keys keys) {
    const Json* inner = root.find(part);
    return inner != nullptr && has_any(*inner, keys);
}

bool is_scenario(const Json& root) {
    return has_any(root, {"format"}) && has_any(root, {"training", "cluster"});
}

bool is_torchtitan(const Json& root) {
    return has_all(root, {"training", "parallelism"}) || has_inside(root, "model", {"flavor"}) ||
           has_all(root, {"job", "training"});
}

bool is_deepspeed(const Json& root) {
    return has_any(root, {"zero_optimization"}) ||
           (has_any(root, {"train_batch_size", "train_micro_batch_size_per_gpu"}) &&
            !has_any(root, {"model_type", "architectures"}));
}

bool is_accelerate_json(const Json& root) {
    return has_any(root, {"compute_environment", "distributed_type"});
}

bool is_quantiser_report(const Json& root) {
    return has_inside(root, "quantization", {"quant_algo"});
}
bool is_weight_index(const Json& root) { return has_any(root, {"weight_map"}); }
bool is_adapter(const Json& root) { return has_any(root, {"peft_type"}); }
bool is_tokenizer(const Json& root) {
    return has_any(root,
                   {"tokenizer_class", "added_tokens", "added_tokens_decoder", "pre_tokenizer"}) &&
           !has_any(root, {"hidden_size"});
}
bool is_engine_part(const Json& root) {
    return count_of(root, {"bf16", "fp16", "optimizer", "gradient_clipping"}) >= 2;
}
bool is_generation(const Json& root) {
    return has_any(root, {"do_sample", "temperature", "top_p", "top_k", "max_new_tokens",
                          "repetition_penalty", "num_beams", "max_length"});
}

bool is_megatron_yaml(const Json& root) {
    return std::ranges::any_of(root.members, [](const Json::Member& member) {
        return member.key.starts_with("MODEL_ARGS");
    });
}
bool is_accelerate(const Json& root) {
    return has_any(root, {"compute_environment", "distributed_type", "machine_rank"}) ||
           (has_any(root, {"num_processes"}) &&
            has_any(root, {"mixed_precision", "num_machines", "fsdp_config", "deepspeed_config"}));
}
bool is_nanotron(const Json& root) {
    const Json* degrees = root.find("parallelism");
    return degrees != nullptr && has_all(*degrees, {"dp", "tp", "pp"}) && has_any(root, {"tokens"});
}
bool is_torchtune(const Json& root) {
    return std::ranges::any_of(root.members, [](const Json::Member& member) {
        return member.value.find("_component_") != nullptr;
    });
}
bool is_litgpt(const Json& root) {
    return has_inside(root, "train",
                      {"micro_batch_size", "global_batch_size", "max_seq_length", "lr_warmup_steps",
                       "max_tokens"}) &&
           has_any(root, {"checkpoint_dir", "precision", "model_name", "model_config", "data",
                          "devices"});
}
bool is_axolotl(const Json& root) {
    return has_any(root, {"base_model"}) &&
           has_any(root, {"datasets", "sequence_len", "micro_batch_size", "adapter",
                          "pretraining_dataset", "sample_packing"});
}
bool is_llamafactory_v1(const Json& root) {
    return has_any(root, {"model"}) &&
           has_any(root, {"model_class", "dist_config", "peft_config", "kernel_config",
                          "train_dataset", "sample_backend", "quant_config", "batching_strategy"});
}
bool is_llamafactory(const Json& root) {
    const Keys own{"finetuning_type",
                   "cutoff_len",
                   "lora_target",
                   "stage",
                   "template",
                   "quantization_bit",
                   "pure_bf16",
                   "disable_gradient_checkpointing",
                   "export_dir",
                   "infer_backend",
                   "oft_target",
                   "dataset_dir",
                   "enable_liger_kernel",
                   "flash_attn"};
    return count_of(root, own) >= (has_any(root, {"model_name_or_path"}) ? 1 : 2);
}
bool has_zero(const Json& root) { return has_any(root, {"zero_optimization"}); }
bool has_flavor(const Json& root) { return has_inside(root, "model", {"flavor"}); }
bool has_dimensions(const Json& root) { return count_dimension_keys(root) >= 3; }
bool is_hf_trainer(const Json& root) {
    return has_any(root, {"per_device_train_batch_size"}) ||
           count_of(root, {"gradient_accumulation_steps", "gradient_checkpointing", "optim", "bf16",
                           "fp16", "learning_rate", "num_train_epochs", "max_steps", "use_peft",
                           "max_length", "output_dir"}) >= 2;
}

struct Kind {
    std::string_view kind, what_is;
};
constexpr std::array kinds{
    Kind{"hf", "this is a Hugging Face config.json"},
    Kind{"deepspeed", "this is a DeepSpeed configuration"},
    Kind{"accelerate", "this is an Accelerate configuration"},
    Kind{"torchtitan", "this is a torchtitan configuration"},
    Kind{"axolotl", "this is an axolotl configuration"},
    Kind{"llamafactory", "this is a LLaMA-Factory configuration"},
    Kind{"llamafactory_v1", "this is a LLaMA-Factory v1 configuration"},
    Kind{"torchtune", "this is a torchtune configuration"},
    Kind{"litgpt", "this is a litgpt configuration"},
    Kind{"nanotron", "this is a nanotron configuration"},
    Kind{"megatron", "these are the flags of a Megatron-LM run"},
    Kind{"hf_trainer", "these are the settings of a Hugging Face trainer"},
    Kind{"hf_trainer_cli", "these are the flags of a Hugging Face trainer"},
};

struct Rule {
    bool (*holds)(const Json&);
    std::string_view kind, what_is; // what_is of what cannot be imported
};

constexpr std::array json_rules{
    Rule{is_scenario, "headroom", "this is a scenario of Headroom: open it as it is"},
    Rule{is_deepspeed, "deepspeed", ""},
    Rule{is_accelerate_json, "accelerate", ""},
    Rule{is_quantiser_report, "none", "this is a quantiser's report (hf_quant_config.json)"},
    Rule{is_weight_index, "none", "this is an index of weight files"},
    Rule{is_adapter, "none", "this is an adapter's configuration (PEFT)"},
    Rule{is_tokenizer, "none", "this is a tokenizer's configuration"},
    Rule{looks_like_hf_config, "hf", ""},
    Rule{is_engine_part, "deepspeed", ""},
    Rule{is_generation, "none", "these are the settings of text generation"},
};
constexpr std::array yaml_rules{
    Rule{is_scenario, "headroom", "this is a scenario of Headroom: open it as it is"},
    Rule{is_megatron_yaml, "megatron", ""},
    Rule{is_accelerate, "accelerate", ""},
    Rule{is_nanotron, "nanotron", ""},
    Rule{is_torchtune, "torchtune", ""},
    Rule{is_litgpt, "litgpt", ""},
    Rule{is_axolotl, "axolotl", ""},
    Rule{is_llamafactory_v1, "llamafactory_v1", ""},
    Rule{is_llamafactory, "llamafactory", ""},
    Rule{has_zero, "deepspeed", ""},
    Rule{has_flavor, "torchtitan", ""},
    Rule{has_dimensions, "hf", ""},
    Rule{is_hf_trainer, "hf_trainer", ""},
};
constexpr std::array toml_rules{Rule{is_torchtitan, "torchtitan", ""}};

Recognised first_of(const auto& rules, const Json& root) {
    for (const Rule& rule : rules)
        if (rule.holds(root))
            return {rule.kind, rule.what_is.empty() ? what_is(rule.kind) : rule.what_is};
    return {"none", ""};
}

/// "[training]" on a line of its own, and "key = value" on another.
bool has_tables(std::string_view text) {
    bool table = false, value = false;
    while (!text.empty() && !(table && value)) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty()) continue;
        table = table || (line.front() == '[' && line.find(']') != std::string_view::npos &&
                          line.find_first_of("\",{") == std::string_view::npos);
        value = value || (std::isalpha(static_cast<unsigned char>(line.front())) != 0 &&
                          line.find(" = ") != std::string_view::npos);
    }
    return table && value;
}

/// The first word that is neither blank nor in a remark.
std::string_view first_word(std::string_view text) {
    while (!text.empty()) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (!text.starts_with('#')) break;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

} // namespace

Syntax syntax_of(std::string_view text, const std::filesystem::path& path) {
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::string_view body = text.substr(start);
    const std::string ending = path.extension().string();
    const std::string_view first = first_word(body);
    constexpr std::array launchers{"torchrun",  "python", "python3", "accelerate",
                                   "deepspeed", "srun",   "tune",    "export"};
    const bool launches = std::ranges::find(launchers, first) != launchers.end();
    if (body.starts_with("#!") || ending == ".sh" || launches) return Syntax::shell;
    if (body.starts_with('{')) return Syntax::json;
    const bool yaml = ending == ".yaml" || ending == ".yml";
    if (ending == ".toml" || (!yaml && has_tables(body))) return Syntax::toml;
    const bool flags = body.find("--num-layers") != std::string_view::npos ||
                       body.find("--per_device_train_batch_size") != std::string_view::npos;
    return !yaml && flags ? Syntax::shell : Syntax::yaml;
}

Recognised recognise(const Json& root, Syntax syntax) {
    switch (syntax) {
    case Syntax::json: return first_of(json_rules, root);
    case Syntax::toml: return first_of(toml_rules, root);
    case Syntax::yaml: return first_of(yaml_rules, root);
    case Syntax::shell: return recognise_flags(root);
    }
    return {"none", ""};
}

Recognised recognise_flags(const Json& flags) {
    const long megatron =
        count_of(flags, {"num_layers", "hidden_size", "num_attention_heads",
                         "tensor_model_parallel_size", "pipeline_model_parallel_size",
                         "micro_batch_size", "global_batch_size", "use_mcore_models",
                         "use_distributed_optimizer", "untie_embeddings_and_output_weights"});
    const long trainer =
        count_of(flags, {"per_device_train_batch_size", "gradient_accumulation_steps",
                         "gradient_checkpointing", "model_name_or_path", "deepspeed", "max_length",
                         "use_peft"});
    if (megatron >= 2 && megatron >= trainer) return {"megatron", what_is("megatron")};
    if (trainer >= 2) return {"hf_trainer_cli", what_is("hf_trainer_cli")};
    return {"none", "this is a launch script without flags of a training run"};
}

Recognised recognise_words(std::string_view text) {
    for (const std::string_view word :
         {"\"zero_optimization\"", "\"train_batch_size\"", "\"train_micro_batch_size_per_gpu\""})
        if (text.find(word) != std::string_view::npos) return {"deepspeed", what_is("deepspeed")};
    return {"none", ""};
}

std::string_view what_is(std::string_view kind) {
    const auto found = std::ranges::find(kinds, kind, &Kind::kind);
    return found == kinds.end() ? std::string_view() : found->what_is;
}

std::string importable_kinds() {
    std::string list;
    for (const Kind& kind : kinds)
        list.append(list.empty() ? "" : ", ").append(kind.kind);
    return list;
}

} // namespace headroom
