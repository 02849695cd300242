// Axis values as words, both ways.
#include "core/base/unit_text.hpp"
#include "core/explore/axis.hpp"

#include <fmt/format.h>

#include <cmath>

namespace headroom {

namespace {

constexpr double largest_typed_count = 1e9; // beyond any length, batch or cluster

std::string checkpointing_label(double value) {
    if (value < 0.5) return "none";
    if (value <= 1.0) return "selective";
    if (value >= 2.0) return "full";
    const double every = 1.0 / (value - 1.0);
    if (std::abs(every - std::round(every)) < 1e-9) return fmt::format("every {:.0f}", every);
    return fmt::format("{:.0f} %", 100.0 * (value - 1.0));
}

/// "none", "selective", "full", "every 4", "1/4".
std::optional<double> parse_checkpointing(std::string_view text) {
    for (const double value : {0.0, 1.0, 2.0})
        if (text == checkpointing_label(value)) return value;
    for (const std::string_view prefix : {"every ", "1/"}) {
        if (!text.starts_with(prefix)) continue;
        const Parsed<double> every = parse_count(text.substr(prefix.size()));
        if (every && *every >= 1.0 && *every == std::floor(*every)) return 1.0 + 1.0 / *every;
    }
    return std::nullopt;
}

/// The value on this axis whose label is `text`.
std::optional<double> value_with_label(Axis axis, std::string_view text, const Scenario& scenario) {
    for (const double value : axis_values(axis, scenario))
        if (axis_label(axis, value, scenario) == text) return value;
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

std::string axis_label(Axis axis, double value, const Scenario&) {
    switch (axis) {
    case Axis::model_size: return format_count(value);
    case Axis::precision: return std::string(name_of(static_cast<Precision>(std::lround(value))));
    case Axis::offload: return std::string(name_of(static_cast<Offload>(std::lround(value))));
    case Axis::checkpointing: return checkpointing_label(value);
    default: return fmt::format("{:.0f}", value);
    }
}

std::optional<double> parse_axis_value(Axis axis, std::string_view text, const Scenario& scenario) {
    text = trimmed(text);
    switch (axis) {
    case Axis::checkpointing: return parse_checkpointing(text);
    case Axis::precision:
    case Axis::offload:
    case Axis::zero_stage: return value_with_label(axis, text, scenario);
    default: break;
    }
    const bool is_length = axis == Axis::sequence;
    const Parsed<double> count = parse_count(text, is_length);
    if (!count || *count < 1.0) return std::nullopt;
    if (axis == Axis::model_size) return *count;
    if (*count != std::floor(*count) || *count > largest_typed_count) return std::nullopt;
    return *count;
}

} // namespace headroom
