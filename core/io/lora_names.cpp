#include "core/io/lora_names.hpp"

#include <algorithm>

namespace headroom {

void read_lora_targets(const JsonCursor& cursor, Lora& lora) {
    std::vector<std::string_view> known{all_linear_name};
    for (const auto& [name, target] : lora_target_names)
        known.push_back(name);
    if (cursor.json().is(Json::Type::text)) {
        if (cursor.json().text == all_linear_name)
            lora.targets = all_linear_targets;
        else
            report_unknown_name(cursor, known);
        return;
    }
    unsigned set = 0;
    for (const JsonCursor& item : cursor.items()) {
        const std::optional<std::string> word = item.text();
        if (!word) continue;
        const auto found = std::find_if(lora_target_names.begin(), lora_target_names.end(),
                                        [&](const auto& row) { return row.first == *word; });
        if (found == lora_target_names.end())
            report_unknown_name(item, known);
        else
            set |= static_cast<unsigned>(found->second);
    }
    if (cursor.json().is(Json::Type::list) && cursor.json().items.empty())
        cursor.error("an adapter needs at least one layer to sit on");
    lora.targets = static_cast<LoraTargets>(set);
}

void read_also_trained(const JsonCursor& cursor, Lora& lora) {
    lora.embedding_trained = lora.head_trained = false;
    for (const JsonCursor& item : cursor.items()) {
        const std::optional<std::string> word = item.text();
        if (!word) continue;
        if (*word == "embedding" || *word == "embed_tokens")
            lora.embedding_trained = true;
        else if (*word == "head" || *word == "lm_head")
            lora.head_trained = true;
        else
            report_unknown_name(item, {"embedding", "head"});
    }
}

} // namespace headroom
