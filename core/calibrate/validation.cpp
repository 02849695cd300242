#include "core/calibrate/validation.hpp"

#include "core/calibrate/measured_scenario.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/step_band.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom {

namespace {

/// The value below which `share` of the sorted numbers lie, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0.0;
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = place - std::floor(place);
    return sorted[below] * (1.0 - part) + sorted[above] * part;
}

/// Allocated memory of the last pipeline stage over that of the heaviest.
double last_stage_share(const Scenario& scenario, const MemoryEstimate& memory) {
    const int last = scenario.training.pipeline_parallel - 1;
    if (last == memory.peak_stage || last == 0) return 1.0;
    Bytes peak{};
    for (const MemoryBreakdown& phase : stage_memory(scenario, last))
        peak = std::max(peak, phase.total());
    return peak / memory.peak.total();
}

/// A run that does not say which memory it means: most people read it off nvidia-smi.
constexpr std::string_view unspecified = "unspecified";

std::string kind_of(const Measurement& row) {
    return row.memory_kind.empty() ? std::string(unspecified) : row.memory_kind;
}

const Banded<Bytes>* predicted_kind(const MemoryEstimate& memory, const std::string& kind) {
    if (kind == "allocated" || kind == "active") return &memory.allocated;
    if (kind == "reserved") return &memory.reserved;
    if (kind == "process" || kind == unspecified) return &memory.process;
    return nullptr;
}

class Comparison {
  public:
    Comparison(const Catalog& catalog, ValidationReport& report)
        : catalog_(catalog), report_(report) {}

    void add(const Measurement& row) {
        ++report_.rows;
        const std::string reason = seen_.insert(row.id).second ? compare(row) : "id is there twice";
        if (reason.empty())
            ++report_.scored;
        else
            ++report_.skipped[reason];
    }

  private:
    /// Scores a row; gives the reason when there is nothing to score.
    std::string compare(const Measurement& row) {
        if (row.outcome == "error") return "the run failed for another reason";
        if (std::string reason = unscorable(row); !reason.empty()) return reason;
        const auto measured = scenario_of(row, catalog_);
        if (!measured) return measured.error();
        const Estimate estimate = evaluate(measured->scenario);
        if (beats_the_peak(row, measured->scenario, estimate))
            return "faster than the peak of its GPUs";
        const bool has_time = add_time(row, measured->scenario, estimate);
        const bool has_memory = add_memory(row, measured->scenario, estimate.memory);
        const bool has_verdict = add_verdict(row, estimate);
        if (!has_time && !has_memory && !has_verdict) return "nothing measured";
        if (has_memory && row.memory_kind.empty()) ++report_.defaults["kind of memory: process"];
        for (const std::string& what : measured->defaults)
            ++report_.defaults[what];
        return {};
    }

    static std::string unscorable(const Measurement& row) {
        const bool has_time = row.step_seconds || row.tokens_per_second_per_gpu;
        if (has_time || row.outcome == "oom" || row.memory_kind == "fits") return {};
        if (!row.memory_gib) return "nothing measured";
        if (predicted_kind({}, kind_of(row)) == nullptr)
            return "not a peak of memory: " + row.memory_kind;
        return {};
    }

    /// A printing mistake: no run computes more than its GPUs can.
    static bool beats_the_peak(const Measurement& row, const Scenario& scenario,
                               const Estimate& estimate) {
        const double measured = measured_step_seconds(row, scenario);
        const double predicted = estimate.step.total.expected / units::s;
        return measured > 0.0 && estimate.step.mfu * predicted > measured;
    }

    bool add_time(const Measurement& row, const Scenario& scenario, const Estimate& estimate) {
        const double measured = measured_step_seconds(row, scenario);
        if (measured <= 0.0) return false;
        const Banded<Seconds>& time = estimate.step.total;
        add_residual(row, Measured::step_time, "", measured,
                     {time.expected / units::s, time.p10 / units::s, time.p90 / units::s});
        report_.residuals.back().regimes = step_regimes(scenario);
        return true;
    }

