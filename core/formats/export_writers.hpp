// The formats that a scenario can be written in: one writer for each, and what they share.
//
//     out.need(plan.pipeline_parallel == 1, "pipeline_parallel", "axolotl has no pipeline stages");
//     out.carry({"training.sequence"});
//
// A writer says of each value that it was written (carry), or that the format cannot say it and why
// (refuse). What it says nothing of is lost, and listed.
#pragma once

#include "core/base/problem.hpp"
#include "core/formats/config_map.hpp"
#include "core/formats/export.hpp"

#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// What a writer is given, and where it says what it wrote.
struct ExportPlan {
    ExportPlan(const Scenario& of, const Catalog& presets, const ExportMode& how)
        : scenario(of), plan(of.training), catalog(presets), options(how) {}

    const Scenario& scenario;
    const TrainingPlan& plan;
    const Catalog& catalog;
    ExportMode options;
    std::set<std::string, std::less<>> carried; // "training.zero_stage", "model"
    Problems problems;

    void carry(std::initializer_list<const char*> keys) {
        carried.insert(keys.begin(), keys.end());
    }
    void refuse(std::string pointer, std::string message) {
        problems.push_back(error(std::move(pointer), std::move(message)));
    }
    /// Carries a value of the training, or refuses it where the format cannot say it.
    void need(bool can_be_said, const std::string& key, std::string why_not) {
        if (can_be_said)
            carried.insert("training." + key);
        else
            refuse("/training/" + key, std::move(why_not));
    }
    /// The framework that the format is of; another one's facts are lost.
    void is_of(std::string_view stack) {
        if (scenario.stack.id == stack) carry({"training.framework"});
    }
    int gpus() const { return scenario.cluster.gpus(); }
    /// For formats that say how many GPUs there are and not in which nodes.
    void carry_usual_nodes() {
        const NodeShape usual = nodes_of(gpus(), {});
        if (usual.gpus_per_node == scenario.cluster.gpus_per_node)
            carry({"cluster.gpus_per_node", "cluster.nodes"});
    }
    bool adapts() const { return has_adapters(plan.task); }
};

/// What shards: nothing, PyTorch's FSDP or DeepSpeed's engine.
enum class Engine : std::uint8_t { replicas, fsdp, deepspeed };

/// FSDP shards gradients and weights; ZeRO 1, moved optimizer states, buckets and 16-bit weights
/// beside fp32 masters are DeepSpeed's.
Engine engine_of(const ExportPlan& out);
/// Whether FSDP can do it at all: gradients are sharded, and weights move with their states.
bool fsdp_can(const TrainingPlan& plan);

/// "DeepSpeed moves states ... at ZeRO 1 and above": what its engine cannot do.
void need_of_deepspeed(ExportPlan& out);
/// stage, buckets and what is moved, as DeepSpeed's JSON has them.
void write_zero(ExportPlan& out, ConfigMap& zero);
/// DeepSpeed's part of a Trainer's file: the Trainer fills in batches and precision.
void write_deepspeed_of_trainer(ExportPlan& out, ConfigMap& file);

/// Refuses pipeline stages, expert parallel ranks and whatever else only Megatron splits by.
void need_no_stages(ExportPlan& out, std::string_view framework);
void need_no_degrees(ExportPlan& out, std::string_view framework);
/// The states that a framework keeps in this plan; those that it chooses itself are good for all.
void need_states(ExportPlan& out, States natural, std::string_view framework);
/// Checkpointing of every layer, or none.
void need_whole_recompute(ExportPlan& out, std::string_view framework);
/// True where the group of ranks that shard together is smaller than all; refuses one that does not
/// divide them.
bool shards_in_groups(ExportPlan& out);

/// "meta-llama/Llama-3.1-8B" of a catalog's model; refuses one that is not published by a name.
std::string base_model(ExportPlan& out, std::string_view framework);

/// The word of Transformers ("adamw_torch_fused"); refuses an optimizer that has none.
std::string transformers_optimizer(ExportPlan& out, std::string_view framework);
/// The class ("torch.optim.AdamW") for frameworks that take one.
std::string optimizer_class(ExportPlan& out, std::string_view framework);

/// Names of the layers with adapters: q_proj, v_proj, ...
ConfigMap::Texts lora_layers(const Lora& lora);
/// Layers that are trained whole beside adapters: embed_tokens, lm_head.
ConfigMap::Texts trained_whole(const Lora& lora);
/// bitsandbytes' formats as the Hugging Face world takes them: nf4 or int8.
void need_bits(ExportPlan& out, bool chooses_double, std::string_view framework);

/// What `said`, the model as it reads back, says otherwise than the model: "norm, attention_bias";
/// names aside. "" where nothing.
std::string differences(const ModelSpec& model, ModelSpec said);

std::string write_deepspeed(ExportPlan& out);
std::string write_accelerate(ExportPlan& out);
std::string write_megatron(ExportPlan& out);
std::string write_axolotl(ExportPlan& out);
std::string write_llamafactory(ExportPlan& out);
std::string write_torchtune(ExportPlan& out);
std::string write_torchtitan(ExportPlan& out);
std::string write_litgpt(ExportPlan& out);
std::string write_nanotron(ExportPlan& out);
std::string write_hf_config(ExportPlan& out);
std::string write_hf_flags(ExportPlan& out);

} // namespace headroom
