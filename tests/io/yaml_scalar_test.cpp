// Unquoted scalars as PyYAML's SafeLoader resolves them.
#include "core/formats/yaml_scalar.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

struct ScalarRow {
    const char* name;
    const char* text;
    ScalarKind kind;
    double value; // of numbers
};

class YamlScalar : public testing::TestWithParam<ScalarRow> {};

TEST_P(YamlScalar, has_the_kind_and_value_of_pyyaml) {
    const ScalarRow& row = GetParam();
    EXPECT_EQ(kind_of_scalar(row.text), row.kind);
    if (row.kind == ScalarKind::integer || row.kind == ScalarKind::number) {
        EXPECT_DOUBLE_EQ(scalar_value(row.text, 1).number, row.value);
    }
}

constexpr auto text = ScalarKind::text;
constexpr auto integer = ScalarKind::integer;
constexpr auto number = ScalarKind::number;
constexpr auto boolean = ScalarKind::boolean;
constexpr auto null = ScalarKind::null;

INSTANTIATE_TEST_SUITE_P(
    Rows, YamlScalar,
    testing::Values(
        ScalarRow{"empty", "", null, 0}, ScalarRow{"tilde", "~", null, 0},
        ScalarRow{"null_word", "Null", null, 0}, ScalarRow{"null_mixed", "nULL", text, 0},
        ScalarRow{"yes", "yes", boolean, 0}, ScalarRow{"no_upper", "NO", boolean, 0},
        ScalarRow{"on", "On", boolean, 0}, ScalarRow{"on_mixed", "oN", text, 0},
        ScalarRow{"y", "y", text, 0}, ScalarRow{"n", "N", text, 0},
        ScalarRow{"true_word", "True", boolean, 0}, ScalarRow{"zero", "0", integer, 0},
        ScalarRow{"minus_zero", "-0", integer, 0}, ScalarRow{"plus", "+3", integer, 3},
        ScalarRow{"underscores", "1_000", integer, 1000},
        ScalarRow{"two_underscores", "1__0", integer, 10},
        ScalarRow{"leading_underscore", "_1", text, 0}, ScalarRow{"octal", "017", integer, 15},
        ScalarRow{"octal_with_underscore", "0_7", integer, 7},
        ScalarRow{"octal_of_1_2", "0o17", text, 0}, ScalarRow{"no_octal", "08", text, 0},
        ScalarRow{"hexadecimal", "0x1F", integer, 31}, ScalarRow{"binary", "0b11", integer, 3},
        ScalarRow{"binary_without_digits", "0b", text, 0},
        ScalarRow{"sixtieths", "12:30", integer, 750},
        ScalarRow{"more_sixtieths", "190:20:30", integer, 685230},
        ScalarRow{"no_sixtieths", "1:60", text, 0}, ScalarRow{"time", "0:30", text, 0},
        ScalarRow{"point", "0.5", number, 0.5}, ScalarRow{"point_first", ".5", number, 0.5},
        ScalarRow{"signed_point_first", "-.5", text, 0}, ScalarRow{"point_last", "3.", number, 3},
        ScalarRow{"exponent", "1.0e-5", number, 1e-5},
        ScalarRow{"exponent_signed", "1.e+3", number, 1e3},
        ScalarRow{"exponent_without_sign", "1.0e5", text, 0},
        ScalarRow{"exponent_without_point", "2e-5", text, 0},
        ScalarRow{"underscored_point", "1_0.5", number, 10.5},
        ScalarRow{"address", "127.0.0.1", text, 0}, ScalarRow{"range", ":4096:8", text, 0},
        ScalarRow{"word", "auto", text, 0}, ScalarRow{"dash", "-", text, 0},
        ScalarRow{"sign_alone", "+", text, 0}, ScalarRow{"point_alone", ".", text, 0},
        ScalarRow{"date", "2024-01-02", text, 0}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(YamlScalar, infinity_is_no_number_to_compute_with) {
    for (const char* word : {".inf", "-.INF", "+.Inf", ".nan"}) {
        EXPECT_EQ(kind_of_scalar(word), ScalarKind::number) << word;
        EXPECT_TRUE(scalar_value(word, 1).not_finite) << word;
    }
}

/// The frameworks convert it where a number is needed, and so does the importer.
TEST(YamlScalar, a_number_that_is_text_to_pyyaml_can_be_read_as_one) {
    const Json value = scalar_value("5e8", 7);
    EXPECT_TRUE(value.is_number());
    EXPECT_DOUBLE_EQ(value.number, 5e8);
    EXPECT_EQ(value.line, 7);
}

} // namespace
} // namespace headroom
