// The training plan and the stack of a measured run.
#include "core/base/names.hpp"
#include "core/calibrate/row_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace headroom {

namespace {

/// Whole number at the start of `text`.
std::optional<int> leading_number(std::string_view text) {
    int number = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc()) return std::nullopt;
    return number;
}

/// The word after `key` in the row's notes, or "".
std::string_view noted(const Measurement& row, std::string_view key) {
    const std::size_t at = row.notes.find(key);
    if (at == std::string::npos) return {};
    const std::string_view rest = std::string_view(row.notes).substr(at + key.size());
    return rest.substr(0, rest.find_first_of(" ;|,"));
}

void read_task(RowReading& reading, TrainingPlan& plan) {
    struct Meaning {
        std::string_view word;
        Task task;
    };
    constexpr std::array meanings{Meaning{"pretrain", Task::pretrain},
                                  Meaning{"bert_pretrain", Task::pretrain},
                                  Meaning{"full_ft", Task::full_finetune},
                                  Meaning{"bert_squad", Task::full_finetune},
                                  Meaning{"lora", Task::lora},
                                  Meaning{"lora+embeddings", Task::lora},
                                  Meaning{"qlora", Task::qlora}};
    const std::string& word = reading.row.task;
    const auto meaning = std::ranges::find(meanings, word, &Meaning::word);
    if (meaning != meanings.end())
        plan.task = meaning->task;
    else if (word == "inference")
        reading.skip("inference");
    else if (word == "peft_other")
        reading.skip("adapters other than LoRA");
    else
        reading.skip(fmt::format("unknown task \"{}\"", word));
}

/// What divides the states is a stack of its own where the catalog has one: DeepSpeed for ZeRO 1
/// and 2 and for offload, FSDP for the other full sharding.
std::string_view sharding_suffix(const Measurement& row) {
    const bool full = row.sharding == "zero3" || row.sharding == "hsdp";
    const bool offloads = row.offload.starts_with("optimizer") || row.offload == "nvme";
    if (row.sharding == "zero1" || row.sharding == "zero2" || (full && offloads))
        return "-deepspeed";
    return full ? "-fsdp" : "";
}

/// An older release of a framework is its own stack: id "<framework>-..." whose version is the
/// row's.
const Stack* release_of(const Measurement& row, const Catalog& catalog) {
    for (const Stack& stack : catalog.stacks)
        if (stack.id.starts_with(row.framework + "-") && !stack.version.empty() &&
            stack.version == row.framework_version)
            return &stack;
    return catalog.find_stack(row.framework);
}

/// A plugin that changes the framework's facts is a stack of its own as well: id
/// "<release>-<plugin>", where the row's configuration begins with the plugin's name.
const Stack* plugin_of(const Measurement& row, const Stack& release, const Catalog& catalog) {
    const std::string prefix = release.id + "-";
    for (const Stack& stack : catalog.stacks)
        if (stack.id.starts_with(prefix) &&
            configuration_of(row).starts_with(stack.id.substr(prefix.size())))
            return &stack;
    return &release;
}

const Stack* stack_of(const Measurement& row, const Catalog& catalog) {
    const Stack* release = release_of(row, catalog);
    if (release == nullptr) return nullptr;
    const std::string_view suffix = sharding_suffix(row);
    if (!suffix.empty())
        for (const std::string& id : {release->id, row.framework})
            if (const Stack* sharded = catalog.find_stack(fmt::format("{}{}", id, suffix)))
                return sharded;
    return plugin_of(row, *release, catalog);
}

void read_stack(RowReading& reading) {
    const Measurement& row = reading.row;
    if (row.framework.empty()) return reading.skip("framework not stated");
    const Stack* stack = stack_of(row, reading.catalog);
    if (stack == nullptr)
        return reading.skip(fmt::format("no such framework preset: {}", row.framework));
    reading.scenario.stack = *stack;
}

void read_formats(RowReading& reading, TrainingPlan& plan) {
    const Measurement& row = reading.row;
    if (row.precision.empty()) return reading.skip("precision not stated");
    if (const auto precision = value_named<Precision>(row.precision))
        plan.precision = *precision;
    else
        reading.skip(fmt::format("unknown precision \"{}\"", row.precision));

    // 16-bit weights under autocast are kept as they are in "pure": no fp32 copy exists.
    if (row.states == "weights_16bit")
        plan.states = States::pure;
    else if (row.states.empty())
        reading.note_default("states: what the framework does");
    else if (const auto states = value_named<States>(row.states))
        plan.states = *states;
    else
        reading.skip(fmt::format("unknown states \"{}\"", row.states));
}

