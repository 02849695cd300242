#include "core/formats/export_writers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headroom {

namespace {

constexpr const char* framework = "a Trainer's launch line";

/// Lines of "accelerate launch ... \ --flag value \".
class LaunchLine {
  public:
    explicit LaunchLine(std::string start) : text_(std::move(start)) {}
    template <class Value>
    void add(const char* name, const Value& value) {
        text_ += fmt::format(" \\\n    --{} {}", name, value);
    }
    /// Written out either way, as trainers differ in what absence means.
    void add_flag(const char* name, bool is) { add(name, is ? "true" : "false"); }
    std::string text() const { return text_ + "\n"; }

  private:
    std::string text_;
};

void adapter(ExportPlan& out, LaunchLine& line) {
    const TrainingPlan& plan = out.plan;
    line.add_flag("use_peft", out.adapts());
    if (!out.adapts()) return;
    line.add("lora_r", plan.lora.rank);
    line.add("lora_alpha", plan.lora.alpha);
    line.add("lora_target_modules",
             plan.lora.targets == all_linear_targets
                 ? "all-linear"
                 : fmt::format("{}", fmt::join(lora_layers(plan.lora), ",")));
    if (const auto whole = trained_whole(plan.lora); !whole.empty())
        line.add("lora_modules_to_save", fmt::format("{}", fmt::join(whole, ",")));
    out.carry({"training.lora"});
    if (plan.task != Task::qlora) return;
    need_bits(out, true, framework);
    const bool nf4 = plan.quantization.weights == WeightFormat::nf4;
    line.add_flag(nf4 ? "load_in_4bit" : "load_in_8bit", true);
    if (nf4) line.add_flag("use_bnb_nested_quant", plan.quantization.double_quantised);
}

void precision(ExportPlan& out, LaunchLine& line) {
    const Precision precision = out.plan.precision;
    const bool known = precision == Precision::bf16 || precision == Precision::fp16 ||
                       precision == Precision::fp32 || precision == Precision::tf32;
    out.need(
        known, "precision",
        fmt::format("Trainers have flags for bf16, fp16 and tf32, not {}", name_of(precision)));
    line.add_flag("bf16", precision == Precision::bf16);
    line.add_flag("fp16", precision == Precision::fp16);
    if (precision == Precision::tf32) line.add_flag("tf32", true);
}

void sharding(ExportPlan& out, LaunchLine& line) {
    const TrainingPlan& plan = out.plan;
    need_no_degrees(out, framework);
    const bool replicas = plan.zero_stage == 0 && plan.offload == Offload::none;
    out.need(replicas || fsdp_can(plan), plan.zero_stage == 1 ? "zero_stage" : "offload",
             "this takes DeepSpeed, whose settings are a file of their own: --format deepspeed");
    out.carry({"training.zero_stage", "training.offload"});
    out.is_of(replicas ? "hf-trainer" : "hf-trainer-fsdp");
    if (replicas) return;
    out.need(!plan.zero_group, "zero_group", "the flags shard over all ranks");
    line.add("fsdp", fmt::format("\"{} auto_wrap{}\"",
                                 plan.zero_stage == 3 ? "full_shard" : "shard_grad_op",
                                 plan.offload == Offload::none ? "" : " offload"));
}

void need_loss(ExportPlan& out) {
    const LossPath loss = out.plan.loss;
    out.need(
        loss == LossPath::automatic || loss == LossPath::fused_linear, "loss",
        fmt::format("Trainers have their usual loss or Liger's fused one, not {}", name_of(loss)));
}

} // namespace

std::string write_hf_flags(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    LaunchLine line(fmt::format("accelerate launch --num_machines {} --num_processes {} train.py",
                                out.scenario.cluster.nodes, out.gpus()));
    line.add("model_name_or_path", base_model(out, framework));
    line.add("max_length", plan.sequence);
    line.add_flag("packing", plan.packing);
    line.add("per_device_train_batch_size", plan.micro_batch);
    line.add("gradient_accumulation_steps", micro_batches(out.scenario));
    precision(out, line);
    need_whole_recompute(out, framework);
    line.add_flag("gradient_checkpointing", plan.recompute.mode == RecomputeMode::full);
    line.add("optim", transformers_optimizer(out, framework));
    line.add("attn_implementation", plan.flash_attention ? "flash_attention_2" : "eager");
    need_loss(out);
    line.add_flag("use_liger_kernel", plan.loss == LossPath::fused_linear);
    if (plan.compile) line.add_flag("torch_compile", true);
    adapter(out, line);
    sharding(out, line);
    if (plan.task != Task::pretrain) out.carry({"training.task"});
    out.carry({"cluster.gpus_per_node", "cluster.nodes", "training.sequence", "training.packing",
               "training.micro_batch", "training.global_batch", "training.flash_attention",
               "training.compile"});
    return line.text();
}

} // namespace headroom
