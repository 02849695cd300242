#include "core/calibrate/probe_fit.hpp"

#include "core/calibrate/collective_fit.hpp"
#include "core/calibrate/median.hpp"
#include "core/calibrate/preset_values.hpp"
#include "core/calibrate/probe_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

using Sources = std::vector<const ProbeResult*>;

/// Products of fewer operations say little of the peak's share.
constexpr double large_product = 100e9; // FLOP

Precision precision_of(std::string_view word) {
    if (word == "fp8_e4m3") return Precision::fp8;
    return value_named<Precision>(word).value_or(Precision::bf16);
}

TimedProduct product_of(const ProbeResult& result) {
    TimedProduct product;
    product.shape = {result.mnk[0], result.mnk[1], result.mnk[2]};
    product.pass = result.word("pass") == "w" ? 'w' : 'f';
    const double flop = 2.0 * static_cast<double>(result.mnk[0]) *
                        static_cast<double>(result.mnk[1]) * static_cast<double>(result.mnk[2]);
    product.time = flop / (result.value * 1e12) * units::s;
    return product;
}

/// Relative uncertainty of one result: its spread, never below what repeats on another day show.
double relative_sd(const ProbeResult& result) {
    constexpr double another_day = 0.01;
    return std::hypot(result.rel_spread.value_or(0.0), another_day);
}

class ProbeFit {
  public:
    ProbeFit(const ProbeReport& report, const ClusterSpec& cluster, const StepConstants& constants)
        : report_(report), cluster_(cluster), constants_(constants) {}

    SiteCalibration run(std::string_view created);

  private:
    Sources named(std::string_view stem) const;
    Sources trusted_or_all(Sources sources) const;
    void teach(SiteParameter parameter, FittedValue fitted, const Sources& sources,
               std::optional<Precision> dtype = {});
    void keep(SiteParameter parameter, std::string_view why);
    void teach_scaled(SiteParameter parameter, std::string_view name, double unit);
    void memory();
    void launches();
    void bandwidth();
    void host_link();
    void products();
    void weight_gradient(const Sources& forward_and_back, const SiteRates& site);
    void other_formats();
    void sustained();
    void collectives();
    void host_and_disk();
    void describe(std::string_view created);
    void copy_results();

    const ProbeReport& report_;
    const ClusterSpec& cluster_;
    const StepConstants& constants_;
    SiteRates known_; // what was measured so far, for the fits that build on it
    SiteCalibration site_;
};

/// Results of the kind with this stem, of the first GPU.
Sources ProbeFit::named(std::string_view stem) const {
    Sources found;
    for (const ProbeResult& result : report_.results) {
        const ProbeResultKind* kind = find_probe_result(result.name);
        if (kind != nullptr && kind->stem == stem &&
            result.device == report_.results.front().device)
            found.push_back(&result);
    }
    return found;
}

/// Doubtful results decide only where there is nothing better, and then say so.
Sources ProbeFit::trusted_or_all(Sources sources) const {
    Sources trusted;
    std::ranges::copy_if(sources, std::back_inserter(trusted), &ProbeResult::trusted);
    return trusted.empty() ? sources : trusted;
}

void ProbeFit::teach(SiteParameter parameter, FittedValue fitted, const Sources& sources,
                     std::optional<Precision> dtype) {
    const SiteParameterTraits& traits = traits_of(parameter);
    if (!(fitted.value >= traits.lowest && fitted.value <= traits.highest))
        return keep(parameter, "measured beyond what is plausible");
    SiteValue value;
    value.parameter = parameter;
    value.dtype = dtype;
    value.value = fitted.value;
    value.sd = fitted.sd;
    value.preset = preset_value(parameter, dtype, cluster_, constants_);
    for (const ProbeResult* source : sources) {
        value.from.push_back(source->name);
        for (const std::string& doubt : source->doubts)
            if (std::ranges::find(value.doubts, doubt) == value.doubts.end())
                value.doubts.push_back(doubt);
    }
    value.use = value.doubts.empty();
    if (value.use) set_rate(value, known_);
    site_.values.push_back(std::move(value));
}

void ProbeFit::keep(SiteParameter parameter, std::string_view why) {
    site_.kept.push_back({std::string(name_of(parameter)), std::string(why)});
}

/// One result that is the number itself, in another unit.
void ProbeFit::teach_scaled(SiteParameter parameter, std::string_view name, double unit) {
    const ProbeResult* result = report_.find(name);
    if (result == nullptr) return keep(parameter, "not measured");
    const double value = result->value * unit;
    teach(parameter, {value, value * relative_sd(*result)}, {result});
}

