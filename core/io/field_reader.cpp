#include "core/io/field_reader.hpp"

#include "core/io/lora_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

std::vector<std::string_view> CatalogProvenance::sources() const {
    std::vector<std::string_view> ids;
    for (const Source& source : catalog_.sources)
        ids.push_back(source.id);
    return ids;
}

CitationId CatalogProvenance::cite(const std::string& source, const std::string& where) {
    const auto& citations = catalog_.citations;
    const auto found = std::find_if(citations.begin(), citations.end(), [&](const Citation& one) {
        return one.source == source && one.where == where;
    });
    return found == citations.end() ? 0 : static_cast<CitationId>(found - citations.begin());
}

void read_provenance(ObjectReader& object, Provenance& provenance, CitationId& citation,
                     Confidence& confidence) {
    std::string where;
    object.read("where", where);
    object.read_name("confidence", confidence);
    const std::optional<JsonCursor> cited =
        provenance.required() ? object.required("source") : object.optional("source");
    if (!cited) return;
    const std::optional<std::string> source = cited->text();
    if (!source) return;
    if (!provenance.knows(*source)) {
        cited->error(fmt::format("no source \"{}\" in sources.json{}", *source,
                                 did_you_mean(*source, provenance.sources())));
        return;
    }
    citation = provenance.cite(*source, where);
}

void FieldReader::operator()(const Field& field, int& target) {
    const std::optional<JsonCursor> found = object_.optional(field.key);
    if (!found) return;
    Sourced<int> read{target, 0, Confidence::high};
    read_published(*found, field, read, field.published);
    target = read.value;
}

void FieldReader::operator()(const Field& field,
                             std::array<Sourced<FlopRate>, precision_count>& target) {
    const std::optional<JsonCursor> found = object_.optional(field.key);
    if (!found) return;
    ObjectReader peaks(*found);
    FieldReader inner(peaks, provenance_);
    for (const Precision precision : all_precisions)
        inner(Field{name_of(precision)}, target[static_cast<std::size_t>(precision)]);
}

void FieldReader::operator()(const Field& field, Lora& target) {
    const std::optional<JsonCursor> found = object_.optional(field.key);
    if (!found) return;
    ObjectReader part(*found);
    FieldReader inner(part, provenance_);
    for_each_field(inner, target);
    if (const auto targets = part.optional("targets")) read_lora_targets(*targets, target);
    if (const auto trained = part.optional("also_trained")) read_also_trained(*trained, target);
}

} // namespace headroom
