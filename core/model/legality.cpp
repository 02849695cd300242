// The rules of a legal plan, each written once: asked with a reporter that only collects bits they
// are find_illegality(), asked with one that also writes the sentence they are validate().
#include "core/model/legality.hpp"

#include "core/model/nearest_legal.hpp"
#include "core/model/pipeline_split.hpp"
#include "core/model/ranges.hpp"
#include "core/model/scenario.hpp"

namespace headroom {

namespace {

using Whole = std::int64_t;

/// Numbers outside of their range are reported elsewhere; here they break nothing further.
bool divides(Whole divisor, Whole number) { return divisor < 1 || number % divisor == 0; }

/// Key/value heads are dealt out evenly, or each rank holds a copy of one.
bool deals_kv_heads(Whole heads, Whole ranks) {
    return divides(ranks, heads) || (heads > 0 && ranks % heads == 0);
}

template <class Report>
class Rules {
  public:
    Rules(const Scenario& scenario, Report& report)
        : model_(scenario.model), cluster_(scenario.cluster), plan_(scenario.training),
          gpus_(counted(scenario.cluster)), data_(gpus_ > 0 ? data_parallel(scenario) : 0),
          passes_(gpus_ > 0 ? micro_batches(scenario) : 0), report_(report) {}

    void all() {
        tensor_parallel();
        mlp_width();
        pipeline();
        interleaving();
        gpus();
        batch();
        experts();
        expert_tensor();
        sequence();
        sharding();
        offload();
        recompute();
        precision();
        optimizer();
    }

  private:
    /// 0 where the cluster's numbers are out of range.
    static Whole counted(const ClusterSpec& cluster) {
        const bool in_range = cluster.gpus_per_node >= 1 && cluster.nodes >= 1 &&
                              cluster.gpus_per_node <= plan_limits::gpus_per_node &&
                              cluster.nodes <= plan_limits::nodes;
        return in_range ? cluster.gpus() : 0;
    }

    bool fits_tensor_parallel(Whole ranks) const {
        return divides(ranks, model_.num_attention_heads) && kv_heads_fit(ranks) &&
               divides(ranks, tensor_parallel_width());
    }
    bool kv_heads_fit(Whole ranks) const {
        const bool own_each = model_.num_key_value_heads == model_.num_attention_heads;
        return own_each || model_.mla || deals_kv_heads(model_.num_key_value_heads, ranks);
    }
    /// Width of the MLPs that tensor parallel splits; 0 where every MLP is made of routed experts.
    Whole tensor_parallel_width() const {
        const bool all_experts =
            model_.moe && model_.moe->first_k_dense_replace == 0 && model_.moe->moe_layer_step <= 1;
        return all_experts ? 0 : model_.intermediate_size;
    }
    std::string other_tensor_parallel() const {
        return try_instead(nearest_legal(plan_.tensor_parallel, model_.num_attention_heads,
                                         [this](Whole v) { return fits_tensor_parallel(v); }));
    }

    void tensor_parallel() {
        const Whole ranks = plan_.tensor_parallel;
        if (!divides(ranks, model_.num_attention_heads))
            report_(Illegality::heads_by_tensor_parallel, "/training/tensor_parallel", [&] {
                return fmt::format("{} heads do not divide by TP {}{}", model_.num_attention_heads,
                                   ranks, other_tensor_parallel());
            });
        if (!kv_heads_fit(ranks))
            report_(Illegality::kv_heads_by_tensor_parallel, "/training/tensor_parallel", [&] {
                return fmt::format("{} key/value heads can be neither divided by nor copied to "
                                   "TP {}{}",
                                   model_.num_key_value_heads, ranks, other_tensor_parallel());
            });
    }

    void mlp_width() {
        if (divides(plan_.tensor_parallel, tensor_parallel_width())) return;
        report_(Illegality::ffn_by_tensor_parallel, "/training/tensor_parallel", [&] {
            return fmt::format("the MLP width {} does not divide by TP {}{}",
                               tensor_parallel_width(), plan_.tensor_parallel,
                               other_tensor_parallel());
        });
    }

    bool splits_with(Whole stages, Whole virtual_stages, PipelineSplit split) const {
        TrainingPlan other = plan_;
        other.pipeline_parallel = static_cast<int>(stages);
        other.virtual_stages = static_cast<int>(virtual_stages);
        other.pipeline_split = split;
        return splits_into_stages(model_, other);
    }

