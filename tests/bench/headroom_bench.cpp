// How fast the core answers:
//
//     build/release/bin/headroom-bench --benchmark_format=json
#include "core/cost/estimate.hpp"
#include "core/io/catalog_reader.hpp"
#include "tests/support/step_samples.hpp"

#include <benchmark/benchmark.h>

namespace headroom {
namespace {

/// One full estimate; the micro batch alternates so that nothing can be hoisted out of the loop.
void estimate_repeatedly(benchmark::State& state, Scenario scenario) {
    int pass = 0;
    for (auto _ : state) {
        scenario.training.micro_batch = 1 + (pass++ & 1);
        Estimate estimate = evaluate(scenario);
        benchmark::DoNotOptimize(estimate);
    }
}

void evaluate_gpt3(benchmark::State& state) {
    estimate_repeatedly(state, samples::gpt3_175b_on(samples::a100_nodes(8)));
}

void evaluate_moe(benchmark::State& state) {
    Scenario scenario = samples::llama_8b_on(samples::h100_nodes(8));
    scenario.model = samples::experts_30b();
    scenario.training.zero_stage = 1;
    scenario.training.expert_parallel = 8;
    estimate_repeatedly(state, scenario);
}

void load_catalog(benchmark::State& state) {
    for (auto _ : state) {
        CatalogResult result = read_catalog(presets_directory());
        benchmark::DoNotOptimize(result);
    }
}

BENCHMARK(evaluate_gpt3)->Name("evaluate");
BENCHMARK(evaluate_moe)->Name("evaluate_moe");
BENCHMARK(load_catalog)->Name("load_catalog")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace headroom

BENCHMARK_MAIN();
