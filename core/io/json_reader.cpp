#include "core/io/json_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::size_t longest_shown = 40;

/// A value as a message shows it: short, with its type where the text alone would not tell.
std::string shown_value(const Json& value) {
    switch (value.type) {
    case Json::Type::list: return "a list";
    case Json::Type::object: return "an object";
    default: break;
    }
    std::string text = value.is(Json::Type::number) ? value.text : to_text(value);
    if (text.size() > longest_shown) {
        text = text.substr(0, longest_shown);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U)
            text.pop_back();
        text += "...";
    }
    return text;
}

std::string_view type_name(Json::Type type) {
    switch (type) {
    case Json::Type::null: return "null";
    case Json::Type::boolean: return "true or false";
    case Json::Type::integer:
    case Json::Type::number: return "a number";
    case Json::Type::text: return "text";
    case Json::Type::list: return "a list";
    case Json::Type::object: return "an object";
    }
    return "";
}

/// ": at most 8"; nothing where the limit is the type's own, of which nobody wants to hear.
std::string limit_text(std::string_view words, std::int64_t limit) {
    const bool is_of_type =
        limit == std::numeric_limits<int>::min() || limit == std::numeric_limits<int>::max();
    return is_of_type ? std::string() : fmt::format(": {} {}", words, limit);
}

} // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
    const std::string_view near = nearest_word(word, candidates);
    return near.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", near);
}

void report_unknown_name(const JsonCursor& cursor, const std::vector<std::string_view>& names) {
    const std::string& word = cursor.json().text;
    const std::string near = did_you_mean(word, names);
    cursor.error(
        fmt::format("unknown value \"{}\"{}", word,
                    near.empty() ? fmt::format("; one of {}", fmt::join(names, ", ")) : near));
}

std::string ReadLog::where(int line, std::string_view pointer) const {
    std::string source = line > 0 ? fmt::format("{}:{}", file, line) : file;
    if (line < 0) source = changes[static_cast<std::size_t>(-line - 1)];
    return pointer.empty() ? source : fmt::format("{}: {}", source, pointer);
}

void JsonCursor::error(std::string message) const {
    log_->values_lost = true;
    log_->problems.push_back(
        headroom::error(log_->where(value_->line, pointer_), std::move(message)));
}

void JsonCursor::warning(std::string message) const {
    log_->problems.push_back(
        headroom::warning(log_->where(value_->line, pointer_), std::move(message)));
}

void JsonCursor::note(std::string message) const {
    log_->problems.push_back(
        {Severity::note, log_->where(value_->line, pointer_), std::move(message)});
}

std::string JsonCursor::shown() const { return shown_value(*value_); }

std::nullopt_t JsonCursor::mismatch(std::string_view expected) const {
    const Json::Type type = value_->type;
    if (value_->not_finite && !log_->lenient) { // said when the file was parsed
        log_->values_lost = true;
        return std::nullopt;
    }
    if (value_->not_finite) {
        error(fmt::format("expected {}, and NaN or Infinity is none", expected));
        return std::nullopt;
    }
    const bool container = type == Json::Type::list || type == Json::Type::object;
    error(container || type == Json::Type::null
              ? fmt::format("expected {}, found {}", expected, type_name(type))
              : fmt::format("expected {}, found {} {}", expected,
                            type == Json::Type::text ? "the text" : "the value", shown()));
    return std::nullopt;
}

std::optional<std::string> JsonCursor::text() const {
    if (!value_->is(Json::Type::text)) return mismatch("text");
    return value_->text;
}

std::optional<bool> JsonCursor::boolean() const {
    if (!value_->is(Json::Type::boolean)) return mismatch("true or false");
    return value_->boolean;
}

std::optional<std::int64_t> JsonCursor::integer(IntRange range) const {
    if (!value_->is_number()) return mismatch("a whole number");
    constexpr double exactly_representable = 9007199254740992.0; // 2^53
    if (!value_->is(Json::Type::integer) && std::abs(value_->number) <= exactly_representable &&
        std::trunc(value_->number) != value_->number) {
        return mismatch("a whole number");
    }
    const double magnitude = value_->number;
    if (magnitude < static_cast<double>(range.lowest)) {
        error(fmt::format("{} is too small{}", shown(), limit_text("at least", range.lowest)));
        return std::nullopt;
    }
    if (magnitude > std::min(static_cast<double>(range.highest), exactly_representable)) {
        error(fmt::format("{} is too large{}", shown(), limit_text("at most", range.highest)));
        return std::nullopt;
    }
    return value_->is(Json::Type::integer) ? value_->integer
                                           : static_cast<std::int64_t>(value_->number);
}

