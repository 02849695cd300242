#include "core/calibrate/logged_run.hpp"

#include "core/calibrate/median.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double warm_up_share = 0.1;
constexpr int longest_warm_up = 20;
/// Of fewer steps none is left out: the rest would say less than a slow first step does harm.
constexpr std::size_t fewest_with_warm_up = 3;
/// The median of absolute deviations of normal noise is its standard deviation over this.
constexpr double deviation_of_median = 1.4826;

Seconds step_time_of(const LoggedRun& logged, const Scenario& plan) {
    const auto per_step = [](double work, double rate) {
        return rate > 0.0 ? work / rate * units::s : Seconds{};
    };
    if (logged.step_seconds) return logged.step_seconds->median * units::s;
    if (logged.tokens_per_second_per_gpu)
        return per_step(tokens_per_step(plan),
                        logged.tokens_per_second_per_gpu->median * plan.cluster.gpus());
    if (logged.tokens_per_second)
        return per_step(tokens_per_step(plan), logged.tokens_per_second->median);
    if (logged.samples_per_second)
        return per_step(plan.training.global_batch, logged.samples_per_second->median);
    return {};
}

} // namespace

StepSeries series_of(std::span<const double> values) {
    StepSeries series;
    if (values.size() >= fewest_with_warm_up)
        series.dropped = std::clamp(
            static_cast<int>(std::ceil(warm_up_share * static_cast<double>(values.size()))), 1,
            longest_warm_up);
    const std::span<const double> kept = values.subspan(static_cast<std::size_t>(series.dropped));
    series.steps = static_cast<int>(kept.size());
    series.median = median_of({kept.begin(), kept.end()});
    std::vector<double> away;
    for (const double value : kept)
        away.push_back(std::abs(value - series.median));
    series.spread = deviation_of_median * median_of(std::move(away)) / series.median;
    return series;
}

std::string_view name_of(RunLogFormat format) {
    using Name = std::string_view;
    constexpr std::array names{Name{"table"},     Name{"Megatron-LM"},  Name{"torchtitan"},
                               Name{"DeepSpeed"}, Name{"Hugging Face"}, Name{"memory_summary"},
                               Name{"nvidia-smi"}};
    return name_in(names, format);
}

const StepSeries* LoggedRun::series() const {
    for (const auto* one :
         {&step_seconds, &tokens_per_second_per_gpu, &tokens_per_second, &samples_per_second})
        if (*one) return &**one;
    return nullptr;
}

Parsed<Seconds> parse_step(std::string_view text, const Scenario& plan) {
    constexpr std::string_view unit = "tokens/s";
    if (!text.ends_with(unit)) return parse_seconds(text);
    text.remove_suffix(unit.size());
    const Parsed<double> rate = parse_count(text.substr(0, text.find_last_not_of(' ') + 1));
    if (!rate) return tl::unexpected(rate.error());
    if (!(*rate > 0.0)) return Seconds{};
    return tokens_per_step(plan) / *rate * units::s;
}

MeasuredRun measured_run(const LoggedRun& logged, const Scenario& plan) {
    MeasuredRun run = run_of(plan);
    run.name = logged.name;
    run.date = logged.date;
    run.notes = logged.notes;
    run.step_time = step_time_of(logged, plan);
    run.memory = logged.memory;
    return run;
}

} // namespace headroom