void read_quantization(RowReading& reading, TrainingPlan& plan) {
    struct Meaning {
        std::string_view word;
        WeightFormat format;
        bool double_quantised;
    };
    constexpr std::array meanings{Meaning{"nf4", WeightFormat::nf4, false},
                                  Meaning{"nf4-dq", WeightFormat::nf4, true},
                                  Meaning{"fp4", WeightFormat::fp4, false},
                                  Meaning{"fp4-dq", WeightFormat::fp4, true},
                                  Meaning{"int8", WeightFormat::int8, false},
                                  Meaning{"gptq-int8", WeightFormat::int8, false},
                                  Meaning{"gptq-int4", WeightFormat::int4_g128, false},
                                  Meaning{"awq-int4", WeightFormat::int4_g128, false}};
    const std::string& word = reading.row.quantization;
    if (word.empty() || word == "none") {
        if (plan.task == Task::qlora) reading.skip("quantization not stated");
        return;
    }
    const auto meaning = std::ranges::find(meanings, word, &Meaning::word);
    if (meaning == meanings.end())
        return reading.skip(fmt::format("unknown quantization \"{}\"", word));
    if (!has_adapters(plan.task)) return reading.skip("quantised weights without adapters");
    plan.task = Task::qlora;
    plan.quantization = {meaning->format, meaning->double_quantised};
}

void read_optimizer(RowReading& reading, TrainingPlan& plan) {
    std::string_view word = reading.row.optimizer;
    if (word.empty()) {
        // Of full training, memory is mostly the optimizer's; step time hardly depends on it.
        const bool timed = reading.row.step_seconds || reading.row.tokens_per_second_per_gpu;
        if (!timed && !has_adapters(plan.task)) return reading.skip("optimizer not stated");
        return reading.note_default("optimizer: adamw");
    }
    constexpr std::string_view in_backward = "+in_backward";
    if (word.ends_with(in_backward)) {
        plan.optimizer_in_backward = true;
        word.remove_suffix(in_backward.size());
    }
    if (const auto optimizer = value_named<Optimizer>(word))
        plan.optimizer = *optimizer;
    else
        reading.skip(fmt::format("unknown optimizer \"{}\"", word));
}

void read_sharding(RowReading& reading, TrainingPlan& plan) {
    constexpr std::array words{"zero1", "zero2", "zero3"};
    const std::string& word = reading.row.sharding;
    if (word == "none" || word == "ddp") return;
    if (const auto stage = std::ranges::find(words, word); stage != words.end()) {
        plan.zero_stage = static_cast<int>(stage - words.begin()) + 1;
    } else if (word == "hsdp") {
        plan.zero_stage = 3;
        plan.zero_group = reading.scenario.cluster.gpus_per_node;
    } else if (!word.empty()) {
        reading.skip(fmt::format("unknown sharding \"{}\"", word));
    } else if (data_parallel(reading.scenario) > 1) {
        reading.skip("sharding not stated");
    } else {
        reading.note_default("sharding: none on one rank");
    }
}

void read_offload(RowReading& reading, TrainingPlan& plan) {
    const std::string& word = reading.row.offload;
    if (word.empty())
        reading.note_default("offload: none");
    else if (word == "optimizer")
        plan.offload = Offload::optimizer;
    else if (word == "optimizer+parameters")
        plan.offload = Offload::optimizer_and_parameters;
    else if (word == "activations")
        plan.activation_offload = true;
    else if (word != "none")
        reading.skip(fmt::format("unknown offload \"{}\"", word));
}

/// What these frameworks do unless told otherwise (their example configurations, 2023 to 2025).
RecomputeMode usual_recompute(std::string_view framework) {
    constexpr std::array full{"hf-trainer", "axolotl",     "accelerate", "unsloth",
                              "torchtune",  "llm-foundry", "maxtext",    "pytorch-fsdp"};
    if (std::ranges::find(full, framework) != full.end()) return RecomputeMode::full;
    return framework == "torchtitan" ? RecomputeMode::selective : RecomputeMode::none;
}

