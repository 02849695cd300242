#include "ui/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>

namespace headroom {

namespace {

constexpr auto recent_key = "files/recent";
constexpr int most_files = 8;

} // namespace

QStringList recentFiles() { return QSettings().value(recent_key).toStringList(); }

void rememberFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    while (files.size() > most_files)
        files.removeLast();
    QSettings().setValue(recent_key, files);
}

void forgetFile(const QString& path) {
    QStringList files = recentFiles();
    if (files.removeAll(QFileInfo(path).absoluteFilePath()) > 0)
        QSettings().setValue(recent_key, files);
}

} // namespace headroom
