// Which GPUs, and how many: the smallest and the cheapest cluster that runs a model to its goals.
//
//     const ClusterChoice choice = choose_cluster(scenario, usual_choices(scenario, catalog),
//     catalog); choice.cheapest->gpu->id, choice.cheapest->gpus          // "h100-sxm", 16
//     choice.smallest_gpu(8)                                   // of 8 GPUs, the least VRAM
//
// Every GPU and count is asked for the plan as it is; where that is not legal, does not fit or
// misses a goal, with as few changes as help, out of a small stated set: more recompute, a higher
// ZeRO stage, smaller micro batches, other tensor, fewer pipeline and expert ranks. Model,
// precision, sequence and global batch stay. The full space is the plan search's.
// The answer does not depend on the number of threads.
#pragma once

#include "core/cost/money.hpp"
#include "core/model/catalog.hpp"

#include <span>
#include <vector>

namespace headroom {

struct Choices {
    std::vector<std::string> gpus; // ids; those that the catalog lacks are skipped
    std::vector<int> counts;       // of GPUs
};

/// Shipping GPUs of the same vendor; powers of two up to four times the present count, at least up
/// to 64, and the present count.
Choices usual_choices(const Scenario& scenario, const Catalog& catalog);

/// What was changed of the plan, as a set.
enum class Change : std::uint8_t {
    recompute = 1,
    zero_stage = 2,
    micro_batch = 4,
    tensor_parallel = 8,
    pipeline_parallel = 16,
    expert_parallel = 32
};
inline constexpr std::array all_changes{Change::recompute,         Change::zero_stage,
                                        Change::micro_batch,       Change::tensor_parallel,
                                        Change::pipeline_parallel, Change::expert_parallel};
using Changes = std::uint8_t;

std::string_view name_of(Change);

/// One GPU in one count, with the plan that does best on it.
struct Candidate {
    const GpuSpec* gpu = nullptr; // in the catalog, or the scenario's own
    int gpus = 0;
    Scenario scenario; // with the changes made
    Estimate estimate;
    Changes changes = 0;
    bool fits = false;
    bool fits_unchanged = false; // the plan as it is
    bool meets_goals = false;    // fits, and misses none of them
    bool judged = true;          // false: a budget without a price
    double miss = 0.0;           // doublings that are missing, over memory and goals together
    std::optional<Dollars> per_token;
};

struct ClusterChoice {
    std::vector<Candidate> candidates; // with a legal plan; by GPU as asked, then by count
    std::size_t asked = 0;             // GPUs times counts
    std::size_t unpriced = 0;          // candidates that meet all else and have no price

    // Each nullptr where there is none.
    const Candidate* smallest() const; // meets the goals with fewest GPUs, then least VRAM
    const Candidate* cheapest() const; // meets the goals for the least money per token
    const Candidate* nearest() const;  // misses least; of use where none meets the goals
    /// Of this many GPUs, the one with least VRAM on which the plan fits, whatever the goals.
    const Candidate* smallest_gpu(int gpus) const;
    const Candidate* smallest_gpu_unchanged(int gpus) const; // the plan as it is
};

ClusterChoice choose_cluster(const Scenario& scenario, const Choices& choices,
                             const Catalog& catalog);

} // namespace headroom
