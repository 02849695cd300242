#include "core/io/field_reader.hpp"

#include "core/io/lora_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

namespace {

/// "none", "selective", "full", "every 4"; empty for other words.
std::optional<Recompute> recompute_in_words(std::string_view words) {
    Recompute recompute;
    if (const auto mode = value_named<RecomputeMode>(words)) {
        recompute.mode = *mode;
        return recompute;
    }
    constexpr std::string_view every = "every ";
    if (!words.starts_with(every)) return std::nullopt;
    const Parsed<double> layers = parse_count(words.substr(every.size()));
    if (!layers || *layers < 1.0 || *layers > model_limits::layers ||
        *layers != std::floor(*layers))
        return std::nullopt;
    recompute.mode = RecomputeMode::full;
    recompute.every = static_cast<int>(*layers);
    return recompute;
}

} // namespace

void note_decimal_size(const JsonCursor& cursor) {
    if (const std::string note = decimal_size_note(cursor.json().text); !note.empty())
        cursor.note(note);
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
    FieldReader inner(peaks, provenance_, ranges_);
    for (const Precision precision : all_precisions)
        inner(Field{name_of(precision)}, target[static_cast<std::size_t>(precision)]);
}

void FieldReader::operator()(const Field& field, Recompute& target) {
    const std::optional<JsonCursor> found = object_.optional(field.key);
    if (!found) return;
    if (!found->json().is(Json::Type::text)) {
        if (!found->json().is(Json::Type::object)) {
            found->mismatch(R"({"mode": ..., "every": ...} or a word)");
            return;
        }
        ObjectReader part(*found);
        FieldReader inner(part, provenance_, ranges_);
        for_each_field(inner, target);
    } else if (const auto recompute = recompute_in_words(found->json().text)) {
        target = *recompute;
    } else {
        std::vector<std::string_view> words = names_of<RecomputeMode>();
        words.push_back("every 4");
        report_unknown_name(*found, words);
    }
}

void FieldReader::operator()(const Field& field, Lora& target) {
    const std::optional<JsonCursor> found = object_.optional(field.key);
    if (!found) return;
    ObjectReader part(*found);
    FieldReader inner(part, provenance_, ranges_);
    for_each_field(inner, target);
    if (const auto targets = part.optional("targets")) read_lora_targets(*targets, target);
    if (const auto trained = part.optional("also_trained")) read_also_trained(*trained, target);
}

} // namespace headroom
