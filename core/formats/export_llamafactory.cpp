#include "core/formats/export_writers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headroom {

namespace {

constexpr const char* framework = "LLaMA-Factory";

void adapter(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    file.add("finetuning_type", out.adapts() ? "lora" : "full");
    if (!out.adapts()) return;
    file.add("lora_rank", plan.lora.rank);
    file.add("lora_alpha", plan.lora.alpha);
    const bool all = plan.lora.targets == all_linear_targets;
    file.add("lora_target",
             all ? "all" : fmt::format("{}", fmt::join(lora_layers(plan.lora), ",")));
    if (const auto whole = trained_whole(plan.lora); !whole.empty())
        file.add("additional_target", fmt::format("{}", fmt::join(whole, ",")));
    out.carry({"training.lora"});
    if (plan.task != Task::qlora) return;
    need_bits(out, true, framework);
    const bool nf4 = plan.quantization.weights == WeightFormat::nf4;
    file.add("quantization_bit", nf4 ? 4 : 8);
    file.add("quantization_method", "bnb");
    if (nf4) file.add("double_quantization", plan.quantization.double_quantised);
}

/// Trainable weights are fp32 copies, unless they are told to be bf16 altogether.
void precision(ExportPlan& out, ConfigMap& file, Engine engine) {
    const TrainingPlan& plan = out.plan;
    const Precision precision = plan.precision;
    const bool fp8 = precision == Precision::fp8;
    const bool pure = plan.states == States::pure && precision == Precision::bf16 &&
                      engine == Engine::replicas && !out.adapts();
    if (fp8) file.add("fp8", true);
    file.add("bf16", fp8 || (precision == Precision::bf16 && !pure));
    file.add("fp16", precision == Precision::fp16);
    if (precision == Precision::tf32) file.add("tf32", true);
    if (pure) file.add("pure_bf16", true);
    out.need(precision != Precision::mxfp8 && precision != Precision::nvfp4, "precision",
             fmt::format("LLaMA-Factory has no switch for {}", name_of(precision)));
    need_states(out,
                pure                          ? States::pure
                : engine == Engine::fsdp      ? States::fp32_sharded
                : engine == Engine::deepspeed ? States::mixed
                                              : States::autocast,
                framework);
}

void sharding(ExportPlan& out, ConfigMap& file, Engine engine) {
    const TrainingPlan& plan = out.plan;
    need_no_degrees(out, framework);
    if (plan.zero_stage > 0)
        out.need(!plan.zero_group, "zero_group", "LLaMA-Factory shards over all ranks");
    if (engine == Engine::deepspeed) return write_deepspeed_of_trainer(out, file.map("deepspeed"));
    out.carry({"training.zero_stage", "training.offload"});
    if (engine == Engine::replicas) return;
    file.add("fsdp",
             fmt::format("{} auto_wrap{}", plan.zero_stage == 3 ? "full_shard" : "shard_grad_op",
                         plan.offload == Offload::none ? "" : " offload"));
}

void need_loss(ExportPlan& out) {
    const LossPath loss = out.plan.loss;
    out.need(loss == LossPath::automatic || loss == LossPath::fused_linear, "loss",
             fmt::format("LLaMA-Factory has its usual loss or Liger's fused one, not {}",
                         name_of(loss)));
}

} // namespace

std::string write_llamafactory(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const Engine engine = engine_of(out);
    ConfigMap file;
    file.add("model_name_or_path", base_model(out, framework));
    file.add("stage", plan.task == Task::pretrain ? "pt" : "sft");
    file.add("do_train", true);
    adapter(out, file);
    file.add("dataset", "fill_in");
    file.add("template", "fill_in");
    file.add("output_dir", "saves/fill_in");
    file.add("cutoff_len", plan.sequence);
    file.add("packing", plan.packing);
    file.add("per_device_train_batch_size", plan.micro_batch);
    file.add("gradient_accumulation_steps", micro_batches(out.scenario));
    precision(out, file, engine);
    need_whole_recompute(out, framework);
    file.add("disable_gradient_checkpointing", plan.recompute.mode == RecomputeMode::none);
    if (plan.activation_offload) file.add("use_unsloth_gc", true);
    file.add("flash_attn", plan.flash_attention ? "fa2" : "disabled");
    if (plan.optimizer == Optimizer::muon) {
        file.add("use_muon", true);
        out.carry({"training.optimizer"});
    } else {
        file.add("optim", transformers_optimizer(out, framework));
    }
    need_loss(out);
    if (plan.loss == LossPath::fused_linear) file.add("enable_liger_kernel", true);
    sharding(out, file, engine);
    out.is_of(engine == Engine::replicas ? "hf-trainer"
              : engine == Engine::fsdp   ? "hf-trainer-fsdp"
                                         : "hf-trainer-deepspeed");
    out.carry({"training.task", "training.sequence", "training.packing", "training.micro_batch",
               "training.global_batch", "training.activation_offload", "training.flash_attention"});
    return to_yaml(file);
}

} // namespace headroom
