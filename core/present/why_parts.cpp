#include "core/present/why_parts.hpp"

#include "core/base/unit_text.hpp"
#include "core/present/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// Below this share of the value, what is left over is rounding.
constexpr double negligible = 1e-3;

double product_of(const std::vector<WhyFactor>& factors) {
    double product = 1.0;
    for (const WhyFactor& factor : factors)
        product *= factor.value;
    return product;
}

} // namespace

WhyFactor bytes_of(double bytes) {
    return {bytes, (bytes >= 1000.0 ? grouped(bytes) : plain(significant(bytes, 3))) + " B"};
}

WhyFactor count_of(double count) { return {count, format_count(count)}; }

WhyFactor whole_of(double count, std::string_view unit) {
    const bool whole = std::abs(count - std::round(count)) < 1e-9;
    const std::string number = whole ? grouped(count) : plain(significant(count, 3));
    return {count, unit.empty() ? number : fmt::format("{} {}", number, unit)};
}

WhyFactor number_of(double value) { return {value, plain(significant(value, 3))}; }

WhyFactor seconds_of(Seconds value) { return {value / units::s, seconds(value)}; }

WhyFactor shared_by(double ranks) {
    if (ranks <= 1.0) return {};
    return {1.0 / ranks, plain(significant(ranks, 3)), true};
}

void WhyParts::add(std::vector<WhyFactor> factors) {
    std::erase_if(factors, [](const WhyFactor& factor) { return factor.text.empty(); });
    if (product_of(factors) != 0.0) parts_.push_back(std::move(factors));
}

void WhyParts::scale(double factor, std::string_view name) {
    if (factor == 1.0) return;
    for (auto& part : parts_)
        part.push_back(whole_of(factor, name));
}

void WhyParts::settle(Bytes value) {
    const double rest = value / units::B - sum();
    settle(value / units::B, {rest, fmt::format("(rest) {}", gib_term(rest * units::B))});
}

void WhyParts::settle(Seconds value) {
    const double rest = value / units::s - sum();
    settle(value / units::s, {rest, fmt::format("(rest) {}", seconds(rest * units::s))});
}

void WhyParts::settle(double value, WhyFactor rest) {
    has_rest_ = std::abs(rest.value) > negligible * std::abs(value);
    if (has_rest_) parts_.push_back({std::move(rest)});
}

double WhyParts::sum() const {
    double sum = 0.0;
    for (const auto& part : parts_)
        sum += product_of(part);
    return sum;
}

std::string WhyParts::text() const {
    std::string text;
    for (const auto& part : parts_) {
        if (!text.empty()) text += " + ";
        for (std::size_t i = 0; i < part.size(); ++i)
            text += (i == 0 ? "" : part[i].divides ? " / " : " · ") + part[i].text;
    }
    return text;
}

void WhyParts::give(WhyView& view) const {
    view.substituted = text();
    view.has_rest = has_rest_;
    for (const auto& part : parts_) {
        std::vector<double>& factors = view.parts.emplace_back();
        for (const WhyFactor& factor : part)
            factors.push_back(factor.value);
    }
}

} // namespace headroom
