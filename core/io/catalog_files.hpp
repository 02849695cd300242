// The files of presets/, one reader each; catalog_reader.cpp calls them in the order in which they
// refer to each other. Part of catalog_reader: others want read_catalog().
#pragma once

#include "core/io/field_reader.hpp"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace headroom {

/// Of presets: every number cites a source of sources.json.
class CatalogBuilder : public Provenance {
  public:
    CatalogBuilder() { catalog.citations.emplace_back(); }

    bool required() const override { return true; }
    bool knows(std::string_view source) const override;
    std::vector<std::string_view> sources() const override;
    CitationId cite(const std::string& source, const std::string& where) override;
    void add_source(Source source);

    Catalog catalog;

  private:
    std::unordered_set<std::string> known_;
    std::unordered_map<std::string, CitationId> cited_;
};

void read_sources(ObjectReader& file, CatalogBuilder& builder);
void read_links(ObjectReader& file, CatalogBuilder& builder);
void read_gpus(ObjectReader& file, CatalogBuilder& builder);
void read_models(ObjectReader& file, CatalogBuilder& builder);
void read_prices(ObjectReader& file, CatalogBuilder& builder);
void read_owned_hardware(ObjectReader& file, CatalogBuilder& builder);
void read_instances(ObjectReader& file, CatalogBuilder& builder);
void read_stacks(ObjectReader& file, CatalogBuilder& builder);
void read_scores(ObjectReader& file, CatalogBuilder& builder);
void read_calibration(ObjectReader& file, CatalogBuilder& builder);

/// The dimensions of a model; expert and latent-attention keys stand beside the others.
void read_model_fields(ObjectReader& object, Provenance& provenance, ModelSpec& model);

/// Reads an id and reports one that `is_taken` knows already.
template <class IsTaken>
std::string read_new_id(ObjectReader& object, IsTaken is_taken) {
    const std::optional<JsonCursor> cursor = object.required("id");
    const std::optional<std::string> id = cursor ? cursor->text() : std::nullopt;
    if (!id) return {};
    if (id->empty()) cursor->error("an id cannot be empty");
    if (is_taken(*id)) cursor->error(fmt::format("id \"{}\" is used twice", *id));
    return *id;
}

/// Reports an id that is not among `ids`, with the nearest that is.
template <class Items, class IdOf>
bool check_reference(const std::optional<JsonCursor>& cursor, std::string_view kind,
                     const Items& items, IdOf id_of) {
    if (!cursor || !cursor->json().is(Json::Type::text) || cursor->json().text.empty()) return true;
    const std::string& word = cursor->json().text;
    std::vector<std::string_view> ids;
    for (const auto& item : items) {
        if (id_of(item) == word) return true;
        ids.push_back(id_of(item));
    }
    cursor->error(fmt::format("no {} \"{}\"{}", kind, word, did_you_mean(word, ids)));
    return false;
}

inline std::string_view id_of_gpu(const GpuSpec& gpu) { return gpu.id; }
inline std::string_view id_of_link(const LinkSpec& link) { return link.id; }
inline std::string_view id_of_model(const ModelPreset& preset) { return preset.spec.id; }
inline std::string_view id_of_stack(const Stack& stack) { return stack.id; }

} // namespace headroom
