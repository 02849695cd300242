#include "core/formats/export_writers.hpp"

#include <fmt/format.h>

#include <limits>

namespace headroom {

namespace {

constexpr const char* framework = "litgpt";

/// Which script reads the file is told by its keys.
void script(ExportPlan& out, ConfigMap& file) {
    const std::string model = base_model(out, framework);
    if (out.plan.task == Task::pretrain)
        file.add("model_name", model.substr(model.rfind('/') + 1));
    else
        file.add("checkpoint_dir", "checkpoints/" + model);
    file.add("out_dir", "out/fill_in");
}

/// Mixed precision is over fp32 weights; "true" has all of them in 16 bits.
void precision(ExportPlan& out, ConfigMap& file) {
    const TrainingPlan& plan = out.plan;
    const bool full = plan.precision == Precision::fp32;
    const bool half = plan.precision == Precision::bf16 || plan.precision == Precision::fp16;
    out.need(full || half, "precision",
             fmt::format("litgpt trains in bf16, fp16 or fp32, not {}", name_of(plan.precision)));
    const bool mixed = half && !out.adapts() &&
                       (plan.states == States::fp32_sharded || plan.states == States::autocast);
    file.add("precision", fmt::format("{}-{}",
                                      full                                ? "32"
                                      : plan.precision == Precision::fp16 ? "16"
                                                                          : "bf16",
                                      mixed ? "mixed" : "true"));
    need_states(out,
                full             ? States::automatic
                : !mixed         ? States::pure
                : out.gpus() > 1 ? States::fp32_sharded
                                 : States::autocast,
                framework);
}

std::string quantize_word(ExportPlan& out) {
    const Quantization& quantization = out.plan.quantization;
    const WeightFormat weights = quantization.weights;
    const bool in_4 = weights == WeightFormat::nf4 || weights == WeightFormat::fp4;
    out.need((in_4 || weights == WeightFormat::int8) && out.gpus() == 1, "quantization",
             out.gpus() > 1 ? "litgpt trains on quantised weights on one device only"
                            : fmt::format("litgpt has no {}", name_of(weights)));
    if (!in_4) return "bnb.int8-training";
    return fmt::format("bnb.{}{}", name_of(weights), quantization.double_quantised ? "-dq" : "");
}

void adapter(ExportPlan& out, ConfigMap& file) {
    if (!out.adapts()) return;
    if (out.plan.task == Task::qlora) file.add("quantize", quantize_word(out));
    const Lora& lora = out.plan.lora;
    file.add("lora_r", lora.rank);
    file.add("lora_alpha", lora.alpha);
    const auto has = [&](LoraTarget target) {
        return (lora.targets & static_cast<unsigned>(target)) != 0;
    };
    file.add("lora_query", has(LoraTarget::q));
    file.add("lora_key", has(LoraTarget::k));
    file.add("lora_value", has(LoraTarget::v));
    file.add("lora_projection", has(LoraTarget::o));
    file.add("lora_mlp", has(LoraTarget::gate));
    file.add("lora_head", false);
    const bool whole_mlp = has(LoraTarget::gate) == has(LoraTarget::up) &&
                           has(LoraTarget::up) == has(LoraTarget::down);
    out.need(whole_mlp && trained_whole(lora).empty(), "lora",
             "litgpt puts adapters on all layers of the MLP or none, and trains no layer whole "
             "beside them");
}

/// What the scripts do without being told to.
void sharding(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const bool many = out.gpus() > 1, pretrains = plan.task == Task::pretrain;
    need_no_degrees(out, framework);
    if (many || plan.zero_stage == 0)
        out.need(plan.zero_stage == (many ? 3 : 0), "zero_stage",
                 "litgpt shards everything on more than one device, and cannot be told otherwise");
    out.need(plan.offload == Offload::none, "offload", "litgpt moves nothing to the host");
    const Recompute does = many && !pretrains ? Recompute{RecomputeMode::full, 1, {}} : Recompute{};
    out.need(plan.recompute == does, "recompute",
             fmt::format("litgpt recomputes {} in this plan, and cannot be told otherwise",
                         many && !pretrains ? "every layer" : "nothing"));
    const ClusterSpec& cluster = out.scenario.cluster;
    const int group = plan.zero_group.value_or(out.gpus());
    if (many)
        out.need(group == (pretrains ? cluster.gpus_per_node : out.gpus()), "zero_group",
                 pretrains ? "litgpt's pretraining shards within a node"
                           : "litgpt shards over all devices");
}

void batches(ExportPlan& out, ConfigMap& train) {
    const TrainingPlan& plan = out.plan;
    train.add("global_batch_size", plan.global_batch);
    train.add("micro_batch_size", plan.micro_batch);
    train.add("max_seq_length", plan.sequence);
    const double tokens = out.scenario.goals.tokens.value_or(0.0);
    constexpr double most = 9e15; // whole numbers that a double still has
    if (plan.task == Task::pretrain && tokens >= 1.0 && tokens < most)
        train.add("max_tokens", static_cast<std::int64_t>(tokens));
}

} // namespace

std::string write_litgpt(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    ConfigMap file;
    script(out, file);
    precision(out, file);
    adapter(out, file);
    file.add("devices", out.scenario.cluster.gpus_per_node);
    file.add("num_nodes", out.scenario.cluster.nodes);
    batches(out, file.map("train"));
    file.map("optimizer").add("class_path", optimizer_class(out, framework));
    sharding(out);
    out.need(plan.loss == LossPath::automatic || plan.loss == LossPath::chunked, "loss",
             fmt::format("litgpt's loss is chunked, not {}", name_of(plan.loss)));
    out.need(plan.flash_attention, "flash_attention", "litgpt always calls fused attention");
    out.is_of("litgpt");
    out.carry({"cluster.gpus_per_node", "cluster.nodes", "training.task", "training.sequence",
               "training.micro_batch", "training.global_batch"});
    return to_yaml(file);
}

} // namespace headroom
