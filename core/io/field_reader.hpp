// Reads the fields listed in spec_fields.hpp from a JSON object.
//
//     ObjectReader object(cursor);
//     FieldReader fields(object, provenance);
//     for_each_field(fields, plan);              // absent keys keep their default
//
// A published number is {"value": "3.35 TB/s", "source": id, "where": "p. 2", "confidence": ...}.
// Catalogs must say the source; in a scenario the bare value will do: it is the user's own.
#pragma once

#include "core/io/json_reader.hpp"
#include "core/io/spec_fields.hpp"
#include "core/io/unit_json.hpp"

namespace headroom {

/// Where published numbers may come from, and where their citations are kept.
class Provenance {
  public:
    virtual ~Provenance() = default;
    /// Must every published number cite a source?
    virtual bool required() const = 0;
    virtual bool knows(std::string_view source) const = 0;
    virtual std::vector<std::string_view> sources() const = 0;
    virtual CitationId cite(const std::string& source, const std::string& where) = 0;
};

/// Of a scenario: sources are those of the catalog; what it does not cite is the user's.
class CatalogProvenance : public Provenance {
  public:
    explicit CatalogProvenance(const Catalog& catalog) : catalog_(catalog) {}
    bool required() const override { return false; }
    bool knows(std::string_view source) const override {
        return catalog_.find_source(source) != nullptr;
    }
    std::vector<std::string_view> sources() const override;
    CitationId cite(const std::string& source, const std::string& where) override;

  private:
    const Catalog& catalog_;
};

/// Reads "source", "where" and "confidence" of a published number (or of a whole record).
void read_provenance(ObjectReader& object, Provenance& provenance, CitationId& citation,
                     Confidence& confidence);

/// Says of "80 GB" what it is in GiB; nothing of "80 GiB".
void note_decimal_size(const JsonCursor& cursor);

/// Whether numbers are held against their field's range at once. Those of a plan, a model and a
/// cluster are not: validate() checks them wherever they come from, the window included.
enum class Ranges : std::uint8_t { left_to_validate, checked };

class FieldReader {
  public:
    FieldReader(ObjectReader& object, Provenance& provenance,
                Ranges ranges = Ranges::left_to_validate)
        : object_(object), provenance_(provenance),
          ranges_(provenance.required() ? Ranges::checked : ranges) {}

    void operator()(const Field& field, std::string& target) { object_.read(field.key, target); }
    void operator()(const Field& field, bool& target) { object_.read(field.key, target); }
    void operator()(const Field& field, int& target);
    void operator()(const Field& field, std::optional<int>& target) {
        object_.read(field.key, target, whole(field));
    }
    void operator()(const Field& field, std::optional<std::int64_t>& target) {
        object_.read(field.key, target, whole(field));
    }
    void operator()(const Field& field, double& target) {
        object_.read(field.key, target, real(field));
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void operator()(const Field& field, Enum& target) {
        Sourced<Enum> read{target, 0, Confidence::high};
        published(field, read, false);
        target = read.value;
    }
    template <int... Dimension>
    void operator()(const Field& field, Quantity<Dimension...>& target) {
        Sourced<Quantity<Dimension...>> read{target, 0, Confidence::high};
        published(field, read, field.published);
        target = read.value;
    }
    template <class T>
    void operator()(const Field& field, Sourced<T>& target) {
        published(field, target, true);
    }
    void operator()(const Field& field, std::array<Sourced<FlopRate>, precision_count>& target);
    void operator()(const Field& field, Lora& target);
    /// "full" or "every 4" will do where the file says no more.
    void operator()(const Field& field, Recompute& target);
    /// A struct with a list of fields of its own is an object in the file.
    template <class Part>
    requires requires(FieldReader& self, Part& part) { for_each_field(self, part); }
    void operator()(const Field& field, Part& target) {
        const std::optional<JsonCursor> found = object_.optional(field.key);
        if (!found) return;
        ObjectReader part(*found);
        FieldReader inner(part, provenance_, ranges_);
        for_each_field(inner, target);
    }

  private:
    IntRange whole(const Field& field) const {
        if (ranges_ != Ranges::checked) return {std::numeric_limits<int>::min()};
        return {static_cast<std::int64_t>(field.lowest), static_cast<std::int64_t>(field.highest)};
    }
    NumberRange real(const Field& field) const {
        if (ranges_ != Ranges::checked) return {-1e300, 1e300};
        return {field.lowest, field.highest};
    }
    template <class T>
    void published(const Field& field, Sourced<T>& target, bool cited) {
        const std::optional<JsonCursor> found = object_.optional(field.key);
        if (found) read_published(*found, field, target, cited);
    }
    template <class T>
    void read_published(const JsonCursor& cursor, const Field& field, Sourced<T>& target,
                        bool cited);
    template <class T>
    std::optional<T> read_value(const JsonCursor& cursor, const Field& field) const;

    ObjectReader& object_;
    Provenance& provenance_;
    Ranges ranges_;
};

template <class T>
std::optional<T> FieldReader::read_value(const JsonCursor& cursor, const Field& field) const {
    if constexpr (std::is_same_v<T, double>) {
        return cursor.number(real(field));
    } else if constexpr (std::is_same_v<T, int>) {
        const auto value = cursor.integer(whole(field));
        return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
    } else if constexpr (std::is_same_v<T, bool>) {
        return cursor.boolean();
    } else if constexpr (std::is_enum_v<T>) {
        return read_enum<T>(cursor);
    } else {
        const auto value = read_unit_text(cursor, UnitText<T>::parse, Sign::not_negative);
        if (value && field.binary) note_decimal_size(cursor);
        return value;
    }
}

template <class T>
void FieldReader::read_published(const JsonCursor& cursor, const Field& field, Sourced<T>& target,
                                 bool cited) {
    if (!cursor.json().is(Json::Type::object)) {
        if (cited && provenance_.required()) {
            cursor.error("a published number needs its source: {\"value\": ..., \"source\": ...}");
            return;
        }
        if (const auto value = read_value<T>(cursor, field)) target = {*value, 0, Confidence::high};
        return;
    }
    ObjectReader object(cursor);
    Sourced<T> read{};
    const std::optional<JsonCursor> value = object.required("value");
    const std::optional<T> number = value ? read_value<T>(*value, field) : std::nullopt;
    read_provenance(object, provenance_, read.citation, read.confidence);
    if (!number) return;
    read.value = *number;
    target = read;
}

} // namespace headroom
