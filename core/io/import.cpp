#include "core/io/import.hpp"

#include "core/io/hf_config.hpp"
#include "core/io/import_sniff.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace headroom {

namespace {

using Output = nlohmann::ordered_json;
using Answers = std::map<std::string, std::string>;

constexpr std::string_view hf_kind = "hf";
constexpr std::string_view no_kind = "none";
/// No file names the GPU: what a plan starts from until the user picks another.
constexpr const char* first_gpu = "h100-sxm";
constexpr int usual_node = 8;

/// An answer as JSON: a number or true where it is one, else text.
Output answer_value(const std::string& text) {
    Output value = Output::parse(text, nullptr, false);
    return value.is_discarded() || value.is_object() ? Output(text) : value;
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
    void ask();
    void question(const std::string& key, const char* reason, const char* text);
    std::optional<int> number(const std::string& key);
    void cluster(Output& scenario);
    void training(Output& scenario);
    void other_answers(Output& scenario);
    std::string scenario_text();

    const Answers& answers_;
    const Catalog& catalog_;
    std::string_view wanted_;
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
    read_hf_config(*root, name, result_);
}

void Importer::question(const std::string& key, const char* reason, const char* text) {
    if (!answers_.contains(key)) result_.ask[key] = {reason, text};
}

void Importer::ask() {
    question("training.sequence", "absent", "How many tokens has a sequence of the run?");
    question("training.micro_batch", "absent", "How many sequences has a micro batch on one GPU?");
    question("cluster.gpus", "absent", "How many GPUs are there in all?");
}

std::optional<int> Importer::number(const std::string& key) {
    const auto found = answers_.find(key);
    if (found == answers_.end()) return std::nullopt;
    int value = 0;
    const std::string& text = found->second;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc{} && end == text.data() + text.size() && value >= 1) return value;
    result_.problems.push_back(
        error(key, fmt::format("\"{}\" is not a whole number of at least 1", text)));
    return std::nullopt;
}

void Importer::cluster(Output& scenario) {
    const auto chosen = answers_.find("cluster.gpu");
    const std::string gpu = chosen == answers_.end() ? first_gpu : chosen->second;
    if (chosen == answers_.end())
        result_.assumed["cluster.gpu"] = {fmt::format("\"{}\"", gpu),
                                          "no configuration file names the GPU"};
    scenario["cluster"]["gpu"] = gpu;
    const std::optional<int> gpus = number("cluster.gpus");
    if (!gpus) return;
    if (*gpus > usual_node && *gpus % usual_node != 0)
        result_.problems.push_back(
            error("cluster.gpus",
                  fmt::format("{} GPUs do not make whole nodes of {}", *gpus, usual_node)));
    scenario["cluster"]["gpus_per_node"] = std::min(*gpus, usual_node);
    scenario["cluster"]["nodes"] = std::max(1, *gpus / usual_node);
}

void Importer::training(Output& scenario) {
    Output& training = scenario["training"] = Output::object();
    if (const auto sequence = number("training.sequence")) training["sequence"] = *sequence;
    const std::optional<int> micro = number("training.micro_batch");
    if (micro) training["micro_batch"] = *micro;
    if (const auto global = number("training.global_batch")) {
        training["global_batch"] = *global;
    } else if (const auto gpus = number("cluster.gpus"); micro && gpus) {
        const int accumulation = number("training.accumulation").value_or(1);
        if (!answers_.contains("training.accumulation"))
            result_.assumed["training.accumulation"] = {"1", "one micro batch for each step"};
        training["global_batch"] = std::int64_t{*micro} * accumulation * *gpus;
    }
    if (const auto weights = result_.given.find("training.quantization.weights");
        weights != result_.given.end())
        training["quantization"]["weights"] = Output::parse(weights->second.value_json);
}

/// Any other path of a scenario may be answered as well: training.zero_stage=3.
void Importer::other_answers(Output& scenario) {
    constexpr std::array handled{"cluster.gpu",           "cluster.gpus",
                                 "training.sequence",     "training.micro_batch",
                                 "training.global_batch", "training.accumulation"};
    for (const auto& [key, text] : answers_) {
        if (std::ranges::find(handled, key) != handled.end()) continue;
        std::string pointer = "/" + key;
        std::ranges::replace(pointer, '.', '/');
        scenario[Output::json_pointer(pointer)] = answer_value(text);
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

ImportResult Importer::finish() {
    if (!result_.model) {
        result_.ask.clear();
        result_.assumed.clear();
        result_.scenario_json = "{}\n";
        return std::move(result_);
    }
    ask();
    result_.scenario_json = scenario_text();
    if (result_.ask.empty() && !has_errors(result_.problems)) {
        const ScenarioResult read = read_scenario(result_.scenario_json, "imported", catalog_);
        result_.problems.insert(result_.problems.end(), read.problems.begin(), read.problems.end());
    }
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

} // namespace headroom
