#include "core/calibrate/collective_fit.hpp"

#include "core/calibrate/map_fit.hpp"
#include "core/calibrate/median.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom {

namespace {

/// Of ln t around the model with the best constants, and of the constants of one machine around
/// those of all (public NCCL curves of eight kinds of node, presets/measurements/
/// kernel_collectives.csv).
constexpr double timing_noise = 0.08;
constexpr double share_spread = 0.4;
constexpr double latency_spread = 0.5;
constexpr double ramp_spread = 0.7;

constexpr std::size_t kinds = 4;
/// Places of the parameters, after the shares.
constexpr std::size_t latency_at = kinds, per_rank_at = kinds + 1, ramp_at = kinds + 2;

CollectiveRates rates_at(std::span<const double> x) {
    CollectiveRates rates;
    for (std::size_t i = 0; i < kinds; ++i)
        rates.share[i] = std::exp(x[i]);
    rates.latency = std::exp(x[latency_at]) * units::s;
    rates.latency_per_rank = std::exp(x[per_rank_at]) * units::s;
    rates.ramp = std::exp(x[ramp_at]) * units::s;
    return rates;
}

Seconds time_of(const ClusterSpec& cluster, const TimedCollective& one,
                const CollectiveRates& rates) {
    ClusterSpec node = cluster;
    node.nodes = 1;
    return collective_time(one.kind, one.payload, {one.ranks, one.ranks}, network_of(node, rates));
}

FittedValue fitted(const MapFit& best, std::size_t at) {
    const double value = std::exp(best.values[at]);
    return {value, value * best.sd[at]};
}

} // namespace

double median_error(const ClusterSpec& cluster, std::span<const TimedCollective> timed,
                    const CollectiveRates& rates) {
    std::vector<double> errors;
    for (const TimedCollective& one : timed)
        errors.push_back(std::abs(time_of(cluster, one, rates) / one.time - 1.0));
    return median_of(std::move(errors));
}

CollectiveFit fit_collectives(const ClusterSpec& cluster, std::span<const TimedCollective> timed) {
    const CollectiveRates preset;
    std::set<int> ranks;
    std::set<Collective> measured;
    for (const TimedCollective& one : timed) {
        ranks.insert(one.ranks);
        measured.insert(one.kind);
    }
    // So narrow that it stays where it is: one number of ranks cannot part the two latencies.
    constexpr double held = 1e-4;
    std::vector<Believed> believed;
    for (const double share : preset.share)
        believed.push_back({std::log(share), share_spread});
    believed.push_back({std::log(preset.latency / units::s), latency_spread});
    believed.push_back(
        {std::log(preset.latency_per_rank / units::s), ranks.size() > 1 ? latency_spread : held});
    believed.push_back({std::log(preset.ramp / units::s), ramp_spread});
    const MapFit best = most_probable(believed, [&](std::span<const double> x) {
        const CollectiveRates rates = rates_at(x);
        std::vector<double> residuals;
        for (const TimedCollective& one : timed)
            residuals.push_back(std::log(time_of(cluster, one, rates) / one.time) / timing_noise);
        return residuals;
    });
    CollectiveFit fit;
    fit.rates = rates_at(best.values);
    for (const Collective kind : measured)
        fit.share[static_cast<std::size_t>(kind)] = fitted(best, static_cast<std::size_t>(kind));
    fit.latency = fitted(best, latency_at);
    fit.latency_per_rank = fitted(best, per_rank_at);
    fit.ramp = fitted(best, ramp_at);
    fit.several_ranks = ranks.size() > 1;
    return fit;
}

} // namespace headroom
