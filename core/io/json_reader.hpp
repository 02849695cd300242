// Typed reading of located JSON that reports every problem and goes on.
//
//     ReadLog log{.file = "team.json"};
//     ObjectReader plan(JsonCursor(*root, "/training", log));
//     plan.read("micro_batch", training.micro_batch, {1, 65536});
//     // team.json:9: error: /training/micro_batch: 0 is too small: at least 1
//     // team.json:11: error: /training/zero_stge: unknown key; did you mean "zero_stage"?
//
// A value of the wrong type, out of range or of the wrong unit leaves the default in place and adds
// a Problem. An ObjectReader reports the keys that nobody asked for when it goes out of scope.
#pragma once

#include "core/base/names.hpp"
#include "core/base/problem.hpp"
#include "core/base/unit_text.hpp"
#include "core/io/located_json.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What one file's reading found.
struct ReadLog {
    /// A key of a newer format, to be written back as it was.
    struct Kept {
        std::string pointer;
        const Json* value;
    };
    std::string file;                 // as messages call it
    std::vector<std::string> changes; // "--set x=1": line -1 is of the first, -2 of the second
    Problems problems;
    bool newer_format = false; // unknown keys are kept with a warning instead of being errors
    std::vector<Kept> kept;
    bool values_lost = false; // some value could not be read and has its default
    bool lenient = false;     // NaN was only a note so far: it is an error where it is read

    std::string where(int line, std::string_view pointer) const;
};

struct IntRange {
    std::int64_t lowest = 1;
    std::int64_t highest = std::numeric_limits<int>::max();
};
/// What a quantity with a unit may be.
enum class Sign : std::uint8_t { any, not_negative, positive };
struct NumberRange {
    double lowest = 0.0;
    double highest = 1e30;
    bool lowest_allowed = true; // false: greater than `lowest`
};

/// One value, where it stands, and where to complain.
class JsonCursor {
  public:
    JsonCursor(const Json& value, std::string pointer, ReadLog& log)
        : value_(&value), pointer_(std::move(pointer)), log_(&log) {}

    const Json& json() const { return *value_; }
    const std::string& pointer() const { return pointer_; }
    ReadLog& log() const { return *log_; }
    void error(std::string message) const;
    void warning(std::string message) const;
    void note(std::string message) const;

    std::optional<std::string> text() const;
    std::optional<bool> boolean() const;
    /// An integral double ("5e8") is a whole number too.
    std::optional<std::int64_t> integer(IntRange range = {}) const;
    std::optional<double> number(NumberRange range = {}) const;
    /// What stands there, short enough for a message.
    std::string shown() const;
    /// Elements of a list, empty (and a problem) when it is none.
    std::vector<JsonCursor> items() const;

    /// "expected a number, found the text "80 GB"".
    std::nullopt_t mismatch(std::string_view expected) const;

  private:
    const Json* value_;
    std::string pointer_;
    ReadLog* log_;
};

/// The members of one object.
class ObjectReader {
  public:
    explicit ObjectReader(JsonCursor cursor);
    ObjectReader(const ObjectReader&) = delete;
    ObjectReader& operator=(const ObjectReader&) = delete;
    ~ObjectReader();

    const JsonCursor& cursor() const { return cursor_; }
    std::optional<JsonCursor> optional(std::string_view key);
    std::optional<JsonCursor> required(std::string_view key);

    // Each leaves `target` alone when the key is absent or its value bad; true when it was set.
    bool read(std::string_view key, std::string& target);
    bool read(std::string_view key, bool& target);
    bool read(std::string_view key, int& target, IntRange range);
    bool read(std::string_view key, std::optional<int>& target, IntRange range);
    bool read(std::string_view key, std::optional<std::int64_t>& target, IntRange range);
    bool read(std::string_view key, double& target, NumberRange range);
    /// Text with a unit; `parse` is one of core/base/unit_text's.
    template <class T, class Target>
    bool read_unit(std::string_view key, Target& target, Parsed<T> (*parse)(std::string_view),
                   Sign sign);
    /// One of an enumeration's names (core/base/names.hpp).
    template <class Enum>
    bool read_name(std::string_view key, Enum& target);

  private:
    JsonCursor cursor_;
    std::vector<std::string_view> asked_;
};

/// Text with a unit as a quantity; a bare number is refused with what was expected. Messages say
/// what was written, not what it was converted to.
template <class T>
std::optional<T> read_unit_text(const JsonCursor& cursor, Parsed<T> (*parse)(std::string_view),
                                Sign sign = Sign::any) {
    const std::optional<std::string> text = cursor.text();
    if (!text) return std::nullopt;
    const Parsed<T> parsed = parse(*text);
    if (!parsed)
        cursor.error(parsed.error());
    else if (sign != Sign::any && *parsed < T{})
        cursor.error(cursor.shown() + " cannot be negative");
    else if (sign == Sign::positive && !(*parsed > T{}))
        cursor.error(cursor.shown() + " has to be more than nothing");
    else
        return *parsed;
    return std::nullopt;
}

template <class T, class Target>
bool ObjectReader::read_unit(std::string_view key, Target& target,
                             Parsed<T> (*parse)(std::string_view), Sign sign) {
    const std::optional<JsonCursor> found = optional(key);
    if (!found) return false;
    const std::optional<T> value = read_unit_text(*found, parse, sign);
    if (value) target = *value;
    return value.has_value();
}

/// "; did you mean ...", or "" where nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// "unknown value ..." with the nearest of `names`, or with all of them.
void report_unknown_name(const JsonCursor& cursor, const std::vector<std::string_view>& names);

template <class Enum>
std::optional<Enum> read_enum(const JsonCursor& cursor) {
    const std::optional<std::string> word = cursor.text();
    if (!word) return std::nullopt;
    const std::optional<Enum> value = value_named<Enum>(*word);
    if (!value) report_unknown_name(cursor, names_of<Enum>());
    return value;
}

template <class Enum>
bool ObjectReader::read_name(std::string_view key, Enum& target) {
    const std::optional<JsonCursor> found = optional(key);
    if (!found) return false;
    const std::optional<Enum> value = read_enum<Enum>(*found);
    if (value) target = *value;
    return value.has_value();
}

} // namespace headroom