void ProbeFit::memory() {
    teach_scaled(SiteParameter::usable_memory, "usable_memory", units::GiB / units::B);
    Sources parts;
    double mebibytes = 0.0;
    for (const std::string_view name : {"cuda_context", "module_memory", "cublaslt_memory"})
        if (const ProbeResult* part = report_.find(name)) {
            parts.push_back(part);
            mebibytes += part->value;
        }
    if (parts.empty()) return keep(SiteParameter::cuda_context, "not measured");
    const double bytes = mebibytes * (units::MiB / units::B);
    teach(SiteParameter::cuda_context, {bytes, 0.05 * bytes}, parts);
    // A framework loads kernels of its own, which the presets' contexts hold and a probe's does
    // not: nothing to be used by itself.
    SiteValue& context = site_.values.back();
    if (context.parameter == SiteParameter::cuda_context) {
        context.doubts.emplace_back("without_framework");
        context.use = false;
    }
}

void ProbeFit::launches() {
    constexpr double us = 1e-6;
    if (const ProbeResult* gap = report_.find("kernel_gap")) {
        // The gap of empty kernels against the floor that products showed: both know something.
        const FittedValue believed{KernelRates{}.start / units::s, 0.8 * us};
        const double sd = std::hypot(relative_sd(*gap) * gap->value, 0.3) * us;
        const double weight = believed.sd * believed.sd / (believed.sd * believed.sd + sd * sd);
        const double value = believed.value + weight * (gap->value * us - believed.value);
        teach(SiteParameter::kernel_floor, {value, std::sqrt(weight) * sd}, {gap});
    } else {
        keep(SiteParameter::kernel_floor, "not measured");
    }
    const ProbeResult* launch = report_.find("launch_host");
    if (launch == nullptr) return keep(SiteParameter::host_floor, "not measured");
    // Weak: a stack's Python and not the driver decides, so half of what it would say is believed.
    constexpr double usual_launch = 2.2; // us
    constexpr double power = 0.7;
    constexpr double believed_sd = 0.3;
    const double ln = 0.5 * power * std::log(std::max(launch->value, 0.1) / usual_launch);
    const double factor = std::exp(std::clamp(ln, -believed_sd, believed_sd));
    teach(SiteParameter::host_floor, {factor, factor * believed_sd / std::sqrt(2.0)}, {launch});
}

/// The stream rate over the preset's stream rate is what both fractions of the peak scale by.
void ProbeFit::bandwidth() {
    const ProbeResult* triad = report_.find("hbm_triad");
    if (triad == nullptr) return keep(SiteParameter::hbm_fraction, "not measured");
    const double planned = cluster_.gpu.sustained_bandwidth.value / units::GB_per_s;
    if (!(planned > 0.0))
        return keep(SiteParameter::hbm_fraction, "the preset has no stream rate to compare with");
    const double fraction = KernelRates{}.stream_bandwidth * triad->value / planned;
    teach(SiteParameter::hbm_fraction, {fraction, fraction * relative_sd(*triad)}, {triad});
}

/// Copies of offloading run both ways at once, so that rate counts where it was measured.
void ProbeFit::host_link() {
    const auto better = [this](std::string_view both, std::string_view alone) {
        return report_.find(both) != nullptr ? both : alone;
    };
    constexpr double gigabyte = 1e9;
    teach_scaled(SiteParameter::host_to_device, better("h2d_both", "h2d_pinned"), gigabyte);
    teach_scaled(SiteParameter::device_to_host, better("d2h_both", "d2h_pinned"), gigabyte);
}

void ProbeFit::products() {
    Sources all;
    for (const ProbeResult* result : named("gemm"))
        if (result->mnk.size() == 3 && precision_of(result->word("dtype")) == Precision::bf16)
            all.push_back(result);
    const Sources sources = trusted_or_all(all);
    if (sources.empty()) {
        for (const SiteParameter parameter :
             {SiteParameter::prologue_k, SiteParameter::smoothed_waves,
              SiteParameter::weight_gradient_rate})
            keep(parameter, "no products were measured");
        return other_formats();
    }
    std::vector<TimedProduct> products;
    for (const ProbeResult* source : sources)
        products.push_back(product_of(*source));
    const ProductFit fit = fit_products(cluster_.gpu, Precision::bf16, products, known_);
    teach(SiteParameter::eta_isolated, fit.eta, sources, Precision::bf16);
    if (sources.size() >= 3) {
        teach(SiteParameter::prologue_k, fit.prologue_k, sources);
        teach(SiteParameter::smoothed_waves, fit.smoothed_waves, sources);
    } else {
        keep(SiteParameter::prologue_k, "needs products of several shapes");
        keep(SiteParameter::smoothed_waves, "needs products of several shapes");
    }
    weight_gradient(sources, fit.rates(known_));
    other_formats();
}

