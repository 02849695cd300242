#include "app/probe/cpu/processors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <thread>
#include <vector>

namespace headroom::probe {
namespace {

/// The value after "key" in a file of /proc; empty when it is not there.
std::string line_after(const char* path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key)) return line.substr(line.find(':') + 1);
    return "";
}

/// Processors that the cgroup's quota amounts to; 0 when there is none.
double cgroup_processors() {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string quota;
    double period = 0.0;
    if (!(file >> quota >> period) || quota == "max" || period <= 0.0) return 0.0;
    return std::strtod(quota.c_str(), nullptr) / period;
}

/// Bytes left of the cgroup's limit; infinite when there is none.
double cgroup_memory() {
    double limit = 0.0, used = 0.0;
    if (!(std::ifstream("/sys/fs/cgroup/memory.max") >> limit)) return INFINITY; // "max"
    std::ifstream("/sys/fs/cgroup/memory.current") >> used;
    return limit - used;
}

} // namespace

int allowed_processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    int count = static_cast<int>(std::thread::hardware_concurrency());
    if (sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
    const double share = cgroup_processors();
    if (share > 0.0) count = std::min(count, static_cast<int>(std::ceil(share)));
    return std::max(count, 1);
}

void spread(int threads, std::size_t count,
            const std::function<void(std::size_t, std::size_t)>& work) {
    const auto parts = static_cast<std::size_t>(std::max(threads, 1));
    std::vector<std::thread> running;
    for (std::size_t i = 1; i < parts; ++i)
        running.emplace_back(work, count * i / parts, count * (i + 1) / parts);
    work(0, count / parts);
    for (std::thread& thread : running)
        thread.join();
}

std::size_t available_memory() {
    const double machine =
        1024.0 * std::strtod(line_after("/proc/meminfo", "MemAvailable").c_str(), nullptr);
    const double least = std::min(machine, cgroup_memory());
    return static_cast<std::size_t>(std::max(least, 0.0));
}

std::string processor_name() {
    const std::string name = line_after("/proc/cpuinfo", "model name");
    return name.empty() ? name : name.substr(std::min<std::size_t>(1, name.size()));
}

} // namespace headroom::probe
