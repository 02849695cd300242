// What a log or a table says of one measured run, before anybody says what ran.
//
//     const LoggedRun run = read_run_log(text, "train.log").runs.front();
//     run.step_seconds->median                   // 1.553, of 47 steps after 5 of warm-up
//     measured_run(run, plan).step_time          // rates became seconds of this plan's step
//
// Frameworks print seconds, tokens or samples a second; what a step holds only the plan knows.
#pragma once

#include "core/base/unit_text.hpp"
#include "core/model/scenario.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Many steps in one number.
struct StepSeries {
    double median = 0.0;
    double spread = 0.0; // standard deviation over median, from the median of the deviations
    int steps = 0;       // that the median is of
    int dropped = 0;     // at the beginning, as warm-up

    bool operator==(const StepSeries&) const = default;
};

/// The median of values in the order in which they were printed. The first tenth, at most 20 and at
/// least one of three, is warm-up: compilation, caches and the allocator's first requests.
/// Precondition: at least one value, all positive.
StepSeries series_of(std::span<const double> values);

/// Who printed it.
enum class RunLogFormat : std::uint8_t {
    table,
    megatron,
    torchtitan,
    deepspeed,
    hugging_face,
    memory_summary,
    nvidia_smi
};
std::string_view name_of(RunLogFormat format);

struct LoggedRun {
    int line = 0; // where it begins
    RunLogFormat format = RunLogFormat::table;
    std::string name, date, notes;
    // At most one of them
    std::optional<StepSeries> step_seconds;
    std::optional<StepSeries> tokens_per_second_per_gpu;
    std::optional<StepSeries> tokens_per_second;  // of all GPUs
    std::optional<StepSeries> samples_per_second; // of all GPUs
    MeasuredMemory memory;
    std::optional<double> global_batch;                        // that the log says it had
    std::vector<std::pair<std::string, std::string>> settings; // "training.micro_batch", "4"

    /// The series that tells of time; nullptr for none.
    const StepSeries* series() const;
};

/// "1.46 s" or "98000 tokens/s" of all GPUs, which take a step of the plan as long as that.
Parsed<Seconds> parse_step(std::string_view text, const Scenario& plan);

/// With the step time that the rates mean for the plan, which is what was run.
MeasuredRun measured_run(const LoggedRun& logged, const Scenario& plan);

} // namespace headroom
