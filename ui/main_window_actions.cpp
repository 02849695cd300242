// The window's actions, menus, tool bar and keys.
#include "ui/main_window.hpp"
#include "ui/panels/accuracy_page.hpp"
#include "ui/panels/calibration_dialog.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/compare_pane.hpp"
#include "ui/panels/glossary_dialog.hpp"
#include "ui/panels/goals_panel.hpp"
#include "ui/panels/gpu_chooser.hpp"
#include "ui/panels/key_list.hpp"
#include "ui/panels/plan_menu.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/panels/probe_dialog.hpp"
#include "ui/panels/readiness_dialog.hpp"
#include "ui/panels/runs_dialog.hpp"
#include "ui/panels/why_panel.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/paint.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableWidget>
#include <QToolBar>

namespace headroom {

namespace {

/// A tool button's text with room to its icon, which Qt leaves out.
QString spaced(const QString& text) { return QLatin1Char(' ') + text; }

} // namespace

QAction* MainWindow::addWindowAction(const QString& text, const QKeySequence& keys,
                                     std::function<void()> does) {
    auto* action = new QAction(text, this);
    action->setIconText(withoutMnemonic(text)); // as buttons show it
    action->setToolTip(withoutMnemonic(text));
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, std::move(does));
    addAction(action); // its keys work wherever the focus is
    return action;
}

void MainWindow::makeFileActions() {
    actions_.open = addWindowAction(tr("&Open…"), QKeySequence::Open, [this] { chooseFile(); });
    actions_.save = addWindowAction(tr("&Save"), QKeySequence::Save, [this] { save(); });
    actions_.save_as =
        addWindowAction(tr("Save &as…"), QKeySequence(tr("Ctrl+Shift+S")), [this] { saveAs(); });
    actions_.export_chart = addWindowAction(tr("&Export chart…"), QKeySequence(tr("Ctrl+E")),
                                            [this] { exportChart(); });
    actions_.export_chart->setIcon(lineIcon(LineIcon::export_chart));
    actions_.export_chart->setIconText(spaced(tr("Export…")));
    actions_.copy_chart = addWindowAction(tr("&Copy chart"), QKeySequence(tr("Ctrl+Shift+C")),
                                          [this] { copyShownChart(); });
    actions_.memo =
        addWindowAction(tr("&Memo…"), QKeySequence(tr("Ctrl+M")), [this] { writeMemo(); });
    actions_.memo->setIcon(lineIcon(LineIcon::memo));
    actions_.memo->setIconText(spaced(tr("Memo…")));
    actions_.quit = addWindowAction(tr("&Quit"), QKeySequence::Quit, [this] { close(); });
    actions_.undo = addWindowAction(tr("&Undo"), QKeySequence::Undo, [this] { session_.undo(); });
    actions_.redo =
        addWindowAction(tr("&Redo"), QKeySequence(tr("Ctrl+Shift+Z")), [this] { session_.redo(); });
    actions_.open->setIcon(lineIcon(LineIcon::open));
    actions_.save->setIcon(lineIcon(LineIcon::save));
    actions_.undo->setIcon(lineIcon(LineIcon::undo));
    actions_.redo->setIcon(lineIcon(LineIcon::redo));
    actions_.open->setIconText(spaced(tr("Open")));
    actions_.save->setIconText(spaced(tr("Save")));
    actions_.undo->setIconText(spaced(tr("Undo")));
    actions_.redo->setIconText(spaced(tr("Redo")));
}

void MainWindow::makePlanActions() {
    actions_.gpus_in_view = addWindowAction(tr("GPUs in &view…"), {},
                                            [this] { (new GpuChooser(session_, this))->open(); });
    actions_.goals = addWindowAction(tr("&Goals…"), {}, [this] { editGoals(); });
    actions_.runs = addWindowAction(tr("Measured &runs…"), QKeySequence(tr("Ctrl+R")),
                                    [this] { (new RunsDialog(session_, this))->show(); });
    actions_.probe =
        addWindowAction(tr("Pro&be GPU…"), QKeySequence(tr("Ctrl+G")), [this] { probeGpu(); });
    actions_.probe->setIcon(lineIcon(LineIcon::probe));
    actions_.probe->setIconText(spaced(tr("Probe GPU…")));
    actions_.calibration = addWindowAction(
        tr("Ca&libration…"), {}, [this] { (new CalibrationDialog(session_, this))->show(); });
    actions_.readiness = addWindowAction(tr("Rea&diness…"), {}, [this] { editReadiness(); });
    actions_.previous_gpu = addWindowAction(tr("&Previous GPU"), QKeySequence(Qt::Key_BracketLeft),
                                            [this] { stepGpu(-1); });
    actions_.next_gpu = addWindowAction(tr("&Next GPU"), QKeySequence(Qt::Key_BracketRight),
                                        [this] { stepGpu(1); });
}

