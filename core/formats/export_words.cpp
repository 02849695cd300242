#include "core/formats/export_writers.hpp"
#include "core/formats/model_names.hpp"
#include "core/io/lora_names.hpp"
#include "core/io/spec_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct OptimizerWords {
    Optimizer optimizer;
    const char *transformers, *python; // "": none
};
constexpr std::array optimizers{
    OptimizerWords{Optimizer::adamw, "adamw_torch_fused", "torch.optim.AdamW"},
    OptimizerWords{Optimizer::adamw_8bit, "adamw_bnb_8bit", "bitsandbytes.optim.AdamW8bit"},
    OptimizerWords{Optimizer::paged_adamw_8bit, "paged_adamw_8bit",
                   "bitsandbytes.optim.PagedAdamW8bit"},
    OptimizerWords{Optimizer::adamw_4bit, "adamw_torch_4bit", "torchao.optim.AdamW4bit"},
    OptimizerWords{Optimizer::lamb, "", ""},
    OptimizerWords{Optimizer::adafactor, "adafactor", "torch.optim.Adafactor"},
    OptimizerWords{Optimizer::muon, "", "torch.optim.Muon"},
    OptimizerWords{Optimizer::sgd, "sgd", "torch.optim.SGD"},
};

std::string optimizer_word(ExportPlan& out, const char* OptimizerWords::*word,
                           std::string_view framework) {
    const auto found =
        std::ranges::find(optimizers, out.plan.optimizer, &OptimizerWords::optimizer);
    const std::string_view text = found == optimizers.end() ? "" : (*found).*word;
    out.need(!text.empty(), "optimizer",
             fmt::format("{} has no word for {}", framework, name_of(out.plan.optimizer)));
    return std::string(text);
}

/// Collects the keys of fields that are not alike.
struct Unlike {
    std::vector<std::string_view> keys;

    template <class T>
    void operator()(const Field& field, const T& one, const T& other) {
        if (!(one == other)) keys.push_back(field.key);
    }
};

} // namespace

bool fsdp_can(const TrainingPlan& plan) {
    const bool weights_move = plan.offload == Offload::optimizer_and_parameters;
    return plan.zero_stage >= 2 && (weights_move || plan.offload == Offload::none);
}

Engine engine_of(const ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    if (plan.zero_stage == 0 && plan.offload == Offload::none) return Engine::replicas;
    const bool deepspeeds = plan.states == States::mixed || !(plan.buckets == Buckets{}) ||
                            out.scenario.stack.id.find("deepspeed") != std::string::npos;
    return fsdp_can(plan) && !deepspeeds ? Engine::fsdp : Engine::deepspeed;
}

void need_of_deepspeed(ExportPlan& out) {
    out.need(out.plan.offload == Offload::none || out.plan.zero_stage > 0, "offload",
             "DeepSpeed moves states out of the GPU at ZeRO 1 and above");
    out.carry({"training.zero_stage"});
}

void write_zero(ExportPlan& out, ConfigMap& zero) {
    need_of_deepspeed(out);
    const TrainingPlan& plan = out.plan;
    out.carry({"training.buckets"});
    zero.add("stage", plan.zero_stage);
    const auto elements = [&](const char* key, const std::optional<std::int64_t>& count) {
        if (count) zero.add(key, *count);
    };
    elements("reduce_bucket_size", plan.buckets.reduce);
    elements("allgather_bucket_size", plan.buckets.allgather);
    elements("stage3_max_live_parameters", plan.buckets.live);
    elements("stage3_prefetch_bucket_size", plan.buckets.prefetch);
    elements("stage3_param_persistence_threshold", plan.buckets.persistence);
    if (plan.offload == Offload::none) return;
    const bool disks = plan.offload == Offload::nvme;
    for (const char* part : {"offload_optimizer", "offload_param"}) {
        if (plan.offload == Offload::optimizer && std::string_view(part) == "offload_param")
            continue;
        zero.map(part).add("device", disks ? "nvme" : "cpu");
        if (disks) zero.map(part).add("nvme_path", "/local_nvme");
    }
}

void write_deepspeed_of_trainer(ExportPlan& out, ConfigMap& file) {
    file.add("train_batch_size", "auto");
    file.add("train_micro_batch_size_per_gpu", "auto");
    file.add("gradient_accumulation_steps", "auto");
    file.map("bf16").add("enabled", "auto");
    file.map("fp16").add("enabled", "auto");
    write_zero(out, file.map("zero_optimization"));
    if (out.plan.tensor_parallel > 1)
        file.map("tensor_parallel").add("autotp_size", out.plan.tensor_parallel);
    file.add("gradient_clipping", "auto");
}

