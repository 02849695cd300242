// torchtune's YAML: components by their path, values that refer to each other, and a recipe that
// only a remark names.
#include "core/formats/adapters.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/interpolation.hpp"
#include "core/formats/model_names.hpp"
#include "core/formats/shell_words.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr auto ignored = std::to_array<std::string_view>({"checkpointer",
                                                          "tokenizer",
                                                          "dataset*",
                                                          "loss",
                                                          "metric_logger",
                                                          "profiler",
                                                          "log_*",
                                                          "batch_size_val",
                                                          "_component_",
                                                          "num_output_chunks",
                                                          "fused",
                                                          "path",
                                                          "clip_grad_norm",
                                                          "max_steps_per_epoch",
                                                          "lora_dropout",
                                                          "use_dora",
                                                          "quantizer",
                                                          "compile_*",
                                                          "save_*",
                                                          "run_val_*",
                                                          "attn_dropout",
                                                          "dense_*",
                                                          "betas",
                                                          "eps",
                                                          "generation_*",
                                                          "cudnn*",
                                                          "collate_fn",
                                                          "shuffle",
                                                          "inference",
                                                          "prompt_template",
                                                          "max_validation_samples",
                                                          "activation_offload*"});

constexpr std::array rows{
    ConfigRow{"batch_size", "training.micro_batch", ReadAs::whole, "?"},
    ConfigRow{"gradient_accumulation_steps", "training.accumulation", ReadAs::whole, "?"},
    ConfigRow{"tokenizer/max_seq_len", "training.sequence", ReadAs::whole, "?"},
    ConfigRow{"dataset/packed", "training.packing", ReadAs::flag, "false", "datasets"},
    ConfigRow{"tensor_parallel_dim", "training.tensor_parallel"},
    ConfigRow{"context_parallel_dim", "training.context_parallel"},
    ConfigRow{"enable_activation_offloading", "training.activation_offload", ReadAs::flag},
};

/// The words of "tune run [--nproc_per_node N] RECIPE" in a remark.
std::vector<std::string> launch_words(std::string_view text) {
    constexpr std::string_view command = "tune run";
    const std::size_t at = text.find(command);
    if (at == std::string_view::npos) return {};
    std::string_view line = text.substr(at + command.size());
    line = line.substr(0, line.find('\n'));
    std::vector<std::string> words;
    for (ShellWord& word : cut_at_blanks({std::string(line), 0}))
        words.push_back(std::move(word.text));
    return words;
}

struct Launch {
    std::string recipe;
    std::int64_t per_node = 0, nodes = 1; // 0: not said
    std::int64_t gpus() const { return per_node * nodes; }
};

Launch launch_of(std::string_view text) {
    Launch launch;
    const std::vector<std::string> words = launch_words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool counts = i + 1 < words.size() && words[i + 1].size() < 6 &&
                            words[i + 1].find_first_not_of("0123456789") == std::string::npos;
        if (words[i].find("nproc") != std::string::npos && counts)
            launch.per_node = std::stoll(words[++i]);
        else if (words[i].find("nnodes") != std::string::npos && counts)
            launch.nodes = std::stoll(words[++i]);
        else if (words[i].starts_with("--"))
            ++i;
        else if (launch.recipe.empty())
            launch.recipe = words[i];
    }
    return launch;
}

class Torchtune {
  public:
    explicit Torchtune(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        model();
        recipe();
        keys_.apply(rows);
        precision();
        sharding();
        checkpointing();
        optimizer();
        loss();
        assume_framework(draft_, "torchtune", "the file is torchtune's");
        draft_.assume("training.flash_attention", "true", "torchtune calls sdpa");
        keys_.finish(ignored);
    }

  private:
    void model();
    void adapter(std::string_view builder);
    void targets();
    void recipe();
    void precision();
    void sharding();
    void checkpointing();
    void optimizer();
    void loss();
    bool flag(std::string_view key) { return keys_.flag(key).value_or(false); }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
    bool one_device_ = false;
};

void Torchtune::model() {
    const auto component = keys_.word("model/_component_");
    if (!component)
        return keys_.place("model").error(
            "there is no model: a recipe with several models (PPO) is "
            "not modelled");
    const std::string_view builder = std::string_view(*component).substr(component->rfind('.') + 1);
    const std::string id = torchtune_model(builder, draft_.catalog());
    if (id.empty())
        draft_.ask("model", fmt::format("\"{}\" is not in the catalog", builder.substr(0, 60)));
    else
        draft_.give("model", json_text(id), keys_.where("model/_component_"));
    if (const auto teacher = keys_.find("teacher_model"))
        teacher->warning("a second, frozen model: it is not counted");
    adapter(builder);
}

void Torchtune::adapter(std::string_view builder) {
    const bool quantised = builder.starts_with("qlora_");
    if (!quantised && !builder.starts_with("lora_"))
        return draft_.assume("training.task", json_text("full_finetune"),
                             "no adapter in the model");
    give_bits(keys_, {"model/_component_", quantised ? 4 : 0, "model/_component_"});
    if (quantised)
        draft_.assume("training.quantization.double", "true",
                      "torchtune's NF4 quantises its scales");
    give_lora_size(keys_, {"model/lora_rank", "model/lora_alpha", 8, 16, "model builders"});
    targets();
}

