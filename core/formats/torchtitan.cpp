// torchtitan's TOML, as it was until February 2026.
#include "core/formats/formats.hpp"
#include "core/formats/model_names.hpp"
#include "core/formats/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr auto ignored = std::to_array<std::string_view>({"job",
                                                          "metrics",
                                                          "lr_scheduler",
                                                          "checkpoint",
                                                          "comm",
                                                          "profiling",
                                                          "memory_estimation",
                                                          "fault_tolerance",
                                                          "experimental",
                                                          "validation",
                                                          "float8",
                                                          "mx",
                                                          "quantize",
                                                          "hf_assets_path",
                                                          "tokenizer_path",
                                                          "print_after_conversion",
                                                          "max_norm",
                                                          "steps",
                                                          "dataset*",
                                                          "implementation",
                                                          "beta*",
                                                          "eps",
                                                          "gc_freq",
                                                          "disable_*"});

constexpr std::array precisions{WordRow{"bfloat16", R"("bf16")"}, WordRow{"float32", R"("fp32")"}};

constexpr std::array precision_rows{ConfigRow{"training/mixed_precision_param",
                                              "training.precision", ReadAs::word, R"("bf16")",
                                              "job_config.py", precisions}};

constexpr std::array rows{
    ConfigRow{"parallelism/tensor_parallel_degree", "training.tensor_parallel", ReadAs::whole, "1",
              "job_config.py"},
    ConfigRow{"parallelism/pipeline_parallel_degree", "training.pipeline_parallel", ReadAs::whole,
              "1", "job_config.py"},
    ConfigRow{"parallelism/context_parallel_degree", "training.context_parallel", ReadAs::whole,
              "1", "job_config.py"},
    ConfigRow{"parallelism/expert_parallel_degree", "training.expert_parallel", ReadAs::whole, "1",
              "job_config.py"},
    ConfigRow{"parallelism/expert_tensor_parallel_degree", "training.expert_tensor_parallel",
              ReadAs::whole, "1", "job_config.py"},
    ConfigRow{"compile/enable", "training.compile", ReadAs::flag, "false", "job_config.py"},
};

class Torchtitan {
  public:
    explicit Torchtitan(FormatInput& in) : keys_(in.keys), draft_(in.draft) {}

    void read() {
        model();
        precision();
        keys_.apply(rows);
        degrees();
        newer_names();
        batches();
        sharding();
        states();
        checkpointing();
        optimizer();
        loss();
        assume_framework(draft_, "torchtitan", "the file is torchtitan's");
        draft_.assume("training.task", json_text("pretrain"), "torchtitan pretrains");
        keys_.finish(ignored);
    }

  private:
    void model();
    void newer_names();
    void precision();
    void degrees();
    void batches();
    void schedule();
    void sharding();
    void states();
    void checkpointing();
    void optimizer();
    void loss();
    std::int64_t degree(const char* target) const { return draft_.whole(target).value_or(1); }

    ConfigKeys& keys_;
    Draft& draft_;
    std::int64_t shards_ = -1, replicas_ = 1; // -1: all ranks that are left
};

void Torchtitan::model() {
    const std::string name = keys_.word("model/name").value_or("llama3");
    const std::string flavor = keys_.word("model/flavor").value_or("debugmodel");
    const std::string id = torchtitan_model(name, flavor, draft_.catalog());
    if (!id.empty())
        return draft_.give("model", json_text(id), keys_.where("model/flavor|model/name"));
    if (name == "flux" || name == "vlm")
        return keys_.place("model/name").error(fmt::format("{} is no language model", name));
    if (flavor.starts_with("debugmodel")) {
        const std::string why = "torchtitan's debugmodel";
        for (const auto& [key, value] :
             {std::pair{"hidden_size", 256}, std::pair{"num_hidden_layers", 6},
              std::pair{"num_attention_heads", 16}, std::pair{"num_key_value_heads", 16},
              std::pair{"intermediate_size", 768}, std::pair{"vocab_size", 2048}})
            draft_.assume(fmt::format("model.{}", key), json_text(value), why);
        return draft_.assume("model.tie_word_embeddings", "false", why);
    }
    const std::string known = torchtitan_flavors(name);
    if (known.empty())
        keys_.place("model/name")
            .error(fmt::format("no model \"{}\" of torchtitan is known", name));
    else
        keys_.place("model/flavor")
            .error(fmt::format("{} has no flavor \"{}\"; it has {}", name, flavor, known));
}

/// Names of the Python registry that replaced the files.
void Torchtitan::newer_names() {
    for (const char* key :
         {"training/max_context_length", "training/num_tokens_per_microbatch_per_dp_rank"})
        if (const auto found = keys_.find(key)) {
            found->warning("a name of a newer torchtitan, which is not read here");
            draft_.ask("training.sequence", reason::absent);
            draft_.ask("training.micro_batch", reason::absent);
        }
}

