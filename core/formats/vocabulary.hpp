// Words that the frameworks share, as values of a scenario.
//
//     give_optimizer(keys, "optim");       // "adamw_bnb_8bit" -> training.optimizer "adamw_8bit"
#pragma once

#include "core/formats/config_keys.hpp"

#include <string>
#include <string_view>

namespace headroom {

/// training.recompute as JSON.
namespace recompute {
inline constexpr std::string_view none = R"({"mode":"none"})";
inline constexpr std::string_view selective = R"({"mode":"selective"})";
inline constexpr std::string_view full = R"({"mode":"full","every":1})";
std::string every(std::int64_t layers);
std::string first(std::int64_t layers);
} // namespace recompute

/// An optimizer's word or class; "" where it is none that a scenario has.
std::string_view optimizer_named(std::string_view word);
/// From a word, a class path or a map with one of them; an optimizer that is not known is asked
/// for.
void give_optimizer(ConfigKeys& keys, std::string_view key);

/// Layers of adapters, from a list or from text with commas ("all" is all linear layers).
void give_lora_targets(ConfigKeys& keys, std::string_view key);
void give_also_trained(ConfigKeys& keys, std::string_view key);

/// training.zero_stage (and zero_group) of FSDP's sharding strategy by name or number; false where
/// it is no strategy.
bool give_fsdp_strategy(ConfigKeys& keys, std::string_view key);

/// FSDP's "full_shard auto_wrap offload" words of the Trainer.
void give_fsdp_words(ConfigKeys& keys, std::string_view key);

/// Attention implementation words: everything but "eager" keeps no scores.
void give_attention(ConfigKeys& keys, std::string_view key);

/// A framework of the catalog, assumed with its reason.
void assume_framework(Draft& draft, const char* id, std::string why);

} // namespace headroom
