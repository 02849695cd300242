#include "core/cost/site_rates.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

ByteRate byte_rate(double value) { return value * (units::B / units::s); }

bool is_of_links(SiteParameter parameter) {
    return parameter >= SiteParameter::all_reduce_share &&
           parameter <= SiteParameter::collective_ramp;
}

/// Both fractions of the HBM rate scale together: one stream measures them.
void set_bandwidth(double fraction, KernelRates& kernels) {
    const KernelRates fitted;
    kernels.stream_bandwidth = fraction;
    kernels.product_bandwidth = fraction / fitted.stream_bandwidth * fitted.product_bandwidth;
}

void set_memory(const SiteMemory& memory, SiteRates& rates) {
    if (!memory.use) return;
    rates.activations = std::exp(memory.activations_ln);
    rates.slack = std::exp(std::max(memory.slack_ln, 0.0));
    rates.process = memory.process;
}

} // namespace

void set_rate(const SiteValue& value, SiteRates& rates) {
    const double number = value.value;
    CollectiveRates& links = rates.collectives;
    switch (value.parameter) {
    case SiteParameter::eta_isolated:
        if (value.dtype) rates.efficiency[static_cast<std::size_t>(*value.dtype)] = number;
        break;
    case SiteParameter::rate_per_power: rates.rate_per_power = number; break;
    case SiteParameter::prologue_k: rates.kernels.prologue_k = number; break;
    case SiteParameter::smoothed_waves: rates.kernels.smoothed_waves = number; break;
    case SiteParameter::weight_gradient_rate: rates.kernels.weight_gradient_rate = number; break;
    case SiteParameter::hbm_fraction: set_bandwidth(number, rates.kernels); break;
    case SiteParameter::kernel_floor: rates.kernels.start = number * units::s; break;
    case SiteParameter::host_floor: rates.host_floor = number; break;
    case SiteParameter::host_to_device: rates.host_to_device = byte_rate(number); break;
    case SiteParameter::device_to_host: rates.device_to_host = byte_rate(number); break;
    case SiteParameter::all_reduce_share: links.share[0] = number; break;
    case SiteParameter::all_gather_share: links.share[1] = number; break;
    case SiteParameter::reduce_scatter_share: links.share[2] = number; break;
    case SiteParameter::all_to_all_share: links.share[3] = number; break;
    case SiteParameter::collective_latency: links.latency = number * units::s; break;
    case SiteParameter::collective_latency_per_rank:
        links.latency_per_rank = number * units::s;
        break;
    case SiteParameter::collective_ramp: links.ramp = number * units::s; break;
    case SiteParameter::never_hidden: rates.never_hidden = number; break;
    case SiteParameter::cuda_context: rates.cuda_context = number * units::B; break;
    case SiteParameter::cpu_adam: rates.cpu_adam = number; break;
    case SiteParameter::nvme_read: rates.nvme_read = byte_rate(number); break;
    case SiteParameter::nvme_write: rates.nvme_write = byte_rate(number); break;
    case SiteParameter::usable_memory: // of the card, no rate: usable_memory()
    case SiteParameter::count: break;
    }
}

const SiteCalibration* site_of(const Scenario& scenario) {
    const SiteCalibration* site = scenario.site.get();
    const bool holds = site != nullptr && site->on && !site->applies_to.gpu.empty() &&
                       site->applies_to.gpu == scenario.cluster.gpu.id;
    return holds ? site : nullptr;
}

bool links_are_measured(const SiteCalibration& site, const ClusterSpec& cluster) {
    const std::string& links = site.applies_to.intra_node;
    return links.empty() || links == cluster.intra_node.id;
}

SiteRates site_rates(const Scenario& scenario) {
    SiteRates rates;
    const SiteCalibration* site = site_of(scenario);
    if (site == nullptr) return rates;
    const bool links = links_are_measured(*site, scenario.cluster);
    for (const SiteValue& value : site->values)
        if (value.use && (links || !is_of_links(value.parameter))) set_rate(value, rates);
    // Inside of the floor, not on what shows of it: a layer that hides its host time today may be
    // bound by it where the host is slower.
    if (site->steps.use) rates.host_floor *= std::exp(site->steps.ln_factor(StepFactor::fixed));
    set_memory(site->memory, rates);
    return rates;
}

Bytes usable_memory(const Scenario& scenario) {
    const SiteCalibration* site = site_of(scenario);
    const SiteValue* measured =
        site != nullptr ? site->find(SiteParameter::usable_memory) : nullptr;
    return measured != nullptr && measured->use ? measured->value * units::B
                                                : scenario.cluster.gpu.memory.value;
}

} // namespace headroom
