// The memo with no window: `headroom --memo FILE.md|html|pdf SCENARIO`, or of a config.json with
// what it does not say: `--answer cluster.gpus=8`.
//
//     if (wants_memo(arguments)) return memo_from(arguments);
//
// Exit status: 0 written, 2 bad input (every problem on stderr), 3 our own fault. Needs a
// QApplication, on whatever platform; "offscreen" will do.
#pragma once

#include <QCommandLineParser>
#include <QStringList>

namespace headroom {

/// --memo, so that --help shows it.
void add_memo_option(QCommandLineParser& parser);

bool wants_memo(const QStringList& arguments);

int memo_from(const QStringList& arguments);

} // namespace headroom
