// Logs in the very form that frameworks print them, and what is read of each.
#include "core/io/run_logs.hpp"
#include "core/io/scenario_json.hpp"
#include "tests/support/catalog_fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

const Scenario& plan() {
    static const Scenario scenario =
        *read_scenario_file(HEADROOM_SOURCE_DIR "/presets/scenarios/llama-3.1-8b-on-8-h100.json",
                            test_catalog())
             .scenario;
    return scenario;
}

RunsResult read(std::string_view text, std::string_view name = "train.log") {
    return read_runs(text, name, plan(), test_catalog());
}

/// The only run of the text; a failure otherwise.
ReadRun only(std::string_view text) {
    RunsResult result = read(text);
    EXPECT_EQ(result.runs.size(), 1U)
        << (result.problems.empty() ? "" : to_line(result.problems[0]));
    return result.runs.empty() ? ReadRun{} : result.runs.front();
}

std::string joined(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems)
        text += to_line(problem) + "\n";
    return text;
}

constexpr std::string_view megatron =
    R"( > elasped time to build and save shuffle-idx mapping (seconds): 0.011
training ...
[before the start of training step] datetime: 2026-03-31 05:52:31
 [2026-03-31 05:53:02] iteration        1/     100 | consumed samples:           16 | elapsed time per iteration (ms): 30607.0 | throughput per GPU (TFLOP/s/GPU): 12.4 | learning rate: 1.500000E-06 | global batch size:    16 | lm loss: 1.192634E+01 | loss scale: 1.0 | grad norm: 5.960 | number of skipped iterations:   0 | number of nan iterations:   0 |
Number of parameters in transformer layers in billions:  7.50
[Rank 0] (after 1 iterations) memory (MB) | allocated: 24761.02978515625 | max allocated: 50228.1533203125 | reserved: 58770.0 | max reserved: 58770.0
[Rank 4] (after 1 iterations) memory (MB) | allocated: 18907.728515625 | max allocated: 52277.15625 | reserved: 53386.0 | max reserved: 53386.0
 [2026-03-31 05:53:04] iteration        2/     100 | consumed samples:           32 | elapsed time per iteration (ms): 1552.8 | throughput per GPU (TFLOP/s/GPU): 401.4 | learning rate: 1.500000E-06 | global batch size:    16 | lm loss: 1.1E+01 |
 [2026-03-31 05:53:05] iteration        3/     100 | consumed samples:           48 | elapsed time per iteration (ms): 1550.2 | throughput per GPU (TFLOP/s/GPU): 402.4 | learning rate: 1.500000E-06 | global batch size:    16 | lm loss: 1.1E+01 |
 [2026-03-31 05:53:07] iteration        4/     100 | consumed samples:           64 | elapsed time per iteration (ms): 1561.0 | throughput per GPU (TFLOP/s/GPU): 400.4 | learning rate: 1.500000E-06 | global batch size:    16 | lm loss: 1.1E+01 |
 [2026-03-31 05:53:09] iteration        5/     100 | consumed samples:           80 | elapsed time per iteration (ms): 1554.0 | throughput per GPU (TFLOP/s/GPU): 401.1 | learning rate: 1.500000E-06 | global batch size:    16 | lm loss: 1.1E+01 |
)";

TEST(RunLogs, ReadsMegatron) {
    const ReadRun read = only(megatron);
    EXPECT_EQ(read.logged.format, RunLogFormat::megatron);
    ASSERT_TRUE(read.logged.step_seconds.has_value());
    EXPECT_EQ(read.logged.step_seconds->steps, 4);
    EXPECT_EQ(read.logged.step_seconds->dropped, 1); // 30 s of compilation are no step
    EXPECT_NEAR(read.run.step_time / units::s, 1.5534, 1e-9);
    EXPECT_NEAR(read.logged.step_seconds->spread, 1.4826 * 1.9 / 1553.4, 1e-4);
    // Of two ranks the fullest, each quantity for itself.
    EXPECT_NEAR(read.run.memory.allocated / units::MiB, 52277.15625, 1e-6);
    EXPECT_NEAR(read.run.memory.reserved / units::MiB, 58770.0, 1e-6);
    EXPECT_EQ(read.run.memory.process, Bytes{});
    EXPECT_EQ(read.logged.global_batch, 16.0);
}

