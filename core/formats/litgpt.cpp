// litgpt's YAML: one file for three scripts, of which the number of GPUs decides the sharding.
#include "core/formats/adapters.hpp"
#include "core/formats/companion.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr auto ignored = std::to_array<std::string_view>(
    {"out_dir",      "data",           "eval",      "logger_name",   "seed",
     "access_token", "tie_embeddings", "init_args", "save_interval", "log_interval",
     "lr_warmup*",   "epochs",         "max_steps", "max_time",      "max_norm",
     "min_lr",       "max_tokens",     "resume",    "compiler",      "print_memory*",
     "lora_dropout", "train_data*",    "use_*",     "max_iters"});

struct PrecisionWord {
    std::string_view word;
    const char *precision, *states; // "": of the framework
};
constexpr std::array precisions{
    PrecisionWord{"bf16-true", "bf16", "pure"}, PrecisionWord{"16-true", "fp16", "pure"},
    PrecisionWord{"bf16-mixed", "bf16", ""},    PrecisionWord{"16-mixed", "fp16", ""},
    PrecisionWord{"32-true", "fp32", ""},
};

enum class Script : std::uint8_t { full, lora, pretrain };

class Litgpt {
  public:
    explicit Litgpt(FormatInput& in) : in_(in), keys_(in.keys), draft_(in.draft) {}

    void read() {
        script();
        give_model(in_, keys_.has("model_name") ? "model_name" : "checkpoint_dir");
        cluster();
        adapter();
        batches();
        precision();
        sharding();
        if (keys_.has("optimizer"))
            give_optimizer(keys_, "optimizer");
        else
            draft_.assume("training.optimizer", json_text("adamw"), "absent: AdamW (args.py)");
        draft_.assume("training.loss", json_text("chunked"), "chunked_cross_entropy (utils.py)");
        draft_.assume("training.flash_attention", "true", "litgpt calls sdpa");
        assume_framework(draft_, "litgpt", "the file is litgpt's");
        keys_.finish(ignored);
    }

  private:
    void script();
    void cluster();
    void adapter();
    void targets();
    void batches();
    void precision();
    void sharding();
    bool flag(std::string_view key, bool absent) { return keys_.flag(key).value_or(absent); }

    FormatInput& in_;
    ConfigKeys& keys_;
    Draft& draft_;
    Script script_ = Script::full;
    std::int64_t gpus_ = 1;
};

void Litgpt::script() {
    for (const char* key :
         {"model_name", "model_config", "initial_checkpoint_dir", "train/max_tokens"})
        if (keys_.has(key)) script_ = Script::pretrain;
    if (script_ == Script::full && keys_.has("lora_r|lora_alpha|lora_query|lora_value|lora_mlp"))
        script_ = Script::lora;
}

void Litgpt::cluster() {
    const auto devices = keys_.whole("devices", -1);
    const std::int64_t nodes = keys_.whole("num_nodes").value_or(1);
    const bool automatic = keys_.is_auto("devices") || (devices && *devices < 1) ||
                           (!devices && script_ == Script::pretrain);
    if (automatic) {
        draft_.ask("cluster.gpus", reason::automatic);
        gpus_ = draft_.whole("cluster.gpus").value_or(8);
        return;
    }
    gpus_ = devices.value_or(1) * nodes;
    if (devices) keys_.give("devices", "cluster.gpus_per_node", json_text(*devices));
    if (devices)
        keys_.give("devices", "cluster.gpus", json_text(gpus_));
    else
        draft_.assume("cluster.gpus", json_text(gpus_), "absent: one device");
    if (keys_.has("num_nodes")) keys_.give("num_nodes", "cluster.nodes", json_text(nodes));
}

void Litgpt::adapter() {
    constexpr std::string_view key = "quantize";
    const std::string quantize = keys_.word(key).value_or("");
    if (script_ == Script::pretrain)
        return draft_.assume("training.task", json_text("pretrain"), "the script is pretrain");
    if (script_ == Script::full)
        return draft_.assume("training.task", json_text("full_finetune"), "no lora_* key");
    draft_.assume("training.task", json_text(quantize.empty() ? "lora" : "qlora"),
                  quantize.empty() ? "lora_* keys" : "lora_* keys on quantised weights");
    if (quantize.starts_with("bnb.nf4") || quantize.starts_with("bnb.fp4")) {
        keys_.give(key, "training.quantization.weights",
                   json_text(quantize.starts_with("bnb.nf4") ? "nf4" : "fp4"));
        keys_.give(key, "training.quantization.double", json_text(quantize.ends_with("-dq")));
    } else if (quantize.starts_with("bnb.int8")) {
        keys_.give(key, "training.quantization.weights", json_text("int8"));
    } else if (!quantize.empty()) {
        keys_.place(key).error(fmt::format("\"{}\" is no quantisation of litgpt", quantize));
    }
    if (!quantize.empty() && gpus_ > 1)
        keys_.place(key).error("quantised weights are trained on one device only");
    give_lora_size(keys_, {"lora_r", "lora_alpha", 8, 16, "finetune/lora.py"});
    targets();
}

