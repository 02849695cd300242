#include "core/formats/export_writers.hpp"

#include <nlohmann/json.hpp>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;

void precision(ExportPlan& out, Output& file) {
    switch (out.plan.precision) {
    case Precision::bf16: file["bf16"]["enabled"] = true; break;
    case Precision::fp16: file["fp16"]["enabled"] = true; break;
    case Precision::fp32: break;
    default: return out.refuse("/training/precision", "DeepSpeed's file knows bf16, fp16 and fp32");
    }
    out.carry({"training.precision"});
}

void offload(ExportPlan& out, Output& zero) {
    const Offload offload = out.plan.offload;
    out.carry({"training.offload"});
    if (offload == Offload::none) return;
    const char* const device = offload == Offload::nvme ? "nvme" : "cpu";
    for (const char* part : {"offload_optimizer", "offload_param"}) {
        if (offload == Offload::optimizer && std::string_view(part) == "offload_param") continue;
        zero[part]["device"] = device;
        if (offload == Offload::nvme) zero[part]["nvme_path"] = "/local_nvme";
    }
}

void buckets(ExportPlan& out, Output& zero) {
    const Buckets& buckets = out.plan.buckets;
    const auto write = [&](const char* key, const std::optional<std::int64_t>& elements) {
        if (elements) zero[key] = *elements;
    };
    write("reduce_bucket_size", buckets.reduce);
    write("allgather_bucket_size", buckets.allgather);
    write("stage3_max_live_parameters", buckets.live);
    write("stage3_prefetch_bucket_size", buckets.prefetch);
    write("stage3_param_persistence_threshold", buckets.persistence);
    out.carry({"training.buckets"});
}

} // namespace

std::string write_deepspeed(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (plan.pipeline_parallel > 1)
        out.refuse("/training/pipeline_parallel",
                   "DeepSpeed's file has no pipeline stages; the training script makes them");
    Output file = Output::object();
    file["train_batch_size"] = plan.global_batch;
    file["train_micro_batch_size_per_gpu"] = plan.micro_batch;
    file["gradient_accumulation_steps"] = micro_batches(out.scenario);
    precision(out, file);
    Output& zero = file["zero_optimization"] = Output::object();
    zero["stage"] = plan.zero_stage;
    buckets(out, zero);
    offload(out, zero);
    if (plan.tensor_parallel > 1) file["tensor_parallel"]["autotp_size"] = plan.tensor_parallel;
    if (plan.context_parallel > 1) file["sequence_parallel_size"] = plan.context_parallel;
    if (plan.optimizer == Optimizer::adamw) {
        file["optimizer"]["type"] = "AdamW";
        out.carry({"training.optimizer"});
    }
    file["gradient_clipping"] = 1.0;
    out.carry({"training.global_batch", "training.micro_batch", "training.zero_stage",
               "training.tensor_parallel", "training.context_parallel"});
    return file.dump(2) + "\n";
}

} // namespace headroom
