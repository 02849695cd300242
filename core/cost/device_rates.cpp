#include "core/cost/device_rates.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

/// Board power beyond the static part buys rate: eta <= c * ((P - static) / (peak in
/// TFLOP/s))^0.75. Fitted on training steps and long GEMM loops of 500 W and 700 W Hopper and
/// 1000-1400 W Blackwell boards; the exponent is that of voltage-frequency scaling between f and
/// f^3.
struct PowerLaw {
    double static_watts;
    double scale; // c, per (W / TFLOP/s)^0.75
};
constexpr PowerLaw hopper_power{150.0, 1.188};
constexpr PowerLaw blackwell_power{200.0, 1.70};

/// Share of the fp8 or fp4 peak where neither was measured on this GPU: the median ratio to 16 bit
/// over the GPUs where both were (H100, H200, B200, GB200, L40S, RTX PRO 6000).
constexpr double fp8_over_16bit_efficiency = 0.74;
constexpr double fp4_over_16bit_efficiency = 0.55;

/// 16-bit efficiency where a preset has none: the lower quartile of those measured.
constexpr double assumed_efficiency = 0.65;

double power_bound(const ClusterSpec& cluster, FlopRate peak_16bit) {
    const GpuGeneration generation = cluster.gpu.generation;
    if (generation != GpuGeneration::hopper && generation != GpuGeneration::blackwell) return 1.0;
    const PowerLaw& law = generation == GpuGeneration::hopper ? hopper_power : blackwell_power;
    const Watts board = cluster.gpu.board_power.value;
    const Watts cap =
        cluster.power_cap.value > Watts{} ? std::min(cluster.power_cap.value, board) : board;
    const double watts = std::max(cap / units::W - law.static_watts, 1.0);
    const double root = std::sqrt(watts / (peak_16bit / units::TFLOP_per_s));
    return law.scale * root * std::sqrt(root);
}

FlopRate peak_16bit(const GpuSpec& gpu) {
    return std::max(gpu.peak_of(Precision::bf16), gpu.peak_of(Precision::fp16));
}

bool is_eight_bit(Precision precision) {
    return precision == Precision::fp8 || precision == Precision::mxfp8;
}

/// Isolated efficiency of a precision, and whether it was measured.
Sourced<double> isolated_efficiency(const GpuSpec& gpu, Precision precision) {
    const double base =
        gpu.matmul_efficiency.value > 0.0 ? gpu.matmul_efficiency.value : assumed_efficiency;
    if (is_eight_bit(precision)) {
        if (gpu.matmul_efficiency_fp8.value > 0.0) return gpu.matmul_efficiency_fp8;
        return {fp8_over_16bit_efficiency * base, 0, Confidence::estimate};
    }
    if (precision == Precision::nvfp4) {
        if (gpu.matmul_efficiency_fp4.value > 0.0) return gpu.matmul_efficiency_fp4;
        return {fp4_over_16bit_efficiency * base, 0, Confidence::estimate};
    }
    return {base, 0,
            gpu.matmul_efficiency.value > 0.0 ? gpu.matmul_efficiency.confidence
                                              : Confidence::estimate};
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

MatmulRate matmul_rate(const GpuSpec& gpu, Precision precision, double throttle) {
    MatmulRate rate;
    const FlopRate own = precision == Precision::bf16 || precision == Precision::fp16
                             ? peak_16bit(gpu)
                             : gpu.peak_of(precision);
    rate.peak = own;
    rate.rate = own * (isolated_efficiency(gpu, precision).value * throttle);
    rate.speedup = peak_16bit(gpu) > FlopRate{} ? own / peak_16bit(gpu) : 1.0;
    rate.operand_bytes = operand_bytes_of(precision);
    rate.result_bytes = std::max(rate.operand_bytes, 2.0);
    rate.casts = rate.operand_bytes < 2.0;
    return rate;
}

} // namespace

DeviceRates device_rates(const ClusterSpec& cluster, Precision precision) {
    const GpuSpec& gpu = cluster.gpu;
    const bool is_16bit = precision == Precision::bf16 || precision == Precision::fp16;
    DeviceRates rates;
    rates.falls_back = !is_16bit && gpu.peak_of(precision) == FlopRate{};
    const Precision linear = rates.falls_back ? Precision::bf16 : precision;
    rates.unmeasured = isolated_efficiency(gpu, linear).confidence == Confidence::estimate;
    // The cap throttles clocks, so it takes the same share from every format.
    const double isolated = isolated_efficiency(gpu, Precision::bf16).value;
    const double throttle = std::min(1.0, power_bound(cluster, peak_16bit(gpu)) / isolated);
    rates.linear = matmul_rate(gpu, linear, throttle);
    const bool wide = linear == Precision::fp32 || linear == Precision::tf32;
    rates.general = wide ? rates.linear : matmul_rate(gpu, Precision::bf16, throttle);
    rates.memory = gpu.memory_bandwidth.value;
    rates.processors = std::max(gpu.sm_count, 1);
    return rates;
}

} // namespace headroom
