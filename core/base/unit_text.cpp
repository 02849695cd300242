#include "core/base/unit_text.hpp"

#include "core/base/problem.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace headroom {

namespace {

/// What a text can be a quantity of.
enum class Kind : std::uint8_t { size, rate, compute, time, money, rent, power, share };

struct KindWords {
    std::string_view what, example;
};

KindWords words_of(Kind kind) {
    constexpr std::array words{KindWords{"an amount of memory", "80 GiB"},
                               KindWords{"a bandwidth", "3.35 TB/s"},
                               KindWords{"a compute rate", "989 TFLOP/s"},
                               KindWords{"a time", "2 s"},
                               KindWords{"an amount of money", "$50k"},
                               KindWords{"a rent", "$2.5/h"},
                               KindWords{"a power", "700 W"},
                               KindWords{"a fraction", "8 %"}};
    return words[static_cast<std::size_t>(kind)];
}

/// One spelling of a unit; `scale / per` converts to base units, `per` where 1 / per is not exact.
/// "$" stands before its number in text.
struct Unit {
    std::string_view text;
    Kind kind;
    double scale;
    double per = 1.0;
};

constexpr double kibi = 1024.0;
constexpr double minute = 60.0;
constexpr double hour = 60.0 * minute;
constexpr double day = 24.0 * hour;
constexpr double year = 365.25 * day;
constexpr double bit = 1.0 / 8.0;

constexpr std::array known_units{
    Unit{"B", Kind::size, 1.0},
    Unit{"KB", Kind::size, 1e3},
    Unit{"kB", Kind::size, 1e3},
    Unit{"MB", Kind::size, 1e6},
    Unit{"GB", Kind::size, 1e9},
    Unit{"TB", Kind::size, 1e12},
    Unit{"PB", Kind::size, 1e15},
    Unit{"KiB", Kind::size, kibi},
    Unit{"MiB", Kind::size, kibi* kibi},
    Unit{"GiB", Kind::size, kibi* kibi* kibi},
    Unit{"TiB", Kind::size, kibi* kibi* kibi* kibi},
    Unit{"PiB", Kind::size, kibi* kibi* kibi* kibi* kibi},
    Unit{"B/s", Kind::rate, 1.0},
    Unit{"KB/s", Kind::rate, 1e3},
    Unit{"kB/s", Kind::rate, 1e3},
    Unit{"MB/s", Kind::rate, 1e6},
    Unit{"GB/s", Kind::rate, 1e9},
    Unit{"TB/s", Kind::rate, 1e12},
    Unit{"PB/s", Kind::rate, 1e15},
    Unit{"KiB/s", Kind::rate, kibi},
    Unit{"MiB/s", Kind::rate, kibi* kibi},
    Unit{"GiB/s", Kind::rate, kibi* kibi* kibi},
    Unit{"TiB/s", Kind::rate, kibi* kibi* kibi* kibi},
    Unit{"Mbit/s", Kind::rate, 1e6 * bit},
    Unit{"Gbit/s", Kind::rate, 1e9 * bit},
    Unit{"Tbit/s", Kind::rate, 1e12 * bit},
    Unit{"Mb/s", Kind::rate, 1e6 * bit},
    Unit{"Gb/s", Kind::rate, 1e9 * bit},
    Unit{"Tb/s", Kind::rate, 1e12 * bit},
    Unit{"Gbps", Kind::rate, 1e9 * bit},
    Unit{"FLOP/s", Kind::compute, 1.0},
    Unit{"GFLOP/s", Kind::compute, 1e9},
    Unit{"TFLOP/s", Kind::compute, 1e12},
    Unit{"PFLOP/s", Kind::compute, 1e15},
    Unit{"EFLOP/s", Kind::compute, 1e18},
    Unit{"GFLOPS", Kind::compute, 1e9},
    Unit{"TFLOPS", Kind::compute, 1e12},
    Unit{"PFLOPS", Kind::compute, 1e15},
    Unit{"s", Kind::time, 1.0},
    Unit{"ms", Kind::time, 1e-3},
    Unit{"us", Kind::time, 1e-6},
    Unit{"\u00b5s", Kind::time, 1e-6},
    Unit{"ns", Kind::time, 1e-9},
    Unit{"second", Kind::time, 1.0},
    Unit{"seconds", Kind::time, 1.0},
    Unit{"min", Kind::time, minute},
    Unit{"minute", Kind::time, minute},
    Unit{"minutes", Kind::time, minute},
    Unit{"h", Kind::time, hour},
    Unit{"hour", Kind::time, hour},
    Unit{"hours", Kind::time, hour},
    Unit{"d", Kind::time, day},
    Unit{"day", Kind::time, day},
    Unit{"days", Kind::time, day},
    Unit{"week", Kind::time, 7.0 * day},
    Unit{"weeks", Kind::time, 7.0 * day},
    Unit{"year", Kind::time, year},
    Unit{"years", Kind::time, year},
    Unit{"$", Kind::money, 1.0},
    Unit{"$k", Kind::money, 1e3},
    Unit{"$K", Kind::money, 1e3},
    Unit{"$M", Kind::money, 1e6},
    Unit{"$B", Kind::money, 1e9},
    Unit{"USD", Kind::money, 1.0},
    Unit{"$/h", Kind::rent, 1.0, hour},
    Unit{"$/hr", Kind::rent, 1.0, hour},
    Unit{"$/hour", Kind::rent, 1.0, hour},
    Unit{"$k/h", Kind::rent, 1e3, hour},
    Unit{"$B/h", Kind::rent, 1e9, hour},
    Unit{"$M/h", Kind::rent, 1e6, hour},
    Unit{"$/s", Kind::rent, 1.0},
    Unit{"$/day", Kind::rent, 1.0, day},
    Unit{"USD/h", Kind::rent, 1.0, hour},
    Unit{"mW", Kind::power, 1e-3},
    Unit{"W", Kind::power, 1.0},
    Unit{"kW", Kind::power, 1e3},
    Unit{"MW", Kind::power, 1e6},
    Unit{"%", Kind::share, 1.0, 100.0},
};

/// A text taken apart: "$2.5/h" is 2.5 and "$/h".
struct Split {
    double number = 0.0;
    std::string unit;
};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Keeps a hostile file from filling the screen; cuts between characters, not inside of one.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest_shown = 40;
    if (text.size() <= longest_shown) return fmt::format("\"{}\"", text);
    std::size_t end = longest_shown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return fmt::format("\"{}...\"", text.substr(0, end));
}

