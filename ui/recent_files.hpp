// The files opened or saved last, kept between runs: the newest first, each once.
//
//     rememberFile("/home/team/plan.json");
//     for (const QString& path : recentFiles()) ...
#pragma once

#include <QStringList>

namespace headroom {

QStringList recentFiles();
void rememberFile(const QString& path);
/// A file that is gone has no place in the list.
void forgetFile(const QString& path);

} // namespace headroom