    /// "; try PP 6 or 12, or \"pipeline_split\": \"balanced\"", as far as these help.
    std::string other_split() const {
        const Whole stages = plan_.pipeline_parallel;
        const Whole chunks = plan_.virtual_stages;
        const Whole layers = layer_count(model_);
        std::string tries = nearest_legal(
            stages, layers, [&](Whole v) { return splits_with(v, chunks, plan_.pipeline_split); });
        if (!tries.empty()) tries = "PP " + tries;
        if (tries.empty()) {
            tries = nearest_legal(chunks, layers, [&](Whole v) {
                return splits_with(stages, v, plan_.pipeline_split);
            });
            if (!tries.empty()) tries = "virtual stages " + tries;
        }
        if (plan_.pipeline_split == PipelineSplit::even &&
            splits_with(stages, chunks, PipelineSplit::balanced))
            tries +=
                fmt::format("{}\"pipeline_split\": \"balanced\"", tries.empty() ? "" : ", or ");
        return try_instead(tries);
    }

    void pipeline() {
        if (plan_.pipeline_parallel < 1 || plan_.virtual_stages < 1) return;
        const bool interleaves_nothing = plan_.pipeline_parallel == 1; // interleaving() says so
        if (!interleaves_nothing && !splits_into_stages(model_, plan_))
            report_(Illegality::layers_by_pipeline, "/training/pipeline_parallel", [&] {
                const Whole chunks = Whole{plan_.pipeline_parallel} * plan_.virtual_stages;
                const bool even = plan_.pipeline_split == PipelineSplit::even;
                return fmt::format("{} layers do not {} PP {} x virtual stages {} = {}{}",
                                   layer_count(model_), even ? "divide by" : "go round",
                                   plan_.pipeline_parallel, plan_.virtual_stages, chunks,
                                   other_split());
            });
        if (model_.style == ModelStyle::t5 && plan_.pipeline_parallel > 1)
            report_(Illegality::style_not_trainable_so, "/training/pipeline_parallel", [&] {
                return fmt::format("the stages of an encoder-decoder are not modelled: PP {} has "
                                   "to be 1",
                                   plan_.pipeline_parallel);
            });
    }

    void interleaving() {
        if (plan_.virtual_stages <= 1) return;
        if (plan_.pipeline_parallel == 1)
            report_(Illegality::virtual_stages_need_pipeline, "/training/virtual_stages", [&] {
                return fmt::format("{} virtual stages need a pipeline, and PP is 1; try 1",
                                   plan_.virtual_stages);
            });
        if (plan_.pipeline_parallel > 1 && passes_ > 0 &&
            !divides(plan_.pipeline_parallel, passes_))
            report_(Illegality::micro_batches_by_stages, "/training/global_batch", [&] {
                return fmt::format(
                    "an interleaved schedule needs micro batches in multiples of PP {}, and there "
                    "are {}; try {} of them",
                    plan_.pipeline_parallel, passes_,
                    nearest_multiples(passes_, plan_.pipeline_parallel));
            });
    }

    /// 0 where a degree is out of range.
    Whole model_ranks() const {
        for (const int degree :
             {plan_.tensor_parallel, plan_.pipeline_parallel, plan_.context_parallel})
            if (degree < 1 || degree > plan_limits::ranks) return 0;
        return Whole{plan_.tensor_parallel} * plan_.pipeline_parallel * plan_.context_parallel;
    }

    void gpus() {
        if (gpus_ < 1 || model_ranks() < 1 || divides(model_ranks(), gpus_)) return;
        report_(Illegality::gpus_by_parallelism, "/cluster", [&] {
            return fmt::format(
                "GPUs = TP x PP x CP x DP, and {} GPUs are no multiple of {} x {} x {} = {}; try "
                "{} GPUs",
                gpus_, plan_.tensor_parallel, plan_.pipeline_parallel, plan_.context_parallel,
                model_ranks(), nearest_multiples(gpus_, model_ranks()));
        });
    }

