// What a cluster is made of: GPUs, links, nodes.
//
//     const ClusterSpec node{.gpu = h100, .intra_node = nvlink4, .inter_node = ndr,
//                            .gpus_per_node = 8, .nodes = 1};
//
// Rates are dense (never "with sparsity"), per GPU and per direction, in decimal units; memory is
// in GiB as the driver reports it. Each published number carries its citation and its confidence.
#pragma once

#include "core/base/sourced.hpp"
#include "core/base/units.hpp"
#include "core/model/funding.hpp"
#include "core/model/precision.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace headroom {

/// Families of GPUs that share a mark in the charts and regimes in the model.
enum class GpuGeneration : std::uint8_t {
    volta,
    turing,
    ampere,
    ada,
    hopper,
    blackwell,
    rubin,
    cdna2,
    cdna3,
    cdna4,
    cdna5,
    rdna3,
    gaudi,
    ponte_vecchio,
    tpu,
    apple
};

struct GpuSpec {
    std::string id;         // "h100-sxm"
    std::string name;       // "NVIDIA H100 SXM5 80GB"
    std::string short_name; // "H100 SXM", what charts write beside a mark
    std::string vendor;
    GpuGeneration generation = GpuGeneration::hopper;
    int year = 0;
    bool announced = false; // not shipping: figures are the vendor's announcement
    Sourced<Bytes> memory;  // usable, as the driver reports it
    Bytes memory_marketing; // "80 GB" on the box
    Sourced<ByteRate> memory_bandwidth;
    Sourced<ByteRate> sustained_bandwidth; // measured or estimated stream-type rate
    /// Dense peak by Precision; value 0 where the GPU has no such unit.
    std::array<Sourced<FlopRate>, precision_count> peak{};
    /// Fraction of the bf16 (fp16 where there is no bf16) peak that large products reach when run
    /// alone; core/cost takes the board's power limit into account.
    Sourced<double> matmul_efficiency;
    /// The same for fp8 and fp4 products against their own peaks; value 0: not measured.
    Sourced<double> matmul_efficiency_fp8;
    Sourced<double> matmul_efficiency_fp4;
    Sourced<Watts> board_power;
    int sm_count = 0; // streaming multiprocessors, or compute units
    Bytes l2_cache;
    std::string scale_up_link;    // link id inside of a node or domain, "" where only PCIe
    std::string pcie_link;        // link id
    bool pcie_peer_access = true; // false: copies between cards go through host memory
    int scale_up_domain = 0;      // GPUs in one switched domain (8, 72); 0: none
    std::string scale_out_link;   // usual link between nodes, "" unknown
    Sourced<Dollars> list_price;  // 0: unknown
    Confidence confidence = Confidence::high; // of the preset as a whole
    std::string notes;

    FlopRate peak_of(Precision precision) const {
        return peak[static_cast<std::size_t>(precision)].value;
    }

    bool operator==(const GpuSpec&) const = default;
};

enum class LinkKind : std::uint8_t {
    nvlink,
    nvlink_bridge,
    cpu_gpu,
    pcie,
    infiniband,
    ethernet,
    xgmi,
    roce_on_chip,
    ici
};

struct LinkSpec {
    std::string id; // "nvlink4"
    std::string name;
    LinkKind kind = LinkKind::nvlink;
    Sourced<ByteRate> peak;           // per GPU and direction
    Sourced<double> achievable;       // fraction of peak that large collectives reach
    Sourced<Seconds> latency;         // small-message latency; 0: unknown
    bool in_switch_reduction = false; // NVLink SHARP on Hopper and later
    bool peer_access = true;          // of PCIe; see GpuSpec::pcie_peer_access
    std::string notes;

    bool operator==(const LinkSpec&) const = default;
};

struct ClusterSpec {
    GpuSpec gpu;
    int gpus_per_node = 1;
    int nodes = 1;
    LinkSpec intra_node;         // used inside of a node (or scale-up domain)
    LinkSpec inter_node;         // used between nodes; per GPU
    Sourced<ByteRate> host_link; // GPU <-> host memory, per GPU and direction
    Sourced<Bytes> host_memory;  // RAM of one node; 0: unknown
    Sourced<ByteRate> nvme;      // of one node, reading and writing alike; 0: none
    Sourced<Watts> power_cap;    // per GPU; 0: the board's own
    Sourced<ByteRate>
        bus_bandwidth;        // measured all-reduce bus bandwidth inside the node; 0: from the link
    Sourced<DollarRate> rent; // of one GPU on demand; 0: no price known
    std::string rent_note;    // "Lambda on demand, 2026-10"
    GpuPrices prices;

    /// Saturates at the largest int, so that absurd input reaches validate() whole.
    int gpus() const {
        const std::int64_t product = std::int64_t{gpus_per_node} * nodes;
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        return static_cast<int>(std::clamp(product, -most, most));
    }

    bool operator==(const ClusterSpec&) const = default;
};

std::string_view name_of(GpuGeneration generation);
std::string_view name_of(LinkKind kind);

} // namespace headroom
