#include "core/formats/export_writers.hpp"
#include "core/formats/model_names.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

constexpr const char* framework = "torchtitan";

void model(ExportPlan& out, ConfigMap& file) {
    const ModelSpec& model = out.scenario.model;
    const ModelPreset* const preset = out.catalog.find_model(model.id);
    const TorchtitanFlavor* const flavor = torchtitan_flavor(model.id);
    ConfigMap& table = file.map("model");
    if (flavor == nullptr || preset == nullptr || !(preset->spec == model)) {
        out.refuse("/model", fmt::format("torchtitan has no flavor of {}", model.name));
        table.add("name", "fill_in");
    } else {
        table.add("name", flavor->name);
        table.add("flavor", flavor->flavor);
        out.carry({"model"});
        if (flavor->id != model.id)
            out.problems.push_back(
                {Severity::note, "/model",
                 fmt::format("written as {} {}, of the same dimensions; it reads back as {}",
                             flavor->name, flavor->flavor, flavor->id)});
    }
    if (out.plan.precision == Precision::fp8)
        table.add("converters", ConfigMap::Texts{"quantize.linear.float8"});
    if (out.plan.precision == Precision::mxfp8)
        table.add("converters", ConfigMap::Texts{"quantize.linear.mx"});
}

/// Whether FSDP is at work: it shards over the context's ranks as well.
bool shards(const ExportPlan& out) {
    return data_parallel(out.scenario) * out.plan.context_parallel > 1 && out.plan.zero_stage > 0;
}

void precision(ExportPlan& out, ConfigMap& training) {
    const Precision precision = out.plan.precision;
    const bool full = precision == Precision::fp32;
    out.need(full || precision == Precision::bf16 || precision == Precision::fp8 ||
                 precision == Precision::mxfp8,
             "precision", fmt::format("torchtitan does not train in {}", name_of(precision)));
    const bool pure = out.plan.states == States::pure;
    training.add("dtype", pure ? "bfloat16" : "float32");
    training.add("mixed_precision_param", full ? "float32" : "bfloat16");
    need_states(out,
                pure          ? States::pure
                : shards(out) ? States::fp32_sharded
                              : States::autocast,
                framework);
}

/// A data-parallel rank takes its share of a pipeline's step at once, and cuts it itself.
void training(ExportPlan& out, ConfigMap& table) {
    const TrainingPlan& plan = out.plan;
    const bool pipeline = plan.pipeline_parallel > 1;
    table.add("seq_len", plan.sequence);
    table.add("local_batch_size",
              pipeline ? plan.micro_batch * micro_batches(out.scenario) : plan.micro_batch);
    table.add("global_batch_size", plan.global_batch);
    precision(out, table);
    const bool moves = plan.offload == Offload::optimizer_and_parameters;
    out.need(plan.offload == Offload::none || (moves && shards(out)), "offload",
             "torchtitan moves parameters and states together, where it shards them, or nothing");
    if (moves) table.add("enable_cpu_offload", true);
}

/// Degrees are written out, so that the GPUs follow from their product.
void sharding(ExportPlan& out, ConfigMap& table) {
    const TrainingPlan& plan = out.plan;
    const int ranks = data_parallel(out.scenario);
    const bool grouped = plan.zero_stage > 0 && shards_in_groups(out);
    const int shard = plan.zero_stage == 0 ? 1
                      : grouped            ? *plan.zero_group / plan.context_parallel
                                           : ranks;
    table.add("data_parallel_replicate_degree", ranks / shard);
    table.add("data_parallel_shard_degree", shard);
    if (shards(out)) {
        out.need(plan.zero_stage >= 2, "zero_stage", "torchtitan shards gradients at least");
        table.add("fsdp_reshard_after_forward", plan.zero_stage == 3 ? "always" : "never");
    } else if (plan.zero_stage == 0) {
        out.need(plan.context_parallel == 1, "zero_stage",
                 "torchtitan shards weights over the ranks of the context");
    }
}

