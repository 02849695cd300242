#include "core/formats/scenario_draft.hpp"

#include "core/base/unit_text.hpp"
#include "core/formats/batch_identity.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/scenario_paths.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;

/// No file names the GPU: what a plan starts from until the user picks another.
constexpr const char* first_gpu = "h100-sxm";

/// Answers that the rest is worked out from: whole numbers.
constexpr std::array whole_answers{"cluster.gpus",          "cluster.gpus_per_node",
                                   "training.sequence",     "training.micro_batch",
                                   "training.global_batch", "training.accumulation"};
/// Keys that a scenario does not have under their name.
constexpr std::array of_import_only{"training.accumulation", "trainer", "recipe"};

bool is_one_of(const auto& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

/// An answer as JSON: a number or true where it is one, else text.
Output answer_value(const std::string& text) {
    Output value = Output::parse(text, nullptr, false);
    const bool is_text =
        value.is_discarded() || (value.is_object() && !text.starts_with("{\"mode\""));
    return is_text ? Output(text) : value;
}

std::string place_of_answer(const std::string& key, const std::string& text) {
    constexpr std::size_t longest_shown = 60;
    return fmt::format("--answer {}={}", key, text.substr(0, longest_shown));
}

/// A pointer into a scenario as the path of the value.
std::string key_of(std::string_view pointer) {
    std::string key(pointer.substr(std::min<std::size_t>(1, pointer.size())));
    std::ranges::replace(key, '/', '.');
    return key;
}

/// Puts a value at a path; a word on the way is a base, or the mode of a recompute.
void put(Output& scenario, const std::string& key, Output value) {
    Output* place = &scenario;
    for (std::size_t begin = 0; begin <= key.size();) {
        const std::size_t end = std::min(key.find('.', begin), key.size());
        if (place->is_string()) {
            Output object = Output::object();
            object[key.starts_with("training.recompute.") ? "mode" : "base"] = *place;
            *place = std::move(object);
        }
        place = &(*place)[key.substr(begin, end - begin)];
        begin = end + 1;
    }
    *place = std::move(value);
}

class Finish {
  public:
    Finish(Draft& draft, const Answers& answers, std::string file)
        : draft_(draft), result_(draft.result()), answers_(answers), file_(std::move(file)) {}

    void run() {
        if (result_.model) {
            draft_.drop("model");
            result_.ask.erase("model");
        }
        settle_batch(draft_);
        if (has_errors(result_.problems)) return give_up();
        check_answers();
        Output scenario = write();
        result_.scenario_json = scenario.dump(2) + "\n";
        assume_defaults();
        if (!has_errors(result_.problems)) check(std::move(scenario));
    }

  private:
    void give_up() {
        result_.ask.clear();
        result_.assumed.clear();
        result_.scenario_json = "{}\n";
    }
    void refuse(const std::string& name, std::string message) {
        draft_.report(error(name, std::move(message)));
    }
    void check_answers();
    void check_whole(const std::string& key, const std::string& text);
    Output write();
    void cluster(Output& scenario);
    void links(const std::string& gpu, int gpus_per_node, int nodes);
    void known_values(Output& scenario);
    void answered_values(Output& scenario);
    void assume_defaults();
    void check(Output scenario);
    void fill_open(Output& scenario) const;
    std::string place_of(std::string_view pointer) const;
    void assume(const std::string& key, const Output& value, std::string why) {
        if (!answers_.contains(key)) draft_.assume(key, value.dump(), std::move(why));
    }

    Draft& draft_;
    ImportResult& result_;
    const Answers& answers_;
    std::string file_;
};

void Finish::check_answers() {
    for (const auto& [key, text] : answers_) {
        if (is_one_of(whole_answers, key)) check_whole(key, text);
        if (is_one_of(of_import_only, key) || key.starts_with("file:") || is_scenario_path(key))
            continue;
        refuse(place_of_answer(key, text),
               no_such_path(key) + " (asked for are cluster.gpus, training.sequence and "
                                   "training.micro_batch; any path of a scenario will do)");
    }
}

/// Lengths may be "8k".
void Finish::check_whole(const std::string& key, const std::string& text) {
    const Parsed<double> value = parse_count(text, true);
    if (!value || *value < 1.0 || *value > std::numeric_limits<int>::max() ||
        *value != std::floor(*value))
        refuse(place_of_answer(key, text), "not a whole number of at least 1");
}

void Finish::cluster(Output& scenario) {
    const std::string gpu = draft_.answer("cluster.gpu").value_or(first_gpu);
    assume("cluster.gpu", gpu, "no configuration file names the GPU");
    scenario["cluster"]["gpu"] = gpu;
    const auto gpus = draft_.whole("cluster.gpus");
    if (!gpus || *gpus < 1 || *gpus > std::numeric_limits<int>::max()) return;
    const int all = static_cast<int>(*gpus);
    NodeShape shape = nodes_of(all, {});
    // An answer to how many there are replaces what the file says of its nodes.
    const bool answered = answers_.contains("cluster.gpus");
    const auto in_node = answered ? std::nullopt : draft_.whole("cluster.gpus_per_node");
    const auto nodes = answered ? std::nullopt : draft_.whole("cluster.nodes");
    std::int64_t each = in_node.value_or(nodes && *nodes > 0 ? all / *nodes : 0);
    if (const auto typed = draft_.answer("cluster.gpus_per_node"))
        each = draft_.whole("cluster.gpus_per_node").value_or(0);
    if (each > 0 && all % each == 0) {
        shape = {static_cast<int>(each), static_cast<int>(all / each)};
    } else if (each > 0) {
        refuse(answers_.contains("cluster.gpus_per_node") ? "--answer cluster.gpus_per_node"
                                                          : file_,
               fmt::format("{} GPUs do not make whole nodes of {}", all, each));
    }
    scenario["cluster"]["gpus_per_node"] = shape.gpus_per_node;
    scenario["cluster"]["nodes"] = std::max(1, shape.nodes);
    assume("cluster.gpus_per_node", shape.gpus_per_node, "whole nodes of up to 8 GPUs");
    assume("cluster.nodes", shape.nodes, "whole nodes of up to 8 GPUs");
    links(gpu, shape.gpus_per_node, shape.nodes);
}

void Finish::links(const std::string& gpu, int gpus_per_node, int nodes) {
    const GpuSpec* const spec = draft_.catalog().find_gpu(gpu);
    if (spec == nullptr) return;
    const ClusterSpec usual = usual_cluster(*spec, gpus_per_node, nodes, draft_.catalog());
    if (gpus_per_node > 1)
        assume("cluster.intra_node", usual.intra_node.id, "the usual link of this GPU");
    if (nodes > 1) assume("cluster.inter_node", usual.inter_node.id, "the usual link of this GPU");
}

/// What was given or assumed and has a place in a scenario, in the order of their keys.
void Finish::known_values(Output& scenario) {
    std::map<std::string, std::string> values;
    for (const auto& [key, assumed] : result_.assumed)
        values[key] = assumed.value_json;
    for (const auto& [key, given] : result_.given)
        values[key] = given.value_json;
    for (const char* first : {"training.sequence", "training.micro_batch", "training.global_batch"})
        if (const auto found = values.find(first); found != values.end())
            put(scenario, first, Output::parse(found->second));
    for (const auto& [key, value] : values) {
        const bool of_model = key == "model" || key.starts_with("model.");
        const bool has_place = !key.starts_with("cluster.") && !(of_model && result_.model) &&
                               is_scenario_path(key) && !answers_.contains(key);
        if (has_place) put(scenario, key, Output::parse(value));
    }
}

/// Any other path of a scenario may be answered as well: training.zero_stage=3.
void Finish::answered_values(Output& scenario) {
    for (const auto& [key, text] : answers_) {
        if (key == "cluster.gpu" || key == "cluster.gpus" || key == "cluster.gpus_per_node")
            continue;
        if (result_.model && key == "model") continue;
        if (is_one_of(whole_answers, key)) {
            if (const auto number = draft_.whole(key); number && is_scenario_path(key))
                put(scenario, key, *number);
        } else if (is_scenario_path(key)) {
            put(scenario, key, answer_value(text));
        }
    }
}

Output Finish::write() {
    Output scenario = Output::object();
    scenario["format"] = 1;
    scenario["name"] =
        result_.model ? result_.model->name : std::filesystem::path(file_).stem().string();
    if (result_.model) scenario["model"] = Output::parse(write_model(*result_.model));
    if (!result_.model && (draft_.knows("model") || draft_.knows("model.hidden_size")))
        scenario["model"] = nullptr; // its place in the order
    cluster(scenario);
    scenario["training"] = Output::object();
    known_values(scenario);
    answered_values(scenario);
    return scenario;
}

/// Everything else about the training is a default of the scenario format, and is said.
void Finish::assume_defaults() {
    const Output defaults = Output::parse(write_default_training());
    for (const auto& [key, value] : defaults.items()) {
        const std::string path = "training." + key;
        const bool is_told = std::ranges::any_of(answers_, [&](const auto& answer) {
            return answer.first == path || answer.first.starts_with(path + ".");
        });
        if (!is_told && !result_.ask.contains(path))
            assume(path, value,
                   result_.kind == "hf" ? "no config.json says it; the default of a scenario"
                                        : "the file does not say it; the default of a scenario");
    }
}

/// Where a value of the scenario came from: an answer, the file, or a rule.
std::string Finish::place_of(std::string_view pointer) const {
    for (std::string key = key_of(pointer); !key.empty();) {
        if (const auto answer = answers_.find(key); answer != answers_.end())
            return fmt::format("{}: {}", place_of_answer(key, answer->second), pointer);
        if (const auto given = result_.given.find(key); given != result_.given.end())
            return given->second.where;
        const std::size_t dot = key.rfind('.');
        key.resize(dot == std::string::npos ? 0 : dot);
    }
    if (pointer.starts_with("/cluster") && answers_.contains("cluster.gpus"))
        return fmt::format("{}: {}", place_of_answer("cluster.gpus", answers_.at("cluster.gpus")),
                           pointer);
    return fmt::format("{}: {}", file_, pointer);
}

/// Something legal in the place of what is still asked for, so that the rest can be checked.
void Finish::fill_open(Output& scenario) const {
    Output& training = scenario["training"];
    for (const char* key : {"sequence", "micro_batch", "global_batch"})
        if (!training.contains(key)) training[key] = 1;
    if (!scenario.contains("model")) scenario["model"] = draft_.catalog().models.front().spec.id;
    for (const auto& [key, question] : result_.ask)
        if (key.starts_with("model.")) put(scenario, key, 1);
}

/// What the scenario's own rules say, with its place in the input. While questions are open only
/// values that are wrong by themselves count: whether a plan is legal is not known yet.
void Finish::check(Output scenario) {
    fill_open(scenario);
    const bool open = !result_.ask.empty();
    const ScenarioResult read = read_scenario(scenario.dump(), file_, draft_.catalog());
    if (open && (read.scenario || read.illegal)) return;
    for (const Problem& problem : read.problems) {
        const std::string_view pointer = origin_of(problem.where).pointer;
        if (!result_.ask.contains(key_of(pointer)))
            draft_.report({problem.severity, place_of(pointer), problem.message});
    }
}

} // namespace

void finish_scenario(Draft& draft, const Answers& answers, const std::string& file) {
    Finish(draft, answers, file).run();
}

} // namespace headroom
