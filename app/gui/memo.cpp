#include "app/gui/memo.hpp"

#include "app/gui/command_line.hpp"
#include "core/formats/import.hpp"
#include "core/io/catalog_reader.hpp"
#include "ui/font_coverage.hpp"
#include "ui/memo.hpp"

namespace headroom {

namespace {

struct Request {
    std::filesystem::path output, scenario;
    Answers answers;
    MemoOptions options;
};

Problems read_request(const QStringList& arguments, Request& request) {
    Problems problems;
    QCommandLineParser parser;
    add_memo_option(parser);
    addCommonOptions(parser);
    if (!parser.parse(arguments))
        problems.push_back(error("command line", parser.errorText().toStdString()));
    request.output = parser.value("memo").toStdString();
    if (!memoFormatOf(request.output))
        problems.push_back(error("--memo", "must end in .md, .html or .pdf"));
    if (read_choice(parser, "theme", "light", "dark", problems))
        request.options.theme = Theme::dark();
    if (read_choice(parser, "lang", "en", "ko", problems))
        request.options.language = Language::korean;
    request.answers = read_answers(parser, problems);
    request.scenario = read_scenario_argument(parser, problems);
    return problems;
}

} // namespace

void add_memo_option(QCommandLineParser& parser) {
    parser.addOption({"memo", "Memo to write: .md, .html or .pdf.", "FILE"});
}

bool wants_memo(const QStringList& arguments) { return asks_for(arguments, "--memo"); }

int memo_from(const QStringList& arguments) {
    Request request;
    const Problems problems = read_request(arguments, request);
    if (has_errors(problems)) return report(problems);
    const CatalogResult presets = read_catalog(presets_directory());
    if (has_errors(presets.problems)) {
        report(presets.problems);
        return exit_own_fault;
    }
    const ScenarioResult read = read_or_import(request.scenario, request.answers, presets.catalog);
    report(read.problems);
    if (!read.scenario) return exit_bad_input;
    if (const auto missing = missingLetters(request.options.language)) report({*missing});
    const auto problem = writeMemo(memoInput(*read.scenario, presets.catalog), presets.catalog,
                                   request.output, request.options);
    return problem ? report({*problem}) : exit_fine;
}

} // namespace headroom
