// Hugging Face's config.json: the dimensions of a model, in the spellings that families use.
//
//     HfConfig config = read_hf_config(*root, "config.json", result);
//
// Fills given, assumed, problems, ignored, unknown and model of an ImportResult. Keys of
// text_config and its like stand for the language model inside of a larger one.
#pragma once

#include "core/formats/import.hpp"
#include "core/io/located_json.hpp"

#include <string_view>

namespace headroom {

/// Does an object look like a model's config.json (model_type, architectures or dimensions)?
bool looks_like_hf_config(const Json& root);

/// `name` is how messages call the file. The model is left out when an error was found.
void read_hf_config(const Json& root, std::string_view name, ImportResult& result);

} // namespace headroom