void MainWindow::makeCompareActions() {
    actions_.pin = addWindowAction(tr("&Pin this plan"), QKeySequence(tr("Ctrl+D")),
                                   [this] { session_.pin(); });
    actions_.pin->setIcon(lineIcon(LineIcon::pin));
    actions_.pin->setIconText(spaced(tr("Pin")));
    actions_.swap =
        addWindowAction(tr("&Swap with the pinned plan"), QKeySequence(tr("Ctrl+Shift+D")),
                        [this] { session_.swapWithPin(compare_->base()); });
    actions_.compare = addWindowAction(tr("&Compare pinned plans"), QKeySequence(tr("Ctrl+B")),
                                       [this] { compare_->setOpen(!compare_->isOpen()); });
    actions_.compare->setCheckable(true);
    actions_.lock = addWindowAction(tr("&Lock the slider in focus"), QKeySequence(tr("Ctrl+L")),
                                    [this] { panel_->toggleLock(); });
}

void MainWindow::makeViewActions() {
    actions_.keys = addWindowAction(tr("&Keys"), QKeySequence(Qt::Key_F1),
                                    [this] { (new KeyList(this))->open(); });
    actions_.keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    actions_.glossary = addWindowAction(tr("&Terms explained"), {}, [this] {
        (new GlossaryDialog(session_.language(), this))->show();
    });
    actions_.present =
        addWindowAction(tr("P&resent"), QKeySequence(Qt::Key_F11), [this] { present(); });
    actions_.present->setIcon(lineIcon(LineIcon::present));
    actions_.present->setIconText(spaced(tr("Present F11")));
    actions_.plan_panel = addWindowAction(tr("&Plan panel"), {}, [] {});
    actions_.plan_panel->setCheckable(true);
    actions_.plan_panel->setChecked(true);
    actions_.reset_layout = addWindowAction(tr("Reset lay&out"), {}, [this] { resetLayout(); });
    actions_.table = addWindowAction(tr("Chart as &table"), QKeySequence(tr("Ctrl+T")),
                                     [this] { followTable(); });
    actions_.table->setCheckable(true);
    actions_.why = addWindowAction(tr("Ladder and &why"), {}, [this] { followUserOnWhy(); });
    actions_.why->setCheckable(true);
    actions_.next_why =
        addWindowAction(tr("Why, for the next &term"), QKeySequence(Qt::Key_F2), [this] {
            why_dock_->show();
            why_->next();
        });
    addWindowAction({}, QKeySequence(Qt::Key_F6), [this] { cycleRegion(1); });
    addWindowAction({}, QKeySequence(Qt::SHIFT | Qt::Key_F6), [this] { cycleRegion(-1); });
}

void MainWindow::buildMenus() {
    buildFileMenu();
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({actions_.undo, actions_.redo});
    edit->addSeparator();
    edit->addActions({actions_.pin, actions_.swap, actions_.lock, actions_.copy_chart});
    QMenu* view = menuBar()->addMenu(tr("&View"));
    addTabActions(view);
    view->addSeparator();
    view->addActions(
        {actions_.table, actions_.compare, actions_.plan_panel, actions_.why, actions_.next_why});
    view->addSeparator();
    view->addActions({actions_.present, actions_.reset_layout});
    view->addSeparator();
    addThemeMenu(view->addMenu(tr("&Theme")));
    addLanguageMenu(view->addMenu(tr("&Language")));
    QMenu* plan = menuBar()->addMenu(tr("&Plan"));
    fillPlanMenu(*plan, session_);
    plan->addSeparator();
    plan->addActions({actions_.goals, actions_.runs, actions_.probe, actions_.calibration,
                      actions_.readiness, actions_.gpus_in_view});
    plan->addSeparator();
    plan->addActions({actions_.previous_gpu, actions_.next_gpu});
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(actions_.open);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    fillRecentMenu(recent);
    file->addActions({actions_.save, actions_.save_as});
    file->addSeparator();
    file->addActions({actions_.export_chart, actions_.memo});
    file->addSeparator();
    file->addAction(actions_.quit);
}

