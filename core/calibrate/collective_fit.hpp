// What timed collectives say of the links inside of a node: shares, latencies and the ramp.
//
//     const CollectiveFit fit = fit_collectives(cluster, timed);
//     collective_time(Collective::all_reduce, 64 * units::MB, {8, 8}, network_of(cluster, fit.rates))
//
// One latency and one bandwidth miss the middle sizes by a third, hence the ramp; sizes from a few
// KiB to 128 MiB are needed. With one number of ranks alone the latency of each rank keeps its
// preset and the common one moves.
#pragma once

#include "core/calibrate/product_fit.hpp"
#include "core/cost/collectives.hpp"

namespace headroom {

struct TimedCollective {
    Collective kind = Collective::all_reduce;
    int ranks = 0;   // all inside of one node
    Bytes payload;   // the whole buffer, as nccl-tests counts it
    Seconds time;
};

struct CollectiveFit {
    CollectiveRates rates;
    std::array<FittedValue, 4> share; // by Collective; sd 0: not measured
    FittedValue latency, latency_per_rank, ramp;
    bool several_ranks = false; // more than one number of ranks was measured
};

CollectiveFit fit_collectives(const ClusterSpec& cluster, std::span<const TimedCollective> timed);

/// Median |model / measured - 1|.
double median_error(const ClusterSpec& cluster, std::span<const TimedCollective> timed,
                    const CollectiveRates& rates);

} // namespace headroom
