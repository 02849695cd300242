#include "core/base/unit_text.hpp"
#include "tests/support/legal_scenario.hpp"

#include <gmock/gmock.h>

#include <functional>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// One text as each parser sees it, as a plain number in base units.
using Parser = std::function<Parsed<double>(std::string_view)>;

template <class Q>
Parser in_base(Parsed<Q> (*parse)(std::string_view)) {
    return [parse](std::string_view text) {
        return parse(text).map([](Q quantity) { return quantity / Q::of_base(1.0); });
    };
}
Parser count(bool binary_k) {
    return [binary_k](std::string_view text) { return parse_count(text, binary_k); };
}

const Parser bytes = in_base(parse_bytes), rate = in_base(parse_byte_rate),
             compute = in_base(parse_flop_rate), seconds = in_base(parse_seconds),
             dollars = in_base(parse_dollars), rent = in_base(parse_dollar_rate),
             watts = in_base(parse_watts), fraction = parse_fraction, decimal = count(false),
             binary = count(true);

struct Good {
    std::string name, text;
    Parser parse;
    double expected;
};

class GoodText : public ::testing::TestWithParam<Good> {};

TEST_P(GoodText, IsRead) {
    const Parsed<double> value = GetParam().parse(GetParam().text);
    ASSERT_TRUE(value) << value.error();
    EXPECT_DOUBLE_EQ(*value, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    UnitText, GoodText,
    ::testing::Values(
        Good{"gibibytes", "80 GiB", bytes, 80.0 * 1073741824.0},
        Good{"no_space", "80GiB", bytes, 80.0 * 1073741824.0},
        Good{"outer_spaces", "  80 GB ", bytes, 80e9}, Good{"bytes", "512 B", bytes, 512.0},
        Good{"negative_size", "-1 MiB", bytes, -1048576.0},
        Good{"bandwidth", "3.35 TB/s", rate, 3.35e12},
        Good{"bits_per_second", "400 Gbit/s", rate, 50e9},
        Good{"dense_peak", "989 TFLOP/s", compute, 989e12},
        Good{"plural_flops", "1.979 PFLOPS", compute, 1.979e15},
        Good{"two_seconds", "2 s", seconds, 2.0}, Good{"a_week", "7 days", seconds, 604800.0},
        Good{"micro_sign", "5 \u00b5s", seconds, 5e-6}, Good{"micro_letter", "5 us", seconds, 5e-6},
        Good{"budget", "$50k", dollars, 50e3}, Good{"millions", "$1.2M", dollars, 1.2e6},
        Good{"debt", "-$5", dollars, -5.0}, Good{"currency_behind", "50 USD", dollars, 50.0},
        Good{"rent", "$2.5/h", rent, 2.5 / 3600.0}, Good{"power", "700 W", watts, 700.0},
        Good{"kilowatt", "1.4kW", watts, 1400.0}, Good{"percent", "8 %", fraction, 0.08},
        Good{"fraction", "0.08", fraction, 0.08}, Good{"billions", "8.03B", decimal, 8.03e9},
        Good{"exponent", "1e12", decimal, 1e12}, Good{"trillion", "1T", decimal, 1e12},
        Good{"thousands", "128k", decimal, 128000.0}, Good{"length", "128k", binary, 131072.0},
        Good{"long_length", "1M", binary, 1048576.0}, Good{"plain", "8192", decimal, 8192.0},
        Good{"leading_dot", ".5", fraction, 0.5}),
    test::row_name<Good>);

struct Bad {
    std::string name, text;
    Parser parse;
    std::string complaint;
};

class BadText : public ::testing::TestWithParam<Bad> {};

TEST_P(BadText, IsRefusedWithWhatWouldBeRight) {
    const Parsed<double> value = GetParam().parse(GetParam().text);
    ASSERT_FALSE(value) << *value;
    EXPECT_THAT(value.error(), HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    UnitText, BadText,
    ::testing::Values(
        Bad{"size_for_rate", "80 GB", rate,
            "\"80 GB\" is not a bandwidth but an amount of memory; write it like \"3.35 TB/s\""},
        Bad{"rate_for_size", "3.35 TB/s", bytes, "is not an amount of memory but a bandwidth"},
        Bad{"size_for_compute", "80 GB", compute, "is not a compute rate but an amount of memory"},
        Bad{"money_for_rent", "$50k", rent, "is not a rent but an amount of money"},
        Bad{"time_for_power", "2 s", watts, "is not a power but a time; write it like \"700 W\""},
        Bad{"no_unit", "80", bytes, "its unit is missing"},
        Bad{"misspelt", "80 Gib", bytes, "did you mean \"GiB\"?"},
        Bad{"trailing", "80 GiB please", bytes, "unknown unit"},
        Bad{"two_spaces", "80  GiB", bytes, "unknown unit"},
        Bad{"not_a_number", "nan GiB", bytes, "does not start with a number"},
        Bad{"infinite", "inf s", seconds, "does not start with a number"},
        Bad{"empty", "", bytes, "does not start with a number"},
        Bad{"only_sign", "-", decimal, "does not start with a number"},
        Bad{"only_dollar", "$", dollars, "does not start with a number"},
        Bad{"overflow", "1e999 GiB", bytes, "out of range"},
        Bad{"overflow_by_unit", "1e308 TiB", bytes, "out of range"},
        Bad{"overflow_by_suffix", "1e308T", decimal, "out of range"},
        Bad{"hexadecimal", "0x10 B", bytes, "unknown unit"},
        Bad{"decimal_comma", "3,35 TB/s", rate, "unknown unit"},
        Bad{"count_with_unit", "8 GiB", decimal, "is not a count"},
        Bad{"fraction_with_unit", "8 GiB", fraction, "is not a fraction but an amount of memory"},
        Bad{"unit_alone", "GiB", bytes, "does not start with a number"}),
    test::row_name<Bad>);

TEST(UnitText, LongTextIsQuotedInPart) {
    const auto value = parse_bytes(std::string(100000, '7') + "x");
    ASSERT_FALSE(value);
    EXPECT_LT(value.error().size(), 200U);
}

TEST(UnitText, CutsQuotedTextBetweenCharacters) {
    std::string text(39, 'x');
    text += "\uac00\uac00"; // the first of them crosses the 40th byte
    const auto value = parse_bytes(text);
    ASSERT_FALSE(value);
    EXPECT_THAT(value.error(), StartsWith("\"" + std::string(39, 'x') + "...\""));
}

struct Shown {
    std::string name, text, expected;
};

class ShownText : public ::testing::TestWithParam<Shown> {};

TEST_P(ShownText, IsShort) { EXPECT_EQ(GetParam().text, GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(
    UnitText, ShownText,
    ::testing::Values(
        Shown{"gibibytes", format_bytes(33.3_GiB), "33.3 GiB"},
        Shown{"whole", format_bytes(80_GiB), "80 GiB"},
        Shown{"marketing", format_bytes(80_GB), "74.5 GiB"},
        Shown{"nothing", format_bytes(Bytes{}), "0 B"},
        Shown{"too_much", format_bytes(-9.4_GiB), "-9.4 GiB"},
        Shown{"bandwidth", format_byte_rate(3.35 * units::TB_per_s), "3.35 TB/s"},
        Shown{"rounds_into_the_next_unit", format_byte_rate(999.7 * units::GB_per_s), "1 TB/s"},
        Shown{"dense_peak", format_flop_rate(1979.0 * units::TFLOP_per_s), "1979 TFLOP/s"},
        Shown{"step", format_seconds(4.74 * units::s), "4.74 s"},
        Shown{"launch", format_seconds(250.0 * units::us), "250 us"},
        Shown{"run", format_seconds(8.4 * units::day), "8.4 days"},
        Shown{"one_day", format_seconds(units::day), "24 h"},
        Shown{"cost", format_dollars(41230.0 * units::USD), "$41.2k"},
        Shown{"rent", format_dollar_rate(2.5 * units::USD_per_hour), "$2.5/h"},
        Shown{"power", format_watts(700.0 * units::W), "700 W"},
        Shown{"parameters", format_count(8030261248.0), "8.03B"},
        Shown{"sequence", format_count(8192.0), "8192"}),
    test::row_name<Shown>);

TEST(UnitText, SaysThatAMarketingSizeIsNotWhatTheDriverReports) {
    EXPECT_THAT(decimal_size_note("80 GB"), HasSubstr("\"80 GB\" is 74.5 GiB"));
    EXPECT_THAT(decimal_size_note("80 GB"), HasSubstr("write \"80 GiB\""));
    EXPECT_EQ(decimal_size_note("79.6 GiB"), "");
    EXPECT_EQ(decimal_size_note("2 s"), "");
}

} // namespace
} // namespace headroom
