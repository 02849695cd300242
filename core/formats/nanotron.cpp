// nanotron's YAML: the only format that says how many GPUs there are, by its degrees.
#include "core/formats/formats.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr auto ignored = std::to_array<std::string_view>({"checkpoints",
                                                          "general",
                                                          "logging",
                                                          "data_stages",
                                                          "lighteval",
                                                          "profiler",
                                                          "s3_upload",
                                                          "ddp_bucket_cap_mb",
                                                          "init_method",
                                                          "pp_engine",
                                                          "tp_linear_async_communication",
                                                          "tp_recompute_allgather",
                                                          "train_steps",
                                                          "limit_*",
                                                          "val_check_interval",
                                                          "weight_decay*",
                                                          "clip_grad",
                                                          "torch_adam_is_fused",
                                                          "adam_*",
                                                          "is_*",
                                                          "initializer_range",
                                                          "*_token_id",
                                                          "rope_*",
                                                          "rms_norm_eps",
                                                          "layer_norm_eps",
                                                          "hidden_act",
                                                          "pretraining_tp",
                                                          "use_cache",
                                                          "attention_dropout",
                                                          "embd_pdrop",
                                                          "resid_pdrop",
                                                          "activation_function",
                                                          "scale_attn*",
                                                          "sliding_window*",
                                                          "max_position_embeddings",
                                                          "moe",
                                                          "no_rope_layer",
                                                          "_*",
                                                          "use_*",
                                                          "attn_*"});

constexpr std::array rows{
    ConfigRow{"parallelism/tp", "training.tensor_parallel", ReadAs::whole, "?"},
    ConfigRow{"parallelism/pp", "training.pipeline_parallel", ReadAs::whole, "?"},
    ConfigRow{"parallelism/context_parallel_size", "training.context_parallel", ReadAs::whole, "1",
              "config.py"},
    ConfigRow{"parallelism/expert_parallel_size", "training.expert_parallel", ReadAs::whole, "1",
              "config.py"},
    ConfigRow{"tokens/micro_batch_size", "training.micro_batch", ReadAs::whole, "?"},
    ConfigRow{"tokens/batch_accumulation_per_replica", "training.accumulation", ReadAs::whole, "?"},
    ConfigRow{"tokens/sequence_length", "training.sequence", ReadAs::whole, "?"},
    ConfigRow{
        "optimizer/zero_stage", "training.zero_stage", ReadAs::whole, "0", "config.py", {}, 0},
    ConfigRow{"model/model_config/hidden_size|model/model_config/n_embd", "model.hidden_size",
              ReadAs::whole, "?"},
    ConfigRow{"model/model_config/num_hidden_layers|model/model_config/n_layer",
              "model.num_hidden_layers", ReadAs::whole, "?"},
    ConfigRow{"model/model_config/num_attention_heads|model/model_config/n_head",
              "model.num_attention_heads", ReadAs::whole, "?"},
    ConfigRow{"model/model_config/intermediate_size|model/model_config/n_inner",
              "model.intermediate_size", ReadAs::whole, "?"},
    ConfigRow{"model/model_config/head_dim", "model.head_dim"},
    ConfigRow{"model/model_config/tie_word_embeddings", "model.tie_word_embeddings", ReadAs::flag,
              "false", "config/models_config.py"},
    ConfigRow{"model/model_config/attention_bias", "model.attention_bias", ReadAs::flag},
    ConfigRow{"model/model_config/moe_config/num_experts", "model.n_routed_experts"},
    ConfigRow{"model/model_config/moe_config/top_k", "model.num_experts_per_tok"},
    ConfigRow{"model/model_config/moe_config/moe_intermediate_size", "model.moe_intermediate_size"},
    ConfigRow{"model/model_config/moe_config/shared_expert_intermediate_size",
              "model.shared_expert_intermediate_size"},
};

class Nanotron {
  public:
    explicit Nanotron(FormatInput& in) : keys_(in.keys), draft_(in.draft) {}

