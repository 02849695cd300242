// What was measured at one site: numbers of its GPUs and links that replace those of the presets,
// and factors of the step that whole training runs taught.
//
//     const SiteCalibration site = *read_calibration_file("calibrations/cluster-a.json", ...);
//     scenario.site = Shared(site);                   // from here on evaluate() uses it
//     site.find(SiteParameter::eta_isolated, Precision::bf16)->value     // 0.792; preset 0.81
//     site.steps.ln_factor(StepFactor::matmul)                           // 0.031: 3 % slower
//
// Not to be confused with `Calibration` (scenario.hpp): those are the bands and constants that the
// catalog's own validation earned, for everybody. This one belongs to who measured it, names the
// GPU it was measured on and is ignored for every other. Presets are never edited: each value says
// which preset it stands for. Files: docs/calibration.md; use: core/cost/site_rates.hpp.
#pragma once

#include "core/base/names.hpp"
#include "core/base/units.hpp"
#include "core/model/decisions.hpp"
#include "core/model/precision.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Numbers of the cost model that a site can measure for itself.
enum class SiteParameter : std::uint8_t {
    eta_isolated,         // share of the peak that large products reach alone, by number format
    rate_per_power,       // c of eta <= c ((P - static) / peak)^0.75, in (W s / TFLOP)^0.75
    prologue_k,           // K0: fixed work of a product, in elements of K
    smoothed_waves,       // q: part of wave quantisation that kernels smooth away
    weight_gradient_rate, // of weight gradients over forward products
    hbm_fraction,         // of the peak rate that streaming kernels reach
    kernel_floor,         // from one kernel's end to the next one's work
    host_floor,           // factor on the host's time for a layer pass
    host_to_device,
    device_to_host,
    all_reduce_share, // of the link's rate that a large collective reaches in a wide group
    all_gather_share,
    reduce_scatter_share,
    all_to_all_share,
    collective_latency,          // a0
    collective_latency_per_rank, // a1
    collective_ramp,             // tau of the square-root term
    never_hidden,                // part of overlapped traffic that shows
    cuda_context,                // memory of a process before it allocates
    usable_memory,               // what one process can allocate of the card, at most
    cpu_adam,                    // parameters a second that one node's processors update
    nvme_read,
    nvme_write,
    count
};
inline constexpr std::size_t site_parameter_count = static_cast<std::size_t>(SiteParameter::count);

/// What a parameter counts, and with that how files and tables spell it.
enum class SiteUnit : std::uint8_t { number, seconds, bytes, byte_rate, parameter_rate };

struct SiteParameterTraits {
    std::string_view name;
    SiteUnit unit = SiteUnit::number;
    double lowest = 0.0, highest = 0.0; // base units; beyond them nothing real was measured
    bool by_precision = false;          // each number format has its own
};

const SiteParameterTraits& traits_of(SiteParameter parameter);
std::string_view name_of(SiteParameter parameter);

/// One number, beside the preset that it was compared with when it was measured.
struct SiteValue {
    SiteParameter parameter = SiteParameter::eta_isolated;
    std::optional<Precision> dtype;  // of parameters that have one by number format
    double value = 0.0;              // in base units
    double preset = 0.0;             // what the model had for it; 0: nothing
    double sd = 0.0;                 // standard deviation of `value`; 0: not known
    bool use = true;                 // ticked: evaluate() takes it
    std::vector<std::string> from;   // names of the results it rests on
    std::vector<std::string> doubts; // why it should not be used by itself; empty: trusted

    bool operator==(const SiteValue&) const = default;
};

/// A parameter that keeps its preset, and why.
struct SiteKept {
    std::string parameter; // a name of SiteParameter, or another word of the probe
    std::string why;

    bool operator==(const SiteKept&) const = default;
};

/// A line of the probe as it came, also where nothing rests on it.
struct SiteResult {
    std::string name, unit;
    std::optional<double> value; // empty: not finite
    bool trusted = true;
    std::vector<std::string> doubts;

