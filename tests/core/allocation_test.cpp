// evaluate() takes nothing from the heap: thousands of them run while a slider is dragged.
#include "core/cost/estimate.hpp"
#include "core/explore/scores.hpp"
#include "tests/support/memory_samples.hpp"

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

// Counts every allocation of this program.
void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
// Not inlined: the compiler would see free() meet a new it does not know.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace headroom {
namespace {

TEST(Evaluate, AllocatesNothing) {
    Scenario dense = samples::on("gpt3-175b", "h100-sxm", "megatron-core", 64);
    dense.training.tensor_parallel = 8;
    dense.training.pipeline_parallel = 8;
    Scenario experts = samples::on("deepseek-v3", "h100-sxm", "megatron-core", 1024);
    experts.training.pipeline_parallel = 1;
    experts.training.expert_parallel = 64;
    Scenario adapters = samples::on("llama3.1-70b", "a100-sxm4-80", "hf-trainer-fsdp", 8);
    adapters.training.task = Task::qlora;
    adapters.training.zero_stage = 3;
    Verdict last = Verdict::not_legal;
    const std::size_t before = allocations;
    int points = 0;
    for (const Scenario* scenario : {&dense, &experts, &adapters}) {
        last = evaluate(*scenario).verdict;
        points += complexity(*scenario) + quality_risk(*scenario);
    }
    EXPECT_EQ(allocations, before);
    EXPECT_NE(last, Verdict::not_legal);
    EXPECT_EQ(points, 0); // these are of no preset, whose points they would be
    const std::size_t counted = allocations;
    auto* const proof = new int(1); // the counter counts
    EXPECT_EQ(allocations, counted + 1);
    delete proof;
}

} // namespace
} // namespace headroom
