#include "core/io/trainer_state.hpp"

#include <fmt/format.h>

#include <cmath>

namespace headroom {

namespace {

/// Rates are printed with three decimals.
constexpr double rounding = 0.0005;

std::optional<double> positive(const Json& entry, std::string_view key) {
    const Json* value = entry.find(key);
    if (value == nullptr || !value->is_number() || !(value->number > 0.0)) return std::nullopt;
    return value->number;
}

/// The entry of the log that ended the run, or the file itself where it holds nothing else.
const Json* final_entry(const Json& root) {
    const Json* log = root.find("log_history");
    if (log == nullptr) return root.find("train_runtime") == nullptr ? nullptr : &root;
    const Json* last = nullptr;
    for (const Json& entry : log->items)
        if (entry.find("train_runtime") != nullptr) last = &entry;
    return last;
}

/// Allocated before the Trainer, by its setup and by training, and the peak above that.
Bytes peak_of(const Json& entry) {
    const auto bytes = [&entry](std::string_view key) {
        return positive(entry, key).value_or(0.0) * units::B;
    };
    if (!positive(entry, "train_mem_gpu_peaked_delta")) return {};
    return bytes("before_init_mem_gpu") + bytes("init_mem_gpu_alloc_delta") +
           bytes("train_mem_gpu_alloc_delta") + bytes("train_mem_gpu_peaked_delta");
}

} // namespace

LoggedRun read_trainer_state(const Json& root, std::string_view name, Problems& problems) {
    LoggedRun run;
    run.format = RunLogFormat::hugging_face;
    run.line = root.line;
    const Json* entry = final_entry(root);
    if (entry == nullptr) {
        problems.push_back(error(fmt::format("{}:{}", name, root.line),
                                 "no train_runtime: it is written when a run ends, and no other "
                                 "time is in this file"));
        return run;
    }
    run.line = entry->line;
    run.memory.allocated = peak_of(*entry);
    const std::string where = fmt::format("{}:{}", name, entry->line);
    const auto whole_run = [](double value, double spread) {
        return StepSeries{value, spread, 1, 0};
    };
    const std::optional<double> runtime = positive(*entry, "train_runtime"),
                                samples = positive(*entry, "train_samples_per_second"),
                                rate = positive(*entry, "train_steps_per_second");
    std::optional<double> steps = positive(*entry, "step");
    if (!steps) steps = positive(root, "global_step");
    if (runtime && steps)
        run.step_seconds = whole_run(*runtime / *steps, 0.0);
    else if (samples && samples > rate)
        run.samples_per_second = whole_run(*samples, rounding / *samples);
    else if (rate)
        run.step_seconds = whole_run(1.0 / *rate, rounding / *rate);
    else
        problems.push_back(error(where, "train_runtime is followed by no number above 0"));
    if (run.series() != nullptr)
        problems.push_back(warning(where, "the mean of the whole run, with its warm-up, "
                                          "evaluations and saving: steps alone are faster"));
    return run;
}

} // namespace headroom
