// Launch cost, memory bandwidth, and the link to the host.
#include "app/probe/cuda/gpu.hpp"
#include "app/probe/cuda/stages.hpp"
#include "app/probe/pipe.hpp"

#include <algorithm>
#include <array>
#include <sched.h>

namespace headroom::probe {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// More than the sheet allows: the cache answered, or the clock lies.
bool beyond_sheet(const GpuFacts& facts, double bytes_per_s) {
    const double sheet = 2.0 * 1e3 * facts.memory_clock_khz * facts.bus_bits / 8.0; // two a clock
    return sheet > 0.0 && bytes_per_s > 1.02 * sheet;
}

struct Pass {
    const char* name;
    double factor; // bytes moved, in buffers
    Gpu::Work work;
};

void emit_pass(Gpu& gpu, const Pass& pass, std::size_t bytes) {
    Run& run = gpu.run();
    const int samples = run.quick() ? 7 : 15;
    Timed timed = gpu.measure(samples, run.batch_seconds(4, samples), pass.work);
    const double moved = pass.factor * static_cast<double>(bytes);
    const double rate = moved / timed.summary.median;
    timed.doubts.add_if(beyond_sheet(gpu.facts(), rate), "too_fast");
    timed.doubts.add_if(bytes < 4 * gpu.facts().l2_bytes, "small_buffer");
    run.emit(run.result(pass.name, rate / 1e9, timed.summary, timed.doubts)
                 .whole("bytes", static_cast<long long>(bytes))
                 .number("sm_mhz", timed.sm_mhz));
}

/// The processors near the GPU while it lives: a copy from the wrong socket is several times
/// slower.
class NearProcessors {
  public:
    explicit NearProcessors(const Nvml& nvml) {
        const std::vector<unsigned long> bits = nvml.near_processors();
        if (bits.empty() || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
        cpu_set_t near;
        CPU_ZERO(&near);
        for (int i = 0; i < CPU_SETSIZE; ++i) {
            const auto word = static_cast<std::size_t>(i) / 64;
            const bool is_near = word < bits.size() && (bits[word] >> (i % 64) & 1UL) != 0;
            if (is_near && CPU_ISSET(i, &before_)) CPU_SET(i, &near);
        }
        bound_ = CPU_COUNT(&near) > 0 && sched_setaffinity(0, sizeof near, &near) == 0;
    }
    ~NearProcessors() {
        if (bound_) sched_setaffinity(0, sizeof before_, &before_);
    }
    NearProcessors(const NearProcessors&) = delete;
    NearProcessors& operator=(const NearProcessors&) = delete;

  private:
    cpu_set_t before_{};
    bool bound_ = false;
};

/// Copies between a buffer of the GPU and memory of the host.
struct Link {
    Gpu& gpu;
    const Buffer& buffer;
    void* host;

