// Memory and Adam of the host, for plans that offload the optimizer.
#include "app/probe/cpu/loops.hpp"
#include "app/probe/cpu/processors.hpp"
#include "app/probe/cpu/stages.hpp"
#include "app/probe/pipe.hpp"

#include <algorithm>
#include <functional>
#include <memory>

namespace headroom::probe {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

template <class T>
using Array = std::unique_ptr<T[]>;

/// Not initialised: the first thread to write a page decides on whose memory it lies.
template <class T>
Array<T> array_of(std::size_t count) {
    return std::make_unique_for_overwrite<T[]>(count);
}

/// Medians of `samples` runs within `budget_s`, at least three, after one that is not counted.
Summary time_host(int samples, double budget_s, const std::function<void()>& work) {
    constexpr int fewest = 3;
    work();
    std::vector<double> seconds;
    const double begin = monotonic();
    for (int i = 0; i < samples && (i < fewest || monotonic() - begin < budget_s); ++i) {
        Run::check();
        const double started = monotonic();
        work();
        seconds.push_back(monotonic() - started);
    }
    return summarise(seconds);
}

/// Elements in an array: four arrays and a half must fit into half of what is free.
std::size_t elements_for(const Run& run) {
    const std::size_t wanted = (run.quick() ? 64 : 256) * mib;
    return std::min(wanted, available_memory() / 10) / sizeof(float);
}

/// The arrays of the optimizer; the triad runs over the first three.
struct HostArrays {
    explicit HostArrays(std::size_t elements, int threads)
        : count(elements), parameter(array_of<float>(count)), gradient(array_of<float>(count)),
          momentum(array_of<float>(count)), variance(array_of<float>(count)),
          half(array_of<std::uint16_t>(count)) {
        spread(threads, count, [this](std::size_t begin, std::size_t end) {
            std::fill(&parameter[begin], &parameter[begin] + (end - begin), 1.0F);
            std::fill(&gradient[begin], &gradient[begin] + (end - begin), 0.01F);
            std::fill(&momentum[begin], &momentum[begin] + (end - begin), 0.0F);
            std::fill(&variance[begin], &variance[begin] + (end - begin), 0.0F);
            std::fill(&half[begin], &half[begin] + (end - begin), std::uint16_t{0});
        });
    }

    AdamState state() const {
        return {parameter.get(), gradient.get(), momentum.get(), variance.get(), half.get()};
    }

    std::size_t count;
    Array<float> parameter, gradient, momentum, variance;
    Array<std::uint16_t> half;
};

void emit_adam(Run& run, const std::string& name, HostArrays& arrays, int threads) {
    const Summary seconds = time_host(9, run.budget() / 3, [&] {
        spread(threads, arrays.count,
               [&](std::size_t begin, std::size_t end) { adam_step(arrays.state(), begin, end); });
    });
    run.emit(run.result(name, static_cast<double>(arrays.count) / seconds.median / 1e9, seconds, {})
                 .whole("threads", threads)
                 .whole("bytes_per_parameter", adam_bytes_per_parameter));
}

} // namespace

void measure_host(Run& run) {
    if (run.begin("host")) {
        const int threads = allowed_processors();
        HostArrays arrays(elements_for(run), threads);
        const Summary seconds = time_host(15, run.budget() / 3, [&] {
            spread(threads, arrays.count, [&](std::size_t begin, std::size_t end) {
                memory_pass(MemoryPass::triad, &arrays.momentum[begin], &arrays.parameter[begin],
                            &arrays.gradient[begin], end - begin);
            });
        });
        const std::size_t bytes = 3 * arrays.count * sizeof(float); // write-allocate not counted
        run.emit(
            run.result("host_triad", static_cast<double>(bytes) / seconds.median / 1e9, seconds, {})
                .whole("threads", threads)
                .whole("bytes", static_cast<long long>(bytes)));
        emit_adam(run, "host_adam", arrays, threads);
        constexpr int usual_ranks = 8; // on a node
        if (run.thorough() && threads > usual_ranks)
            emit_adam(run, "host_adam_share", arrays, threads / usual_ranks);
    }
    measure_disk(run);
    run.check();
}

} // namespace headroom::probe
