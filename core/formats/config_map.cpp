#include "core/formats/config_map.hpp"

#include "core/formats/draft.hpp"
#include "core/formats/yaml_scalar.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};

/// Text that YAML 1.1 and 1.2 take for text without quotes.
bool is_plain(const std::string& text) {
    constexpr const char* safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "_./-";
    return !text.empty() && text.find_first_not_of(safe) == std::string::npos &&
           text.front() != '-' && kind_of_scalar(text) == ScalarKind::text &&
           scalar_value(text, 0).is(Json::Type::text) && text.size() > 1;
}

std::string yaml_word(const std::string& text) {
    return is_plain(text) ? text : json_text(std::string_view(text));
}

std::string quoted(const std::string& text) { return json_text(std::string_view(text)); }

std::string list_of(const ConfigMap::Texts& list, std::string (*word)(const std::string&)) {
    std::string text = "[";
    for (const std::string& one : list)
        text.append(text.size() > 1 ? ", " : "").append(word(one));
    return text + "]";
}

void yaml(const ConfigMap& map, const std::string& indent, std::string& text) {
    for (const ConfigMap::Entry& entry : map.entries()) {
        text.append(indent).append(entry.key).append(":");
        std::visit(
            Overloaded{
                [&](const std::string& literal) { text += " " + literal + "\n"; },
                [&](const ConfigMap::Text& word) { text += " " + yaml_word(word.value) + "\n"; },
                [&](const ConfigMap::Texts& list) {
                    text += " " + list_of(list, yaml_word) + "\n";
                },
                [&](const std::unique_ptr<ConfigMap>& inner) {
                    text += "\n";
                    yaml(*inner, indent + "  ", text);
                },
            },
            entry.value);
    }
}

std::string json(const ConfigMap& map, const std::string& indent) {
    std::string text;
    for (const ConfigMap::Entry& entry : map.entries()) {
        text += fmt::format("{}\n{}  {}: ", text.empty() ? "" : ",", indent, quoted(entry.key));
        text += std::visit(Overloaded{
                               [](const std::string& literal) { return literal; },
                               [](const ConfigMap::Text& word) { return quoted(word.value); },
                               [](const ConfigMap::Texts& list) { return list_of(list, quoted); },
                               [&](const std::unique_ptr<ConfigMap>& inner) {
                                   return json(*inner, indent + "  ");
                               },
                           },
                           entry.value);
    }
    return text.empty() ? "{}" : "{" + text + "\n" + indent + "}";
}

void toml(const ConfigMap& map, std::string& values, std::string& tables) {
    for (const ConfigMap::Entry& entry : map.entries())
        std::visit(Overloaded{
                       [&](const std::string& literal) {
                           values += fmt::format("{} = {}\n", entry.key, literal);
                       },
                       [&](const ConfigMap::Text& word) {
                           values += fmt::format("{} = {}\n", entry.key, quoted(word.value));
                       },
                       [&](const ConfigMap::Texts& list) {
                           values += fmt::format("{} = {}\n", entry.key, list_of(list, quoted));
                       },
                       [&](const std::unique_ptr<ConfigMap>& inner) {
                           tables += fmt::format("\n[{}]\n", entry.key);
                           toml(*inner, tables, tables);
                       },
                   },
                   entry.value);
}

} // namespace

void ConfigMap::add(std::string key, double value) { put(std::move(key), json_text(value)); }

ConfigMap& ConfigMap::map(std::string_view key) {
    for (Entry& entry : entries_)
        if (auto* const inner = std::get_if<std::unique_ptr<ConfigMap>>(&entry.value);
            inner != nullptr && entry.key == key)
            return **inner;
    put(std::string(key), std::make_unique<ConfigMap>());
    return *std::get<std::unique_ptr<ConfigMap>>(entries_.back().value);
}

std::string to_yaml(const ConfigMap& map) {
    std::string text;
    yaml(map, "", text);
    return text;
}

std::string to_json(const ConfigMap& map) { return json(map, "") + "\n"; }

std::string to_toml(const ConfigMap& map) {
    std::string values, tables;
    toml(map, values, tables);
    return values.empty() && !tables.empty() ? tables.substr(1) : values + tables;
}

} // namespace headroom
