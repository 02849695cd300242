// How each quantity is spelled in files: the parser of its unit text, and a text that parses back
// to the very same value.
//
//     UnitText<Bytes>::parse("80 GiB")
//     exact_text(3.35 * units::TB_per_s)        // "3.35 TB/s"
#pragma once

#include "core/base/unit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace headroom {

/// `base` is the unit that a value's own double counts, so that nothing is rounded on the way.
template <class T>
struct UnitText;

template <>
struct UnitText<Bytes> {
    static constexpr auto parse = &parse_bytes;
    static constexpr auto format = &format_bytes;
    static constexpr Bytes base = units::B;
    static constexpr std::string_view before = "", after = " B";
};
template <>
struct UnitText<ByteRate> {
    static constexpr auto parse = &parse_byte_rate;
    static constexpr auto format = &format_byte_rate;
    static constexpr ByteRate base = units::B / units::s;
    static constexpr std::string_view before = "", after = " B/s";
};
template <>
struct UnitText<FlopRate> {
    static constexpr auto parse = &parse_flop_rate;
    static constexpr auto format = &format_flop_rate;
    static constexpr FlopRate base = units::FLOP / units::s;
    static constexpr std::string_view before = "", after = " FLOP/s";
};
template <>
struct UnitText<Seconds> {
    static constexpr auto parse = &parse_seconds;
    static constexpr auto format = &format_seconds;
    static constexpr Seconds base = units::s;
    static constexpr std::string_view before = "", after = " s";
};
template <>
struct UnitText<Watts> {
    static constexpr auto parse = &parse_watts;
    static constexpr auto format = &format_watts;
    static constexpr Watts base = units::W;
    static constexpr std::string_view before = "", after = " W";
};
template <>
struct UnitText<Dollars> {
    static constexpr auto parse = &parse_dollars;
    static constexpr auto format = &format_dollars;
    static constexpr Dollars base = units::USD;
    static constexpr std::string_view before = "$", after = "";
};
/// Rents are per hour to people; per second where an hour would round.
template <>
struct UnitText<DollarRate> {
    static constexpr auto parse = &parse_dollar_rate;
    static constexpr auto format = &format_dollar_rate;
    static constexpr DollarRate base = units::USD / units::s;
    static constexpr std::string_view before = "$", after = "/s";
};

/// The number in "12.35 GiB" times `factor`, with 15 digits: what a decimal that people typed has.
inline std::string with_digits(const std::string& brief, double factor) {
    constexpr std::string_view digits = "0123456789.";
    const std::size_t first = brief.find_first_of(digits);
    const std::size_t last = brief.find_first_not_of(digits, first);
    const std::size_t end = std::min(last, brief.size());
    double number = 0.0;
    std::from_chars(brief.data() + first, brief.data() + end, number); // locale-free
    return fmt::format("{}{:.15g}{}", brief.substr(0, first), number * factor, brief.substr(end));
}

/// A text that parses back to the very same value: short where that loses nothing, else with more
/// digits, else with every digit of the base unit.
template <class T>
std::string exact_text(T value) {
    using Text = UnitText<T>;
    const std::string brief = Text::format(value);
    const auto parsed = Text::parse(brief);
    if (parsed && *parsed == value) return brief;
    if (parsed && *parsed > T{}) {
        const std::string longer = with_digits(brief, value / *parsed);
        if (const auto again = Text::parse(longer); again && *again == value) return longer;
    }
    return fmt::format("{}{}{}", Text::before, exact_number(value / Text::base), Text::after);
}

/// A fraction as a percentage that parses back to the very same value.
inline std::string share_text(double share) {
    const double percent = share * 100.0;
    for (const double candidate :
         {percent, std::nextafter(percent, 0.0), std::nextafter(percent, 1e300)})
        if (candidate / 100.0 == share) return exact_number(candidate) + " %";
    return exact_number(percent) + " %";
}

} // namespace headroom
