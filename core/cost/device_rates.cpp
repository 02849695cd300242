#include "core/cost/device_rates.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// 16-bit efficiency where a preset has none: the lower quartile of those measured.
constexpr double assumed_efficiency = 0.65;

/// c of the bound below; 0: the generation has none.
double rate_per_power(GpuGeneration generation, const StepConstants& constants) {
    switch (generation) {
    case GpuGeneration::hopper: return constants.hopper_rate_per_power.value;
    case GpuGeneration::blackwell: return constants.blackwell_rate_per_power.value;
    default: return 0.0;
    }
}

/// Board power beyond the static part buys rate: eta <= c * ((P - static) / (peak in
/// TFLOP/s))^0.75, the exponent between P ~ f and P ~ f^3 of voltage-frequency scaling. Other
/// generations reach their isolated rates under their caps.
double power_bound(const ClusterSpec& cluster, FlopRate peak_16bit, const StepConstants& constants,
                   double measured_rate_per_power) {
    const double scale = measured_rate_per_power > 0.0
                             ? measured_rate_per_power
                             : rate_per_power(cluster.gpu.generation, constants);
    if (!(scale > 0.0)) return 1.0;
    const Watts board = cluster.gpu.board_power.value;
    const Watts cap =
        cluster.power_cap.value > Watts{} ? std::min(cluster.power_cap.value, board) : board;
    const Watts dynamic = std::max(cap - constants.static_power_share.value * board, units::W);
    const double watts = dynamic / units::W;
    const double root = std::sqrt(watts / (peak_16bit / units::TFLOP_per_s));
    return scale * root * std::sqrt(root);
}

FlopRate peak_16bit(const GpuSpec& gpu) {
    return std::max(gpu.peak_of(Precision::bf16), gpu.peak_of(Precision::fp16));
}

bool is_eight_bit(Precision precision) {
    return precision == Precision::fp8 || precision == Precision::mxfp8;
}

Sourced<double> larger(const Sourced<double>& measured, double carried_over) {
    if (measured.value >= carried_over) return measured;
    return {carried_over, 0, measured.value > 0.0 ? measured.confidence : Confidence::estimate};
}

/// Isolated efficiency of a precision, and whether it was measured. Training's fp8 and fp4 products
/// sustain more than the isolated timings of inference kernels (0.67 - 0.74 of the 16-bit share).
Sourced<double> isolated_efficiency(const GpuSpec& gpu, Precision precision,
                                    const StepConstants& constants, const SiteRates& site) {
    const auto at_site = [&site](Precision one) {
        return site.efficiency[static_cast<std::size_t>(one)];
    };
    if (at_site(precision) > 0.0) return {at_site(precision), 0, Confidence::high};
    // What products reach in 16 bit is the base of the formats that nobody timed.
    const Sourced<double> measured = at_site(Precision::bf16) > 0.0
                                         ? Sourced<double>{at_site(Precision::bf16)}
                                         : gpu.matmul_efficiency;
    const double base = measured.value > 0.0 ? measured.value : assumed_efficiency;
    // Where a GPU's own fp8 or fp4 timings say more, they count.
    if (is_eight_bit(precision))
        return larger(gpu.matmul_efficiency_fp8, constants.fp8_efficiency.value * base);
    if (precision == Precision::nvfp4)
        return larger(gpu.matmul_efficiency_fp4, constants.fp4_efficiency.value * base);
    return {base, 0, measured.value > 0.0 ? measured.confidence : Confidence::estimate};
}

double operand_bytes_of(Precision precision) {
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32: return 4.0;
    case Precision::fp16:
    case Precision::bf16: return 2.0;
    case Precision::fp8:
    case Precision::mxfp8: return 1.0;
    case Precision::nvfp4: return 0.5;
    }
    return 2.0;
}

/// Quantising an operand of 16 bit: read 2, write it and its transpose in one pass; block-scaled
/// formats take a pass for each direction and lay out scales (Transformer Engine's kernels).
double cast_bytes_of(Precision precision) {
    switch (precision) {
    case Precision::fp8: return 4.0;
    case Precision::mxfp8:
    case Precision::nvfp4: return 8.0;
    default: return 0.0;
    }
}

MatmulRate matmul_rate(const GpuSpec& gpu, Precision precision, double throttle,
                       const StepConstants& constants, const SiteRates& site) {
    MatmulRate rate;
    const FlopRate own = precision == Precision::bf16 || precision == Precision::fp16
                             ? peak_16bit(gpu)
                             : gpu.peak_of(precision);
    rate.peak = own;
    rate.rate = own * (isolated_efficiency(gpu, precision, constants, site).value * throttle);
    rate.speedup = peak_16bit(gpu) > FlopRate{} ? own / peak_16bit(gpu) : 1.0;
    rate.operand_bytes = operand_bytes_of(precision);
    rate.result_bytes = std::max(rate.operand_bytes, 2.0);
    rate.cast_bytes = cast_bytes_of(precision);
    rate.grouped = constants.grouped_rate.value;
    return rate;
}

} // namespace

DeviceRates device_rates(const ClusterSpec& cluster, Precision precision,
                         const StepConstants& constants, const SiteRates& site) {
    const GpuSpec& gpu = cluster.gpu;
    const bool is_16bit = precision == Precision::bf16 || precision == Precision::fp16;
    DeviceRates rates;
    rates.falls_back = !is_16bit && gpu.peak_of(precision) == FlopRate{};
    const Precision linear = rates.falls_back ? Precision::bf16 : precision;
    rates.unmeasured =
        isolated_efficiency(gpu, linear, constants, site).confidence == Confidence::estimate;
    // The cap throttles clocks, so it takes the same share from every format.
    const double isolated = isolated_efficiency(gpu, Precision::bf16, constants, site).value;
    const double throttle = std::min(
        1.0, power_bound(cluster, peak_16bit(gpu), constants, site.rate_per_power) / isolated);
    rates.linear = matmul_rate(gpu, linear, throttle, constants, site);
    const bool wide = linear == Precision::fp32 || linear == Precision::tf32;
    rates.general =
        wide ? rates.linear : matmul_rate(gpu, Precision::bf16, throttle, constants, site);
    rates.memory = gpu.memory_bandwidth.value;
    rates.unfused_attention = constants.unfused_attention.value;
    rates.kernels = site.kernels;
    rates.processors = std::max(gpu.sm_count, 1);
    return rates;
}

} // namespace headroom