tl::unexpected<std::string> no_number(std::string_view text, std::string_view example) {
    return tl::unexpected(fmt::format("{} does not start with a number; write it like \"{}\"",
                                      quoted(text), example));
}

Parsed<Split> split(std::string_view whole, std::string_view example) {
    std::string_view text = trimmed(whole);
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    Split parts;
    if (text.starts_with('$')) {
        parts.unit = "$";
        text.remove_prefix(1);
    }
    const bool starts_well =
        !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
    if (!starts_well) return no_number(whole, example);
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), parts.number);
    if (problem == std::errc::result_out_of_range || !std::isfinite(parts.number))
        return tl::unexpected(fmt::format("{} is out of range", quoted(whole)));
    if (problem != std::errc{}) return no_number(whole, example);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' ')) text.remove_prefix(1);
    parts.unit += text;
    if (negative) parts.number = -parts.number;
    return parts;
}

std::string wrong_unit(std::string_view text, const Split& parts, Kind wanted) {
    const auto [what, example] = words_of(wanted);
    const auto says = [&, what = what, example = example](std::string_view why) {
        return fmt::format("{} is not {}{}; write it like \"{}\"", quoted(text), what, why,
                           example);
    };
    if (parts.unit.empty()) return says(": its unit is missing");
    std::vector<std::string_view> candidates;
    for (const Unit& unit : known_units) {
        if (unit.text == parts.unit) return says(fmt::format(" but {}", words_of(unit.kind).what));
        if (unit.kind == wanted) candidates.push_back(unit.text);
    }
    const std::string_view near = nearest_word(parts.unit, candidates);
    return says(fmt::format(": unknown unit {}{}", quoted(parts.unit),
                            near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near)));
}

