#include "core/model/site_calibration.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace headroom {

namespace {

constexpr double GiB = units::GiB / units::B;

/// Consumer boards clock above their sheet, hence efficiencies beyond 1; in-switch reduction beats
/// a ring's wire limit, hence shares beyond 1.
constexpr std::array<SiteParameterTraits, site_parameter_count> traits{{
    {"eta_isolated", SiteUnit::number, 0.02, 1.3, true},
    {"rate_per_power", SiteUnit::number, 0.05, 20.0},
    {"prologue_k", SiteUnit::number, 1.0, 4096.0},
    {"smoothed_waves", SiteUnit::number, 0.0, 1.0},
    {"weight_gradient_rate", SiteUnit::number, 0.3, 1.3},
    {"hbm_fraction", SiteUnit::number, 0.1, 1.1},
    {"kernel_floor", SiteUnit::seconds, 1e-8, 1e-3},
    {"host_floor", SiteUnit::number, 0.05, 20.0},
    {"host_to_device", SiteUnit::byte_rate, 1e7, 1e13},
    {"device_to_host", SiteUnit::byte_rate, 1e7, 1e13},
    {"all_reduce_share", SiteUnit::number, 1e-3, 2.0},
    {"all_gather_share", SiteUnit::number, 1e-3, 2.0},
    {"reduce_scatter_share", SiteUnit::number, 1e-3, 2.0},
    {"all_to_all_share", SiteUnit::number, 1e-3, 2.0},
    {"collective_latency", SiteUnit::seconds, 0.0, 1e-2},
    {"collective_latency_per_rank", SiteUnit::seconds, 0.0, 1e-2},
    {"collective_ramp", SiteUnit::seconds, 1e-9, 1e-1},
    {"never_hidden", SiteUnit::number, 0.0, 2.0},
    {"cuda_context", SiteUnit::bytes, 0.0, 32.0 * GiB},
    {"usable_memory", SiteUnit::bytes, 0.25 * GiB, 4096.0 * GiB},
    {"cpu_adam", SiteUnit::parameter_rate, 1e6, 1e13},
    {"nvme_read", SiteUnit::byte_rate, 1e6, 1e13},
    {"nvme_write", SiteUnit::byte_rate, 1e6, 1e13},
}};

/// The number that `text` is made of; empty when it holds anything but digits.
std::optional<int> digits(std::string_view text) {
    int number = 0;
    if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return {};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc{} ? std::optional<int>(number) : std::nullopt;
}

} // namespace

const SiteParameterTraits& traits_of(SiteParameter parameter) {
    return traits[static_cast<std::size_t>(parameter)];
}

std::string_view name_of(SiteParameter parameter) {
    const auto index = static_cast<std::size_t>(parameter);
    return index < traits.size() ? traits[index].name : std::string_view{};
}

const SiteValue* SiteCalibration::find(SiteParameter parameter,
                                       std::optional<Precision> dtype) const {
    const auto found = std::ranges::find_if(values, [&](const SiteValue& one) {
        return one.parameter == parameter && one.dtype == dtype;
    });
    return found == values.end() ? nullptr : &*found;
}

bool is_date(std::string_view text) {
    constexpr std::size_t length = 10; // "2026-11-30"
    if (text.size() != length || text[4] != '-' || text[7] != '-') return false;
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    if (!year || !month || !day) return false;
    return std::chrono::year_month_day(std::chrono::year(*year),
                                       std::chrono::month(static_cast<unsigned>(*month)),
                                       std::chrono::day(static_cast<unsigned>(*day)))
        .ok();
}

} // namespace headroom
