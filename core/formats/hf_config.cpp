#include "core/formats/hf_config.hpp"

#include "core/formats/hf_families.hpp"
#include "core/formats/hf_keys.hpp"
#include "core/formats/hf_layers.hpp"
#include "core/formats/hf_quantization.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

constexpr int cannot_tell = -1; // what a dimension follows from is itself wrong

constexpr std::array text_parts{"text_config", "llm_config", "language_config"};

/// The language model's own object inside of a larger model's, with its pointer.
std::pair<const Json*, std::string> language_part(const Json& root) {
    for (const char* key : text_parts)
        if (const Json* part = root.find(key)) return {part, std::string("/") + key};
    if (const Json* thinker = root.find("thinker_config"))
        if (const Json* part = thinker->find("text_config"))
            return {part, "/thinker_config/text_config"};
    return {&root, ""};
}

class HfConfigReader {
  public:
    HfConfigReader(const Json& root, const Json& part, std::string pointer, ReadLog& log,
                   ImportResult& result)
        : root_(root), part_(part), keys_(JsonCursor(part, std::move(pointer), log), result),
          log_(log), result_(result) {}

    ModelSpec read();

  private:
    std::string type();
    bool is_of_layers();
    void family();
    void assume_habits();
    int counted_layers(const JsonCursor& list);
    void attention();
    void head_size();
    void feed_forward();
    void embedding();
    void latent_attention();
    void biases();
    void hybrid();
    void quantization();
    void modalities();

    const Json& root_;
    const Json& part_;
    HfKeys keys_;
    ReadLog& log_;
    ImportResult& result_;
    HfFamily family_;
    ModelSpec model_;
};

/// The model's type as it says it, or as its architecture's name does; "" where neither is there.
std::string HfConfigReader::type() {
    std::string type = keys_.text({"model_type"}).value_or("");
    if (const Json* outer = root_.find("model_type"); type.empty() && outer != nullptr)
        type = outer->text;
    if (!type.empty()) return type;
    for (const Json* object : {&part_, &root_}) {
        const Json* names = object->find("architectures");
        if (names == nullptr || names->items.empty()) continue;
        type = type_of_architecture(names->items.front().text);
        if (type.empty()) continue;
        keys_.assume(
            "model.family", fmt::format("\"{}\"", type),
            fmt::format("no model_type; the architecture is {}", names->items.front().text));
        break;
    }
    return type;
}

/// False, with the one sentence that matters, for what has no layers of attention and MLP.
bool HfConfigReader::is_of_layers() {
    model_.family = type();
    const std::string_view what = stranger_of(model_.family);
    if (what.empty()) return true;
    keys_.place("model_type")
        .error(fmt::format("\"{}\" is {}: its memory and time are not those of attention and MLP "
                           "layers, so it cannot be imported",
                           model_.family, what));
    return false;
}

void HfConfigReader::family() {
    const std::string& type = model_.family;
    family_ = family_of(type);
    model_.name = type.empty() ? "model of a config.json" : type;
    model_.style = family_.style;
    model_.norm = family_.norm;
    model_.norms_per_layer = family_.norms_per_layer;
    model_.position = family_.position;
    model_.qk_norm = family_.qk_norm;
    const JsonCursor here = keys_.place("model_type");
    if (!family_.known)
        here.warning(fmt::format("{}; its layers are taken to be Llama's, see what was assumed",
                                 type.empty()
                                     ? "the file does not say what type of model it is"
                                     : fmt::format("model type \"{}\" is not known", type)));
    if (is_hybrid(type))
        here.warning("some layers of this type are not attention + MLP; counted as if they were");
    if (family_.style != ModelStyle::decoder)
        here.warning(fmt::format("\"{}\" is an encoder: it is trained on masked or paired text, "
                                 "and has no cache of keys and values",
                                 type));
    assume_habits();
}

/// What a config.json leaves to the code of its family, as far as it changes what is counted.
void HfConfigReader::assume_habits() {
    const std::string why = family_.known ? fmt::format("as {} models have it", family_.model_type)
                                          : std::string("as in Llama, since the type is not known");
    const auto assume = [&](const char* key, auto value) {
        keys_.assume(fmt::format("model.{}", key), fmt::format("\"{}\"", name_of(value)), why);
    };
    const auto flag = [&](const char* key, bool value) {
        keys_.assume(fmt::format("model.{}", key), value ? "true" : "false", why);
    };
    assume("norm", family_.norm);
    keys_.assume("model.norms_per_layer", std::to_string(family_.norms_per_layer), why);
    assume("position", family_.position);
    assume("qk_norm", family_.qk_norm);
    if (!keys_.has({"attention_bias"})) flag("attention_bias", family_.attention_bias);
    if (!keys_.has({"attention_bias"})) flag("o_bias", family_.o_bias);
    if (!keys_.has({"mlp_bias"})) flag("mlp_bias", family_.mlp_bias);
}

/// As many layers as a list names; at least one.
int HfConfigReader::counted_layers(const JsonCursor& list) {
    const auto count = static_cast<int>(list.items().size());
    if (count == 0 && list.json().is(Json::Type::list)) list.error("names no layer");
    if (count > 0) keys_.given("model.num_hidden_layers", list);
    return count;
}

