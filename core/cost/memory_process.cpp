#include "core/cost/memory_process.hpp"

#include "core/cost/site_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

/// CUDA context with the loaded kernels, which the allocator does not count. Read from nvidia-smi
/// after start; before kernels were loaded lazily (CUDA 11.7) it was larger.
Bytes device_context(GpuGeneration generation) {
    switch (generation) {
    case GpuGeneration::volta:
    case GpuGeneration::turing: return 1.3 * units::GiB;
    case GpuGeneration::ampere:
    case GpuGeneration::ada: return 0.6 * units::GiB;
    case GpuGeneration::hopper: return 0.8 * units::GiB;
    case GpuGeneration::blackwell:
    case GpuGeneration::rubin: return 0.9 * units::GiB;
    default: return 0.8 * units::GiB;
    }
}

/// NCCL: channel buffers of the first communicator, and less for each further kind of group. What
/// nvidia-smi shows on several GPUs beyond one GPU's context, about 1 GiB in measured runs.
constexpr Bytes first_communicator = 0.8 * units::GiB;
constexpr Bytes further_communicator = 0.2 * units::GiB;

/// Allocator: segments of at least 2 and 20 MiB that are partly empty (c10/cuda,
/// CUDACachingAllocator.cpp); fitted as one constant.
constexpr Bytes allocator_floor = 0.15 * units::GiB;
/// Of a step's blocks, which are single matrices, this much stays unusable even after the allocator
/// gave its cached blocks back: cards that ran full to the brim.
constexpr double least_fragmentation = 0.02;

/// Each assumed fact makes the band this much wider, on a log scale.
constexpr double widening_per_assumed_fact = 0.2;

Bytes communicators(const Scenario& scenario) {
    if (scenario.cluster.gpus() <= 1) return {};
    const TrainingPlan& plan = scenario.training;
    const int kinds = (data_parallel(scenario) > 1 ? 1 : 0) + (plan.tensor_parallel > 1 ? 1 : 0) +
                      (plan.pipeline_parallel > 1 ? 1 : 0) + (plan.context_parallel > 1 ? 1 : 0) +
                      (plan.expert_parallel > 1 ? 1 : 0);
    return first_communicator + static_cast<double>(std::max(0, kinds - 1)) * further_communicator;
}

Bytes process_context(const Scenario& scenario, const SiteRates& site) {
    const Bytes device =
        site.cuda_context.value_or(device_context(scenario.cluster.gpu.generation));
    return std::max(device + communicators(scenario) + site.process, Bytes{});
}

/// Facts that this plan depends on and that nobody has sourced.
int assumed_facts(const Scenario& scenario) {
    const MemoryFacts& f = scenario.stack.memory;
    const TrainingPlan& plan = scenario.training;
    const std::array<Confidence, 8> always{f.eager_bytes_per_logit.confidence,
                                           f.residual_bytes.confidence,
                                           f.fused_norm.confidence,
                                           f.fused_mlp.confidence,
                                           f.foreach_copies.confidence,
                                           f.adapters_in_fp32.confidence,
                                           f.expands_kv_heads.confidence,
                                           f.allocator_factor.confidence};
    auto count = std::count(always.begin(), always.end(), Confidence::estimate);
    if (plan.zero_stage >= 3) count += f.gathered_layers.confidence == Confidence::estimate;
    if (plan.expert_parallel > 1) count += f.routing_imbalance.confidence == Confidence::estimate;
    return static_cast<int>(count);
}

bool is_nvidia(GpuGeneration generation) { return generation <= GpuGeneration::rubin; }

/// Kinds of plans that no measured run stood for when the bands were earned (docs/model.md).
bool outside_of_validation(const Scenario& scenario) {
    const TrainingPlan& plan = scenario.training;
    const ModelStyle style = scenario.model.style;
    return scenario.calibration.allocated.runs == 0 || plan.expert_parallel > 1 ||
           scenario.model.mla.has_value() || plan.schedule == PipelineSchedule::zero_bubble ||
           plan.offload == Offload::nvme || plan.precision == Precision::mxfp8 ||
           plan.precision == Precision::nvfp4 || style == ModelStyle::t5 ||
           style == ModelStyle::vit || !is_nvidia(scenario.cluster.gpu.generation);
}

Banded<Bytes> banded(Bytes expected, const BandFactors& band, double widening) {
    return {expected, std::pow(std::min(1.0, band.p10), widening) * expected,
            std::pow(std::max(1.0, band.p90), widening) * expected};
}

Bytes together(Bytes one, Bytes other) {
    return std::hypot(one / units::B, other / units::B) * units::B;
}

/// A total with what is added to it, whose errors are independent of its own: half-widths add as
/// squares. Since nothing that is added can be negative, neither end crosses the smaller total's.
Banded<Bytes> plus(const Banded<Bytes>& part, const Banded<Bytes>& added) {
    const Bytes expected = part.expected + added.expected;
    return {expected, expected - together(part.expected - part.p10, added.expected - added.p10),
            expected + together(part.p90 - part.expected, added.p90 - added.expected)};
}

