#include "core/io/preset_check.hpp"

#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom {

namespace {

struct Range {
    double lowest, highest;
    bool contains(double value) const { return value >= lowest && value <= highest; }
};

// Plausible figures of hardware on the market from 2017 to 2026; outside is worth a second look.
constexpr Range plausible_bandwidth_gb{100.0, 40'000.0}; // GB/s of one GPU's memory
constexpr Range plausible_peak_tflop{10.0, 12'000.0};    // bf16 or fp16
constexpr Range plausible_rent{0.05, 100.0};             // $/h of one GPU
constexpr Range usable_over_sold{0.93, 1.08};            // GiB visible over GB on the box
constexpr Range fp8_over_bf16{1.8, 2.2};                 // tensor cores of Ada to Blackwell
constexpr double rounding = 1e-9;                        // of published counts

class CatalogCheck {
  public:
    explicit CatalogCheck(const Catalog& catalog) : catalog_(catalog) {}

    Problems run() {
        sources();
        for (const GpuSpec& gpu : catalog_.gpus)
            check(gpu);
        for (const ModelPreset& model : catalog_.models)
            check(model);
        for (const Price& price : catalog_.prices)
            check(price);
        return std::move(problems_);
    }

  private:
    void odd(std::string where, std::string message) {
        problems_.push_back(warning(std::move(where), std::move(message)));
    }

    void sources() {
        std::set<std::string_view> cited;
        for (const Citation& citation : catalog_.citations)
            cited.insert(citation.source);
        for (const Source& source : catalog_.sources)
            if (!cited.contains(source.id))
                problems_.push_back(error("sources.json: " + source.id, "nothing cites it"));
    }

    void check(const GpuSpec& gpu) {
        const std::string where = "gpus.json: " + gpu.id;
        const double bandwidth = gpu.memory_bandwidth.value / units::GB_per_s;
        if (!plausible_bandwidth_gb.contains(bandwidth))
            odd(where, fmt::format("a memory bandwidth of {} GB/s is not plausible", bandwidth));
        if (gpu.sustained_bandwidth.value > gpu.memory_bandwidth.value)
            odd(where, "sustained bandwidth is above the peak");
        const double sold = gpu.memory.value / gpu.memory_marketing;
        if (!usable_over_sold.contains(sold))
            odd(where, fmt::format("usable memory is {:.2f} of what is on the box", sold));
        check_peaks(gpu, where);
    }

    void check_peaks(const GpuSpec& gpu, const std::string& where) {
        const FlopRate none{};
        const FlopRate bf16 = gpu.peak_of(Precision::bf16);
        const FlopRate half = bf16 > none ? bf16 : gpu.peak_of(Precision::fp16);
        const double tflop = half / units::TFLOP_per_s;
        if (!plausible_peak_tflop.contains(tflop))
            odd(where, fmt::format("a 16-bit peak of {} TFLOP/s is not plausible", tflop));
        const FlopRate fp8 = gpu.peak_of(Precision::fp8);
        const bool doubles = gpu.generation == GpuGeneration::ada ||
                             gpu.generation == GpuGeneration::hopper ||
                             gpu.generation == GpuGeneration::blackwell;
        if (doubles && fp8 > none && !fp8_over_bf16.contains(fp8 / bf16))
            odd(where, fmt::format("fp8 is {:.2f} x bf16 where tensor cores double it: one of them "
                                   "may be the rate with sparsity",
                                   fp8 / bf16));
    }

    void check(const ModelPreset& preset) {
        const double published = preset.published_parameters.value;
        if (published == 0.0) return;
        const auto counted = static_cast<double>(count_parameters(preset.spec).total);
        const double off = std::abs(counted / published - 1.0);
        if (off > preset.published_tolerance + rounding)
            problems_.push_back(error("models.json: " + preset.spec.id,
                                      fmt::format("counts {:.0f} parameters, published {:.0f}: "
                                                  "{:.3g} % apart",
                                                  counted, published, 100.0 * off)));
    }

    void check(const Price& price) {
        for (const auto* rate :
             {&price.on_demand, &price.spot, &price.reserved_1y, &price.reserved_3y}) {
            const double usd = rate->value / units::USD_per_hour;
            if (usd != 0.0 && !plausible_rent.contains(usd))
                odd(fmt::format("prices.json: {} {}", price.provider, price.instance),
                    fmt::format("${:.3g}/h for one GPU is not plausible", usd));
        }
    }

    const Catalog& catalog_;
    Problems problems_;
};

std::vector<std::filesystem::path> scenario_files(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> files;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "scenarios", missing))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

} // namespace

Problems check_catalog(const Catalog& catalog) { return CatalogCheck(catalog).run(); }

PresetCheck check_presets(const std::filesystem::path& directory) {
    CatalogResult read = read_catalog(directory);
    PresetCheck check{std::move(read.catalog), std::move(read.problems), 0};
    const auto add = [&](const Problems& problems) {
        check.problems.insert(check.problems.end(), problems.begin(), problems.end());
    };
    // What could not be read would be missed everywhere else.
    if (has_errors(check.problems)) return check;
    add(check_catalog(check.catalog));
    for (const std::filesystem::path& file : scenario_files(directory)) {
        add(read_scenario_file(file, check.catalog).problems);
        ++check.scenarios;
    }
    return check;
}

} // namespace headroom
