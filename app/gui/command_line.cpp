#include "app/gui/command_line.hpp"

#include <algorithm>
#include <iostream>

namespace headroom {

int report(const Problems& problems) {
    for (const Problem& problem : problems)
        std::cerr << to_report_line(problem) << '\n';
    return has_errors(problems) ? exit_bad_input : exit_fine;
}

bool asks_for(const QStringList& arguments, const QString& option) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const QString& argument) {
        return argument == option || argument.startsWith(option + '=');
    });
}

void addCommonOptions(QCommandLineParser& parser) {
    parser.addOptions({{"theme", "light or dark.", "THEME", "light"},
                       {"lang", "en or ko.", "LANG", "en"},
                       {"answer", "What a config.json does not say.", "KEY=VALUE"}});
}

bool read_choice(const QCommandLineParser& parser, const char* option, const char* no,
                 const char* yes, Problems& problems) {
    const QString value = parser.value(option);
    if (value != no && value != yes)
        problems.push_back(error(std::string("--") + option, std::string("must be ") + no + " or " +
                                                                 yes + ", not \"" +
                                                                 value.toStdString() + '"'));
    return value == yes;
}

Answers read_answers(const QCommandLineParser& parser, Problems& problems) {
    Answers answers;
    for (const QString& answer : parser.values("answer")) {
        const qsizetype equals = answer.indexOf('=');
        if (equals > 0)
            answers[answer.left(equals).toStdString()] = answer.mid(equals + 1).toStdString();
        else
            problems.push_back(error("--answer " + answer.toStdString(), "this is not KEY=VALUE"));
    }
    return answers;
}

std::string read_scenario_argument(const QCommandLineParser& parser, Problems& problems) {
    const QStringList files = parser.positionalArguments();
    if (files.size() == 1) return files.front().toStdString();
    problems.push_back(error("command line", "exactly one scenario file is needed"));
    return {};
}

} // namespace headroom
