#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// Layers that have experts: "([0]*3+[1]*58)" where the first ones have none.
void expert_layers(const ModelSpec& model, Flags& flags) {
    const int dense = model.moe->first_k_dense_replace;
    if (dense > 0)
        flags.add("moe-layer-freq",
                  fmt::format("\"([0]*{}+[1]*{})\"", dense, model.num_hidden_layers - dense));
    else if (model.moe->moe_layer_step > 1)
        flags.add("moe-layer-freq", model.moe->moe_layer_step);
}

void experts(const ModelSpec& model, const TrainingPlan& plan, Flags& flags) {
    if (!model.moe) return;
    const MoeSpec& moe = *model.moe;
    flags.add("num-experts", moe.num_experts);
    flags.add("moe-router-topk", moe.num_experts_per_tok);
    flags.add("moe-ffn-hidden-size", moe.moe_intermediate_size);
    const int shared = moe.shared_expert_intermediate_size > 0
                           ? moe.shared_expert_intermediate_size
                           : moe.n_shared_experts * moe.moe_intermediate_size;
    if (shared > 0) flags.add("moe-shared-expert-intermediate-size", shared);
    flags.add_if(moe.router_bias, "moe-router-enable-expert-bias");
    expert_layers(model, flags);
    flags.add("moe-grouped-gemm");
    flags.add("moe-token-dispatcher-type", "alltoall");
    flags.add("expert-model-parallel-size", plan.expert_parallel);
    flags.add("expert-tensor-parallel-size", plan.expert_tensor_parallel);
}

void latent_attention(const MlaSpec& mla, Flags& flags) {
    flags.add("multi-latent-attention");
    if (mla.q_lora_rank > 0) flags.add("q-lora-rank", mla.q_lora_rank);
    flags.add("kv-lora-rank", mla.kv_lora_rank);
    flags.add("qk-head-dim", mla.qk_nope_head_dim);
    flags.add("qk-pos-emb-head-dim", mla.qk_rope_head_dim);
    flags.add("v-head-dim", mla.v_head_dim);
}

/// The number itself where it is a multiple of TP; else Megatron-LM pads it as it always does.
void vocabulary(ExportPlan& out, Flags& flags) {
    const int size = out.scenario.model.vocab_size, tensor = out.plan.tensor_parallel;
    flags.add("vocab-size", size);
    if (size % tensor == 0) return flags.add("make-vocab-size-divisible-by", 1);
    constexpr int usual = 128;
    const int unit = usual * tensor;
    flags.add("make-vocab-size-divisible-by", usual);
    out.problems.push_back(
        {Severity::note, "/model/vocab_size",
         fmt::format("Megatron-LM pads {} to {}, a multiple of {} x TP {}; it reads back as that",
                     size, (size + unit - 1) / unit * unit, usual, tensor)});
}

/// Norms, positions and biases, which Megatron-LM's flags say for all layers at once.
void habits(const ModelSpec& model, Flags& flags) {
    flags.add("normalization", model.norm == Norm::rmsnorm ? "RMSNorm" : "LayerNorm");
    flags.add("position-embedding-type", model.position == Position::rope      ? "rope"
                                         : model.position == Position::learned ? "learned_absolute"
                                                                               : "none");
    flags.add_if(model.gated_mlp, "swiglu");
    flags.add_if(!model.mlp_bias, "disable-bias-linear");
    flags.add_if(!model.mlp_bias && model.attention_bias, "add-qkv-bias");
    flags.add_if(model.qk_norm == QkNorm::head_dim, "qk-layernorm");
    flags.add_if(!model.tie_word_embeddings, "untie-embeddings-and-output-weights");
}

/// The model as the flags say it.
ModelSpec as_said(const ModelSpec& model) {
    ModelSpec said = model;
    said.style = ModelStyle::decoder;
    said.norm = model.norm == Norm::rmsnorm ? Norm::rmsnorm : Norm::layernorm;
    said.norms_per_layer = 2;
    said.o_bias = model.mlp_bias;
    said.attention_bias = model.mlp_bias || model.attention_bias;
    said.lm_head_bias = said.attention_sinks = said.embed_layernorm = false;
    said.sliding_window = said.full_attention_every = 0;
    said.num_decoder_layers = 0;
    if (model.position == Position::alibi) said.position = Position::none;
    if (model.qk_norm == QkNorm::full) said.qk_norm = QkNorm::none;
    if (model.position == Position::learned) said.pos_embeddings = model.max_position_embeddings;
    if (said.moe) said.moe->expert_bias = false;
    return said;
}

