#include "core/io/hf_families.hpp"

#include <array>

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
    HfFamily{.model_type = "vit",
             .style = ModelStyle::vit,
             .gated_mlp = false,
             .norm = Norm::layernorm,
             .position = Position::learned,
             .attention_bias = true,
             .o_bias = true,
             .mlp_bias = true},
};

} // namespace

HfFamily family_of(std::string_view model_type) {
    for (const HfFamily& family : families)
        if (model_type.starts_with(family.model_type)) return family;
    HfFamily unknown;
    unknown.known = false;
    return unknown;
}

} // namespace headroom
