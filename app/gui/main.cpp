// headroom [SCENARIO.json]                 opens the explorer
// headroom --export CHART --output FILE SCENARIO.json    writes a chart, with no window
// headroom --memo FILE.md|html|pdf SCENARIO.json        writes the memo, with no window
// headroom --bench-drag [--bench-moves N] SCENARIO.json  measures drags, prints a line of JSON
// headroom --bench-start SCENARIO.json                   the same of opening the window
//
// Exit status: 0 fine, 2 bad input, 3 our own fault (presets missing or broken).
#include "app/gui/bench_drag.hpp"
#include "app/gui/command_line.hpp"
#include "app/gui/export.hpp"
#include "app/gui/memo.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "ui/main_window.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QElapsedTimer>
#include <QStandardPaths>

#include <cstdlib>

namespace {

using namespace headroom;

struct Request {
    QString scenario;
    bool bench_drag = false, bench_start = false;
    int moves = 300;

    bool isBench() const { return bench_drag || bench_start; }
};

/// A platform that somebody can see, or that was asked for by name (tests ask for "offscreen").
bool hasDisplay() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// Help and version end the program here; so does what is not understood.
Request readArguments() {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Explorer for GPU trade-offs: what do we give up to make this fit, and is it worth it?"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("scenario"),
                                 QStringLiteral("a scenario or config.json to open"),
                                 QStringLiteral("[SCENARIO.json]"));
    const QCommandLineOption bench(QStringLiteral("bench-drag"),
                                   QStringLiteral("measure drags over all sliders, print JSON"));
    const QCommandLineOption moves(QStringLiteral("bench-moves"),
                                   QStringLiteral("moves that --bench-drag measures"),
                                   QStringLiteral("N"), QStringLiteral("300"));
    const QCommandLineOption start(QStringLiteral("bench-start"),
                                   QStringLiteral("measure opening the window, print JSON"));
    parser.addOptions({bench, moves, start});
    add_memo_option(parser);
    addCommonOptions(parser);
    addExportOptions(parser); // for --help: without --export they mean nothing
    if (!parser.parse(QApplication::arguments())) {
        report({error("command line", parser.errorText().toStdString())});
        std::exit(exit_bad_input);
    }
    if (parser.isSet(QStringLiteral("help"))) parser.showHelp(exit_fine);
    if (parser.isSet(QStringLiteral("version"))) parser.showVersion();
    bool understood = false;
    const int wanted = parser.value(moves).toInt(&understood);
    if (!understood || wanted < 1) {
        report({error("--bench-moves", "must be a whole number above 0")});
        std::exit(exit_bad_input);
    }
    return {parser.positionalArguments().value(0), parser.isSet(bench), parser.isSet(start),
            wanted};
}

/// The team example that is shown where nothing else is asked for.
ScenarioResult readExample(const Catalog& catalog) {
    return read_scenario_file(presets_directory() / "scenarios" / "llama-3.1-8b-on-8-h100.json",
                              catalog);
}

QString autosavePath() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
        .filePath(QStringLiteral("session.json"));
}

int explore(Session& session, Appearance& appearance, const QString& scenario) {
    session.setLanguage(appearance.language());
    const bool recovered = session.recover(autosavePath());
    const bool unsaved = recovered && session.isDirty();
    session.autosaveTo(autosavePath());
    MainWindow window(session, appearance);
    window.restoreLayout();
    window.show();
    if (!scenario.isEmpty()) {
        window.openFile(scenario);
        // Unsaved work from last time stays one undo away; the example was nobody's work.
        if (!unsaved) session.forgetHistory();
    } else if (recovered) {
        window.say(MainWindow::tr("Taken up where you left off."));
    }
    return QApplication::exec();
}

int measure(Session& session, Appearance& appearance, const Request& request,
            const QElapsedTimer& since_start) {
    if (request.scenario.isEmpty()) {
        report({error("--bench-drag, --bench-start", "need a scenario file")});
        return exit_bad_input;
    }
    const OpenOutcome opened = session.open(request.scenario);
    report(opened.problems);
    if (!opened.opened) return exit_bad_input;
    return request.bench_drag ? benchDrag(session, appearance, {.moves = request.moves})
                              : benchStart(session, appearance, since_start);
}

int run(const Request& request, const QElapsedTimer& since_start) {
    CatalogResult presets = read_catalog(presets_directory());
    if (has_errors(presets.problems) || presets.catalog.gpus.empty()) {
        report(presets.problems);
        report({error(presets_directory().string(), "these presets cannot be used")});
        return exit_own_fault;
    }
    ScenarioResult example = readExample(presets.catalog);
    if (!example.scenario) {
        report(example.problems);
        return exit_own_fault;
    }
    Appearance appearance;
    Session session(std::move(presets.catalog), std::move(*example.scenario));
    return request.isBench() ? measure(session, appearance, request, since_start)
                             : explore(session, appearance, request.scenario);
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer since_start;
    since_start.start();
    const bool display = hasDisplay();
    if (!display) qputenv("QT_QPA_PLATFORM", "offscreen"); // before Qt asks for one
    QApplication::setOrganizationName(QStringLiteral("headroom"));
    QApplication::setApplicationName(QStringLiteral("headroom"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headroom"));
    QApplication::setApplicationVersion(QStringLiteral(HEADROOM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.headroom.Headroom"));
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (headroom::wants_export(arguments)) return headroom::export_from(arguments);
    if (headroom::wants_memo(arguments)) return headroom::memo_from(arguments);
    const Request request = readArguments();
    if (!display && !request.isBench()) {
        report({headroom::error(
            "headroom", "there is no display to open a window on; --export writes charts and "
                        "--memo a memo without one, headroom-cli prints estimates")});
        return exit_bad_input;
    }
    return run(request, since_start);
}
