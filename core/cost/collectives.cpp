#include "core/cost/collectives.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace headroom {

namespace {

/// Shares that collectives reach unless a site measured its own, and the share of them that is lost
/// in small groups; fitted together.
constexpr std::array<double, 4> nvlink_share = CollectiveRates{}.share;
constexpr double small_group_loss = 0.54;
/// What an 8-GPU all-reduce reaches of a link whose preset states no achievable share of its own.
constexpr double full_group = nvlink_share[0] * (1.0 - small_group_loss / 8.0);
/// All-reduce with in-switch reduction beats the ring's wire limit (NVLS, Hopper, 8 GPUs).
constexpr double in_switch_share = 1.14;
constexpr int in_switch_ranks = 8;

constexpr double one_way_latency = 0.83; // all but all-reduce

/// Where no link is known: 10 Gbit/s Ethernet, which any machine can be given.
constexpr ByteRate assumed_link = 1.25 * units::GB_per_s;

/// Between nodes, fitted on multi-node runs of earlier estimates and not fitted again since: what a
/// card reaches of its rate, and the latency of a ring and of a tree.
constexpr double nic_share = 0.9;
constexpr Seconds ring_hop = 4.7_us; // between nodes, per rank of the ring
constexpr double tree_hops = 12.0;   // a tree's latency, in ring hops per doubling of ranks

/// PCIe boxes, all-reduce bus bandwidth over the link's rate by 2, 4 and 8 or more GPUs. Peers
/// reach each other through switches or a root complex (8x RTX PRO 6000), or every byte goes
/// through host memory and, beyond two cards, over the link between the sockets, which all rings
/// share (8x L40S: 20, 5.2 and 1.4 GB/s on PCIe 4). aiconfigurator NCCL tables. A box of the second
/// kind with more memory channels and cores has been seen at ten times that (8x RTX 5090: 28 GB/s),
/// hence Caveat::staged_through_host.
constexpr std::array<double, 3> pcie_peer{0.603, 0.413, 0.386};
constexpr std::array<double, 3> pcie_staged{0.628, 0.161, 0.044};

std::size_t index_of(Collective kind) { return static_cast<std::size_t>(kind); }

double pcie_share(int ranks, bool peer_access) {
    const std::size_t size = ranks <= 2 ? 0 : ranks <= 4 ? 1 : 2;
    return peer_access ? pcie_peer[size] : pcie_staged[size];
}

/// A bus bandwidth is measured with all GPUs of a node; fewer share the sockets with nobody.
double measured_share(int ranks, const Network& network) {
    if (network.wiring != Wiring::pcie) return 1.0;
    return pcie_share(ranks, network.peer_access) /
           pcie_share(network.gpus_per_node, network.peer_access);
}

/// Bytes on a link per payload byte: k = 2(n-1)/n or (n-1)/n (nccl-tests, PERFORMANCE.md).
double wire_factor(Collective kind, int ranks) {
    const double once = static_cast<double>(ranks - 1) / ranks;
    return kind == Collective::all_reduce ? 2.0 * once : once;
}

ByteRate fitted_rate_inside(Collective kind, int ranks, const Network& network) {
    const double relative = nvlink_share[index_of(kind)] / nvlink_share[0];
    if (network.bus_bandwidth > ByteRate{})
        return network.bus_bandwidth * (relative * measured_share(ranks, network));
    if (network.wiring == Wiring::pcie)
        return network.inside * pcie_share(ranks, network.peer_access);
    if (network.wiring == Wiring::bridge && ranks > 2)
        return network.host * pcie_share(ranks, network.peer_access);
    if (network.wiring == Wiring::mesh)
        return network.inside * (network.inside_share * full_group * relative * (ranks - 1) /
                                 std::max(network.mesh_peers, 1));
    const bool in_switch =
        network.reduces_in_switch && kind == Collective::all_reduce && ranks >= in_switch_ranks;
    const double share = in_switch ? in_switch_share : nvlink_share[index_of(kind)];
    return network.inside * (network.inside_share * share * (1.0 - small_group_loss / ranks));
}

/// A site that measured another share than the fitted one has as much more or less of the rate. A
/// bus bandwidth that somebody stated is measured already.
ByteRate rate_inside(Collective kind, int ranks, const Network& network) {
    const ByteRate fitted = fitted_rate_inside(kind, ranks, network);
    if (network.bus_bandwidth > ByteRate{}) return fitted;
    return network.rates.share[index_of(kind)] / nvlink_share[index_of(kind)] * fitted;
}

/// Ring hops between nodes, or a tree's where that is shorter (all-reduce only).
Seconds hops(Collective kind, int ranks) {
    const double ring = ranks;
    if (kind != Collective::all_reduce) return ring * ring_hop;
    const auto doublings = static_cast<double>(std::bit_width(static_cast<unsigned>(ranks) - 1U));
    return std::min(2.0 * ring, tree_hops * doublings) * ring_hop;
}

Wiring wiring_of(LinkKind kind) {
    switch (kind) {
    case LinkKind::pcie:
    case LinkKind::ethernet:
    case LinkKind::infiniband: return Wiring::pcie;
    case LinkKind::xgmi:
    case LinkKind::roce_on_chip: return Wiring::mesh;
    case LinkKind::nvlink_bridge: return Wiring::bridge;
    default: return Wiring::switched;
    }
}

/// Never a rate of zero where GPUs have to talk.
void assume_missing_links(const ClusterSpec& cluster, Network& network) {
    if (cluster.gpus_per_node > 1 && network.inside <= ByteRate{}) {
        network.assumed = network.bus_bandwidth <= ByteRate{};
        network.inside = network.bus_bandwidth = std::max(network.bus_bandwidth, assumed_link);
    }
    if (cluster.nodes > 1 && network.between <= ByteRate{}) {
        network.assumed = true;
        network.between = assumed_link;
    }
}

} // namespace

