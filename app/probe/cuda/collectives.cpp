// Collectives of all GPUs by NCCL, in a process of its own: NCCL is known to hang where peers
// cannot reach each other, and then takes nothing else with it.
#include "app/probe/cuda/cublaslt.hpp"
#include "app/probe/cuda/nccl.hpp"
#include "app/probe/cuda/stages.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace headroom::probe {
namespace {

constexpr double mib = 1048576.0;
constexpr int most_ranks = 8;

using Gpus = std::vector<std::unique_ptr<Gpu>>;

/// One communicator over the first `ranks` GPUs and the buffers of each.
class Group {
  public:
    Group(const Nccl& nccl, const Gpus& gpus, int ranks, std::size_t bytes)
        : nccl_(nccl), gpus_(gpus), ranks_(ranks) {
        std::vector<int> devices(static_cast<std::size_t>(ranks));
        for (int i = 0; i < ranks; ++i)
            devices[static_cast<std::size_t>(i)] = i;
        communicators_.resize(devices.size());
        nccl.check(nccl.init_all(communicators_.data(), ranks, devices.data()), "ncclCommInitAll");
        for (int i = 0; i < ranks; ++i) {
            gpu(i).make_current();
            in_.push_back(std::make_unique<Buffer>(gpu(i), bytes));
            out_.push_back(std::make_unique<Buffer>(gpu(i), bytes));
            gpu(i).fill(*in_.back(), Fill::bf16);
        }
        gpu(0).make_current();
    }

    Gpu& gpu(int rank) const { return *gpus_[static_cast<std::size_t>(rank)]; }
    int ranks() const { return ranks_; }

    /// Queues one collective on every rank, on its first or its second stream.
    void run(Collective what, std::size_t bytes, bool second_stream = false) const {
        nccl_.check(nccl_.group_start(), "ncclGroupStart");
        for (int rank = 0; rank < ranks_; ++rank) {
            const auto i = static_cast<std::size_t>(rank);
            const cu::Stream stream =
                second_stream ? gpu(rank).second_stream() : gpu(rank).stream();
            nccl_.queue(what, communicators_[i], in_[i]->at(), out_[i]->at(), bytes, ranks_,
                        stream);
        }
        nccl_.check(nccl_.group_end(), "ncclGroupEnd");
    }

    void wait() const {
        for (int rank = 0; rank < ranks_; ++rank) {
            gpu(rank).make_current();
            gpu(rank).wait(gpu(rank).stream());
            gpu(rank).wait(gpu(rank).second_stream());
        }
        gpu(0).make_current();
    }

