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
#include <string_view>

namespace headroom {

enum class ModelStyle : std::uint8_t { decoder, bert, t5, vit };
/// Masked-language-model pretraining predicts 15 % of the tokens: its head sees no others (Devlin
/// et al. 2019, arXiv 1810.04805, sec. 3.1).
inline constexpr double masked_share = 0.15;

enum class Norm : std::uint8_t { rmsnorm, layernorm, layernorm_nobias };
enum class Position : std::uint8_t { rope, learned, alibi, none };
enum class QkNorm : std::uint8_t { none, head_dim, full };

std::string_view name_of(ModelStyle);
std::string_view name_of(Norm);
std::string_view name_of(Position);
std::string_view name_of(QkNorm);

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

/// Largest dimensions taken. Far above any model known (2026), low enough that every product of
/// them that count_parameters() forms stays below 2^62.
namespace model_limits {
inline constexpr int hidden_size = 131'072;
inline constexpr int layers = 1'024; // of one stack
inline constexpr int heads = 4'096;
inline constexpr int head_dim = 4'096;
inline constexpr int intermediate_size = 524'288; // of an MLP or of one expert
inline constexpr int vocab_size = 67'108'864;
inline constexpr int experts = 4'096;
inline constexpr int shared_experts = 64;
inline constexpr int rank = 65'536; // of low-rank projections
inline constexpr int norms_per_layer = 8;
inline constexpr int patch_size = 1'024;
inline constexpr int positions = 1'073'741'824;
} // namespace model_limits

/// Exact parameter counts by the part of the model that holds them. `total` is the sum of
///     embedding + head + final_norm + (dense_layers + moe_layers) * (attention + norms)
///     + dense_layers * dense_mlp + moe_layers * (router + experts + shared_experts)
///     + cross_attention_layers * cross_attention.
struct ParameterCounts {
    std::int64_t total = 0;
    std::int64_t active = 0;    // touched by one token, input embedding included
    std::int64_t embedding = 0; // input embedding, its norm, positions, patches
    std::int64_t head = 0;      // 0 where it is tied to the embedding; pooler, classifier
    std::int64_t final_norm = 0;
    std::int64_t attention_per_layer = 0; // matrices and biases
    std::int64_t norms_per_layer = 0;
    std::int64_t dense_mlp_per_layer = 0; // of a layer without experts
    std::int64_t router_per_layer = 0;    // of a layer with experts
    std::int64_t one_expert = 0;          // one routed expert
    std::int64_t experts_per_layer = 0;   // all routed experts of one layer
    std::int64_t shared_experts_per_layer = 0;
    std::int64_t cross_attention_per_layer = 0; // of a decoder beside an encoder, with its norm
    int dense_layers = 0;                       // layers with a dense MLP, encoder's included
    int moe_layers = 0;                         // layers with experts
    int cross_attention_layers = 0;
};

/// What the model's style fixes comes from the style alone (BERT and ViT: biases and LayerNorm
/// everywhere; T5: RMSNorm, no biases, relative positions), whatever the other fields say.
/// Precondition: dimensions within `model_limits` (validate() checks them), so nothing overflows.
ParameterCounts count_parameters(const ModelSpec& model);

/// All layers, those of a second (decoder) stack included; saturates, as validate() asks it of any
/// input.
int layer_count(const ModelSpec& model);

/// Does layer `index` (0-based) hold experts?
bool layer_has_experts(const ModelSpec& model, int index);

/// KV-cache bytes of one token over all layers, MLA and GQA respected, windows not (they cap the
/// token count, not the bytes of one).
double kv_cache_bytes_per_token(const ModelSpec& model, double bytes_per_element);

/// Tokens whose keys and values are held over all layers together for a context of `tokens`:
/// windowed layers hold at most their window.
std::int64_t kv_cache_layer_tokens(const ModelSpec& model, std::int64_t tokens);

/// What a plan divides a model by, so that scaling keeps to sizes that the plan can run.
struct ScalingSteps {
    int heads = 1;  // key/value heads and MLP widths are multiples of this (tensor parallel)
    int layers = 1; // depth is a multiple of this (pipeline ranks x virtual stages)
};

/// The same architecture near `parameters` parameters. Width and depth grow together (their ratio
/// stays within a factor of 1.5), as families of models do; heads per key/value head stay, or the
/// number of key/value heads where they are few; head size, MLP ratio, number of experts, MLA ranks
/// and vocabulary stay. Used by the model-size slider: larger asked is never smaller given, and the
/// model's own count gives the model itself.
ModelSpec scaled_to(const ModelSpec& model, double parameters, ScalingSteps steps = {});

} // namespace headroom
