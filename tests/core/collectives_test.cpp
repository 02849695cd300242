// Collectives against measured ones: NCCL 2.27 tables of aiconfigurator inside of a node, published
// nccl-tests between nodes (ml-engineering, AWS micro-benchmarks).
#include "core/cost/collectives.hpp"
#include "tests/support/step_samples.hpp"

#include <gtest/gtest.h>

#include <string>

namespace headroom {
namespace {

using samples::link;

ClusterSpec nodes_of(const LinkSpec& inside, double nic_gigabytes, int nodes) {
    return samples::cluster_of(samples::h100(), inside,
                               link(LinkKind::infiniband, nic_gigabytes, 0.92), nodes);
}
LinkSpec switched(double gigabytes, double achievable, bool reduces) {
    LinkSpec nvlink = link(LinkKind::nvlink, gigabytes, achievable);
    nvlink.in_switch_reduction = reduces;
    return nvlink;
}
const LinkSpec nvlink3 = switched(300.0, 0.78, false);
const LinkSpec nvlink4 = switched(450.0, 0.81, true);

struct Measured {
    std::string name;
    ClusterSpec cluster;
    Collective kind;
    double bytes;
    CommGroup group;
    double milliseconds;
};

class CollectiveTime : public testing::TestWithParam<Measured> {};

/// One formula through all sizes, operations and links: a third either way.
TEST_P(CollectiveTime, IsNearTheMeasurement) {
    const Measured& row = GetParam();
    const double predicted =
        collective_time(row.kind, row.bytes * units::B, row.group, network_of(row.cluster)) /
        units::ms;
    EXPECT_NEAR(predicted / row.milliseconds, 1.0, 0.33);
}

const ClusterSpec a100 = nodes_of(nvlink3, 25.0, 1);
const ClusterSpec h100 = nodes_of(nvlink4, 50.0, 1);
const ClusterSpec l40s = samples::l40s_box();
constexpr double gib = 1073741824.0;

INSTANTIATE_TEST_SUITE_P(
    Nccl, CollectiveTime,
    testing::Values(
        Measured{"a100_all_reduce_8_268MB", a100, Collective::all_reduce, 268e6, {8, 8}, 2.1825},
        Measured{"a100_all_reduce_8_16MB", a100, Collective::all_reduce, 16.8e6, {8, 8}, 0.2165},
        Measured{"a100_all_reduce_8_1MB", a100, Collective::all_reduce, 1.05e6, {8, 8}, 0.0389},
        Measured{"a100_all_reduce_2_268MB", a100, Collective::all_reduce, 268e6, {2, 2}, 1.4301},
        Measured{"a100_all_gather_8_268MB", a100, Collective::all_gather, 268e6, {8, 8}, 1.2168},
        Measured{"a100_all_to_all_8_268MB", a100, Collective::all_to_all, 268e6, {8, 8}, 1.1979},
        Measured{"h100_all_reduce_8_268MB", h100, Collective::all_reduce, 268e6, {8, 8}, 1.0921},
        Measured{"h100_all_reduce_8_16MB", h100, Collective::all_reduce, 16.8e6, {8, 8}, 0.1219},
        Measured{"h100_all_gather_8_268MB", h100, Collective::all_gather, 268e6, {8, 8}, 0.7288},
        Measured{
            "h100_reduce_scatter_8_268MB", h100, Collective::reduce_scatter, 268e6, {8, 8}, 0.7217},
        // PCIe across sockets, staged through host memory: 1.4 GB/s of bus bandwidth.
        Measured{"l40s_all_reduce_8_268MB", l40s, Collective::all_reduce, 268e6, {8, 8}, 323.9},
        Measured{"l40s_all_reduce_2_268MB", l40s, Collective::all_reduce, 268e6, {2, 2}, 13.37},
        // Bus bandwidths of nccl-tests: 444 GB/s at 2 GiB, 364.9 at 4 GiB.
        Measured{"h100_all_reduce_16_2GiB",
                 nodes_of(nvlink4, 50.0, 2),
                 Collective::all_reduce,
                 2.0 * gib,
                 {16, 8},
                 2.0 * gib * 1.875 / 444e6},
        Measured{"h200_all_reduce_32_4GiB_ring",
                 nodes_of(nvlink4, 50.0, 4),
                 Collective::all_reduce,
                 4.0 * gib,
                 {32, 8},
                 4.0 * gib * 1.9375 / 364.9e6}),
    [](const auto& row) { return row.param.name; });

TEST(Collectives, L40sBoxAllReducesAtOnePointFourGigabytes) {
    // Not at the 64 GB/s of both directions of a slot.
    EXPECT_NEAR(bus_bandwidth_inside(network_of(l40s), 8) / units::GB_per_s, 1.4, 0.1);
}

TEST(Collectives, MeasuredBusBandwidthOverridesTheLinks) {
    ClusterSpec box = l40s;
    box.bus_bandwidth.value = 28.0 * units::GB_per_s; // 8x RTX 5090
    EXPECT_DOUBLE_EQ(bus_bandwidth_inside(network_of(box), 8) / units::GB_per_s, 28.0);
}

TEST(Collectives, FewCardsDoNotShareTheSocketsOfAMeasuredBox) {
    ClusterSpec box = l40s;
    box.bus_bandwidth.value = 2.8 * units::GB_per_s; // twice the usual, over all eight
    EXPECT_NEAR(bus_bandwidth_inside(network_of(box), 2) / units::GB_per_s, 2.0 * 19.8, 0.5);
}

TEST(Collectives, RatesOfStagedBoxesAreUnsureUnlessTheUserMeasured) {
    ClusterSpec box = l40s;
    EXPECT_TRUE(is_staged_through_host(box));
    box.bus_bandwidth = {1.4 * units::GB_per_s, 7}; // of a preset, on another box
    EXPECT_TRUE(is_staged_through_host(box));
    box.bus_bandwidth.citation = 0;
    EXPECT_FALSE(is_staged_through_host(box));
    EXPECT_FALSE(is_staged_through_host(h100));
}

TEST(Collectives, MeshGivesOneLinkToEachPeer) {
    // MI300X: 47.7 GB/s between two, 312.9 among eight (ROCm validation).
    const Network network = network_of(nodes_of(link(LinkKind::xgmi, 448.0, 0.7), 50.0, 1));
    EXPECT_NEAR(bus_bandwidth_inside(network, 2) / units::GB_per_s, 47.7, 5.0);
    EXPECT_NEAR(bus_bandwidth_inside(network, 8) / units::GB_per_s, 312.9, 16.0);
}

TEST(Collectives, BridgesJoinPairsOnly) {
    const Network network =
        network_of(nodes_of(link(LinkKind::nvlink_bridge, 300.0, 0.85), 25.0, 1));
    EXPECT_GT(bus_bandwidth_inside(network, 2), 100.0 * units::GB_per_s);
    EXPECT_LT(bus_bandwidth_inside(network, 4), 31.5 * units::GB_per_s);
}

TEST(Collectives, NothingToSayAlone) {
    EXPECT_EQ(collective_time(Collective::all_reduce, 1.0 * units::GB, {1, 1}, network_of(h100)),
              Seconds{});
}

TEST(Network, ALinkThatIsNotKnownIsAssumedAndSaidSo) {
    ClusterSpec unknown;
    unknown.gpus_per_node = 4;
    unknown.nodes = 2;
    const Network network = network_of(unknown);
    EXPECT_TRUE(network.assumed);
    const Seconds time = collective_time(Collective::all_reduce, 1.0 * units::GB, {8, 4}, network);
    EXPECT_GT(time, 1.0 * units::s); // 1.75 GB at 1.25 GB/s
    EXPECT_LT(time, 3.0 * units::s);
}

} // namespace
} // namespace headroom
