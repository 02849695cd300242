#include "core/formats/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace headroom {

namespace {

constexpr std::array true_words{"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array false_words{"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array null_words{"", "~", "null", "Null", "NULL"};
constexpr std::string_view decimal_digits = "0123456789_";

bool is_one_of(const auto& words, std::string_view text) {
    return std::ranges::find(words, text) != words.end();
}

bool is_only(std::string_view text, std::string_view allowed) {
    return text.find_first_not_of(allowed) == std::string_view::npos;
}

std::string_view without_sign(std::string_view text) {
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    return text;
}

/// Takes what is made of the characters from the front, and says how much there was.
std::size_t take(std::string_view& text, std::string_view allowed) {
    const std::size_t length = std::min(text.find_first_not_of(allowed), text.size());
    text.remove_prefix(length);
    return length;
}

/// ":59" and so on, at least once.
bool take_sixtieths(std::string_view& text) {
    bool any = false;
    while (text.size() >= 2 && text[0] == ':') {
        std::string_view rest = text.substr(1);
        const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        if (digits == 0 || digits > 2 || (digits == 2 && rest[0] > '5')) break;
        text = rest.substr(digits);
        any = true;
    }
    return any;
}

bool is_sixtieths(std::string_view digits) {
    if (digits.empty() || digits[0] < '1' || digits[0] > '9') return false;
    take(digits, decimal_digits);
    return take_sixtieths(digits) && digits.empty();
}

bool is_integer(std::string_view text) {
    const std::string_view digits = without_sign(text);
    if (digits.empty()) return false;
    if (digits.starts_with("0b")) return digits.size() > 2 && is_only(digits.substr(2), "01_");
    if (digits.starts_with("0x"))
        return digits.size() > 2 && is_only(digits.substr(2), "0123456789abcdefABCDEF_");
    if (digits[0] == '0') return is_only(digits.substr(1), "01234567_");
    if (digits[0] == '_') return false;
    return is_only(digits, decimal_digits) || is_sixtieths(digits);
}

/// "", or e with a sign and digits.
bool is_exponent(std::string_view text) {
    if (text.empty()) return true;
    if (text.size() < 3 || (text[0] != 'e' && text[0] != 'E')) return false;
    return (text[1] == '-' || text[1] == '+') && is_only(text.substr(2), "0123456789");
}

bool is_infinite(std::string_view text) {
    const std::string_view word = without_sign(text);
    return word == ".inf" || word == ".Inf" || word == ".INF" || text == ".nan" || text == ".NaN" ||
           text == ".NAN";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view text) {
    if (is_infinite(text)) return true;
    // ".5" has no sign in YAML 1.1, "-0.5" has.
    std::string_view rest = text.starts_with('.') ? text : without_sign(text);
    if (rest.empty()) return false;
    if (rest[0] == '.') {
        if (rest.data() != text.data() || rest.size() < 2 || !is_digit(rest[1])) return false;
    } else {
        if (!is_digit(rest[0])) return false;
        take(rest, decimal_digits);
        const bool sixtieths = take_sixtieths(rest);
        if (rest.empty() || rest[0] != '.') return false;
        if (sixtieths) return is_only(rest.substr(1), decimal_digits);
    }
    rest.remove_prefix(1);
    take(rest, decimal_digits);
    return is_exponent(rest);
}

std::string without_underscores(std::string_view text) {
    std::string plain(text);
    std::erase(plain, '_');
    return plain;
}

/// "1:30" is 90.
double from_sixtieths(const std::string& text) {
    double sum = 0.0;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        double part = 0.0;
        std::from_chars(text.data() + begin, text.data() + end, part);
        sum = sum * 60.0 + part;
        begin = end + 1;
    }
    return sum;
}

/// Digits in base 2, 8, 10, 16 or 60; as a double, since they may be more than an integer holds.
double integer_value(std::string_view text) {
    std::string digits = without_underscores(without_sign(text));
    int base = 10;
    if (digits.starts_with("0b"))
        base = 2;
    else if (digits.starts_with("0x"))
        base = 16;
    else if (digits.size() > 1 && digits[0] == '0')
        base = 8;
    if (base == 2 || base == 16) digits.erase(0, 2);
    double value = 0.0;
    if (digits.find(':') != std::string::npos) {
        value = from_sixtieths(digits);
    } else {
        for (const char c : digits) {
            const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
            value = value * base + digit;
        }
    }
    return text[0] == '-' ? -value : value;
}

/// Whole text as a number in the usual notation; NaN where it is none.
double usual_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0.0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size())
        return std::numeric_limits<double>::quiet_NaN();
    return value;
}

Json number_value(std::string_view plain, double value, Json scalar) {
    if (!std::isfinite(value)) {
        scalar.not_finite = true;
        return scalar;
    }
    scalar.type = Json::Type::number;
    scalar.number = value;
    scalar.text = std::string(plain);
    return scalar;
}

} // namespace

ScalarKind kind_of_scalar(std::string_view plain) {
    if (is_one_of(true_words, plain) || is_one_of(false_words, plain)) return ScalarKind::boolean;
    if (is_one_of(null_words, plain)) return ScalarKind::null;
    if (is_integer(plain)) return ScalarKind::integer;
    return is_number(plain) ? ScalarKind::number : ScalarKind::text;
}

Json scalar_value(std::string_view plain, int line) {
    Json scalar;
    scalar.line = line;
    switch (kind_of_scalar(plain)) {
    case ScalarKind::null: return scalar;
    case ScalarKind::boolean:
        scalar.type = Json::Type::boolean;
        scalar.boolean = is_one_of(true_words, plain);
        return scalar;
    case ScalarKind::integer: {
        constexpr double exactly_representable = 9007199254740992.0; // 2^53
        const double value = integer_value(plain);
        if (std::abs(value) > exactly_representable) return number_value(plain, value, scalar);
        scalar.type = Json::Type::integer;
        scalar.integer = static_cast<std::int64_t>(value);
        scalar.number = value;
        return scalar;
    }
    case ScalarKind::number: {
        if (is_infinite(plain)) return number_value(plain, HUGE_VAL, scalar);
        const std::string digits = without_underscores(plain);
        const bool sixtieths = digits.find(':') != std::string::npos;
        return number_value(plain, sixtieths ? from_sixtieths(digits) : usual_number(digits),
                            scalar);
    }
    case ScalarKind::text: break;
    }
    if (const double value = usual_number(plain); std::isfinite(value))
        return number_value(plain, value, scalar);
    scalar.type = Json::Type::text;
    scalar.text = std::string(plain);
    return scalar;
}

} // namespace headroom