/// A [quantize...] table alone does nothing: the list of converters switches it on.
void Torchtitan::precision() {
    const auto list = keys_.find("model/converters");
    for (const JsonCursor& item : list ? list->items() : std::vector<JsonCursor>()) {
        const std::string word = item.text().value_or("");
        if (word.find("float8") != std::string::npos)
            keys_.give("model/converters", "training.precision", json_text("fp8"));
        else if (word.ends_with("mx") || word.find(".mx") != std::string::npos)
            keys_.give("model/converters", "training.precision", json_text("mxfp8"));
    }
    keys_.carry({"training/mixed_precision_param"});
    if (!draft_.was_given("training.precision")) keys_.apply(precision_rows);
}

/// replicate x shard x context x tensor x pipeline = GPUs, where shard -1 takes what is left.
void Torchtitan::degrees() {
    constexpr std::string_view shard = "parallelism/data_parallel_shard_degree";
    constexpr std::string_view replicate = "parallelism/data_parallel_replicate_degree";
    if (degree("training.tensor_parallel") > 1)
        draft_.assume("training.sequence_parallel", "true", "torchtitan shards norms with TP");
    shards_ = keys_.whole(shard, -1).value_or(-1);
    replicas_ = keys_.whole(replicate).value_or(1);
    if (shards_ == 0) return keys_.place(shard).error("0 is no degree: -1, or at least 1");
    // FSDP shards over the ranks of the context as well.
    const std::int64_t group = shards_ * degree("training.context_parallel");
    if (replicas_ > 1 && group > 1) keys_.give(shard, "training.zero_group", json_text(group));
    const std::int64_t others = replicas_ * draft_.model_parallel();
    const auto gpus = draft_.whole("cluster.gpus");
    if (shards_ == -1) {
        if (gpus && *gpus % others != 0)
            keys_.place("parallelism")
                .error(fmt::format("{} GPUs do not divide by replicate x context x tensor x "
                                   "pipeline = {}",
                                   *gpus, others));
        return draft_.ask("cluster.gpus", reason::absent);
    }
    if (gpus && *gpus != others * shards_)
        return keys_.place("parallelism")
            .error(fmt::format("{} (replicate) x {} (shard) x {} (context x tensor x pipeline) = "
                               "{}, and there are {} GPUs",
                               replicas_, shards_, draft_.model_parallel(), others * shards_,
                               *gpus));
    draft_.assume("cluster.gpus", json_text(others * shards_), "the product of the degrees");
}

/// local_batch_size is the share of one data-parallel rank; a pipeline cuts it into micro batches.
void Torchtitan::batches() {
    constexpr std::string_view local_key = "training/local_batch_size|training/batch_size";
    constexpr std::string_view global_key = "training/global_batch_size";
    if (const auto sequence = keys_.whole("training/seq_len"))
        keys_.give("training/seq_len", "training.sequence", json_text(*sequence));
    else if (!draft_.result().ask.contains("training.sequence"))
        draft_.assume("training.sequence", "2048", "absent: the default (job_config.py)");
    if (draft_.result().ask.contains("training.micro_batch")) return;
    const std::int64_t local = keys_.whole(local_key).value_or(8);
    std::int64_t micro = local;
    if (degree("training.pipeline_parallel") > 1) {
        schedule();
        micro = keys_.whole("parallelism/pipeline_parallel_microbatch_size").value_or(1);
        if (local % micro != 0)
            return keys_.place(local_key).error(
                fmt::format("{} sequences do not divide into micro batches of {}", local, micro));
        draft_.give("training.micro_batch", json_text(micro),
                    keys_.where("parallelism/pipeline_parallel_microbatch_size"));
    } else if (keys_.has(local_key)) {
        keys_.give(local_key, "training.micro_batch", json_text(local));
    } else {
        draft_.assume("training.micro_batch", "8", "absent: the default (job_config.py)");
    }
    if (const auto global = keys_.whole(global_key, -1); global && *global > 0)
        keys_.give(global_key, "training.global_batch", json_text(*global));
    else
        draft_.assume("training.accumulation", json_text(local / micro),
                      "no global batch: one local batch for each step");
}

/// The first and the last stage get a layer less, as embedding and head count as one each.
void Torchtitan::schedule() {
    const std::string word = keys_.word("parallelism/pipeline_parallel_schedule").value_or("1F1B");
    constexpr std::string_view first_less = "parallelism/pipeline_parallel_first_stage_less_layers";
    constexpr std::string_view last_less = "parallelism/pipeline_parallel_last_stage_less_layers";
    keys_.carry({"parallelism/pipeline_parallel_layers_per_stage",
                 "parallelism/pipeline_parallel_split_points",
                 "parallelism/pipeline_parallel_schedule_csv", first_less, last_less});
    const bool chunks = word.find("Interleaved") != std::string::npos || word == "ZBVZeroBubble" ||
                        word == "DualPipeV";
    draft_.assume("training.virtual_stages", chunks ? "2" : "1",
                  fmt::format("the schedule {}", word));
    if (keys_.whole(first_less, 0) == 0 && keys_.whole(last_less, 0) == 0)
        keys_.give(first_less, "training.pipeline_split", json_text("even"));
    draft_.assume("training.pipeline_split", json_text("balanced"),
                  "the first and the last stage get a layer less");
}

