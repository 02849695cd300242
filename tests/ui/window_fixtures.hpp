// The window over the real presets, for tests that use it as people do.
//
//     Explorer explorer;
//     explorer.key(Axis::sequence, Qt::Key_Right);
//     explorer.session.undo();
#pragma once

#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "ui/main_window.hpp"
#include "ui/panels/axis_row.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/panels/verdict_panel.hpp"
#include "ui/widgets/feasibility_slider.hpp"
#include "ui/widgets/value_box.hpp"

#include <QDropEvent>
#include <QMimeData>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace headroom::fixtures {

inline const Catalog& presets() {
    static const Catalog catalog = read_catalog(presets_directory()).catalog;
    return catalog;
}

inline Scenario example() {
    const auto path = presets_directory() / "scenarios" / "llama-3.1-8b-on-8-h100.json";
    return read_scenario_file(path, presets()).scenario.value();
}

/// Settings and session files of tests stay out of the user's own.
inline void useTestFolders() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("headroom-test"));
    QCoreApplication::setApplicationName(QStringLiteral("headroom-test"));
}

/// Names a row of a table of tests.
template <class Row>
std::string rowName(const testing::TestParamInfo<Row>& row) {
    return row.param.name;
}

struct Explorer {
    Explorer() {
        session.setLanguage(appearance.language());
        window.show();
        QCoreApplication::processEvents();
    }

    FeasibilitySlider& slider(Axis axis) { return *window.panel()->row(axis)->slider(); }
    ValueBox& box(Axis axis) { return *window.panel()->row(axis)->box(); }

    void frame() {
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
    void key(Axis axis, Qt::Key which, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&slider(axis), which, modifiers);
        frame();
    }
    void type(Axis axis, const QString& text, Qt::Key end = Qt::Key_Return) {
        box(axis).beginTyping(text);
        QTest::keyClick(&box(axis), end);
        frame();
    }
    /// Drags a file in and drops it; says whether the window wanted it. Qt gives a drop only to the
    /// widget that was entered.
    bool drop(const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        QDropEvent dropped({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &dropped);
        return enter.isAccepted() && dropped.isAccepted();
    }
    /// What the trade-off chart shows, mark by mark.
    QStringList marks() const {
        QStringList spoken;
        const auto still = window.currentPage()->chart()->still();
        still->arrange({1000.0, 700.0}, {});
        for (const Target& target : still->targets())
            spoken << target.spoken;
        return spoken;
    }
    QString sentence() const { return window.verdict()->bar().sentence(); }

    struct Folders {
        Folders() { useTestFolders(); }
    } folders;
    Appearance appearance;
    /// Whatever the test before chose, and before there is a window to be built anew.
    struct EnglishAndLight {
        explicit EnglishAndLight(Appearance& appearance) {
            appearance.setLanguage(Language::english);
            appearance.setThemeChoice(ThemeChoice::light);
        }
    } english_and_light{appearance};
    Session session{presets(), example()};
    MainWindow window{session, appearance};
};

} // namespace headroom::fixtures
