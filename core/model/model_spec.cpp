#include "core/model/model_spec.hpp"

#include <algorithm>
#include <limits>

namespace headroom {

namespace {

using Count = std::int64_t;

/// Buckets of T5's relative position bias, one table for each of the two stacks (Raffel et al.
/// 2020, arXiv 1910.10683, sec. 2.1).
constexpr Count relative_position_buckets = 32;
/// Sentence A or B (Devlin et al. 2019, arXiv 1810.04805, fig. 2).
constexpr Count bert_token_types = 2;
constexpr Count image_channels = 3;

Count norm_size(const ModelSpec& model) {
    const Count hidden = model.hidden_size;
    return model.norm == Norm::layernorm ? 2 * hidden : hidden;
}

/// Two or three matrices; each input-side one has a bias of the width, the output one of `hidden`.
Count mlp_size(Count hidden, Count width, bool gated, bool bias) {
    const Count inner = gated ? 2 : 1;
    return (inner + 1) * hidden * width + (bias ? inner * width + hidden : 0);
}

/// Queries, compressed keys and values with their norms, and the output projection.
Count latent_attention_size(const ModelSpec& model, const MlaSpec& mla) {
    const Count hidden = model.hidden_size;
    const Count heads = model.num_attention_heads;
    const Count query_width = heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
    const Count query_rank = mla.q_lora_rank;
    const Count kv_rank = mla.kv_lora_rank;
    const Count queries = query_rank > 0
                              ? hidden * query_rank + query_rank + query_rank * query_width
                              : hidden * query_width;
    const Count down = hidden * (kv_rank + mla.qk_rope_head_dim) + kv_rank;
    const Count up = kv_rank * heads * (mla.qk_nope_head_dim + mla.v_head_dim);
    return queries + down + up + heads * mla.v_head_dim * hidden;
}

Count grouped_attention_size(const ModelSpec& model) {
    const Count hidden = model.hidden_size;
    const Count query_width = Count{model.num_attention_heads} * model.head_dim;
    const Count kv_width = Count{model.num_key_value_heads} * model.head_dim;
    const Count inputs = query_width + 2 * kv_width;
    const Count biases = (model.attention_bias ? inputs : 0) + (model.o_bias ? hidden : 0);
    return hidden * (inputs + query_width) + biases;
}

Count qk_norm_size(const ModelSpec& model) {
    switch (model.qk_norm) {
    case QkNorm::none: return 0;
    case QkNorm::head_dim: return Count{2} * model.head_dim;
    case QkNorm::full:
        return (Count{model.num_attention_heads} + model.num_key_value_heads) * model.head_dim;
    }
    return 0;
}

Count attention_size(const ModelSpec& model) {
    const Count matrices =
        model.mla ? latent_attention_size(model, *model.mla) : grouped_attention_size(model);
    return matrices + qk_norm_size(model) + (model.attention_sinks ? model.num_attention_heads : 0);
}

int moe_layer_count(const ModelSpec& model) {
    if (!model.moe) return 0;
    const int after_dense = std::max(0, model.num_hidden_layers - model.moe->first_k_dense_replace);
    return after_dense / std::max(1, model.moe->moe_layer_step);
}

void count_experts(const ModelSpec& model, ParameterCounts& counts) {
    const MoeSpec& moe = *model.moe;
    const Count hidden = model.hidden_size;
    const Count experts = moe.num_experts;
    const Count shared_width = moe.shared_expert_intermediate_size > 0
                                   ? Count{moe.shared_expert_intermediate_size}
                                   : Count{moe.n_shared_experts} * moe.moe_intermediate_size;
    counts.router_per_layer = hidden * experts + (moe.router_bias ? experts : 0);
    counts.one_expert =
        mlp_size(hidden, moe.moe_intermediate_size, model.gated_mlp, moe.expert_bias);
    counts.experts_per_layer = experts * counts.one_expert;
    counts.shared_experts_per_layer =
        moe.n_shared_experts > 0 ? mlp_size(hidden, shared_width, model.gated_mlp, false) : 0;
}

ParameterCounts count_decoder(const ModelSpec& model) {
    ParameterCounts counts;
    const Count hidden = model.hidden_size;
    const Count table = Count{model.vocab_size} * hidden;
    const Count positions = model.position == Position::learned ? model.pos_embeddings : 0;
    counts.embedding = table + positions * hidden + (model.embed_layernorm ? 2 * hidden : 0);
    counts.head =
        (model.tie_word_embeddings ? 0 : table) + (model.lm_head_bias ? model.vocab_size : 0);
    counts.final_norm = norm_size(model);
    counts.attention_per_layer = attention_size(model);
    counts.norms_per_layer = model.norms_per_layer * norm_size(model);
    counts.dense_mlp_per_layer =
        mlp_size(hidden, model.intermediate_size, model.gated_mlp, model.mlp_bias);
    if (model.moe) count_experts(model, counts);
    counts.moe_layers = moe_layer_count(model);
    counts.dense_layers = model.num_hidden_layers - counts.moe_layers;
    return counts;
}

/// A layer of BERT and of ViT: four square matrices, a plain MLP, two LayerNorms, biases
/// everywhere.
void count_encoder_layers(const ModelSpec& model, ParameterCounts& counts) {
    const Count hidden = model.hidden_size;
    counts.attention_per_layer = 4 * (hidden * hidden + hidden);
    counts.norms_per_layer = 4 * hidden;
    counts.dense_mlp_per_layer = mlp_size(hidden, model.intermediate_size, false, true);
    counts.dense_layers = model.num_hidden_layers;
}

/// Encoder and pooler; the masked-language-model head is not part of the published counts.
ParameterCounts count_bert(const ModelSpec& model) {
    ParameterCounts counts;
    const Count hidden = model.hidden_size;
    const Count rows = Count{model.vocab_size} + model.max_position_embeddings + bert_token_types;
    counts.embedding = rows * hidden + 2 * hidden;
    counts.head = hidden * hidden + hidden;
    count_encoder_layers(model, counts);
    return counts;
}

ParameterCounts count_vit(const ModelSpec& model) {
    ParameterCounts counts;
    const Count hidden = model.hidden_size;
    const Count patch = image_channels * model.patch_size * model.patch_size;
    const Count class_token = hidden;
    counts.embedding =
        patch * hidden + hidden + class_token + Count{model.max_position_embeddings} * hidden;
    counts.head = model.num_labels * (hidden + 1);
    counts.final_norm = 2 * hidden;
    count_encoder_layers(model, counts);
    return counts;
}

ParameterCounts count_t5(const ModelSpec& model) {
    ParameterCounts counts;
    const Count hidden = model.hidden_size;
    const Count heads = model.num_attention_heads;
    const Count table = Count{model.vocab_size} * hidden;
    counts.embedding = table + 2 * relative_position_buckets * heads;
    counts.head = model.tie_word_embeddings ? 0 : table;
    counts.final_norm = 2 * hidden; // one for each stack
    counts.attention_per_layer = 4 * hidden * heads * model.head_dim;
    counts.norms_per_layer = 2 * hidden;
    counts.dense_mlp_per_layer = mlp_size(hidden, model.intermediate_size, model.gated_mlp, false);
    counts.cross_attention_per_layer = counts.attention_per_layer + hidden;
    counts.dense_layers = layer_count(model);
    counts.cross_attention_layers = model.num_decoder_layers;
    return counts;
}

ParameterCounts count_parts(const ModelSpec& model) {
    switch (model.style) {
    case ModelStyle::decoder: return count_decoder(model);
    case ModelStyle::bert: return count_bert(model);
    case ModelStyle::t5: return count_t5(model);
    case ModelStyle::vit: return count_vit(model);
    }
    return {};
}

/// Layers that keep keys and values of the tokens generated so far.
int caching_layers(const ModelSpec& model) {
    switch (model.style) {
    case ModelStyle::decoder: return model.num_hidden_layers;
    case ModelStyle::t5: return model.num_decoder_layers;
    case ModelStyle::bert:
    case ModelStyle::vit: return 0;
    }
    return 0;
}

} // namespace

ParameterCounts count_parameters(const ModelSpec& model) {
    ParameterCounts counts = count_parts(model);
    const Count every_layer = counts.attention_per_layer + counts.norms_per_layer;
    const Count shared =
        counts.embedding + counts.head + counts.final_norm +
        (Count{counts.dense_layers} + counts.moe_layers) * every_layer +
        counts.dense_layers * counts.dense_mlp_per_layer +
        counts.moe_layers * (counts.router_per_layer + counts.shared_experts_per_layer) +
        counts.cross_attention_layers * counts.cross_attention_per_layer;
    const Count touched = model.moe ? model.moe->num_experts_per_tok : 0;
    counts.total = shared + counts.moe_layers * counts.experts_per_layer;
    counts.active = shared + counts.moe_layers * touched * counts.one_expert;
    return counts;
}

int layer_count(const ModelSpec& model) {
    const Count decoder = model.style == ModelStyle::t5 ? model.num_decoder_layers : 0;
    constexpr Count most = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(model.num_hidden_layers + decoder, -most, most));
}

bool layer_has_experts(const ModelSpec& model, int index) {
    if (!model.moe || index < model.moe->first_k_dense_replace) return false;
    const int step = std::max(1, model.moe->moe_layer_step);
    return (index - model.moe->first_k_dense_replace) % step == step - 1;
}

double kv_cache_bytes_per_token(const ModelSpec& model, double bytes_per_element) {
    const Count elements = model.mla ? Count{model.mla->kv_lora_rank} + model.mla->qk_rope_head_dim
                                     : Count{2} * model.num_key_value_heads * model.head_dim;
    return static_cast<double>(caching_layers(model) * elements) * bytes_per_element;
}

std::int64_t kv_cache_layer_tokens(const ModelSpec& model, std::int64_t tokens) {
    const Count layers = caching_layers(model);
    if (model.sliding_window <= 0) return layers * tokens;
    const Count full = model.full_attention_every > 0 ? layers / model.full_attention_every : 0;
    return full * tokens + (layers - full) * std::min<Count>(tokens, model.sliding_window);
}

} // namespace headroom
