// The window used as people use it: mouse and keyboard only, and what is then on screen or on disk.
#include "core/present/comparison.hpp"
#include "tests/ui/window_fixtures.hpp"
#include "ui/panels/accuracy_page.hpp"
#include "ui/panels/compare_pane.hpp"
#include "ui/panels/compare_tables.hpp"
#include "ui/panels/export_dialog.hpp"
#include "ui/panels/fold_rail.hpp"
#include "ui/panels/memo_dialog.hpp"
#include "ui/panels/presentation.hpp"
#include "ui/widgets/file_editor.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QImageReader>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>

namespace headroom {
namespace {

using fixtures::Explorer;

constexpr auto ctrl = Qt::ControlModifier;
constexpr auto ctrl_shift = Qt::ControlModifier | Qt::ShiftModifier;

QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& content) {
    const QString path = folder.filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return path;
}

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A person at the window.
struct User : Explorer {
    User() {
        window.activateWindow(); // shortcuts belong to the active window
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    }

    void drag(Axis axis, int to) {
        FeasibilitySlider& moved = slider(axis);
        const QPoint from = moved.cellRect(moved.value()).center().toPoint();
        const QPoint target = moved.cellRect(to).center().toPoint();
        QTest::mousePress(&moved, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 4; ++step)
            QTest::mouseMove(&moved, from + (target - from) * step / 4);
        QTest::mouseRelease(&moved, Qt::LeftButton, {}, target);
        frame();
    }
    void press(Qt::Key which, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&window, which, modifiers);
        frame();
    }
    void click(QWidget* widget) {
        QTest::mouseClick(widget, Qt::LeftButton);
        frame();
    }
    /// By its text; the dialog it stands in may be gone afterwards.
    void clickButton(const QWidget* dialog, const QString& text) {
        const auto buttons = dialog->findChildren<QPushButton*>();
        const auto found = std::ranges::find(buttons, text, &QPushButton::text);
        ASSERT_NE(found, buttons.end()) << text.toStdString();
        click(*found);
    }
    /// Opens a menu by its place and clicks down through it.
    void chooseMenu(const QStringList& path) {
        QMenuBar* bar = window.menuBar();
        QAction* action = find(bar->actions(), path.front());
        ASSERT_NE(action, nullptr) << path.front().toStdString();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(action).center());
        for (qsizetype i = 1; i < path.size(); ++i) {
            QMenu* menu = action->menu();
            ASSERT_TRUE(QTest::qWaitFor([&] { return menu->isVisible(); })); // submenus are delayed
            action = find(menu->actions(), path[i]);
            ASSERT_NE(action, nullptr) << path[i].toStdString();
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        }
        frame();
        frame(); // a switch of the language is queued
    }
    void drop(const QString& path) {
        EXPECT_TRUE(Explorer::drop(path));
        frame();
    }
    template <class Dialog>
    Dialog* dialog() {
        for (Dialog* one : window.findChildren<Dialog*>())
            if (one->isVisible()) return one;
        return nullptr;
    }
    static QAction* find(const QList<QAction*>& actions, const QString& text) {
        for (QAction* action : actions)
            if (action->text().remove(QLatin1Char('&')) == text) return action;
        return nullptr;
    }
    /// Types a path into the dialog's field for the file and presses Enter.
    void typeFile(QWidget* dialog, const QString& path) {
        for (auto* field : dialog->findChildren<QLineEdit*>()) {
            if (field->accessibleName() != QStringLiteral("File")) continue;
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, path);
            QTest::keyClick(field, Qt::Key_Return);
        }
        frame();
    }
};

class EachDraggedAxis : public testing::TestWithParam<Axis> {};

