#include "app/probe/cuda/gpu.hpp"

#include "app/probe/cuda/kernels_ptx.hpp"
#include "app/probe/pipe.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace headroom::probe {
namespace {

constexpr unsigned long long gate_limit_ns = 200'000'000;
constexpr double gate_trusted_s = 0.15; // queued within this: the gate was surely still closed
constexpr int most_repetitions = 400;   // the driver's queue holds about a thousand launches
constexpr double agree = 0.02;          // two batches within this: warm
constexpr double clock_wander = 0.05;
constexpr std::size_t stamp_bytes = 256;
constexpr unsigned long long growth_bytes = 64ULL << 20;

} // namespace

double flop_per_clock(int cc, double operand_bytes) {
    double half = 0.0; // 16 bit, fp32 accumulation
    switch (cc / 10) {
    case 7: half = 1024; break;
    case 8: half = cc == 80 || cc == 87 ? 2048 : 1024; break;
    case 9: half = 4096; break;
    case 10: half = 8192; break;
    case 12: half = 1024; break;
    default: break;
    }
    return half * 2.0 / operand_bytes;
}

bool is_throttled(unsigned long long reasons) {
    return (reasons & (nvml::reason_hw_slowdown | nvml::reason_sw_thermal |
                       nvml::reason_hw_thermal | nvml::reason_hw_power_brake)) != 0;
}

Buffer::Buffer(Gpu& gpu, std::size_t bytes) : gpu_(gpu), bytes_(bytes) {
    gpu.cuda().check(gpu.cuda().MemAlloc(&pointer_, bytes), "cuMemAlloc");
}

Buffer::~Buffer() { gpu_.cuda().MemFree(pointer_); }

PinnedMemory::PinnedMemory(Gpu& gpu, std::size_t bytes) : gpu_(gpu) {
    gpu.cuda().check(gpu.cuda().MemHostAlloc(&data_, bytes, cu::host_alloc_mapped),
                     "cuMemHostAlloc");
    std::memset(data_, 1, bytes);
}

PinnedMemory::~PinnedMemory() { gpu_.cuda().MemFreeHost(data_); }

