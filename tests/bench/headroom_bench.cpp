// How fast the core answers:
//
//     build/release/bin/headroom-bench --benchmark_format=json
#include "core/cost/estimate.hpp"
#include "core/explore/search.hpp"
#include "core/explore/sweep.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/step_samples.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <future>
#include <sys/resource.h>
#include <thread>

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

/// Every slider's strip on every GPU preset: what one frame of a drag could be asked at most.
void strips(benchmark::State& state) {
    const Catalog catalog = read_catalog(presets_directory()).catalog;
    std::vector<std::string> ids;
    for (const GpuSpec& gpu : catalog.gpus)
        ids.push_back(gpu.id);
    const auto path = presets_directory() / "scenarios" / "llama-3.1-8b-on-8-h100.json";
    const ScenarioResult example = read_scenario_file(path, catalog);
    const std::vector<GpuPoint> points = across_gpus(*example.scenario, ids, catalog);
    std::size_t cells = 0;
    for (auto _ : state) {
        cells = 0;
        for (const GpuPoint& point : points)
            for (const Axis axis : all_axes) {
                std::vector<Verdict> verdicts = strip(point.scenario, axis);
                cells += verdicts.size();
                benchmark::DoNotOptimize(verdicts);
            }
    }
    state.counters["gpus"] = static_cast<double>(points.size());
    state.counters["cells"] = static_cast<double>(cells);
}

void load_catalog(benchmark::State& state) {
    for (auto _ : state) {
        CatalogResult result = read_catalog(presets_directory());
        benchmark::DoNotOptimize(result);
    }
}

Scenario gpt3_on_1024() {
    const Catalog catalog = read_catalog(presets_directory()).catalog;
    const auto path = presets_directory() / "scenarios" / "gpt3-175b-on-1024-a100.json";
    Scenario scenario = *read_scenario_file(path, catalog).scenario;
    scenario.stack.plans = {}; // context parallelism too, which Megatron-LM of that year had not
    return scenario;
}

SearchSpace everything() {
    SearchSpace space;
    space.free.set();
    return space;
}

/// GPT-3 175B on 1,024 A100, everything free: parallelism, ZeRO, micro batch, recompute, precision,
/// offload. Plans are those of the space, each evaluated or proved not to belong to the front.
void search_gpt3_1024(benchmark::State& state) {
    const Scenario scenario = gpt3_on_1024();
    SearchResult found;
    for (auto _ : state) {
        found = search_plans(scenario, everything(), static_cast<int>(state.range(0)));
        benchmark::DoNotOptimize(found);
    }
    const auto plans = static_cast<double>(found.legal);
    state.counters["plans"] = plans;
    state.counters["evaluated"] = static_cast<double>(found.evaluated);
    state.counters["front"] = static_cast<double>(found.front.size());
    state.counters["plans_per_second"] = benchmark::Counter(
        plans * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    constexpr double kib_per_mb = 1024.0 / 1e6;
    state.counters["peak_mb"] = kib_per_mb * static_cast<double>(used.ru_maxrss);
}

/// From the wish to end that search, in its middle, until its answer is there.
void search_cancelled(benchmark::State& state) {
    constexpr std::chrono::milliseconds under_way(500);
    const Scenario scenario = gpt3_on_1024();
    for (auto _ : state) {
        SearchProgress progress;
        const auto search = std::async(
            std::launch::async, [&] { return search_plans(scenario, everything(), 0, &progress); });
        std::this_thread::sleep_for(under_way);
        const auto asked = std::chrono::steady_clock::now();
        progress.cancelled = true;
        search.wait();
        state.SetIterationTime(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count());
    }
}

BENCHMARK(evaluate_gpt3)->Name("evaluate");
BENCHMARK(evaluate_moe)->Name("evaluate_moe");
BENCHMARK(strips)->Unit(benchmark::kMillisecond);
BENCHMARK(search_gpt3_1024)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(search_cancelled)->UseManualTime()->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK(load_catalog)->Name("load_catalog")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace headroom

BENCHMARK_MAIN();
