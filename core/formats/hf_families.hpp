// What families of Hugging Face models leave out of their config.json, because their code has it.
//
//     family_of("gpt2").ties_embeddings          // true
//
// From memory of the model code in transformers, not looked up: whatever of it an import uses is
// listed as assumed. Unknown families get Llama's habits.
#pragma once

#include "core/model/model_spec.hpp"

#include <string>
#include <string_view>

namespace headroom {

struct HfFamily {
    std::string_view model_type; // a prefix: "gemma" stands for gemma, gemma2, gemma3_text
    ModelStyle style = ModelStyle::decoder;
    bool ties_embeddings = false;
    bool gated_mlp = true;
    Norm norm = Norm::rmsnorm;
    int norms_per_layer = 2;
    Position position = Position::rope;
    bool attention_bias = false;
    bool o_bias = false;
    bool mlp_bias = false;
    QkNorm qk_norm = QkNorm::none;
    int ffn_factor = 0;           // intermediate size over hidden size where the key is absent
    int position_offset = 0;      // rows of the position table beyond the limit (OPT: 2)
    int full_attention_every = 0; // of windowed families that do not list their layers
    bool known = true;
};

HfFamily family_of(std::string_view model_type);

/// What a type is that cannot be counted as layers of attention and MLP ("a state-space model
/// (Mamba)"); "" for all others, known or not.
std::string_view stranger_of(std::string_view model_type);

/// Whether some layers of the type are not attention, which a config.json need not say.
bool is_hybrid(std::string_view model_type);

/// "LlamaForCausalLM" is "llama": the type that an architecture's name begins with.
std::string type_of_architecture(std::string_view architecture);

} // namespace headroom