TEST(RunLogs, SaysThatTheLogsBatchIsNotThePlans) {
    const RunsResult result = read(megatron);
    const int planned = plan().training.global_batch;
    ASSERT_NE(planned, 16);
    EXPECT_NE(
        joined(result.problems).find(fmt::format("global batch is 16, the plan's {}", planned)),
        std::string::npos)
        << joined(result.problems);
}

TEST(RunLogs, ReadsTorchtitanWithItsColours) {
    const ReadRun read = only(
        "[titan] 2026-02-11 06:03:01,120 - root - INFO - Training starts at step 1.\n"
        "[rank0]:[titan] 2026-02-11 06:03:11,345 - root - INFO - \x1b[31mstep:  1  "
        "\x1b[32mloss: 12.2721  \x1b[38;2;180;60;0mgrad_norm:  4.1011  \x1b[33mmemory: "
        "26.84GiB(33.89%)  \x1b[34mtps: 231  \x1b[36mtflops: 13.22  \x1b[35mmfu: 1.34%\x1b[39m\n"
        "[rank0]:[titan] 2026-02-11 06:03:31,345 - root - INFO - step: 10  loss:  9.7251  "
        "memory: 42.14GiB(53.28%)  tps: 6,123  tflops: 354.61  mfu: 35.86%\n"
        "[rank0]:[titan] 2026-02-11 06:03:51,345 - root - INFO - step: 20  loss:  8.4251  "
        "memory: 42.14GiB(53.28%)  tps: 6,131  tflops: 355.02  mfu: 35.90%\n"
        "[rank0]:[titan] 2026-02-11 06:04:11,345 - root - INFO - step: 30  loss:  7.9251  "
        "memory: 42.20GiB(53.35%)  tps: 6,127  tflops: 354.81  mfu: 35.88%\n");
    EXPECT_EQ(read.logged.format, RunLogFormat::torchtitan);
    ASSERT_TRUE(read.logged.tokens_per_second_per_gpu.has_value());
    EXPECT_DOUBLE_EQ(read.logged.tokens_per_second_per_gpu->median, 6127.0);
    EXPECT_EQ(read.logged.tokens_per_second_per_gpu->steps, 3);
    EXPECT_NEAR(read.run.step_time / units::s,
                tokens_per_step(plan()) / (6127.0 * plan().cluster.gpus()), 1e-9);
    EXPECT_NEAR(read.run.memory.reserved / units::GiB, 42.20, 1e-9);
}

TEST(RunLogs, ReadsDeepSpeedsThroughputAndMemory) {
    const ReadRun read = only(
        "[2026-03-20 16:22:19,752] [INFO] [utils.py:807:see_memory_usage] MA 15.05 GB         "
        "Max_MA 38.52 GB         CA 45.1 GB         Max_CA 46 GB \n"
        "[2026-03-20 16:22:19,753] [INFO] [utils.py:814:see_memory_usage] CPU Virtual Memory:  "
        "used = 65.88 GB, percent = 3.3%\n"
        "[2026-03-20 16:23:53,711] [INFO] [logging.py:96:log_dist] [Rank 0] step=10, skipped=4, "
        "lr=[4.99e-05], mom=[(0.9, 0.95)]\n"
        "[2026-03-20 16:23:53,714] [INFO] [timer.py:260:stop] epoch=0/micro_step=40/"
        "global_step=10, RunningAvgSamplesPerSec=25.025771473496132, CurrSamplesPerSec="
        "25.704280480541442, MemAllocated=4.32GB, MaxMemAllocated=38.49GB\n"
        "[2026-03-20 16:24:53,714] [INFO] [timer.py:260:stop] epoch=0/micro_step=80/"
        "global_step=20, RunningAvgSamplesPerSec=25.2, CurrSamplesPerSec=25.6, "
        "MemAllocated=4.32GB, MaxMemAllocated=38.60GB\n");
    EXPECT_EQ(read.logged.format, RunLogFormat::deepspeed);
    ASSERT_TRUE(read.logged.samples_per_second.has_value());
    EXPECT_NEAR(read.run.step_time / units::s,
                plan().training.global_batch / (0.5 * (25.704280480541442 + 25.6)), 1e-9);
    EXPECT_NEAR(read.run.memory.allocated / units::GiB, 38.60, 1e-9);
    EXPECT_NEAR(read.run.memory.reserved / units::GiB, 46.0, 1e-9);
}

