#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

constexpr const char* framework = "axolotl";

void adapter(ExportPlan& out, ConfigMap& file) {
    if (!out.adapts()) return;
    const TrainingPlan& plan = out.plan;
    const bool quantised = plan.task == Task::qlora;
    const bool nf4 = plan.quantization.weights == WeightFormat::nf4;
    if (quantised) {
        need_bits(out, false, framework);
        file.add(nf4 ? "load_in_4bit" : "load_in_8bit", true);
    }
    file.add("adapter", quantised && nf4 ? "qlora" : "lora");
    file.add("lora_r", plan.lora.rank);
    file.add("lora_alpha", plan.lora.alpha);
    if (plan.lora.targets == all_linear_targets)
        file.add("lora_target_linear", true);
    else
        file.add("lora_target_modules", lora_layers(plan.lora));
    if (const auto whole = trained_whole(plan.lora); !whole.empty())
        file.add("lora_modules_to_save", whole);
    out.carry({"training.lora"});
}

void precision(ExportPlan& out, ConfigMap& file) {
    const Precision precision = out.plan.precision;
    const bool fp8 = precision == Precision::fp8;
    if (fp8) file.add("fp8", true);
    file.add("bf16", fp8 || precision == Precision::bf16);
    file.add("fp16", precision == Precision::fp16);
    file.add("tf32", precision == Precision::tf32);
    out.need(precision != Precision::mxfp8 && precision != Precision::nvfp4, "precision",
             fmt::format("axolotl has no switch for {}", name_of(precision)));
}

void fsdp(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    file.add("fsdp_version", 2);
    ConfigMap& config = file.map("fsdp_config");
    config.add("reshard_after_forward", plan.zero_stage == 3);
    config.add("offload_params", plan.offload != Offload::none);
    config.add("state_dict_type", "FULL_STATE_DICT");
    config.add("auto_wrap_policy", "TRANSFORMER_BASED_WRAP");
    if (shards_in_groups(out)) {
        const int group = *plan.zero_group / plan.context_parallel;
        file.add("dp_shard_size", group);
        file.add("dp_replicate_size", data_parallel(out.scenario) / group);
    }
    out.carry({"training.zero_stage", "training.offload"});
}

void sharding(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    const Engine engine = engine_of(out);
    need_no_stages(out, framework);
    out.need(plan.tensor_parallel == 1 || engine == Engine::deepspeed, "tensor_parallel",
             "axolotl splits tensors by DeepSpeed's AutoTP alone");
    if (plan.tensor_parallel > 1) file.add("tensor_parallel_size", plan.tensor_parallel);
    if (plan.context_parallel > 1) file.add("context_parallel_size", plan.context_parallel);
    out.carry({"training.context_parallel"});
    need_states(out,
                engine == Engine::replicas ? States::pure
                : engine == Engine::fsdp   ? States::fp32_sharded
                                           : States::mixed,
                framework);
    if (engine == Engine::fsdp) fsdp(out, file);
    if (engine == Engine::deepspeed) write_deepspeed_of_trainer(out, file.map("deepspeed"));
    if (engine == Engine::replicas) out.carry({"training.zero_stage", "training.offload"});
}

void loss(ExportPlan& out, ConfigMap& file) {
    const LossPath loss = out.plan.loss;
    if (loss == LossPath::fused_linear)
        file.add("plugins", ConfigMap::Texts{"axolotl.integrations.cut_cross_entropy."
                                             "CutCrossEntropyPlugin"});
    if (loss == LossPath::fused) {
        file.add("plugins", ConfigMap::Texts{"axolotl.integrations.liger.LigerPlugin"});
        file.add("liger_cross_entropy", true);
    }
    if (loss == LossPath::chunked) file.add("chunked_cross_entropy", true);
    out.need(loss != LossPath::vocab_parallel, "loss",
             "axolotl computes no loss in parallel over the vocabulary");
}

} // namespace

std::string write_axolotl(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    ConfigMap file;
    file.add("base_model", base_model(out, framework));
    file.add("datasets", ConfigMap::Texts{});
    adapter(out, file);
    file.add("sequence_len", plan.sequence);
    file.add("sample_packing", plan.packing);
    if (plan.packing) file.add("pad_to_sequence_len", true);
    file.add("micro_batch_size", plan.micro_batch);
    file.add("gradient_accumulation_steps", micro_batches(out.scenario));
    file.add("optimizer", transformers_optimizer(out, framework));
    precision(out, file);
    need_whole_recompute(out, framework);
    file.add("gradient_checkpointing", plan.recompute.mode == RecomputeMode::full);
    if (plan.activation_offload) file.add("activation_offloading", true);
    file.add("attn_implementation", plan.flash_attention ? "flash_attention_2" : "eager");
    if (plan.compile) file.add("torch_compile", true);
    loss(out, file);
    sharding(out, file);
    out.is_of("axolotl");
    out.carry({"training.sequence", "training.packing", "training.micro_batch",
               "training.global_batch", "training.activation_offload", "training.flash_attention",
               "training.compile"});
    if (plan.task != Task::pretrain) out.carry({"training.task"});
    return "# To fill in: datasets, learning_rate, output_dir.\n" + to_yaml(file);
}

} // namespace headroom