void read_recompute(RowReading& reading, TrainingPlan& plan) {
    const Measurement& row = reading.row;
    constexpr std::string_view first_layers = "block-full(";
    if (row.recompute.empty()) {
        plan.recompute.mode = usual_recompute(row.framework);
        reading.note_default(fmt::format("recompute: {}", name_of(plan.recompute.mode)));
    } else if (const auto mode = value_named<RecomputeMode>(row.recompute)) {
        plan.recompute.mode = *mode;
    } else if (row.recompute_detail.starts_with(first_layers)) {
        plan.recompute.mode = RecomputeMode::full;
        const std::string_view detail = row.recompute_detail;
        const int layers = leading_number(detail.substr(first_layers.size())).value_or(0);
        plan.recompute.layers = layers / std::max(1, plan.pipeline_parallel);
    } else {
        reading.skip("which layers are recomputed not stated");
    }
}

void read_degrees(RowReading& reading, TrainingPlan& plan) {
    const Measurement& row = reading.row;
    plan.tensor_parallel = row.tp.value_or(1);
    plan.pipeline_parallel = row.pp.value_or(1);
    plan.context_parallel = row.cp.value_or(1);
    plan.expert_parallel = row.ep.value_or(1);
    plan.virtual_stages = std::max(1, row.vpp.value_or(1));
    if (!row.vpp && plan.pipeline_parallel > 1) reading.note_default("chunks per stage: 1");
    plan.sequence_parallel = row.sequence_parallel.value_or(false);
    if (!row.sequence_parallel && plan.tensor_parallel > 1)
        reading.note_default("sequence parallel: off");
    const int chunks = std::max(1, plan.pipeline_parallel) * plan.virtual_stages;
    if (reading.scenario.model.num_hidden_layers % chunks != 0) {
        plan.pipeline_split = PipelineSplit::balanced;
        reading.note_default("pipeline stages: balanced, since the layers do not divide");
    }
}

/// Micro batches of one step and rank: "8", "2 (no_sync)"; "global batch 32" gives the batch.
void read_batch(RowReading& reading, TrainingPlan& plan) {
    const Measurement& row = reading.row;
    constexpr std::string_view whole = "global batch ";
    std::optional<int> global = row.global_batch;
    if (row.grad_accumulation.starts_with(whole))
        global = leading_number(std::string_view(row.grad_accumulation).substr(whole.size()));
    const std::optional<int> passes = leading_number(row.grad_accumulation);
    const int ranks = data_parallel(reading.scenario);
    plan.sequence = reading.required(row.sequence, "sequence length");
    std::optional<int> micro = row.micro_batch;
    if (!micro && global && passes && ranks * *passes > 0 && *global % (ranks * *passes) == 0)
        micro = *global / (ranks * *passes);
    plan.micro_batch = reading.required(micro, "micro batch");
    if (global) {
        plan.global_batch = *global;
        return;
    }
    plan.global_batch =
        plan.micro_batch * ranks * reading.or_default(passes, 1, "gradient accumulation: 1");
}

/// An adapter's place: PyTorch, Hugging Face and Qwen's names of the linear layers.
std::optional<LoraTargets> targets_named(std::string_view word) {
    struct Meaning {
        std::string_view word;
        int targets;
    };
    using enum LoraTarget;
    constexpr auto bit = [](LoraTarget target) { return static_cast<int>(target); };
    constexpr std::array meanings{
        Meaning{"q", bit(q)},
        Meaning{"k", bit(k)},
        Meaning{"v", bit(v)},
        Meaning{"o", bit(o)},
        Meaning{"gate", bit(gate)},
        Meaning{"up", bit(up)},
        Meaning{"down", bit(down)},
        Meaning{"mlp", bit(gate) + bit(up) + bit(down)},
        Meaning{"self_attn", bit(q) + bit(k) + bit(v) + bit(o)},
        Meaning{"c_attn", bit(q) + bit(k) + bit(v)},
        Meaning{"c_proj", bit(o) + bit(down)}, // Qwen calls both output projections so
        Meaning{"w1", bit(up)},
        Meaning{"w2", bit(gate)},
        Meaning{"output", 0}}; // the head's adapter is too small to count
    if (word.ends_with("_proj") && word != "c_proj") word.remove_suffix(5);
    const auto meaning = std::ranges::find(meanings, word, &Meaning::word);
    if (meaning == meanings.end()) return std::nullopt;
    return static_cast<LoraTargets>(meaning->targets);
}

