#include "core/base/calendar.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdlib>

namespace headroom {

namespace {

std::optional<int> number_in(std::string_view text) {
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = failure == std::errc{} && end == text.data() + text.size() && number >= 0;
    return whole ? std::optional<int>(number) : std::nullopt;
}

std::optional<std::chrono::sys_days> day_of(std::string_view text) {
    constexpr std::size_t length = 10; // "2026-11-30"
    if (text.size() != length || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = number_in(text.substr(0, 4));
    const auto month = number_in(text.substr(5, 2));
    const auto day = number_in(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

std::chrono::sys_days this_day() {
    using std::chrono::days, std::chrono::floor, std::chrono::seconds;
    const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
    long long given = 0;
    const std::string_view text = epoch != nullptr ? epoch : "";
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), given);
    if (!text.empty() && failure == std::errc{})
        return floor<days>(std::chrono::sys_seconds(seconds(given)));
    return floor<days>(std::chrono::system_clock::now());
}

} // namespace

std::string today() {
    const std::chrono::year_month_day date(this_day());
    return fmt::format("{:04}-{:02}-{:02}", int(date.year()), unsigned(date.month()),
                       unsigned(date.day()));
}

std::optional<int> days_between(std::string_view from, std::string_view to) {
    const auto first = day_of(from);
    const auto last = day_of(to);
    return first && last ? std::optional(static_cast<int>((*last - *first).count())) : std::nullopt;
}

} // namespace headroom
