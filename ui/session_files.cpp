// The session's dealings with files: open, save, autosave, recovery.
#include "core/formats/import.hpp"
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
constexpr auto last_legal = QLatin1String("last_legal");
constexpr auto pins = QLatin1String("pins");
constexpr auto name = QLatin1String("name");
constexpr auto locked = QLatin1String("locked");
} // namespace key

QString written(const Scenario& scenario, const Catalog& catalog) {
    return QString::fromStdString(write_scenario(scenario, catalog));
}

QJsonArray written(const Pins& pins, const Catalog& catalog) {
    QJsonArray array;
    for (const Pin& pin : pins)
        array.append(QJsonObject{{key::name, QString::fromStdString(pin.name)},
                                 {key::scenario, written(pin.scenario, catalog)}});
    return array;
}

/// Legal or not; empty where it is not readable.
std::optional<Scenario> read(const QJsonValue& text, const Catalog& catalog) {
    if (!text.isString()) return std::nullopt;
    ScenarioResult result = read_scenario(text.toString().toStdString(), "session", catalog);
    return result.scenario ? std::move(result.scenario) : std::move(result.illegal);
}

Pins readPins(const QJsonArray& array, const Catalog& catalog) {
    Pins pins;
    for (const QJsonValue& pin : array)
        if (std::optional<Scenario> scenario = read(pin[key::scenario], catalog))
            pins.push_back({pin[key::name].toString().toStdString(), std::move(*scenario)});
    return pins;
}

} // namespace

OpenOutcome Session::open(const QString& path) {
    return is_foreign(path) ? openForeign(path) : openScenario(path);
}

OpenOutcome Session::openToMend(const QString& path) { return openScenario(path, true); }

OpenOutcome Session::openScenario(const QString& path, bool to_mend) {
    ScenarioResult result = read_scenario_file(to_path(path), catalog_);
    if (!result.scenario && to_mend) result.scenario = std::move(result.illegal);
    if (!result.scenario) return {false, std::move(result.problems), result.illegal.has_value()};
    endDrag();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    saved_[absolute] = *result.scenario;
    ModelSpec model = result.scenario->model;
    commit({std::move(*result.scenario), std::move(model), absolute,
            std::move(result.unknown_keys_json), present().pins});
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
    kept[key::scenario] = written(scenario(), catalog_);
    // What the charts go on showing, greyed.
    if (isStale()) kept[key::last_legal] = written(shown_, catalog_);
    kept[key::unknown_keys] = QString::fromStdString(present().unknown_keys);
    kept[key::saved] = !isDirty();
    QJsonArray gpus;
    for (const std::string& id : gpus_in_view_)
        gpus.append(QString::fromStdString(id));
    kept[key::gpus_in_view] = gpus;
    kept[key::pins] = written(pins(), catalog_);
    kept[key::locked] = QString::fromStdString(locked_.to_string());
    return write_file(to_path(autosave_path_), QJsonDocument(kept).toJson().toStdString());
}

bool Session::recover(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return false;
    const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
    std::optional<Scenario> scenario = read(kept[key::scenario], catalog_);
    if (!scenario) return false;
    std::vector<std::string> ids;
    for (const QJsonValue& id : kept[key::gpus_in_view].toArray())
        ids.push_back(id.toString().toStdString());
    if (!ids.empty()) gpus_in_view_ = std::move(ids);
    const QString origin = kept[key::file].toString();
    if (kept[key::saved].toBool()) saved_[origin] = *scenario;
    const std::string locked = kept[key::locked].toString().toStdString();
    if (locked.size() == axis_count && locked.find_first_not_of("01") == std::string::npos)
        locked_ = std::bitset<axis_count>(locked);
    Step step{{},
              {},
              origin,
              kept[key::unknown_keys].toString().toStdString(),
              std::make_shared<const Pins>(readPins(kept[key::pins].toArray(), catalog_))};
    for (auto& plan : {read(kept[key::last_legal], catalog_), scenario}) {
        if (!plan) continue;
        step.scenario = *plan;
        step.unscaled = plan->model;
        replacePresent(step);
    }
    return true;
}

} // namespace headroom