/// Weight gradients against what the fit says of their shape at the forward rate.
void ProbeFit::weight_gradient(const Sources& forward_and_back, const SiteRates& site) {
    Sources sources = named("gemm_wgrad_fp32");
    for (const ProbeResult* result : forward_and_back)
        if (result->word("pass") == "w") sources.push_back(result);
    sources = trusted_or_all(sources);
    std::vector<double> ratios;
    for (const ProbeResult* source : sources) {
        if (source->mnk.size() != 3) continue;
        TimedProduct product = product_of(*source);
        product.pass = 'f';
        ratios.push_back(product_time(cluster_.gpu, Precision::bf16, product, site) / product.time);
    }
    if (ratios.empty()) return keep(SiteParameter::weight_gradient_rate, "not measured");
    const FittedValue believed{KernelRates{}.weight_gradient_rate, 0.05};
    const double sd = 0.05 / std::sqrt(static_cast<double>(ratios.size()));
    const double weight = believed.sd * believed.sd / (believed.sd * believed.sd + sd * sd);
    const double value = believed.value + weight * (median_of(ratios) - believed.value);
    teach(SiteParameter::weight_gradient_rate, {value, std::sqrt(weight) * sd}, sources);
}

void ProbeFit::other_formats() {
    for (const Precision dtype : all_precisions) {
        if (dtype == Precision::bf16) continue;
        Sources all;
        for (const ProbeResult* result : named("gemm")) {
            if (result->mnk.size() != 3 || precision_of(result->word("dtype")) != dtype) continue;
            const MatmulShape shape = product_of(*result).shape;
            if (2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                        static_cast<double>(shape.k) >=
                    large_product &&
                result->word("pass") != "w")
                all.push_back(result);
        }
        const Sources sources = trusted_or_all(all);
        if (sources.empty() || cluster_.gpu.peak_of(dtype) <= FlopRate{}) continue;
        std::vector<TimedProduct> products;
        for (const ProbeResult* source : sources)
            products.push_back(product_of(*source));
        teach(SiteParameter::eta_isolated, fit_efficiency(cluster_.gpu, dtype, products, known_),
              sources, dtype);
    }
}

/// What the board's power cap leaves of the isolated rate, as a rate per power (core/cost/
/// device_rates.cpp); nothing where the cap was never reached.
void ProbeFit::sustained() {
    const Sources sources = named("sustained_mix");
    if (sources.empty()) return keep(SiteParameter::rate_per_power, "not measured");
    const ProbeResult& mix = *sources.front();
    if (!mix.power_capped.value_or(false))
        return keep(SiteParameter::rate_per_power, "the board did not reach its power cap");
    const GpuSpec& gpu = cluster_.gpu;
    const double peak = gpu.peak_of(Precision::bf16) / units::TFLOP_per_s;
    const double board = gpu.board_power.value / units::W;
    const double cap = std::isfinite(mix.number("cap_w")) ? mix.number("cap_w") : board;
    const double dynamic = std::min(cap, board) - constants_.static_power_share.value * board;
    if (!(peak > 0.0) || !(dynamic > 0.0))
        return keep(SiteParameter::rate_per_power, "the preset has no power to compare with");
    double eta = mix.value / peak;
    if (mix.mnk.size() == 3) { // as a share of what this shape reaches alone
        const TimedProduct product = product_of(mix);
        const double alone = known_.efficiency[static_cast<std::size_t>(Precision::bf16)] > 0.0
                                 ? known_.efficiency[static_cast<std::size_t>(Precision::bf16)]
                                 : isolated_efficiency(gpu, Precision::bf16, constants_);
        eta = alone * (product_time(gpu, Precision::bf16, product, known_) / product.time);
    }
    const double c = eta / std::pow(dynamic / peak, 0.75);
    teach(SiteParameter::rate_per_power, {c, c * relative_sd(mix)}, {&mix});
}