std::string model_flags(ExportPlan& out) {
    const ModelSpec& model = out.scenario.model;
    if (const std::string unsaid = differences(model, as_said(model)); !unsaid.empty())
        out.refuse("/model",
                   fmt::format("Megatron-LM has no flag for a part of {}: {}", model.name, unsaid));
    Flags flags("MODEL_ARGS");
    flags.add("use-mcore-models");
    flags.add("num-layers", model.num_hidden_layers);
    flags.add("hidden-size", model.hidden_size);
    flags.add("ffn-hidden-size", model.intermediate_size);
    flags.add("num-attention-heads", model.num_attention_heads);
    if (model.mla)
        latent_attention(*model.mla, flags);
    else
        flags.add("kv-channels", model.head_dim);
    flags.add("group-query-attention");
    flags.add("num-query-groups", model.num_key_value_heads);
    flags.add("seq-length", out.plan.sequence);
    flags.add("max-position-embeddings",
              std::max(model.max_position_embeddings, out.plan.sequence));
    vocabulary(out, flags);
    habits(model, flags);
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
    if (!megatron && plan.states != States::mixed)
        out.refuse("/training/states", fmt::format("Megatron-LM keeps fp32 masters, not {} states",
                                                   name_of(plan.states)));
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
    const bool grouped = plan.zero_stage > 0 && shards_in_groups(out);
    if (grouped)
        flags.add("num-distributed-optimizer-instances",
                  data_parallel(out.scenario) * plan.context_parallel / *plan.zero_group);
    out.carry({"training.zero_stage", "training.offload"});
}

/// Communication is hidden as far as Megatron-LM can.
void overlap(const TrainingPlan& plan, Flags& flags) {
    flags.add_if(plan.zero_stage >= 1, "overlap-grad-reduce");
    flags.add_if(plan.zero_stage >= 1, "overlap-param-gather");
    flags.add_if(plan.sequence_parallel && plan.tensor_parallel > 1, "tp-comm-overlap");
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
    out.need(plan.optimizer == Optimizer::adamw || plan.optimizer == Optimizer::sgd, "optimizer",
             fmt::format("Megatron-LM has adam and sgd, not {}", name_of(plan.optimizer)));
    if (plan.task == Task::pretrain) out.carry({"training.task"});
    Flags flags("TRAINING_ARGS");
    flags.add("micro-batch-size", plan.micro_batch);
    flags.add("global-batch-size", plan.global_batch);
    flags.add("optimizer", plan.optimizer == Optimizer::sgd ? "sgd" : "adam");
    precision(out, flags);
    sharding(out, flags);
    recompute(plan.recompute, flags);
    overlap(plan, flags);
    flags.add("attention-backend", plan.flash_attention ? "flash" : "unfused");
    const bool fused = plan.loss == LossPath::fused;
    flags.add_if(fused, "cross-entropy-loss-fusion");
    out.need(fused || plan.loss == LossPath::vocab_parallel || plan.loss == LossPath::automatic,
             "loss",
             fmt::format("Megatron-LM's loss is parallel over the vocabulary or fused, not "
                         "{}",
                         name_of(plan.loss)));
    return flags.text();
}

/// Steps that the run's tokens take; a short trial where no tokens are planned.
std::int64_t steps_of(const Scenario& scenario) {
    constexpr double trial = 100.0, most = 1e12;
    const double tokens = scenario.goals.tokens.value_or(0.0);
    return static_cast<std::int64_t>(
        tokens > 0.0 ? std::clamp(std::ceil(tokens / tokens_per_step(scenario)), 1.0, most)
                     : trial);
}

/// A run starts with these; whose data and tokenizer they are is not in a scenario.
std::string data_flags(const ExportPlan& out) {
    Flags flags("DATA_ARGS");
    flags.add("mock-data");
    flags.add("tokenizer-type", "NullTokenizer");
    flags.add("train-iters", steps_of(out.scenario));
    flags.add("lr", "3.0e-4");
    flags.add("clip-grad", "1.0");
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
    text += "# Put your own data, tokenizer and schedule here.\n" + data_flags(out) + "\n";
    text += "torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES pretrain_gpt.py \\\n"
            "    \"${MODEL_ARGS[@]}\" \"${TRAINING_ARGS[@]}\" \"${PARALLEL_ARGS[@]}\" "
            "\"${DATA_ARGS[@]}\"\n";
    out.is_of("megatron-core");
    out.carry({"model", "cluster.gpus_per_node", "cluster.nodes", "training.sequence",
               "training.micro_batch", "training.global_batch", "training.recompute",
               "training.flash_attention", "training.tensor_parallel", "training.pipeline_parallel",
               "training.context_parallel", "training.virtual_stages", "training.pipeline_split",
               "training.expert_parallel", "training.expert_tensor_parallel"});
    return text;
}

} // namespace headroom
