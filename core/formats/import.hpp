// Foreign files as a scenario: what was given, what was assumed, what has to be asked.
//
//     ImportResult r = import_files({"config.json"}, {{"cluster.gpus", "8"}}, catalog);
//     r.given["model.hidden_size"].where     // "config.json:3: /hidden_size"
//     r.ask["training.sequence"].question    // "How many tokens has a sequence of the run?"
//
// Kinds are those of recognise.hpp; "none" for what cannot be read, with a problem that says what
// the file is. Nothing is guessed silently: a value of the scenario was given, assumed with its
// reason, or answered. Files that are opened together describe one run. JSON shape and exit codes:
// docs/import.md.
#pragma once

#include "core/base/problem.hpp"
#include "core/io/scenario_json.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct ImportResult {
    struct Given {
        std::string value_json, where;
    };
    struct Assumed {
        std::string value_json, why;
    };
    struct Question {
        std::string reason, question;
    };
    std::string kind;
    std::map<std::string, Given> given;
    std::map<std::string, Assumed> assumed;
    std::map<std::string, Question> ask;
    Problems problems;
    int ignored = 0;                  // keys that change neither memory nor time
    std::vector<std::string> unknown; // keys that are not known at all
    std::string scenario_json;        // what is known so far, as a scenario file
    std::optional<ModelSpec> model;   // of a config.json
};

/// `answers` are by key of `ask`, and may give any other path of a scenario too. `kind` overrides
/// what the contents look like.
ImportResult import_files(const std::vector<std::filesystem::path>& files,
                          const std::map<std::string, std::string>& answers, const Catalog& catalog,
                          std::string_view kind = {});

/// Of a foreign file, "this is a Hugging Face config.json"; "" of a scenario and of what cannot be
/// told.
std::string foreign_kind(const std::filesystem::path& file);

/// A scenario file, or a foreign one that the answers make one: a question that is left open is an
/// error, as nothing is guessed.
ScenarioResult read_or_import(const std::filesystem::path& file,
                              const std::map<std::string, std::string>& answers,
                              const Catalog& catalog);

} // namespace headroom
