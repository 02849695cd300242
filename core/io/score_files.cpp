// presets/scores.json.
#include "core/io/catalog_files.hpp"

namespace headroom {

namespace {

void read_reason(const JsonCursor& cursor, CatalogBuilder& builder, Sourced<int>& points,
                 ScoreText& text) {
    ObjectReader object(cursor);
    if (const auto value = object.required("points")) {
        if (const auto number = value->integer({0, most_points}))
            points.value = static_cast<int>(*number);
    }
    read_provenance(object, builder, points.citation, points.confidence);
    for (const auto& [key, target] : {std::pair{"en", &text.english}, {"ko", &text.korean}})
        if (const auto words = object.required(key)) *target = words->text().value_or("");
}

/// Every reason has to be there: one without points would never be counted.
template <class Reason, std::size_t N>
void read_reasons(ObjectReader& file, std::string_view key, CatalogBuilder& builder,
                  Points<Reason>& points, std::array<ScoreText, N>& texts) {
    const auto list = file.required(key);
    if (!list) return;
    ObjectReader object(*list);
    for (std::size_t i = 0; i < N; ++i)
        if (const auto reason = object.required(name_of(static_cast<Reason>(i))))
            read_reason(*reason, builder, points.by_reason[i], texts[i]);
}

} // namespace

void read_scores(ObjectReader& file, CatalogBuilder& builder) {
    Catalog& catalog = builder.catalog;
    Scores& scores = catalog.scores;
    read_reasons(file, "complexity", builder, scores.complexity, catalog.complexity_texts);
    read_reasons(file, "quality_risk", builder, scores.quality_risk, catalog.quality_texts);
    FieldReader fields(file, builder);
    fields(Field{"large_batch_tokens", 1, 1e18}, scores.large_batch_tokens);
    fields(Field{"failures_within_a_day_gpus", 1, 1e9}, scores.failures_within_a_day_gpus);
}

} // namespace headroom
