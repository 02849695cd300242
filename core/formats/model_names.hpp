// Names of models as other tools spell them -> ids of the catalog.
//
//     catalog_model("NousResearch/Llama-2-7b-hf", catalog)     // "llama2-7b"
//     catalog_model("someone/my-finetune", catalog)            // ""
//
// By the last part of a path, without what names an instruction tune, a format or a date. Never a
// guess: distilled, merged and vision models are not matched.
#pragma once

#include "core/model/catalog.hpp"

#include <string>
#include <string_view>

namespace headroom {

/// A Hugging Face id or a folder; "" where the catalog has no such model.
std::string catalog_model(std::string_view given, const Catalog& catalog);

/// "llama3_1_8b" of torchtune.models, without the prefix of an adapter; "" for none.
std::string torchtune_model(std::string_view builder, const Catalog& catalog);

/// torchtitan's model.name and model.flavor; "" for none.
std::string torchtitan_model(std::string_view name, std::string_view flavor,
                             const Catalog& catalog);
/// "8B, 70B, ..." of a model, for messages; "" where the model is not known either.
std::string torchtitan_flavors(std::string_view name);

/// The way back: "meta-llama/Llama-3.1-8B" of an id; "" where none is known.
std::string_view hub_name(std::string_view id);

/// torchtune.models.MODULE.BUILDER, with builders for adapters beside it: lora_, and qlora_ of
/// some.
struct TorchtuneBuilder {
    std::string_view id, module, builder;
    bool has_qlora;
};
const TorchtuneBuilder* torchtune_builder(std::string_view id);

/// torchtitan's name and flavor of the same dimensions; `id` is what they read back as.
struct TorchtitanFlavor {
    std::string_view name, flavor, id;
};
const TorchtitanFlavor* torchtitan_flavor(std::string_view id);

} // namespace headroom
