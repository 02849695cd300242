#include "core/formats/import.hpp"

#include "core/formats/config_text.hpp"
#include "core/formats/foreign_json.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/hf_config.hpp"
#include "core/formats/recognise.hpp"
#include "core/formats/scenario_draft.hpp"
#include "core/formats/shell_reader.hpp"
#include "core/formats/toml_reader.hpp"
#include "core/formats/yaml_reader.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view hf_kind = "hf";
constexpr std::string_view no_kind = "none";

struct Format {
    std::string_view kind;
    void (*read)(FormatInput&);
    Severity repeated_keys; // what the framework itself does with them
};
constexpr std::array formats{
    Format{"deepspeed", read_deepspeed, Severity::error},
    Format{"accelerate", read_accelerate, Severity::warning},
    Format{"torchtitan", read_torchtitan, Severity::error},
    Format{"axolotl", read_axolotl, Severity::warning},
    Format{"llamafactory", read_llamafactory, Severity::warning},
    Format{"llamafactory_v1", read_llamafactory_v1, Severity::warning},
    Format{"torchtune", read_torchtune, Severity::error},
    Format{"litgpt", read_litgpt, Severity::warning},
    Format{"nanotron", read_nanotron, Severity::warning},
    Format{"megatron", read_megatron, Severity::warning},
    Format{"hf_trainer", read_hf_trainer, Severity::warning},
    Format{"hf_trainer_cli", read_hf_trainer, Severity::warning},
};

/// A file as far as it can be read without knowing its kind.
struct Syntactic {
    Syntax syntax = Syntax::json;
    std::optional<Json> root;
    std::vector<std::string> words;
    bool only_variables = false; // a script that another one reads
};

/// What begins with a brace is JSON; or, where the name does not say so, YAML in one of its styles.
std::optional<Json> parse_braces(const ConfigFile& file, Syntax& syntax, Problems& problems) {
    Problems of_json;
    auto root = parse_foreign_json(file.text, file.name, of_json);
    if (!root && file.path.extension() != ".json") {
        Problems of_yaml;
        root = parse_yaml(file.text, file.name, of_yaml);
        if (root) {
            syntax = Syntax::yaml;
            of_json = std::move(of_yaml);
        }
    }
    problems.insert(problems.end(), of_json.begin(), of_json.end());
    return root;
}

Syntactic parse(const ConfigFile& file, Problems& problems) {
    Syntactic parsed;
    parsed.syntax = syntax_of(file.text, file.path);
    switch (parsed.syntax) {
    case Syntax::json: parsed.root = parse_braces(file, parsed.syntax, problems); break;
    case Syntax::yaml: parsed.root = parse_yaml(file.text, file.name, problems); break;
    case Syntax::toml: parsed.root = parse_toml(file.text, file.name, problems); break;
    case Syntax::shell: {
        ShellScript script = read_shell(file.text, file.name, problems);
        parsed.root = std::move(script.flags);
        parsed.words = std::move(script.words);
        parsed.only_variables = script.sets_variables_only;
    }
    }
    return parsed;
}

/// Reads files one after another into one draft.
class Importer {
  public:
    Importer(const std::vector<fs::path>& files, const Answers& answers, const Catalog& catalog,
             std::string_view kind)
        : files_(files), answers_(answers), draft_(result_, answers, catalog), wanted_(kind) {
        result_.kind = no_kind;
    }

    ImportResult run() {
        answered_model();
        for (const fs::path& file : files_)
            read(file);
        if (result_.kind == no_kind) {
            result_.scenario_json = "{}\n";
            return std::move(result_);
        }
        if (result_.kind == hf_kind) ask_of_model();
        finish_scenario(draft_, answers_, files_.front().string());
        return std::move(result_);
    }

  private:
    void read(const fs::path& path);
    void read_as(const Recognised& recognised, ConfigFile& file, Syntax syntax);
    void read_model(const ConfigFile& file);
    void refuse(const std::string& name, const Recognised& recognised, bool only_variables);
    void answered_model();
    void ask_of_model();
    void report(Problem problem) { result_.problems.push_back(std::move(problem)); }
    /// The first file of a run names its kind; a model's own file only where it is alone.
    void name_kind(std::string_view kind) {
        if (result_.kind == no_kind || result_.kind == hf_kind) result_.kind = kind;
    }

    const std::vector<fs::path>& files_;
    const Answers& answers_;
    ImportResult result_;
    Draft draft_;
    std::string_view wanted_;
};