struct StepCase {
    const char* name;
    const char* text;
    RunLogFormat format;
    double seconds;
};

class OneStep : public testing::TestWithParam<StepCase> {};

TEST_P(OneStep, IsRead) {
    const ReadRun read = only(GetParam().text);
    EXPECT_EQ(read.logged.format, GetParam().format);
    EXPECT_NEAR(read.run.step_time / units::s, GetParam().seconds,
                1e-9 + 1e-6 * GetParam().seconds);
}

INSTANTIATE_TEST_SUITE_P(
    RunLogs, OneStep,
    testing::Values(
        StepCase{"OlderMegatron",
                 " iteration        2/  317892 | consumed samples:          192 | consumed tokens: "
                 "      "
                 "786432 | elapsed time per iteration (ms): 25849.1 | learning rate: 3.000E-04 |\n",
                 RunLogFormat::megatron, 25.8491},
        StepCase{"MegatronWithItsMean",
                 " iteration 2/ 10 | elapsed time per iteration (ms): 1200.5/1300.1 |\n",
                 RunLogFormat::megatron, 1.2005},
        StepCase{"DeepSpeedPipeline",
                 "steps: 200 loss: 5.5508 lm loss: 5.5103 moe loss: 0.0405 iter time (s): 0.936 "
                 "samples/sec: 136.706\n",
                 RunLogFormat::deepspeed, 0.936},
        StepCase{"DeepSpeedTimers",
                 "[2026-04-04 09:09:53,313] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | "
                 "fwd_microstep: 6567.68 | bwd_microstep: 17950.36 | step_microstep: 1139.27\n"
                 "[2026-04-04 09:09:53,313] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | "
                 "fwd: 6567.66 | bwd: 17950.35 | bwd_inner: 17711.19 | bwd_allreduce: 239.11 | "
                 "step: 1139.29\n",
                 RunLogFormat::deepspeed, 25.6573},
        // Megatron-DeepSpeed prints both; the iteration holds the loading of data too.
        StepCase{"MegatronBesideDeepSpeed",
                 "time (ms) | fwd: 6567.66 | bwd: 17950.35 | step: 1139.29\n"
                 " iteration 2/ 10 | elapsed time per iteration (ms): 25849.1 |\n",
                 RunLogFormat::deepspeed, 25.8491},
        StepCase{"HuggingFaceBar",
                 "100%|##########| 63/63 [00:06<00:00,  9.71it/s]\n"
                 "{'train_runtime': 364.4972, 'train_samples_per_second': 1.317, "
                 "'train_steps_per_second': 0.165, 'train_loss': 2.25, 'epoch': 0.1}\n"
                 "100%|##########| 375/375 [06:04<00:00,  0.97s/it]\n",
                 RunLogFormat::hugging_face, 364.4972 / 375},
        StepCase{"HuggingFaceState",
                 R"({"epoch": 3.0, "global_step": 750, "log_history": [
                     {"epoch": 0.1, "loss": NaN, "step": 10},
                     {"epoch": 3.0, "step": 750, "total_flos": 1e15, "train_loss": 1.0,
                      "train_runtime": 900.0, "train_samples_per_second": 6.667,
                      "train_steps_per_second": 0.833}]})",
                 RunLogFormat::hugging_face, 1.2},
        StepCase{"HuggingFaceResults",
                 R"({"epoch": 3.0, "train_runtime": 900.0, "train_steps_per_second": 0.8})",
                 RunLogFormat::hugging_face, 1.25}),
    [](const auto& row) { return row.param.name; });

