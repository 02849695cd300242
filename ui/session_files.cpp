// The session's dealings with files: open, save, autosave, recovery.
#include "core/io/import.hpp"
#include "core/io/scenario_json.hpp"
#include "ui/session.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace headroom {

namespace {

std::filesystem::path to_path(const QString& path) { return QFileInfo(path).filesystemFilePath(); }

/// Every scenario file of ours says its format; valid JSON without it was written by another
/// program. What cannot be parsed counts as ours, so that its errors are told with their lines.
bool is_foreign(const QString& path) {
    constexpr qint64 largest_file = 16 << 20; // as core/io, which says so when it is exceeded
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > largest_file) return false;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    return document.isObject() && !document.object().contains("format");
}

namespace key {
constexpr auto file = QLatin1String("file");
constexpr auto scenario = QLatin1String("scenario");
constexpr auto unknown_keys = QLatin1String("unknown_keys");
constexpr auto saved = QLatin1String("saved");
constexpr auto gpus_in_view = QLatin1String("gpus_in_view");
} // namespace key

} // namespace

OpenOutcome Session::open(const QString& path) {
    return is_foreign(path) ? openForeign(path) : openScenario(path);
}

OpenOutcome Session::openScenario(const QString& path) {
    ScenarioResult result = read_scenario_file(to_path(path), catalog_);
    if (!result.scenario) return {false, std::move(result.problems)};
    endDrag();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    saved_[absolute] = *result.scenario;
    ModelSpec model = result.scenario->model;
    commit({std::move(*result.scenario), std::move(model), absolute,
            std::move(result.unknown_keys_json)});
    return {true, std::move(result.problems)};
}

OpenOutcome Session::openForeign(const QString& path) {
    ImportResult result = import_files({to_path(path)}, {}, catalog_);
    // Nobody's format: the reader of our own says best what is missing.
    if (result.kind == "none") return openScenario(path);
    if (!result.model || has_errors(result.problems)) return {false, std::move(result.problems)};
    setModel(*result.model);
    return {true, std::move(result.problems)};
}

std::optional<Problem> Session::save(const QString& path) {
    if (isStale())
        return error(QFileInfo(path).fileName().toStdString(),
                     tr("a plan that is not legal cannot be saved").toStdString());
    const std::string text = write_scenario(scenario(), catalog_, present().unknown_keys);
    if (auto problem = write_file(to_path(path), text)) return problem;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    history_[at_].file = absolute;
    saved_[absolute] = scenario();
    announce();
    return std::nullopt;
}

void Session::autosaveTo(const QString& path) {
    autosave_path_ = path;
    QDir().mkpath(QFileInfo(path).absolutePath());
}

std::optional<Problem> Session::flush() {
    if (autosave_path_.isEmpty() || !autosave_.isActive()) return std::nullopt;
    autosave_.stop();
    QJsonObject kept;
    kept[key::file] = file();
    // A plan that is not legal is on its way to one that is: the last legal one is kept.
    kept[key::scenario] = QString::fromStdString(write_scenario(shown_, catalog_));
    kept[key::unknown_keys] = QString::fromStdString(present().unknown_keys);
    kept[key::saved] = !isDirty();
    QJsonArray gpus;
    for (const std::string& id : gpus_in_view_)
        gpus.append(QString::fromStdString(id));
    kept[key::gpus_in_view] = gpus;
    return write_file(to_path(autosave_path_), QJsonDocument(kept).toJson().toStdString());
}

bool Session::recover(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return false;
    const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
    const std::string text = kept[key::scenario].toString().toStdString();
    ScenarioResult result = read_scenario(text, path.toStdString(), catalog_);
    if (!result.scenario) return false;
    std::vector<std::string> ids;
    for (const QJsonValue& id : kept[key::gpus_in_view].toArray())
        ids.push_back(id.toString().toStdString());
    if (!ids.empty()) gpus_in_view_ = std::move(ids);
    const QString origin = kept[key::file].toString();
    if (kept[key::saved].toBool()) saved_[origin] = *result.scenario;
    ModelSpec model = result.scenario->model;
    replacePresent({std::move(*result.scenario), std::move(model), origin,
                    kept[key::unknown_keys].toString().toStdString()});
    return true;
}

} // namespace headroom
