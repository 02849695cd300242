// How each quantity is spelled in files: the parser of its unit text, and a text that parses back
// to the very same value.
//
//     UnitText<Bytes>::parse("80 GiB")
//     exact_text(3.35 * units::TB_per_s)        // "3.35 TB/s"
#pragma once

#include "core/base/unit_text.hpp"

#include <cmath>
#include <string>

namespace headroom {

/// `base` is the unit that a value's own double counts, with its spelling around the number.
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
template <>
struct UnitText<DollarRate> {
    static constexpr auto parse = &parse_dollar_rate;
    static constexpr auto format = &format_dollar_rate;
    static constexpr DollarRate base = units::USD_per_hour;
    static constexpr std::string_view before = "$", after = "/h";
};

/// The short text where it loses nothing, else every digit.
template <class T>
std::string exact_text(T value) {
    using Text = UnitText<T>;
    const std::string brief = Text::format(value);
    if (const auto parsed = Text::parse(brief); parsed && *parsed == value) return brief;
    const auto spell = [](double number) {
        return std::string(Text::before) + exact_number(number) + std::string(Text::after);
    };
    // Units that are no power of two may round once more on the way back: try the neighbours.
    const double number = value / Text::base;
    for (const double candidate :
         {number, std::nextafter(number, 0.0), std::nextafter(number, 1e300)}) {
        const auto parsed = Text::parse(spell(candidate));
        if (parsed && *parsed == value) return spell(candidate);
    }
    return spell(number);
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
