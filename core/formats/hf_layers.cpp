#include "core/formats/hf_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

void read_expert_layers(HfKeys& keys, MoeSpec& moe) {
    keys.whole_or("first_k_dense_replace", {"first_k_dense_replace"}, moe.first_k_dense_replace, 0,
                  "", 0);
    constexpr std::array steps{"moe_layer_freq", "decoder_sparse_step",
                               "interleave_moe_layer_step"};
    if (const auto step = keys.optional(steps); step && step->json().is(Json::Type::list))
        step->warning("which layers have experts is listed one by one; counted as if all had");
    else
        keys.whole_or("moe_layer_step", steps, moe.moe_layer_step, 1, "");
    const auto dense = keys.optional({"mlp_only_layers"});
    if (const std::size_t count = dense ? dense->items().size() : 0; count > 0)
        dense->warning(fmt::format("{} layers have no experts; counted as if they had", count));
}

/// 0 where it is absent, below 0 where it is no width: who reads it as such says so.
int dense_width(HfKeys& keys) {
    const auto width = keys.optional({"intermediate_size"});
    if (!width) return 0;
    const std::int64_t value = width->json().integer;
    return value >= 1 && value <= model_limits::intermediate_size ? static_cast<int>(value) : -1;
}

/// Which of the layers listed see everything.
std::vector<bool> full_layers(const JsonCursor& types) {
    std::vector<bool> full;
    for (const JsonCursor& type : types.items())
        full.push_back(type.text() == "full_attention");
    return full;
}

/// One layer in n sees everything where that is how the list goes on; else the nearest such n.
void set_windowed_layers(const JsonCursor& types, const std::vector<bool>& full, ModelSpec& model) {
    const auto count = static_cast<int>(std::count(full.begin(), full.end(), true));
    const auto layers = static_cast<int>(full.size());
    if (count == layers) model.sliding_window = 0;
    if (count == 0 || count == layers) return;
    const auto first = static_cast<int>(std::find(full.begin(), full.end(), true) - full.begin());
    model.full_attention_every = first + 1;
    bool regular = true;
    for (int i = 0; i < layers; ++i)
        regular &= full[static_cast<std::size_t>(i)] == ((i + 1) % (first + 1) == 0);
    if (regular) return;
    model.full_attention_every = std::max(1, (layers + count / 2) / count);
    types.warning(fmt::format("{} of {} layers see everything, not at regular distances; counted "
                              "as one in {}",
                              count, layers, model.full_attention_every));
}

} // namespace

void read_experts(HfKeys& keys, const HfFamily& family, ModelSpec& model) {
    int experts = 0;
    keys.whole_or("n_routed_experts",
                  {"n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"},
                  experts, 0, "", 0);
    if (experts < 2) return; // none or one is a dense model
    MoeSpec moe;
    moe.num_experts = experts;
    keys.whole_or("num_experts_per_tok", {"num_experts_per_tok", "moe_top_k", "top_k_experts"},
                  moe.num_experts_per_tok, 2, "the usual number");
    if (moe.num_experts_per_tok > experts)
        keys.place("num_experts_per_tok")
            .error(
                fmt::format("{} experts for each token of {}", moe.num_experts_per_tok, experts));
    keys.whole_or("moe_intermediate_size", {"moe_intermediate_size"}, moe.moe_intermediate_size,
                  dense_width(keys), "an expert is as wide as intermediate_size");
    keys.whole_or("n_shared_experts", {"n_shared_experts", "num_shared_experts"},
                  moe.n_shared_experts, 0, "", 0);
    int shared_width = 0;
    keys.whole_or("shared_expert_intermediate_size", {"shared_expert_intermediate_size"},
                  shared_width, 0, "", 0);
    if (shared_width > 0) {
        moe.shared_expert_intermediate_size = shared_width;
        moe.n_shared_experts = std::max(moe.n_shared_experts, 1);
    }
    read_expert_layers(keys, moe);
    const std::string_view type = family.model_type;
    moe.expert_bias = type == "gpt_oss";
    moe.router_bias = moe.expert_bias || model.family.starts_with("deepseek_v3") ||
                      model.family.starts_with("kimi") || model.family.starts_with("glm4_moe");
    model.moe = moe;
}

void read_window(HfKeys& keys, const HfFamily& family, ModelSpec& model) {
    int size = 0;
    keys.whole_or("sliding_window", {"sliding_window"}, size, 0, "", 0);
    const auto used = keys.optional({"use_sliding_window"});
    if (used && !used->boolean().value_or(true)) size = 0;
    const auto types = keys.optional({"layer_types"});
    const std::vector<bool> full = types ? full_layers(*types) : std::vector<bool>();
    int pattern = 0;
    keys.whole_or("full_attention_every", {"sliding_window_pattern"}, pattern, 0, "");
    if (size == 0) return;
    model.sliding_window = size;
    if (types)
        set_windowed_layers(*types, full, model);
    else if (pattern > 0)
        model.full_attention_every = pattern;
    else if (family.full_attention_every > 0) {
        model.full_attention_every = family.full_attention_every;
        keys.assume("model.full_attention_every", std::to_string(model.full_attention_every),
                    fmt::format("as {} models are", family.model_type));
    }
}

} // namespace headroom
