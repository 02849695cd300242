// Megatron-LM's flags, from a launch script or from a model_config.yaml.
#include "core/formats/formats.hpp"
#include "core/formats/shell_reader.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace headroom {

namespace {

constexpr std::string_view arguments = "training/arguments.py";

constexpr auto ignored = std::to_array<std::string_view>({"train_*",
                                                          "lr_*",
                                                          "data_*",
                                                          "split",
                                                          "vocab_file",
                                                          "merge_file",
                                                          "tokenizer_*",
                                                          "adam_*",
                                                          "weight_decay*",
                                                          "init_method*",
                                                          "clip_grad",
                                                          "seed",
                                                          "log_*",
                                                          "tensorboard*",
                                                          "wandb*",
                                                          "save*",
                                                          "load*",
                                                          "eval_*",
                                                          "exit_*",
                                                          "distributed_*",
                                                          "master_*",
                                                          "node_rank",
                                                          "rdzv_*",
                                                          "local_rank",
                                                          "rank",
                                                          "rotary_*",
                                                          "use_rotary*",
                                                          "norm_epsilon",
                                                          "attention_dropout",
                                                          "hidden_dropout",
                                                          "no_*",
                                                          "min_lr*",
                                                          "ckpt_*",
                                                          "use_checkpoint*",
                                                          "overlap_*",
                                                          "use_mcore_models",
                                                          "attention_softmax*",
                                                          "masked_softmax*",
                                                          "apply_*",
                                                          "async_*",
                                                          "dist_*",
                                                          "manual_gc*",
                                                          "transformer_impl",
                                                          "moe_*",
                                                          "fp8_*",
                                                          "te_*",
                                                          "rope_*",
                                                          "max_restarts",
                                                          "standalone",
                                                          "tp_comm*",
                                                          "cuda_*",
                                                          "enable_*",
                                                          "timing_*",
                                                          "finetune",
                                                          "ignore_*",
                                                          "use_cpu*",
                                                          "cross_entropy*",
                                                          "gradient_*",
                                                          "bias_*",
                                                          "deterministic*",
                                                          "delay_*",
                                                          "create_*",
                                                          "mock_data",
                                                          "legacy*",
                                                          "profile*",
                                                          "nsys*",
                                                          "num_workers",
                                                          "dataloader*",
                                                          "c"});

constexpr std::array rows{
    ConfigRow{"num_layers", "model.num_hidden_layers", ReadAs::whole, "?"},
    ConfigRow{"hidden_size", "model.hidden_size", ReadAs::whole, "?"},
    ConfigRow{"num_attention_heads", "model.num_attention_heads", ReadAs::whole, "?"},
    ConfigRow{"kv_channels", "model.head_dim"},
    ConfigRow{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigRow{"seq_length", "training.sequence", ReadAs::whole, "?"},
    ConfigRow{"micro_batch_size", "training.micro_batch", ReadAs::whole, "?"},
    ConfigRow{"tensor_model_parallel_size", "training.tensor_parallel", ReadAs::whole, "1",
              arguments},
    ConfigRow{"pipeline_model_parallel_size", "training.pipeline_parallel", ReadAs::whole, "1",
              arguments},
    ConfigRow{"context_parallel_size", "training.context_parallel", ReadAs::whole, "1", arguments},
    ConfigRow{"expert_model_parallel_size", "training.expert_parallel", ReadAs::whole, "1",
              arguments},
    ConfigRow{"num_experts", "model.num_local_experts"},
    ConfigRow{"moe_shared_expert_intermediate_size", "model.shared_expert_intermediate_size"},
};

constexpr std::array latent_rows{
    ConfigRow{"kv_lora_rank", "model.kv_lora_rank", ReadAs::whole, "32", arguments},
    ConfigRow{"q_lora_rank", "model.q_lora_rank"},
    ConfigRow{"qk_head_dim", "model.qk_nope_head_dim", ReadAs::whole, "128", arguments},
    ConfigRow{"qk_pos_emb_head_dim", "model.qk_rope_head_dim", ReadAs::whole, "64", arguments},
    ConfigRow{"v_head_dim", "model.v_head_dim", ReadAs::whole, "128", arguments},
};

class Megatron {
  public:
    explicit Megatron(ConfigKeys& keys) : keys_(keys), draft_(keys.draft()) {}

    void read() {
        keys_.apply(rows);
        widths();
        heads();
        habits();
        experts();
        vocabulary();
        cluster();
        batch();
        stages();
        precision();
        sharding();
        groups();
        checkpointing();
        optimizer();
        attention_and_loss();
        draft_.assume("training.task", json_text("pretrain"), "Megatron-LM pretrains");
        assume_framework(draft_, "megatron-core", "the flags are Megatron-LM's");
        keys_.finish(ignored);
    }

  private:
    void widths();
    void heads();
    void latent_attention();
    void habits();
    void biases();
    void experts();
    void expert_layers();
    void vocabulary();
    void cluster();
    void batch();
    void rampup(std::string_view key);
    void stages();
    void precision();
    void sharding();
    void groups();
    void checkpointing();
    void full_recompute();
    void optimizer();
    void attention_and_loss();
    bool flag(std::string_view key) { return keys_.flag(key).value_or(false); }
    std::int64_t known(const char* key) const { return draft_.whole(key).value_or(0); }

    ConfigKeys& keys_;
    Draft& draft_;
};

/// 4 x hidden size, or with SwiGLU 8/3 of it in whole 64s.
void Megatron::widths() {
    constexpr const char* target = "model.intermediate_size";
    const bool gated = flag("swiglu");
    if (keys_.has("swiglu"))
        keys_.give("swiglu", "model.gated_mlp", json_text(gated));
    else
        draft_.assume("model.gated_mlp", "false", "absent: no --swiglu");
    if (keys_.has("ffn_hidden_size")) {
        const std::array row{ConfigRow{"ffn_hidden_size", target}};
        return keys_.apply(row);
    }
    const std::int64_t hidden = known("model.hidden_size");
    if (hidden == 0) return draft_.ask(target, reason::absent);
    draft_.assume(target, json_text(gated ? hidden * 8 / 3 / 64 * 64 : 4 * hidden),
                  gated ? "absent: 8/3 of the hidden size in whole 64s"
                        : "absent: 4 x hidden size");
}

void Megatron::heads() {
    constexpr const char* target = "model.num_key_value_heads";
    const std::int64_t heads = known("model.num_attention_heads");
    keys_.carry({"num_query_groups"});
    const auto groups = keys_.whole("num_query_groups");
    if (groups && flag("group_query_attention"))
        keys_.give("num_query_groups", target, json_text(*groups));
    else if (heads > 0)
        draft_.assume(target, json_text(heads), "no --group-query-attention: as many as heads");
    if (flag("multi_latent_attention")) latent_attention();
    if (keys_.flag("untie_embeddings_and_output_weights"))
        keys_.give("untie_embeddings_and_output_weights", "model.tie_word_embeddings",
                   json_text(!flag("untie_embeddings_and_output_weights")));
    else
        draft_.assume("model.tie_word_embeddings", "true", "absent: tied (arguments.py)");
}

void Megatron::latent_attention() {
    keys_.apply(latent_rows);
    draft_.assume("model.head_dim",
                  json_text(known("model.qk_nope_head_dim") + known("model.qk_rope_head_dim")),
                  "--qk-head-dim + --qk-pos-emb-head-dim");
}

/// Norms and positions: of GPT-2's time where no flag says otherwise.
void Megatron::habits() {
    constexpr std::array norms{WordRow{"LayerNorm", R"("layernorm")"},
                               WordRow{"RMSNorm", R"("rmsnorm")"}};
    constexpr std::array positions{WordRow{"learned_absolute", R"("learned")"},
                                   WordRow{"rope", R"("rope")"},
                                   WordRow{"mrope", R"("rope")"},
                                   WordRow{"yarn", R"("rope")"},
                                   WordRow{"relative", R"("none")"},
                                   WordRow{"none", R"("none")"}};
    const std::array habit_rows{
        ConfigRow{"normalization", "model.norm", ReadAs::word, R"("layernorm")", arguments, norms},
        ConfigRow{"position_embedding_type", "model.position", ReadAs::word, R"("learned")",
                  arguments, positions},
    };
    keys_.apply(habit_rows);
    if (draft_.text("model.position") == "learned")
        if (const auto limit = draft_.whole("model.max_position_embeddings"))
            draft_.assume("model.pos_embeddings", json_text(*limit),
                          "a row of the position table for each position");
    if (flag("qk_layernorm")) keys_.give("qk_layernorm", "model.qk_norm", json_text("head_dim"));
    biases();
}

/// All linear layers have one, unless none has, or those of q, k and v alone.
void Megatron::biases() {
    const bool none = flag("disable_bias_linear");
    const bool of_qkv = flag("add_qkv_bias");
    const char* const why = none ? "--disable-bias-linear" : "absent: linear layers have biases";
    for (const char* key : {"model.o_bias", "model.mlp_bias"})
        draft_.assume(key, json_text(!none), why);
    draft_.assume("model.attention_bias", json_text(!none || of_qkv),
                  of_qkv ? "--add-qkv-bias" : why);
}

void Megatron::experts() {
    if (!keys_.has("num_experts")) return;
    const std::array more{
        ConfigRow{"moe_router_topk", "model.num_experts_per_tok", ReadAs::whole, "2", arguments},
        ConfigRow{"moe_ffn_hidden_size", "model.moe_intermediate_size"},
        ConfigRow{"expert_tensor_parallel_size", "training.expert_tensor_parallel"},
    };
    keys_.apply(more);
    if (draft_.knows("model.shared_expert_intermediate_size"))
        draft_.assume("model.n_shared_experts", "1", "one of the width of all shared ones");
    const std::int64_t width = known("model.intermediate_size");
    if (width > 0)
        draft_.assume("model.moe_intermediate_size", json_text(width),
                      "absent: as wide as the MLP");
    const std::int64_t tensor = std::max<std::int64_t>(1, known("training.tensor_parallel"));
    draft_.assume("training.expert_tensor_parallel", json_text(tensor), "absent: as TP");
    if (flag("moe_router_enable_expert_bias"))
        keys_.give("moe_router_enable_expert_bias", "model.router_bias", "true");
    expert_layers();
}

/// Every n-th layer, or "([0]*3+[1]*58)": the first ones have none.
void Megatron::expert_layers() {
    constexpr std::string_view key = "moe_layer_freq";
    const auto frequency = keys_.find(key);
    if (!frequency) return;
    if (frequency->json().is(Json::Type::integer))
        return keys_.give(key, "model.moe_layer_step", json_text(frequency->json().integer));
    static const std::regex first_dense(R"(\(?\[0\]\*([0-9]{1,4})\+\[1\]\*([0-9]{1,4})\)?)");
    const std::string text = frequency->text().value_or("");
    constexpr std::size_t longest = 64;
    std::smatch parts;
    if (text.size() <= longest && std::regex_match(text, parts, first_dense) &&
        std::stoi(parts[1]) + std::stoi(parts[2]) == known("model.num_hidden_layers"))
        return keys_.give(key, "model.first_k_dense_replace", json_text(std::stoi(parts[1])));
    frequency->warning("a pattern of layers with experts: counted as every layer");
}

/// Padded to a multiple of --make-vocab-size-divisible-by x TP.
void Megatron::vocabulary() {
    constexpr std::string_view key = "vocab_size|padded_vocab_size";
    constexpr const char* target = "model.vocab_size";
    const std::int64_t divisor = keys_.whole("make_vocab_size_divisible_by").value_or(128) *
                                 std::max<std::int64_t>(1, known("training.tensor_parallel"));
    const auto size = keys_.whole(key);
    if (!size)
        return draft_.ask(target, keys_.has(key) ? reason::interpolated : "in the tokenizer");
    const std::int64_t padded = (*size + divisor - 1) / divisor * divisor;
    if (padded != *size)
        keys_.place(key).note(fmt::format("padded to {}, a multiple of {}", padded, divisor));
    keys_.give(key, target, json_text(padded));
}

/// As the launcher says; where that is fewer GPUs than the degrees need, the script is a template.
void Megatron::cluster() {
    constexpr std::string_view per_node =
        "nproc_per_node|ntasks_per_node|gpus_per_node|num_gpus|trainer.devices";
    constexpr std::string_view nodes_key = "nnodes|num_nodes|nodes|N|trainer.num_nodes";
    const auto in_node = keys_.whole(per_node);
    const auto nodes = keys_.whole(nodes_key);
    if (!in_node || (keys_.has(nodes_key) && !nodes))
        return draft_.ask("cluster.gpus",
                          keys_.has(per_node) ? reason::interpolated : reason::absent);
    const std::int64_t gpus = *in_node * nodes.value_or(1);
    if (gpus < draft_.model_parallel()) {
        keys_.place(per_node).warning(
            fmt::format("{} GPUs, and the degrees need {} or a multiple of it: a template", gpus,
                        draft_.model_parallel()));
        return draft_.ask("cluster.gpus", fmt::format("a multiple of {}", draft_.model_parallel()));
    }
    keys_.give(per_node, "cluster.gpus", json_text(gpus));
    keys_.give(per_node, "cluster.gpus_per_node", json_text(*in_node));
    if (nodes)
        keys_.give(nodes_key, "cluster.nodes", json_text(*nodes));
    else
        draft_.assume("cluster.nodes", "1", "no --nnodes");
}

void Megatron::batch() {
    if (keys_.has("rampup_batch_size")) rampup("rampup_batch_size");
    if (keys_.has("step_batch_size_schedule")) rampup("step_batch_size_schedule");
    if (keys_.has("global_batch_size")) {
        const std::array row{ConfigRow{"global_batch_size", "training.global_batch"}};
        return keys_.apply(row);
    }
    draft_.assume("training.accumulation", "1", "absent: micro batch x data parallel");
}

void Megatron::rampup(std::string_view key) {
    keys_.place(key).note("the batch grows to the global batch size, which is what is counted");
}

void Megatron::stages() {
    constexpr const char* target = "training.virtual_stages";
    constexpr std::string_view per_stage = "num_layers_per_virtual_pipeline_stage";
    constexpr std::string_view per_rank = "num_virtual_stages_per_pipeline_rank";
    const std::int64_t layers = known("model.num_hidden_layers");
    const std::int64_t ranks = std::max<std::int64_t>(1, known("training.pipeline_parallel"));
    if (const auto count = keys_.whole(per_rank)) {
        keys_.give(per_rank, target, json_text(*count));
    } else if (const auto chunk = keys_.whole(per_stage); chunk && layers > 0) {
        if (layers % (ranks * *chunk) != 0)
            return keys_.place(per_stage).error(fmt::format(
                "{} layers do not divide into {} stages of chunks of {}", layers, ranks, *chunk));
        keys_.give(per_stage, target, json_text(layers / ranks / *chunk));
    }
    if (flag("account_for_embedding_in_pipeline_split") ||
        flag("account_for_loss_in_pipeline_split"))
        draft_.assume("training.pipeline_split", json_text("balanced"),
                      "--account-for-... in the pipeline split");
    const bool parallel = flag("sequence_parallel");
    if (parallel && known("training.tensor_parallel") <= 1) {
        keys_.place("sequence_parallel").note("dropped by Megatron-LM, since TP is 1");
        return draft_.assume("training.sequence_parallel", "false", "dropped, since TP is 1");
    }
    if (keys_.has("sequence_parallel"))
        keys_.give("sequence_parallel", "training.sequence_parallel", json_text(parallel));
}

void Megatron::precision() {
    constexpr const char* target = "training.precision";
    const bool bf16 = flag("bf16"), fp16 = flag("fp16");
    if (bf16 && fp16) return keys_.place("fp16").error("--bf16 and --fp16 exclude each other");
    keys_.carry({"fp8_recipe"});
    const std::string recipe = keys_.word("fp8_recipe").value_or("");
    if (keys_.value("fp4_format"))
        keys_.give("fp4_format", target, json_text("nvfp4"));
    else if (keys_.is_open("fp8_format"))
        draft_.ask(target, reason::interpolated);
    else if (keys_.has("fp8_format"))
        keys_.give("fp8_format", target, json_text(recipe == "mxfp8" ? "mxfp8" : "fp8"));
    else if (bf16 || fp16)
        keys_.give(bf16 ? "bf16" : "fp16", target, json_text(bf16 ? "bf16" : "fp16"));
    else
        draft_.assume(target, json_text("fp32"), "neither --bf16 nor --fp16");
    const bool in_16 =
        bf16 ? flag("grad_reduce_in_bf16") : fp16 && !flag("accumulate_allreduce_grads_in_fp32");
    if (flag("use_precision_aware_optimizer"))
        keys_.place("use_precision_aware_optimizer").note("its dtypes are not taken into account");
    draft_.assume("training.states", json_text(in_16 ? "mixed" : "megatron"),
                  in_16 ? "gradients stay in 16 bits" : "gradients are accumulated in fp32");
}

void Megatron::sharding() {
    struct Strategy {
        std::string_view word;
        int stage;
    };
    constexpr std::array strategies{Strategy{"no_shard", 0}, Strategy{"optim", 1},
                                    Strategy{"optim_grads", 2}, Strategy{"optim_grads_params", 3}};
    constexpr const char* target = "training.zero_stage";
    constexpr std::string_view strategy_key = "data_parallel_sharding_strategy";
    keys_.carry(
        {"torch_fsdp2_no_reshard_after_forward", strategy_key, "use_distributed_optimizer"});
    if (flag("use_torch_fsdp2"))
        return keys_.give("use_torch_fsdp2", target,
                          flag("torch_fsdp2_no_reshard_after_forward") ? "2" : "3");
    if (flag("use_megatron_fsdp|use_custom_fsdp")) {
        const std::string word = keys_.word(strategy_key).value_or("optim_grads_params");
        const auto found = std::ranges::find(strategies, word, &Strategy::word);
        if (found == strategies.end())
            return keys_.place(strategy_key).error(fmt::format("\"{}\" is no strategy", word));
        return keys_.give("use_megatron_fsdp|use_custom_fsdp", target, json_text(found->stage));
    }
    if (keys_.is_open("use_distributed_optimizer")) return draft_.ask(target, reason::interpolated);
    if (keys_.has("use_distributed_optimizer"))
        return keys_.give("use_distributed_optimizer", target,
                          flag("use_distributed_optimizer") ? "1" : "0");
    draft_.assume(target, "0", "no --use-distributed-optimizer");
}

/// As many copies of the optimizer's states as instances: each group of ranks shards one.
void Megatron::groups() {
    const auto copies = keys_.whole("num_distributed_optimizer_instances");
    if (!copies || *copies < 2) return;
    const auto ranks = draft_.data_parallel();
    const std::int64_t all =
        ranks.value_or(0) * std::max<std::int64_t>(1, known("training.context_parallel"));
    if (all % *copies == 0 && all > 0)
        keys_.give("num_distributed_optimizer_instances", "training.zero_group",
                   json_text(all / *copies));
    else
        keys_.place("num_distributed_optimizer_instances")
            .note("shards within groups of ranks: see zero_group");
}

void Megatron::checkpointing() {
    constexpr const char* target = "training.recompute";
    constexpr std::string_view granularity = "recompute_granularity";
    keys_.carry({"recompute_method", "recompute_num_layers", "recompute_modules"});
    if (keys_.is_open(granularity) || keys_.is_open("recompute_activations"))
        return draft_.ask(target, reason::interpolated);
    const std::string word = keys_.word(granularity).value_or("");
    if (word == "full") return full_recompute();
    if (word == "selective")
        return keys_.give(granularity, target, std::string(recompute::selective));
    if (flag("recompute_activations"))
        return keys_.give("recompute_activations", target, std::string(recompute::selective));
    for (const char* old : {"checkpoint_activations", "activations_checkpoint_method"})
        if (keys_.has(old)) return keys_.give(old, target, std::string(recompute::full));
    if (!word.empty()) return keys_.place(granularity).error("neither full nor selective");
    draft_.assume(target, std::string(recompute::none), "no --recompute-... flag");
}

/// uniform n: every n-th layer is kept; block n: the first n layers of a stage are recomputed.
void Megatron::full_recompute() {
    const std::string method = keys_.word("recompute_method").value_or("uniform");
    const std::int64_t layers = keys_.whole("recompute_num_layers").value_or(1);
    keys_.give("recompute_granularity", "training.recompute",
               method == "block" ? recompute::first(layers) : recompute::every(layers));
}

void Megatron::optimizer() {
    if (keys_.has("optimizer"))
        give_optimizer(keys_, "optimizer");
    else
        draft_.assume("training.optimizer", json_text("adamw"), "absent: adam (arguments.py)");
    if (flag("optimizer_cpu_offload"))
        keys_.give("optimizer_cpu_offload", "training.offload", json_text("optimizer"));
}

void Megatron::attention_and_loss() {
    const std::string backend =
        keys_.is_auto("attention_backend") ? "auto" : keys_.word("attention_backend").value_or("");
    if (backend == "unfused" || backend == "local" || backend == "flash" || backend == "fused")
        keys_.give("attention_backend", "training.flash_attention",
                   json_text(backend == "flash" || backend == "fused"));
    else if (flag("use_flash_attn"))
        keys_.give("use_flash_attn", "training.flash_attention", "true");
    else
        draft_.assume("training.flash_attention", "true", "auto: Transformer Engine chooses");
    if (flag("cross_entropy_loss_fusion"))
        keys_.give("cross_entropy_loss_fusion", "training.loss", json_text("fused"));
    else
        draft_.assume("training.loss", json_text("vocab_parallel"), "absent: vocabulary-parallel");
}

/// "--num-layers" and NeMo's "trainer.strategy.x" and "model.config.x" as "num_layers" and "x".
std::string flag_name(std::string_view key) {
    constexpr std::array prefixes{"trainer.strategy.", "data.", "model.config.", "--"};
    for (const std::string_view prefix : prefixes)
        if (key.starts_with(prefix)) key.remove_prefix(prefix.size());
    std::string name(key);
    std::ranges::replace(name, '-', '_');
    return name;
}

/// The flags of a MODEL_ARGS map; an empty value switches a flag on.
Json flags_of(const Json& map) {
    Json flags;
    flags.type = Json::Type::object;
    flags.line = map.line;
    for (const Json::Member& member : map.members) {
        Json value = member.value;
        if (value.is(Json::Type::text))
            value = flag_value(
                value.text == "<no_value>" || value.text.empty() ? "true" : value.text, value.line);
        flags.members.push_back({flag_name(member.key), member.line, std::move(value), 0, false});
    }
    return flags;
}

} // namespace

void read_megatron(FormatInput& in) {
    if (in.file.style == KeyStyle::dashes) return Megatron(in.keys).read();
    ConfigFile flags = in.file;
    flags.style = KeyStyle::dashes;
    bool found = false;
    for (const Json::Member& member : in.file.root.members) {
        if (!member.key.starts_with("MODEL_ARGS")) continue;
        if (found) {
            in.keys.place(member.key).note("arguments of another run of the same test: not read");
            continue;
        }
        found = true;
        flags.pointer = "/" + member.key;
        flags.root = flags_of(member.value);
    }
    FormatInput inner(flags, in.draft, in.files);
    Megatron(inner.keys).read();
    in.log.problems.insert(in.log.problems.end(), inner.log.problems.begin(),
                           inner.log.problems.end());
}

} // namespace headroom
