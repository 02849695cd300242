#include "core/formats/export_writers.hpp"
#include "core/formats/foreign_json.hpp"
#include "core/formats/hf_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <optional>

namespace headroom {

namespace {

/// A key of ours as a family spells it.
struct Spelling {
    std::string_view ours, theirs;
};
using Spellings = std::array<Spelling, 6>;

struct Family {
    std::string_view model_type, architecture;
    Spellings spellings = {};
};

/// What config.json files call their model; the first whose code builds the same layers is written.
constexpr std::array families{
    Family{"llama", "LlamaForCausalLM"},
    Family{"mistral", "MistralForCausalLM"},
    Family{
        "mixtral",
        "MixtralForCausalLM",
        {{{"num_experts", "num_local_experts"}, {"moe_intermediate_size", "intermediate_size"}}}},
    Family{"qwen2", "Qwen2ForCausalLM"},
    Family{"qwen3", "Qwen3ForCausalLM"},
    Family{"qwen3_moe", "Qwen3MoeForCausalLM", {{{"moe_layer_step", "decoder_sparse_step"}}}},
    Family{"deepseek_v3",
           "DeepseekV3ForCausalLM",
           {{{"num_experts", "n_routed_experts"}, {"moe_layer_step", "moe_layer_freq"}}}},
    Family{"deepseek_v2",
           "DeepseekV2ForCausalLM",
           {{{"num_experts", "n_routed_experts"}, {"moe_layer_step", "moe_layer_freq"}}}},
    Family{"kimi_k2",
           "DeepseekV3ForCausalLM",
           {{{"num_experts", "n_routed_experts"}, {"moe_layer_step", "moe_layer_freq"}}}},
    Family{"glm4_moe", "Glm4MoeForCausalLM", {{{"num_experts", "n_routed_experts"}}}},
    Family{
        "gpt_oss",
        "GptOssForCausalLM",
        {{{"num_experts", "num_local_experts"}, {"moe_intermediate_size", "intermediate_size"}}}},
    Family{"gemma3_text", "Gemma3ForCausalLM"},
    Family{"gemma2", "Gemma2ForCausalLM"},
    Family{"gemma", "GemmaForCausalLM"},
    Family{"olmo2", "Olmo2ForCausalLM"},
    Family{"phi3", "Phi3ForCausalLM"},
    Family{"smollm3", "SmolLM3ForCausalLM"},
    Family{"gpt_neox", "GPTNeoXForCausalLM"},
    Family{"gpt2",
           "GPT2LMHeadModel",
           {{{"hidden_size", "n_embd"},
             {"num_hidden_layers", "n_layer"},
             {"num_attention_heads", "n_head"},
             {"intermediate_size", "n_inner"},
             {"max_position_embeddings", "n_positions"}}}},
    Family{"opt", "OPTForCausalLM", {{{"intermediate_size", "ffn_dim"}}}},
    Family{"bloom",
           "BloomForCausalLM",
           {{{"num_hidden_layers", "n_layer"}, {"num_attention_heads", "n_head"}}}},
    Family{"falcon", "FalconForCausalLM", {{{"num_key_value_heads", "num_kv_heads"}}}},
    Family{"bert", "BertForPreTraining"},
    Family{"t5",
           "T5ForConditionalGeneration",
           {{{"hidden_size", "d_model"},
             {"num_hidden_layers", "num_layers"},
             {"num_attention_heads", "num_heads"},
             {"intermediate_size", "d_ff"},
             {"head_dim", "d_kv"}}}},
};

/// Writes keys as one family spells them.
class Config {
  public:
    explicit Config(const Family& family) : family_(family) {}

    template <class Value>
    void add(std::string_view ours, const Value& value) {
        file_.add(std::string(spelled(ours)), value);
    }
    /// What most models have not is left out.
    void add_if(bool is, std::string_view ours, int value) {
        if (is) add(ours, value);
    }
    /// Whether two of our keys are one of theirs.
    bool merges(std::string_view one, std::string_view other) const {
        return spelled(one) == spelled(other);
    }
    std::string text() const { return to_json(file_); }

  private:
    std::string_view spelled(std::string_view ours) const {
        const auto found = std::ranges::find(family_.spellings, ours, &Spelling::ours);
        return found == family_.spellings.end() ? ours : found->theirs;
    }