    bool operator==(const SiteResult&) const = default;
};

/// What it was measured on. Nothing is applied to another GPU, nothing of links to other links.
struct SiteTarget {
    std::string gpu; // catalog id
    int sm = 0;
    Watts power_cap;        // zero: not known
    int ranks_per_node = 0; // 0: not known
    std::string intra_node; // link id that collectives were measured on; "": not known

    bool operator==(const SiteTarget&) const = default;
};

/// By which program and libraries; empty where not known.
struct SiteTool {
    std::string probe, effort, backend, driver, cuda, cublaslt, nccl;
    int protocol = 0; // of the probe's lines; 0: not known

    bool operator==(const SiteTool&) const = default;
};

/// Parts of a step that one factor each corrects, in the order of the covariance.
enum class StepFactor : std::uint8_t { matmul, fixed, communication, elementwise, count };
inline constexpr std::size_t step_factor_count = static_cast<std::size_t>(StepFactor::count);

constexpr std::string_view name_of(StepFactor factor) {
    using Name = std::string_view;
    constexpr std::array names{Name{"matmul"}, Name{"fixed"}, Name{"communication"},
                               Name{"elementwise"}};
    static_assert(names.size() == step_factor_count);
    return name_in(names, factor);
}

using StepFactors = std::array<double, step_factor_count>;
using StepCovariance = std::array<StepFactors, step_factor_count>;

/// What measured steps taught: factors with what is known of them together. With covariance C of
/// the logarithms, a step whose parts have the shares j is known to sqrt(j'Cj).
struct SiteSteps {
    bool use = true;
    StepFactors ln{};                 // logarithms of the factors: 0 leaves a term alone
    StepFactors prior_sd{};           // of each logarithm before anything was measured
    StepCovariance covariance{};      // of the logarithms now
    std::vector<MeasuredRun> runs;    // that it was taught from
    double preset_error = 0.0;        // median |ln(measured / predicted)| of the presets
    double leave_one_out_error = 0.0; // the same where each run was left out; 0: fewer than three

    double ln_factor(StepFactor factor) const { return ln[static_cast<std::size_t>(factor)]; }
    double sd(StepFactor factor) const {
        const auto i = static_cast<std::size_t>(factor);
        return std::sqrt(covariance[i][i]);
    }
    bool taught() const { return !runs.empty(); }

    bool operator==(const SiteSteps&) const = default;
};

/// Measured memory beside the predicted one; each kind is corrected by runs of that kind only.
struct SiteMemory {
    bool use = true;
    Bytes process; // added to what nvidia-smi would show
    Bytes process_sd;
    int process_runs = 0;
    double activations_ln = 0.0; // logarithm of the factor on what passes keep and work in
    double activations_sd = 0.0;
    int activation_runs = 0;
    double slack_ln = 0.0; // the same on what the allocator reserves beyond; at least 0
    double slack_sd = 0.0;
    int slack_runs = 0;

    bool operator==(const SiteMemory&) const = default;
};

struct SiteCalibration {
    std::string name;    // "cluster A, 8x H100"
    std::string id;      // "cluster-a-2026-11-30"
    std::string created; // "2026-11-30"
    std::string note;
    bool on = true; // off: kept and shown, but evaluate() has the presets
    SiteTarget applies_to;
    SiteTool tool;
    std::vector<SiteValue> values;
    SiteSteps steps;
    SiteMemory memory;
    std::vector<SiteKept> kept;
    std::vector<SiteResult> results;
    std::string host; // only what a person typed

    /// nullptr when it was not measured, whether or not it is used.
    const SiteValue* find(SiteParameter parameter, std::optional<Precision> dtype = {}) const;

    bool operator==(const SiteCalibration&) const = default;
};

/// Whether a date is written as "2026-11-30" and exists.
bool is_date(std::string_view text);

} // namespace headroom
