#include "core/formats/import.hpp"

#include "core/base/unit_text.hpp"
#include "core/formats/hf_config.hpp"
#include "core/formats/recognise.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/scenario_paths.hpp"
#include "core/io/text_file.hpp"
#include "core/model/ranges.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;
using Answers = std::map<std::string, std::string>;

constexpr std::string_view hf_kind = "hf";
constexpr std::string_view no_kind = "none";
/// No file names the GPU: what a plan starts from until the user picks another.
constexpr const char* first_gpu = "h100-sxm";

/// An answer as JSON: a number or true where it is one, else text.
Output answer_value(const std::string& text) {
    Output value = Output::parse(text, nullptr, false);
    return value.is_discarded() || value.is_object() ? Output(text) : value;
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

/// Writes one file's model into the result; "none" with a reason where it is of another kind.
class Importer {
  public:
    Importer(const Answers& answers, const Catalog& catalog, std::string_view kind)
        : answers_(answers), catalog_(catalog), wanted_(kind) {
        result_.kind = no_kind;
    }

    void read(const std::filesystem::path& path);
    ImportResult finish();

  private:
    void refuse(const std::string& name, std::string message) {
        result_.problems.push_back(error(name, std::move(message)));
    }
    void refuse_as(const std::string& name, const Sniffed& sniffed);
    void read_json(const std::string& name, const std::string& text);
    void check_answers();
    void ask();
    void question(const std::string& key, const char* reason, const char* text);
    void read_numbers();
    std::optional<int> number(const std::string& key) const;
    void assume(const std::string& key, const Output& value, std::string why);
    void cluster(Output& scenario);
    void links(const std::string& gpu, int gpus_per_node, int nodes);
    void training(Output& scenario);
    void global_batch(Output& training);
    void other_answers(Output& scenario);
    void assume_defaults();
    std::string scenario_text();
    void check_scenario();
    std::string place_of(std::string_view pointer) const;

    const Answers& answers_;
    const Catalog& catalog_;
    std::string_view wanted_;
    std::string file_; // that the model is from
    std::map<std::string, int> numbers_;
    ImportResult result_;
};

void Importer::read(const std::filesystem::path& path) {
    const std::string name = path.string();
    const auto text = read_text_file(path, result_.problems, name);
    if (!text) return;
    const std::size_t start = text->find_first_not_of(" \t\r\n");
    if ((*text)[start] == '{')
        read_json(name, *text);
    else
        refuse_as(name, sniff_text(*text));
}

void Importer::refuse_as(const std::string& name, const Sniffed& sniffed) {
    refuse(name, sniffed.what_is.empty()
                     ? "not recognised; a Hugging Face config.json can be imported"
                     : fmt::format("{}; only a Hugging Face config.json can be imported",
                                   sniffed.what_is));
}

void Importer::read_json(const std::string& name, const std::string& text) {
    const auto root = parse_json(text, name, result_.problems, Strictness::lenient);
    if (!root) return;
    const Sniffed sniffed = wanted_ == hf_kind ? Sniffed{hf_kind, ""} : sniff_json(*root);
    if (sniffed.kind != hf_kind) return refuse_as(name, sniffed);
    if (result_.kind == hf_kind) return refuse(name, "a second model; one can be imported");
    result_.kind = hf_kind;
    file_ = name;
    read_hf_config(*root, name, result_);
}

constexpr std::array whole_answers{"cluster.gpus",          "cluster.gpus_per_node",
                                   "training.sequence",     "training.micro_batch",
                                   "training.global_batch", "training.accumulation"};

void Importer::check_answers() {
    for (const auto& [key, text] : answers_)
        if (key != "training.accumulation" && !is_scenario_path(key))
            refuse(place_of_answer(key, text),
                   no_such_path(key) + " (asked for are cluster.gpus, training.sequence and "
                                       "training.micro_batch; any path of a scenario will do)");
    read_numbers();
}

void Importer::question(const std::string& key, const char* reason, const char* text) {
    if (!answers_.contains(key)) result_.ask[key] = {reason, text};
}

void Importer::ask() {
    question("training.sequence", "absent", "How many tokens has a sequence of the run?");
    question("training.micro_batch", "absent", "How many sequences has a micro batch on one GPU?");
    question("cluster.gpus", "absent", "How many GPUs are there in all?");
}

/// The answers that the rest is worked out from. Lengths may be "8k".
void Importer::read_numbers() {
    for (const std::string key : whole_answers) {
        const auto found = answers_.find(key);
        if (found == answers_.end()) continue;
        const Parsed<double> value = parse_count(found->second, true);
        if (value && *value >= 1.0 && *value <= std::numeric_limits<int>::max() &&
            *value == std::floor(*value))
            numbers_[key] = static_cast<int>(*value);
        else
            refuse(place_of_answer(key, found->second), "not a whole number of at least 1");
    }
}

std::optional<int> Importer::number(const std::string& key) const {
    const auto found = numbers_.find(key);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void Importer::assume(const std::string& key, const Output& value, std::string why) {
    if (!answers_.contains(key)) result_.assumed[key] = {value.dump(), std::move(why)};
}

void Importer::cluster(Output& scenario) {
    const auto chosen = answers_.find("cluster.gpu");
    const std::string gpu = chosen == answers_.end() ? first_gpu : chosen->second;
    assume("cluster.gpu", gpu, "no configuration file names the GPU");
    scenario["cluster"]["gpu"] = gpu;
    const std::optional<int> gpus = number("cluster.gpus");
    if (!gpus) return;
    const std::optional<int> in_node = number("cluster.gpus_per_node");
    NodeShape shape = nodes_of(*gpus, {});
    if (in_node) shape = {*in_node, *gpus / *in_node};
    if (in_node && *gpus % *in_node != 0)
        refuse("--answer cluster.gpus_per_node",
               fmt::format("{} GPUs do not make whole nodes of {}", *gpus, *in_node));
    scenario["cluster"]["gpus_per_node"] = shape.gpus_per_node;
    scenario["cluster"]["nodes"] = std::max(1, shape.nodes);
    assume("cluster.gpus_per_node", shape.gpus_per_node, "whole nodes of up to 8 GPUs");
    assume("cluster.nodes", shape.nodes, "whole nodes of up to 8 GPUs");
    links(gpu, shape.gpus_per_node, shape.nodes);
}

void Importer::links(const std::string& gpu, int gpus_per_node, int nodes) {
    const GpuSpec* const spec = catalog_.find_gpu(gpu);
    if (spec == nullptr) return;
    const ClusterSpec usual = usual_cluster(*spec, gpus_per_node, nodes, catalog_);
    if (gpus_per_node > 1)
        assume("cluster.intra_node", usual.intra_node.id, "the usual link of this GPU");
    if (nodes > 1) assume("cluster.inter_node", usual.inter_node.id, "the usual link of this GPU");
}

void Importer::training(Output& scenario) {
    Output& training = scenario["training"] = Output::object();
    for (const char* key : {"sequence", "micro_batch"})
        if (const auto value = number(fmt::format("training.{}", key))) training[key] = *value;
    if (const auto weights = result_.given.find("training.quantization.weights");
        weights != result_.given.end())
        training["quantization"]["weights"] = Output::parse(weights->second.value_json);
    global_batch(training);
}

/// As answered, or one micro batch of each data-parallel rank times the accumulation.
void Importer::global_batch(Output& training) {
    if (const auto global = number("training.global_batch")) {
        training["global_batch"] = *global;
        return;
    }
    const auto micro = number("training.micro_batch");
    const auto gpus = number("cluster.gpus");
    if (!micro || !gpus) return;
    const std::int64_t accumulation = number("training.accumulation").value_or(1);
    assume("training.accumulation", 1, "one micro batch for each step");
    std::int64_t ranks = 1;
    for (const char* degree : {"tensor_parallel", "pipeline_parallel", "context_parallel"}) {
        const auto answer = answers_.find(fmt::format("training.{}", degree));
        const Parsed<double> count = parse_count(answer == answers_.end() ? "1" : answer->second);
        if (count && *count >= 1.0 && *count <= plan_limits::ranks)
            ranks *= static_cast<std::int64_t>(*count);
    }
    const std::int64_t data = std::max<std::int64_t>(1, *gpus / ranks);
    const std::int64_t batch = *micro * accumulation * data;
    training["global_batch"] = batch;
    assume("training.global_batch", batch, "micro batch x accumulation x data-parallel ranks");
}

/// Any other path of a scenario may be answered as well: training.zero_stage=3.
void Importer::other_answers(Output& scenario) {
    for (const auto& [key, text] : answers_) {
        const bool handled =
            key == "cluster.gpu" || std::ranges::find(whole_answers, key) != whole_answers.end();
        if (!handled && is_scenario_path(key)) put(scenario, key, answer_value(text));
    }
}

/// Everything else about the training is a default of the scenario format, and is said.
void Importer::assume_defaults() {
    const Output defaults = Output::parse(write_default_training());
    for (const auto& [key, value] : defaults.items()) {
        const std::string path = "training." + key;
        const bool is_told = std::ranges::any_of(answers_, [&](const auto& answer) {
            return answer.first == path || answer.first.starts_with(path + ".");
        });
        if (is_told || result_.ask.contains(path) || result_.given.contains(path) ||
            result_.assumed.contains(path))
            continue;
        assume(path, value, "no config.json says it; the default of a scenario");
    }
}

std::string Importer::scenario_text() {
    Output scenario = Output::object();
    scenario["format"] = 1;
    scenario["name"] = result_.model->name;
    scenario["model"] = Output::parse(write_model(*result_.model));
    cluster(scenario);
    training(scenario);
    other_answers(scenario);
    return scenario.dump(2) + "\n";
}

/// Where a value of the scenario came from: an answer, the file, or a rule.
std::string Importer::place_of(std::string_view pointer) const {
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

/// What the scenario's own rules say, of what is known so far and with its place in the input.
void Importer::check_scenario() {
    const ScenarioResult read = read_scenario(result_.scenario_json, file_, catalog_);
    for (const Problem& problem : read.problems) {
        const std::string_view pointer = origin_of(problem.where).pointer;
        const bool waits = result_.ask.contains(key_of(pointer)) ||
                           (pointer == "/training/global_batch" && !result_.ask.empty());
        if (!waits)
            result_.problems.push_back({problem.severity, place_of(pointer), problem.message});
    }
}

ImportResult Importer::finish() {
    check_answers();
    if (!result_.model) {
        result_.ask.clear();
        result_.assumed.clear();
        result_.scenario_json = "{}\n";
        return std::move(result_);
    }
    ask();
    result_.scenario_json = scenario_text();
    assume_defaults();
    if (!has_errors(result_.problems)) check_scenario();
    return std::move(result_);
}

} // namespace

ImportResult import_files(const std::vector<std::filesystem::path>& files, const Answers& answers,
                          const Catalog& catalog, std::string_view kind) {
    if (!kind.empty() && kind != hf_kind) {
        ImportResult refused;
        refused.kind = no_kind;
        refused.problems.push_back(
            error("--as", fmt::format("\"{}\" cannot be imported; hf can", kind)));
        refused.scenario_json = "{}\n";
        return refused;
    }
    Importer importer(answers, catalog, kind);
    for (const std::filesystem::path& file : files)
        importer.read(file);
    return importer.finish();
}

std::string_view foreign_kind(const std::filesystem::path& file) {
    Problems ignored;
    const auto text = read_text_file(file, ignored);
    const auto root =
        text ? parse_json(*text, "", ignored, Strictness::lenient) : std::optional<Json>();
    if (!root || root->find("format") != nullptr) return {};
    const Sniffed sniffed = sniff_json(*root);
    return sniffed.kind == hf_kind ? "this is a Hugging Face config.json" : sniffed.what_is;
}

ScenarioResult read_or_import(const std::filesystem::path& file, const Answers& answers,
                              const Catalog& catalog) {
    if (foreign_kind(file).empty()) return read_scenario_file(file, catalog);
    ImportResult imported = import_files({file}, answers, catalog);
    ScenarioResult result;
    result.problems = std::move(imported.problems);
    for (const auto& [key, ask] : imported.ask)
        result.problems.push_back(
            error(file.string(), fmt::format("{} Say --answer {}=...", ask.question, key)));
    if (has_errors(result.problems)) return result;
    result.scenario = read_scenario(imported.scenario_json, file.string(), catalog).scenario;
    return result;
}

} // namespace headroom
