#include "core/io/scenario_paths.hpp"

#include "core/base/problem.hpp"
#include "core/io/spec_fields.hpp"
#include "core/io/stack_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace headroom {

namespace {

/// Adds the path of each field that it is shown, and of the fields inside of it.
class PathCollector {
  public:
    PathCollector(std::string prefix, std::vector<std::string>& paths)
        : prefix_(std::move(prefix)), paths_(paths) {}

    void add(std::string_view key) { paths_.push_back(fmt::format("{}{}", prefix_, key)); }

    template <class T>
    void operator()(const Field& field, T& value) {
        add(field.key);
        if constexpr (requires { for_each_field(*this, value); }) {
            PathCollector inner(paths_.back() + ".", paths_);
            for_each_field(inner, value);
        }
    }
    void operator()(const Field& field, std::array<Sourced<FlopRate>, precision_count>&) {
        add(field.key);
        for (const Precision precision : all_precisions)
            add(fmt::format("{}.{}", field.key, name_of(precision)));
    }

  private:
    std::string prefix_;
    std::vector<std::string>& paths_;
};

template <class Part>
void add_fields(std::string prefix, std::vector<std::string>& paths) {
    Part part{};
    PathCollector collector(std::move(prefix), paths);
    for_each_field(collector, part);
}

/// Paths whose readers are written by hand, and so are in no list of fields.
constexpr std::array<std::string_view, 28> other_paths{"format",
                                                       "name",
                                                       "model",
                                                       "model.base",
                                                       "model.id",
                                                       "model.size",
                                                       "model.num_local_experts",
                                                       "cluster",
                                                       "cluster.gpu",
                                                       "cluster.gpus",
                                                       "cluster.gpus_per_node",
                                                       "cluster.nodes",
                                                       "training",
                                                       "training.framework",
                                                       "training.facts",
                                                       "training.lora.targets",
                                                       "training.lora.also_trained",
                                                       "goals",
                                                       "goals.headroom",
                                                       "goals.step_time",
                                                       "goals.duration",
                                                       "goals.budget",
                                                       "goals.tokens",
                                                       "funding",
                                                       "calibration",
                                                       "scores",
                                                       "runs",
                                                       "readiness"};

std::vector<std::string> all_paths() {
    std::vector<std::string> paths(other_paths.begin(), other_paths.end());
    add_fields<TrainingPlan>("training.", paths);
    add_fields<ClusterSpec>("cluster.", paths);
    add_fields<ModelSpec>("model.", paths);
    add_fields<MoeSpec>("model.", paths);
    add_fields<MlaSpec>("model.", paths);
    add_fields<Funding>("funding.", paths);
    add_fields<Calibration>("calibration.", paths);
    add_fields<Scores>("scores.", paths);
    for (const std::string_view part :
         {"cluster.gpu.", "cluster.intra_node.", "cluster.inter_node."})
        for (const std::string_view key : {"base", "id"})
            paths.push_back(fmt::format("{}{}", part, key));
    add_fields<GpuSpec>("cluster.gpu.", paths);
    for (const std::string_view link : {"cluster.intra_node", "cluster.inter_node"}) {
        paths.emplace_back(link);
        add_fields<LinkSpec>(fmt::format("{}.", link), paths);
    }
    for (const StackFact& fact : stack_facts())
        paths.push_back(fmt::format("training.facts.{}", fact.key));
    return paths;
}

const std::vector<std::string>& known_paths() {
    static const std::vector<std::string> paths = all_paths();
    return paths;
}

std::string_view last_step(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

struct Habit {
    std::string_view word, path;
};

/// What other tools and people call a value, by its last step.
constexpr std::array habits{
    Habit{"tp", "training.tensor_parallel"},
    Habit{"tensor_model_parallel_size", "training.tensor_parallel"},
    Habit{"pp", "training.pipeline_parallel"},
    Habit{"pipeline_model_parallel_size", "training.pipeline_parallel"},
    Habit{"vpp", "training.virtual_stages"},
    Habit{"cp", "training.context_parallel"},
    Habit{"ep", "training.expert_parallel"},
    Habit{"sp", "training.sequence_parallel"},
    Habit{"zero", "training.zero_stage"},
    Habit{"stage", "training.zero_stage"},
    Habit{"seq", "training.sequence"},
    Habit{"seq_len", "training.sequence"},
    Habit{"seq_length", "training.sequence"},
    Habit{"sequence_length", "training.sequence"},
    Habit{"max_length", "training.sequence"},
    Habit{"context", "training.sequence"},
    Habit{"batch", "training.global_batch"},
    Habit{"batch_size", "training.global_batch"},
    Habit{"gbs", "training.global_batch"},
    Habit{"mbs", "training.micro_batch"},
    Habit{"dtype", "training.precision"},
    Habit{"checkpointing", "training.recompute"},
    Habit{"activation_checkpointing", "training.recompute"},
    Habit{"gradient_checkpointing", "training.recompute"},
    Habit{"flash", "training.flash_attention"},
    Habit{"lora_rank", "training.lora.rank"},
    Habit{"lora_alpha", "training.lora.alpha"},
    Habit{"stack", "training.framework"},
    Habit{"parameters", "model.size"},
    Habit{"params", "model.size"},
    Habit{"model_size", "model.size"},
    Habit{"layers", "model.num_hidden_layers"},
    Habit{"hidden", "model.hidden_size"},
    Habit{"vocab", "model.vocab_size"},
    Habit{"num_gpus", "cluster.gpus"},
    Habit{"gpu_count", "cluster.gpus"},
    Habit{"world_size", "cluster.gpus"},
    Habit{"gpu_type", "cluster.gpu"},
    Habit{"vram", "cluster.gpu.memory"},
    Habit{"price", "cluster.rent"},
    Habit{"utilization", "funding.utilisation"},
    Habit{"pue", "funding.owning.power_usage_effectiveness"},
    Habit{"exchange_rate", "funding.currency.per_dollar"},
    Habit{"power", "cluster.power_cap"},
    Habit{"power_limit", "cluster.power_cap"},
};

std::string suggested_path(std::string_view path) {
    std::string word(last_step(path));
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto habit = std::ranges::find(habits, word, &Habit::word);
    if (habit != habits.end()) return std::string(habit->path);
    for (const std::string& known : known_paths())
        if (last_step(known) == word) return known;
    std::vector<std::string_view> whole, steps;
    for (const std::string& known : known_paths()) {
        whole.push_back(known);
        steps.push_back(last_step(known));
    }
    const std::string_view near = nearest_word(word, steps);
    for (const std::string& known : known_paths())
        if (!near.empty() && last_step(known) == near) return known;
    return std::string(nearest_word(path, whole));
}

} // namespace

bool is_scenario_path(std::string_view path) {
    return std::ranges::find(known_paths(), path) != known_paths().end();
}

std::string no_such_path(std::string_view path) {
    const std::string_view step = last_step(path);
    if (step == "dp" || step == "data_parallel")
        return fmt::format("there is no \"{}\": data parallelism is GPUs / (TP x PP x CP); change "
                           "\"cluster.gpus\"",
                           path);
    const std::string near = suggested_path(path);
    return fmt::format("there is no \"{}\"{}", path,
                       near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
}

} // namespace headroom