TEST(RunLogs, ReadsTheMemoryOfATrainer) {
    const ReadRun read = only(R"({"log_history": [{"train_runtime": 100.0, "step": 50,
        "before_init_mem_gpu": 1000, "init_mem_gpu_alloc_delta": 2000,
        "train_mem_gpu_alloc_delta": 3000, "train_mem_gpu_peaked_delta": 4000}]})");
    EXPECT_DOUBLE_EQ(read.run.memory.allocated / units::B, 10000.0);
}

TEST(RunLogs, ReadsMemorySummary) {
    const ReadRun read =
        only(R"(|===========================================================================|
|                  PyTorch CUDA memory summary, device ID 0                 |
|---------------------------------------------------------------------------|
|            CUDA OOMs: 0            |        cudaMalloc retries: 0         |
|===========================================================================|
|        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  |
|---------------------------------------------------------------------------|
| Allocated memory      |  32249 MiB |  43042 MiB | 128336 GiB | 128305 GiB |
|       from large pool |  31415 MiB |  42165 MiB | 127204 GiB | 127173 GiB |
|       from small pool |    834 MiB |   1184 MiB |   1132 GiB |   1131 GiB |
|---------------------------------------------------------------------------|
| Active memory         |  32249 MiB |  43050 MiB | 128336 GiB | 128305 GiB |
|---------------------------------------------------------------------------|
| GPU reserved memory   |  37644 MiB |  47504 MiB | 705806 MiB | 668162 MiB |
|---------------------------------------------------------------------------|
)");
    EXPECT_EQ(read.logged.format, RunLogFormat::memory_summary);
    EXPECT_EQ(read.run.step_time, Seconds{});
    EXPECT_NEAR(read.run.memory.allocated / units::MiB, 43042.0, 1e-9);
    EXPECT_NEAR(read.run.memory.reserved / units::MiB, 47504.0, 1e-9);
}

TEST(RunLogs, ReadsNvidiaSmi) {
    const ReadRun read =
        only("| N/A   38C    P0    71W / 400W |  45034MiB / 81920MiB |     98%      Default |\n"
             "| N/A   39C    P0    73W / 400W |  45122MiB / 81920MiB |     97%      Default |\n");
    EXPECT_NEAR(read.run.memory.process / units::MiB, 45122.0, 1e-9);
}

TEST(RunLogs, ReadsATableWithItsSettings) {
    const RunsResult result = read("name,date,step_time,reserved,process_gib,training.micro_batch\n"
                                   "baseline,2026-11-28,1.46 s,61 GiB,66.5,\n"
                                   "\"twice, the batch\",2026-11-29,2.71 s,,,2\n",
                                   "runs.csv");
    ASSERT_EQ(result.runs.size(), 2U) << joined(result.problems);
    EXPECT_EQ(result.runs[0].run.name, "baseline");
    EXPECT_NEAR(result.runs[0].run.step_time / units::s, 1.46, 1e-12);
    EXPECT_NEAR(result.runs[0].run.memory.reserved / units::GiB, 61.0, 1e-12);
    EXPECT_NEAR(result.runs[0].run.memory.process / units::GiB, 66.5, 1e-12);
    EXPECT_EQ(result.runs[0].run.training, plan().training);
    EXPECT_EQ(result.runs[1].run.name, "twice, the batch");
    EXPECT_EQ(result.runs[1].run.training.micro_batch, 2);
}

TEST(RunLogs, ReadsMeasurementsWithWhatRan) {
    const RunsResult result = read(
        "id,source,framework,task,gpu,gpus,gpus_per_node,model,layers,hidden,heads,ffn,vocab,gated,"
        "sequence,micro_batch,global_batch,precision,optimizer,sharding,tp,pp,recompute,"
        "step_seconds,complete\n"
        "one,here,llm-foundry,pretrain,h100-sxm,8,8,MPT-7B,32,4096,32,16384,50368,0,2048,8,64,bf16,"
        "adamw,zero3,1,1,full,2.5,1\n",
        "measured.csv");
    ASSERT_EQ(result.runs.size(), 1U) << joined(result.problems);
    EXPECT_EQ(result.runs[0].run.model.num_hidden_layers, 32);
    EXPECT_EQ(result.runs[0].run.cluster.gpu.id, "h100-sxm");
    EXPECT_NEAR(result.runs[0].run.step_time / units::s, 2.5, 1e-12);
}

