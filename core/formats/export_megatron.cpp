#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

/// Lines of one bash array.
class Flags {
  public:
    explicit Flags(const char* name) : text_(fmt::format("{}=(\n", name)) {}
    template <class Value>
    void add(const char* name, const Value& value) {
        text_ += fmt::format("    --{} {}\n", name, value);
    }
    void add(const char* name) { text_ += fmt::format("    --{}\n", name); }
    void add_if(bool is, const char* name) {
        if (is) add(name);
    }
    std::string text() const { return text_ + ")\n"; }

  private:
    std::string text_;
};

void experts(const ModelSpec& model, const TrainingPlan& plan, Flags& flags) {
    if (!model.moe) return;
    flags.add("num-experts", model.moe->num_experts);
    flags.add("moe-router-topk", model.moe->num_experts_per_tok);
    flags.add("moe-ffn-hidden-size", model.moe->moe_intermediate_size);
    flags.add("expert-model-parallel-size", plan.expert_parallel);
    flags.add("expert-tensor-parallel-size", plan.expert_tensor_parallel);
}

/// The dimensions of the model. Its vocabulary is written as it is: padded already, or not at all.
std::string model_flags(ExportPlan& out) {
    const ModelSpec& model = out.scenario.model;
    if (model.mla || model.style != ModelStyle::decoder)
        out.refuse("/model", "only decoders without latent attention are written as flags");
    if (model.vocab_size % out.plan.tensor_parallel != 0)
        out.refuse("/model/vocab_size",
                   fmt::format("{} is not a multiple of TP {}: Megatron-LM would pad it",
                               model.vocab_size, out.plan.tensor_parallel));
    Flags flags("MODEL_ARGS");
    flags.add("num-layers", model.num_hidden_layers);
    flags.add("hidden-size", model.hidden_size);
    flags.add("ffn-hidden-size", model.intermediate_size);
    flags.add("num-attention-heads", model.num_attention_heads);
    flags.add("kv-channels", model.head_dim);
    flags.add("group-query-attention");
    flags.add("num-query-groups", model.num_key_value_heads);
    flags.add("seq-length", out.plan.sequence);
    flags.add("max-position-embeddings",
              std::max(model.max_position_embeddings, out.plan.sequence));
    flags.add("vocab-size", model.vocab_size);
    flags.add("make-vocab-size-divisible-by", 1);
    flags.add_if(model.gated_mlp, "swiglu");
    flags.add_if(!model.tie_word_embeddings, "untie-embeddings-and-output-weights");
    experts(model, out.plan, flags);
    return flags.text();
}

void precision(ExportPlan& out, Flags& flags) {
    const TrainingPlan& plan = out.plan;
    switch (plan.precision) {
    case Precision::fp32: break;
    case Precision::fp16: flags.add("fp16"); break;
    case Precision::tf32:
        return out.refuse("/training/precision", "Megatron-LM has no flag for tf32");
    default: flags.add("bf16"); break;
    }
    if (plan.precision == Precision::fp8 || plan.precision == Precision::mxfp8)
        flags.add("fp8-format", "hybrid");
    if (plan.precision == Precision::mxfp8) flags.add("fp8-recipe", "mxfp8");
    if (plan.precision == Precision::nvfp4) flags.add("fp4-format", "e2m1");
    const bool half = plan.precision != Precision::fp32;
    const bool fp16 = plan.precision == Precision::fp16;
    const bool megatron = plan.states == States::megatron || plan.states == States::automatic;
    if (plan.states == States::mixed) flags.add_if(half && !fp16, "grad-reduce-in-bf16");
    if (megatron) flags.add_if(fp16, "accumulate-allreduce-grads-in-fp32");
    if (plan.states == States::mixed ? half : megatron) out.carry({"training.states"});
    out.carry({"training.precision"});
}