TEST_P(EachDraggedAxis, DragMovesThePlanAndIsOneStepOfUndo) {
    User user;
    const Axis axis = GetParam();
    const AxisState before = user.session.axis(axis);
    if (!before.applies) GTEST_SKIP() << "does not apply to this model";
    int target = -1;
    for (int i = 0; i < static_cast<int>(before.cells.size()); ++i)
        if (i != before.index && before.cells[static_cast<std::size_t>(i)] != Verdict::not_legal)
            target = i;
    ASSERT_GE(target, 0);
    const Scenario start = user.session.scenario();
    user.drag(axis, target);
    EXPECT_NE(user.session.scenario(), start);
    EXPECT_EQ(
        user.sentence().toStdString(),
        verdict_view(user.session.scenario(), user.session.estimate(), Language::english).sentence);
    EXPECT_TRUE(user.session.canUndo());
    user.press(Qt::Key_Z, ctrl);
    EXPECT_EQ(user.session.scenario(), start);
    EXPECT_FALSE(user.session.canUndo());
}

INSTANTIATE_TEST_SUITE_P(Sliders, EachDraggedAxis, testing::ValuesIn(all_axes),
                         [](const testing::TestParamInfo<Axis>& row) {
                             std::string name(axis_path(row.param));
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

TEST(Driven, DigitsTypedOverASliderGoIntoItsBox) {
    User user;
    FeasibilitySlider& sequence = user.slider(Axis::sequence);
    QTest::mouseClick(&sequence, Qt::LeftButton, {},
                      sequence.cellRect(sequence.value()).center().toPoint());
    QTest::keyClicks(&sequence, QStringLiteral("4"));
    QWidget* field = user.box(Axis::sequence).findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("k"));
    QTest::keyClick(field, Qt::Key_Return);
    user.frame();
    EXPECT_EQ(user.session.scenario().training.sequence, 4096);
    EXPECT_EQ(user.box(Axis::sequence).text(), QStringLiteral("4096"));
}

TEST(Driven, ACrossStandsBeforeTheLabelsOfAPlanThatDoesNotFit) {
    User user;
    EXPECT_FALSE(user.window.panel()->row(Axis::sequence)->isMarked());
    user.drag(Axis::zero_stage, 0);
    ASSERT_EQ(user.session.estimate().verdict, Verdict::does_not_fit);
    const AxisRow* row = user.window.panel()->row(Axis::sequence);
    EXPECT_TRUE(row->isMarked());
    EXPECT_FALSE(user.window.panel()->row(Axis::expert_parallel)->isMarked()); // does not apply
    const QImage image = user.window.panel()->row(Axis::sequence)->grab().toImage();
    const QRgb cross = Theme::light().no.text.rgb();
    bool seen = false;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < row_margin; ++x)
            seen = seen || image.pixel(x, y) == cross;
    EXPECT_TRUE(seen);
}

TEST(Driven, CtrlLLocksTheSliderInFocus) {
    User user;
    FeasibilitySlider& sequence = user.slider(Axis::sequence);
    sequence.setFocus();
    const Scenario start = user.session.scenario();
    QTest::keyClick(&sequence, Qt::Key_L, ctrl);
    user.frame();
    EXPECT_TRUE(sequence.isLocked());
    EXPECT_TRUE(sequence.spoken().contains(QStringLiteral("locked")));
    user.key(Axis::sequence, Qt::Key_Right);
    user.drag(Axis::sequence, 0);
    user.type(Axis::sequence, QStringLiteral("4k"));
    EXPECT_EQ(user.session.scenario(), start);
    QTest::keyClick(&sequence, Qt::Key_L, ctrl);
    user.frame();
    EXPECT_FALSE(sequence.isLocked());
    user.key(Axis::sequence, Qt::Key_Right);
    EXPECT_NE(user.session.scenario(), start);
}

