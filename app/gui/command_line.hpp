// What the program's ways of working without a window share: options, problems, exit statuses.
//
//     addCommonOptions(parser);                                 // --theme, --lang, --answer
//     const Answers answers = read_answers(parser, problems);   // {"cluster.gpus", "8"}
//     if (has_errors(problems)) return report(problems);        // one line each on stderr
#pragma once

#include "core/base/problem.hpp"

#include <QCommandLineParser>
#include <QStringList>

#include <map>
#include <string>

namespace headroom {

enum Exit : int { exit_fine = 0, exit_bad_input = 2, exit_own_fault = 3 };

/// For a config.json: what it does not say, by path.
using Answers = std::map<std::string, std::string>;

/// Prints them as headroom-cli does; exit_bad_input when there is an error among them.
int report(const Problems& problems);

/// Whether an option is among the arguments: "--memo" or "--memo=x.md".
bool asks_for(const QStringList& arguments, const QString& option);

void addCommonOptions(QCommandLineParser& parser);

/// One of two words; true for `yes`, and a problem for anything else.
bool read_choice(const QCommandLineParser& parser, const char* option, const char* no,
                 const char* yes, Problems& problems);

Answers read_answers(const QCommandLineParser& parser, Problems& problems);

/// The one positional argument.
std::string read_scenario_argument(const QCommandLineParser& parser, Problems& problems);

} // namespace headroom
