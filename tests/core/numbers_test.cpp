#include "core/present/korean.hpp"
#include "core/present/numbers.hpp"

#include <gtest/gtest.h>

namespace headroom {
namespace {

struct Row {
    const char* name;
    std::string shown, expected;
};

const Row rows[] = {
    {"three_digits", significant(4.7361, 3), "4.74"},
    {"digits_not_known_are_zeros", significant(12345.0, 3), "12300"},
    {"rounds_up_to_a_new_digit", significant(99.96, 3), "100"},
    {"small", significant(0.012345, 3), "0.0123"},
    {"true_minus", significant(-2.5, 2), "\u22122.5"},
    {"zero", significant(0.0, 3), "0"},
    {"capacity", gib(79.648 * units::GiB), "79.6 GiB"},
    {"capacity_above_100", gib(179.06 * units::GiB), "179 GiB"},
    {"capacity_below_1", gib(0.36 * units::GiB), "0.4 GiB"},
    {"over", gib(-9.41 * units::GiB), "\u22129.4 GiB"},
    {"term", gib_term(3.6217 * units::GiB), "3.62 GiB"},
    {"term_small", gib_term(0.0354 * units::GiB), "0.035 GiB"},
    {"term_none", gib_term(Bytes{}), "0 GiB"},
    {"seconds", seconds(4.7361 * units::s), "4.74 s"},
    {"milliseconds", seconds(0.3123 * units::s), "312 ms"},
    {"microseconds", seconds(5.0 * units::us), "5.00 µs"},
    {"minutes_stay_seconds", seconds(400.0 * units::s), "400 s"},
    {"hours", seconds(4.0 * units::hour), "4.00 h"},
    {"no_time", seconds(Seconds{}), "0 s"},
    {"band_allows_three_digits",
     seconds(Banded<Seconds>{4.736 * units::s, 4.3 * units::s, 5.3 * units::s}), "4.74 s"},
    {"band_allows_two_digits",
     seconds(Banded<Seconds>{1.476 * units::s, 0.3 * units::s, 4.2 * units::s}), "1.5 s"},
    {"span", span(4.31 * units::s, 5.28 * units::s), "4.3–5.3 s"},
    {"span_of_one_unit", span(0.912 * units::s, 1.24 * units::s), "0.91–1.2 s"},
    {"days", duration(8.43 * units::day, Language::english), "8.4 days"},
    {"days_in_korean", duration(1.42 * units::day, Language::korean), "1.4일"},
    {"hours_of_a_run", duration(7.3 * units::hour, Language::english), "7.3 hours"},
    {"years", duration(800.0 * units::day, Language::english), "2.2 years"},
    {"plain", plain("7.0 days"), "7 days"},
    {"plain_keeps_digits", plain("7.50 s"), "7.5 s"},
    {"plain_whole", plain("100 s"), "100 s"},
    {"dollars", dollars(812.4 * units::USD), "$812"},
    {"dollars_thousands", dollars(4983.0 * units::USD), "$4,980"},
    {"dollars_k", dollars(41234.0 * units::USD), "$41.2k"},
    {"dollars_million", dollars(1.234e6 * units::USD), "$1.23M"},
    {"dollars_negative", dollars(-1.5 * units::USD), "\u2212$1.50"},
    {"percent", percent(0.3812), "38 %"},
    {"grouped", grouped(262144.0), "262,144"},
    {"grouped_small", grouped(999.0), "999"},
    {"particle_of_unit", with_particle("33.3 GiB", Particle::object), "33.3 GiB를"},
    {"particle_subject_of_unit", with_particle("46.3 GiB", Particle::subject), "46.3 GiB가"},
    {"three", with_particle("TP 3", Particle::direction), "TP 3으로"},
    {"eight_ends_in_rieul", with_particle("TP 8", Particle::direction), "TP 8로"},
    {"sixteen", with_particle("TP 16", Particle::direction), "TP 16으로"},
    {"hundred", with_particle("100", Particle::object), "100을"},
    {"two", with_particle("2", Particle::subject), "2가"},
    {"days_object", with_particle("목표 7일", Particle::object), "목표 7일을"},
    {"hangul_vowel", with_particle("배치", Particle::with), "배치와"},
    {"hangul_consonant", with_particle("계획", Particle::topic), "계획은"},
    {"dollars_read_last", with_particle("예산 $5.20k", Particle::object), "예산 $5.20k를"},
    {"seconds_read_cho", with_particle("2 s", Particle::object), "2 s를"},
    {"letter_m", with_particle("MFM", Particle::object), "MFM을"},
};

class Shown : public testing::TestWithParam<Row> {};

TEST_P(Shown, AsPeopleReadIt) { EXPECT_EQ(GetParam().shown, GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(, Shown, testing::ValuesIn(rows),
                         [](const auto& row) { return std::string(row.param.name); });

} // namespace
} // namespace headroom
