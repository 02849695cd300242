// Numbers as tables, charts and sentences show them.
//
//     gib(33.31_GiB)                    // "33.3 GiB"
//     duration(8.4 * units::day)        // "8.4 days"
//     span(4.3_s, 5.3_s)                // "4.3–5.3 s"
//
// Three significant digits, two for durations of runs, one place at most after the point of a
// capacity; true minus (U+2212); digits that the band does not support are not shown. Always in the
// C locale.
#pragma once

#include "core/base/units.hpp"
#include "core/cost/estimate.hpp"
#include "core/present/views.hpp"

#include <string>

namespace headroom {

/// Decimal text with this many significant digits and no exponent: 0.0123, 4.74, 1230.
std::string significant(double value, int digits);

/// 3, or 2 when the third digit of `value` is finer than a hundredth of the band's half-width.
int supported_digits(double value, double low, double high);

std::string gib(Bytes value);        // "33.3 GiB"
std::string gib_number(Bytes value); // "33.3"
std::string gib_term(Bytes value);   // "3.62 GiB", "0.35 GiB": parts of a bar
std::string seconds(Seconds value, int digits = 3);
std::string seconds(const Banded<Seconds>& value);
std::string span(Seconds low, Seconds high); // "4.3–5.3 s", both in the unit of the larger
std::string duration(Seconds value, Language language);
std::string dollars(Dollars value);       // "$812", "$41.2k"
std::string percent(double fraction);     // "38 %"
std::string grouped(double value);        // "262,144"
std::string plain(std::string quantity);  // "7.0 days" -> "7 days": zeros that say nothing
std::string true_minus(std::string text); // "-3" -> "−3"

} // namespace headroom
