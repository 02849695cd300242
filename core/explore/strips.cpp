#include "core/explore/strips.hpp"

#include <tbb/parallel_for.h>

namespace headroom {

std::vector<std::vector<Verdict>> strips(std::span<const StripJob> jobs) {
    std::vector<std::vector<Verdict>> cells(jobs.size());
    tbb::parallel_for(std::size_t{0}, jobs.size(), [&](std::size_t i) {
        const StripJob& job = jobs[i];
        cells[i] = strip(job.origin, job.axis, job.values, job.held);
    });
    return cells;
}

} // namespace headroom
