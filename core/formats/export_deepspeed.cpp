#include "core/formats/export_writers.hpp"

namespace headroom {

namespace {

void precision(ExportPlan& out, ConfigMap& file) {
    const Precision precision = out.plan.precision;
    const bool known = precision == Precision::bf16 || precision == Precision::fp16 ||
                       precision == Precision::fp32;
    out.need(known, "precision", "DeepSpeed's file knows bf16, fp16 and fp32");
    if (out.options.automatic && precision != Precision::fp32) {
        file.map("bf16").add("enabled", "auto");
        file.map("fp16").add("enabled", "auto");
        out.carried.erase("training.precision");
    } else if (precision == Precision::bf16 || precision == Precision::fp16) {
        file.map(precision == Precision::bf16 ? "bf16" : "fp16").add("enabled", true);
    }
}

/// All three numbers, which DeepSpeed checks against the ranks when it starts; or none, where the
/// Trainer fills them in.
void batches(ExportPlan& out, ConfigMap& file) {
    constexpr const char* global = "train_batch_size";
    constexpr const char* micro = "train_micro_batch_size_per_gpu";
    constexpr const char* steps = "gradient_accumulation_steps";
    if (out.options.automatic) {
        for (const char* key : {global, micro, steps})
            file.add(key, "auto");
        return;
    }
    file.add(global, out.plan.global_batch);
    file.add(micro, out.plan.micro_batch);
    file.add(steps, micro_batches(out.scenario));
    out.carry({"training.global_batch", "training.micro_batch"});
}

/// fp32 masters beside 16-bit weights, unless gradients are accumulated in fp32 as well.
void states(ExportPlan& out, ConfigMap& file) {
    if (out.plan.precision == Precision::fp32 || out.options.automatic) return;
    if (out.plan.states == States::megatron) file.map("data_types").add("grad_accum_dtype", "fp32");
    if (out.plan.states == States::megatron || out.plan.states == States::mixed)
        out.carry({"training.states"});
}

} // namespace

std::string write_deepspeed(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    out.need(plan.pipeline_parallel == 1, "pipeline_parallel",
             "DeepSpeed's file has no pipeline stages; the training script makes them");
    ConfigMap file;
    batches(out, file);
    precision(out, file);
    states(out, file);
    write_zero(out, file.map("zero_optimization"));
    if (plan.tensor_parallel > 1)
        file.map("tensor_parallel").add("autotp_size", plan.tensor_parallel);
    if (plan.context_parallel > 1) file.add("sequence_parallel_size", plan.context_parallel);
    if (plan.optimizer == Optimizer::adamw) {
        file.map("optimizer").add("type", "AdamW");
        out.carry({"training.optimizer"});
    }
    file.add("gradient_clipping", 1.0);
    out.is_of("deepspeed");
    out.carry({"training.tensor_parallel", "training.context_parallel"});
    return to_json(file);
}

} // namespace headroom
