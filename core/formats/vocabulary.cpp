#include "core/formats/vocabulary.hpp"

#include "core/io/lora_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

/// Spellings of Hugging Face, bitsandbytes, torchao, PyTorch, Megatron-LM and DeepSpeed.
constexpr std::array optimizers{
    WordRow{"adam", "adamw"},
    WordRow{"Adam", "adamw"},
    WordRow{"AdamW", "adamw"},
    WordRow{"adamw", "adamw"},
    WordRow{"adamW", "adamw"},
    WordRow{"adamw_torch", "adamw"},
    WordRow{"adamw_torch_fused", "adamw"},
    WordRow{"adamw_hf", "adamw"},
    WordRow{"adamw_apex_fused", "adamw"},
    WordRow{"adamw_anyprecision", "adamw"},
    WordRow{"FusedAdam", "adamw"},
    WordRow{"DeepSpeedCPUAdam", "adamw"},
    WordRow{"optimi_adamw", "adamw"},
    WordRow{"adamw_8bit", "adamw_8bit"},
    WordRow{"adamw_bnb_8bit", "adamw_8bit"},
    WordRow{"adamw_torch_8bit", "adamw_8bit"},
    WordRow{"ao_adamw_8bit", "adamw_8bit"},
    WordRow{"AdamW8bit", "adamw_8bit"},
    WordRow{"adamw_torch_4bit", "adamw_4bit"},
    WordRow{"ao_adamw_4bit", "adamw_4bit"},
    WordRow{"AdamW4bit", "adamw_4bit"},
    WordRow{"paged_adamw_8bit", "paged_adamw_8bit"},
    WordRow{"PagedAdamW8bit", "paged_adamw_8bit"},
    WordRow{"adafactor", "adafactor"},
    WordRow{"Adafactor", "adafactor"},
    WordRow{"sgd", "sgd"},
    WordRow{"SGD", "sgd"},
    WordRow{"lamb", "lamb"},
    WordRow{"Lamb", "lamb"},
    WordRow{"FusedLamb", "lamb"},
    WordRow{"muon", "muon"},
    WordRow{"Muon", "muon"},
};

/// Projections by the names that architectures give them, as the layers of a scenario that they
/// are.
struct TargetRow {
    std::string_view word;
    std::array<std::string_view, 3> ours;
};
constexpr std::array other_targets{
    TargetRow{"output_proj", {"o_proj"}},
    TargetRow{"out_proj", {"o_proj"}},
    TargetRow{"qkv_proj", {"q_proj", "k_proj", "v_proj"}},
    TargetRow{"query_key_value", {"q_proj", "k_proj", "v_proj"}},
    TargetRow{"Wqkv", {"q_proj", "k_proj", "v_proj"}},
    TargetRow{"c_attn", {"q_proj", "k_proj", "v_proj"}},
    TargetRow{"gate_up_proj", {"gate_proj", "up_proj"}},
    TargetRow{"dense_h_to_4h", {"up_proj"}},
    TargetRow{"dense_4h_to_h", {"down_proj"}},
    TargetRow{"fc1", {"up_proj"}},
    TargetRow{"fc2", {"down_proj"}},
    TargetRow{"w1", {"gate_proj"}},
    TargetRow{"w2", {"down_proj"}},
    TargetRow{"w3", {"up_proj"}},
};

bool is_known_target(std::string_view word) {
    return std::ranges::any_of(lora_target_names,
                               [&](const auto& row) { return row.first == word; });
}