void Litgpt::targets() {
    struct Switch {
        std::string_view key;
        bool absent;
        std::string_view layers;
    };
    constexpr std::array switches{
        Switch{"lora_query", true, R"("q_proj")"},
        Switch{"lora_key", false, R"("k_proj")"},
        Switch{"lora_value", true, R"("v_proj")"},
        Switch{"lora_projection", false, R"("o_proj")"},
        Switch{"lora_mlp", false, R"("gate_proj","up_proj","down_proj")"},
    };
    std::string list;
    for (const Switch& one : switches)
        if (flag(one.key, one.absent)) list.append(list.empty() ? "" : ",").append(one.layers);
    if (flag("lora_head", false))
        keys_.place("lora_head").note("an adapter on the head is not counted");
    if (list.empty()) return keys_.place("lora_query").error("no layer has an adapter");
    draft_.assume("training.lora.targets", "[" + list + "]",
                  "from the lora_* switches; absent ones as in finetune/lora.py");
}

/// Each device accumulates its share of the global batch in whole micro batches.
void Litgpt::batches() {
    const bool pretrains = script_ == Script::pretrain;
    const std::int64_t usual_global = pretrains ? 512 : 16;
    const std::int64_t usual_micro = pretrains ? 4 : 1;
    const auto number = [&](std::string_view key, const char* target, std::int64_t absent) {
        const auto value = keys_.whole(key);
        if (value)
            keys_.give(key, target, json_text(*value));
        else if (!keys_.has(key))
            draft_.assume(target, json_text(absent), "absent: the script's default");
        return value.value_or(absent);
    };
    const std::int64_t micro =
        number("train/micro_batch_size", "training.micro_batch", usual_micro);
    const std::int64_t global =
        number("train/global_batch_size", "training.global_batch", usual_global);
    if (global % (gpus_ * micro) != 0 && global / gpus_ / micro >= 1) {
        const std::int64_t steps = global / gpus_ / micro;
        keys_.place("train/global_batch_size")
            .warning(fmt::format("{} is not a multiple of {} x {}: the remainder is dropped",
                                 global, gpus_, micro));
        draft_.drop("training.global_batch");
        draft_.assume("training.accumulation", json_text(steps), "what is left is dropped");
    }
    if (const auto sequence = keys_.whole("train/max_seq_length"))
        keys_.give("train/max_seq_length", "training.sequence", json_text(*sequence));
    else
        draft_.ask("training.sequence", "absent: the longest sample");
}

void Litgpt::precision() {
    const std::string word = keys_.word("precision").value_or("");
    const auto found = std::ranges::find(precisions, word, &PrecisionWord::word);
    if (!word.empty() && found == precisions.end())
        return keys_.place("precision")
            .error(fmt::format("\"{}\" is no precision of litgpt", word));
    const PrecisionWord& meant = word.empty() ? precisions[2] : *found;
    if (word.ends_with("-mixed") && keys_.has("quantize"))
        keys_.place("quantize").error("quantised weights and mixed precision exclude each other");
    if (word.empty())
        draft_.assume("training.precision", json_text("bf16"), "absent: bf16-mixed (utils.py)");
    else
        keys_.give("precision", "training.precision", json_text(meant.precision));
    const std::string_view states = meant.states;
    if (states == "pure")
        keys_.give("precision", "training.states", json_text(states));
    else if (meant.precision != std::string_view("fp32"))
        draft_.assume("training.states", json_text(gpus_ > 1 ? "fp32_sharded" : "autocast"),
                      "mixed precision over fp32 weights");
}

/// full and lora: FSDP with checkpointing on more than one GPU; pretrain: shards within a node.
void Litgpt::sharding() {
    const bool many = gpus_ > 1;
    const bool pretrains = script_ == Script::pretrain;
    draft_.assume("training.zero_stage", many ? "3" : "0",
                  many ? "FSDP on more than one device (finetune/full.py)" : "one device");
    if (pretrains && many)
        draft_.assume("training.zero_group",
                      json_text(draft_.whole("cluster.gpus_per_node").value_or(gpus_)),
                      "HYBRID_SHARD: within a node (pretrain.py)");
    draft_.assume("training.recompute",
                  std::string(many && !pretrains ? recompute::full : recompute::none),
                  many && !pretrains ? "FSDP with activation checkpointing of each block"
                                     : "no checkpointing (pretrain.py, or one device)");
}

} // namespace

void read_litgpt(FormatInput& in) { Litgpt(in).read(); }

} // namespace headroom
