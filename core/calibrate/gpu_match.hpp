// Which preset a probed device is: by name, and only when processors and memory agree.
//
//     const GpuMatch match = match_gpu(device, catalog);
//     if (match.gpu == nullptr) say(match.reason);      // mig, unknown_name, ...
//     match.power_cap                                    // "500 W" where the board was capped
//
// A slice of a GPU, a virtual one or a part that nobody knows is never taken for a whole preset.
#pragma once

#include "core/calibrate/probe_report.hpp"
#include "core/model/catalog.hpp"

namespace headroom {

enum class MatchFailure : std::uint8_t {
    none,
    not_a_gpu,
    slice,       // MIG
    virtual_gpu, // a hypervisor's share of one
    unknown_name,
    other_processors, // the name is known, its count of SMs is another
    other_memory
};

struct GpuMatch {
    const GpuSpec* gpu = nullptr;
    MatchFailure reason = MatchFailure::none;
    std::optional<Watts> power_cap; // of the device, where it differs from the preset's board
};

GpuMatch match_gpu(const ProbeDevice& device, const Catalog& catalog);

} // namespace headroom
