#include "app/gui/memo.hpp"

#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "ui/memo.hpp"

#include <algorithm>
#include <iostream>

namespace headroom {

namespace {

constexpr int exit_written = 0, exit_bad_input = 2, exit_own_fault = 3;

int report(const Problems& problems) {
    for (const Problem& problem : problems)
        std::cerr << to_line(problem) << '\n';
    return has_errors(problems) ? exit_bad_input : exit_written;
}

struct Request {
    std::filesystem::path output, scenario;
    MemoOptions options;
};

bool read_choice(const QCommandLineParser& parser, const char* option, const char* no,
                 const char* yes, Problems& problems) {
    const QString value = parser.value(option);
    if (value != no && value != yes)
        problems.push_back(error(std::string("--") + option, std::string("must be ") + no + " or " +
                                                                 yes + ", not \"" +
                                                                 value.toStdString() + '"'));
    return value == yes;
}

Problems read_request(const QStringList& arguments, Request& request) {
    Problems problems;
    QCommandLineParser parser;
    add_memo_option(parser);
    parser.addOptions(
        {{"theme", "light or dark.", "THEME", "light"}, {"lang", "en or ko.", "LANG", "en"}});
    if (!parser.parse(arguments)) problems.push_back(error("", parser.errorText().toStdString()));
    request.output = parser.value("memo").toStdString();
    if (!memoFormatOf(request.output))
        problems.push_back(error("--memo", "must end in .md, .html or .pdf"));
    if (read_choice(parser, "theme", "light", "dark", problems))
        request.options.theme = Theme::dark();
    if (read_choice(parser, "lang", "en", "ko", problems))
        request.options.language = Language::korean;
    const QStringList files = parser.positionalArguments();
    if (files.size() == 1)
        request.scenario = files.front().toStdString();
    else
        problems.push_back(error("", "exactly one scenario file is needed"));
    return problems;
}

} // namespace

void add_memo_option(QCommandLineParser& parser) {
    parser.addOption({"memo", "Memo to write: .md, .html or .pdf.", "FILE"});
}

bool wants_memo(const QStringList& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](const QString& argument) {
        return argument == "--memo" || argument.startsWith("--memo=");
    });
}

int memo_from(const QStringList& arguments) {
    Request request;
    const Problems problems = read_request(arguments, request);
    if (has_errors(problems)) return report(problems);
    const CatalogResult presets = read_catalog(presets_directory());
    if (has_errors(presets.problems)) {
        report(presets.problems);
        return exit_own_fault;
    }
    const ScenarioResult read = read_scenario_file(request.scenario, presets.catalog);
    report(read.problems);
    if (!read.scenario) return exit_bad_input;
    const auto problem = writeMemo(memoInput(*read.scenario, presets.catalog), presets.catalog,
                                   request.output, request.options);
    return problem ? report({*problem}) : exit_written;
}

} // namespace headroom
