#include "core/formats/adapters.hpp"

#include <fmt/format.h>

namespace headroom {

void give_bits(ConfigKeys& keys, const AdapterBits& adapter) {
    const bool told = keys.has(adapter.key);
    const std::string task = json_text(adapter.bits == 0 ? "lora" : "qlora");
    if (told)
        keys.give(adapter.key, "training.task", task);
    else
        keys.draft().assume("training.task", task, fmt::format("absent: {} is lora", adapter.key));
    if (adapter.bits != 0)
        keys.give(adapter.bits_key, "training.quantization.weights",
                  json_text(adapter.bits == 4 ? "nf4" : "int8"));
}

void give_lora_size(ConfigKeys& keys, const LoraSize& size) {
    const auto whole_or = [&](std::string_view key, const char* target, int absent) {
        if (const auto value = keys.number(key))
            keys.give(key, target, json_text(*value));
        else if (!keys.has(key))
            keys.draft().assume(target, json_text(absent),
                                fmt::format("absent: the default ({})", size.source));
    };
    whole_or(size.rank_key, "training.lora.rank", size.rank);
    whole_or(size.alpha_key, "training.lora.alpha", size.alpha);
}

void assume_peft_targets(Draft& draft) {
    draft.assume("training.lora.targets", R"(["q_proj","v_proj"])",
                 "absent: PEFT's list for Llama, Qwen, Mistral and Gemma");
}

} // namespace headroom