struct Refused {
    const char* name;
    const char* text;
    const char* says; // one of the problems
};

class RefusedLog : public testing::TestWithParam<Refused> {};

TEST_P(RefusedLog, SaysWhereAndWhy) {
    const RunsResult result = read(GetParam().text);
    EXPECT_NE(joined(result.problems).find(GetParam().says), std::string::npos)
        << joined(result.problems);
}

INSTANTIATE_TEST_SUITE_P(
    RunLogs, RefusedLog,
    testing::Values(
        Refused{"Nothing", "hello\nworld\n", "train.log:1: nothing measured"},
        Refused{"Empty", "", "the file is empty"},
        Refused{"NoNumber", "x\n iteration 1/2 | elapsed time per iteration (ms): nan |\n",
                "train.log:2: a step without its time"},
        Refused{"Negative", " iteration 1/2 | elapsed time per iteration (ms): -4.0 |\n",
                "train.log:1: a step without its time"},
        Refused{"Absurd", "steps: 1 loss: 1 iter time (s): 1e300 samples/sec: 1\n",
                "train.log:1: a step without its time"},
        Refused{"CutSummary", "| Allocated memory      |  32249 MiB",
                "train.log:1: a row of memory_summary"},
        Refused{"UnfinishedTrainer",
                R"({"global_step": 5, "log_history": [{"loss": 1.0, "step": 5}]})",
                "train.log:1: no train_runtime"},
        Refused{"BadCell", "name,step_time\na,fast\n", "train.log:2: step_time: "},
        Refused{"MissingCell", "name,step_time\na\n", "train.log:2: 1 cells, but the header has 2"},
        Refused{"BadSetting", "name,step_time,training.micro_batch\na,1 s,x\n",
                "train.log:2: /training/micro_batch"},
        Refused{"IllegalSetting", "name,step_time,training.tensor_parallel\na,1 s,3\n",
                "train.log:2: "},
        Refused{"UnknownColumn", "name,step_time,color\na,1 s,red\n",
                "train.log:1: column \"color\" is not read"},
        Refused{"FewSteps", "steps: 1 loss: 1 iter time (s): 2.0 samples/sec: 1\n",
                "train.log:1: only 1 steps"},
        Refused{"CoarseRate",
                "{'train_runtime': 331.7, 'train_samples_per_second': 0.019, "
                "'train_steps_per_second': 0.009}\n",
                "three decimals: known to 3 %"}),
    [](const auto& row) { return row.param.name; });

TEST(RunLogs, NamesOnlyTheFirstOfManyBadLines) {
    std::string text;
    for (int i = 0; i < 5000; ++i)
        text += " iteration 1/2 | elapsed time per iteration (ms): ? |\n";
    EXPECT_LT(read(text).problems.size(), 25U);
}

TEST(RunLogs, SurvivesEveryCutAndEveryForeignByte) {
    for (std::size_t length = 1; length < megatron.size(); length += 7)
        read(megatron.substr(0, length)); // no crash is what is asked here, under sanitizers
    for (std::size_t at = 0; at < megatron.size(); at += 11) {
        std::string text(megatron);
        for (const char letter : {'\x1b', '|', '\0', '\r', '9', '\x80'}) {
            text[at] = letter;
            for (const ReadRun& run : read(text).runs) {
                EXPECT_GE(run.run.step_time, Seconds{});
                EXPECT_LT(run.run.step_time, 1e9 * units::s);
            }
        }
    }
}

TEST(StepSeries, LeavesOutWarmUpAndIsRobust) {
    std::vector<double> values{60.0, 9.0};
    for (int i = 0; i < 18; ++i)
        values.push_back(i == 7 ? 30.0 : 1.0 + 0.01 * (i % 3));
    const StepSeries series = series_of(values);
    EXPECT_EQ(series.dropped, 2);
    EXPECT_EQ(series.steps, 18);
    EXPECT_NEAR(series.median, 1.01, 1e-12);
    EXPECT_LT(series.spread, 0.02);
}

} // namespace
} // namespace headroom