    void read() {
        keys_.apply(rows);
        if (draft_.knows("model.shared_expert_intermediate_size"))
            draft_.assume("model.n_shared_experts", "1", "one of the width of all shared ones");
        key_value_heads();
        vocabulary();
        cluster();
        sequence_parallel();
        numbers();
        const bool recomputes = keys_.flag("parallelism/recompute_layer").value_or(false);
        if (keys_.has("parallelism/recompute_layer"))
            keys_.give("parallelism/recompute_layer", "training.recompute",
                       std::string(recomputes ? recompute::full : recompute::none));
        else
            draft_.assume("training.recompute", std::string(recompute::none),
                          "absent: the default (config.py)");
        draft_.assume("training.task", json_text("pretrain"), "nanotron pretrains");
        draft_.assume("training.loss", json_text("vocab_parallel"), "sharded cross entropy");
        draft_.assume("training.flash_attention", "true", "nanotron calls flash attention");
        assume_framework(draft_, "megatron-core", "nanotron splits as Megatron does");
        keys_.finish(ignored);
    }

  private:
    void key_value_heads();
    void vocabulary();
    void cluster();
    void sequence_parallel();
    void numbers();

    ConfigKeys& keys_;
    Draft& draft_;
};

void Nanotron::key_value_heads() {
    constexpr std::string_view key =
        "model/model_config/num_key_value_heads|model/model_config/num_kv_heads";
    const std::int64_t heads = draft_.whole("model.num_attention_heads").value_or(0);
    if (const auto count = keys_.whole(key))
        keys_.give(key, "model.num_key_value_heads", json_text(*count));
    else if (keys_.flag("model/model_config/multi_query").value_or(false))
        keys_.give("model/model_config/multi_query", "model.num_key_value_heads", "1");
    else if (heads > 0)
        draft_.assume("model.num_key_value_heads", json_text(heads), "absent: as many as heads");
    const std::int64_t tensor = draft_.whole("training.tensor_parallel").value_or(1);
    if (heads > 0 && heads % tensor != 0)
        keys_.place("parallelism/tp")
            .error(fmt::format("{} heads do not divide by tp {}", heads, tensor));
}

/// Padded to a multiple of make_vocab_size_divisible_by x tp.
void Nanotron::vocabulary() {
    constexpr std::string_view key = "model/model_config/vocab_size";
    const auto size = keys_.whole(key);
    if (!size) return draft_.ask("model.vocab_size", reason::absent);
    const std::int64_t divisor = keys_.whole("model/make_vocab_size_divisible_by").value_or(1) *
                                 draft_.whole("training.tensor_parallel").value_or(1);
    const std::int64_t padded = (*size + divisor - 1) / divisor * divisor;
    if (padded != *size)
        keys_.place(key).note(fmt::format("padded to {}, a multiple of {}", padded, divisor));
    keys_.give(key, "model.vocab_size", json_text(padded));
}

void Nanotron::cluster() {
    const auto data = keys_.whole("parallelism/dp");
    if (!data) return draft_.ask("cluster.gpus", reason::absent);
    const std::int64_t gpus = *data * draft_.model_parallel();
    keys_.give("parallelism/dp", "cluster.gpus", json_text(gpus));
    if (draft_.whole("training.expert_parallel").value_or(1) > 1)
        keys_.place("parallelism/expert_parallel_size")
            .warning("it multiplies the ranks in this version; counted inside of dp here");
}

void Nanotron::sequence_parallel() {
    const std::string mode = keys_.word("parallelism/tp_mode").value_or("ALL_REDUCE");
    if (keys_.has("parallelism/tp_mode"))
        keys_.give("parallelism/tp_mode", "training.sequence_parallel",
                   json_text(mode == "REDUCE_SCATTER"));
    else
        draft_.assume("training.sequence_parallel", "false", "absent: ALL_REDUCE (config.py)");
}

void Nanotron::numbers() {
    constexpr std::array words{WordRow{"bfloat16", R"("bf16")"}, WordRow{"float16", R"("fp16")"},
                               WordRow{"float32", R"("fp32")"}};
    const std::array dtype{ConfigRow{"model/dtype", "training.precision", ReadAs::word, R"("bf16")",
                                     "config.py", words}};
    keys_.apply(dtype);
    constexpr std::string_view in_fp32 = "optimizer/accumulate_grad_in_fp32";
    const bool accumulates = keys_.flag(in_fp32).value_or(true);
    draft_.assume("training.states", json_text(accumulates ? "megatron" : "pure"),
                  accumulates ? "gradients are accumulated in fp32" : "no fp32 accumulator");
    if (keys_.has("optimizer/optimizer_factory"))
        give_optimizer(keys_, "optimizer/optimizer_factory");
    else
        draft_.assume("training.optimizer", json_text("adamw"), "adam_* keys");
}

} // namespace

void read_nanotron(FormatInput& in) { Nanotron(in).read(); }

} // namespace headroom
