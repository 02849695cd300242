#include "core/base/unit_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

namespace headroom {

namespace {

/// A spelling and how many base units it stands for. Spellings differ by case ("mW", "MW").
struct Unit {
    std::string_view name;
    double factor;
};

constexpr double ki = 1024.0;
constexpr double bit = 0.125; // of a byte
constexpr double minute = 60.0, hour = 3600.0, day = 86400.0;

constexpr std::array byte_units{
    Unit{"B", 1.0},
    Unit{"kB", 1e3},
    Unit{"KB", 1e3},
    Unit{"MB", 1e6},
    Unit{"GB", 1e9},
    Unit{"TB", 1e12},
    Unit{"PB", 1e15},
    Unit{"KiB", ki},
    Unit{"MiB", ki* ki},
    Unit{"GiB", ki* ki* ki},
    Unit{"TiB", ki* ki* ki* ki},
    Unit{"PiB", ki* ki* ki* ki* ki},
};
constexpr std::array byte_rate_units{
    Unit{"B/s", 1.0},
    Unit{"kB/s", 1e3},
    Unit{"KB/s", 1e3},
    Unit{"MB/s", 1e6},
    Unit{"GB/s", 1e9},
    Unit{"TB/s", 1e12},
    Unit{"PB/s", 1e15},
    Unit{"KiB/s", ki},
    Unit{"MiB/s", ki* ki},
    Unit{"GiB/s", ki* ki* ki},
    Unit{"TiB/s", ki* ki* ki* ki},
    Unit{"Mb/s", 1e6 * bit},
    Unit{"Gb/s", 1e9 * bit},
    Unit{"Tb/s", 1e12 * bit},
    Unit{"Mbit/s", 1e6 * bit},
    Unit{"Gbit/s", 1e9 * bit},
    Unit{"Tbit/s", 1e12 * bit},
};
constexpr std::array flop_rate_units{
    Unit{"FLOP/s", 1.0},   Unit{"GFLOP/s", 1e9}, Unit{"TFLOP/s", 1e12}, Unit{"PFLOP/s", 1e15},
    Unit{"EFLOP/s", 1e18}, Unit{"GFLOPS", 1e9},  Unit{"TFLOPS", 1e12},  Unit{"PFLOPS", 1e15},
};
constexpr std::array time_units{
    Unit{"s", 1.0},
    Unit{"ns", 1e-9},
    Unit{"us", 1e-6},
    Unit{"µs", 1e-6},
    Unit{"ms", 1e-3},
    Unit{"second", 1.0},
    Unit{"seconds", 1.0},
    Unit{"min", minute},
    Unit{"minute", minute},
    Unit{"minutes", minute},
    Unit{"h", hour},
    Unit{"hour", hour},
    Unit{"hours", hour},
    Unit{"d", day},
    Unit{"day", day},
    Unit{"days", day},
    Unit{"week", 7 * day},
    Unit{"weeks", 7 * day},
    Unit{"year", 365.25 * day},
    Unit{"years", 365.25 * day},
};
constexpr std::array watt_units{Unit{"W", 1.0}, Unit{"mW", 1e-3}, Unit{"kW", 1e3}, Unit{"MW", 1e6}};
constexpr std::array magnitudes{Unit{"", 1.0},  Unit{"k", 1e3}, Unit{"K", 1e3},
                                Unit{"M", 1e6}, Unit{"B", 1e9}, Unit{"T", 1e12}};
constexpr std::array rent_periods{Unit{"h", hour}, Unit{"hour", hour}, Unit{"hr", hour},
                                  Unit{"s", 1.0},  Unit{"d", day},     Unit{"day", day}};

const Unit* find_unit(std::span<const Unit> units, std::string_view name) {
    for (const Unit& unit : units)
        if (unit.name == name) return &unit;
    return nullptr;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

/// The number that `text` starts with; it is taken off together with one space behind it.
std::optional<double> take_number(std::string_view& text) {
    double number = 0.0;
    const char* const last = text.data() + text.size();
    const auto [end, code] = std::from_chars(text.data(), last, number);
    // from_chars reads "inf" and "nan" too, which start with a letter.
    const bool spelled = code == std::errc{} && std::isfinite(number);
    if (!spelled) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return number;
}

/// What a unit measures, for saying that it is the wrong one.
std::string_view dimension_of(std::string_view unit) {
    if (find_unit(byte_units, unit)) return "an amount of memory";
    if (find_unit(byte_rate_units, unit)) return "a bandwidth";
    if (find_unit(flop_rate_units, unit)) return "a compute rate";
    if (find_unit(time_units, unit)) return "a time";
    if (find_unit(watt_units, unit)) return "a power";
    return {};
}

struct Kind {
    std::string_view name;    // "a bandwidth"
    std::string_view example; // "3.35 TB/s"
};

tl::unexpected<std::string> not_a(const Kind& kind, std::string_view text,
                                  std::string_view why = {}) {
    return tl::unexpected(fmt::format("\"{}\" is not {}{}; write it like \"{}\"", text, kind.name,
                                      why, kind.example));
}

Parsed<double> finite(double value, const Kind& kind, std::string_view text) {
    if (!std::isfinite(value)) return not_a(kind, text, ": it is too large");
    return value;
}

/// Number and unit in base units.
Parsed<double> parse_with_unit(std::string_view text, std::span<const Unit> units,
                               const Kind& kind) {
    std::string_view rest = trimmed(text);
    const std::optional<double> number = take_number(rest);
    if (!number) return not_a(kind, text);
    if (const Unit* unit = find_unit(units, rest))
        return finite(*number * unit->factor, kind, text);
    if (rest.empty()) return not_a(kind, text, ": its unit is missing");
    const std::string_view other = dimension_of(rest);
    return not_a(kind, text,
                 other.empty() ? fmt::format(": unknown unit \"{}\"", rest)
                               : fmt::format(" but {}", other));
}

template <class T>
Parsed<T> quantity(std::string_view text, std::span<const Unit> units, const Kind& kind) {
    return parse_with_unit(text, units, kind).map([](double base) { return T::of_base(base); });
}

/// Takes "$" in front or "USD" behind off; false when there is neither.
bool take_currency(std::string_view& text) {
    text = trimmed(text);
    if (!text.empty() && text.front() == '$') {
        text.remove_prefix(1);
        return true;
    }
    constexpr std::string_view code = "USD";
    if (!text.ends_with(code)) return false;
    text = trimmed(text.substr(0, text.size() - code.size()));
    return true;
}

std::optional<double> take_amount(std::string_view text) {
    if (!take_currency(text)) return std::nullopt;
    const std::optional<double> number = take_number(text);
    const Unit* magnitude = number ? find_unit(magnitudes, text) : nullptr;
    if (magnitude == nullptr) return std::nullopt;
    return *number * magnitude->factor;
}

constexpr Kind money{"an amount of money", "$5000"};
constexpr Kind rent{"a rent", "$2.49/h"};
constexpr Kind fraction{"a fraction", "8 %"};
constexpr Kind count{"a count", "8.03B"};

/// Up to four significant digits without trailing zeros; whole numbers to a million.
std::string brief_number(double value) {
    const double magnitude = std::abs(value);
    if (magnitude >= 1e4 && magnitude < 1e6) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

/// With the largest of `units` (smallest first) that leaves at least 1.
std::string with_best_unit(double value, std::span<const Unit> units) {
    const Unit* best = &units.front();
    for (const Unit& unit : units)
        if (std::abs(value) >= unit.factor) best = &unit;
    return fmt::format("{} {}", brief_number(value / best->factor), best->name);
}

} // namespace

Parsed<Bytes> parse_bytes(std::string_view text) {
    return quantity<Bytes>(text, byte_units, {"an amount of memory", "80 GiB"});
}
Parsed<ByteRate> parse_byte_rate(std::string_view text) {
    return quantity<ByteRate>(text, byte_rate_units, {"a bandwidth", "3.35 TB/s"});
}
Parsed<FlopRate> parse_flop_rate(std::string_view text) {
    return quantity<FlopRate>(text, flop_rate_units, {"a compute rate", "989.4 TFLOP/s"});
}
Parsed<Seconds> parse_seconds(std::string_view text) {
    return quantity<Seconds>(text, time_units, {"a time", "2 s"});
}
Parsed<Watts> parse_watts(std::string_view text) {
    return quantity<Watts>(text, watt_units, {"a power", "700 W"});
}

Parsed<Dollars> parse_dollars(std::string_view text) {
    const std::optional<double> amount = take_amount(text);
    if (!amount) return not_a(money, text);
    return finite(*amount, money, text).map(Dollars::of_base);
}

Parsed<DollarRate> parse_dollar_rate(std::string_view text) {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos) return not_a(rent, text);
    const std::optional<double> amount = take_amount(text.substr(0, slash));
    const Unit* period = find_unit(rent_periods, trimmed(text.substr(slash + 1)));
    if (!amount || period == nullptr) return not_a(rent, text);
    return finite(*amount / period->factor, rent, text).map(DollarRate::of_base);
}

Parsed<double> parse_fraction(std::string_view text) {
    std::string_view rest = trimmed(text);
    const std::optional<double> number = take_number(rest);
    if (!number || (rest != "%" && !rest.empty())) return not_a(fraction, text);
    return rest == "%" ? *number / 100.0 : *number;
}

Parsed<double> parse_count(std::string_view text, bool binary_k) {
    std::string_view rest = trimmed(text);
    const std::optional<double> number = take_number(rest);
    const Unit* magnitude = number ? find_unit(magnitudes, rest) : nullptr;
    if (magnitude == nullptr) return not_a(count, text);
    const bool kilo = rest == "k" || rest == "K";
    return finite(*number * (kilo && binary_k ? ki : magnitude->factor), count, text);
}

std::string format_bytes(Bytes value) {
    constexpr std::array units{Unit{"B", 1.0}, Unit{"KiB", ki}, Unit{"MiB", ki * ki},
                               Unit{"GiB", ki * ki * ki}, Unit{"TiB", ki * ki * ki * ki}};
    return with_best_unit(value / units::B, units);
}
std::string format_byte_rate(ByteRate value) {
    constexpr std::array units{Unit{"B/s", 1.0}, Unit{"MB/s", 1e6}, Unit{"GB/s", 1e9},
                               Unit{"TB/s", 1e12}};
    return with_best_unit(value / (units::B / units::s), units);
}
std::string format_flop_rate(FlopRate value) {
    constexpr std::array units{Unit{"FLOP/s", 1.0}, Unit{"GFLOP/s", 1e9}, Unit{"TFLOP/s", 1e12}};
    return with_best_unit(value / (units::FLOP / units::s), units);
}
std::string format_seconds(Seconds value) {
    constexpr std::array units{Unit{"ns", 1e-9}, Unit{"us", 1e-6},    Unit{"ms", 1e-3},
                               Unit{"s", 1.0},   Unit{"min", minute}, Unit{"h", hour},
                               Unit{"days", day}};
    if (value == Seconds{}) return "0 s";
    return with_best_unit(value / units::s, units);
}
std::string format_watts(Watts value) {
    return fmt::format("{} W", brief_number(value / units::W));
}
std::string format_dollars(Dollars value) { return "$" + brief_number(value / units::USD); }
std::string format_dollar_rate(DollarRate value) {
    return fmt::format("${}/h", brief_number(value / units::USD_per_hour));
}
std::string format_count(double value) {
    constexpr std::array units{Unit{"", 1.0}, Unit{"M", 1e6}, Unit{"B", 1e9}, Unit{"T", 1e12}};
    const std::string text = with_best_unit(value, units);
    std::string joined;
    for (const char c : text)
        if (c != ' ') joined += c;
    return joined;
}

std::string exact_number(double value) {
    std::array<char, 40> digits{};
    const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return code == std::errc{} ? std::string(digits.data(), end) : std::string("0");
}

} // namespace headroom