void Gpu::open() {
    cuda_.check(cuda_.PrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
    make_current();
    std::size_t free = 0, total = 0;
    cuda_.check(cuda_.MemGetInfo(&free, &total), "cuMemGetInfo");
    constexpr std::size_t most = std::size_t{12} << 30;
    memory_budget_ = std::min(static_cast<std::size_t>(0.8 * static_cast<double>(free)), most);
    cuda_.check(cuda_.ModuleLoadData(&module_, kernels_ptx), "cuModuleLoadData");
    for (cu::Stream* const stream : {&stream_, &second_stream_})
        cuda_.check(cuda_.StreamCreate(stream, cu::stream_non_blocking), "cuStreamCreate");
    for (cu::Event* const event : {&begin_, &end_, &second_begin_, &second_end_})
        cuda_.check(cuda_.EventCreate(event, cu::event_default), "cuEventCreate");
    cuda_.check(cuda_.EventCreate(&done_, cu::event_no_timing), "cuEventCreate");
    gate_ = std::make_unique<PinnedMemory>(*this, 64);
    stamps_ = std::make_unique<Buffer>(*this, stamp_bytes);
}

void Gpu::make_current() const { cuda_.check(cuda_.CtxSetCurrent(context_), "cuCtxSetCurrent"); }

cu::Function Gpu::function(const char* name) {
    cu::Function& function = functions_[name];
    if (function == nullptr)
        cuda_.check(cuda_.ModuleGetFunction(&function, module_, name), "cuModuleGetFunction");
    return function;
}

void Gpu::launch(const char* kernel, unsigned grid, unsigned threads,
                 std::vector<void*> arguments) {
    cuda_.check(cuda_.LaunchKernel(function(kernel), grid, 1, 1, threads, 1, 1, 0, stream_,
                                   arguments.data(), nullptr),
                "cuLaunchKernel");
}

void Gpu::fill(const Buffer& buffer, Fill kind) {
    constexpr std::array<std::size_t, 7> element{4, 2, 2, 1, 1, 1, 1};
    cu::Pointer to = buffer.at();
    auto number = static_cast<unsigned>(kind);
    unsigned long long count = buffer.bytes() / element[number], seed = 1 + to % 1021;
    launch("hr_fill", wide_grid(), block, {&to, &count, &number, &seed});
    wait(stream_);
}

void Gpu::upload(cu::Pointer to, const void* from, std::size_t bytes) {
    cuda_.check(cuda_.CopyToDevice(to, from, bytes, stream_), "cuMemcpyHtoD");
    wait(stream_);
}

void Gpu::download(void* to, cu::Pointer from, std::size_t bytes) {
    cuda_.check(cuda_.CopyToHost(to, from, bytes, stream_), "cuMemcpyDtoH");
    wait(stream_);
}

void Gpu::wait(cu::Stream stream) {
    cuda_.check(cuda_.EventRecord(done_, stream), "cuEventRecord");
    for (;;) {
        const cu::Result state = cuda_.EventQuery(done_);
        if (state == cu::success) return;
        if (state != cu::not_ready) cuda_.check(state, "kernel");
        Run::check();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

void Gpu::close_gate() {
    __atomic_store_n(static_cast<unsigned*>(gate_->data()), 0U, __ATOMIC_SEQ_CST);
    cu::Pointer flag = 0;
    cuda_.check(cuda_.HostGetDevicePointer(&flag, gate_->data(), 0), "cuMemHostGetDevicePointer");
    unsigned long long limit = gate_limit_ns;
    gate_closed_at_ = monotonic();
    launch("hr_gate", 1, 1, {&flag, &limit});
}

void Gpu::open_gate() {
    __atomic_store_n(static_cast<unsigned*>(gate_->data()), 1U, __ATOMIC_SEQ_CST);
}

/// Cycles over time. The timer ticks coarsely on some parts; the events' time then stands in.
double Gpu::stamped_mhz(double event_s) {
    std::array<unsigned long long, 6> stamps{}; // ns, cycles, sm; twice
    download(stamps.data(), stamps_->at(), sizeof stamps);
    if (stamps[2] != stamps[5] || stamps[4] <= stamps[1]) return NAN; // other counters
    const double cycles = static_cast<double>(stamps[4] - stamps[1]);
    double seconds = 1e-9 * static_cast<double>(stamps[3] - stamps[0]);
    constexpr double between_stamps_s = 20e-6; // launches beside the region itself
    if (seconds < event_s || seconds > 1.02 * event_s + between_stamps_s) seconds = event_s;
    return cycles / seconds * 1e-6;
}

Gpu::Batch Gpu::batch(int repetitions, const Work& work) {
    close_gate();
    cu::Pointer before = stamps_->at(), after = before + 24;
    launch("hr_stamp", 1, 1, {&before});
    cuda_.check(cuda_.EventRecord(begin_, stream_), "cuEventRecord");
    for (int i = 0; i < repetitions; ++i)
        work(i);
    cuda_.check(cuda_.EventRecord(end_, stream_), "cuEventRecord");
    launch("hr_stamp", 1, 1, {&after});
    const bool held = monotonic() - gate_closed_at_ < gate_trusted_s;
    open_gate();
    wait(stream_);
    float ms = 0.0F;
    cuda_.check(cuda_.EventElapsedTime(&ms, begin_, end_), "cuEventElapsedTime");
    const double seconds = static_cast<double>(ms) * 1e-3;
    const double mhz = stamped_mhz(seconds);
    return {held ? seconds / repetitions : NAN, mhz};
}

Gpu::Pair Gpu::batch_pair(int repetitions, const Work& work, int second_repetitions,
                          const Work& second_work) {
    close_gate();
    cuda_.check(cuda_.EventRecord(begin_, stream_), "cuEventRecord");
    cuda_.check(cuda_.StreamWaitEvent(second_stream_, begin_, 0), "cuStreamWaitEvent");
    cuda_.check(cuda_.EventRecord(second_begin_, second_stream_), "cuEventRecord");
    for (int i = 0; i < second_repetitions; ++i)
        second_work(i);
    cuda_.check(cuda_.EventRecord(second_end_, second_stream_), "cuEventRecord");
    for (int i = 0; i < repetitions; ++i)
        work(i);
    cuda_.check(cuda_.EventRecord(end_, stream_), "cuEventRecord");
    open_gate();
    wait(stream_);
    wait(second_stream_);
    float first = 0.0F, second = 0.0F;
    cuda_.check(cuda_.EventElapsedTime(&first, begin_, end_), "cuEventElapsedTime");
    cuda_.check(cuda_.EventElapsedTime(&second, second_begin_, second_end_), "cuEventElapsedTime");
    return {static_cast<double>(first) * 1e-3 / repetitions,
            static_cast<double>(second) * 1e-3 / second_repetitions};
}

double Gpu::ungated(int repetitions, const Work& work) {
    cuda_.check(cuda_.EventRecord(begin_, stream_), "cuEventRecord");
    for (int i = 0; i < repetitions; ++i)
        work(i);
    cuda_.check(cuda_.EventRecord(end_, stream_), "cuEventRecord");
    wait(stream_);
    float ms = 0.0F;
    cuda_.check(cuda_.EventElapsedTime(&ms, begin_, end_), "cuEventElapsedTime");
    return static_cast<double>(ms) * 1e-3 / repetitions;
}

int Gpu::repetitions_for(double batch_s, double once_s) const {
    constexpr double display_batch_s = 0.01; // its watchdog ends long work
    if (facts_.kernel_timeout) batch_s = std::min(batch_s, display_batch_s);
    const double wanted = batch_s / std::max(once_s, 1e-7);
    return static_cast<int>(std::clamp(wanted, 1.0, double{most_repetitions}));
}

double Gpu::warm_up(double batch_s, const Work& work) {
    constexpr double longest_s = 0.25, leave_idle_s = 0.3;
    double once = batch(1, work).seconds;
    double spent = std::isfinite(once) ? once : 0.0;
    const double least = warmed_ ? 0.0 : leave_idle_s; // the clock first has to leave idle
    warmed_ = true;
    for (double before = NAN; spent < std::max(longest_s, least);) {
        const int repetitions = repetitions_for(batch_s, std::isfinite(once) ? once : batch_s);
        before = once;
        once = batch(repetitions, work).seconds;
        spent += std::isfinite(once) ? once * repetitions : batch_s;
        if (spent >= least && std::fabs(once / before - 1.0) < agree) break;
    }
    return once;
}

Timed Gpu::measure(int samples, double batch_s, const Work& work) {
    Timed timed;
    timed.warm_s = warm_up(batch_s, work);
    const std::optional<nvml::Memory> before = nvml_.memory();
    std::vector<double> seconds, clocks;
    int repetitions = repetitions_for(batch_s, timed.warm_s);
    for (int i = 0; i < samples; ++i) {
        Run::check();
        const Batch one = batch(repetitions, work);
        if (std::isfinite(one.seconds))
            seconds.push_back(one.seconds);
        else
            repetitions = std::max(repetitions / 2, 1); // queued too slowly for the gate
        if (std::isfinite(one.sm_mhz)) clocks.push_back(one.sm_mhz);
    }
    timed.summary = summarise(seconds);
    timed.doubts = standing_doubts_;
    timed.doubts.add_if(is_throttled(nvml_.clock_reasons()), "throttled");
    if (const std::optional<nvml::Memory> after = nvml_.memory(); before && after)
        timed.doubts.add_if(after->used > before->used + growth_bytes, "other_process");
    if (!clocks.empty()) {
        timed.sm_mhz = quantile(clocks, 0.5);
        const double wander = (quantile(clocks, 1.0) - quantile(clocks, 0.0)) / timed.sm_mhz;
        timed.doubts.add_if(wander > clock_wander, "clock_moving");
    }
    return timed;
}

} // namespace headroom::probe
