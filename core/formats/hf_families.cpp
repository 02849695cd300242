#include "core/formats/hf_families.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace headroom {

namespace {

constexpr auto plain_gpt(std::string_view type) {
    return HfFamily{.model_type = type,
                    .ties_embeddings = true,
                    .gated_mlp = false,
                    .norm = Norm::layernorm,
                    .position = Position::learned,
                    .attention_bias = true,
                    .o_bias = true,
                    .mlp_bias = true,
                    .ffn_factor = 4};
}

constexpr HfFamily opt() {
    HfFamily family = plain_gpt("opt");
    family.position_offset = 2;
    return family;
}

constexpr HfFamily with_position(HfFamily family, Position position) {
    family.position = position;
    return family;
}

constexpr HfFamily encoder(std::string_view type) {
    HfFamily family = plain_gpt(type);
    family.style = ModelStyle::bert;
    return family;
}

constexpr HfFamily untied(HfFamily family) {
    family.ties_embeddings = false;
    return family;
}

/// First prefix that fits wins, so longer ones stand first.
constexpr std::array families{
    HfFamily{.model_type = "llama"},
    HfFamily{.model_type = "mistral"},
    HfFamily{.model_type = "mixtral"},
    HfFamily{.model_type = "qwen3", .qk_norm = QkNorm::head_dim},
    HfFamily{.model_type = "qwen2", .attention_bias = true},
    HfFamily{.model_type = "deepseek"},
    HfFamily{.model_type = "kimi"},
    HfFamily{.model_type = "glm4", .attention_bias = true},
    HfFamily{
        .model_type = "gpt_oss", .attention_bias = true, .o_bias = true, .full_attention_every = 2},
    HfFamily{.model_type = "gemma3",
             .ties_embeddings = true,
             .norms_per_layer = 4,
             .qk_norm = QkNorm::head_dim,
             .full_attention_every = 6},
    HfFamily{.model_type = "gemma2",
             .ties_embeddings = true,
             .norms_per_layer = 4,
             .full_attention_every = 2},
    HfFamily{.model_type = "gemma", .ties_embeddings = true},
    HfFamily{.model_type = "olmo2", .qk_norm = QkNorm::full},
    HfFamily{.model_type = "phi3"},
    HfFamily{.model_type = "smollm3", .ties_embeddings = true},
    untied(with_position(plain_gpt("gpt_neox"), Position::rope)),
    plain_gpt("gpt2"),
    plain_gpt("gpt_bigcode"),
    opt(),
    with_position(plain_gpt("bloom"), Position::alibi),
    HfFamily{.model_type = "mpt",
             .ties_embeddings = true,
             .gated_mlp = false,
             .norm = Norm::layernorm_nobias,
             .position = Position::alibi,
             .ffn_factor = 4},
    HfFamily{.model_type = "falcon",
             .ties_embeddings = true,
             .gated_mlp = false,
             .norm = Norm::layernorm,
             .norms_per_layer = 1,
             .ffn_factor = 4},
    encoder("bert"),
    encoder("roberta"),
    encoder("xlm-roberta"),
    HfFamily{.model_type = "t5",
             .style = ModelStyle::t5,
             .ties_embeddings = true,
             .gated_mlp = false,
             .position = Position::none},
};

struct Stranger {
    std::string_view model_type; // a prefix
    std::string_view what;
};

constexpr std::string_view state_space = "a state-space model (Mamba)";
constexpr std::string_view recurrent = "a recurrent network";
constexpr std::string_view image = "an image model, not a language model";
constexpr std::string_view speech = "a speech model, not a language model";
constexpr std::string_view pair = "an encoder-decoder of another kind than T5";

constexpr std::array strangers{
    Stranger{"mamba", state_space},
    Stranger{"falcon_mamba", state_space},
    Stranger{"rwkv", recurrent},
    Stranger{"xlstm", recurrent},
    Stranger{"retnet", recurrent},
    Stranger{"hyena", "a network of long convolutions"},
    Stranger{"stripedhyena", "a network of long convolutions"},
    Stranger{"albert", "an encoder whose layers share one set of weights"},
    Stranger{"vit", image},
    Stranger{"deit", image},
    Stranger{"beit", image},
    Stranger{"swin", image},
    Stranger{"dinov2", image},
    Stranger{"clip", image},
    Stranger{"siglip", image},
    Stranger{"resnet", image},
    Stranger{"convnext", image},
    Stranger{"whisper", speech},
    Stranger{"wav2vec2", speech},
    Stranger{"hubert", speech},
    Stranger{"speech_to_text", speech},
    Stranger{"t5gemma", pair},
    Stranger{"mt5", pair},
    Stranger{"umt5", pair},
    Stranger{"longt5", pair},
    Stranger{"switch_transformers", pair},
    Stranger{"bart", pair},
    Stranger{"mbart", pair},
    Stranger{"pegasus", pair},
    Stranger{"marian", pair},
    Stranger{"blenderbot", pair},
    Stranger{"m2m_100", pair},
    Stranger{"led", pair},
    Stranger{"prophetnet", pair},
};

/// Attention in some layers, a state space or a convolution in others.
constexpr std::array<std::string_view, 11> hybrids{
    "jamba",      "bamba",      "zamba", "falcon_h1", "granitemoehybrid", "recurrent_gemma",
    "nemotron_h", "qwen3_next", "lfm2",  "plamo2",    "kimi_linear"};

bool has_start_in(std::string_view word, std::span<const std::string_view> starts) {
    return std::ranges::any_of(starts,
                               [&](std::string_view start) { return word.starts_with(start); });
}

} // namespace

std::string_view stranger_of(std::string_view model_type) {
    for (const Stranger& stranger : strangers)
        if (model_type.starts_with(stranger.model_type)) return stranger.what;
    return {};
}

bool is_hybrid(std::string_view model_type) { return has_start_in(model_type, hybrids); }

std::string type_of_architecture(std::string_view architecture) {
    for (const std::string_view ending : {"ForCausalLM", "LMHeadModel", "ForMaskedLM",
                                          "ForPreTraining", "ForConditionalGeneration", "Model"})
        if (architecture.ends_with(ending)) {
            architecture.remove_suffix(ending.size());
            break;
        }
    std::string type(architecture);
    std::ranges::transform(type, type.begin(), [](unsigned char c) { return std::tolower(c); });
    return type;
}

HfFamily family_of(std::string_view model_type) {
    for (const HfFamily& family : families)
        if (model_type.starts_with(family.model_type)) return family;
    HfFamily unknown;
    unknown.known = false;
    return unknown;
}

} // namespace headroom