void pipeline(ExportPlan& out, ConfigMap& table) {
    const TrainingPlan& plan = out.plan;
    if (plan.pipeline_parallel == 1) return;
    table.add("pipeline_parallel_degree", plan.pipeline_parallel);
    table.add("pipeline_parallel_schedule", plan.virtual_stages == 2 ? "Interleaved1F1B" : "1F1B");
    table.add("pipeline_parallel_microbatch_size", plan.micro_batch);
    if (plan.pipeline_split == PipelineSplit::even)
        for (const char* stage : {"first", "last"})
            table.add(fmt::format("pipeline_parallel_{}_stage_less_layers", stage), 0);
    out.need(plan.virtual_stages <= 2, "virtual_stages",
             "torchtitan's interleaved schedules have two chunks for each rank");
    out.need(plan.schedule != PipelineSchedule::zero_bubble, "pipeline_schedule",
             "zero-bubble schedules are not written");
    out.carry({"training.pipeline_split"});
}

void degrees(ExportPlan& out, ConfigMap& table) {
    const TrainingPlan& plan = out.plan;
    sharding(out, table);
    table.add("tensor_parallel_degree", plan.tensor_parallel);
    pipeline(out, table);
    table.add("context_parallel_degree", plan.context_parallel);
    if (plan.expert_parallel > 1) table.add("expert_parallel_degree", plan.expert_parallel);
    if (plan.expert_tensor_parallel > 1)
        table.add("expert_tensor_parallel_degree", plan.expert_tensor_parallel);
    if (plan.tensor_parallel > 1)
        out.need(plan.sequence_parallel, "sequence_parallel",
                 "torchtitan's tensor parallel shards the sequence as well");
    out.carry({"training.tensor_parallel", "training.pipeline_parallel",
               "training.context_parallel", "training.expert_parallel",
               "training.expert_tensor_parallel"});
}

/// The option is text, and always written: its default has changed.
void checkpointing(ExportPlan& out, ConfigMap& table) {
    const Recompute& recompute = out.plan.recompute;
    const bool by_layers = recompute.mode == RecomputeMode::full && recompute.every > 1;
    out.need(!recompute.layers && (recompute.every == 1 || by_layers), "recompute",
             "torchtitan recomputes every n-th layer, not the first ones of a stage");
    table.add("mode", by_layers ? "selective" : name_of(recompute.mode));
    table.add("selective_ac_option", by_layers ? std::to_string(recompute.every) : "op");
}

void compile_and_loss(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    const bool splits = plan.tensor_parallel > 1;
    const bool parallel =
        splits && (plan.loss == LossPath::vocab_parallel || plan.loss == LossPath::automatic);
    const bool fused = plan.loss == LossPath::fused;
    if (splits && !parallel) file.map("parallelism").add("disable_loss_parallel", true);
    file.map("compile").add("enable", plan.compile);
    file.map("compile").add("components",
                            fused ? ConfigMap::Texts{"model", "loss"} : ConfigMap::Texts{"model"});
    const bool known = plan.loss == LossPath::automatic || plan.loss == LossPath::eager ||
                       parallel || (fused && plan.compile);
    out.need(known, "loss",
             fused ? std::string("torchtitan fuses the loss by compiling it")
                   : fmt::format("torchtitan has no {} loss in this plan", name_of(plan.loss)));
    out.carry({"training.compile"});
}

} // namespace

std::string write_torchtitan(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    ConfigMap file;
    model(out, file);
    out.need(plan.optimizer == Optimizer::adamw, "optimizer",
             fmt::format("torchtitan has AdamW, not {}", name_of(plan.optimizer)));
    file.map("optimizer").add("name", "AdamW");
    if (plan.optimizer_in_backward) file.map("optimizer").add("early_step_in_backward", true);
    training(out, file.map("training"));
    degrees(out, file.map("parallelism"));
    checkpointing(out, file.map("activation_checkpoint"));
    compile_and_loss(out, file);
    if (out.adapts()) out.refuse("/training/task", "torchtitan trains all weights, not adapters");
    if (plan.task == Task::pretrain) out.carry({"training.task"});
    out.carry_usual_nodes();
    out.is_of("torchtitan");
    out.carry({"training.sequence", "training.micro_batch", "training.global_batch",
               "training.optimizer_in_backward"});
    return "# For torchtitan before February 2026, which read TOML.\n" + to_toml(file);
}

} // namespace headroom
