// Foreign files as a scenario: what was given, what was assumed, what has to be asked.
//
//     ImportResult r = import_files({"config.json"}, {}, catalog);
//     r.given["model"].where             // "config.json:3"
//
// Kinds: "hf" (Hugging Face config.json). JSON shape and exit codes: interface.md, `import`.
#pragma once

#include "core/base/problem.hpp"
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
    int ignored = 0;
    std::vector<std::string> unknown;
    std::string scenario_json;      // what is known so far, as a scenario file
    std::optional<ModelSpec> model; // of a config.json
};

ImportResult import_files(const std::vector<std::filesystem::path>& files,
                          const std::map<std::string, std::string>& answers, const Catalog& catalog,
                          std::string_view kind = {});

} // namespace headroom