/// The text in base units of the kind wanted.
Parsed<double> parse_kind(std::string_view text, Kind wanted) {
    const Parsed<Split> parts = split(text, words_of(wanted).example);
    if (!parts) return tl::unexpected(parts.error());
    for (const Unit& unit : known_units) {
        if (unit.kind != wanted || unit.text != parts->unit) continue;
        const double value = parts->number * unit.scale / unit.per;
        if (!(std::abs(value) <= largest_quantity))
            return tl::unexpected(fmt::format("{} is out of range", quoted(text)));
        return value;
    }
    return tl::unexpected(wrong_unit(text, *parts, wanted));
}

template <class Q>
Parsed<Q> parse_quantity(std::string_view text, Kind kind) {
    return parse_kind(text, kind).map([](double value) { return Q::of_base(value); });
}

/// Three significant digits without trailing zeros; whole numbers are kept whole.
std::string digits(double value) {
    const double size = std::abs(value);
    if (size != 0.0 && size < 0.995) return fmt::format("{:.3g}", value);
    std::string text = size >= 99.95   ? fmt::format("{:.0f}", value)
                       : size >= 9.995 ? fmt::format("{:.1f}", value)
                                       : fmt::format("{:.2f}", value);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

struct Step {
    double scale;
    std::string_view text;
    double from = 1.0; // shown in this unit from so many of it on
};

/// The largest unit that leaves a number of at least `from`, smallest unit first in `steps`.
const Step& step_for(double value, std::span<const Step> steps) {
    constexpr double rounds_up = 0.9995; // 999.7 GB reads "1 TB", not "1000 GB"
    const Step* best = &steps.front();
    for (const Step& step : steps)
        if (std::abs(value) >= rounds_up * step.from * step.scale) best = &step;
    return *best;
}

std::string with_unit(double value, std::span<const Step> steps) {
    const Step& step = step_for(value, steps);
    return fmt::format("{} {}", digits(value / step.scale), step.text);
}

constexpr std::array thousands{Step{1.0, ""}, Step{1e3, "k"}, Step{1e6, "M"}, Step{1e9, "B"}};

std::string money_text(double dollars) {
    const Step& step = step_for(dollars, thousands);
    return fmt::format("{}${}{}", dollars < 0.0 ? "-" : "", digits(std::abs(dollars) / step.scale),
                       step.text);
}

} // namespace

Parsed<Bytes> parse_bytes(std::string_view text) { return parse_quantity<Bytes>(text, Kind::size); }
Parsed<ByteRate> parse_byte_rate(std::string_view text) {
    return parse_quantity<ByteRate>(text, Kind::rate);
}
Parsed<FlopRate> parse_flop_rate(std::string_view text) {
    return parse_quantity<FlopRate>(text, Kind::compute);
}
Parsed<Seconds> parse_seconds(std::string_view text) {
    return parse_quantity<Seconds>(text, Kind::time);
}
Parsed<Dollars> parse_dollars(std::string_view text) {
    return parse_quantity<Dollars>(text, Kind::money);
}
Parsed<DollarRate> parse_dollar_rate(std::string_view text) {
    return parse_quantity<DollarRate>(text, Kind::rent);
}
Parsed<Watts> parse_watts(std::string_view text) {
    return parse_quantity<Watts>(text, Kind::power);
}

Parsed<double> parse_fraction(std::string_view text) {
    const Parsed<Split> parts = split(text, words_of(Kind::share).example);
    if (parts && parts->unit.empty()) return parts->number;
    return parse_kind(text, Kind::share);
}

