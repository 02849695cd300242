#include "core/cost/matmul.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace headroom {

namespace {

// Fitted together with KernelRates, on the same timings.
constexpr Seconds split_reduction = 2.9_us;
constexpr double split_bytes = 4.0; // fp32 partial results, per element and part
constexpr std::int64_t smallest_split_k = 256;

struct Tile {
    int log_m, log_n;
    double efficiency; // of the rate that 256-wide tiles reach
};
constexpr std::array<Tile, 6> tiles{
    {{8, 7, 1.0}, {7, 8, 1.0}, {7, 7, 0.913}, {7, 6, 0.827}, {6, 7, 0.827}, {6, 6, 0.576}}};
/// From so many waves on quantisation costs less than a smaller tile's efficiency.
constexpr double many_waves = 8.0;
constexpr std::size_t wide_tiles = 2;
constexpr std::array<int, 3> split_factors{2, 4, 8};

/// Rate lost by a dimension that 64 does not divide, by its largest power of two below.
double alignment(std::int64_t dimension) {
    constexpr std::array<double, 7> by_power{0.6, 0.6, 0.6, 0.85, 0.93, 0.97, 1.0};
    return by_power[static_cast<std::size_t>(
        std::min(std::countr_zero(static_cast<std::uint64_t>(dimension)), 6))];
}

double tiles_of(const MatmulShape& shape, const Tile& tile) {
    const std::int64_t rows = (shape.m + (std::int64_t{1} << tile.log_m) - 1) >> tile.log_m;
    const std::int64_t columns = (shape.n + (std::int64_t{1} << tile.log_n) - 1) >> tile.log_n;
    return static_cast<double>(rows * columns * shape.groups);
}

double waves_of(double load, double smoothed_waves) {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(load));
    const double ceiling = whole < load ? whole + 1.0 : whole;
    return (1.0 - smoothed_waves) * ceiling + smoothed_waves * std::max(load, 1.0);
}

/// FLOPs that one processor spends on a wave of this tile, for each element of K.
double tile_work(const Tile& tile) {
    return static_cast<double>(std::int64_t{2} << (tile.log_m + tile.log_n)) / tile.efficiency;
}

struct Work {
    double cycles = 0.0;  // FLOPs per processor at full rate
    double busiest = 0.0; // waves of the widest tile
};

/// The fastest tile without splitting K.
Work best_tile(const MatmulShape& shape, double depth, const DeviceRates& device) {
    const double processors = device.processors;
    Work best{1e300, tiles_of(shape, tiles[0]) / processors};
    const std::size_t candidates = best.busiest >= many_waves ? wide_tiles : tiles.size();
    for (std::size_t i = 0; i < candidates; ++i) {
        const double waves =
            waves_of(tiles_of(shape, tiles[i]) / processors, device.kernels.smoothed_waves);
        best.cycles = std::min(best.cycles, waves * tile_work(tiles[i]) * depth);
    }
    return best;
}

Seconds product_time(const MatmulShape& shape, const MatmulRate& rate, const DeviceRates& device,
                     double kind_rate) {
    const double processors = device.processors;
    const auto k = static_cast<double>(shape.k);
    const KernelRates& kernels = device.kernels;
    const double fixed_depth = kernels.prologue_k * rate.speedup;
    const FlopRate per_processor =
        rate.rate * (kind_rate * alignment(shape.n) * alignment(shape.k) / processors);
    const ByteRate memory = kernels.product_bandwidth * device.memory;
    const auto outputs = static_cast<double>(shape.m) * static_cast<double>(shape.n);
    const double inputs = (static_cast<double>(shape.m) + static_cast<double>(shape.n)) * k;
    const Bytes traffic =
        shape.groups * (rate.operand_bytes * inputs + rate.result_bytes * outputs) * units::B;
    const Work whole = best_tile(shape, k + fixed_depth, device);
    Seconds best = std::max(whole.cycles * units::FLOP / per_processor, traffic / memory);
    if (whole.busiest >= 1.0) return best + kernels.start;
    for (const int split : split_factors) {
        if (shape.k < smallest_split_k * split) break;
        MatmulShape part = shape;
        part.groups *= split;
        const Work work = best_tile(part, k / split + fixed_depth, device);
        const Bytes partial = split_bytes * outputs * split * shape.groups * units::B;
        const Seconds time =
            std::max(work.cycles * units::FLOP / per_processor, (traffic + partial) / memory) +
            split_reduction;
        best = std::min(best, time);
    }
    return best + kernels.start;
}

} // namespace

Seconds matmul_time(const MatmulShape& shape, const MatmulRate& rate, const DeviceRates& device) {
    return product_time(shape, rate, device, shape.groups > 1 ? rate.grouped : 1.0);
}

LinearTime linear_time(const MatmulShape& shape, const MatmulRate& rate,
                       const DeviceRates& device) {
    const double kind = shape.groups > 1 ? rate.grouped : 1.0;
    return {product_time(shape, rate, device, kind),
            product_time({shape.m, shape.k, shape.n, shape.groups}, rate, device, kind),
            product_time({shape.k, shape.n, shape.m, shape.groups}, rate, device,
                         kind * device.kernels.weight_gradient_rate)};
}

} // namespace headroom
