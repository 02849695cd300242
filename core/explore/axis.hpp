// One direction in which a scenario can be moved: what a slider slides over, what a sweep sweeps.
//
//     for (double v : axis_values(Axis::sequence, scenario)) set_axis(copy, Axis::sequence, v);
//     axis_label(Axis::precision, 3, scenario)       // "bf16"
//
// Values are doubles so that all axes look alike: counts as themselves, enumerations by index,
// model size in parameters. Checkpointing grows with what is recomputed: 0 none, 1 selective, then
// 1 + the share of layers in full (1.25: every 4th layer, 2: all). Positions that are not legal may
// be among the values (the strip shows them as such); set_axis keeps everything else as it is.
#pragma once

#include "core/model/scenario.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class Axis : std::uint8_t {
    model_size, // workload, from here
    sequence,
    micro_batch,
    global_batch,
    precision, // trade-offs, from here
    checkpointing,
    zero_stage,
    offload,
    gpus, // cluster, from here
    tensor_parallel,
    pipeline_parallel,
    context_parallel,
    expert_parallel,
    count
};
inline constexpr std::size_t axis_count = static_cast<std::size_t>(Axis::count);
inline constexpr std::array all_axes{
    Axis::model_size,     Axis::sequence,        Axis::micro_batch,       Axis::global_batch,
    Axis::precision,      Axis::checkpointing,   Axis::zero_stage,        Axis::offload,
    Axis::gpus,           Axis::tensor_parallel, Axis::pipeline_parallel, Axis::context_parallel,
    Axis::expert_parallel};
static_assert(all_axes.size() == axis_count);

/// "training.micro_batch", "cluster.gpus", ...: the path in the scenario file and of `sweep
/// --axis`.
std::string_view axis_path(Axis axis);
std::optional<Axis> axis_of_path(std::string_view path);

/// The positions worth showing for this scenario in ascending order: powers of two, divisors, steps
/// on a log scale; the present value is always among them.
std::vector<double> axis_values(Axis axis, const Scenario& scenario);

double get_axis(const Scenario& scenario, Axis axis);
void set_axis(Scenario& scenario, Axis axis, double value);

/// What a move keeps as it is beside the other axes. With the tokens of a step held, a sequence
/// twice as long comes with half the global batch, and the micro batch gives way where the batch of
/// one rank no longer divides by it; gradient accumulation follows.
struct Held {
    bool tokens_per_step = false;
};

/// The same for a loop or a drag: `scenario` is a copy of `origin` that moves along this axis only.
/// Going there and back gives `origin` again, which rounding would spoil if steps were chained.
void set_axis(Scenario& scenario, const Scenario& origin, Axis axis, double value, Held held = {});

/// The nearest legal value below (-1) or above (1) the present one, whether shown or not: the next
/// 64 tokens, the next whole count, a per cent of the model's size, the next of named values.
std::optional<double> fine_step(Axis axis, const Scenario& scenario, int direction);

/// The value as users write it: "8192", "bf16", "full", "8.03B".
std::string axis_label(Axis axis, double value, const Scenario& scenario);

/// What a user typed into the number box, as a value of this axis; empty when not understood.
std::optional<double> parse_axis_value(Axis axis, std::string_view text, const Scenario& scenario);

/// Whether the axis means anything here ("expert_parallel" needs a model with experts).
bool axis_applies(Axis axis, const Scenario& scenario);

} // namespace headroom
