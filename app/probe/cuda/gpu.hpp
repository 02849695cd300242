// One GPU with a context, and the way everything on it is timed.
//
//     Gpu gpu(run, driver, 0);
//     gpu.open();                                              // context, kernels, streams
//     const Timed t = gpu.measure(11, 0.02, [&](int i) { gpu.launch("hr_empty", ...); });
//     t.summary.median                                         // seconds of one repetition
//
// A batch is queued behind a gate kernel, so that the host's cost of launching is outside; events
// give its time, two stamps the average SM clock of exactly this region. Nothing waits by blocking:
// a hung kernel must leave this thread able to see that somebody wants to stop.
#pragma once

#include "app/probe/cuda/driver.hpp"
#include "app/probe/cuda/nvml.hpp"
#include "app/probe/run.hpp"
#include "app/probe/statistics.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::probe {

/// What is never changed by measuring; read before any context exists.
struct GpuFacts {
    std::string name;
    int sm = 0, compute_capability = 0; // 90 is 9.0
    std::size_t l2_bytes = 0, memory_bytes = 0;
    int memory_clock_khz = 0, bus_bits = 0, compute_mode = 0;
    bool kernel_timeout = false; // a display shares it: long kernels are ended
    std::optional<nvml::Memory> memory;
    std::optional<double> idle_w, cap_w, busy_percent, max_pcie_generation, max_pcie_width;
    std::optional<int> other_processes;
    std::optional<bool> mig, virtual_gpu;
};

/// How the fill kernel writes; its numbers are those of kernels.cu.
enum class Fill : unsigned { fp32, bf16, fp16, e4m3, e2m1, ue4m3_ones, zeros };

struct Timed {
    Summary summary;     // seconds of one repetition
    Doubts doubts;       // what was seen while measuring
    double sm_mhz = NAN; // median of the batches
    double warm_s = NAN; // one repetition, after the warm-up
};

class Gpu;

/// Memory of the GPU, given back at the end of its scope.
class Buffer {
  public:
    Buffer(Gpu& gpu, std::size_t bytes);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    cu::Pointer at() const { return pointer_; }
    std::size_t bytes() const { return bytes_; }

  private:
    Gpu& gpu_;
    cu::Pointer pointer_ = 0;
    std::size_t bytes_ = 0;
};

/// Memory of the host that the GPU can reach by itself.
class PinnedMemory {
  public:
    PinnedMemory(Gpu& gpu, std::size_t bytes);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    void* data() const { return data_; }

  private:
    Gpu& gpu_;
    void* data_ = nullptr;
};

class Gpu {
  public:
    using Work = std::function<void(int)>; // queues repetition i

    Gpu(Run& run, const Driver& driver, int index);
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    /// Makes the context and loads the kernels.
    void open();
    void make_current() const;

    const GpuFacts& facts() const { return facts_; }
    const Nvml& nvml() const { return nvml_; }
    const Driver& cuda() const { return cuda_; }
    Run& run() const { return run_; }
    cu::Device device() const { return device_; }
    cu::Context context() const { return context_; }
    cu::Stream stream() const { return stream_; }
    cu::Stream second_stream() const { return second_stream_; }
    /// What the probe may allocate in all: 80 % of what was free, at most 12 GiB.
    std::size_t memory_budget() const { return memory_budget_; }
    void halve_memory_budget() { memory_budget_ /= 2; }
    /// Doubts about every result of this device.
    const Doubts& standing_doubts() const { return standing_doubts_; }

    void launch(const char* kernel, unsigned grid, unsigned block, std::vector<void*> arguments);
    void fill(const Buffer& buffer, Fill kind);
    /// Copies a few bytes and waits for them.
    void upload(cu::Pointer to, const void* from, std::size_t bytes);
    void download(void* to, cu::Pointer from, std::size_t bytes);
    void wait(cu::Stream stream);

    /// Seconds of one of `repetitions`; NaN when the gate gave up before all were queued.
    struct Batch {
        double seconds = NAN;
        double sm_mhz = NAN;
    };
    Batch batch(int repetitions, const Work& work);
    /// Both kinds of work at once on the two streams; seconds of one repetition of each.
    struct Pair {
        double first = NAN, second = NAN;
    };
    Pair batch_pair(int repetitions, const Work& work, int second_repetitions,
                    const Work& second_work);
    /// Without a gate, for work that waits for the host itself.
    double ungated(int repetitions, const Work& work);

    /// Warms up until two batches agree, then takes `samples` batches of about `batch_s` seconds.
    Timed measure(int samples, double batch_s, const Work& work);

    unsigned wide_grid() const { return static_cast<unsigned>(facts_.sm) * 8; }
    static constexpr unsigned block = 256;

  private:
    cu::Function function(const char* name);
    void close_gate();
    void open_gate();
    double stamped_mhz(double event_s);
    double warm_up(double batch_s, const Work& work);
    int repetitions_for(double batch_s, double once_s) const;
    void read_facts();

    Run& run_;
    const Driver& cuda_;
    int index_ = 0;
    cu::Device device_ = 0;
    Nvml nvml_;
    GpuFacts facts_;
    Doubts standing_doubts_;
    cu::Context context_ = nullptr;
    cu::Module module_ = nullptr;
    cu::Stream stream_ = nullptr, second_stream_ = nullptr;
    cu::Event begin_ = nullptr, end_ = nullptr, second_begin_ = nullptr, second_end_ = nullptr;
    cu::Event done_ = nullptr;
    std::map<std::string, cu::Function, std::less<>> functions_;
    std::unique_ptr<PinnedMemory> gate_;
    std::unique_ptr<Buffer> stamps_;
    std::size_t memory_budget_ = 0;
    double gate_closed_at_ = 0.0;
    bool warmed_ = false;
};

/// The most that one SM can do in a clock with 16-bit operands and dense data; 0 when not known.
double flop_per_clock(int compute_capability, double operand_bytes);

/// hardware or thermal reasons, not the power cap, which is the normal state of a loaded board.
bool is_throttled(unsigned long long clock_reasons);

} // namespace headroom::probe