void HfConfigReader::attention() {
    keys_.whole("hidden_size", {"hidden_size", "n_embd", "d_model", "dim"}, model_.hidden_size);
    if (const auto blocks = keys_.optional({"layers_block_type"});
        blocks && !keys_.has({"num_hidden_layers"}))
        model_.num_hidden_layers = counted_layers(*blocks);
    else
        keys_.whole("num_hidden_layers", {"num_hidden_layers", "n_layer", "n_layers", "num_layers"},
                    model_.num_hidden_layers);
    if (family_.style == ModelStyle::t5)
        keys_.whole_or("num_decoder_layers", {"num_decoder_layers"}, model_.num_decoder_layers,
                       model_.num_hidden_layers > 0 ? model_.num_hidden_layers : cannot_tell,
                       "as many as encoder layers");
    keys_.whole("num_attention_heads", {"num_attention_heads", "n_head", "n_heads", "num_heads"},
                model_.num_attention_heads);
    const int heads = model_.num_attention_heads;
    const bool one_kv = keys_.flag({"multi_query"}) && !keys_.flag({"new_decoder_architecture"});
    if (one_kv)
        model_.num_key_value_heads = 1;
    else
        keys_.whole_or(
            "num_key_value_heads",
            {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"},
            model_.num_key_value_heads, heads > 0 ? heads : cannot_tell, "as many as query heads");
    if (heads > 0 && model_.num_key_value_heads > 0 && heads % model_.num_key_value_heads != 0)
        keys_.place("num_key_value_heads")
            .error(fmt::format("{} heads do not share {} key/value heads evenly", heads,
                               model_.num_key_value_heads));
}

void HfConfigReader::embedding() {
    keys_.whole("vocab_size", {"vocab_size", "padded_vocab_size"}, model_.vocab_size);
    constexpr std::array limits{"max_position_embeddings", "n_positions", "seq_length",
                                "max_sequence_length", "n_ctx"};
    int limit = 0;
    keys_.whole_or("max_position_embeddings", limits, limit, 0, "");
    model_.max_position_embeddings = limit;
    const bool table = model_.position == Position::learned;
    if (table) model_.pos_embeddings = limit + (limit > 0 ? family_.position_offset : 0);
    if (limit > 0 && !table)
        keys_.place("max_position_embeddings")
            .note(fmt::format("{} positions are the model's limit, not the sequence of a run",
                              limit));
    if (const auto tied = keys_.optional({"tie_word_embeddings"})) {
        model_.tie_word_embeddings = tied->boolean().value_or(false);
        keys_.given("model.tie_word_embeddings", *tied);
    } else {
        model_.tie_word_embeddings = family_.ties_embeddings;
        keys_.assume("model.tie_word_embeddings", family_.ties_embeddings ? "true" : "false",
                     family_.known ? fmt::format("as {} models are", family_.model_type)
                                   : "most models since 2023 do not tie");
    }
}

void HfConfigReader::feed_forward() {
    const int hidden = model_.hidden_size;
    const int fallback =
        family_.ffn_factor > 0 && hidden == 0 ? cannot_tell : family_.ffn_factor * hidden;
    if (keys_.has({"ffn_config"})) {
        keys_.whole_inside("intermediate_size", "ffn_config", "ffn_hidden_size",
                           model_.intermediate_size);
    } else if (const auto ratio = keys_.optional({"expansion_ratio"})) {
        model_.intermediate_size = static_cast<int>(hidden * ratio->number({1, 64}).value_or(4.0));
        keys_.given("model.intermediate_size", *ratio);
    } else {
        constexpr std::array names{"intermediate_size", "n_inner", "ffn_dim",
                                   "ffn_hidden_size",   "d_ff",    "inner_hidden_size"};
        const bool only_experts = model_.moe && !keys_.has(names);
        keys_.whole_or("intermediate_size", names, model_.intermediate_size,
                       only_experts ? model_.moe->moe_intermediate_size : fallback,
                       only_experts ? "every layer has experts; their width"
                                    : fmt::format("{} x hidden size", family_.ffn_factor));
    }
    const std::string act = keys_.text({"hidden_act", "activation_function", "hidden_activation"})
                                .value_or(std::string());
    model_.gated_mlp = family_.gated_mlp;
    const bool plain = act.starts_with("relu") || act.starts_with("gelu");
    if (keys_.text({"feed_forward_proj"}).value_or("").starts_with("gated"))
        model_.gated_mlp = true;
    if (act == "relu2" || (!family_.known && plain)) model_.gated_mlp = false;
    keys_.assume(
        "model.gated_mlp", model_.gated_mlp ? "true" : "false",
        model_.gated_mlp == family_.gated_mlp
            ? fmt::format("as {} models have it", family_.known ? family_.model_type : "Llama")
            : fmt::format("the activation is {}", act));
}

void HfConfigReader::head_size() {
    constexpr std::array names{"head_dim", "kv_channels", "attention_head_size", "d_kv"};
    const int heads = model_.num_attention_heads;
    const int hidden = model_.hidden_size;
    const bool told = heads > 0 && hidden > 0;
    if (told && hidden % heads != 0 && !keys_.has(names))
        return keys_.place("num_attention_heads")
            .error(fmt::format("hidden size {} does not divide by {} heads, so \"head_dim\" has to "
                               "be there",
                               hidden, heads));
    keys_.whole_or("head_dim", names, model_.head_dim, told ? hidden / heads : cannot_tell,
                   "hidden size / heads");
}

void HfConfigReader::latent_attention() {
    int rank = 0;
    keys_.whole_or("kv_lora_rank", {"kv_lora_rank"}, rank, 0, "", 0);
    if (rank == 0) {
        head_size();
        return;
    }
    MlaSpec mla;
    mla.kv_lora_rank = rank;
    keys_.whole_or("q_lora_rank", {"q_lora_rank"}, mla.q_lora_rank, 0, "", 0);
    keys_.whole("qk_nope_head_dim", {"qk_nope_head_dim"}, mla.qk_nope_head_dim);
    keys_.whole("qk_rope_head_dim", {"qk_rope_head_dim"}, mla.qk_rope_head_dim);
    keys_.whole("v_head_dim", {"v_head_dim"}, mla.v_head_dim);
    model_.mla = mla;
    model_.head_dim = mla.qk_nope_head_dim + mla.qk_rope_head_dim;
    keys_.optional({"head_dim"});
}

void HfConfigReader::biases() {
    model_.attention_bias = family_.attention_bias;
    model_.o_bias = family_.o_bias;
    model_.mlp_bias = family_.mlp_bias;
    if (const auto bias = keys_.optional({"attention_bias"})) {
        model_.attention_bias = bias->boolean().value_or(false);
        const bool queries_only = family_.attention_bias && !family_.o_bias;
        model_.o_bias = model_.attention_bias && !queries_only;
    }
    if (const auto bias = keys_.optional({"mlp_bias"}))
        model_.mlp_bias = bias->boolean().value_or(false);
    model_.attention_sinks = family_.model_type == "gpt_oss";
    model_.embed_layernorm = family_.model_type == "bloom";
}

void HfConfigReader::hybrid() {
    if (const auto blocks = keys_.optional({"block_configs"}))
        blocks->error("each layer has widths of its own, which is more than one model here can be");
    if (const auto pattern = keys_.text({"hybrid_override_pattern"})) {
        const auto attention = std::count(pattern->begin(), pattern->end(), '*');
        const JsonCursor here = keys_.place("hybrid_override_pattern");
        if (attention == 0)
            here.error("no attention layer is left in the pattern");
        else
            here.warning(fmt::format("{} of {} layers are not attention + MLP; counted as if",
                                     static_cast<std::ptrdiff_t>(pattern->size()) - attention,
                                     pattern->size()));
    }
    for (const char* key :
         {"layers_block_type", "linear_attn_config", "full_attention_interval", "compress_ratios"})
        if (const auto found = keys_.optional({key}))
            found->warning("some layers are not attention + MLP; counted as if they were");
}

void HfConfigReader::quantization() {
    const auto config = keys_.optional({"quantization_config"});
    const std::string_view format = config ? stored_format(*config) : "";
    if (format.empty()) return;
    result_.given["training.quantization.weights"] = {
        fmt::format("\"{}\"", format), log_.where(config->json().line, config->pointer())};
    config->warning(fmt::format("its weights are stored as {}: fine under adapters, while full "
                                "training needs them in 16 bit",
                                format));
}

void HfConfigReader::modalities() {
    for (const char* key : {"vision_config", "audio_config"})
        if (const Json* part = root_.find(key))
            JsonCursor(*part, std::string("/") + key, log_)
                .warning("its parameters are not counted: the language model alone is");
}

ModelSpec HfConfigReader::read() {
    if (!is_of_layers()) return model_;
    family();
    attention();
    latent_attention();
    read_experts(keys_, family_, model_);
    feed_forward();
    embedding();
    read_window(keys_, family_, model_);
    biases();
    hybrid();
    quantization();
    modalities();
    keys_.finish();
    return model_;
}

} // namespace

bool looks_like_hf_config(const Json& root) {
    if (root.find("model_type") != nullptr || root.find("architectures") != nullptr) return true;
    return count_dimension_keys(*language_part(root).first) >= 3;
}

void read_hf_config(const Json& root, std::string_view name, ImportResult& result) {
    ReadLog log;
    log.file = std::string(name);
    log.lenient = true;
    auto [part, pointer] = language_part(root);
    ModelSpec model;
    if (!part->is(Json::Type::object)) {
        JsonCursor(*part, pointer, log).mismatch("an object");
    } else {
        if (!pointer.empty()) count_outer_keys(root, result);
        model = HfConfigReader(root, *part, std::move(pointer), log, result).read();
    }
    const bool failed = has_errors(log.problems);
    result.problems.insert(result.problems.end(), log.problems.begin(), log.problems.end());
    if (!failed) result.model = std::move(model);
}

} // namespace headroom
