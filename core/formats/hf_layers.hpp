// What differs from layer to layer in a config.json: which have experts, which see a window only.
//
//     read_experts(keys, family, model);       // model.moe, where there are two or more experts
//     read_window(keys, family, model);        // model.sliding_window, full_attention_every
//
// Parts of hf_config.cpp: problems go to the log of the keys, values to its result.
#pragma once

#include "core/formats/hf_families.hpp"
#include "core/formats/hf_keys.hpp"

namespace headroom {

void read_experts(HfKeys& keys, const HfFamily& family, ModelSpec& model);
void read_window(HfKeys& keys, const HfFamily& family, ModelSpec& model);

} // namespace headroom