void read_adapter_targets(RowReading& reading, Lora& lora) {
    std::string_view words = reading.row.lora_targets;
    words = words.substr(0, words.find(" ("));
    words = words.substr(0, words.find(" + "));
    if (words.empty()) {
        lora.targets = static_cast<int>(LoraTarget::q) | static_cast<int>(LoraTarget::v);
        return reading.note_default("adapters: on q and v");
    }
    if (words == "all linear") return;
    lora.targets = 0;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        const auto targets = targets_named(words.substr(0, end));
        if (!targets)
            return reading.skip(
                fmt::format("unknown place of adapters \"{}\"", words.substr(0, end)));
        lora.targets = static_cast<LoraTargets>(lora.targets | *targets);
        words.remove_prefix(std::min(end + 1, words.size()));
    }
}

void read_adapters(RowReading& reading, TrainingPlan& plan) {
    if (!has_adapters(plan.task)) return;
    const Measurement& row = reading.row;
    constexpr int usual_rank = 8; // PEFT's default of LoraConfig.r
    plan.lora.rank = reading.or_default(row.lora_rank, usual_rank, "rank of the adapters: 8");
    read_adapter_targets(reading, plan.lora);
    const bool trains_embeddings =
        row.task == "lora+embeddings" || row.lora_targets.find("embed") != std::string::npos;
    plan.lora.embedding_trained = plan.lora.head_trained = trains_embeddings;
}

/// fms-acceleration calls its fused cross entropy, norms and adapters "foak" in the names of its
/// configurations; its own logs leave the loss at the Trainer's.
bool names_fused_kernels(const Measurement& row) {
    return configuration_of(row).find("foak") != std::string_view::npos;
}

/// 1: the loss is fused, in the framework's own way where it has one; 0: it is not.
void read_loss(RowReading& reading, TrainingPlan& plan) {
    const std::optional<bool>& fused = reading.row.fused_loss;
    if (names_fused_kernels(reading.row)) {
        plan.loss = LossPath::fused;
        return;
    }
    if (!fused) return reading.note_default("loss: what the framework does");
    const MemoryFacts& facts = reading.scenario.stack.memory;
    const LossPath usual = facts.loss;
    if (*fused && usual == LossPath::eager)
        plan.loss = facts.fused_linear_suite.value ? LossPath::fused_linear : LossPath::fused;
    if (!*fused && usual != LossPath::vocab_parallel) plan.loss = LossPath::eager;
}

void read_switches(RowReading& reading, TrainingPlan& plan) {
    const Measurement& row = reading.row;
    plan.flash_attention = reading.or_default(row.flash_attention, true, "flash attention: on");
    plan.packing = reading.or_default(row.fixed_length, true, "lengths: fixed");
    plan.compile = row.compiled.value_or(false);
    read_loss(reading, plan);
}

/// Switches of a run that a scenario has as facts of its stack.
void read_stack_switches(RowReading& reading) {
    // Products are cut in pieces and their collectives run beside them (torchtitan, arXiv
    // 2410.06511); half of the traffic hides, by torchtitan's tables with and without.
    constexpr double async_overlap = 0.5;
    const Measurement& row = reading.row;
    TimeFacts& time = reading.scenario.stack.time;
    if (row.async_tensor_parallel)
        time.tensor_overlap.value = *row.async_tensor_parallel ? async_overlap : 0.0;
    if (row.routing == "balanced")
        reading.scenario.stack.memory.routing_imbalance.value = 0.0;
    else if (!row.routing.empty() && row.routing != "learned")
        reading.skip(fmt::format("unknown routing \"{}\"", row.routing));
}

/// A run's own dropout instead of the stack's usual one; zero keeps no masks.
void read_dropout(RowReading& reading) {
    if (const std::string_view rate = noted(reading.row, "hidden-dropout "); !rate.empty())
        reading.scenario.stack.memory.hidden_dropout = {rate != "0" && rate != "0.0"};
}

} // namespace

std::string_view configuration_of(const Measurement& row) {
    return noted(row, "framework_config=");
}

void read_plan(RowReading& reading) {
    TrainingPlan& plan = reading.scenario.training;
    read_task(reading, plan);
    read_stack(reading);
    read_formats(reading, plan);
    read_quantization(reading, plan);
    read_optimizer(reading, plan);
    read_degrees(reading, plan);
    read_sharding(reading, plan);
    read_offload(reading, plan);
    read_recompute(reading, plan);
    read_batch(reading, plan);
    read_adapters(reading, plan);
    read_switches(reading, plan);
    read_stack_switches(reading);
    read_dropout(reading);
}

} // namespace headroom