TEST(Driven, PinChangeCompareSwap) {
    User user;
    EXPECT_FALSE(user.window.compare()->isVisible());
    user.press(Qt::Key_D, ctrl);
    ASSERT_TRUE(user.window.compare()->isVisible());
    const Scenario pinned = user.session.scenario();
    user.key(Axis::zero_stage, Qt::Key_Left);
    const QString difference = user.window.compare()->difference();
    EXPECT_TRUE(difference.startsWith(QStringLiteral("now − A"))) << difference.toStdString();
    EXPECT_TRUE(difference.contains(QStringLiteral("GiB")));
    user.press(Qt::Key_B, ctrl);
    ASSERT_TRUE(user.window.compare()->isOpen());
    const CompareTables* tables = user.window.compare()->tables();
    EXPECT_TRUE(tables->settings()->text().contains(QStringLiteral("ZeRO stage 3 → 2")));
    const auto expected = compare(pinned, user.session.scenario(), Language::english);
    int rows = 0;
    for (const ComparisonRow& row : expected.memory)
        rows += row.equal && row.a == "0" ? 0 : 1;
    EXPECT_EQ(tables->memory()->rowCount(), rows);
    const QHeaderView* titles = tables->memory()->horizontalHeader();
    for (int column = 1; column < titles->count(); ++column) // the first takes what is left
        EXPECT_GE(titles->sectionSize(column), titles->sectionSizeHint(column)) << column;
    const Scenario changed = user.session.scenario();
    user.press(Qt::Key_D, ctrl_shift);
    EXPECT_EQ(user.session.scenario(), pinned);
    EXPECT_EQ(user.session.pins().front().scenario, changed);
    user.press(Qt::Key_Z, ctrl);
    EXPECT_EQ(user.session.scenario(), changed);
}

TEST(Driven, ComparisonIsCopiedAsATable) {
    User user;
    user.press(Qt::Key_D, ctrl);
    user.key(Axis::zero_stage, Qt::Key_Left);
    user.press(Qt::Key_B, ctrl);
    user.click(user.window.compare()->findChild<QToolButton*>(QStringLiteral("copy-comparison")));
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.startsWith(QStringLiteral("what\tA\tnow\tnow − A\tper cent\n")));
    EXPECT_TRUE(text.contains(QStringLiteral("VRAM, GiB")));
}