/// "model" may be answered by a config.json.
void Importer::answered_model() {
    const auto answer = draft_.answer("model");
    if (!answer || !answer->ends_with(".json")) return;
    ConfigFile file;
    file.path = *answer;
    file.name = *answer;
    const auto text = read_config_text(file.path, file.name, result_.problems);
    auto root = text ? parse_foreign_json(*text, file.name, result_.problems) : std::nullopt;
    if (!root) return;
    file.root = std::move(*root);
    read_model(file);
}

/// What is in no config.json.
void Importer::ask_of_model() {
    for (const char* key : {"training.sequence", "training.micro_batch", "cluster.gpus"})
        draft_.ask(key, reason::absent);
}

void Importer::read(const fs::path& path) {
    ConfigFile file;
    file.path = path;
    file.name = path.string();
    auto text = read_config_text(path, file.name, result_.problems);
    if (!text) return;
    file.text = std::move(*text);
    Syntactic parsed = parse(file, result_.problems);
    if (!parsed.root) {
        const Recognised guess = recognise_words(file.text);
        if (guess.kind != no_kind) name_kind(guess.kind);
        return;
    }
    file.root = std::move(*parsed.root);
    file.words = std::move(parsed.words);
    Recognised recognised = recognise(file.root, parsed.syntax);
    if (!wanted_.empty() && (recognised.kind != hf_kind || files_.size() == 1))
        recognised = {wanted_, ""};
    if (recognised.kind == no_kind || recognised.kind == "headroom")
        return refuse(file.name, recognised, parsed.only_variables);
    read_as(recognised, file, parsed.syntax);
}

void Importer::refuse(const std::string& name, const Recognised& recognised, bool only_variables) {
    if (only_variables)
        return report(error(name, "a launch script that only sets variables, for another one that "
                                  "reads it; give that one"));
    report(error(name,
                 recognised.what_is.empty()
                     ? fmt::format("not recognised; what can be imported: {}", importable_kinds())
                     : fmt::format("{}; it cannot be imported", recognised.what_is)));
}

void Importer::read_model(const ConfigFile& file) {
    if (result_.model) return report(error(file.name, "a second model; one can be imported"));
    ReadLog log;
    log.file = file.name;
    report_repeated_keys(file.root, log, Severity::warning);
    result_.problems.insert(result_.problems.end(), log.problems.begin(), log.problems.end());
    read_hf_config(file.root, file.name, result_);
}

void Importer::read_as(const Recognised& recognised, ConfigFile& file, Syntax syntax) {
    file.kind = recognised.kind;
    name_kind(recognised.kind);
    if (recognised.kind == hf_kind) return read_model(file);
    const auto format = std::ranges::find(formats, recognised.kind, &Format::kind);
    if (syntax == Syntax::shell)
        file.style = format->read == read_megatron ? KeyStyle::dashes : KeyStyle::underscores;
    FormatInput in(file, draft_, files_);
    report_repeated_keys(file.root, in.log, format->repeated_keys);
    if (!file.root.is(Json::Type::object))
        in.keys.place("").mismatch("keys with values");
    else
        format->read(in);
    result_.problems.insert(result_.problems.end(), in.log.problems.begin(), in.log.problems.end());
}

/// Other spellings that are as good.
std::string_view kind_of(std::string_view written) {
    return written == "megatron_cli" || written == "megatron_yaml" ? "megatron" : written;
}

} // namespace

ImportResult import_files(const std::vector<fs::path>& files, const Answers& answers,
                          const Catalog& catalog, std::string_view kind) {
    const std::string_view wanted = kind_of(kind);
    if (!wanted.empty() && what_is(wanted).empty()) {
        ImportResult refused;
        refused.kind = no_kind;
        refused.problems.push_back(
            error("--as", fmt::format("\"{}\" cannot be imported; these can: {}", kind,
                                      importable_kinds())));
        refused.scenario_json = "{}\n";
        return refused;
    }
    return Importer(files, answers, catalog, wanted).run();
}

std::string foreign_kind(const fs::path& file) {
    Problems ignored;
    ConfigFile config;
    config.path = file;
    const auto text = read_config_text(file, "", ignored);
    if (!text) return {};
    config.text = *text;
    const Syntactic parsed = parse(config, ignored);
    if (!parsed.root || parsed.root->find("format") != nullptr) return {};
    return std::string(recognise(*parsed.root, parsed.syntax).what_is);
}

ScenarioResult read_or_import(const fs::path& file, const Answers& answers,
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