void MainWindow::buildHelpMenu() {
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({actions_.keys, actions_.glossary});
    connect(help->addAction(tr("&About Headroom")), &QAction::triggered, this, [this] {
        QMessageBox::about(this, tr("About Headroom"),
                           tr("Headroom %1\n\nWhat do we give up to make this fit, and is it "
                              "worth it?")
                               .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::addTabActions(QMenu* menu) {
    for (int i = 0; i < tabs_->count(); ++i) {
        const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i));
        menu->addAction(
            addWindowAction(tabs_->tabText(i), keys, [this, i] { tabs_->setCurrentIndex(i); }));
    }
}

void MainWindow::addThemeMenu(QMenu* menu) {
    auto* group = new QActionGroup(menu);
    const std::array choices{std::pair{ThemeChoice::light, tr("&Light")},
                             std::pair{ThemeChoice::dark, tr("&Dark")},
                             std::pair{ThemeChoice::system, tr("&System")}};
    for (const auto& [choice, text] : choices) {
        QAction* action = group->addAction(text);
        action->setCheckable(true);
        action->setChecked(appearance_.themeChoice() == choice);
        connect(action, &QAction::triggered, this,
                [this, choice = choice] { appearance_.setThemeChoice(choice); });
        menu->addAction(action);
    }
}

void MainWindow::addLanguageMenu(QMenu* menu) {
    auto* group = new QActionGroup(menu);
    // Each language in its own words, so that nobody is locked out by a wrong choice.
    const std::array choices{std::pair{Language::english, QStringLiteral("English")},
                             std::pair{Language::korean, QStringLiteral("한국어")}};
    for (const auto& [language, text] : choices) {
        QAction* action = group->addAction(text);
        action->setCheckable(true);
        action->setChecked(appearance_.language() == language);
        connect(action, &QAction::triggered, this,
                [this, language = language] { appearance_.setLanguage(language); });
        menu->addAction(action);
    }
}

void MainWindow::buildToolBar() {
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({14, 14});
    bar->addActions({actions_.open, actions_.save});
    bar->addSeparator();
    bar->addActions({actions_.undo, actions_.redo});
    bar->addSeparator();
    bar->addAction(actions_.pin);
    bar->addSeparator();
    bar->addActions({actions_.export_chart, actions_.memo, actions_.present, actions_.probe});
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    auto* room = new QWidget;
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    file_name_ = new QLabel;
    file_name_->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    file_state_ = new QLabel;
    file_state_->setContentsMargins(8, 0, 8, 0);
    bar->addWidget(file_name_);
    bar->addWidget(file_state_);
}

void MainWindow::stepGpu(int direction) {
    const std::vector<GpuPoint>& points = session_.points();
    const auto own = std::ranges::find(points, session_.scenario().cluster.gpu.id,
                                       [](const GpuPoint& point) { return point.gpu->id; });
    if (own == points.end()) return;
    const auto count = static_cast<std::ptrdiff_t>(points.size());
    const std::ptrdiff_t next = (own - points.begin() + direction + count) % count;
    session_.setGpu(points[static_cast<std::size_t>(next)].gpu->id);
}

void MainWindow::editGoals() {
    auto* dialog = new GoalsDialog(session_.scenario().goals, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { session_.setGoals(dialog->goals()); });
    dialog->open();
}

void MainWindow::editReadiness() {
    auto* dialog = new ReadinessDialog(session_.scenario().readiness, session_.language(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Scenario next = session_.scenario();
        next.readiness = dialog->items();
        session_.setScenario(std::move(next));
    });
    dialog->open();
}

void MainWindow::probeGpu() {
    auto* dialog = new ProbeDialog(session_, this);
    connect(dialog, &ProbeDialog::runsWanted, this,
            [this] { (new RunsDialog(session_, this))->show(); });
    dialog->show();
}

void MainWindow::followTable() {
    for (int i = 0; i < pages_->count(); ++i)
        if (auto* page = qobject_cast<ChartPage*>(pages_->widget(i)))
            page->setTableShown(actions_.table->isChecked());
}

void MainWindow::cycleRegion(int direction) {
    QWidget* page = currentPage() != nullptr ? currentPage()->shown() : pages_->currentWidget();
    const std::array<QWidget*, 3> regions{panel_, tabs_, page};
    const QWidget* focus = QApplication::focusWidget();
    int at = 0;
    for (int i = 0; i < static_cast<int>(regions.size()); ++i) {
        const QWidget* region = regions[static_cast<std::size_t>(i)];
        if (focus != nullptr && (region == focus || region->isAncestorOf(focus))) at = i;
    }
    const int count = static_cast<int>(regions.size());
    QWidget* next = regions[static_cast<std::size_t>((at + direction + count) % count)];
    if (next == panel_)
        panel_->focusFirst();
    else
        next->setFocus(Qt::ShortcutFocusReason);
}

} // namespace headroom
