// Time of one collective by size, group and topology.
//
//     const Network network = network_of(cluster);
//     collective_time(Collective::all_reduce, 64 * units::MB, {8, 8}, network);
//
// Payload is the whole tensor (what nccl-tests calls "size"). Latency, bandwidth, and a square-root
// term for the sizes in between. Equations and fits: docs/model-step-time.md, "Collectives".
#pragma once

#include "core/cost/rank_share.hpp"
#include "core/cost/site_rates.hpp"

namespace headroom {

enum class Collective : std::uint8_t { all_reduce, all_gather, reduce_scatter, all_to_all };

/// Switched (NVLink), one link to each peer (xGMI), pairs with PCIe beyond, or PCIe alone.
enum class Wiring : std::uint8_t { switched, mesh, bridge, pcie };

/// The links of a cluster, reduced to what the formulas need.
struct Network {
    ByteRate inside;           // per GPU and direction, raw
    ByteRate between;          // NIC of one GPU, raw; 0: a single node
    double inside_share = 1.0; // of the raw rate, before the collective's own share
    ByteRate bus_bandwidth;    // measured over all GPUs of a node; 0: none
    int gpus_per_node = 1;
    ByteRate host; // GPU to host
    CollectiveRates rates;
    Wiring wiring = Wiring::switched;
    int mesh_peers = 7; // direct links of one GPU in a mesh
    bool peer_access = true;
    bool reduces_in_switch = false;
    bool assumed = false; // a link that the plan needs is not known
};

Network network_of(const ClusterSpec& cluster, const CollectiveRates& rates = {});

/// Whether GPUs of a node reach each other through host memory only, at a rate that nobody measured
/// on this very box: boxes differ tenfold.
bool is_staged_through_host(const ClusterSpec& cluster);

/// All-reduce bus bandwidth that `ranks` GPUs of one node reach with large messages.
ByteRate bus_bandwidth_inside(const Network& network, int ranks);

Seconds collective_time(Collective kind, Bytes payload, const CommGroup& group,
                        const Network& network);

/// One message between two neighbouring pipeline stages.
Seconds send_time(Bytes payload, bool crosses_nodes, const Network& network);

} // namespace headroom
