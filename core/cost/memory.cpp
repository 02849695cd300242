#include "core/cost/memory.hpp"

namespace headroom {

std::array<MemoryBreakdown, phase_count> stage_memory(const Scenario& scenario, int) {
    std::array<MemoryBreakdown, phase_count> phases;
    const auto P = static_cast<double>(count_parameters(scenario.model).total);
    for (MemoryBreakdown& phase : phases) {
        phase[MemoryTerm::weights] = 2.0 * P * units::B;
        phase[MemoryTerm::gradients] = 2.0 * P * units::B;
        phase[MemoryTerm::optimizer_states] = 12.0 * P * units::B;
    }
    return phases;
}

MemoryEstimate estimate_memory(const Scenario& scenario, Caveats&) {
    MemoryEstimate memory;
    memory.phases = stage_memory(scenario, 0);
    memory.peak = memory.phases[0];
    memory.allocated = {memory.peak.total(), 0.9 * memory.peak.total(), 1.1 * memory.peak.total()};
    memory.reserved = memory.process = memory.allocated;
    memory.capacity = scenario.cluster.gpu.memory.value;
    memory.headroom = memory.capacity - memory.process.expected;
    return memory;
}

} // namespace headroom