Network network_of(const ClusterSpec& cluster, const CollectiveRates& rates) {
    Network network;
    network.rates = rates;
    const LinkSpec& inside = cluster.intra_node;
    network.gpus_per_node = cluster.gpus_per_node;
    network.inside = inside.peak.value;
    if (inside.achievable.value > 0.0) network.inside_share = inside.achievable.value / full_group;
    network.wiring = wiring_of(inside.kind);
    network.mesh_peers = std::max(cluster.gpu.scale_up_domain, cluster.gpus_per_node) - 1;
    network.peer_access = inside.peer_access;
    network.reduces_in_switch = inside.in_switch_reduction;
    network.bus_bandwidth = cluster.bus_bandwidth.value;
    if (cluster.nodes > 1) network.between = cluster.inter_node.peak.value;
    network.host = cluster.host_link.value;
    assume_missing_links(cluster, network);
    return network;
}

bool is_staged_through_host(const ClusterSpec& cluster) {
    const Wiring wiring = wiring_of(cluster.intra_node.kind);
    const bool over_pcie =
        wiring == Wiring::pcie || (wiring == Wiring::bridge && cluster.gpus_per_node > 2);
    const Sourced<ByteRate>& measured = cluster.bus_bandwidth;
    const bool given_by_the_user = measured.value > ByteRate{} && measured.citation == 0;
    return cluster.gpus_per_node > 1 && over_pcie && !cluster.intra_node.peer_access &&
           !given_by_the_user;
}

ByteRate bus_bandwidth_inside(const Network& network, int ranks) {
    return rate_inside(Collective::all_reduce, ranks, network);
}

Seconds collective_time(Collective kind, Bytes payload, const CommGroup& group,
                        const Network& network) {
    if (group.ranks <= 1) return Seconds{};
    const int local = group.ranks_per_domain;
    // A group with one rank per node never uses the inner links.
    ByteRate rate = local > 1 ? rate_inside(kind, local, network) : ByteRate::infinite();
    Seconds latency = network.rates.latency + network.rates.latency_per_rank * local;
    if (kind != Collective::all_reduce) latency *= one_way_latency;
    if (group.crosses_nodes()) {
        // Rails: each local rank drives its own NIC with its part of the ring's data.
        // In an all-to-all each sends its own data out, less what stays in the domain.
        const double rails = kind == Collective::all_to_all
                                 ? static_cast<double>(group.ranks - 1) / (group.ranks - local)
                                 : local;
        rate = std::min(rate, network.between * (nic_share * rails));
        latency += hops(kind, group.ranks);
    }
    const Seconds wire = payload * wire_factor(kind, group.ranks) / rate;
    const Seconds ramp = network.rates.ramp;
    return latency + wire + std::sqrt(wire / ramp) * ramp;
}

Seconds send_time(Bytes payload, bool crosses_nodes, const Network& network) {
    const ByteRate rate =
        crosses_nodes && network.between > ByteRate{}
            ? nic_share * network.between
            : std::min(network.rates.share[index_of(Collective::all_to_all)] * network.inside,
                       rate_inside(Collective::all_to_all, 2, network));
    return network.rates.latency + payload / rate;
}

} // namespace headroom
