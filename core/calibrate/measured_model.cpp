// The model of a measured run, from its dimensions.
#include "core/calibrate/row_reading.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

bool is_bert(const Measurement& row) {
    return row.task.starts_with("bert_") ||
           row.attention.find("bidirectional") != std::string::npos ||
           row.model.starts_with("bert-");
}

void read_dimensions(RowReading& reading, ModelSpec& model) {
    const Measurement& row = reading.row;
    model.num_hidden_layers = reading.required(row.layers, "model dimensions");
    model.hidden_size = reading.required(row.hidden, "model dimensions");
    model.num_attention_heads = reading.required(row.heads, "model dimensions");
    model.num_key_value_heads = row.kv_heads.value_or(model.num_attention_heads);
    model.head_dim = row.head_dim.value_or(
        model.num_attention_heads > 0 ? model.hidden_size / model.num_attention_heads : 0);
    model.intermediate_size = reading.required(row.ffn, "model dimensions");
    model.vocab_size = reading.required(row.vocab, "vocabulary");
    model.gated_mlp = reading.required(row.gated, "model dimensions");
}

/// Models without a gate are of the GPT family: LayerNorm, biases and a position table as long as
/// the sequence. Gated ones are of the Llama family. Both differ by less than 1 % in parameters.
void read_family(const Measurement& row, ModelSpec& model) {
    if (is_bert(row)) model.style = ModelStyle::bert;
    model.norm = model.gated_mlp ? Norm::rmsnorm : Norm::layernorm;
    model.attention_bias = model.o_bias = model.mlp_bias = !model.gated_mlp;
    if (row.attention.find("ALiBi") != std::string::npos) {
        model.position = Position::alibi;
    } else if (!model.gated_mlp) {
        constexpr int bert_positions = 512; // Devlin et al. 2018, appendix A.2
        model.position = Position::learned;
        model.pos_embeddings = row.sequence.value_or(0);
        if (model.style == ModelStyle::bert)
            model.max_position_embeddings = model.pos_embeddings =
                std::max(model.pos_embeddings, bert_positions);
    }
    constexpr std::string_view window = "sliding window ";
    if (const std::size_t at = row.attention.find(window); at != std::string::npos) {
        model.sliding_window = std::atoi(row.attention.c_str() + at + window.size());
        const bool alternates = row.attention.find("alternating") != std::string::npos;
        model.full_attention_every = alternates ? 2 : 0;
    }
}

void read_experts(RowReading& reading, ModelSpec& model) {
    const Measurement& row = reading.row;
    if (row.experts.value_or(0) == 0) return;
    MoeSpec moe;
    moe.num_experts = *row.experts;
    moe.num_experts_per_tok = reading.required(row.experts_per_token, "experts per token");
    moe.moe_intermediate_size = reading.required(row.moe_ffn, "width of the experts");
    moe.n_shared_experts = row.shared_experts.value_or(0);
    moe.first_k_dense_replace = row.dense_layers.value_or(0);
    model.moe = moe;
}

/// The columns have no ranks of latent attention: they come from the preset with these dimensions.
void read_latent_attention(RowReading& reading, ModelSpec& model) {
    if (reading.row.attention.find("MLA") == std::string::npos) return;
    const auto& presets = reading.catalog.models;
    const auto preset = std::ranges::find_if(presets, [&](const ModelPreset& candidate) {
        const ModelSpec& spec = candidate.spec;
        return spec.mla && spec.hidden_size == model.hidden_size &&
               spec.num_hidden_layers == model.num_hidden_layers &&
               spec.num_attention_heads == model.num_attention_heads;
    });
    if (preset == presets.end()) {
        reading.skip("ranks of latent attention not stated");
        return;
    }
    model.mla = preset->spec.mla;
    reading.note_default("ranks of latent attention: those of the preset with these dimensions");
}

double distance_to(const ModelSpec& model, double parameters) {
    return std::abs(static_cast<double>(count_parameters(model).total) - parameters);
}

/// Whether embedding and head are one matrix follows from the parameter count where it is given.
void read_tied_embeddings(RowReading& reading, ModelSpec& model) {
    const Measurement& row = reading.row;
    if (row.tied_embeddings) {
        model.tie_word_embeddings = *row.tied_embeddings;
        return;
    }
    if (!row.parameters_b) {
        model.tie_word_embeddings = !model.gated_mlp;
        reading.note_default("tied embeddings: as usual in the model's family");
        return;
    }
    ModelSpec tied = model;
    tied.tie_word_embeddings = true;
    const double parameters = *row.parameters_b * 1e9;
    model.tie_word_embeddings = distance_to(tied, parameters) <= distance_to(model, parameters);
    reading.note_default("tied embeddings: what the parameter count says");
}

bool within_limits(const ModelSpec& model) {
    return model.hidden_size <= model_limits::hidden_size &&
           model.num_hidden_layers <= model_limits::layers &&
           model.num_attention_heads <= model_limits::heads &&
           model.num_key_value_heads <= model_limits::heads &&
           model.head_dim <= model_limits::head_dim &&
           model.intermediate_size <= model_limits::intermediate_size &&
           model.vocab_size <= model_limits::vocab_size &&
           (!model.moe || (model.moe->num_experts <= model_limits::experts &&
                           model.moe->moe_intermediate_size <= model_limits::intermediate_size &&
                           model.moe->n_shared_experts <= model_limits::experts));
}

} // namespace

void read_model(RowReading& reading) {
    ModelSpec model;
    model.name = reading.row.model;
    read_dimensions(reading, model);
    if (!reading.reason.empty()) return;
    read_family(reading.row, model);
    read_experts(reading, model);
    read_latent_attention(reading, model);
    if (!within_limits(model)) return reading.skip("model dimensions out of range");
    read_tied_embeddings(reading, model);
    if (reading.row.task == "bert_squad") model.num_labels = 2; // start and end of the answer
    reading.scenario.model = std::move(model);
}

} // namespace headroom
