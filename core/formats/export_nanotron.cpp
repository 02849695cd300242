#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

/// The model as the file says it: what it does not say is Llama's.
ModelSpec as_said(const ModelSpec& model) {
    ModelSpec said;
    said.hidden_size = model.hidden_size;
    said.num_hidden_layers = model.num_hidden_layers;
    said.num_attention_heads = model.num_attention_heads;
    said.num_key_value_heads = model.num_key_value_heads;
    said.head_dim = model.head_dim;
    said.intermediate_size = model.intermediate_size;
    said.vocab_size = model.vocab_size;
    said.max_position_embeddings = model.max_position_embeddings;
    said.tie_word_embeddings = model.tie_word_embeddings;
    said.attention_bias = model.attention_bias;
    if (!model.moe) return said;
    said.moe.emplace();
    said.moe->num_experts = model.moe->num_experts;
    said.moe->num_experts_per_tok = model.moe->num_experts_per_tok;
    said.moe->moe_intermediate_size = model.moe->moe_intermediate_size;
    said.moe->shared_expert_intermediate_size = model.moe->shared_expert_intermediate_size;
    said.moe->n_shared_experts = model.moe->shared_expert_intermediate_size > 0 ? 1 : 0;
    return said;
}

void experts(const ModelSpec& model, ConfigMap& config) {
    if (!model.moe) return;
    ConfigMap& moe = config.map("moe_config");
    moe.add("num_experts", model.moe->num_experts);
    moe.add("top_k", model.moe->num_experts_per_tok);
    moe.add("moe_intermediate_size", model.moe->moe_intermediate_size);
    if (model.moe->shared_expert_intermediate_size > 0)
        moe.add("shared_expert_intermediate_size", model.moe->shared_expert_intermediate_size);
}

void model(ExportPlan& out, ConfigMap& table) {
    const ModelSpec& model = out.scenario.model;
    const std::string unsaid = differences(model, as_said(model));
    if (!unsaid.empty())
        out.refuse("/model", fmt::format("nanotron's models are built as Llama; {} differ in {}",
                                         model.name, unsaid));
    if (model.vocab_size % out.plan.tensor_parallel != 0)
        out.refuse("/model/vocab_size",
                   fmt::format("{} is not a multiple of TP {}: nanotron would pad it",
                               model.vocab_size, out.plan.tensor_parallel));
    table.add("make_vocab_size_divisible_by", 1);
    ConfigMap& config = table.map("model_config");
    config.add("hidden_size", model.hidden_size);
    config.add("intermediate_size", model.intermediate_size);
    config.add("max_position_embeddings",
               std::max(model.max_position_embeddings, out.plan.sequence));
    config.add("num_attention_heads", model.num_attention_heads);
    config.add("num_hidden_layers", model.num_hidden_layers);
    config.add("num_key_value_heads", model.num_key_value_heads);
    if (model.head_dim * model.num_attention_heads != model.hidden_size)
        config.add("head_dim", model.head_dim);
    if (model.attention_bias) config.add("attention_bias", true);
    config.add("tie_word_embeddings", model.tie_word_embeddings);
    config.add("vocab_size", model.vocab_size);
    experts(model, config);
    out.carry({"model"});
}

void numbers(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    const Precision precision = plan.precision;
    const bool known = precision == Precision::bf16 || precision == Precision::fp16 ||
                       precision == Precision::fp32;
    out.need(known, "precision",
             fmt::format("nanotron trains in bf16, fp16 or fp32, not {}", name_of(precision)));
    file.map("model").add("dtype", precision == Precision::fp16   ? "float16"
                                   : precision == Precision::fp32 ? "float32"
                                                                  : "bfloat16");
    const bool pure = plan.states == States::pure;
    ConfigMap& optimizer = file.map("optimizer");
    optimizer.add("accumulate_grad_in_fp32", !pure);
    need_states(out, pure ? States::pure : States::megatron, "nanotron");
    const bool adam = plan.optimizer == Optimizer::adamw;
    out.need(adam || plan.optimizer == Optimizer::sgd, "optimizer",
             fmt::format("nanotron has adamW and sgd, not {}", name_of(plan.optimizer)));
    optimizer.map("optimizer_factory").add("name", adam ? "adamW" : "sgd");
    out.need(plan.zero_stage == 0 || (plan.zero_stage == 1 && !pure), "zero_stage",
             "nanotron shards states alone, and those only beside an fp32 accumulator");
    optimizer.add("zero_stage", plan.zero_stage > 0 && !pure ? 1 : 0);
}

void degrees(ExportPlan& out, ConfigMap& table) {
    const TrainingPlan& plan = out.plan;
    table.add("dp", data_parallel(out.scenario));
    table.add("tp", plan.tensor_parallel);
    table.add("pp", plan.pipeline_parallel);
    if (plan.context_parallel > 1) table.add("context_parallel_size", plan.context_parallel);
    if (plan.expert_parallel > 1) table.add("expert_parallel_size", plan.expert_parallel);
    table.add("pp_engine", "1f1b");
    table.add("tp_mode", plan.sequence_parallel ? "REDUCE_SCATTER" : "ALL_REDUCE");
    need_whole_recompute(out, "nanotron");
    table.add("recompute_layer", plan.recompute.mode == RecomputeMode::full);
    out.need(plan.virtual_stages == 1, "virtual_stages", "nanotron has one chunk for each rank");
    out.need(plan.schedule == PipelineSchedule::one_f_one_b, "pipeline_schedule",
             "nanotron's schedule is 1F1B");
    out.need(plan.expert_tensor_parallel == 1, "expert_tensor_parallel",
             "nanotron does not split experts by tensors");
    out.carry({"training.tensor_parallel", "training.pipeline_parallel",
               "training.context_parallel", "training.expert_parallel",
               "training.sequence_parallel"});
    out.carry_usual_nodes();
}

} // namespace

std::string write_nanotron(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (out.adapts()) out.refuse("/training/task", "nanotron trains all weights, not adapters");
    ConfigMap file;
    file.map("general").add("run", "fill_in");
    model(out, file.map("model"));
    numbers(out, file);
    degrees(out, file.map("parallelism"));
    ConfigMap& tokens = file.map("tokens");
    tokens.add("batch_accumulation_per_replica", micro_batches(out.scenario));
    tokens.add("micro_batch_size", plan.micro_batch);
    tokens.add("sequence_length", plan.sequence);
    out.need(plan.offload == Offload::none, "offload", "nanotron moves nothing to the host");
    out.need(plan.flash_attention, "flash_attention", "nanotron always calls flash attention");
    out.need(
        plan.loss == LossPath::automatic || plan.loss == LossPath::vocab_parallel, "loss",
        fmt::format("nanotron's loss is parallel over the vocabulary, not {}", name_of(plan.loss)));
    out.is_of("megatron-core");
    if (plan.task == Task::pretrain) out.carry({"training.task"});
    out.carry({"training.sequence", "training.micro_batch", "training.global_batch"});
    return "# To fill in: general, checkpoints, logging, tokenizer, data_stages.\n" + to_yaml(file);
}

} // namespace headroom
