#include "core/calibrate/gpu_match.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace headroom {

namespace {

constexpr double memory_tolerance = 0.03;
constexpr double power_tolerance = 0.05;

struct NamePattern {
    std::string_view words; // each stands in the driver's name as a word of its own
    std::string_view gpu;
};

/// As NVML spells its names. More words are more particular: "H200 NVL" before "H200".
constexpr std::array patterns{
    NamePattern{"v100 sxm2 16gb", "v100-sxm2-16"},
    NamePattern{"v100 pcie 16gb", "v100-pcie-16"},
    NamePattern{"v100 sxm2 32gb", "v100-sxm2-32"},
    NamePattern{"v100 pcie 32gb", "v100-pcie-32"},
    NamePattern{"t4", "t4"},
    NamePattern{"a10", "a10"},
    NamePattern{"a10g", "a10g"},
    NamePattern{"a30", "a30"},
    NamePattern{"a40", "a40"},
    NamePattern{"a100", "a100-sxm4-80"},
    NamePattern{"a100 sxm4 40gb", "a100-sxm4-40"},
    NamePattern{"a100 sxm4 80gb", "a100-sxm4-80"},
    NamePattern{"a100 pcie 40gb", "a100-pcie-40"},
    NamePattern{"a100 80gb pcie", "a100-pcie-80"},
    NamePattern{"rtx 3090", "rtx-3090"},
    NamePattern{"rtx 3090 ti", "rtx-3090-ti"},
    NamePattern{"rtx a5000", "rtx-a5000"},
    NamePattern{"rtx a6000", "rtx-a6000"},
    NamePattern{"l4", "l4"},
    NamePattern{"l40", "l40"},
    NamePattern{"l40s", "l40s"},
    NamePattern{"rtx 4080", "rtx-4080"},
    NamePattern{"rtx 4090", "rtx-4090"},
    NamePattern{"rtx 6000 ada", "rtx-6000-ada"},
    NamePattern{"h100 hbm3", "h100-sxm"},
    NamePattern{"h100 pcie", "h100-pcie"},
    NamePattern{"h100 nvl", "h100-nvl"},
    NamePattern{"h100 96gb", "h100-sxm-96-hbm2e"},
    NamePattern{"h200", "h200-sxm"},
    NamePattern{"h200 nvl", "h200-nvl"},
    NamePattern{"h20", "h20"},
    NamePattern{"h800", "h800"},
    NamePattern{"gh200 480gb", "gh200-96"},
    NamePattern{"gh200 144g", "gh200-144"},
    NamePattern{"b200", "b200-sxm"},
    NamePattern{"gb200", "gb200"},
    NamePattern{"b300", "b300-sxm"},
    NamePattern{"gb300", "gb300"},
    NamePattern{"rtx 5090", "rtx-5090"},
    NamePattern{"rtx 5080", "rtx-5080"},
    NamePattern{"rtx 5070 ti", "rtx-5070-ti"},
    NamePattern{"rtx pro 6000 workstation", "rtx-pro-6000-ws"},
    NamePattern{"rtx pro 6000 server", "rtx-pro-6000-server"},
    NamePattern{"gb10", "gb10-dgx-spark"},
};

/// Lower-case words, parted by anything that is no letter or digit.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0)
            words.back() += static_cast<char>(std::tolower(byte));
        else if (!words.back().empty())
            words.emplace_back();
    }
    return words;
}

/// How many of the pattern's words the name has; 0 unless it has all of them.
std::size_t fit_of(const NamePattern& pattern, const std::vector<std::string>& name) {
    const std::vector<std::string> wanted = words_of(pattern.words);
    const bool all = std::ranges::all_of(wanted, [&name](const std::string& word) {
        return std::ranges::find(name, word) != name.end();
    });
    return all ? wanted.size() : 0;
}

bool same_memory(const ProbeDevice& device, const GpuSpec& gpu) {
    const auto gib = device.number("memory_gib");
    return gib && std::abs(*gib / (gpu.memory.value / units::GiB) - 1.0) <= memory_tolerance;
}

/// The most particular pattern among those whose preset `accepts`.
template <class Accepts>
const GpuSpec* best_of(const std::vector<std::string>& name, const Catalog& catalog,
                       Accepts accepts) {
    const GpuSpec* best = nullptr;
    std::size_t most = 0;
    for (const NamePattern& pattern : patterns) {
        const std::size_t fits = fit_of(pattern, name);
        const GpuSpec* gpu = fits > most ? catalog.find_gpu(pattern.gpu) : nullptr;
        if (gpu == nullptr || !accepts(*gpu)) continue;
        best = gpu;
        most = fits;
    }
    return best;
}

MatchFailure failure_of(const ProbeDevice& device) {
    if (device.backend != "cuda" && device.backend != "fake") return MatchFailure::not_a_gpu;
    if (device.mig) return MatchFailure::slice;
    return device.virtual_gpu ? MatchFailure::virtual_gpu : MatchFailure::none;
}

} // namespace

GpuMatch match_gpu(const ProbeDevice& device, const Catalog& catalog) {
    GpuMatch match;
    match.reason = failure_of(device);
    if (match.reason != MatchFailure::none) return match;
    const std::vector<std::string> name = words_of(device.name);
    const auto same_processors = [&](const GpuSpec& gpu) { return gpu.sm_count == device.sm; };
    match.gpu = best_of(name, catalog, [&](const GpuSpec& gpu) {
        return same_processors(gpu) && same_memory(device, gpu);
    });
    if (match.gpu != nullptr) {
        const auto cap = device.number("power_cap_w");
        const Watts board = match.gpu->board_power.value;
        if (cap && board > Watts{} && std::abs(*cap * units::W / board - 1.0) > power_tolerance)
            match.power_cap = *cap * units::W;
    } else if (best_of(name, catalog, [](const GpuSpec&) { return true; }) == nullptr) {
        match.reason = MatchFailure::unknown_name;
    } else if (best_of(name, catalog, same_processors) == nullptr) {
        match.reason = MatchFailure::other_processors;
    } else {
        match.reason = MatchFailure::other_memory;
    }
    return match;
}

} // namespace headroom
