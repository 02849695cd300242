#include "core/present/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

struct Unit {
    Seconds size;
    std::string_view name;
};

/// The largest unit that leaves a number of at least 1.
const Unit& time_unit(Seconds value) {
    static constexpr std::array scale{Unit{units::hour, "h"}, Unit{units::s, "s"},
                                      Unit{units::ms, "ms"}, Unit{units::us, "µs"}};
    constexpr Seconds shown_in_hours = 3.0 * units::hour;
    const Seconds size = value < Seconds{} ? -value : value;
    if (size >= shown_in_hours) return scale[0];
    for (const Unit& unit : std::span(scale).subspan(1))
        if (size >= unit.size) return unit;
    return size > Seconds{} ? scale.back() : scale[1];
}

/// Places after the point that show `digits` significant digits of `value`.
int places(double value, int digits) {
    if (value == 0.0 || !std::isfinite(value)) return 0;
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    return std::clamp(digits - 1 - exponent, 0, 12);
}

/// 12345 at 3 digits is 12300: digits that are not known are zeros.
double rounded(double value, int digits) {
    if (value == 0.0 || !std::isfinite(value)) return value;
    const double exponent = std::floor(std::log10(std::abs(value)));
    const double step = std::pow(10.0, exponent - digits + 1);
    return std::round(value / step) * step;
}

} // namespace

std::string true_minus(std::string text) {
    if (text.starts_with('-')) text.replace(0, 1, "\u2212");
    return text;
}

std::string plain(std::string quantity) {
    const std::size_t point = quantity.find('.');
    if (point == std::string::npos) return quantity;
    std::size_t end = quantity.find_first_not_of("0123456789", point + 1);
    end = std::min(end, quantity.size());
    std::size_t keep = end;
    while (quantity[keep - 1] == '0')
        --keep;
    if (keep == point + 1) keep = point;
    return quantity.erase(keep, end - keep);
}

std::string significant(double value, int digits) {
    const double shown = rounded(value, digits);
    return true_minus(fmt::format("{:.{}f}", shown, places(shown, digits)));
}

int supported_digits(double value, double low, double high) {
    constexpr int most = 3;
    if (value == 0.0) return most;
    const double third_digit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2.0);
    return third_digit * 100.0 < (high - low) / 2.0 ? most - 1 : most;
}

std::string gib_number(Bytes value) {
    const double number = value / units::GiB;
    if (std::abs(number) >= 100.0) return significant(number, 3);
    return true_minus(fmt::format("{:.1f}", number == 0.0 ? 0.0 : number));
}

std::string gib(Bytes value) { return gib_number(value) + " GiB"; }

std::string gib_term(Bytes value) {
    const double number = value / units::GiB;
    return (std::abs(number) < 0.005 ? std::string("0")
                                     : significant(number, number < 1.0 ? 2 : 3)) +
           " GiB";
}

std::string seconds(Seconds value, int digits) {
    const Unit& unit = time_unit(value);
    return fmt::format("{} {}", significant(value / unit.size, digits), unit.name);
}

std::string seconds(const Banded<Seconds>& value) {
    return seconds(value.expected, supported_digits(value.expected / units::s, value.p10 / units::s,
                                                    value.p90 / units::s));
}

std::string span(Seconds low, Seconds high) {
    const Unit& unit = time_unit(high);
    return fmt::format("{}–{} {}", significant(low / unit.size, 2),
                       significant(high / unit.size, 2), unit.name);
}

std::string duration(Seconds value, Language language) {
    struct Scale {
        Seconds from, size;
        std::string_view english, korean;
    };
    static constexpr std::array scales{
        Scale{730.0 * units::day, 365.25 * units::day, "years", "년"},
        Scale{units::day, units::day, "days", "일"},
        Scale{units::hour, units::hour, "hours", "시간"},
        Scale{units::minute, units::minute, "minutes", "분"},
        Scale{Seconds{}, units::s, "seconds", "초"}};
    const auto* scale = std::ranges::find_if(
        scales, [&](const Scale& candidate) { return value >= candidate.from; });
    if (scale == scales.end()) scale = &scales.back();
    const std::string number = significant(value / scale->size, 2);
    if (language == Language::korean) return number + std::string(scale->korean);
    return fmt::format("{} {}", number, scale->english);
}

std::string dollars(Dollars value) {
    const double amount = value / units::USD;
    const double size = std::abs(amount);
    const std::string sign = amount < 0.0 ? "\u2212" : "";
    if (size >= 1e9) return sign + "$" + significant(size / 1e9, 3) + "B";
    if (size >= 1e6) return sign + "$" + significant(size / 1e6, 3) + "M";
    if (size >= 1e4) return sign + "$" + significant(size / 1e3, 3) + "k";
    if (size >= 1e3) return sign + "$" + grouped(rounded(size, 3));
    return sign + "$" + significant(size, 3);
}

std::string percent(double fraction) { return significant(100.0 * fraction, 2) + " %"; }

std::string grouped(double value) {
    std::string text = fmt::format("{:.0f}", std::abs(value));
    for (auto position = static_cast<std::ptrdiff_t>(text.size()) - 3; position > 0; position -= 3)
        text.insert(static_cast<std::size_t>(position), ",");
    return value < 0.0 ? "\u2212" + text : text;
}

} // namespace headroom
