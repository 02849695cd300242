// "calibrated 2026-11-30, preset was ...": the measured numbers inside of one term.
#include "core/cost/site_rates.hpp"
#include "core/present/calibration_view.hpp"
#include "core/present/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace headroom {

namespace {

using enum SiteParameter;

constexpr std::array products{eta_isolated,         rate_per_power, prologue_k,  smoothed_waves,
                              weight_gradient_rate, hbm_fraction,   kernel_floor};
constexpr std::array attention{hbm_fraction};
constexpr std::array streams{hbm_fraction};
constexpr std::array launches{host_floor};
constexpr std::array collectives{all_reduce_share, all_gather_share,   reduce_scatter_share,
                                 all_to_all_share, collective_latency, collective_latency_per_rank,
                                 collective_ramp,  never_hidden};
constexpr std::array offloads{host_to_device, device_to_host, cpu_adam,
                              nvme_read,      nvme_write,     never_hidden};

std::span<const SiteParameter> parameters_of(StepTerm term) {
    switch (term) {
    case StepTerm::matmul:
    case StepTerm::recompute:
    case StepTerm::head:
    case StepTerm::pipeline_bubble: return products;
    case StepTerm::attention: return attention;
    case StepTerm::elementwise:
    case StepTerm::optimizer: return streams;
    case StepTerm::tensor_communication:
    case StepTerm::data_communication:
    case StepTerm::context_communication:
    case StepTerm::expert_exchange:
    case StepTerm::pipeline_communication: return collectives;
    case StepTerm::offload: return offloads;
    case StepTerm::launch: return launches;
    case StepTerm::data_loading:
    case StepTerm::stragglers:
    case StepTerm::memory_pressure:
    case StepTerm::count: break;
    }
    return {};
}

std::optional<StepFactor> factor_of(StepTerm term) {
    switch (term) {
    case StepTerm::matmul:
    case StepTerm::attention:
    case StepTerm::recompute:
    case StepTerm::head:
    case StepTerm::pipeline_bubble: return StepFactor::matmul;
    case StepTerm::elementwise:
    case StepTerm::optimizer: return StepFactor::elementwise;
    case StepTerm::launch:
    case StepTerm::data_loading: return StepFactor::fixed;
    case StepTerm::stragglers:
    case StepTerm::memory_pressure:
    case StepTerm::count: return {};
    default: return StepFactor::communication;
    }
}

/// Of one number format only what the plan computes in, or the 16 bit that head and attention use.
bool concerns(const SiteValue& value, const TrainingPlan& plan) {
    return !value.dtype || *value.dtype == plan.precision || *value.dtype == Precision::bf16;
}

std::string noted(const SiteCalibration& site, const std::vector<std::string>& numbers,
                  Language language) {
    if (numbers.empty()) return {};
    return fmt::format(
        fmt::runtime(language == Language::korean ? "{} 보정: {}" : "calibrated {}: {}"),
        site.created, fmt::join(numbers, "; "));
}

std::vector<std::string> measured_numbers(const Scenario& scenario, const SiteCalibration& site,
                                          std::span<const SiteParameter> parameters,
                                          Language language) {
    std::vector<std::string> numbers;
    const char* words =
        language == Language::korean ? "{} {}, 프리셋은 {}" : "{} {}, preset was {}";
    for (const SiteValue& value : site.values) {
        const bool inside = std::ranges::find(parameters, value.parameter) != parameters.end();
        if (!value.use || !inside || !concerns(value, scenario.training)) continue;
        numbers.push_back(
            fmt::format(fmt::runtime(words), parameter_name(value.parameter, value.dtype, language),
                        parameter_text(value.parameter, value.value),
                        value.preset > 0.0 ? parameter_text(value.parameter, value.preset) : "–"));
    }
    return numbers;
}

} // namespace

std::string calibration_note(const Scenario& scenario, StepTerm term, Language language) {
    const SiteCalibration* site = site_of(scenario);
    if (site == nullptr) return {};
    const bool links = links_are_measured(*site, scenario.cluster);
    const std::span<const SiteParameter> parameters = parameters_of(term);
    const bool of_links = !parameters.empty() && parameters.front() == all_reduce_share;
    std::vector<std::string> numbers;
    if (links || !of_links) numbers = measured_numbers(scenario, *site, parameters, language);
    const std::optional<StepFactor> factor = factor_of(term);
    if (factor && site->steps.use && site->steps.taught())
        numbers.push_back(
            fmt::format(fmt::runtime(language == Language::korean ? "측정한 스텝에서 × {}"
                                                                  : "× {} by measured steps"),
                        significant(std::exp(site->steps.ln_factor(*factor)), 3)));
    return noted(*site, numbers, language);
}

bool is_of_passes(MemoryTerm term) {
    return term == MemoryTerm::activations || term == MemoryTerm::working_set ||
           term == MemoryTerm::attention_scores || term == MemoryTerm::routing_imbalance;
}

std::string calibration_note(const Scenario& scenario, MemoryTerm term, Language language) {
    const SiteCalibration* site = site_of(scenario);
    if (site == nullptr || !is_of_passes(term) || !site->memory.use ||
        site->memory.activation_runs == 0)
        return {};
    return noted(
        *site,
        {fmt::format(fmt::runtime(language == Language::korean ? "측정한 메모리에서 × {}"
                                                               : "× {} by measured memory"),
                     significant(std::exp(site->memory.activations_ln), 3))},
        language);
}

} // namespace headroom