    void up(std::size_t bytes, cu::Stream stream) const {
        gpu.cuda().check(gpu.cuda().CopyToDevice(buffer.at(), host, bytes, stream), "copy");
    }
    void down(std::size_t bytes, cu::Stream stream) const {
        gpu.cuda().check(gpu.cuda().CopyToHost(host, buffer.at(), bytes, stream), "copy");
    }
};

bool is_downgraded(const Gpu& gpu) {
    const auto below = [](std::optional<double> now, std::optional<double> most) {
        return now && most && *now < *most;
    };
    return below(gpu.nvml().pcie_generation(), gpu.facts().max_pcie_generation) ||
           below(gpu.nvml().pcie_width(), gpu.facts().max_pcie_width);
}

void emit_link(Gpu& gpu, const std::string& name, std::size_t bytes, const Summary& seconds,
               Doubts doubts) {
    doubts.add_if(is_downgraded(gpu), "link_downgraded"); // idle links sleep; read under load
    gpu.run().emit(
        gpu.run()
            .result(name, static_cast<double>(bytes) / seconds.median / 1e9, seconds, doubts)
            .whole("bytes", static_cast<long long>(bytes))
            .number("pcie_gen", gpu.nvml().pcie_generation())
            .number("pcie_width", gpu.nvml().pcie_width()));
}

void measure_one_way(const Link& link, const std::string& suffix, std::size_t bytes) {
    Gpu& gpu = link.gpu;
    const Timed up = gpu.measure(7, 0.01, [&](int) { link.up(bytes, gpu.stream()); });
    emit_link(gpu, "h2d_" + suffix, bytes, up.summary, up.doubts);
    const Timed down = gpu.measure(7, 0.01, [&](int) { link.down(bytes, gpu.stream()); });
    emit_link(gpu, "d2h_" + suffix, bytes, down.summary, down.doubts);
}

void measure_both_ways(const Link& up, const Link& down, std::size_t bytes) {
    Gpu& gpu = up.gpu;
    std::vector<double> up_s, down_s;
    for (int i = 0; i < 7; ++i) {
        Run::check();
        const Gpu::Pair both = gpu.batch_pair(
            4, [&](int) { up.up(bytes, gpu.stream()); }, 4,
            [&](int) { down.down(bytes, gpu.second_stream()); });
        up_s.push_back(both.first);
        down_s.push_back(both.second);
    }
    emit_link(gpu, "h2d_both", bytes, summarise(up_s), gpu.standing_doubts());
    emit_link(gpu, "d2h_both", bytes, summarise(down_s), gpu.standing_doubts());
}

/// The driver copies through its own buffer while the host waits, so nothing can be queued.
void measure_pageable(Gpu& gpu, const Buffer& buffer) {
    std::vector<unsigned char> host(buffer.bytes(), 1);
    const Link link{gpu, buffer, host.data()};
    for (const bool up : {true, false}) {
        const auto copy = [&](int) {
            up ? link.up(buffer.bytes(), gpu.stream()) : link.down(buffer.bytes(), gpu.stream());
        };
        gpu.ungated(1, copy);
        std::vector<double> seconds;
        for (int i = 0; i < 7; ++i) {
            Run::check();
            seconds.push_back(gpu.ungated(1, copy));
        }
        emit_link(gpu, up ? "h2d_pageable" : "d2h_pageable", buffer.bytes(), summarise(seconds),
                  gpu.standing_doubts());
    }
}

void measure_sizes(const Link& link) {
    for (std::size_t bytes = mib / 16; bytes <= link.buffer.bytes(); bytes *= 8)
        measure_one_way(link, "size_" + std::to_string(bytes), bytes);
}

} // namespace

void measure_launch(Gpu& gpu) {
    Run& run = gpu.run();
    constexpr int kernels = 400;
    const int samples = run.quick() ? 7 : 15;
    const Gpu::Work empty = [&](int) { gpu.launch("hr_empty", 1, 32, {}); };
    const Timed gap = gpu.measure(samples, 2e-6 * kernels, empty);
    run.emit(run.result("kernel_gap", gap.summary.median * 1e6, gap.summary, gap.doubts)
                 .number("sm_mhz", gap.sm_mhz));
    constexpr int launches = 500;
    std::vector<double> host_s;
    for (int i = 0; i < 15; ++i) {
        const double started = monotonic();
        for (int k = 0; k < launches; ++k)
            empty(k);
        host_s.push_back((monotonic() - started) / launches);
        gpu.wait(gpu.stream());
    }
    const Summary host = summarise(host_s);
    run.emit(run.result("launch_host", host.median * 1e6, host, gpu.standing_doubts()));
}

void measure_bandwidth(Gpu& gpu) {
    const std::size_t wanted = std::max(24 * gpu.facts().l2_bytes, 512 * mib);
    const std::size_t bytes =
        std::min({wanted, 2048 * mib, gpu.memory_budget() / 4}) & ~std::size_t{4095};
    const Buffer a(gpu, bytes), b(gpu, bytes), c(gpu, bytes), sink(gpu, 256);
    gpu.fill(a, Fill::fp32);
    gpu.fill(b, Fill::fp32);
    cu::Pointer pa = a.at(), pb = b.at(), pc = c.at(), ps = sink.at();
    unsigned long long count = bytes / 16;
    float k = 1.5F;
    const auto go = [&](const char* kernel, const std::vector<void*>& arguments) {
        return [&gpu, kernel, arguments](int) {
            gpu.launch(kernel, gpu.wide_grid(), Gpu::block, arguments);
        };
    };
    for (const Pass& pass : {Pass{"hbm_read", 1, go("hr_read", {&pa, &count, &ps})},
                             Pass{"hbm_write", 1, go("hr_write", {&pc, &count, &k})},
                             Pass{"hbm_copy", 2, go("hr_copy", {&pc, &pa, &count})},
                             Pass{"hbm_triad", 3, go("hr_triad", {&pc, &pa, &pb, &count, &k})}})
        emit_pass(gpu, pass, bytes);
}

void measure_host_link(Gpu& gpu) {
    const NearProcessors near(gpu.nvml());
    constexpr std::size_t bytes = 64 * mib;
    const Buffer buffer(gpu, bytes), other(gpu, bytes);
    const PinnedMemory pinned(gpu, bytes), other_pinned(gpu, bytes);
    const Link link{gpu, buffer, pinned.data()};
    measure_one_way(link, "pinned", bytes);
    measure_both_ways(link, {gpu, other, other_pinned.data()}, bytes);
    if (!gpu.run().quick()) measure_pageable(gpu, buffer);
    if (!gpu.run().thorough()) return;
    const Buffer large(gpu, 256 * mib);
    const PinnedMemory large_pinned(gpu, 256 * mib);
    measure_sizes({gpu, large, large_pinned.data()});
}

} // namespace headroom::probe