/// Allocated in every phase from the first step on: the least of each term.
Bytes lasting(const MemoryEstimate& memory) {
    constexpr auto first = static_cast<std::size_t>(Phase::forward_end);
    MemoryBreakdown least = memory.phases[first];
    for (std::size_t phase = first + 1; phase < phase_count; ++phase)
        for (std::size_t i = 0; i < MemoryBreakdown::size; ++i) {
            const auto term = static_cast<MemoryTerm>(i);
            least[term] = std::min(least[term], memory.phases[phase][term]);
        }
    return least.total();
}

Bytes total_of(const MemoryEstimate& memory, Phase phase) {
    return memory.phases[static_cast<std::size_t>(phase)].total();
}

/// What the allocator takes while there is room, and what it can do with.
struct Blocks {
    Bytes cached, least;
};

/// Blocks that live through the run leave no holes, those that come and go do. The first optimizer
/// step puts its states into the holes that the first pass left, so that later passes and steps
/// share their blocks only in part, unless segments can grow. What a pass needs comes in blocks too
/// large for holes, whether cached ones were given back or not.
Blocks blocks_of(const MemoryEstimate& memory, const MemoryFacts& facts, bool varying) {
    const Bytes stays = lasting(memory);
    const Bytes pass =
        std::max({total_of(memory, Phase::forward_end), total_of(memory, Phase::backward_start),
                  total_of(memory, Phase::backward_end)}) -
        stays;
    const Bytes step = total_of(memory, Phase::optimizer_step) - stays;
    const double factor =
        varying ? facts.allocator_factor_varying.value : facts.allocator_factor.value;
    const Bytes apart = std::max(pass, step) + facts.unshared_blocks.value * std::min(pass, step);
    const Bytes least = std::max(factor * pass, (1.0 + least_fragmentation) * step);
    const Bytes cached = stays + std::max(factor * std::max(pass, step), apart);
    // What loading took stays cached.
    return {std::max(cached, total_of(memory, Phase::load)) + allocator_floor,
            stays + least + allocator_floor};
}

void set_caveat(Caveats& caveats, Caveat caveat, bool on) {
    if (on) caveats.set(static_cast<std::size_t>(caveat));
}

void set_host_caveats(const Scenario& scenario, const MemoryEstimate& memory, Caveats& caveats) {
    if (memory.host_per_node <= Bytes{}) return;
    const Bytes host = scenario.cluster.host_memory.value;
    set_caveat(caveats, Caveat::host_memory_unknown, host <= Bytes{});
    set_caveat(caveats, Caveat::host_memory_exceeded,
               host > Bytes{} && memory.host_per_node > host);
}

} // namespace

/// Two handles, of the forward and of the backward thread; 8.1 MiB each by default, 32 MiB from
/// Hopper on (PyTorch, aten/src/ATen/cuda/CUDABlas.cpp, CUBLAS_WORKSPACE_CONFIG).
Bytes cublas_workspace(GpuGeneration generation) {
    const bool large = generation == GpuGeneration::hopper ||
                       generation == GpuGeneration::blackwell || generation == GpuGeneration::rubin;
    return 2.0 * (large ? 32.0 : 8.125) * units::MiB;
}

Bytes least_process(const Scenario& scenario, Bytes allocated) {
    return allocated + allocator_floor + process_context(scenario, site_rates(scenario));
}

void set_totals(const Scenario& scenario, MemoryEstimate& memory, Caveats& caveats) {
    const Calibration& calibration = scenario.calibration;
    const bool varying = !scenario.training.packing;
    const Bytes allocated = memory.peak.total();
    const SiteRates site = site_rates(scenario);
    const Bytes context = process_context(scenario, site);
    memory.capacity = usable_memory(scenario);
    // Cached blocks go back to the driver before an allocation fails.
    Blocks blocks = blocks_of(memory, scenario.stack.memory, varying);
    if (site.slack > 1.0) blocks.cached += (site.slack - 1.0) * (blocks.cached - allocated);
    const Bytes room = std::max(blocks.least, memory.capacity - context);
    const Bytes reserved = std::max(std::min(blocks.cached, room), allocated + allocator_floor);
    const int assumed = assumed_facts(scenario);
    const bool outside = outside_of_validation(scenario);
    const double widening = (1.0 + widening_per_assumed_fact * assumed) *
                            (outside ? calibration.outside_widening : 1.0);
    memory.allocated = banded(allocated, calibration.allocated, widening);
    memory.allocator_slack = reserved - allocated;
    memory.context = context;
    memory.reserved =
        plus(memory.allocated, banded(memory.allocator_slack, calibration.reserved, widening));
    memory.process = plus(memory.reserved, banded(context, calibration.process, widening));
    // Where the cache fills the card exactly, rounding must not say that it does not fit.
    const bool full = reserved < blocks.cached && blocks.least < reserved;
    if (full) memory.process.expected = memory.capacity;
    memory.headroom = memory.capacity - memory.process.expected;
    set_caveat(caveats, Caveat::assumed_memory_facts, assumed > 0);
    set_caveat(caveats, Caveat::outside_validated_regime, outside);
    set_caveat(caveats, Caveat::lengths_vary, varying);
    set_caveat(caveats, Caveat::routing_imbalance_assumed, scenario.training.expert_parallel > 1);
    set_host_caveats(scenario, memory, caveats);
}

} // namespace headroom