Parsed<double> parse_count(std::string_view text, bool binary_k) {
    const Parsed<Split> parts = split(text, "8.03B");
    if (!parts) return tl::unexpected(parts.error());
    const double k = binary_k ? kibi : 1e3;
    const std::array suffixes{Step{1.0, ""},    Step{k, "k"},   Step{k, "K"},
                              Step{k * k, "M"}, Step{1e9, "B"}, Step{1e12, "T"}};
    for (const Step& suffix : suffixes) {
        if (suffix.text != parts->unit) continue;
        const double value = parts->number * suffix.scale;
        if (!std::isfinite(value))
            return tl::unexpected(fmt::format("{} is out of range", quoted(text)));
        return value;
    }
    return tl::unexpected(
        fmt::format("{} is not a count; write it like \"8192\" or \"8.03B\"", quoted(text)));
}

std::string decimal_size_note(std::string_view text) {
    const Parsed<Split> parts = split(text, words_of(Kind::size).example);
    const Parsed<Bytes> size = parse_bytes(text);
    const bool decimal =
        parts && (parts->unit == "MB" || parts->unit == "GB" || parts->unit == "TB");
    if (!decimal || !size) return {};
    std::string binary = parts->unit;
    binary.insert(1, "i");
    return fmt::format("{} is {}: memory is counted in {}; write \"{} {}\" if that is meant",
                       quoted(text), format_bytes(*size), binary, exact_number(parts->number),
                       binary);
}

std::string format_bytes(Bytes value) {
    constexpr std::array steps{Step{1.0, "B"}, Step{kibi, "KiB"}, Step{kibi * kibi, "MiB"},
                               Step{kibi * kibi * kibi, "GiB"},
                               Step{kibi * kibi * kibi * kibi, "TiB"}};
    return with_unit(value / units::B, steps);
}

std::string format_byte_rate(ByteRate value) {
    constexpr std::array steps{Step{1.0, "B/s"}, Step{1e3, "KB/s"}, Step{1e6, "MB/s"},
                               Step{1e9, "GB/s"}, Step{1e12, "TB/s"}};
    return with_unit(value / (units::B / units::s), steps);
}

std::string format_flop_rate(FlopRate value) {
    constexpr std::array steps{
        Step{1.0, "FLOP/s"}, Step{1e9, "GFLOP/s"}, Step{1e12, "TFLOP/s"},
        Step{1e15, "PFLOP/s", 10.0}}; // 1979 TFLOP/s is how data sheets say it
    return with_unit(value / (units::FLOP / units::s), steps);
}

std::string format_seconds(Seconds value) {
    constexpr double worth_a_larger_unit = 2.0;
    constexpr std::array steps{Step{1e-9, "ns"},
                               Step{1e-6, "us"},
                               Step{1e-3, "ms"},
                               Step{1.0, "s"},
                               Step{minute, "min", worth_a_larger_unit},
                               Step{hour, "h", worth_a_larger_unit},
                               Step{day, "days", worth_a_larger_unit}};
    return with_unit(value / units::s, steps);
}

std::string format_dollars(Dollars value) { return money_text(value / units::USD); }

std::string format_dollar_rate(DollarRate value) {
    return money_text(value / units::USD_per_hour) + "/h";
}

std::string format_watts(Watts value) {
    constexpr std::array steps{Step{1.0, "W"}, Step{1e3, "kW", 10.0}, Step{1e6, "MW"}};
    return with_unit(value / units::W, steps);
}

std::string format_count(double value) {
    constexpr std::array steps{Step{1.0, ""}, Step{1e3, "k", 10.0}, Step{1e6, "M"}, Step{1e9, "B"},
                               Step{1e12, "T"}};
    const Step& step = step_for(value, steps);
    return digits(value / step.scale) + std::string(step.text);
}

std::string exact_number(double value) {
    std::array<char, 32> text{};
    const auto [end, problem] = std::to_chars(text.data(), text.data() + text.size(), value);
    std::string exact = problem == std::errc{} ? std::string(text.data(), end) : std::string{};
    std::erase(exact, '+'); // "1e24", as people write it
    return exact;
}

} // namespace headroom