    bool add_memory(const Measurement& row, const Scenario& scenario,
                    const MemoryEstimate& memory) {
        if (row.outcome == "oom") return false;
        const double share = row.memory_rank == "last" ? last_stage_share(scenario, memory) : 1.0;
        const bool has_kind = add_kind(row, memory, kind_of(row), row.memory_gib, share);
        // What nvidia-smi showed in the same run is a measurement of its own.
        if (row.memory_kind == "process") return has_kind;
        return add_kind(row, memory, "process", row.nvidia_smi_gib, share) || has_kind;
    }

    bool add_kind(const Measurement& row, const MemoryEstimate& memory, const std::string& name,
                  const std::optional<double>& measured_gib, double share) {
        const Banded<Bytes>* kind = predicted_kind(memory, name);
        if (kind == nullptr || measured_gib.value_or(0.0) <= 0.0) return false;
        add_residual(row, Measured::memory, name, *measured_gib,
                     {share * (kind->expected / units::GiB), share * (kind->p10 / units::GiB),
                      share * (kind->p90 / units::GiB)});
        return true;
    }

    /// Whether it ran is known for runs out of memory, boundary tests and runs with a memory value.
    bool add_verdict(const Measurement& row, const Estimate& estimate) {
        const bool ran_out = row.outcome == "oom";
        if (!ran_out && row.outcome != "fits" && !row.memory_gib) return false;
        const bool predicted_to_fit = estimate.memory.headroom >= Bytes{};
        FitVerdicts& verdicts = report_.fit_verdict;
        ++verdicts.n;
        if (predicted_to_fit != ran_out)
            ++verdicts.right;
        else if (ran_out)
            ++verdicts.missed_oom;
        else
            ++verdicts.false_oom;
        return true;
    }

    void add_residual(const Measurement& row, Measured what, std::string kind, double measured,
                      const Banded<double>& predicted) {
        report_.residuals.push_back({row.id,
                                     row.source,
                                     what,
                                     std::move(kind),
                                     predicted.expected,
                                     measured,
                                     predicted.p10,
                                     predicted.p90,
                                     row.complete.value_or(false),
                                     {}});
    }

    const Catalog& catalog_;
    ValidationReport& report_;
    std::set<std::string> seen_;
};

std::vector<Residual> select(std::span<const Residual> residuals, const auto& wanted) {
    std::vector<Residual> selected;
    std::ranges::copy_if(residuals, std::back_inserter(selected), wanted);
    return selected;
}

using Ratio = std::pair<double, double>; // measured over predicted, weight

/// The value below which `share` of the weight lies.
double weighted_quantile(std::vector<Ratio> ratios, double share) {
    std::ranges::sort(ratios);
    double all = 0.0;
    for (const auto& [value, weight] : ratios)
        all += weight;
    double below = 0.0;
    for (const auto& [value, weight] : ratios) {
        below += weight;
        if (below >= share * all) return value;
    }
    return 1.0;
}

RegimeBand band_of(std::span<const Residual> residuals, std::optional<StepRegime> regime) {
    RegimeBand band{regime, 0, statistics_of(residuals), {1.0, 1.0, 0}};
    std::map<std::string_view, int> rows;
    for (const Residual& residual : residuals)
        ++rows[residual.source];
    std::vector<Ratio> ratios;
    for (const Residual& residual : residuals)
        ratios.emplace_back(residual.measured / residual.predicted, 1.0 / rows[residual.source]);
    band.sources = static_cast<int>(rows.size());
    band.earned = {weighted_quantile(ratios, 0.1), weighted_quantile(ratios, 0.9),
                   static_cast<int>(residuals.size())};
    return band;
}

void summarise(ValidationReport& report) {
    std::set<std::string> kinds;
    for (const Residual& residual : report.residuals)
        if (residual.what == Measured::memory) kinds.insert(residual.memory_kind);
    for (const std::string& kind : kinds) {
        const std::vector<Residual> of_kind =
            select(report.residuals, [&](const Residual& one) { return one.memory_kind == kind; });
        report.memory_kinds[kind] = {
            statistics_of(of_kind),
            mean_over_sources(statistics_by_source(of_kind), Measured::memory)};
    }
    const auto of = [&](Measured what) {
        return select(report.residuals,
                      [&](const Residual& residual) { return residual.what == what; });
    };
    report.sources = statistics_by_source(report.residuals);
    report.step_time = statistics_of(of(Measured::step_time));
    report.memory = statistics_of(of(Measured::memory));
    report.balanced_step_time = mean_over_sources(report.sources, Measured::step_time);
    report.balanced_memory = mean_over_sources(report.sources, Measured::memory);
    const std::vector<Residual> complete =
        select(of(Measured::step_time), [](const Residual& residual) { return residual.complete; });
    report.complete_step_time = statistics_of(complete);
    report.balanced_complete_step_time =
        mean_over_sources(statistics_by_source(complete), Measured::step_time);
    report.step_time_regimes = bands_by_regime(complete);
}

} // namespace