    const Family& family_;
    ConfigMap file_;
};

void dimensions(const ModelSpec& model, Config& config) {
    config.add("hidden_size", model.hidden_size);
    if (!model.moe || !config.merges("moe_intermediate_size", "intermediate_size"))
        config.add("intermediate_size", model.intermediate_size);
    config.add("num_hidden_layers", model.num_hidden_layers);
    config.add_if(model.num_decoder_layers > 0, "num_decoder_layers", model.num_decoder_layers);
    config.add("num_attention_heads", model.num_attention_heads);
    config.add("num_key_value_heads", model.num_key_value_heads);
    if (!model.mla) config.add("head_dim", model.head_dim);
    config.add("vocab_size", model.vocab_size);
    config.add_if(model.max_position_embeddings > 0, "max_position_embeddings",
                  model.max_position_embeddings);
    config.add("tie_word_embeddings", model.tie_word_embeddings);
    if (model.style != ModelStyle::decoder) return;
    if (model.attention_bias || model.o_bias) config.add("attention_bias", model.attention_bias);
    config.add_if(model.sliding_window > 0, "sliding_window", model.sliding_window);
    config.add_if(model.sliding_window > 0 && model.full_attention_every > 0,
                  "sliding_window_pattern", model.full_attention_every);
}

void experts(const MoeSpec& moe, Config& config) {
    config.add("num_experts", moe.num_experts);
    config.add("num_experts_per_tok", moe.num_experts_per_tok);
    config.add("moe_intermediate_size", moe.moe_intermediate_size);
    config.add_if(moe.n_shared_experts > 0, "n_shared_experts", moe.n_shared_experts);
    config.add_if(moe.shared_expert_intermediate_size > 0, "shared_expert_intermediate_size",
                  moe.shared_expert_intermediate_size);
    config.add_if(moe.first_k_dense_replace > 0, "first_k_dense_replace",
                  moe.first_k_dense_replace);
    config.add_if(moe.moe_layer_step > 1, "moe_layer_step", moe.moe_layer_step);
}

void latent_attention(const MlaSpec& mla, Config& config) {
    config.add_if(mla.q_lora_rank > 0, "q_lora_rank", mla.q_lora_rank);
    config.add("kv_lora_rank", mla.kv_lora_rank);
    config.add("qk_nope_head_dim", mla.qk_nope_head_dim);
    config.add("qk_rope_head_dim", mla.qk_rope_head_dim);
    config.add("v_head_dim", mla.v_head_dim);
}

std::string config_of(const ModelSpec& model, const Family& family) {
    Config config(family);
    config.add("architectures", ConfigMap::Texts{std::string(family.architecture)});
    config.add("model_type", family.model_type);
    dimensions(model, config);
    if (model.moe) experts(*model.moe, config);
    if (model.mla) latent_attention(*model.mla, config);
    config.add("torch_dtype", "bfloat16");
    return config.text();
}

/// The model that an import of the text gives.
std::optional<ModelSpec> read_back(const std::string& text) {
    Problems problems;
    const auto root = parse_foreign_json(text, "config.json", problems);
    ImportResult result;
    if (root) read_hf_config(*root, "config.json", result);
    return result.model;
}

/// "Qwen2.5" begins as qwen2 does: the family that a model names is tried first.
std::size_t letters_in_common(std::string_view name, std::string_view type) {
    std::size_t at = 0;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) continue;
        while (at < type.size() && type[at] == '_')
            ++at;
        if (at == type.size() || std::tolower(static_cast<unsigned char>(c)) != type[at]) break;
        ++at;
    }
    return at;
}

} // namespace

/// config.json says half of a model, and the code of its family the other half: what is written is
/// read back, family by family, until it is the model.
std::string write_hf_config(ExportPlan& out) {
    const ModelSpec& model = out.scenario.model;
    std::vector<const Family*> order;
    for (const Family& family : families)
        order.push_back(&family);
    std::ranges::stable_sort(order, std::greater{}, [&](const Family* family) {
        return letters_in_common(model.family, family->model_type);
    });
    out.carry({"model"});
    std::string nearest, unsaid;
    for (const Family* family : order) {
        std::string text = config_of(model, *family);
        const auto read = read_back(text);
        if (!read) continue;
        const std::string differ = differences(model, *read);
        if (differ.empty()) return text;
        if (nearest.empty() || differ.size() < unsaid.size()) {
            nearest = std::move(text);
            unsaid = differ;
        }
    }
    out.refuse("/model", fmt::format("no family of models that is known here builds {}; the "
                                     "nearest differs in {}",
                                     model.name, unsaid.empty() ? "its kind" : unsaid));
    return nearest;
}

} // namespace headroom