void ProbeFit::collectives() {
    constexpr std::array stems{"all_reduce", "all_gather", "reduce_scatter", "all_to_all"};
    constexpr std::array shares{SiteParameter::all_reduce_share, SiteParameter::all_gather_share,
                                SiteParameter::reduce_scatter_share,
                                SiteParameter::all_to_all_share};
    std::array<Sources, stems.size()> by_kind;
    Sources used;
    std::vector<TimedCollective> timed;
    for (std::size_t i = 0; i < stems.size(); ++i) {
        for (const ProbeResult* result : trusted_or_all(named(stems[i]))) {
            const double ranks = result->number("ranks");
            const double local = result->number("local");
            const double bytes = result->number("bytes");
            if (!(ranks > 1.0) || !(bytes > 0.0) || (std::isfinite(local) && local < ranks))
                continue; // between nodes: the NIC's, not this link's
            by_kind[i].push_back(result);
            used.push_back(result);
            timed.push_back({static_cast<Collective>(i), static_cast<int>(ranks), bytes * units::B,
                             result->value * units::us});
        }
    }
    const CollectiveFit fit = fit_collectives(cluster_, timed);
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (by_kind[i].empty())
            keep(shares[i], "not measured");
        else
            teach(shares[i], fit.share[i], by_kind[i]);
    if (used.empty()) return;
    teach(SiteParameter::collective_latency, fit.latency, used);
    teach(SiteParameter::collective_ramp, fit.ramp, used);
    if (fit.several_ranks)
        teach(SiteParameter::collective_latency_per_rank, fit.latency_per_rank, used);
    else
        keep(SiteParameter::collective_latency_per_rank, "needs two numbers of ranks");
}

void ProbeFit::host_and_disk() {
    teach_scaled(SiteParameter::never_hidden, "overlap_all_reduce", 1.0);
    teach_scaled(SiteParameter::cpu_adam, "host_adam", 1e9);
    teach_scaled(SiteParameter::nvme_read, "disk_read", 1e9);
    teach_scaled(SiteParameter::nvme_write, "disk_write", 1e9);
}

int ranks_of(const ProbeResult& result) {
    const double ranks = result.number("ranks");
    const double local = result.number("local");
    return std::isfinite(ranks) && !(local < ranks) ? static_cast<int>(ranks) : 1;
}

void ProbeFit::describe(std::string_view created) {
    site_.created = std::string(created);
    site_.name = cluster_.gpu.short_name;
    site_.id = fmt::format("{}-{}", cluster_.gpu.id, created);
    site_.applies_to.gpu = cluster_.gpu.id;
    site_.tool.probe = report_.probe;
    site_.tool.effort = report_.effort;
    site_.tool.protocol = report_.protocol;
    const auto version = [this](std::string_view library) {
        const auto found = report_.libraries.find(library);
        return found == report_.libraries.end() ? std::string() : found->second;
    };
    site_.tool.cublaslt = version("cublasLt");
    site_.tool.nccl = version("nccl");
    const int ranks = ranks_measured(report_);
    if (ranks > 1) {
        site_.applies_to.ranks_per_node = ranks;
        site_.applies_to.intra_node = cluster_.intra_node.id;
    }
    if (report_.devices.empty()) return;
    const ProbeDevice& device = report_.devices.front();
    site_.applies_to.sm = device.sm;
    site_.applies_to.power_cap = device.number("power_cap_w").value_or(0.0) * units::W;
    site_.tool.backend = device.backend;
    site_.tool.driver = device.driver;
    site_.tool.cuda = device.cuda;
}

void ProbeFit::copy_results() {
    for (const ProbeResult& result : report_.results)
        site_.results.push_back(
            {result.name, result.unit, result.value, result.trusted(), result.doubts});
}

SiteCalibration ProbeFit::run(std::string_view created) {
    describe(created);
    memory();
    launches();
    bandwidth();
    host_link();
    products();
    sustained();
    collectives();
    host_and_disk();
    copy_results();
    return std::move(site_);
}

} // namespace

int ranks_measured(const ProbeReport& report) {
    int most = 1;
    for (const ProbeResult& result : report.results)
        most = std::max(most, ranks_of(result));
    return most;
}

SiteCalibration fit_probe(const ProbeReport& report, const ClusterSpec& cluster,
                          std::string_view created, const StepConstants& constants) {
    return ProbeFit(report, cluster, constants).run(created);
}

} // namespace headroom
