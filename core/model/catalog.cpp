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

Sourced<DollarRate> rate_of(const Price& price, Purchase purchase) {
    switch (purchase) {
    case Purchase::on_demand: return price.on_demand;
    case Purchase::spot: return price.spot;
    case Purchase::reserved_1y: return price.reserved_1y;
    case Purchase::reserved_3y: return price.reserved_3y;
    case Purchase::owned: break;
    }
    return {};
}

/// Of two middle ones the lower.
template <class Item, class Value>
const Item* median_of(std::vector<const Item*>& items, Value value) {
    if (items.empty()) return nullptr;
    std::ranges::stable_sort(items, {}, [&](const Item* item) { return value(*item); });
    return items[(items.size() - 1) / 2];
}

/// Hardware of this GPU that is sold as whole machines, or as bare cards.
std::vector<const OwnedHardware*> hardware_of(const Catalog& catalog, std::string_view gpu,
                                              bool cards) {
    std::vector<const OwnedHardware*> found;
    for (const OwnedHardware& owned : catalog.owned_hardware)
        if (owned.gpu == gpu && (owned.kind == "card") == cards) found.push_back(&owned);
    return found;
}

/// Of one GPU in a machine: a share of one that is sold whole, else the card and what servers cost
/// beside their cards.
Sourced<Dollars> usual_purchase(const GpuSpec& gpu, const Catalog& catalog) {
    const auto per_gpu = [](const OwnedHardware& owned) { return owned.cost.value / owned.gpus; };
    auto machines = hardware_of(catalog, gpu.id, false);
    if (const OwnedHardware* machine = median_of(machines, per_gpu))
        return {per_gpu(*machine), machine->cost.citation, machine->cost.confidence};
    auto cards = hardware_of(catalog, gpu.id, true);
    const OwnedHardware* card = median_of(cards, per_gpu);
    if (!card) return {};
    const Sourced<double>& overhead = catalog.ownership.server_overhead;
    return {per_gpu(*card) * overhead.value, card->cost.citation,
            std::max(card->cost.confidence, overhead.confidence)};
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

std::optional<Offer> Catalog::offer_of(std::string_view gpu, Purchase purchase) const {
    const auto rate = [purchase](const Price& price) { return rate_of(price, purchase).value; };
    std::map<std::string_view, const Price*> cheapest;
    for (const Price& price : prices) {
        if (price.gpu != gpu || !(rate(price) > DollarRate{})) continue;
        const Price*& best = cheapest[price.provider];
        if (!best || rate(price) < rate(*best)) best = &price;
    }
    std::vector<const Price*> offers;
    for (const auto& [provider, price] : cheapest)
        offers.push_back(price);
    const Price* median = median_of(offers, rate);
    if (!median) return std::nullopt;
    return Offer{median, rate_of(*median, purchase), static_cast<int>(offers.size())};
}

Sourced<DollarRate> Catalog::rent_of(std::string_view gpu) const {
    return offer_of(gpu, Purchase::on_demand).value_or(Offer{}).rate;
}

GpuPrices usual_prices(const GpuSpec& gpu, const Catalog& catalog) {
    const auto rate = [&](Purchase purchase) {
        return catalog.offer_of(gpu.id, purchase).value_or(Offer{}).rate;
    };
    const Sourced<double>& node = catalog.ownership.node_power_over_boards;
    GpuPrices prices;
    prices.spot = rate(Purchase::spot);
    prices.reserved_1y = rate(Purchase::reserved_1y);
    prices.reserved_3y = rate(Purchase::reserved_3y);
    prices.purchase = usual_purchase(gpu, catalog);
    prices.power = {gpu.board_power.value * node.value, node.citation, node.confidence};
    return prices;
}

Funding usual_funding(const Catalog& catalog) {
    const OwnershipDefaults& defaults = catalog.ownership;
    Funding funding;
    funding.utilisation = defaults.utilisation;
    funding.spot = catalog.spot_terms;
    funding.owning.years = defaults.depreciation_years;
    funding.owning.residual_value_after_3_years = defaults.residual_value_after_3_years;
    funding.owning.electricity_per_kwh = defaults.electricity_per_kwh;
    funding.owning.power_usage_effectiveness = defaults.power_usage_effectiveness;
    funding.owning.colocation_per_kw_month = defaults.colocation_per_kw_month;
    return funding;
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
    cluster.prices = usual_prices(gpu, catalog);
    if (const auto offer = catalog.offer_of(gpu.id, Purchase::on_demand)) {
        cluster.rent = offer->rate;
        cluster.rent_note =
            fmt::format("{} on demand, {}", offer->price->provider, offer->price->date);
        if (offer->providers > 1)
            cluster.rent_note += fmt::format(" (median of {} providers)", offer->providers);
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