/// lora_attn_modules and two switches for the others.
void Torchtune::targets() {
    std::string list;
    const auto add = [&](std::string_view word) {
        list += (list.empty() ? "" : ",") + json_text(word);
    };
    const auto modules = keys_.find("model/lora_attn_modules");
    for (const JsonCursor& item : modules ? modules->items() : std::vector<JsonCursor>()) {
        const std::string word = item.text().value_or("");
        if (word == "output_proj")
            add("o_proj");
        else if (word == "q_proj" || word == "k_proj" || word == "v_proj")
            add(word);
        else
            item.warning(fmt::format("\"{}\" is no layer known here", word.substr(0, 60)));
    }
    if (flag("model/apply_lora_to_mlp"))
        for (const char* word : {"gate_proj", "up_proj", "down_proj"})
            add(word);
    if (flag("model/apply_lora_to_output"))
        keys_.place("model/apply_lora_to_output").note("an adapter on the head is not counted");
    if (list.empty()) return draft_.ask("training.lora.targets", reason::absent);
    keys_.give("model/lora_attn_modules", "training.lora.targets", "[" + list + "]");
}

void Torchtune::recipe() {
    const Launch launch = launch_of(in_.file.text);
    const std::string recipe = draft_.answer("recipe").value_or(launch.recipe);
    one_device_ = recipe.ends_with("_single_device");
    if (recipe.empty()) draft_.ask("recipe", reason::absent);
    if (one_device_)
        return draft_.assume("cluster.gpus", "1", fmt::format("the recipe {}", recipe));
    if (launch.gpus() == 0) return draft_.ask("cluster.gpus", reason::absent);
    const char* const why = "the launch line in a remark";
    draft_.assume("cluster.gpus", json_text(launch.gpus()), why);
    draft_.assume("cluster.gpus_per_node", json_text(launch.per_node), why);
    draft_.assume("cluster.nodes", json_text(launch.nodes), why);
}

/// bf16 is weights, gradients and optimizer states, all of them.
void Torchtune::precision() {
    const std::string dtype = keys_.word("dtype").value_or("");
    if (flag("enable_fp8_training"))
        keys_.give("enable_fp8_training", "training.precision", json_text("fp8"));
    if (dtype == "fp16") return keys_.place("dtype").error("torchtune does not train in fp16");
    if (dtype != "bf16" && dtype != "fp32") return draft_.ask("training.precision", reason::absent);
    if (!draft_.knows("training.precision"))
        keys_.give("dtype", "training.precision", json_text(dtype));
    if (dtype == "bf16") keys_.give("dtype", "training.states", json_text("pure"));
}

void Torchtune::sharding() {
    constexpr std::string_view reshard = "fsdp_reshard_after_forward";
    constexpr std::string_view offload = "fsdp_cpu_offload|fsdp/cpu_offload";
    if (one_device_) {
        draft_.assume("training.zero_stage", "0", "one device");
    } else if (const auto is = keys_.flag(reshard)) {
        keys_.give(reshard, "training.zero_stage", json_text(*is ? 3 : 2));
    } else {
        draft_.assume("training.zero_stage", "3", "absent: FSDP2 reshards after forward (recipes)");
    }
    if (flag(offload)) keys_.give(offload, "training.offload", json_text("parameters"));
    const auto shard = keys_.whole("data_parallel_shard_dim", -1);
    const auto replicas = keys_.whole("data_parallel_replicate_dim");
    const std::int64_t context = draft_.whole("training.context_parallel").value_or(1);
    if (shard && *shard * context > 1 && replicas && *replicas > 1)
        keys_.give("data_parallel_shard_dim", "training.zero_group", json_text(*shard * context));
}

void Torchtune::checkpointing() {
    constexpr std::string_view key = "enable_activation_checkpointing";
    keys_.carry({"ac_option"});
    if (keys_.word("ac_mode").value_or("") == "selective")
        return keys_.give("ac_mode", "training.recompute", std::string(recompute::selective));
    if (const auto is = keys_.flag(key))
        return keys_.give(key, "training.recompute",
                          std::string(*is ? recompute::full : recompute::none));
    draft_.assume("training.recompute", std::string(recompute::none),
                  "absent: the default (recipes)");
}

void Torchtune::optimizer() {
    give_optimizer(keys_, "optimizer");
    if (flag("compile")) keys_.give("compile", "training.compile", "true");
    constexpr std::string_view in_backward = "optimizer_in_bwd";
    if (!flag(in_backward)) return;
    if (draft_.whole("training.accumulation").value_or(1) > 1)
        return keys_.place(in_backward)
            .error("a step in backward keeps no gradients, and gradient accumulation needs them");
    keys_.give(in_backward, "training.optimizer_in_backward", "true");
}

void Torchtune::loss() {
    const std::string word = keys_.word("loss/_component_").value_or("");
    if (word.ends_with("LinearCrossEntropyLoss") || word.ends_with("CEWithChunkedOutputLoss"))
        return keys_.give("loss/_component_", "training.loss", json_text("chunked"));
    if (word.ends_with("nn.CrossEntropyLoss"))
        return keys_.give("loss/_component_", "training.loss", json_text("eager"));
    if (word.find("DPO") != std::string::npos || word.find("PPO") != std::string::npos ||
        word.find("GRPO") != std::string::npos)
        keys_.place("loss/_component_")
            .warning("a method with a reference model or pairs: both are not counted");
}

} // namespace

void read_torchtune(FormatInput& in) {
    // Values refer to each other by path before anything reads them.
    Draft& draft = in.draft;
    ConfigFile resolved = in.file;
    resolve_interpolations(resolved.root, in.log);
    FormatInput inner(resolved, draft, in.files);
    if (!has_errors(in.log.problems)) Torchtune(inner).read();
    in.log.problems.insert(in.log.problems.end(), inner.log.problems.begin(),
                           inner.log.problems.end());
}

} // namespace headroom
