#include "core/present/why_parts.hpp"

#include "core/base/unit_text.hpp"
#include "core/present/numbers.hpp"
#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

/// Below this share of the value, what is left over is rounding.
constexpr double negligible = 1e-3;

/// What is counted, by its English word.
constexpr std::array units_counted{Words{"tokens", "토큰"},
                                   Words{"layers", "층"},
                                   Words{"expert layers", "전문가 층"},
                                   Words{"micro batches", "마이크로 배치"},
                                   Words{"logits", "로짓"},
                                   Words{"hidden", "은닉 크기"},
                                   Words{"buckets", "버킷"},
                                   Words{"copies", "사본"},
                                   Words{"handles", "핸들"},
                                   Words{"stages", "단계"},
                                   Words{"step", "스텝"},
                                   Words{"site", "현장 계수"},
                                   Words{"(rest)", "(나머지)"},
                                   Words{"ranks", "랭크"}};

std::string written(const WhyFactor& factor, Language language) {
    if (factor.unit.empty()) return factor.text;
    const auto* words = std::ranges::find(units_counted, factor.unit, &Words::english);
    const std::string_view unit =
        words == units_counted.end() ? factor.unit : say(*words, language);
    return fmt::format("{} {}", factor.text, unit);
}

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
    return {count, number, false, unit};
}

WhyFactor number_of(double value) { return {value, plain(significant(value, 3))}; }

WhyFactor seconds_of(Seconds value) { return {value / units::s, seconds(value)}; }

WhyFactor shared_by(double ranks) {
    if (ranks <= 1.0) return {};
    return {1.0 / ranks, plain(significant(ranks, 3)), true};
}

WhyFactor at(ByteRate rate) { return {units::B / rate / units::s, format_byte_rate(rate), true}; }

WhyFactor at(FlopRate rate) {
    return {units::FLOP / rate / units::s, format_flop_rate(rate), true};
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
    settle(value / units::B, rest, gib_term(rest * units::B));
}

void WhyParts::settle(Seconds value) {
    const double rest = value / units::s - sum();
    settle(value / units::s, rest, seconds(rest * units::s));
}

void WhyParts::settle(double value, double rest, std::string text) {
    has_rest_ = std::abs(rest) > negligible * std::abs(value);
    if (has_rest_) parts_.push_back({{rest, std::move(text), false, "(rest)"}});
}

double WhyParts::sum() const {
    double sum = 0.0;
    for (const auto& part : parts_)
        sum += product_of(part);
    return sum;
}

std::string WhyParts::text(Language language) const {
    std::string text;
    for (const auto& part : parts_) {
        if (!text.empty()) text += " + ";
        for (std::size_t i = 0; i < part.size(); ++i)
            text += (i == 0 ? "" : part[i].divides ? " / " : " · ") + written(part[i], language);
    }
    return text;
}

void WhyParts::give(WhyView& view, Language language) const {
    view.substituted = text(language);
    view.has_rest = has_rest_;
    for (const auto& part : parts_) {
        std::vector<double>& factors = view.parts.emplace_back();
        for (const WhyFactor& factor : part)
            factors.push_back(factor.value);
    }
}

} // namespace headroom
