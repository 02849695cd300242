// The dimensions of a model, in Hugging Face's terms, and what follows from them.
//
//     const ModelSpec& llama = catalog.find_model("llama3.1-8b")->spec;
//     count_parameters(llama).total;        // 8 030 261 248, to the digit
//
// Plain values. Counts are exact integers (64 bit); a tied embedding is counted once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

enum class ModelStyle : std::uint8_t { decoder, bert, t5, vit };
enum class Norm : std::uint8_t { rmsnorm, layernorm, layernorm_nobias };
enum class Position : std::uint8_t { rope, learned, alibi, none };
enum class QkNorm : std::uint8_t { none, head_dim, full };

/// Mixture of experts: which layers have them, how many, how wide.
struct MoeSpec {
    int num_experts = 0;
    int num_experts_per_tok = 0;
    int moe_intermediate_size = 0;
    int n_shared_experts = 0;
    int shared_expert_intermediate_size =
        0;                         // width of all shared experts together; 0: n * moe width
    int first_k_dense_replace = 0; // this many first layers have a dense MLP
    int moe_layer_step = 1;        // then every n-th layer has experts
    bool router_bias = false;
    bool expert_bias = false;

    bool operator==(const MoeSpec&) const = default;
};

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, sec. 2.1).
struct MlaSpec {
    int q_lora_rank = 0; // 0: queries are not compressed
    int kv_lora_rank = 0;
    int qk_nope_head_dim = 0;
    int qk_rope_head_dim = 0;
    int v_head_dim = 0;

    bool operator==(const MlaSpec&) const = default;
};

struct ModelSpec {
    std::string id;   // catalog id, or "" for an inline model
    std::string name; // "Llama-3.1 8B"
    std::string family;
    ModelStyle style = ModelStyle::decoder;
    int hidden_size = 0;
    int num_hidden_layers = 0;
    int num_attention_heads = 0;
    int num_key_value_heads = 0;
    int head_dim = 0; // not always hidden_size / num_attention_heads
    int intermediate_size = 0;
    int vocab_size = 0;
    int max_position_embeddings = 0; // a limit of the model, never the sequence of a run
    bool tie_word_embeddings = false;
    bool gated_mlp = true;
    Norm norm = Norm::rmsnorm;
    int norms_per_layer = 2;
    bool attention_bias = false; // of q, k, v
    bool o_bias = false;
    bool mlp_bias = false;
    bool lm_head_bias = false;
    Position position = Position::rope;
    int pos_embeddings = 0; // rows of a learned position table
    QkNorm qk_norm = QkNorm::none;
    bool attention_sinks = false;
    bool embed_layernorm = false;
    int sliding_window = 0;       // 0: every layer sees everything
    int full_attention_every = 0; // with a window: one layer in n sees everything; 0: none does
    int num_decoder_layers = 0;   // t5
    int patch_size = 0;           // vit
    int num_labels = 0;           // vit
    std::optional<MoeSpec> moe;
    std::optional<MlaSpec> mla;

    bool operator==(const ModelSpec&) const = default;
};

/// Exact parameter counts by the part of the model that holds them.
struct ParameterCounts {
    std::int64_t total = 0;
    std::int64_t active = 0;    // touched by one token, input embedding included
    std::int64_t embedding = 0; // input embedding and positions
    std::int64_t head = 0;      // 0 where it is tied to the embedding
    std::int64_t final_norm = 0;
    std::int64_t attention_per_layer = 0; // matrices and biases
    std::int64_t norms_per_layer = 0;
    std::int64_t dense_mlp_per_layer = 0; // of a layer without experts
    std::int64_t router_per_layer = 0;    // of a layer with experts
    std::int64_t one_expert = 0;          // one routed expert
    std::int64_t experts_per_layer = 0;   // all routed experts of one layer
    std::int64_t shared_experts_per_layer = 0;
    int dense_layers = 0; // layers with a dense MLP
    int moe_layers = 0;   // layers with experts
};

ParameterCounts count_parameters(const ModelSpec& model);

/// Does layer `index` (0-based) hold experts?
bool layer_has_experts(const ModelSpec& model, int index);

/// KV-cache bytes of one token over all layers, MLA and GQA respected, windows not (they cap the
/// token count, not the bytes of one).
double kv_cache_bytes_per_token(const ModelSpec& model, double bytes_per_element);

/// Tokens whose keys and values are held over all layers together for a context of `tokens`:
/// windowed layers hold at most their window.
std::int64_t kv_cache_layer_tokens(const ModelSpec& model, std::int64_t tokens);

/// The same architecture near `parameters` parameters: width, depth and heads scaled together,
/// head size, ratios and vocabulary kept. Used by the model-size slider.
ModelSpec scaled_to(const ModelSpec& model, double parameters);

} // namespace headroom