void Torchtitan::sharding() {
    constexpr std::string_view key = "parallelism/fsdp_reshard_after_forward";
    const bool pipeline = degree("training.pipeline_parallel") > 1;
    if (shards_ == 1 && degree("training.context_parallel") == 1) {
        draft_.assume("training.zero_stage", "0", "shard degree 1: weights are replicated");
    } else {
        const std::string word = keys_.word(key).value_or("default");
        if (word == "always" || word == "never")
            keys_.give(key, "training.zero_stage", json_text(word == "always" ? 3 : 2));
        else
            draft_.assume("training.zero_stage", pipeline ? "2" : "3",
                          pipeline ? "default: not resharded after forward under a pipeline"
                                   : "default: resharded after forward");
    }
    const bool offload = keys_.flag("training/enable_cpu_offload").value_or(false);
    if (offload)
        keys_.give("training/enable_cpu_offload", "training.offload", json_text("parameters"));
}

void Torchtitan::states() {
    const std::string dtype = keys_.word("training/dtype").value_or("float32");
    keys_.carry({"training/mixed_precision_reduce"});
    if (dtype == "bfloat16")
        return keys_.give("training/dtype", "training.states", json_text("pure"));
    const bool sharded = shards_ != 1 || degree("training.context_parallel") > 1;
    draft_.assume("training.states", json_text(sharded ? "fp32_sharded" : "autocast"),
                  "weights are float32 (job_config.py)");
}

/// selective_ac_option is text: "op", or every how many layers.
void Torchtitan::checkpointing() {
    constexpr std::string_view mode_key = "activation_checkpoint/mode";
    constexpr std::string_view option_key = "activation_checkpoint/selective_ac_option";
    keys_.carry({"activation_checkpoint/per_op_sac_force_recompute_mm_shapes_by_fqns",
                 "activation_checkpoint/early_stop", "activation_checkpoint/memory_budget",
                 "activation_checkpoint/visualize_memory_budget_pareto"});
    const bool told = keys_.has(mode_key) || keys_.has(option_key);
    const auto set = [&](std::string value) {
        if (told)
            draft_.give("training.recompute", std::move(value),
                        keys_.where(keys_.has(mode_key) ? mode_key : option_key));
        else
            draft_.assume("training.recompute", std::move(value),
                          "absent: selective, every second layer (job_config.py)");
    };
    const std::string mode = keys_.word(mode_key).value_or("selective");
    if (mode == "none" || mode == "full")
        return set(std::string(mode == "none" ? recompute::none : recompute::full));
    if (mode == "memory_budget") return set(std::string(recompute::selective));
    if (mode != "selective")
        return keys_.place(mode_key).error(
            fmt::format("\"{}\" is none of none, selective, full, memory_budget", mode));
    const std::string option = keys_.word(option_key).value_or("2");
    if (option == "op") return set(std::string(recompute::selective));
    const bool number = !option.empty() && option.size() <= 4 &&
                        option.find_first_not_of("0123456789") == std::string::npos;
    if (!number || option == "0")
        return keys_.place(option_key).error("neither \"op\" nor a number of layers");
    set(recompute::every(std::stoll(option)));
}

void Torchtitan::optimizer() {
    if (keys_.has("optimizer/name"))
        give_optimizer(keys_, "optimizer/name");
    else
        draft_.assume("training.optimizer", json_text("adamw"), "absent: AdamW (job_config.py)");
    if (keys_.flag("optimizer/early_step_in_backward").value_or(false))
        keys_.give("optimizer/early_step_in_backward", "training.optimizer_in_backward", "true");
}

void Torchtitan::loss() {
    const auto parts = keys_.find("compile/components");
    bool compiled = draft_.text("training.compile").value_or("false") == "true";
    if (parts && compiled)
        compiled = std::ranges::any_of(parts->items(), [](const JsonCursor& item) {
            return item.text().value_or("") == "loss";
        });
    const bool parallel = degree("training.tensor_parallel") > 1 &&
                          !keys_.flag("parallelism/disable_loss_parallel").value_or(false);
    draft_.assume("training.loss",
                  json_text(parallel   ? "vocab_parallel"
                            : compiled ? "fused"
                                       : "eager"),
                  parallel ? "the loss is parallel over the vocabulary under TP"
                           : "cross entropy, compiled or not");
}

} // namespace

void read_torchtitan(FormatInput& in) { Torchtitan(in).read(); }

} // namespace headroom
