// NCCL, opened at run time: the four collectives of training.
//
//     Nccl nccl;
//     if (nccl.open(run)) nccl.check(nccl.init_all(...), "ncclCommInitAll");
#pragma once

#include "app/probe/cuda/abi.hpp"
#include "app/probe/library.hpp"
#include "app/probe/run.hpp"

#include <string>

namespace headroom::probe {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all };
std::string name_of(Collective what);

/// What a ring puts on each link, by nccl-tests' definition; `bytes` is the whole buffer.
double bus_bytes(Collective what, std::size_t bytes, int ranks);

#define HEADROOM_NCCL_FUNCTIONS(X)                                                                 \
    X(get_version, "ncclGetVersion", int*)                                                         \
    X(get_unique_id, "ncclGetUniqueId", nccl::UniqueId*)                                           \
    X(init_all, "ncclCommInitAll", nccl::Communicator*, int, const int*)                           \
    X(init_rank, "ncclCommInitRank", nccl::Communicator*, int, nccl::UniqueId, int)                \
    X(group_start, "ncclGroupStart")                                                               \
    X(group_end, "ncclGroupEnd")                                                                   \
    X(all_reduce, "ncclAllReduce", const void*, void*, std::size_t, int, int, nccl::Communicator,  \
      cu::Stream)                                                                                  \
    X(all_gather, "ncclAllGather", const void*, void*, std::size_t, int, nccl::Communicator,       \
      cu::Stream)                                                                                  \
    X(reduce_scatter, "ncclReduceScatter", const void*, void*, std::size_t, int, int,              \
      nccl::Communicator, cu::Stream)                                                              \
    X(send, "ncclSend", const void*, std::size_t, int, int, nccl::Communicator, cu::Stream)        \
    X(receive, "ncclRecv", void*, std::size_t, int, int, nccl::Communicator, cu::Stream)

class Nccl {
  public:
    /// False when it is not installed or is older than 2.7, which had no sending.
    bool open(Run& run);

#define HEADROOM_DECLARE(member, symbol, ...) nccl::Result (*member)(__VA_ARGS__) = nullptr;
    HEADROOM_NCCL_FUNCTIONS(HEADROOM_DECLARE)
#undef HEADROOM_DECLARE

    void check(nccl::Result result, const char* what) const;

    /// One rank's part; between group_start and group_end when one thread has several ranks.
    void queue(Collective what, nccl::Communicator communicator, cu::Pointer in, cu::Pointer out,
               std::size_t bytes, int ranks, cu::Stream stream) const;

  private:
    Library library_;
};

} // namespace headroom::probe