TEST(Driven, CopiesTheChartInEveryForm) {
    User user;
    user.press(Qt::Key_C, ctrl_shift);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    ASSERT_NE(data, nullptr);
    EXPECT_TRUE(data->hasImage());
    EXPECT_TRUE(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    EXPECT_TRUE(data->text().contains(QStringLiteral("H100 SXM\tfits\t")));
}

TEST(Driven, ExportsWhatIsShownAndWhatWasAskedBesideIt) {
    User user;
    const QTemporaryDir folder;
    user.press(Qt::Key_E, ctrl);
    auto* dialog = user.dialog<ExportDialog>();
    ASSERT_NE(dialog, nullptr);
    for (const char* name : {"beside-data", "beside-assumptions", "beside-scenario"}) {
        auto* check = dialog->findChild<QAbstractButton*>(QLatin1String(name));
        if (!check->isChecked()) user.click(check);
        EXPECT_TRUE(check->isChecked()) << name;
    }
    user.typeFile(dialog, folder.filePath(QStringLiteral("chart.png")));
    QImageReader reader(folder.filePath(QStringLiteral("chart.png")));
    EXPECT_EQ(reader.size().width(), 1890);
    EXPECT_EQ(reader.read().dotsPerMeterX(), 11811);
    EXPECT_TRUE(readAll(folder.filePath(QStringLiteral("chart.csv"))).contains("H100 SXM,fits,"));
    EXPECT_TRUE(readAll(folder.filePath(QStringLiteral("chart-assumptions.txt")))
                    .contains("Software stack"));
    Session other(fixtures::presets(), fixtures::example());
    EXPECT_TRUE(other.open(folder.filePath(QStringLiteral("chart-scenario.json"))).opened);
    EXPECT_EQ(other.scenario(), user.session.scenario());
}

struct MemoRow {
    const char* name;
    const char* beginning;
};

class EachMemo : public testing::TestWithParam<MemoRow> {};

TEST_P(EachMemo, IsWrittenFromTheKeyboard) {
    User user;
    const QTemporaryDir folder;
    user.press(Qt::Key_D, ctrl);
    user.key(Axis::zero_stage, Qt::Key_Left);
    user.press(Qt::Key_M, ctrl);
    auto* dialog = user.dialog<MemoDialog>();
    ASSERT_NE(dialog, nullptr);
    const QString path = folder.filePath(QStringLiteral("memo.") + QLatin1String(GetParam().name));
    user.typeFile(dialog, path);
    const QByteArray memo = readAll(path);
    EXPECT_TRUE(memo.startsWith(GetParam().beginning)) << memo.left(80).toStdString();
    EXPECT_GT(memo.size(), 2000);
}

INSTANTIATE_TEST_SUITE_P(Forms, EachMemo,
                         testing::Values(MemoRow{"md", "# Llama 3.1 8B"},
                                         MemoRow{"html", "<!DOCTYPE html>"},
                                         MemoRow{"pdf", "%PDF"}),
                         fixtures::rowName<MemoRow>);

TEST(Driven, AMarkdownMemoHasItsPicturesAndItsComparison) {
    User user;
    const QTemporaryDir folder;
    user.press(Qt::Key_D, ctrl);
    user.key(Axis::zero_stage, Qt::Key_Left);
    user.press(Qt::Key_M, ctrl);
    user.typeFile(user.dialog<MemoDialog>(), folder.filePath(QStringLiteral("week 12.md")));
    const QByteArray memo = readAll(folder.filePath(QStringLiteral("week 12.md")));
    EXPECT_TRUE(memo.contains("](<week 12-trade-off.png>)"));
    EXPECT_TRUE(QFileInfo::exists(folder.filePath(QStringLiteral("week 12-trade-off.png"))));
    EXPECT_TRUE(memo.contains("ZeRO stage 3 → 2"));
    EXPECT_TRUE(memo.contains("- [ ] Evidence"));
    EXPECT_TRUE(memo.contains(user.sentence().toUtf8()));
}

TEST(Driven, LanguageAndThemeAreSwitchedInTheMenu) {
    User user;
    const QRgb light = user.window.grab().toImage().pixel(5, user.window.height() / 2);
    user.chooseMenu({QStringLiteral("View"), QStringLiteral("Theme"), QStringLiteral("Dark")});
    const QRgb dark = user.window.grab().toImage().pixel(5, user.window.height() / 2);
    EXPECT_EQ(light, Theme::light().win.rgb());
    EXPECT_EQ(dark, Theme::dark().win.rgb());
    user.chooseMenu({QStringLiteral("View"), QStringLiteral("Language"), QStringLiteral("한국어")});
    EXPECT_EQ(
        user.sentence().toStdString(),
        verdict_view(user.session.scenario(), user.session.estimate(), Language::korean).sentence);
    EXPECT_EQ(user.window.tabs()->tabText(0), QStringLiteral("절충"));
}

TEST(Driven, ABadFileLeadsToItsLineAndOpensOnceMended) {
    User user;
    const QTemporaryDir folder;
    const QString path = writeFile(folder, QStringLiteral("team.json"), R"({
  "format": 1,
  "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxn", "gpus_per_node": 8, "nodes": 1},
  "training": {"sequence": 4096, "micro_batch": 1, "global_batch": 32}
})");
    const Scenario before = user.session.scenario();
    user.drop(path);
    auto* problems = user.dialog<ProblemDialog>();
    ASSERT_NE(problems, nullptr);
    EXPECT_EQ(user.session.scenario(), before);
    auto* at_line = problems->findChild<QPushButton*>(QStringLiteral("open-at-line"));
    EXPECT_EQ(at_line->text(), QStringLiteral("Open at line 4"));
    user.click(at_line);
    auto* editor = problems->findChild<FileEditor*>();
    ASSERT_NE(editor, nullptr);
    EXPECT_EQ(editor->text()->textCursor().blockNumber(), 3);
    QTextCursor cursor = editor->text()->document()->find(QStringLiteral("sxn"));
    editor->text()->setTextCursor(cursor);
    QTest::keyClicks(editor->text(), QStringLiteral("sxm"));
    user.clickButton(editor, QStringLiteral("Save and try again"));
    EXPECT_EQ(user.session.scenario().training.sequence, 4096);
    EXPECT_EQ(QFileInfo(user.session.file()).fileName(), QStringLiteral("team.json"));
}