/// Words of a list, or of text with commas or blanks.
std::vector<std::string> words_of(const JsonCursor& cursor) {
    std::vector<std::string> words;
    if (cursor.json().is(Json::Type::list)) {
        for (const JsonCursor& item : cursor.items())
            if (const auto word = item.text()) words.push_back(*word);
        return words;
    }
    const std::string text = cursor.text().value_or("");
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(", \t", begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::string list_of(const std::vector<std::string>& words) {
    std::string list = "[";
    for (const std::string& word : words)
        list += (list.size() > 1 ? "," : "") + json_text(std::string_view(word));
    return list + "]";
}

/// Adds the layers of one word in the order of the scenario's names; false for no known layer.
bool add_target(std::string_view word, std::vector<std::string>& targets) {
    const auto add = [&](std::string_view one) {
        if (std::ranges::find(targets, one) == targets.end()) targets.emplace_back(one);
    };
    if (is_known_target(word)) {
        add(word);
        return true;
    }
    const auto other = std::ranges::find(other_targets, word, &TargetRow::word);
    if (other == other_targets.end()) return false;
    for (const std::string_view one : other->ours)
        if (!one.empty()) add(one);
    return true;
}

/// The last part of "torch.optim.AdamW".
std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

} // namespace

std::string recompute::every(std::int64_t layers) {
    return fmt::format(R"({{"mode":"full","every":{}}})", layers);
}

std::string recompute::first(std::int64_t layers) {
    return fmt::format(R"({{"mode":"full","layers":{}}})", layers);
}

std::string_view optimizer_named(std::string_view word) {
    const auto found = std::ranges::find(optimizers, last_part(word), &WordRow::word);
    return found == optimizers.end() ? std::string_view() : found->value_json;
}

void give_optimizer(ConfigKeys& keys, std::string_view key) {
    std::optional<JsonCursor> named = keys.value(key);
    if (named && named->json().is(Json::Type::object)) {
        const std::string inside = std::string(key) + "/";
        named = keys.value(inside + "type|" + inside + "class_path|" + inside + "_component_|" +
                           inside + "name");
    }
    if (!named) return keys.draft().ask("training.optimizer", reason::absent);
    const std::optional<std::string> word = named->text();
    if (!word) return;
    const std::string_view ours = optimizer_named(*word);
    if (!ours.empty())
        return keys.draft().give("training.optimizer", json_text(ours),
                                 named->log().where(named->json().line, named->pointer()));
    if (*word == "paged_adamw_32bit" || *word == "paged_adamw" || *word == "PagedAdamW") {
        named->note("its states move to the host when memory runs out; counted on the GPU");
        return keys.draft().give("training.optimizer", json_text("adamw"),
                                 named->log().where(named->json().line, named->pointer()));
    }
    named->warning(fmt::format("the optimizer \"{}\" is not modelled", word->substr(0, 60)));
    keys.draft().ask(
        "training.optimizer",
        fmt::format("\"{}\" is not modelled; which one is nearest?", word->substr(0, 60)));
}

void give_lora_targets(ConfigKeys& keys, std::string_view key) {
    const auto named = keys.value(key);
    if (!named) return;
    const std::vector<std::string> words = words_of(*named);
    const bool all = words.size() == 1 &&
                     (words[0] == "all" || words[0] == "all-linear" || words[0] == "all_linear");
    if (all) return keys.give(key, "training.lora.targets", json_text("all_linear"));
    std::vector<std::string> targets, unknown;
    for (const std::string& word : words)
        if (!add_target(last_part(word), targets)) unknown.push_back(word);
    if (!unknown.empty())
        named->warning(fmt::format("\"{}\" is no layer known here; it is not counted",
                                   unknown.front().substr(0, 60)));
    if (targets.empty()) return keys.draft().ask("training.lora.targets", reason::absent);
    keys.give(key, "training.lora.targets", list_of(targets));
}

void give_also_trained(ConfigKeys& keys, std::string_view key) {
    const auto named = keys.value(key);
    if (!named) return;
    std::vector<std::string> trained;
    for (std::string& word : words_of(*named)) {
        if (word == "embed_tokens" || word == "lm_head")
            trained.push_back(std::move(word));
        else
            named->warning(
                fmt::format("\"{}\" is trained whole there; not counted", word.substr(0, 60)));
    }
    if (!trained.empty()) keys.give(key, "training.lora.also_trained", list_of(trained));
}

bool give_fsdp_strategy(ConfigKeys& keys, std::string_view key) {
    struct Strategy {
        std::string_view word, number;
        int stage;
        bool in_node;
    };
    constexpr std::array strategies{
        Strategy{"FULL_SHARD", "1", 3, false}, Strategy{"SHARD_GRAD_OP", "2", 2, false},
        Strategy{"NO_SHARD", "3", 0, false}, Strategy{"HYBRID_SHARD", "4", 3, true},
        Strategy{"HYBRID_SHARD_ZERO2", "5", 2, true}};
    const auto word = keys.word(key);
    if (!word) return false;
    const auto found = std::ranges::find_if(
        strategies, [&](const Strategy& one) { return one.word == *word || one.number == *word; });
    if (found == strategies.end()) return false;
    keys.give(key, "training.zero_stage", json_text(found->stage));
    if (found->in_node) {
        if (const auto gpus = keys.draft().whole("cluster.gpus_per_node"))
            keys.draft().assume("training.zero_group", json_text(*gpus),
                                "hybrid sharding: the GPUs of one node");
        else
            keys.place(key).note("hybrid sharding shards inside of a node: see zero_group");
    }
    return true;
}

void give_fsdp_words(ConfigKeys& keys, std::string_view key) {
    const auto named = keys.value(key);
    if (!named) return;
    Draft& draft = keys.draft();
    if (const auto is = flag_of(named->json())) {
        if (*is) draft.give("training.zero_stage", "3", keys.where(key));
        return;
    }
    for (const std::string& word : words_of(*named)) {
        if (word == "full_shard" || word == "hybrid_shard")
            keys.give(key, "training.zero_stage", "3");
        else if (word == "shard_grad_op" || word == "hybrid_shard_zero2")
            keys.give(key, "training.zero_stage", "2");
        else if (word == "no_shard")
            keys.give(key, "training.zero_stage", "0");
        else if (word == "offload")
            keys.give(key, "training.offload", json_text("parameters"));
    }
}

void give_attention(ConfigKeys& keys, std::string_view key) {
    if (const auto word = keys.word(key))
        keys.give(key, "training.flash_attention", json_text(*word != "eager"));
}

void assume_framework(Draft& draft, const char* id, std::string why) {
    draft.assume("training.framework", json_text(id), std::move(why));
}

} // namespace headroom