std::string_view name_of(Measured what) {
    return what == Measured::step_time ? "step_time" : "memory";
}

ErrorStatistics statistics_of(std::span<const Residual> residuals) {
    ErrorStatistics statistics;
    if (residuals.empty()) return statistics;
    std::vector<double> signed_errors, absolute_errors;
    int within = 0;
    for (const Residual& residual : residuals) {
        signed_errors.push_back(residual.error());
        absolute_errors.push_back(std::abs(residual.error()));
        within += residual.within_band() ? 1 : 0;
    }
    std::ranges::sort(signed_errors);
    std::ranges::sort(absolute_errors);
    statistics.n = static_cast<int>(residuals.size());
    statistics.median_ape = quantile(absolute_errors, 0.5);
    statistics.p90_ape = quantile(absolute_errors, 0.9);
    statistics.bias = quantile(signed_errors, 0.5);
    statistics.within_band = static_cast<double>(within) / statistics.n;
    return statistics;
}

double measured_step_seconds(const Measurement& row, const Scenario& scenario) {
    if (row.step_seconds) return *row.step_seconds;
    const double rate = row.tokens_per_second_per_gpu.value_or(0.0) * scenario.cluster.gpus();
    return rate > 0.0 ? tokens_per_step(scenario) / rate : 0.0;
}

std::vector<SourceStatistics> statistics_by_source(std::span<const Residual> residuals) {
    std::map<std::pair<std::string, Measured>, std::vector<Residual>> by_source;
    for (const Residual& residual : residuals)
        by_source[{residual.source, residual.what}].push_back(residual);
    std::vector<SourceStatistics> sources;
    for (const auto& [key, rows] : by_source)
        sources.push_back({key.first, key.second, statistics_of(rows)});
    return sources;
}

ErrorStatistics mean_over_sources(std::span<const SourceStatistics> sources, Measured what) {
    ErrorStatistics mean;
    for (const SourceStatistics& source : sources) {
        if (source.what != what) continue;
        ++mean.n;
        mean.median_ape += source.errors.median_ape;
        mean.p90_ape += source.errors.p90_ape;
        mean.bias += source.errors.bias;
        mean.within_band += source.errors.within_band;
    }
    if (mean.n == 0) return mean;
    for (double* value : {&mean.median_ape, &mean.p90_ape, &mean.bias, &mean.within_band})
        *value /= mean.n;
    return mean;
}

std::vector<RegimeBand> bands_by_regime(std::span<const Residual> residuals) {
    std::vector<RegimeBand> bands{
        band_of(select(residuals, [](const Residual& one) { return one.regimes.none(); }), {})};
    for (std::size_t i = 0; i < step_regime_count; ++i)
        bands.push_back(
            band_of(select(residuals, [i](const Residual& one) { return one.regimes.test(i); }),
                    static_cast<StepRegime>(i)));
    return bands;
}

FitVerdicts& FitVerdicts::operator+=(const FitVerdicts& other) {
    n += other.n;
    right += other.right;
    missed_oom += other.missed_oom;
    false_oom += other.false_oom;
    return *this;
}

ValidationReport report_of(std::vector<Residual> residuals) {
    ValidationReport report;
    report.residuals = std::move(residuals);
    summarise(report);
    return report;
}

ValidationReport compare_with_measurements(std::span<const Measurement> rows,
                                           const Catalog& catalog) {
    ValidationReport report;
    Comparison comparison(catalog, report);
    for (const Measurement& row : rows)
        comparison.add(row);
    summarise(report);
    return report;
}

} // namespace headroom
