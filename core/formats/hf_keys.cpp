#include "core/formats/hf_keys.hpp"

#include "core/io/spec_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace headroom {

namespace {

/// Any spelling of the three dimensions by which a config.json is known, and the others.
constexpr std::array dimension_keys{
    "hidden_size",
    "n_embd",
    "d_model",
    "num_hidden_layers",
    "n_layer",
    "n_layers",
    "num_layers",
    "num_attention_heads",
    "n_head",
    "n_heads",
    "num_heads",
    "vocab_size",
    "intermediate_size",
    "n_inner",
    "d_ff",
    "num_key_value_heads",
    "head_dim",
    "max_position_embeddings",
    "n_positions",
};

/// Keys that change neither memory nor time; also by ending, since there are many.
constexpr std::array ignored_keys{
    "architectures",
    "auto_map",
    "_name_or_path",
    "transformers_version",
    "torch_dtype",
    "dtype",
    "use_cache",
    "initializer_range",
    "pretraining_tp",
    "return_dict",
    "output_attentions",
    "output_hidden_states",
    "rope_theta",
    "rope_scaling",
    "rope_parameters",
    "is_encoder_decoder",
    "is_decoder",
    "type_vocab_size",
    "position_embedding_type",
    "problem_type",
    "id2label",
    "label2id",
    "norm_topk_prob",
    "scoring_func",
    "topk_method",
    "topk_group",
    "n_group",
    "ep_size",
    "routed_scaling_factor",
    "num_nextn_predict_layers",
    "output_router_logits",
    "max_window_layers",
    "query_pre_attn_scalar",
    "partial_rotary_factor",
    "head_dtype",
    "swiglu_limit",
    "use_parallel_residual",
    "rotary_pct",
    "scale_attn_weights",
    "summary_type",
    "task_specific_params",
    "cross_attention_dim",
    "add_cross_attention",
    "hidden_size_per_layer_input",
    "time_step_limit",
    "initializer_factor",
    "relative_attention_num_buckets",
    "relative_attention_max_distance",
    "embedding_multiplier",
    "logits_scaling",
    "bias",
    "alibi",
    "parallel_attn",
    "quantization",
    "attn_config",
    "init_config",
    "no_bias",
    "learned_pos_emb",
    "model_max_length",
    "n_ctx",
    "tokenizer_class",
    "aux_loss_alpha",
    "seq_aux",
    "scale_embedding",
};
constexpr std::array ignored_endings{
    "_token_id",  "_token_index",  "dropout",     "pdrop", "_eps",   "epsilon",   "_softcapping",
    "_loss_coef", "_dropout_prob", "_multiplier", "_std",  "_theta", "_base_freq"};

bool is_ignored(std::string_view key) {
    return std::ranges::find(ignored_keys, key) != ignored_keys.end() ||
           std::ranges::any_of(ignored_endings,
                               [key](std::string_view ending) { return key.ends_with(ending); });
}

std::string ours_path(std::string_view ours) { return fmt::format("model.{}", ours); }

/// Finds the largest value of one key among the fields that it is shown.
struct LargestOf {
    std::string_view key;
    double largest = std::numeric_limits<int>::max();

    template <class T>
    void operator()(const Field& field, T&) {
        if (field.key == key && field.highest < largest) largest = field.highest;
    }
};

/// What a model of ours takes at most for its key.
std::int64_t largest_of(std::string_view ours) {
    LargestOf find{ours};
    ModelSpec model;
    MoeSpec moe;
    MlaSpec mla;
    for_each_field(find, model);
    for_each_field(find, moe);
    for_each_field(find, mla);
    return static_cast<std::int64_t>(find.largest);
}

} // namespace

std::optional<JsonCursor> HfKeys::optional(const Names& names) {
    std::optional<JsonCursor> found;
    for (const char* name : names.all()) {
        asked_.emplace_back(name);
        const Json* value = cursor_.json().find(name);
        if (value == nullptr || found) continue;
        if (value->is(Json::Type::null) && !value->not_finite) continue;
        found.emplace(*value, fmt::format("{}/{}", cursor_.pointer(), name), cursor_.log());
    }
    return found;
}

bool HfKeys::flag(const Names& names) {
    const auto found = optional(names);
    return found && found->boolean().value_or(false);
}

std::optional<std::string> HfKeys::text(const Names& names) {
    const auto found = optional(names);
    return found ? found->text() : std::nullopt;
}

JsonCursor HfKeys::place(const char* name) const {
    const Json* value = cursor_.json().find(name);
    const std::string pointer = fmt::format("{}/{}", cursor_.pointer(), name);
    return JsonCursor(value != nullptr ? *value : cursor_.json(), pointer, cursor_.log());
}

void HfKeys::given(const std::string& key, const JsonCursor& cursor) {
    result_.given[key] = {to_text(cursor.json()),
                          cursor.log().where(cursor.json().line, cursor.pointer())};
}

void HfKeys::assume(const std::string& key, std::string value_json, std::string why) {
    result_.assumed[key] = {std::move(value_json), std::move(why)};
}

void HfKeys::whole(std::string_view ours, const Names& names, int& target) {
    const auto found = optional(names);
    if (!found) return place(names.usual()).error("is missing");
    const auto value = found->integer({1, largest_of(ours)});
    if (!value) return;
    target = static_cast<int>(*value);
    given(ours_path(ours), *found);
}

void HfKeys::whole_or(std::string_view ours, const Names& names, int& target, int fallback,
                      std::string_view why, int lowest) {
    const auto found = optional(names);
    if (found) {
        const auto value = found->integer({lowest, largest_of(ours)});
        if (value) target = static_cast<int>(*value);
        if (value) given(ours_path(ours), *found);
        return;
    }
    target = fallback;
    if (why.empty() || fallback < 0) return;
    if (fallback >= 1)
        assume(ours_path(ours), std::to_string(fallback), std::string(why));
    else
        place(names.usual()).error("is missing, and does not follow from the rest");
}

void HfKeys::whole_inside(std::string_view ours, const char* object, const char* name,
                          int& target) {
    const auto outer = optional({object});
    if (!outer) return;
    HfKeys inner(*outer, result_);
    inner.whole(ours, {name}, target);
}

void HfKeys::finish() {
    const std::vector<std::string_view> dimensions(dimension_keys.begin(), dimension_keys.end());
    for (const Json::Member& member : cursor_.json().members) {
        if (std::ranges::find(asked_, member.key) != asked_.end()) continue;
        if (is_ignored(member.key)) {
            ++result_.ignored;
            continue;
        }
        result_.unknown.push_back(member.key);
        const std::string_view near = nearest_word(member.key, dimensions);
        if (!near.empty() && cursor_.json().find(near) == nullptr)
            place(member.key.c_str())
                .warning(
                    fmt::format("key \"{}\" is not known; did you mean \"{}\"?", member.key, near));
    }
}

int count_dimension_keys(const Json& object) {
    return static_cast<int>(std::ranges::count_if(
        dimension_keys, [&](const char* key) { return object.find(key) != nullptr; }));
}

void count_outer_keys(const Json& root, ImportResult& result) {
    result.ignored += static_cast<int>(root.members.size()) - 1;
}

} // namespace headroom
