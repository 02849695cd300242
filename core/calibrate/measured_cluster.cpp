// The cluster of a measured run: GPUs, nodes and what its interconnect column says.
#include "core/calibrate/row_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace headroom {

namespace {

constexpr int usual_node = 8; // GPUs of one server where the row does not say

/// Gbit/s of one GPU between nodes, from "800 Gb/s per node", "400 Gb/s RDMA per GPU" or
/// "8x HDR200 IB" (cards of one node); empty where the words name no rate.
std::optional<double> scale_out_gbit(const std::string& words, int gpus_per_node) {
    static const std::regex rate(R"((\d+) ?Gb(?:ps|/s)(?:/| per | RDMA per )(node|GPU))");
    static const std::regex cards(R"((\d+)x [A-Z]*?(\d{3})\b)");
    std::smatch match;
    if (std::regex_search(words, match, rate)) {
        const double gbit = std::stod(match[1]);
        return match[2] == "GPU" ? gbit : gbit / gpus_per_node;
    }
    if (std::regex_search(words, match, cards))
        return std::stod(match[1]) * std::stod(match[2]) / gpus_per_node;
    return std::nullopt;
}

void read_links(RowReading& reading, int gpus_per_node) {
    const std::string& words = reading.row.interconnect;
    ClusterSpec& cluster = reading.scenario.cluster;
    if (words == "PCIe")
        if (const LinkSpec* pcie = reading.catalog.find_link(cluster.gpu.pcie_link))
            cluster.intra_node = *pcie;
    if (cluster.nodes == 1) return;
    if (const std::optional<double> gbit = scale_out_gbit(words, gpus_per_node))
        cluster.inter_node.peak = {*gbit / 8.0 * units::GB_per_s};
    else
        reading.note_default("link between nodes: the usual one of this GPU");
}

} // namespace

void read_cluster(RowReading& reading) {
    const Measurement& row = reading.row;
    if (row.gpu.empty()) return reading.skip("GPU not stated");
    const GpuSpec* gpu = reading.catalog.find_gpu(row.gpu);
    if (gpu == nullptr) return reading.skip(fmt::format("no such GPU preset: {}", row.gpu));
    const int gpus = reading.required(row.gpus, "number of GPUs");
    if (gpus < 1) return reading.skip("number of GPUs not stated");
    const int node = row.gpus_per_node.value_or(usual_node);
    if (!row.gpus_per_node && gpus > 1)
        reading.note_default(fmt::format("GPUs per node: {}", usual_node));
    const int per_node = std::clamp(node, 1, gpus);
    if (gpus % per_node != 0) return reading.skip("GPUs do not fill whole nodes");
    reading.scenario.cluster = usual_cluster(*gpu, per_node, gpus / per_node, reading.catalog);
    // The cards of a node that the run does not fill are still the node's.
    read_links(reading, std::max(node, 1));
}

} // namespace headroom
