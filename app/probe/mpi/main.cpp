// headroom-probe-mpi: collectives over many nodes, one process for each GPU.
//
//     mpirun -np 16 --map-by ppr:8:node headroom-probe-mpi > probe.jsonl      or srun
//
// The lines are those of headroom-probe, written by rank 0; the slowest rank decides. Where no rank
// has a GPU, MPI's own collectives on host memory are measured under names of their own: that shows
// that the way works, and is never taken for a GPU's link.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include "app/probe/cuda/gpu.hpp"
#include "app/probe/cuda/nccl.hpp"
#include "app/probe/cuda/stages.hpp"
#include "app/probe/pipe.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <mpi.h>
#include <unistd.h>

namespace headroom::probe {
namespace {

constexpr int batches = 7;
constexpr double batch_s = 0.005;
constexpr std::array collectives{Collective::all_reduce, Collective::all_gather,
                                 Collective::reduce_scatter, Collective::all_to_all};

struct Ranks {
    int all = 1, mine = 0;         // of the job
    int local = 1, local_mine = 0; // of this node
};

Ranks ranks_of_job() {
    Ranks ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.all);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.mine);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, ranks.mine, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &ranks.local);
    MPI_Comm_rank(node, &ranks.local_mine);
    MPI_Comm_free(&node);
    return ranks;
}

