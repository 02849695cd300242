// The sets of layers that adapters sit on, as files name them: Hugging Face's module names.
//
//     {"targets": ["q_proj", "v_proj"], "also_trained": ["head"]}      or "targets": "all_linear"
#pragma once

#include "core/io/json_reader.hpp"
#include "core/model/plan.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace headroom {

inline constexpr std::string_view all_linear_name = "all_linear";

inline constexpr std::array<std::pair<std::string_view, LoraTarget>, 7> lora_target_names{{
    {"q_proj", LoraTarget::q},
    {"k_proj", LoraTarget::k},
    {"v_proj", LoraTarget::v},
    {"o_proj", LoraTarget::o},
    {"gate_proj", LoraTarget::gate},
    {"up_proj", LoraTarget::up},
    {"down_proj", LoraTarget::down},
}};

void read_lora_targets(const JsonCursor& cursor, Lora& lora);
void read_also_trained(const JsonCursor& cursor, Lora& lora);

} // namespace headroom