void need_no_stages(ExportPlan& out, std::string_view framework) {
    const bool one = out.plan.pipeline_parallel == 1;
    out.need(one, "pipeline_parallel", fmt::format("{} has no pipeline stages", framework));
    if (one) out.carry({"training.virtual_stages", "training.pipeline_schedule"});
    if (out.plan.expert_tensor_parallel == 1) out.carry({"training.expert_tensor_parallel"});
    out.need(out.plan.expert_parallel == 1, "expert_parallel",
             fmt::format("{} does not deal experts to ranks", framework));
}

void need_no_degrees(ExportPlan& out, std::string_view framework) {
    need_no_stages(out, framework);
    out.need(out.plan.tensor_parallel == 1, "tensor_parallel",
             fmt::format("{} has no tensor parallel here", framework));
    out.need(out.plan.context_parallel == 1, "context_parallel",
             fmt::format("{} has no context parallel here", framework));
}

void need_states(ExportPlan& out, States natural, std::string_view framework) {
    const States states = out.plan.states;
    // Those of adapters are of the framework alone.
    if (out.adapts() && states != States::automatic) return;
    out.need(states == States::automatic || states == natural, "states",
             fmt::format("{} keeps {} states in this plan, not {}", framework, name_of(natural),
                         name_of(states)));
}

void need_whole_recompute(ExportPlan& out, std::string_view framework) {
    const Recompute& recompute = out.plan.recompute;
    out.need(recompute == Recompute{} || recompute == Recompute{RecomputeMode::full, 1, {}},
             "recompute", fmt::format("{} recomputes every layer or none", framework));
}

bool shards_in_groups(ExportPlan& out) {
    const TrainingPlan& plan = out.plan;
    const int all = data_parallel(out.scenario) * plan.context_parallel;
    const int group = plan.zero_group.value_or(all);
    const bool divides = group > 0 && all % group == 0 && group % plan.context_parallel == 0;
    out.need(divides, "zero_group",
             fmt::format("{} of {} ranks: whole groups of data-parallel ranks shard", group, all));
    return divides && group < all;
}

std::string base_model(ExportPlan& out, std::string_view framework) {
    const ModelSpec& model = out.scenario.model;
    const ModelPreset* const preset = out.catalog.find_model(model.id);
    const std::string_view hub = hub_name(model.id);
    if (preset != nullptr && preset->spec == model && !hub.empty()) {
        out.carry({"model"});
        return std::string(hub);
    }
    out.refuse("/model", fmt::format("{} starts from published weights, and {} has none by a name "
                                     "that is known here",
                                     framework, model.name));
    return "your/model";
}

std::string transformers_optimizer(ExportPlan& out, std::string_view framework) {
    return optimizer_word(out, &OptimizerWords::transformers, framework);
}

std::string optimizer_class(ExportPlan& out, std::string_view framework) {
    return optimizer_word(out, &OptimizerWords::python, framework);
}

ConfigMap::Texts lora_layers(const Lora& lora) {
    ConfigMap::Texts layers;
    for (const auto& [name, target] : lora_target_names)
        if ((lora.targets & static_cast<unsigned>(target)) != 0) layers.emplace_back(name);
    return layers;
}

ConfigMap::Texts trained_whole(const Lora& lora) {
    ConfigMap::Texts layers;
    if (lora.embedding_trained) layers.emplace_back("embed_tokens");
    if (lora.head_trained) layers.emplace_back("lm_head");
    return layers;
}

void need_bits(ExportPlan& out, bool chooses_double, std::string_view framework) {
    const Quantization& quantization = out.plan.quantization;
    const bool nf4 = quantization.weights == WeightFormat::nf4;
    const bool known = nf4 || quantization.weights == WeightFormat::int8;
    const bool doubles = !nf4 || chooses_double || quantization.double_quantised;
    out.need(known && doubles, "quantization",
             known ? fmt::format("{} always quantises the scales of nf4 as well", framework)
                   : fmt::format("{} loads nf4 or int8, not {}", framework,
                                 name_of(quantization.weights)));
}

std::string differences(const ModelSpec& model, ModelSpec said) {
    said.id = model.id;
    said.name = model.name;
    said.family = model.family;
    Unlike unlike;
    for_each_field(unlike, model, said);
    if (model.moe && said.moe) for_each_field(unlike, *model.moe, *said.moe);
    if (model.moe.has_value() != said.moe.has_value()) unlike.keys.emplace_back("experts");
    if (model.mla && said.mla) for_each_field(unlike, *model.mla, *said.mla);
    if (model.mla.has_value() != said.mla.has_value()) unlike.keys.emplace_back("latent attention");
    return fmt::format("{}", fmt::join(unlike.keys, ", "));
}

} // namespace headroom
