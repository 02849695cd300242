#include "core/formats/export_writers.hpp"
#include "core/formats/model_names.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

constexpr const char* framework = "torchtune";

/// torchtune.models.llama3_1.lora_llama3_1_8b
std::string component(ExportPlan& out) {
    const ModelSpec& model = out.scenario.model;
    const ModelPreset* const preset = out.catalog.find_model(model.id);
    const TorchtuneBuilder* const builder = torchtune_builder(model.id);
    const bool quantised = out.plan.task == Task::qlora;
    if (builder == nullptr || preset == nullptr || !(preset->spec == model) ||
        (quantised && !builder->has_qlora)) {
        out.refuse("/model", fmt::format("torchtune has no {}builder for {}",
                                         quantised ? "QLoRA " : "", model.name));
        return "torchtune.models.fill_in";
    }
    out.carry({"model"});
    return fmt::format("torchtune.models.{}.{}{}", builder->module,
                       quantised      ? "qlora_"
                       : out.adapts() ? "lora_"
                                      : "",
                       builder->builder);
}

/// Attention projections by name; the three of the MLP together or none of them.
void adapter(ExportPlan& out, ConfigMap& model) {
    if (!out.adapts()) return;
    const Lora& lora = out.plan.lora;
    ConfigMap::Texts attention;
    int of_mlp = 0;
    for (const std::string& layer : lora_layers(lora)) {
        const bool in_mlp = layer == "gate_proj" || layer == "up_proj" || layer == "down_proj";
        of_mlp += in_mlp ? 1 : 0;
        if (!in_mlp) attention.push_back(layer == "o_proj" ? "output_proj" : layer);
    }
    constexpr int all_of_mlp = 3;
    out.need((of_mlp == 0 || of_mlp == all_of_mlp) && trained_whole(lora).empty() &&
                 !attention.empty(),
             "lora",
             "torchtune puts adapters on attention, and on all three layers of the MLP or none; it "
             "trains no layer whole beside them");
    model.add("lora_attn_modules", attention);
    model.add("apply_lora_to_mlp", of_mlp > 0);
    model.add("apply_lora_to_output", false);
    model.add("lora_rank", lora.rank);
    model.add("lora_alpha", lora.alpha);
    const Quantization& quantization = out.plan.quantization;
    if (out.plan.task == Task::qlora)
        out.need(quantization.weights == WeightFormat::nf4 && quantization.double_quantised,
                 "quantization", "torchtune quantises to nf4, and its scales as well");
}

/// bf16 is weights, gradients and states, all of them.
void precision(ExportPlan& out, ConfigMap& file) {
    const Precision precision = out.plan.precision;
    const bool full = precision == Precision::fp32;
    out.need(full || precision == Precision::bf16 || precision == Precision::fp8, "precision",
             fmt::format("torchtune trains in bf16, fp32 or fp8, not {}", name_of(precision)));
    file.add("dtype", full ? "fp32" : "bf16");
    if (precision == Precision::fp8) file.add("enable_fp8_training", true);
    need_states(out, full ? States::automatic : States::pure, framework);
}

void sharding(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    need_no_stages(out, framework);
    if (plan.tensor_parallel > 1) file.add("tensor_parallel_dim", plan.tensor_parallel);
    if (plan.context_parallel > 1) file.add("context_parallel_dim", plan.context_parallel);
    out.carry({"training.tensor_parallel", "training.context_parallel"});
    if (out.gpus() == 1) {
        if (plan.zero_stage == 0) out.carry({"training.zero_stage"});
        return out.need(plan.offload == Offload::none, "offload",
                        "torchtune's recipes for one device move nothing to the host");
    }
    const bool weights_move = plan.offload == Offload::optimizer_and_parameters;
    out.need(plan.zero_stage >= 2, "zero_stage",
             "torchtune shards gradients at least on more than one device");
    out.need(weights_move || plan.offload == Offload::none, "offload",
             "torchtune moves parameters and states together or nothing");
    file.add("fsdp_reshard_after_forward", plan.zero_stage == 3);
    file.add("fsdp_cpu_offload", weights_move);
    if (!shards_in_groups(out)) return;
    file.add("data_parallel_shard_dim", *plan.zero_group / plan.context_parallel);
    file.add("data_parallel_replicate_dim",
             data_parallel(out.scenario) * plan.context_parallel / *plan.zero_group);
}

void checkpointing(ExportPlan& out, ConfigMap& file) {
    const Recompute& recompute = out.plan.recompute;
    const bool selective = recompute.mode == RecomputeMode::selective;
    out.need(recompute.every == 1 && !recompute.layers, "recompute",
             "torchtune recomputes all layers alike");
    file.add("enable_activation_checkpointing", recompute.mode != RecomputeMode::none);
    if (selective) {
        file.add("ac_mode", "selective");
        file.add("ac_option", "op");
    }
    if (out.plan.activation_offload) file.add("enable_activation_offloading", true);
    out.carry({"training.activation_offload"});
}

void loss(ExportPlan& out, ConfigMap& file) {
    const LossPath loss = out.plan.loss;
    const bool eager = loss == LossPath::eager;
    out.need(eager || loss == LossPath::chunked || loss == LossPath::automatic, "loss",
             fmt::format("torchtune's loss is chunked or eager, not {}", name_of(loss)));
    file.map("loss").add("_component_", eager ? "torch.nn.CrossEntropyLoss"
                                              : "torchtune.modules.loss.LinearCrossEntropyLoss");
}

/// The recipe is in no key: whoever starts it names it.
std::string launch(const ExportPlan& out) {
    const char* const recipe = out.adapts() ? "lora_finetune" : "full_finetune";
    if (out.gpus() == 1) return fmt::format("# tune run {}_single_device --config FILE\n", recipe);
    const ClusterSpec& cluster = out.scenario.cluster;
    return fmt::format("# tune run --nnodes {} --nproc_per_node {} {}_distributed --config FILE\n",
                       cluster.nodes, cluster.gpus_per_node, recipe);
}

} // namespace

std::string write_torchtune(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    ConfigMap file;
    ConfigMap& model = file.map("model");
    model.add("_component_", component(out));
    adapter(out, model);
    file.map("tokenizer").add("max_seq_len", plan.sequence);
    file.map("dataset").add("packed", plan.packing);
    file.add("batch_size", plan.micro_batch);
    file.add("gradient_accumulation_steps", micro_batches(out.scenario));
    precision(out, file);
    file.map("optimizer").add("_component_", optimizer_class(out, framework));
    if (plan.optimizer_in_backward) file.add("optimizer_in_bwd", true);
    loss(out, file);
    checkpointing(out, file);
    if (plan.compile) file.add("compile", true);
    sharding(out, file);
    out.need(plan.flash_attention, "flash_attention", "torchtune always calls fused attention");
    out.is_of("torchtune");
    if (plan.task != Task::pretrain) out.carry({"training.task"});
    out.carry({"cluster.gpus_per_node", "cluster.nodes", "training.sequence", "training.packing",
               "training.micro_batch", "training.global_batch", "training.optimizer_in_backward",
               "training.compile"});
    return launch(out) +
           "# To fill in: components of tokenizer, dataset and checkpointer, as in `tune cp`.\n" +
           to_yaml(file);
}

} // namespace headroom
