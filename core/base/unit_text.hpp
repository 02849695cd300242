// Quantities as people write them, in both directions: "3.35 TB/s" <-> ByteRate, "8.03B" <-> count.
//
//     parse_bytes("80 GiB")         // expected<Bytes, std::string>; the string says what is wrong
//     format_bytes(33.3_GiB)        // "33.3 GiB"
//
// Parsing is locale-free, accepts one space or none between number and unit, and refuses NaN,
// infinities, more than `largest_quantity`, trailing text and units of another dimension ("80 GB"
// where a rate belongs). parse(format(x)) gives x back within the digits shown.
#pragma once

#include "core/base/units.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace headroom {

template <class T>
using Parsed = tl::expected<T, std::string>;

/// In base units (bytes, seconds, dollars, ...); beyond it nothing is meant.
inline constexpr double largest_quantity = 1e24;

Parsed<Bytes> parse_bytes(std::string_view text);
Parsed<ByteRate> parse_byte_rate(std::string_view text);
Parsed<FlopRate> parse_flop_rate(std::string_view text);
Parsed<Seconds> parse_seconds(std::string_view text);
Parsed<Dollars> parse_dollars(std::string_view text);
Parsed<DollarRate> parse_dollar_rate(std::string_view text);
Parsed<Watts> parse_watts(std::string_view text);
Parsed<double> parse_fraction(std::string_view text); // "8 %" or "0.08"
/// A count with an optional suffix: "8192", "128k", "8.03B", "1e12", "1T". With `binary_k`, as
/// usual for lengths, k is 1024 and M is 1024 * 1024.
Parsed<double> parse_count(std::string_view text, bool binary_k = false);

/// Why memory given in GB is probably not meant so: "\"80 GB\" is 74.5 GiB; ...". Empty when the
/// text is in bytes or binary units, or no size.
std::string decimal_size_note(std::string_view text);

/// Three significant digits, or whole numbers, in the unit that keeps the number readable.
std::string format_bytes(Bytes value);
std::string format_byte_rate(ByteRate value);
std::string format_flop_rate(FlopRate value);
std::string format_seconds(Seconds value);
std::string format_dollars(Dollars value);
std::string format_dollar_rate(DollarRate value);
std::string format_watts(Watts value);
std::string format_count(double value);

/// Shortest text that parses back to the same double; used when files are written.
std::string exact_number(double value);

} // namespace headroom
