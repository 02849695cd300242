// All presets in memory: GPUs, links, models, prices, stacks, bands, and where each number is from.
//
//     const GpuSpec* gpu = catalog.find_gpu("h100-sxm");          // nullptr when unknown
//     catalog.citation(gpu->memory.citation).source               // "nvidia-h100-datasheet"
//     Scenario other = on_gpu(scenario, *gpu, catalog);    // same plan, other card and its links
//
// Plain values, loaded once by core/io/catalog_reader; read-only afterwards and safe to share.
#pragma once

#include "core/model/scenario.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class SourceKind : std::uint8_t {
    datasheet,
    paper,
    documentation,
    code,
    measurement,
    price_list,
    definition,
    derived,
    assumption
};

/// A row of presets/sources.json.
struct Source {
    std::string id;
    SourceKind kind = SourceKind::assumption;
    std::string citation; // title, publisher, address
    std::string date;
};

std::string_view name_of(SourceKind);

/// Where in a source a number stands.
struct Citation {
    std::string source; // id of a Source; "" for values given by the user
    std::string where;  // "p. 2", "Table 5"
};

/// A model with what its publisher says about it.
struct ModelPreset {
    ModelSpec spec;
    int year = 0;
    Sourced<double> published_parameters;        // 0: not published
    Sourced<double> published_active_parameters; // 0: not published
    double published_tolerance = 0.0;            // known relative difference, see notes
    Confidence confidence = Confidence::high;
    CitationId citation = 0;
    std::string notes;
};

struct Price {
    std::string gpu;
    std::string provider;
    std::string instance;
    std::string region;
    std::string date;
    int gpus = 1;
    Sourced<DollarRate> on_demand, spot, reserved_1y, reserved_3y; // of one GPU; 0: none
    std::string notes;
};

/// All-reduce bus bandwidth inside of a PCIe machine without peer access: it depends on the board
/// and its sockets more than on the GPU, so it is an input with this default.
struct BusBandwidth {
    std::string gpu;
    int gpus = 0;
    Sourced<ByteRate> value;
};

/// A machine that clouds and vendors sell, with its links.
struct Instance {
    std::string id;
    std::string provider;
    std::string name;
    std::string gpu;
    int gpus = 1;
    std::string intra_node; // link id
    Sourced<ByteRate> scale_out_per_gpu;
};

/// A price of owned hardware with its range; range ends of 0 are not known.
struct OwnedHardware {
    std::string kind; // card, node, rack
    std::string item;
    std::string gpu;
    int gpus = 1;
    Sourced<Dollars> cost;
    Dollars low, high;
};

/// What owning GPUs costs beside the hardware: defaults that a user may change.
struct OwnershipDefaults {
    Sourced<Dollars> electricity_per_kwh;
    Sourced<double> power_usage_effectiveness;    // energy of the site over that of the machines
    Sourced<double> utilisation;                  // share of hours in which the GPUs work
    Sourced<Dollars> colocation_per_kw_month;     // instead of electricity and its overhead
    Sourced<double> node_power_over_boards;       // power of a node over that of its GPUs' boards
    Sourced<double> residual_value_after_3_years; // share of the price
    Sourced<double> depreciation_years;
    Sourced<double> server_overhead; // price of a server over that of its GPUs
};

/// What somebody asks for one GPU, and how many were asked.
struct Offer {
    const Price* price = nullptr;
    Sourced<DollarRate> rate;
    int providers = 0;
};

/// Why a reason costs points, in both languages.
struct ScoreText {
    std::string english, korean;
};

struct Catalog {
    std::string date; // of the presets, "2026-11-30"
    std::vector<Source> sources;
    std::vector<Citation> citations; // [0] is "given by the user"
    std::vector<GpuSpec> gpus;
    std::vector<LinkSpec> links;
    std::vector<ModelPreset> models;
    std::vector<Price> prices;
    std::vector<BusBandwidth> bus_bandwidths;
    Sourced<ByteRate> node_nvme; // what the disks of a node do where nothing else is known
    std::vector<Instance> instances;
    std::vector<OwnedHardware> owned_hardware;
    OwnershipDefaults ownership;
    SpotTerms spot_terms;
    std::vector<Stack> stacks;
    std::vector<std::string> default_view; // GPU ids that charts show at first
    Calibration calibration;
    Scores scores; // presets/scores.json
    std::array<ScoreText, complexity_reason_count> complexity_texts;
    std::array<ScoreText, quality_reason_count> quality_texts;

    const GpuSpec* find_gpu(std::string_view id) const;
    const LinkSpec* find_link(std::string_view id) const;
    const ModelPreset* find_model(std::string_view id) const;
    const Stack* find_stack(std::string_view id) const;
    const Source* find_source(std::string_view id) const;
    const Citation& citation(CitationId id) const;
    /// Median over providers of each one's cheapest rent of one GPU on these terms, of two middle
    /// ones the cheaper: a price that somebody asks and can be cited. Empty where nobody's price is
    /// known, and for what is not rented.
    std::optional<Offer> offer_of(std::string_view gpu, Purchase purchase) const;
    /// The rate of the on-demand offer; value 0 where nobody's price is known.
    Sourced<DollarRate> rent_of(std::string_view gpu) const;
};

/// The cluster that `gpus_per_node` x `nodes` of this GPU usually is: its scale-up link inside, its
/// usual scale-out link between nodes, its PCIe generation to the host, its median rent.
ClusterSpec usual_cluster(const GpuSpec& gpu, int gpus_per_node, int nodes, const Catalog& catalog);

/// Other prices of one GPU: median offers, what the hardware costs, what a node of it draws.
GpuPrices usual_prices(const GpuSpec& gpu, const Catalog& catalog);

/// The terms that the presets assume until the team says its own.
Funding usual_funding(const Catalog& catalog);

/// GPUs as whole nodes.
struct NodeShape {
    int gpus_per_node = 1;
    int nodes = 1;
};
/// So many GPUs in nodes of the present size; a single node is filled up to a usual server of 8
/// before there is a second. Smaller nodes where they would not be whole.
NodeShape nodes_of(int gpus, NodeShape present);

/// A link as this GPU uses it: PCIe has the peer access that the card's driver grants.
LinkSpec link_of_gpu(LinkSpec link, const GpuSpec& gpu);

/// The same plan on as many of another GPU, with that GPU's usual links and rent.
Scenario on_gpu(const Scenario& scenario, const GpuSpec& gpu, const Catalog& catalog);

} // namespace headroom
