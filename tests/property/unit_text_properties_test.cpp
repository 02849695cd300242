// parse(format(x)) is x within the digits shown, for every quantity.
#include "core/base/unit_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

namespace headroom {
namespace {

/// Positive and negative numbers over the magnitudes that occur, and zero.
double any_number() {
    const double mantissa = *rc::gen::inRange(0, 9'999'999) * 1e-6;
    const int exponent = *rc::gen::inRange(-9, 19);
    return (*rc::gen::arbitrary<bool>() ? -1.0 : 1.0) * mantissa * std::pow(10.0, exponent);
}

/// Three significant digits are shown: at most half a unit of the third is lost.
constexpr double shown = 5.1e-3;

template <class Q, class Parse, class Format>
bool survives(Parse parse, Format format) {
    return rc::check([=] {
        const double base = any_number();
        const std::string text = format(Q::of_base(base));
        const Parsed<Q> back = parse(text);
        RC_LOG() << text;
        RC_ASSERT(back.has_value());
        RC_ASSERT(std::abs(*back / Q::of_base(1.0) - base) <= shown * std::abs(base));
    });
}

TEST(UnitTextProperties, WhatIsShownReadsBack) {
    EXPECT_TRUE(survives<Bytes>(parse_bytes, format_bytes));
    EXPECT_TRUE(survives<ByteRate>(parse_byte_rate, format_byte_rate));
    EXPECT_TRUE(survives<FlopRate>(parse_flop_rate, format_flop_rate));
    EXPECT_TRUE(survives<Seconds>(parse_seconds, format_seconds));
    EXPECT_TRUE(survives<Dollars>(parse_dollars, format_dollars));
    EXPECT_TRUE(survives<DollarRate>(parse_dollar_rate, format_dollar_rate));
    EXPECT_TRUE(survives<Watts>(parse_watts, format_watts));
}

TEST(UnitTextProperties, CountsReadBack) {
    EXPECT_TRUE(rc::check([] {
        const double count = any_number();
        const Parsed<double> back = parse_count(format_count(count));
        RC_ASSERT(back.has_value());
        RC_ASSERT(std::abs(*back - count) <= shown * std::abs(count));
    }));
}

TEST(UnitTextProperties, ExactNumbersReadBackToTheBit) {
    EXPECT_TRUE(rc::check([](double number) {
        RC_PRE(std::isfinite(number));
        RC_ASSERT(parse_count(exact_number(number)) == number);
    }));
}

TEST(UnitTextProperties, NoTextCrashesAParser) {
    EXPECT_TRUE(rc::check([](const std::string& text) {
        const Parsed<Bytes> size = parse_bytes(text);
        const Parsed<Dollars> money = parse_dollars("$" + text);
        const Parsed<double> count = parse_count("1" + text, true);
        RC_ASSERT(size.has_value() != !size);
        RC_ASSERT(!money || std::isfinite(*money / units::USD));
        RC_ASSERT(!count || std::isfinite(*count));
    }));
}

} // namespace
} // namespace headroom