TEST(Driven, APlanThatIsNotLegalIsSavedAndOpenedToBeMended) {
    User user;
    const QTemporaryDir folder;
    user.type(Axis::tensor_parallel, QStringLiteral("3"));
    ASSERT_TRUE(user.session.isStale());
    const Scenario illegal = user.session.scenario();
    const QString path = folder.filePath(QStringLiteral("plan.json"));
    ASSERT_FALSE(user.session.save(path));

    User other;
    const Scenario before = other.session.scenario();
    other.drop(path);
    auto* problems = other.dialog<ProblemDialog>();
    ASSERT_NE(problems, nullptr);
    EXPECT_GE(problems->table().rowCount(), 1);
    EXPECT_EQ(other.session.scenario(), before);
    other.clickButton(problems, QStringLiteral("Open to mend"));
    EXPECT_EQ(other.session.scenario(), illegal);
    EXPECT_TRUE(other.sentence().startsWith(QStringLiteral("Not a legal plan")));
}

TEST(Driven, PresentationWorksOnTheSamePlanAndLeavesWithEscape) {
    User user;
    user.press(Qt::Key_F11);
    QPointer<Presentation> shown = user.window.presentation();
    ASSERT_FALSE(shown.isNull());
    EXPECT_TRUE(shown->isVisible());
    ASSERT_EQ(shown->rows().size(), 5U);
    const Scenario before = user.session.scenario();
    QTest::keyClick(shown->rows().front()->slider(), Qt::Key_Right);
    user.frame();
    EXPECT_NE(user.session.scenario(), before);
    const auto still = shown->page()->chart()->still();
    still->arrange({1000.0, 700.0}, {});
    EXPECT_LE(still->targets().size(), 8U);
    QTest::keyClick(shown.data(), Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(shown.isNull() || !shown->isVisible());
}

// A projector of the last century, or a small screen at 200 %.
TEST(Driven, PresentationKeepsItsChartOnASmallScreen) {
    User user;
    user.press(Qt::Key_F11);
    QPointer<Presentation> shown = user.window.presentation();
    ASSERT_FALSE(shown.isNull());
    shown->showNormal();
    shown->resize(850, 550);
    user.frame();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    user.frame();
    EXPECT_LE(shown->height(), 560);
    EXPECT_GE(shown->page()->chart()->height(), 240);
    EXPECT_EQ(shown->rows().size(), 5U);
    for (const AxisRow* row : shown->rows())
        EXPECT_TRUE(shown->rect().contains(row->geometry()));
    QTest::keyClick(shown.data(), Qt::Key_Escape);
}

TEST(Driven, HowGoodIsThisShowsTheMissesFirst) {
    User user;
    QSignalSpy compared(user.window.accuracy(), &AccuracyPage::compared);
    QTabBar* tabs = user.window.tabs();
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tabs->count() - 1).center());
    ASSERT_TRUE(compared.wait(30000));
    const QTableWidget* sources = user.window.accuracy()->sources();
    ASSERT_GT(sources->rowCount(), 10);
    const auto median = [&](int row) {
        return sources->item(row, 3)->text().section(QLatin1Char(' '), 0, 0).toDouble();
    };
    for (int row = 1; row < sources->rowCount(); ++row)
        EXPECT_LE(median(row), median(row - 1));
    EXPECT_TRUE(
        user.window.accuracy()->words()->text().contains(QStringLiteral("Step time: half")));
    EXPECT_EQ(user.window.accuracy()->regimes()->rowCount(), 9);
    EXPECT_EQ(user.window.accuracy()->unseen()->rowCount(), 16);
    for (const QTableWidget* table : std::initializer_list<const QTableWidget*>{
             sources, user.window.accuracy()->totals(), user.window.accuracy()->regimes(),
             user.window.accuracy()->unseen()})
        EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0) << "nothing to be scrolled sideways";
}

