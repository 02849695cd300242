#include "core/model/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace headroom {

namespace {

template <class Item, class Id>
const Item* find_by(const std::vector<Item>& items, std::string_view wanted, Id id) {
    const auto found =
        std::ranges::find_if(items, [&](const Item& item) { return id(item) == wanted; });
    return found == items.end() ? nullptr : &*found;
}

template <class Item>
const Item* find_by_id(const std::vector<Item>& items, std::string_view wanted) {
    return find_by(items, wanted, [](const Item& item) -> std::string_view { return item.id; });
}

/// Each provider's cheapest on-demand offer of this GPU, cheapest first.
std::vector<const Price*> offers(const std::vector<Price>& prices, std::string_view gpu) {
    std::map<std::string_view, const Price*> cheapest;
    for (const Price& price : prices) {
        if (price.gpu != gpu || !(price.on_demand.value > DollarRate{})) continue;
        const Price*& best = cheapest[price.provider];
        if (!best || price.on_demand.value < best->on_demand.value) best = &price;
    }
    std::vector<const Price*> sorted;
    for (const auto& [provider, price] : cheapest)
        sorted.push_back(price);
    std::ranges::stable_sort(sorted, {}, [](const Price* price) { return price->on_demand.value; });
    return sorted;
}

/// The middle offer, of two middle ones the cheaper: a price that somebody asks and can be cited.
const Price* median_offer(const std::vector<const Price*>& sorted) {
    return sorted.empty() ? nullptr : sorted[(sorted.size() - 1) / 2];
}

LinkSpec link_or_none(const Catalog& catalog, std::string_view id) {
    const LinkSpec* link = catalog.find_link(id);
    return link ? *link : LinkSpec{};
}

/// What GPUs of one node talk over: their own links, else PCIe with the card's peer access. Bridges
/// join pairs; in a larger node the slowest hop of every ring is PCIe.
LinkSpec usual_intra_node(const GpuSpec& gpu, int gpus_per_node, const Catalog& catalog) {
    const LinkSpec own = link_or_none(catalog, gpu.scale_up_link);
    const bool reaches_all =
        own.kind != LinkKind::nvlink_bridge || gpus_per_node <= gpu.scale_up_domain;
    if (!own.id.empty() && reaches_all) return own;
    return link_of_gpu(link_or_none(catalog, gpu.pcie_link), gpu);
}

Sourced<ByteRate> usual_host_link(const GpuSpec& gpu, const Catalog& catalog) {
    const LinkSpec pcie = link_or_none(catalog, gpu.pcie_link);
    Sourced<ByteRate> rate = pcie.peak;
    if (pcie.achievable.value > 0.0) rate.value *= pcie.achievable.value;
    return rate;
}

/// Measured all-reduce bandwidth of this card in a node of at least this size; the largest node
/// measured where none is; 0 where the card's links say enough.
Sourced<ByteRate> usual_bus_bandwidth(const GpuSpec& gpu, int gpus_per_node,
                                      const Catalog& catalog) {
    const BusBandwidth* best = nullptr;
    for (const BusBandwidth& row : catalog.bus_bandwidths) {
        if (row.gpu != gpu.id || gpus_per_node < 2) continue;
        const bool row_is_enough = row.gpus >= gpus_per_node;
        const bool best_is_enough = best && best->gpus >= gpus_per_node;
        const bool closer = !best || (row_is_enough ? !best_is_enough || row.gpus < best->gpus
                                                    : !best_is_enough && row.gpus > best->gpus);
        if (closer) best = &row;
    }
    return best ? best->value : Sourced<ByteRate>{};
}

} // namespace

const GpuSpec* Catalog::find_gpu(std::string_view id) const { return find_by_id(gpus, id); }
const LinkSpec* Catalog::find_link(std::string_view id) const { return find_by_id(links, id); }
const Stack* Catalog::find_stack(std::string_view id) const { return find_by_id(stacks, id); }
const Source* Catalog::find_source(std::string_view id) const { return find_by_id(sources, id); }
const ModelPreset* Catalog::find_model(std::string_view id) const {
    return find_by(models, id,
                   [](const ModelPreset& preset) -> std::string_view { return preset.spec.id; });
}

const Citation& Catalog::citation(CitationId id) const {
    static const Citation given_by_the_user;
    return id < citations.size() ? citations[id] : given_by_the_user;
}

Sourced<DollarRate> Catalog::rent_of(std::string_view gpu) const {
    const Price* offer = median_offer(offers(prices, gpu));
    return offer ? offer->on_demand : Sourced<DollarRate>{};
}

LinkSpec link_of_gpu(LinkSpec link, const GpuSpec& gpu) {
    if (link.kind == LinkKind::pcie) link.peer_access = gpu.pcie_peer_access;
    return link;
}

ClusterSpec usual_cluster(const GpuSpec& gpu, int gpus_per_node, int nodes,
                          const Catalog& catalog) {
    ClusterSpec cluster;
    cluster.gpu = gpu;
    cluster.gpus_per_node = gpus_per_node;
    cluster.nodes = nodes;
    cluster.intra_node = usual_intra_node(gpu, gpus_per_node, catalog);
    cluster.inter_node = link_or_none(catalog, gpu.scale_out_link);
    cluster.host_link = usual_host_link(gpu, catalog);
    cluster.nvme = catalog.node_nvme;
    cluster.bus_bandwidth = usual_bus_bandwidth(gpu, gpus_per_node, catalog);
    const std::vector<const Price*> sorted = offers(catalog.prices, gpu.id);
    if (const Price* offer = median_offer(sorted)) {
        cluster.rent = offer->on_demand;
        cluster.rent_note = fmt::format("{} on demand, {}", offer->provider, offer->date);
        if (sorted.size() > 1)
            cluster.rent_note += fmt::format(" (median of {} providers)", sorted.size());
    }
    return cluster;
}

NodeShape nodes_of(int gpus, NodeShape present) {
    constexpr int usual_server = 8;
    const int wanted = std::max(1, gpus);
    int node =
        present.nodes > 1 ? present.gpus_per_node : std::max(present.gpus_per_node, usual_server);
    node = std::clamp(node, 1, wanted);
    while (wanted % node != 0)
        --node;
    return {node, wanted / node};
}

Scenario on_gpu(const Scenario& scenario, const GpuSpec& gpu, const Catalog& catalog) {
    if (scenario.cluster.gpu.id == gpu.id) return scenario;
    Scenario other = scenario;
    other.cluster =
        usual_cluster(gpu, scenario.cluster.gpus_per_node, scenario.cluster.nodes, catalog);
    other.cluster.host_memory = scenario.cluster.host_memory;
    other.cluster.nvme = scenario.cluster.nvme;
    return other;
}

} // namespace headroom
