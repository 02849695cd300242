// How the GPUs are paid for, and what a team may spend on experiments.
//
//     scenario.funding.purchase = Purchase::spot;
//     scenario.funding.spot.restart.value = 20.0 * units::minute;
//     scenario.cluster.prices.spot.value                // of one GPU, beside cluster.rent
//
// Prices belong to the GPU and so to the cluster; the terms on which they are paid belong to the
// team and stay when the GPU changes. What they come to: core/cost/money.hpp.
#pragma once

#include "core/base/sourced.hpp"
#include "core/base/units.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

/// Rented by the hour, rented while nobody pays more, rented for a term that is paid whether used
/// or not, or bought.
enum class Purchase : std::uint8_t { on_demand, spot, reserved_1y, reserved_3y, owned };
inline constexpr std::size_t purchase_count = 5;
inline constexpr std::array all_purchases{Purchase::on_demand, Purchase::spot,
                                          Purchase::reserved_1y, Purchase::reserved_3y,
                                          Purchase::owned};

std::string_view name_of(Purchase);

/// Where owned machines stand: a site that pays its electricity, or a colocation that bills kW.
enum class Housing : std::uint8_t { own_site, colocation };

std::string_view name_of(Housing);

/// Of one GPU, beside its rent on demand; value 0: not known.
struct GpuPrices {
    Sourced<DollarRate> spot, reserved_1y, reserved_3y;
    Sourced<Dollars> purchase; // with its share of the server
    Sourced<Watts> power;      // at work, with its share of the node

    bool operator==(const GpuPrices&) const = default;
};

/// What being interrupted costs: the work since the last checkpoint, and starting again.
struct SpotTerms {
    Sourced<double> reclaims_per_node_month; // of 30 days
    Sourced<Seconds> checkpoint_interval;
    Sourced<Seconds> restart; // until training goes on, new node included

    bool operator==(const SpotTerms&) const = default;
};

struct Owning {
    Sourced<double> years{4.0};                   // that the machines are kept
    Sourced<double> residual_value_after_3_years; // share of the price; falls by the same share
                                                  // each year
    Housing housing = Housing::own_site;
    Sourced<Dollars> electricity_per_kwh;
    Sourced<double> power_usage_effectiveness{1.0}; // energy of the site over that of the machines
    Sourced<Dollars> colocation_per_kw_month;       // instead of both
    Dollars staff_per_year;                         // of the whole cluster; 0: not counted

    bool operator==(const Owning&) const = default;
};

/// What may be spent in a week, and how long one experiment is. Of value 0: not given.
struct Experiments {
    double gpu_hours_per_week = 0.0;
    Dollars budget_per_week;
    double steps = 0.0;  // of one experiment
    double tokens = 0.0; // of one experiment, where its steps are not given

    bool operator==(const Experiments&) const = default;
};

/// What money is shown in. Prices stay in dollars; the rate is the one that the user typed.
struct Currency {
    std::string code = "USD";
    double per_dollar = 1.0;

    bool operator==(const Currency&) const = default;
};

struct Funding {
    Purchase purchase = Purchase::on_demand;
    Sourced<double> utilisation{1.0}; // share of the paid hours in which the GPUs work
    SpotTerms spot;
    Owning owning;
    Experiments experiments;
    Currency currency;

    bool operator==(const Funding&) const = default;
};

} // namespace headroom
