#include "core/model/catalog.hpp"
#include "tests/support/legal_scenario.hpp"

#include <gmock/gmock.h>

namespace headroom {
namespace {

using ::testing::HasSubstr;

Price price(std::string provider, double dollars, double spot = 0.0) {
    Price offer;
    offer.gpu = "test-gpu";
    offer.provider = std::move(provider);
    offer.date = "2026-10";
    offer.on_demand.value = dollars * units::USD_per_hour;
    offer.spot.value = spot * units::USD_per_hour;
    return offer;
}

LinkSpec link(std::string id, LinkKind kind, double gigabytes_per_second) {
    LinkSpec link;
    link.id = std::move(id);
    link.kind = kind;
    link.peak.value = gigabytes_per_second * units::GB_per_s;
    link.achievable.value = 0.5;
    return link;
}

Catalog small_catalog() {
    Catalog catalog;
    GpuSpec gpu = test::small_gpu();
    gpu.scale_up_link = "bridge";
    gpu.scale_up_domain = 2;
    gpu.pcie_link = "pcie";
    gpu.pcie_peer_access = false;
    gpu.scale_out_link = "ib";
    catalog.gpus = {gpu};
    catalog.links = {link("bridge", LinkKind::nvlink_bridge, 300.0),
                     link("pcie", LinkKind::pcie, 64.0), link("ib", LinkKind::infiniband, 50.0)};
    catalog.bus_bandwidths = {{"test-gpu", 4, {6.0 * units::GB_per_s}},
                              {"test-gpu", 8, {3.0 * units::GB_per_s}}};
    catalog.prices = {price("A", 6.9), price("A", 9.9), price("B", 2.0), price("C", 2.9),
                      price("D", 0.0, 1.0)};
    return catalog;
}

TEST(Catalog, FindsByIdOrSaysNothing) {
    const Catalog catalog = small_catalog();
    ASSERT_NE(catalog.find_gpu("test-gpu"), nullptr);
    EXPECT_EQ(catalog.find_gpu("test"), nullptr);
    EXPECT_EQ(catalog.find_link("pcie")->kind, LinkKind::pcie);
    EXPECT_EQ(catalog.find_model("anything"), nullptr);
    EXPECT_EQ(catalog.find_stack("anything"), nullptr);
    EXPECT_EQ(catalog.find_source("anything"), nullptr);
    EXPECT_EQ(catalog.citation(7).source, "");
}

TEST(Catalog, RentIsTheMiddleProvidersCheapestOffer) {
    EXPECT_DOUBLE_EQ(small_catalog().rent_of("test-gpu").value / units::USD_per_hour, 2.9);
}

TEST(Catalog, OfTwoMiddleOffersTheCheaperIsTaken) {
    Catalog catalog = small_catalog();
    catalog.prices.push_back(price("E", 4.0));
    EXPECT_DOUBLE_EQ(catalog.rent_of("test-gpu").value / units::USD_per_hour, 2.9);
}

TEST(Catalog, AnUnpricedGpuHasNoRent) {
    EXPECT_EQ(small_catalog().rent_of("other").value, DollarRate{});
}

TEST(Catalog, EachWayOfRentingHasItsOwnOffers) {
    const Catalog catalog = small_catalog();
    const auto spot = catalog.offer_of("test-gpu", Purchase::spot);
    ASSERT_TRUE(spot.has_value());
    EXPECT_EQ(spot->price->provider, "D");
    EXPECT_DOUBLE_EQ(spot->rate.value / units::USD_per_hour, 1.0);
    EXPECT_EQ(spot->providers, 1);
    EXPECT_EQ(catalog.offer_of("test-gpu", Purchase::on_demand)->providers, 3);
    EXPECT_FALSE(catalog.offer_of("test-gpu", Purchase::reserved_3y).has_value());
    EXPECT_FALSE(catalog.offer_of("test-gpu", Purchase::owned).has_value());
    EXPECT_FALSE(catalog.offer_of("other", Purchase::spot).has_value());
}

OwnedHardware hardware(std::string kind, int gpus, double dollars) {
    OwnedHardware owned;
    owned.kind = std::move(kind);
    owned.gpu = "test-gpu";
    owned.gpus = gpus;
    owned.cost.value = dollars * units::USD;
    return owned;
}

struct HardwareRow {
    std::string name;
    std::vector<OwnedHardware> hardware;
    double expected; // dollars of one GPU
};

class PurchaseOf : public ::testing::TestWithParam<HardwareRow> {};

TEST_P(PurchaseOf, IsAShareOfAMachineOrACardInAServer) {
    Catalog catalog = small_catalog();
    catalog.owned_hardware = GetParam().hardware;
    catalog.ownership.server_overhead.value = 1.3;
    EXPECT_DOUBLE_EQ(usual_prices(catalog.gpus[0], catalog).purchase.value / units::USD,
                     GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    UsualPrices, PurchaseOf,
    ::testing::Values(HardwareRow{"unknown", {}, 0.0},
                      HardwareRow{"card", {hardware("card", 1, 1000.0)}, 1300.0},
                      HardwareRow{"lower_of_two_middle_cards",
                                  {hardware("card", 1, 4000.0), hardware("card", 1, 1000.0)},
                                  1300.0},
                      HardwareRow{"machine_before_cards",
                                  {hardware("card", 1, 1000.0), hardware("node", 8, 16000.0)},
                                  2000.0}),
    test::row_name<HardwareRow>);

TEST(UsualPrices, PowerIsTheBoardsAndTheirShareOfTheNode) {
    Catalog catalog = small_catalog();
    catalog.gpus[0].board_power.value = 700.0 * units::W;
    catalog.ownership.node_power_over_boards.value = 1.5;
    EXPECT_DOUBLE_EQ(usual_prices(catalog.gpus[0], catalog).power.value / units::W, 1050.0);
}

TEST(UsualCluster, BridgesJoinPairsOnly) {
    const Catalog catalog = small_catalog();
    EXPECT_EQ(usual_cluster(catalog.gpus[0], 2, 1, catalog).intra_node.id, "bridge");
    const ClusterSpec eight = usual_cluster(catalog.gpus[0], 8, 4, catalog);
    EXPECT_EQ(eight.intra_node.id, "pcie");
    EXPECT_FALSE(eight.intra_node.peer_access);
    EXPECT_EQ(eight.inter_node.id, "ib");
    EXPECT_EQ(eight.gpus(), 32);
}

TEST(UsualCluster, SaysWhatItsNumbersAre) {
    const Catalog catalog = small_catalog();
    const ClusterSpec cluster = usual_cluster(catalog.gpus[0], 8, 1, catalog);
    EXPECT_DOUBLE_EQ(cluster.host_link.value / units::GB_per_s, 32.0);
    EXPECT_DOUBLE_EQ(cluster.rent.value / units::USD_per_hour, 2.9);
    EXPECT_THAT(cluster.rent_note, HasSubstr("C on demand, 2026-10 (median of 3 providers)"));
}

struct Node {
    std::string name;
    int gpus;
    double expected; // GB/s
};

class BusBandwidthOf : public ::testing::TestWithParam<Node> {};

TEST_P(BusBandwidthOf, IsThatOfTheNextLargerNodeMeasured) {
    const Catalog catalog = small_catalog();
    const ClusterSpec cluster = usual_cluster(catalog.gpus[0], GetParam().gpus, 1, catalog);
    EXPECT_DOUBLE_EQ(cluster.bus_bandwidth.value / units::GB_per_s, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(UsualCluster, BusBandwidthOf,
                         ::testing::Values(Node{"alone", 1, 0.0}, Node{"below", 3, 6.0},
                                           Node{"measured", 4, 6.0}, Node{"between", 6, 3.0},
                                           Node{"beyond", 16, 3.0}),
                         test::row_name<Node>);

TEST(OnGpu, KeepsThePlanAndTheNodesAndTakesTheCardsOwnLinks) {
    Catalog catalog = small_catalog();
    GpuSpec other = test::small_gpu();
    other.id = "other";
    other.pcie_link = "pcie";
    catalog.gpus.push_back(other);
    Scenario scenario = test::legal_scenario();
    scenario.cluster.host_memory.value = 512_GiB;
    scenario.cluster.power_cap.value = 500.0 * units::W;
    const Scenario moved = on_gpu(scenario, catalog.gpus[1], catalog);
    EXPECT_EQ(moved.training, scenario.training);
    EXPECT_EQ(moved.cluster.gpu.id, "other");
    EXPECT_EQ(moved.cluster.intra_node.id, "pcie");
    EXPECT_EQ(moved.cluster.gpus(), scenario.cluster.gpus());
    EXPECT_EQ(moved.cluster.host_memory.value, 512_GiB);
    EXPECT_EQ(moved.cluster.power_cap.value, Watts{}); // the cap was the other board's
}

TEST(OnGpu, TheSameCardChangesNothing) {
    const Catalog catalog = small_catalog();
    Scenario scenario = test::legal_scenario();
    scenario.cluster.rent.value = 1.0 * units::USD_per_hour; // the team's own price
    EXPECT_EQ(on_gpu(scenario, catalog.gpus[0], catalog).cluster, scenario.cluster);
}

} // namespace
} // namespace headroom
