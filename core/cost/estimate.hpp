// The answer: what one GPU needs, how long one step takes, what the run costs, how sure that is.
//
//     const Estimate e = evaluate(scenario);
//     e.memory.process / units::GiB;      // what nvidia-smi would show at the peak
//     e.step.total / units::s;            // exposed terms add up to it
//
// evaluate() is a pure function: it allocates nothing, touches no string and takes microseconds.
// A plan that is not legal gets the verdict not_legal and zeros, never made-up numbers; one that
// does not fit gets all its numbers and a negative headroom. Thread-safe: no state.
#pragma once

#include "core/cost/breakdown.hpp"
#include "core/model/scenario.hpp"

#include <bitset>

namespace headroom {

enum class Verdict : std::uint8_t { fits, tight, does_not_fit, not_legal };

/// Expected value with the P10 and P90 that validation earned.
template <class T>
struct Banded {
    T expected{}, p10{}, p90{};

    bool operator==(const Banded&) const = default;
};

/// When a phase's peak is reached; allocated memory is the largest of them.
enum class Phase : std::uint8_t {
    load,
    forward_end,
    backward_start,
    backward_end,
    optimizer_step,
    count
};
inline constexpr std::size_t phase_count = static_cast<std::size_t>(Phase::count);

struct MemoryEstimate {
    std::array<MemoryBreakdown, phase_count> phases; // of the heaviest pipeline stage
    Phase peak_phase = Phase::forward_end;
    int peak_stage = 0;      // 0-based pipeline stage that needs most
    MemoryBreakdown peak;    // phases[peak_phase]
    Banded<Bytes> allocated; // peak.total()
    Banded<Bytes> reserved;  // with the allocator's slack
    Banded<Bytes> process;   // with CUDA context and NCCL: nvidia-smi
    Bytes allocator_slack;   // reserved - allocated
    Bytes context;           // process - reserved
    Bytes host_per_node;     // host memory that offload takes on one node
    Bytes capacity;
    Bytes headroom; // capacity - process; negative: by how much it does not fit
};

/// What holds the step back, in the field's words: the largest exposed cause.
enum class Limiter : std::uint8_t {
    matmul,
    attention,
    memory_bound,
    launch,
    tensor_communication,
    data_communication,
    pipeline_bubble,
    expert_exchange,
    offload,
    data_loading,
    count
};

struct StepEstimate {
    StepBreakdown terms;
    Banded<Seconds> total;
    Limiter limiter = Limiter::matmul;
    std::array<Seconds, static_cast<std::size_t>(Limiter::count)> by_limiter{}; // adds up to total
    FlopCount model_flop;    // of one step over all GPUs, without recompute
    FlopCount hardware_flop; // with recompute
    double mfu = 0.0;        // of the dense peak of the plan's precision
    double hfu = 0.0;
    double tokens_per_second_per_gpu = 0.0;
};

struct MoneyEstimate {
    bool priced = false;        // false: no price known for this GPU
    DollarRate rent;            // of the whole cluster
    std::optional<Seconds> run; // for the goal's tokens
    std::optional<Dollars> total;
};

/// Things a reader must know to trust the numbers; words in core/present/wording.
enum class Caveat : std::uint8_t {
    outside_validated_regime,
    assumed_memory_facts,
    assumed_time_facts,
    estimated_gpu_preset,
    announced_gpu,
    unmeasured_efficiency,
    no_price,
    link_assumed,
    staged_through_host, // PCIe without peer access: boxes differ tenfold
    lengths_vary,
    routing_imbalance_assumed,
    near_capacity_slowdown,
    host_memory_exceeded,
    host_memory_unknown,
    precision_falls_back,       // a step of the plan runs in another precision than asked
    calibration_of_another_gpu, // not used: what was measured is never stretched
    calibration_of_other_links, // only what was measured of the GPU itself is used
    count
};
using Caveats = std::bitset<static_cast<std::size_t>(Caveat::count)>;

struct Estimate {
    Verdict verdict = Verdict::not_legal;
    Illegality illegality = Illegality::none;
    MemoryEstimate memory;
    StepEstimate step;
    MoneyEstimate money;
    Caveats caveats;
};

Estimate evaluate(const Scenario& scenario);

std::string_view name_of(Verdict);
std::string_view name_of(Phase);
std::string_view name_of(Limiter);
std::string_view name_of(Caveat);

} // namespace headroom
