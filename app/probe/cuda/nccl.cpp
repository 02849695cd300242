#include "app/probe/cuda/nccl.hpp"

#include <array>

namespace headroom::probe {
namespace {

constexpr std::size_t element_bytes = 2; // bf16, as gradients are

char* host_view(cu::Pointer address) {
    return reinterpret_cast<char*>(address); // NOLINT(performance-no-int-to-ptr): NCCL's way
}

} // namespace

std::string name_of(Collective what) {
    constexpr std::array names{"all_reduce", "all_gather", "reduce_scatter", "all_to_all"};
    return names[static_cast<std::size_t>(what)];
}

double bus_bytes(Collective what, std::size_t bytes, int ranks) {
    const double once = static_cast<double>(bytes) * (ranks - 1) / ranks;
    return what == Collective::all_reduce ? 2.0 * once : once;
}

bool Nccl::open(Run& run) {
    bool complete = library_.open(cuda_library_names("libnccl.so.2", {"nccl"}));
#define HEADROOM_GET(member, symbol, ...) complete = complete && library_.get(member, symbol);
    HEADROOM_NCCL_FUNCTIONS(HEADROOM_GET)
#undef HEADROOM_GET
    if (!complete) return false;
    int version = 0;
    get_version(&version);
    run.emit(JsonLine("library").text("name", "nccl").whole("version", version));
    return true;
}

void Nccl::check(nccl::Result result, const char* what) const {
    if (result == nccl::success || result == nccl::in_progress) return;
    throw Failure{Exit::device_error, "nccl_error",
                  std::string(what) + ": status " + std::to_string(result)};
}

void Nccl::queue(Collective what, nccl::Communicator communicator, cu::Pointer in, cu::Pointer out,
                 std::size_t bytes, int ranks, cu::Stream stream) const {
    const auto n = static_cast<std::size_t>(ranks);
    const std::size_t count = bytes / element_bytes, part = count / n;
    char* const from = host_view(in);
    char* const to = host_view(out);
    switch (what) {
    case Collective::all_reduce:
        return check(all_reduce(from, to, count, nccl::bfloat16, nccl::sum, communicator, stream),
                     "ncclAllReduce");
    case Collective::all_gather:
        return check(all_gather(from, to, part, nccl::bfloat16, communicator, stream),
                     "ncclAllGather");
    case Collective::reduce_scatter:
        return check(
            reduce_scatter(from, to, part, nccl::bfloat16, nccl::sum, communicator, stream),
            "ncclReduceScatter");
    case Collective::all_to_all: break;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t offset = i * part * element_bytes;
        const int peer = static_cast<int>(i);
        check(send(from + offset, part, nccl::bfloat16, peer, communicator, stream), "ncclSend");
        check(receive(to + offset, part, nccl::bfloat16, peer, communicator, stream), "ncclRecv");
    }
}

} // namespace headroom::probe
