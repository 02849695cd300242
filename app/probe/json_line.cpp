#include "app/probe/json_line.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace headroom::probe {

void JsonLine::key(std::string_view name) {
    if (text_.size() > 1) text_ += ", ";
    quote(name);
    text_ += ": ";
}

void JsonLine::quote(std::string_view value) {
    text_ += '"';
    for (const char letter : value) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            text_ += '\\';
            text_ += letter;
        } else if (code < 32 || code > 126) {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", code);
            text_ += escaped.data();
        } else {
            text_ += letter;
        }
    }
    text_ += '"';
}

JsonLine& JsonLine::text(std::string_view name, std::string_view value) {
    key(name);
    quote(value);
    return *this;
}

JsonLine& JsonLine::number(std::string_view name, double value) {
    key(name);
    if (std::isfinite(value)) {
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%.6g", value);
        text_ += digits.data();
    } else {
        text_ += "null";
    }
    return *this;
}

JsonLine& JsonLine::number(std::string_view name, std::optional<double> value) {
    return number(name, value.value_or(NAN));
}

JsonLine& JsonLine::whole(std::string_view name, long long value) {
    key(name);
    text_ += std::to_string(value);
    return *this;
}

JsonLine& JsonLine::flag(std::string_view name, bool value) {
    key(name);
    text_ += value ? "true" : "false";
    return *this;
}

JsonLine& JsonLine::flag(std::string_view name, std::optional<bool> value) {
    if (value) return flag(name, *value);
    key(name);
    text_ += "null";
    return *this;
}

JsonLine& JsonLine::words(std::string_view name, const std::vector<std::string>& values) {
    key(name);
    text_ += '[';
    for (const std::string& value : values) {
        if (&value != values.data()) text_ += ", ";
        quote(value);
    }
    text_ += ']';
    return *this;
}

JsonLine& JsonLine::wholes(std::string_view name, const std::vector<long>& values) {
    key(name);
    text_ += '[';
    for (const long& value : values) {
        if (&value != values.data()) text_ += ", ";
        text_ += std::to_string(value);
    }
    text_ += ']';
    return *this;
}

} // namespace headroom::probe