double slowest(double seconds) {
    double worst = seconds;
    MPI_Allreduce(&seconds, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/// Seconds of one of `repetitions`, on this rank.
using Batch = std::function<double(int repetitions)>;

/// The slowest rank of each batch; all ranks take the same number of repetitions.
Summary time_together(const Batch& batch) {
    batch(2); // connections are made by the first call
    MPI_Barrier(MPI_COMM_WORLD);
    const double once = std::max(slowest(batch(2)), 1e-7);
    const int repetitions = static_cast<int>(std::clamp(batch_s / once, 1.0, 100.0));
    std::vector<double> seconds;
    for (int i = 0; i < batches; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
        seconds.push_back(slowest(batch(repetitions)));
    }
    return summarise(seconds);
}

void emit(Run& run, const Ranks& ranks, const std::string& name, Collective what, std::size_t bytes,
          const Summary& summary) {
    run.emit(run.result(name + "_n" + std::to_string(ranks.all) + "_" + std::to_string(bytes),
                        summary.median * 1e6, summary, {})
                 .text("op", name_of(what))
                 .whole("ranks", ranks.all)
                 .whole("local", ranks.local)
                 .whole("bytes", static_cast<long long>(bytes))
                 .number("bus_gb_s", bus_bytes(what, bytes, ranks.all) / summary.median / 1e9));
}

void queue_on_host(Collective what, std::vector<float>& in, std::vector<float>& out,
                   std::size_t bytes, int ranks) {
    const int count = static_cast<int>(bytes / sizeof(float)), part = count / ranks;
    const std::vector<int> parts(static_cast<std::size_t>(ranks), part);
    switch (what) {
    case Collective::all_reduce:
        MPI_Allreduce(in.data(), out.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        break;
    case Collective::all_gather:
        MPI_Allgather(in.data(), part, MPI_FLOAT, out.data(), part, MPI_FLOAT, MPI_COMM_WORLD);
        break;
    case Collective::reduce_scatter:
        MPI_Reduce_scatter(in.data(), out.data(), parts.data(), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        break;
    case Collective::all_to_all:
        MPI_Alltoall(in.data(), part, MPI_FLOAT, out.data(), part, MPI_FLOAT, MPI_COMM_WORLD);
        break;
    }
}

void measure_host_ranks(Run& run, const Ranks& ranks) {
    constexpr std::size_t largest = std::size_t{8} << 20;
    run.emit(JsonLine("device")
                 .text("backend", "cpu")
                 .whole("index", 0)
                 .text("name", "host memory by MPI")
                 .text("what", "host processors, not GPUs"));
    std::vector<float> in(largest / sizeof(float), 1.0F), out(in.size());
    for (const Collective what : collectives)
        for (std::size_t bytes = 8192; bytes <= largest; bytes *= 4) {
            const Summary summary = time_together([&](int repetitions) {
                const double started = monotonic();
                for (int i = 0; i < repetitions; ++i)
                    queue_on_host(what, in, out, bytes, ranks.all);
                return (monotonic() - started) / repetitions;
            });
            emit(run, ranks, "cpu_collective_" + name_of(what), what, bytes, summary);
        }
}

/// Rank 0's id for all, and a communicator of the GPU that this rank has on its node.
nccl::Communicator join(const Nccl& nccl, const Ranks& ranks) {
    nccl::UniqueId id{};
    if (ranks.mine == 0) nccl.check(nccl.get_unique_id(&id), "ncclGetUniqueId");
    MPI_Bcast(id.bytes, sizeof id.bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    nccl::Communicator communicator = nullptr;
    nccl.check(nccl.init_rank(&communicator, ranks.all, id, ranks.mine), "ncclCommInitRank");
    return communicator;
}

void measure_gpu_ranks(Run& run, const Ranks& ranks, const Driver& driver) {
    Gpu gpu(run, driver, ranks.local_mine);
    run.emit(device_line(gpu, ranks.local_mine));
    gpu.open();
    Nccl nccl;
    if (!nccl.open(run)) throw Failure{Exit::no_driver, "no_nccl", "libnccl.so.2 was not found"};
    nccl::Communicator const communicator = join(nccl, ranks);
    const std::size_t largest = std::min(std::size_t{1} << 30, gpu.memory_budget() / 3);
    const Buffer in(gpu, largest), out(gpu, largest);
    gpu.fill(in, Fill::bf16);
    for (const Collective what : collectives)
        for (std::size_t bytes = 8192; bytes <= largest; bytes *= 2) {
            const Summary summary = time_together([&](int repetitions) {
                return gpu
                    .batch(repetitions,
                           [&](int) {
                               nccl.check(nccl.group_start(), "ncclGroupStart");
                               nccl.queue(what, communicator, in.at(), out.at(), bytes, ranks.all,
                                          gpu.stream());
                               nccl.check(nccl.group_end(), "ncclGroupEnd");
                           })
                    .seconds;
            });
            emit(run, ranks, name_of(what), what, bytes, summary);
        }
}

/// With NCCL only where every rank has a GPU of its own.
void measure(Run& run, const Ranks& ranks) {
    std::unique_ptr<Driver> driver;
    try {
        driver = std::make_unique<Driver>();
    } catch (const Failure&) { // then on the host
    }
    const bool has_gpu = driver && driver->devices() > ranks.local_mine;
    const bool all_have = slowest(has_gpu ? 0.0 : 1.0) == 0.0;
    run.begin("collectives");
    if (all_have) return measure_gpu_ranks(run, ranks, *driver);
    measure_host_ranks(run, ranks);
}

int run_rank(const Ranks& ranks) {
    Options options;
    options.effort = Effort::thorough;
    options.only = {"collectives"};
    const Plan plan(options, 1);
    const int file = ranks.mine == 0 ? 1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    static Run run(options, plan, options.device, file); // its guard outlives this function
    const double started = monotonic();
    run.emit(JsonLine("hello")
                 .whole("pid", getpid())
                 .whole("protocol", 1)
                 .text("probe", HEADROOM_VERSION)
                 .text("effort", name_of(options.effort)));
    try {
        measure(run, ranks);
    } catch (const Failure& failure) {
        run.fail(failure);
        return static_cast<int>(failure.exit);
    }
    run.emit(JsonLine("done").flag("ok", true).number("seconds", monotonic() - started));
    return 0;
}

} // namespace
} // namespace headroom::probe

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    const headroom::probe::Ranks ranks = headroom::probe::ranks_of_job();
    const int exit = ranks.all > 1 ? headroom::probe::run_rank(ranks) : 2;
    if (ranks.all < 2)
        std::fputs("start it with mpirun or srun, one process for each GPU\n", stderr);
    if (exit != 0 && ranks.all > 1) MPI_Abort(MPI_COMM_WORLD, exit);
    MPI_Finalize();
    return exit;
}
