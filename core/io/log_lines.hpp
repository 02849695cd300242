// What training programs print while they run: step times, throughput and peaks of memory.
//
//     const LoggedRun run = read_log_lines(text, "train.log", problems);
//     run.format, run.step_seconds->median
//
// Part of run_logs: others want read_runs(). Read is what stands behind these words, in lines as
// their programs print them; ranks, times, colours and progress bars around them do no harm:
//
//     Megatron-LM    elapsed time per iteration (ms): 1552.8
//                    memory (MB) | allocated: 9909.1 | max allocated: 50277.2 | ... max reserved:
//     torchtitan     step: 10  ...  memory: 42.14GiB(53.28%)  tps: 6,123
//     DeepSpeed      iter time (s): 0.936
//                    CurrSamplesPerSec=61.3, ... MaxMemAllocated=19.5GB
//                    time (ms) | fwd: 6567.66 | bwd: 17950.35 | ... | step: 1139.29
//                    MA 5.1 GB  Max_MA 38.5 GB  CA 45.0 GB  Max_CA 45 GB
//     Hugging Face   {'train_runtime': 364.5, 'train_samples_per_second': 1.317, ...}
//                    and the progress bar: 100%|####| 375/375 [06:04<00:00, ...]
//     PyTorch        the table of torch.cuda.memory_summary()
//     nvidia-smi     |  45034MiB / 81920MiB |
//
// What PyTorch calls MB and GB are MiB and GiB. Of several GPUs the fullest counts.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/logged_run.hpp"

#include <string_view>

namespace headroom {

LoggedRun read_log_lines(std::string_view text, std::string_view name, Problems& problems);

} // namespace headroom