std::optional<double> JsonCursor::number(NumberRange range) const {
    if (!value_->is_number()) return mismatch("a number");
    const double number = value_->number;
    if (number < range.lowest || (number == range.lowest && !range.lowest_allowed)) {
        error(fmt::format("{} is too small: {} {}", shown(),
                          range.lowest_allowed ? "at least" : "more than",
                          exact_number(range.lowest)));
        return std::nullopt;
    }
    if (number > range.highest) {
        error(fmt::format("{} is too large: at most {}", shown(), exact_number(range.highest)));
        return std::nullopt;
    }
    return number;
}

std::vector<JsonCursor> JsonCursor::items() const {
    std::vector<JsonCursor> cursors;
    if (!value_->is(Json::Type::list)) {
        mismatch("a list");
        return cursors;
    }
    cursors.reserve(value_->items.size());
    for (std::size_t i = 0; i < value_->items.size(); ++i)
        cursors.emplace_back(value_->items[i], fmt::format("{}/{}", pointer_, i), *log_);
    return cursors;
}

ObjectReader::ObjectReader(JsonCursor cursor) : cursor_(std::move(cursor)) {
    if (!cursor_.json().is(Json::Type::object)) cursor_.mismatch("an object");
}

ObjectReader::~ObjectReader() {
    ReadLog& log = cursor_.log();
    for (const Json::Member& member : cursor_.json().members) {
        if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
        const std::string pointer = cursor_.pointer() + "/" + pointer_step(member.key);
        const std::string where = log.where(member.line, pointer);
        if (log.newer_format) {
            log.kept.push_back({pointer, &member.value});
            log.problems.push_back(
                warning(where, "this key of a newer format is kept but not used"));
        } else {
            log.problems.push_back(error(where, "unknown key" + did_you_mean(member.key, asked_)));
        }
    }
}

std::optional<JsonCursor> ObjectReader::optional(std::string_view key) {
    asked_.push_back(key);
    const Json* value = cursor_.json().find(key);
    if (value == nullptr) return std::nullopt;
    return JsonCursor(*value, cursor_.pointer() + "/" + pointer_step(key), cursor_.log());
}

std::optional<JsonCursor> ObjectReader::required(std::string_view key) {
    std::optional<JsonCursor> found = optional(key);
    if (!found && cursor_.json().is(Json::Type::object)) {
        const Json& object = cursor_.json();
        JsonCursor(object, cursor_.pointer() + "/" + pointer_step(key), cursor_.log())
            .error("is missing");
    }
    return found;
}

bool ObjectReader::read(std::string_view key, std::string& target) {
    const auto found = optional(key);
    if (!found) return false;
    std::optional<std::string> value = found->text();
    if (value) target = std::move(*value);
    return value.has_value();
}

bool ObjectReader::read(std::string_view key, bool& target) {
    const auto found = optional(key);
    if (!found) return false;
    const std::optional<bool> value = found->boolean();
    if (value) target = *value;
    return value.has_value();
}

bool ObjectReader::read(std::string_view key, int& target, IntRange range) {
    std::optional<int> value;
    if (!read(key, value, range)) return false;
    target = *value;
    return true;
}

bool ObjectReader::read(std::string_view key, std::optional<int>& target, IntRange range) {
    range.highest = std::min<std::int64_t>(range.highest, std::numeric_limits<int>::max());
    std::optional<std::int64_t> value;
    if (!read(key, value, range)) return false;
    target = static_cast<int>(*value);
    return true;
}

bool ObjectReader::read(std::string_view key, std::optional<std::int64_t>& target, IntRange range) {
    const auto found = optional(key);
    if (!found) return false;
    const std::optional<std::int64_t> value = found->integer(range);
    if (value) target = *value;
    return value.has_value();
}

bool ObjectReader::read(std::string_view key, double& target, NumberRange range) {
    const auto found = optional(key);
    if (!found) return false;
    const std::optional<double> value = found->number(range);
    if (value) target = *value;
    return value.has_value();
}

} // namespace headroom
