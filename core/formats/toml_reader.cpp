#include "core/formats/toml_reader.hpp"

#include "core/formats/config_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <toml.hpp>

namespace headroom {

namespace {

/// The library counts lines from the start for each value: more would take seconds. The largest of
/// several hundred public configurations has 269.
constexpr std::ptrdiff_t most_values = 1000;

Json json_of(const toml::value& value);

int line_of(const toml::value& value) { return static_cast<int>(value.location().line()); }

Json number_of(double number) {
    Json json;
    if (!std::isfinite(number)) {
        json.not_finite = true;
        return json;
    }
    json.type = Json::Type::number;
    json.number = number;
    json.text = fmt::format("{}", number);
    return json;
}

Json object_of(const toml::table& table) {
    Json json;
    json.type = Json::Type::object;
    for (const auto& [key, member] : table)
        json.members.push_back({key, line_of(member), json_of(member), 0, false});
    std::ranges::stable_sort(json.members, {}, &Json::Member::line);
    return json;
}

Json list_of(const toml::array& array) {
    Json json;
    json.type = Json::Type::list;
    for (const toml::value& item : array)
        json.items.push_back(json_of(item));
    return json;
}

Json text_of(std::string text) {
    Json json;
    json.type = Json::Type::text;
    json.text = std::move(text);
    return json;
}

Json untold(const toml::value& value) {
    switch (value.type()) {
    case toml::value_t::boolean: {
        Json json;
        json.type = Json::Type::boolean;
        json.boolean = value.as_boolean();
        return json;
    }
    case toml::value_t::integer: {
        Json json;
        json.type = Json::Type::integer;
        json.integer = value.as_integer();
        json.number = static_cast<double>(json.integer);
        return json;
    }
    case toml::value_t::floating: return number_of(value.as_floating());
    case toml::value_t::string: return text_of(value.as_string().str);
    case toml::value_t::array: return list_of(value.as_array());
    case toml::value_t::table: return object_of(value.as_table());
    default: return text_of(toml::format(value)); // dates and times
    }
}

Json json_of(const toml::value& value) {
    Json json = untold(value);
    json.line = line_of(value);
    return json;
}

/// "[error] toml::parse_array: array closure not found" and lines of drawing: the sentence alone.
std::string plain_reason(std::string_view what) {
    what = what.substr(0, what.find('\n'));
    if (what.starts_with("[error] ")) what.remove_prefix(8);
    if (const std::size_t end = what.find(": "); what.starts_with("toml::") && end < what.size())
        what.remove_prefix(end + 2);
    return std::string(what);
}

} // namespace

std::optional<Json> parse_toml(std::string_view text, std::string_view name, Problems& problems) {
    const auto values = std::ranges::count_if(text, [](char c) { return c == '=' || c == ','; });
    if (values > most_values) {
        problems.push_back(
            error(std::string(name),
                  fmt::format("{} values; TOML of more than {} is not read", values, most_values)));
        return std::nullopt;
    }
    if (!is_shallow(text, Brackets::toml, name, problems) || !has_short_lines(text, name, problems))
        return std::nullopt;
    std::istringstream stream{std::string(text)};
    try {
        return json_of(toml::parse(stream, std::string(name)));
    } catch (const toml::exception& failed) {
        problems.push_back(error(fmt::format("{}:{}", name, failed.location().line()),
                                 "not TOML: " + plain_reason(failed.what())));
    } catch (const std::exception& failed) {
        problems.push_back(error(std::string(name), "not TOML: " + plain_reason(failed.what())));
    }
    return std::nullopt;
}

} // namespace headroom
