// presets/sources.json, models.json, frameworks.json and calibration.json.
#include "core/io/catalog_files.hpp"
#include "core/io/stack_facts.hpp"

#include <algorithm>
#include <initializer_list>

namespace headroom {

namespace {

/// Mixtral's spelling of n_routed_experts.
constexpr std::string_view local_experts = "num_local_experts";

/// Reads a part that is there when one of the keys is.
template <class Part>
void read_optional_part(ObjectReader& object, Provenance& provenance,
                        std::initializer_list<std::string_view> keys, std::optional<Part>& target) {
    Part part = target.value_or(Part{});
    FieldReader fields(object, provenance);
    for_each_field(fields, part);
    const bool told = std::ranges::any_of(
        keys, [&](std::string_view key) { return object.cursor().json().find(key) != nullptr; });
    if (target || told) target = part;
}

ModelPreset read_model(const JsonCursor& cursor, CatalogBuilder& builder) {
    ObjectReader object(cursor);
    ModelPreset preset;
    preset.spec.id =
        read_new_id(object, [&](auto& id) { return builder.catalog.find_model(id) != nullptr; });
    object.read("year", preset.year, {1990, 2100});
    read_model_fields(object, builder, preset.spec);
    read_provenance(object, builder, preset.citation, preset.confidence);
    // Other sources that agree, cited so that each source of sources.json has its use.
    if (const auto also = object.optional("also")) {
        for (const JsonCursor& other : also->items()) {
            const auto source = other.text();
            if (!source) continue;
            if (builder.knows(*source))
                builder.cite(*source, "");
            else
                other.error(fmt::format("no source \"{}\" in sources.json{}", *source,
                                        did_you_mean(*source, builder.sources())));
        }
    }
    FieldReader fields(object, builder);
    fields(Field{"published_parameters", 1, 1e15}, preset.published_parameters);
    fields(Field{"published_active_parameters", 1, 1e15}, preset.published_active_parameters);
    fields(Field{"published_tolerance", 0, 0.05}, preset.published_tolerance);
    object.read("notes", preset.notes);
    return preset;
}

/// A stack may take the facts of an earlier one and state only what differs.
Stack base_of(ObjectReader& object, const Catalog& catalog) {
    const std::optional<JsonCursor> based_on = object.optional("based_on");
    const std::optional<std::string> id = based_on ? based_on->text() : std::nullopt;
    if (!id) return {};
    const Stack* base = catalog.find_stack(*id);
    if (base != nullptr) return *base;
    based_on->error(fmt::format("no stack before this one has the id \"{}\"", *id));
    return {};
}

} // namespace

void read_model_fields(ObjectReader& object, Provenance& provenance, ModelSpec& model) {
    FieldReader fields(object, provenance);
    for_each_field(fields, model);
    read_optional_part(object, provenance, {"n_routed_experts", local_experts}, model.moe);
    if (model.moe) fields(Field{local_experts}, model.moe->num_experts);
    read_optional_part(object, provenance, {"kv_lora_rank"}, model.mla);
}

void read_sources(ObjectReader& file, CatalogBuilder& builder) {
    const auto sources = file.required("sources");
    if (!sources) return;
    for (const JsonCursor& cursor : sources->items()) {
        ObjectReader object(cursor);
        Source source;
        source.id = read_new_id(object, [&](auto& id) { return builder.knows(id); });
        object.read_name("kind", source.kind);
        object.read("date", source.date);
        object.required("citation");
        object.read("citation", source.citation);
        builder.add_source(std::move(source));
    }
}

void read_models(ObjectReader& file, CatalogBuilder& builder) {
    const auto models = file.required("models");
    if (!models) return;
    for (const JsonCursor& cursor : models->items())
        builder.catalog.models.push_back(read_model(cursor, builder));
}

void read_stacks(ObjectReader& file, CatalogBuilder& builder) {
    const auto stacks = file.required("stacks");
    if (!stacks) return;
    for (const JsonCursor& cursor : stacks->items()) {
        ObjectReader object(cursor);
        Stack stack = base_of(object, builder.catalog);
        stack.id = read_new_id(object,
                               [&](auto& id) { return builder.catalog.find_stack(id) != nullptr; });
        object.read("name", stack.name);
        object.read("version", stack.version);
        object.read("year", stack.year, {2000, 2100});
        if (const auto facts = object.optional("facts")) read_facts(*facts, builder, stack);
        builder.catalog.stacks.push_back(std::move(stack));
    }
}

void read_calibration(ObjectReader& file, CatalogBuilder& builder) {
    FieldReader fields(file, builder);
    for_each_field(fields, builder.catalog.calibration);
}

} // namespace headroom