struct BadTarget {
    const char* name;
    const char* path;
};

class EachBadTarget : public testing::TestWithParam<BadTarget> {};

// A full disk, a folder that is not there, a file where a folder should be: said, and nothing lost.
TEST_P(EachBadTarget, IsSaidAndLosesNothing) {
    User user;
    user.key(Axis::sequence, Qt::Key_Right);
    const Scenario before = user.session.scenario();
    const QString path = QLatin1String(GetParam().path);
    const auto problem = user.session.save(path);
    ASSERT_TRUE(problem);
    EXPECT_FALSE(problem->message.empty());
    EXPECT_EQ(user.session.scenario(), before);
    EXPECT_TRUE(user.session.isDirty());
    const auto memo =
        writeMemo(memoInput(user.session), user.session.catalog(), path.toStdString(), {});
    EXPECT_TRUE(memo);
}

INSTANTIATE_TEST_SUITE_P(Targets, EachBadTarget,
                         testing::Values(BadTarget{"full_disk", "/dev/full"},
                                         BadTarget{"no_folder", "/nowhere/at/all.md"},
                                         BadTarget{"file_as_folder", "/etc/passwd/memo.md"}),
                         fixtures::rowName<BadTarget>);

TEST(Driven, PanelsFoldAndTheLayoutIsReset) {
    User user;
    QTest::qWait(1);
    EXPECT_TRUE(user.window.panel()->isVisible());
    user.chooseMenu({QStringLiteral("View"), QStringLiteral("Plan panel")});
    EXPECT_FALSE(user.window.panel()->isVisible());
    user.chooseMenu({QStringLiteral("View"), QStringLiteral("Reset layout")});
    EXPECT_TRUE(user.window.panel()->isVisible());
}

/// Labels and buttons whose text does not fit, by text.
QStringList clippedTexts(const QWidget& window) {
    QStringList clipped;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = label != nullptr    ? label->text()
                             : button != nullptr ? button->text()
                                                 : QString();
        if (text.isEmpty() || (label != nullptr && label->wordWrap())) continue;
        const int needed =
            widget->fontMetrics().horizontalAdvance(QString(text).remove(QLatin1Char('&')));
        const bool upright = qobject_cast<const FoldRail*>(widget->parentWidget()) != nullptr;
        if (needed > (upright ? widget->height() : widget->width()) + 1) clipped << text;
    }
    return clipped;
}

TEST(Driven, ButtonsDoNotShowTheMarkedKeysOfMenus) {
    User user;
    user.appearance.setLanguage(Language::korean);
    user.frame();
    user.frame();
    for (const auto* button : user.window.findChildren<QToolButton*>()) {
        const QString shown = button->text() + button->toolTip();
        EXPECT_FALSE(shown.contains(QRegularExpression(QStringLiteral("&|\\([A-Z]\\)"))))
            << shown.toStdString();
    }
}

struct SizeRow {
    const char* name;
    Language language;
    QSize size;
};

class EachSize : public testing::TestWithParam<SizeRow> {};

TEST_P(EachSize, NoTextIsClippedOnAnyPage) {
    User user;
    user.appearance.setLanguage(GetParam().language);
    user.frame();
    user.frame();
    user.window.resize(GetParam().size);
    for (int tab = 0; tab < user.window.tabs()->count(); ++tab) {
        user.window.tabs()->setCurrentIndex(tab);
        user.frame();
        EXPECT_EQ(clippedTexts(user.window), QStringList());
        for (const auto* scroller : user.window.tabs()->findChildren<QToolButton*>())
            EXPECT_FALSE(scroller->isVisible()) << "tabs hide one another";
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EachSize,
                         testing::Values(SizeRow{"english_usual", Language::english, {1440, 900}},
                                         SizeRow{"english_least", Language::english, {1100, 700}},
                                         SizeRow{"korean_usual", Language::korean, {1440, 900}},
                                         SizeRow{"korean_least", Language::korean, {1100, 700}}),
                         fixtures::rowName<SizeRow>);

} // namespace
} // namespace headroom