    void batch() {
        const Whole micro = plan_.micro_batch;
        const Whole global = plan_.global_batch;
        if (data_ < 1 || micro < 1 || global < 1) return;
        const Whole one_pass = micro * data_;
        if (one_pass > global) {
            report_(Illegality::data_parallel_over_batch, "/training/global_batch", [&] {
                return fmt::format("one pass is micro batch {} x DP {} = {} sequences, more than "
                                   "the global batch {}; try a global batch of {}",
                                   micro, data_, one_pass, global, one_pass);
            });
        } else if (!divides(one_pass, global)) {
            report_(Illegality::batch_by_data_parallel, "/training/global_batch", [&] {
                return fmt::format("global batch = micro batch x accumulation x DP, and {} is no "
                                   "multiple of {} x {} = {}; try {}",
                                   global, micro, data_, one_pass,
                                   nearest_multiples(global, one_pass));
            });
        }
    }

    void experts() {
        const Whole ranks = plan_.expert_parallel;
        constexpr std::string_view path = "/training/expert_parallel";
        if (ranks <= 1) return;
        if (!model_.moe) {
            report_(Illegality::expert_parallel_without_experts, path,
                    [&] { return fmt::format("EP {} needs a model with experts; try 1", ranks); });
            return;
        }
        const Whole experts = model_.moe->num_experts;
        if (!divides(ranks, experts))
            report_(Illegality::experts_by_expert_parallel, path, [&] {
                return fmt::format("{} experts do not divide by EP {}{}", experts, ranks,
                                   try_instead(nearest_legal(
                                       ranks, experts, [&](Whole v) { return experts % v == 0; })));
            });
    }

    /// Experts are spread over all GPUs of a pipeline stage, whatever attention does with them.
    void expert_tensor() {
        const Whole slices = plan_.expert_tensor_parallel;
        const bool uneven =
            slices > 1 && (!model_.moe || !divides(slices, model_.moe->moe_intermediate_size));
        if (uneven)
            report_(Illegality::expert_tensor_parallel, "/training/expert_tensor_parallel", [&] {
                return model_.moe ? fmt::format("the expert width {} does not divide by expert TP "
                                                "{}",
                                                model_.moe->moe_intermediate_size, slices)
                                  : fmt::format("expert TP {} needs a model with experts", slices);
            });
        const Whole group = plan_.expert_parallel * slices;
        if (!model_.moe || data_ < 1 || group < 1) return;
        const Whole stage_ranks = gpus_ / plan_.pipeline_parallel;
        if (!divides(group, stage_ranks))
            report_(Illegality::expert_parallel_by_ranks, "/training/expert_parallel", [&] {
                return fmt::format("the {} GPUs of a pipeline stage do not divide by EP {} x "
                                   "expert TP {} = {}",
                                   stage_ranks, plan_.expert_parallel, slices, group);
            });
    }

    /// Rows of a learned position table; 0 where positions are computed.
    Whole position_rows() const {
        if (model_.style == ModelStyle::bert || model_.style == ModelStyle::vit)
            return model_.max_position_embeddings;
        return model_.position == Position::learned ? model_.pos_embeddings : 0;
    }

    void sequence() {
        const Whole tokens = plan_.sequence;
        const Whole context = plan_.context_parallel;
        if (context > 1 && !divides(2 * context, tokens))
            report_(Illegality::sequence_by_context_parallel, "/training/context_parallel", [&] {
                return fmt::format("sequence {} does not divide into the 2 x CP {} = {} pieces "
                                   "that balance causal attention; try a sequence of {}",
                                   tokens, context, 2 * context,
                                   nearest_multiples(tokens, 2 * context));
            });
        const Whole piece = context > 0 ? tokens / context : 0;
        if (plan_.sequence_parallel && !divides(plan_.tensor_parallel, piece))
            report_(Illegality::sequence_by_tensor_parallel, "/training/sequence_parallel", [&] {
                return fmt::format("sequence parallel splits {} tokens of a rank by TP {}, which "
                                   "does not divide them",
                                   piece, plan_.tensor_parallel);
            });
        const Whole rows = position_rows();
        if (rows > 0 && tokens > rows)
            report_(Illegality::sequence_over_position_table, "/training/sequence", [&] {
                return fmt::format("sequence {} is longer than the model's table of {} positions; "
                                   "try {}",
                                   tokens, rows, rows);
            });
    }

