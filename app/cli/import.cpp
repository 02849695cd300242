// import: foreign configuration files as a scenario: what they say, what was assumed, what to ask.
#include "core/formats/import.hpp"

#include "commands.hpp"
#include "core/io/text_file.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

namespace headroom::cli {

namespace {

std::map<std::string, std::string> answers_of(const std::vector<std::string>& texts) {
    std::map<std::string, std::string> answers;
    Problems problems;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            problems.push_back(error("--answer " + text, "this is not KEY=VALUE"));
        else
            answers[text.substr(0, equals)] = text.substr(equals + 1);
    }
    print_problems(problems);
    if (!problems.empty()) throw InputError();
    return answers;
}

Json parsed(const std::string& json) { return json.empty() ? Json(nullptr) : Json::parse(json); }

Json import_json(const ImportResult& result) {
    Json json{{"kind", result.kind},
              {"given", Json::object()},
              {"assumed", Json::object()},
              {"ask", Json::object()},
              {"problems", Json::array()}};
    for (const auto& [key, given] : result.given)
        json["given"][key] = {{"value", parsed(given.value_json)}, {"where", given.where}};
    for (const auto& [key, assumed] : result.assumed)
        json["assumed"][key] = {{"value", parsed(assumed.value_json)}, {"why", assumed.why}};
    for (const auto& [key, ask] : result.ask)
        json["ask"][key] = {{"reason", ask.reason}, {"question", ask.question}};
    for (const Problem& problem : result.problems)
        json["problems"].push_back({{"severity", name_of(problem.severity)},
                                    {"where", problem.where},
                                    {"message", problem.message}});
    json["ignored"] = result.ignored;
    json["unknown"] = result.unknown;
    json["scenario"] = parsed(result.scenario_json);
    return json;
}

std::string import_text(const ImportResult& result) {
    TableView table{{"key", "value", "from"}, {}};
    for (const auto& [key, given] : result.given)
        table.rows.push_back({key, given.value_json, given.where});
    for (const auto& [key, assumed] : result.assumed)
        table.rows.push_back({key, assumed.value_json, "assumed: " + assumed.why});
    std::string text = fmt::format("Read as: {}\n\n{}", result.kind, text_table(table));
    if (!result.ask.empty()) text += "\nTo be answered with --answer KEY=VALUE\n";
    for (const auto& [key, ask] : result.ask)
        text += fmt::format("  {}: {} ({})\n", key, ask.question, ask.reason);
    return text;
}

/// Writes the scenario once every question is answered; until then the questions are the problem.
void write_scenario_of(const ImportResult& result, const std::string& output) {
    Problems open;
    for (const auto& [key, ask] : result.ask)
        open.push_back(
            error("-o " + output, fmt::format("{} Say --answer {}=...", ask.question, key)));
    print_problems(open);
    if (!open.empty()) throw InputError();
    save("-o", output, result.scenario_json);
}

} // namespace

int run_import(const ImportOptions& options) {
    const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
    const ImportResult result =
        import_files(files, answers_of(options.answers), presets(), options.kind);
    if (options.json) print(json_text(import_json(result)));
    print_problems(result.problems);
    if (has_errors(result.problems)) return bad_input;
    if (!options.output.empty()) write_scenario_of(result, options.output);
    if (!options.json) print(import_text(result));
    return fine;
}

} // namespace headroom::cli
