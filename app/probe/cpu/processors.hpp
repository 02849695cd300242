// The processors this process may use, and work spread over them.
//
//     const int threads = allowed_processors();       // affinity and the cgroup's share
//     spread(threads, count, [&](std::size_t begin, std::size_t end) { ... });
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace headroom::probe {

int allowed_processors();

/// Runs `work` on about equal parts of 0..count, one thread for each, and waits for all.
void spread(int threads, std::size_t count,
            const std::function<void(std::size_t, std::size_t)>& work);

/// Bytes that can be taken without pushing others out: of the machine, and of the cgroup.
std::size_t available_memory();

/// "AMD EPYC 9654 96-Core Processor"; empty when not known.
std::string processor_name();

} // namespace headroom::probe