    void sharding() {
        const Whole ranks = Whole{data_} * plan_.context_parallel;
        const Whole group = plan_.zero_group.value_or(1);
        if (data_ > 0 && !divides(group, ranks))
            report_(Illegality::zero_group_by_data_parallel, "/training/zero_group", [&] {
                return fmt::format("a ZeRO group of {} does not divide DP {} x CP {} = {} ranks{}",
                                   group, data_, plan_.context_parallel, ranks,
                                   try_instead(nearest_legal(
                                       group, ranks, [&](Whole v) { return ranks % v == 0; })));
            });
        const bool fetches =
            plan_.offload == Offload::optimizer_and_parameters || plan_.offload == Offload::nvme;
        if (fetches && plan_.zero_stage != 3)
            report_(Illegality::offload_needs_zero_3, "/training/offload", [&] {
                return fmt::format("offload \"{}\" fetches parameters layer by layer, which needs "
                                   "ZeRO 3, not {}; try \"optimizer\"",
                                   name_of(plan_.offload), plan_.zero_stage);
            });
    }

    void offload() {
        const bool offloads = plan_.offload != Offload::none || plan_.activation_offload;
        if (offloads && !(cluster_.host_link.value > ByteRate{}))
            report_(Illegality::offload_without_rate, "/cluster/host_link", [] {
                return std::string("offloading needs the rate of the link to host memory; try "
                                   "\"25 GB/s\"");
            });
        if (plan_.offload == Offload::nvme && !(cluster_.nvme.value > ByteRate{}))
            report_(Illegality::offload_without_rate, "/cluster/nvme", [] {
                return std::string("offload \"nvme\" needs the rate of a node's disks; try "
                                   "\"6.7 GB/s\"");
            });
    }

    void recompute() {
        if (!plan_.recompute.layers || *plan_.recompute.layers == 0) return;
        const bool countable = layer_count(model_) <= 2 * model_limits::layers;
        if (!countable || !splits_into_stages(model_, plan_)) return;
        const int held = most_stage_layers(model_, plan_);
        if (*plan_.recompute.layers <= held) return;
        report_(Illegality::recompute_layers, "/training/recompute/layers", [&, held] {
            return fmt::format("{} layers are to be recomputed and a stage has {}; try {}",
                               *plan_.recompute.layers, held, held);
        });
    }

    std::string precisions_on_gpu() const {
        std::string names;
        for (const Precision precision : all_precisions)
            if (cluster_.gpu.peak_of(precision) > FlopRate{})
                names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(precision));
        return names;
    }

    void precision() {
        if (!(cluster_.gpu.peak_of(plan_.precision) > FlopRate{}))
            report_(Illegality::precision_not_on_gpu, "/training/precision", [&] {
                return fmt::format("{} has no {} units; it has {}", cluster_.gpu.name,
                                   name_of(plan_.precision), precisions_on_gpu());
            });
        if (plan_.task != Task::qlora) return;
        if (plan_.precision > Precision::bf16)
            report_(Illegality::task_and_precision, "/training/precision", [&] {
                return fmt::format("qlora dequantises its weights to 16 bits and cannot compute in "
                                   "{}; try bf16",
                                   name_of(plan_.precision));
            });
        if (plan_.quantization.weights == WeightFormat::bf16)
            report_(Illegality::task_and_precision, "/training/quantization/weights", [] {
                return std::string(
                    "qlora needs quantised weights; try nf4, or the task lora for bf16");
            });
    }

    void optimizer() {
        if (!plan_.optimizer_in_backward || passes_ <= 1) return;
        report_(Illegality::optimizer_in_backward_accumulates, "/training/optimizer_in_backward",
                [&] {
                    return fmt::format("an optimizer in backward keeps no gradients, and "
                                       "accumulating {} micro batches needs them",
                                       passes_);
                });
    }

    const ModelSpec& model_;
    const ClusterSpec& cluster_;
    const TrainingPlan& plan_;
    Whole gpus_;
    int data_, passes_;
    Report& report_;
};

/// Calls report(bit, path, sentence) for each broken rule.
template <class Report>
void check(const Scenario& scenario, Report report) {
    check_ranges(scenario, [&](std::string_view path, auto sentence) {
        report(Illegality::out_of_range, path, sentence);
    });
    Rules<Report>(scenario, report).all();
}

} // namespace

Illegality find_illegality(const Scenario& scenario) {
    Illegality found = Illegality::none;
    check(scenario, [&](Illegality broken, std::string_view, auto) { found = found | broken; });
    return found;
}

Problems find_errors(const Scenario& scenario) {
    Problems problems;
    check(scenario, [&](Illegality, std::string_view path, auto sentence) {
        problems.push_back(error(std::string(path), sentence()));
    });
    return problems;
}

} // namespace headroom