  private:
    const Nccl& nccl_;
    const Gpus& gpus_;
    int ranks_ = 0;
    std::vector<nccl::Communicator> communicators_;
    std::vector<std::unique_ptr<Buffer>> in_, out_;
};

void measure_size(const Group& group, Collective what, std::size_t bytes) {
    Gpu& gpu = group.gpu(0);
    Run& run = gpu.run();
    const Timed timed =
        gpu.measure(7, run.thorough() ? 0.008 : 0.005, [&](int) { group.run(what, bytes); });
    group.wait();
    const double seconds = timed.summary.median;
    run.emit(run.result(name_of(what) + "_n" + std::to_string(group.ranks()) + "_" +
                            std::to_string(bytes),
                        seconds * 1e6, timed.summary, timed.doubts)
                 .text("op", name_of(what))
                 .whole("ranks", group.ranks())
                 .whole("local", group.ranks())
                 .whole("bytes", static_cast<long long>(bytes))
                 .number("bus_gb_s", bus_bytes(what, bytes, group.ranks()) / seconds / 1e9)
                 .flag("peer_access", std::getenv("NCCL_P2P_DISABLE") == nullptr));
}

void measure_group(const Group& group, std::size_t largest) {
    const bool thorough = group.gpu(0).run().thorough();
    for (const Collective what : {Collective::all_reduce, Collective::all_gather,
                                  Collective::reduce_scatter, Collective::all_to_all}) {
        if (what == Collective::all_to_all && !thorough) continue;
        for (std::size_t bytes = 8192; bytes <= largest; bytes *= thorough ? 2 : 4)
            measure_size(group, what, bytes);
    }
}

/// How much slower a product is while an all-reduce runs beside it, over the all-reduce's time.
void measure_contention(const Group& group, const CublasLt& blas) {
    Gpu& gpu = group.gpu(0);
    const ProductType& type = *product_type("bf16");
    Product product(blas, type, {"square_4k", 'f', 4096, 4096, 4096});
    if (!product.supported()) return;
    constexpr std::size_t operand = std::size_t{256} << 20, reduced = std::size_t{32} << 20;
    const Buffer a(gpu, operand), b(gpu, operand), d(gpu, operand);
    gpu.fill(a, type.fill);
    gpu.fill(b, type.fill);
    const Gpu::Work work = [&](int i) { product.run(i, {a, b, d}, gpu.stream()); };
    const Gpu::Work traffic = [&](int) { group.run(Collective::all_reduce, reduced, true); };
    const double once = gpu.batch(8, work).seconds;
    const double traffic_s = gpu.batch_pair(1, work, 4, traffic).second * 4;
    const int products = std::clamp(static_cast<int>(1.5 * traffic_s / once), 8, 200);
    std::vector<double> alone, together, other;
    for (int i = 0; i < 11; ++i) {
        Run::check();
        alone.push_back(gpu.batch(products, work).seconds * products);
        other.push_back(gpu.batch_pair(1, work, 4, traffic).second * 4);
        together.push_back(gpu.batch_pair(products, work, 4, traffic).first * products);
        group.wait();
    }
    const Summary with = summarise(together);
    const double alone_s = summarise(alone).median, other_s = summarise(other).median;
    Run& run = gpu.run();
    run.emit(run.result("overlap_all_reduce", std::max((with.median - alone_s) / other_s, 1e-3),
                        with, gpu.standing_doubts())
                 .number("alone_s", alone_s)
                 .number("together_s", with.median)
                 .number("other_s", other_s));
}

double used_mib(const Gpu& gpu) {
    const std::optional<nvml::Memory> memory = gpu.nvml().memory();
    return memory ? static_cast<double>(memory->used) / mib : NAN;
}

void measure_first_group(const Nccl& nccl, const Gpus& gpus, int ranks, std::size_t largest) {
    Gpu& gpu = *gpus.front();
    Run& run = gpu.run();
    const double before = used_mib(gpu);
    const Group group(nccl, gpus, ranks, largest);
    group.run(Collective::all_reduce, largest);
    group.wait();
    const double grown = used_mib(gpu) - before - 2.0 * static_cast<double>(largest) / mib;
    if (grown > 0.0)
        run.emit(
            run.result("nccl_memory", grown, {1.0, 1.0, 1.0, 0.0, 5, 0}, gpu.standing_doubts()));
    measure_group(group, largest);
    CublasLt blas;
    if (run.thorough() && blas.open(gpu)) measure_contention(group, blas);
}

} // namespace

void measure_collectives(Run& run) {
    if (!run.begin("collectives")) return;
    const Driver driver;
    const int ranks = std::min(driver.devices(), most_ranks);
    if (ranks < 2) return run.skip("collectives", "one_gpu", "there is no other GPU");
    Nccl nccl;
    if (!nccl.open(run)) return run.skip("collectives", "no_nccl", "libnccl.so.2 was not found");
    Gpus gpus;
    for (int i = 0; i < ranks; ++i) {
        gpus.push_back(std::make_unique<Gpu>(run, driver, i));
        gpus.back()->open();
    }
    gpus.front()->make_current();
    const std::size_t wanted = std::size_t{run.thorough() ? 1024U : 128U} << 20;
    const std::size_t largest = std::min(wanted, gpus.front()->memory_budget() / 3);
    measure_first_group(nccl, gpus, 2, largest);
    for (int n = 4; n <= ranks; n *= 2)
        measure_group(Group(nccl, gpus, n, largest), largest);
}

} // namespace headroom::probe
