// What training programs print while they run: step times, throughput and peaks of memory.
//
//     const LoggedRun run = read_log_lines(text, "train.log", problems);
//     run.format, run.step_seconds->median
//
// Part of run_logs: others want read_runs(). Lines that are understood, as their programs print
// them (rank and time before them, colours and progress bars between them do no harm):
//     Megatron-LM     " iteration  40/ 500 | consumed samples: 10240 | elapsed time per iteration (ms): 1552.8 | ..."
//                     "[Rank 0] (after 10 iterations) memory (MB) | allocated: 9909.1 | max allocated: 50277.2 | ..."
//     torchtitan      "step: 10  loss:  7.01  memory: 42.14GiB(53.28%)  tps: 6,123  tflops: 318.2  mfu: 32.18%"
//     DeepSpeed       "steps: 20 loss: 5.5508 iter time (s): 0.936 samples/sec: 136.706"
//                     "..., RunningAvgSamplesPerSec=58.7, CurrSamplesPerSec=61.3, MemAllocated=6.0GB, MaxMemAllocated=19.5GB"
//                     "time (ms) | fwd: 6567.66 | bwd: 17950.35 | bwd_inner: ... | step: 1139.29"
//                     "MA 5.1 GB         Max_MA 38.5 GB         CA 45.0 GB         Max_CA 45 GB"
//     Hugging Face    "{'train_runtime': 364.5, 'train_samples_per_second': 1.317, ...}" and its progress bar
//     PyTorch         the table of torch.cuda.memory_summary()
//     nvidia-smi      "| N/A   38C    P0    71W / 400W |  45034MiB / 81920MiB |     98%      Default |"
// What PyTorch calls MB and GB are MiB and GiB. Of several GPUs the fullest counts.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/logged_run.hpp"

#include <string_view>

namespace headroom {

LoggedRun read_log_lines(std::string_view text, std::string_view name, Problems& problems);

} // namespace headroom
