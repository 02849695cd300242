#include "app/probe/cuda/other_vendors.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace headroom::probe {
namespace {

std::string first_word(const std::filesystem::path& path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

std::string described(const std::filesystem::path& device) {
    const std::string vendor = first_word(device / "vendor");
    if (vendor != "0x1002" && vendor != "0x8086") return "";
    std::string text = vendor == "0x1002" ? "an AMD GPU" : "an Intel GPU";
    const double bytes = std::strtod(first_word(device / "mem_info_vram_total").c_str(), nullptr);
    if (bytes > 0.0) {
        std::array<char, 48> memory{};
        std::snprintf(memory.data(), memory.size(), " with %.1f GiB", bytes / 1073741824.0);
        text += memory.data();
    }
    return text;
}

} // namespace

std::string other_vendors() {
    const char* const root = std::getenv("HEADROOM_PROBE_SYSFS");
    std::string found;
    std::error_code none;
    for (const auto& card :
         std::filesystem::directory_iterator(root != nullptr ? root : "/sys/class/drm", none)) {
        const std::string text = described(card.path() / "device");
        if (text.empty() || found.find(text) != std::string::npos) continue;
        found += (found.empty() ? "" : " and ") + text;
    }
    return found;
}

} // namespace headroom::probe