void sharding(ExportPlan& out, Flags& flags) {
    const TrainingPlan& plan = out.plan;
    flags.add_if(plan.zero_stage >= 1, "use-distributed-optimizer");
    if (plan.zero_stage >= 2) {
        flags.add("use-megatron-fsdp");
        flags.add("data-parallel-sharding-strategy",
                  plan.zero_stage == 2 ? "optim_grads" : "optim_grads_params");
    }
    if (plan.offload == Offload::optimizer)
        flags.add("optimizer-cpu-offload");
    else if (plan.offload != Offload::none)
        out.refuse("/training/offload", "Megatron-LM moves the optimizer's states alone");
    out.carry({"training.zero_stage", "training.offload"});
}

void recompute(const Recompute& recompute, Flags& flags) {
    if (recompute.mode == RecomputeMode::none) return;
    if (recompute.mode == RecomputeMode::selective)
        return flags.add("recompute-granularity", "selective");
    flags.add("recompute-granularity", "full");
    flags.add("recompute-method", recompute.layers ? "block" : "uniform");
    flags.add("recompute-num-layers", recompute.layers.value_or(recompute.every));
}

std::string training_flags(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (has_adapters(plan.task))
        out.refuse("/training/task", "Megatron-LM's scripts train all weights, not adapters");
    if (plan.optimizer != Optimizer::adamw && plan.optimizer != Optimizer::sgd)
        out.refuse("/training/optimizer",
                   fmt::format("Megatron-LM has adam and sgd, not {}", name_of(plan.optimizer)));
    Flags flags("TRAINING_ARGS");
    flags.add("micro-batch-size", plan.micro_batch);
    flags.add("global-batch-size", plan.global_batch);
    flags.add("optimizer", plan.optimizer == Optimizer::sgd ? "sgd" : "adam");
    precision(out, flags);
    sharding(out, flags);
    recompute(plan.recompute, flags);
    flags.add("attention-backend", plan.flash_attention ? "flash" : "unfused");
    if (plan.loss == LossPath::fused) flags.add("cross-entropy-loss-fusion");
    if (plan.loss == LossPath::fused || plan.loss == LossPath::vocab_parallel)
        out.carry({"training.loss"});
    return flags.text();
}

std::string parallel_flags(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    Flags flags("PARALLEL_ARGS");
    flags.add("tensor-model-parallel-size", plan.tensor_parallel);
    flags.add("pipeline-model-parallel-size", plan.pipeline_parallel);
    flags.add("context-parallel-size", plan.context_parallel);
    if (plan.virtual_stages > 1)
        flags.add("num-virtual-stages-per-pipeline-rank", plan.virtual_stages);
    flags.add_if(plan.sequence_parallel && plan.tensor_parallel > 1, "sequence-parallel");
    flags.add_if(plan.pipeline_split == PipelineSplit::balanced,
                 "account-for-embedding-in-pipeline-split");
    flags.add_if(plan.pipeline_split == PipelineSplit::balanced,
                 "account-for-loss-in-pipeline-split");
    if (plan.tensor_parallel > 1 || !plan.sequence_parallel)
        out.carry({"training.sequence_parallel"});
    return flags.text();
}

} // namespace

std::string write_megatron(ExportPlan& out) {
    std::string text = "#!/bin/bash\n";
    text += fmt::format("GPUS_PER_NODE={}\nNNODES={}\n\n", out.scenario.cluster.gpus_per_node,
                        out.scenario.cluster.nodes);
    text += model_flags(out) + "\n" + training_flags(out) + "\n" + parallel_flags(out) + "\n";
    text += "torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES pretrain_gpt.py \\\n"
            "    \"${MODEL_ARGS[@]}\" \"${TRAINING_ARGS[@]}\" \"${PARALLEL_ARGS[@]}\"\n";
    out.carry({"model", "cluster.gpus_per_node", "cluster.nodes", "training.task",
               "training.sequence", "training.micro_batch", "training.global_batch",
               "training.optimizer", "training.recompute", "training.flash_attention",
               "training.tensor_parallel", "training.pipeline_parallel",
               "training.context_parallel", "training.virtual_stages", "training.pipeline_split",
               "training.expert_parallel", "training.expert_tensor_parallel"});
    return text;
}

} // namespace headroom
