// LoRA and quantised base weights, as the formats of Hugging Face's world say them.
#pragma once

#include "core/formats/config_keys.hpp"

#include <string_view>

namespace headroom {

/// The task with adapters: on weights in 16 bits it is lora, on quantised ones qlora.
struct AdapterBits {
    std::string_view key; // that says there are adapters
    int bits;             // 4, 8 or 0
    std::string_view bits_key;
};
void give_bits(ConfigKeys& keys, const AdapterBits& adapter);

/// Rank and alpha, with what their absence means.
struct LoraSize {
    std::string_view rank_key, alpha_key;
    int rank, alpha; // where absent
    std::string_view source;
};
void give_lora_size(ConfigKeys& keys, const LoraSize& size);

/// PEFT's own list for the model, where a file names no layers.
void assume_peft_targets(Draft& draft);

} // namespace headroom
