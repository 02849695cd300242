#include "core/calibrate/preset_values.hpp"

#include "core/calibrate/product_fit.hpp"
#include "core/cost/memory_process.hpp"
#include "core/cost/offload_time.hpp"

namespace headroom {

namespace {

double per_second(ByteRate rate) { return rate / (units::B / units::s); }

double rate_per_power(GpuGeneration generation, const StepConstants& constants) {
    if (generation == GpuGeneration::hopper) return constants.hopper_rate_per_power.value;
    if (generation == GpuGeneration::blackwell) return constants.blackwell_rate_per_power.value;
    return 0.0;
}

double of_kernels(SiteParameter parameter) {
    const KernelRates kernels;
    switch (parameter) {
    case SiteParameter::prologue_k: return kernels.prologue_k;
    case SiteParameter::smoothed_waves: return kernels.smoothed_waves;
    case SiteParameter::weight_gradient_rate: return kernels.weight_gradient_rate;
    case SiteParameter::hbm_fraction: return kernels.stream_bandwidth;
    case SiteParameter::kernel_floor: return kernels.start / units::s;
    default: return SiteRates{}.host_floor;
    }
}

double of_collectives(SiteParameter parameter) {
    const CollectiveRates links;
    switch (parameter) {
    case SiteParameter::collective_latency: return links.latency / units::s;
    case SiteParameter::collective_latency_per_rank: return links.latency_per_rank / units::s;
    case SiteParameter::collective_ramp: return links.ramp / units::s;
    default:
        return links.share[static_cast<std::size_t>(parameter) -
                           static_cast<std::size_t>(SiteParameter::all_reduce_share)];
    }
}

} // namespace

double preset_value(SiteParameter parameter, std::optional<Precision> dtype,
                    const ClusterSpec& cluster, const StepConstants& constants) {
    switch (parameter) {
    case SiteParameter::eta_isolated:
        return isolated_efficiency(cluster.gpu, dtype.value_or(Precision::bf16), constants);
    case SiteParameter::rate_per_power: return rate_per_power(cluster.gpu.generation, constants);
    case SiteParameter::host_to_device:
    case SiteParameter::device_to_host: return per_second(cluster.host_link.value);
    case SiteParameter::never_hidden: return constants.never_hidden.value;
    case SiteParameter::cuda_context: return device_context(cluster.gpu.generation) / units::B;
    case SiteParameter::usable_memory: return cluster.gpu.memory.value / units::B;
    case SiteParameter::cpu_adam: return assumed_cpu_adam;
    case SiteParameter::nvme_read:
    case SiteParameter::nvme_write: return per_second(cluster.nvme.value);
    default: break;
    }
    return parameter < SiteParameter::host_to_device ? of_kernels(parameter)
                                                     : of_collectives(parameter);
}

} // namespace headroom
