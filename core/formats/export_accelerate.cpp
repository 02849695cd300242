#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

/// Accelerate splits by tensors, context and groups beside FSDP alone.
Engine engine_here(const ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const bool splits = plan.tensor_parallel > 1 || plan.context_parallel > 1 || plan.zero_group;
    return splits && fsdp_can(plan) ? Engine::fsdp : engine_of(out);
}

const char* flag(bool is) { return is ? "true" : "false"; }

std::string fsdp(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const bool recomputes = plan.recompute == Recompute{RecomputeMode::full, 1, std::nullopt};
    if (recomputes) out.carry({"training.recompute"});
    return fmt::format("fsdp_config:\n"
                       "  fsdp_activation_checkpointing: {}\n"
                       "  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n"
                       "  fsdp_offload_params: {}\n"
                       "  fsdp_reshard_after_forward: {}\n"
                       "  fsdp_version: 2\n",
                       flag(recomputes), flag(plan.offload != Offload::none),
                       flag(plan.zero_stage == 3));
}

std::string deepspeed(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (plan.tensor_parallel > 1)
        out.refuse("/training/tensor_parallel",
                   "Accelerate has no tensor parallel beside DeepSpeed");
    if (plan.context_parallel > 1)
        out.refuse("/training/context_parallel",
                   "Accelerate has no context parallel beside DeepSpeed here");
    need_of_deepspeed(out);
    out.need(!plan.zero_group, "zero_group", "Accelerate shards in groups with FSDP alone");
    const char* const device = plan.offload == Offload::nvme ? "nvme" : "cpu";
    const bool weights =
        plan.offload == Offload::optimizer_and_parameters || plan.offload == Offload::nvme;
    return fmt::format("deepspeed_config:\n"
                       "  gradient_accumulation_steps: {}\n"
                       "  offload_optimizer_device: {}\n"
                       "  offload_param_device: {}\n"
                       "  zero_stage: {}\n",
                       micro_batches(out.scenario), plan.offload == Offload::none ? "none" : device,
                       weights ? device : "none", plan.zero_stage);
}

std::string degrees(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const int data = data_parallel(out.scenario);
    const bool grouped = plan.zero_stage > 0 && shards_in_groups(out);
    if (plan.tensor_parallel == 1 && plan.context_parallel == 1 && !grouped) return "";
    const int group = plan.zero_stage == 0 ? 1
                      : grouped            ? *plan.zero_group / plan.context_parallel
                                           : data;
    return fmt::format("parallelism_config:\n"
                       "  parallelism_config_cp_size: {}\n"
                       "  parallelism_config_dp_replicate_size: {}\n"
                       "  parallelism_config_dp_shard_size: {}\n"
                       "  parallelism_config_tp_size: {}\n",
                       plan.context_parallel, data / group, group, plan.tensor_parallel);
}

/// 'no' leaves the dtype to the script, which is why fp32 is not carried.
std::string_view precision(ExportPlan& out) {
    switch (out.plan.precision) {
    case Precision::bf16:
    case Precision::fp16:
    case Precision::fp8: out.carry({"training.precision"}); return name_of(out.plan.precision);
    case Precision::fp32:
    case Precision::tf32: return "'no'";
    default: break;
    }
    out.refuse("/training/precision", "Accelerate knows bf16, fp16, fp8 and none of these");
    return "'no'";
}

} // namespace

std::string write_accelerate(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (plan.pipeline_parallel > 1)
        out.refuse("/training/pipeline_parallel", "Accelerate's file has no pipeline stages");
    const Engine engine = engine_here(out);
    const bool alone = engine == Engine::replicas && out.gpus() == 1;
    std::string text = "compute_environment: LOCAL_MACHINE\ndebug: false\n";
    text += fmt::format("distributed_type: {}\n", alone                        ? "'NO'"
                                                  : engine == Engine::replicas ? "MULTI_GPU"
                                                  : engine == Engine::fsdp     ? "FSDP"
                                                                               : "DEEPSPEED");
    if (engine == Engine::fsdp) text += fsdp(out);
    if (engine == Engine::deepspeed) text += deepspeed(out);
    text += "downcast_bf16: 'no'\nmachine_rank: 0\nmain_training_function: main\n";
    text += fmt::format("mixed_precision: {}\nnum_machines: {}\nnum_processes: {}\n",
                        precision(out), out.scenario.cluster.nodes, out.gpus());
    text += degrees(out);
    text += "rdzv_backend: static\nsame_network: true\nuse_cpu: false\n";
    out.carry({"cluster.gpus_per_node", "cluster.nodes", "training.zero_stage", "training.offload",
               "training.tensor_parallel", "training.context_parallel"});
    return text;
}

} // namespace headroom
