#include "ui/main_window.hpp"

#include "core/present/problem_text.hpp"
#include "ui/font_coverage.hpp"
#include "ui/panels/accuracy_page.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/compare_pane.hpp"
#include "ui/panels/fold_rail.hpp"
#include "ui/panels/frontier_page.hpp"
#include "ui/panels/gpu_chooser.hpp"
#include "ui/panels/gpu_table_page.hpp"
#include "ui/panels/ladder_panel.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/panels/verdict_panel.hpp"
#include "ui/panels/why_panel.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/paint.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

namespace headroom {

namespace {

constexpr QSize least_size(1100, 700), usual_size(1440, 900);
constexpr int panel_width = 324, least_panel_width = 324, most_panel_width = 420;
constexpr int least_centre_width = 720;
constexpr int low_window = 780; // below, rows are compact
constexpr int wide_window = 1280;
constexpr int why_width = 296, least_why_width = 260;

constexpr int layout_version = 1;
constexpr auto geometry_key = "window/geometry";
constexpr auto state_key = "window/state";
constexpr auto why_key = "window/why_shown";
constexpr auto plan_key = "window/plan_shown";
constexpr auto compare_key = "window/compare_open";

/// "14:02": when the file was last written.
QString timeOf(const QString& path) {
    return QFileInfo(path).lastModified().toString(QStringLiteral("HH:mm"));
}

QFrame* rule() {
    auto* line = new QFrame;
    line->setProperty("role", QStringLiteral("rule"));
    line->setFixedHeight(1);
    return line;
}

} // namespace

MainWindow::MainWindow(Session& session, Appearance& appearance, QWidget* parent)
    : QMainWindow(parent), session_(session), appearance_(appearance) {
    setWindowIcon(emblem());
    setMinimumSize(least_size);
    resize(usual_size);
    setAcceptDrops(true);
    applyTheme();
    build();
    connect(&session_, &Session::changed, this, &MainWindow::refresh);
    connect(&appearance_, &Appearance::themeChanged, this, &MainWindow::applyTheme);
    // Queued: the menu that asks for it is itself rebuilt.
    connect(&appearance_, &Appearance::languageChanged, this, &MainWindow::rebuild,
            Qt::QueuedConnection);
}

void MainWindow::build() {
    makeFileActions();
    makePlanActions();
    makeCompareActions();
    makeViewActions();
    setCentralWidget(makeCentre());
    buildPanel();
    buildWhy();
    buildCompare();
    buildMenus();
    buildToolBar();
    buildRails();
    buildStatusBar();
    connect(tabs_, &QTabBar::currentChanged, this, &MainWindow::followPage);
    followPage();
    refresh();
}

void MainWindow::rebuild() {
    session_.setLanguage(appearance_.language());
    const int tab = tabs_->currentIndex();
    const bool as_table = actions_.table->isChecked();
    const bool plan_shown = actions_.plan_panel->isChecked();
    const bool comparing = compare_->isOpen();
    menuBar()->clear();
    for (QToolBar* bar : findChildren<QToolBar*>(Qt::FindDirectChildrenOnly))
        delete bar;
    for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
        delete dock;
    delete takeCentralWidget();
    const auto old_actions = actions();
    qDeleteAll(old_actions);
    build();
    tabs_->setCurrentIndex(tab);
    actions_.table->setChecked(as_table);
    followTable();
    actions_.plan_panel->setChecked(plan_shown);
    compare_->setOpen(comparing);
    resizeEvent(nullptr);
}

QWidget* MainWindow::makeCentre() {
    auto* centre = new QWidget;
    centre->setMinimumWidth(least_centre_width);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    verdict_ = new VerdictPanel(session_);
    column->addWidget(verdict_);
    column->addWidget(rule());
    column->addWidget(makeTabRow());
    column->addWidget(rule());
    column->addWidget(pages_, 1);
    addPage(makeTradeOffPage(session_), tr("Trade-off"));
    addPage(makeBarsPage(session_), tr("Memory and time"));
    addPage(makeSweepPage(session_), tr("Sweep"));
    addPage(makeFrontierPage(session_), tr("Frontier"));
    addPage(makeCostPage(session_), tr("Cost"));
    addPage(new GpuTablePage(session_), tr("GPUs"));
    accuracy_ = new AccuracyPage(session_);
    addPage(accuracy_, tr("How good is this?"));
    return centre;
}

QWidget* MainWindow::makeTabRow() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(8, 3, 10, 0);
    tabs_ = new QTabBar;
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Charts"));
    pages_ = new QStackedWidget;
    connect(tabs_, &QTabBar::currentChanged, pages_, &QStackedWidget::setCurrentIndex);
    row->addWidget(tabs_, 1); // the tab in use is bold: wider than the bar's own hint
    auto* table = new QToolButton;
    table->setDefaultAction(actions_.table);
    table->setProperty("role", QStringLiteral("toggle"));
    table->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(table);
    return box;
}

void MainWindow::addPage(QWidget* page, const QString& title) {
    pages_->addWidget(page);
    page->setAccessibleName(title);
    tabs_->addTab(title);
}

ChartPage* MainWindow::currentPage() const {
    return qobject_cast<ChartPage*>(pages_->currentWidget());
}

QDockWidget* MainWindow::makeDock(const QString& title, const QString& name) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    dock->setTitleBarWidget(new QWidget(dock));
    return dock;
}

void MainWindow::followPage() {
    const bool has_chart = currentPage() != nullptr;
    for (QAction* action : {actions_.export_chart, actions_.copy_chart, actions_.table})
        action->setEnabled(has_chart);
    foldWhy();
}

void MainWindow::buildPanel() {
    plan_dock_ = makeDock(tr("Plan"), QStringLiteral("plan"));
    panel_ = new PlanPanel(session_);
    panel_->setMinimumWidth(least_panel_width);
    panel_->setMaximumWidth(most_panel_width);
    panel_->setAccessibleName(tr("Plan"));
    plan_dock_->setWidget(panel_);
    addDockWidget(Qt::LeftDockWidgetArea, plan_dock_);
    resizeDocks({plan_dock_}, {panel_width}, Qt::Horizontal);
    connect(actions_.plan_panel, &QAction::toggled, plan_dock_, &QDockWidget::setVisible);
    connect(panel_, &PlanPanel::gpusInViewWanted, actions_.gpus_in_view, &QAction::trigger);
    connect(panel_, &PlanPanel::goalsWanted, actions_.goals, &QAction::trigger);
}

void MainWindow::buildWhy() {
    why_dock_ = makeDock(tr("Ladder and why"), QStringLiteral("why"));
    auto* halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->setMinimumWidth(least_why_width);
    ladder_ = new LadderPanel(session_);
    why_ = new WhyPanel(session_);
    why_->setAccessibleName(tr("Why this number"));
    halves->addWidget(ladder_);
    halves->addWidget(why_);
    halves->setStretchFactor(0, 1);
    why_dock_->setWidget(halves);
    addDockWidget(Qt::RightDockWidgetArea, why_dock_);
    resizeDocks({why_dock_}, {why_width}, Qt::Horizontal);
    foldWhy();
}

void MainWindow::buildCompare() {
    compare_dock_ = makeDock(tr("Pinned plans"), QStringLiteral("compare"));
    compare_ = new ComparePane(session_);
    compare_dock_->setWidget(compare_);
    addDockWidget(Qt::BottomDockWidgetArea, compare_dock_);
    compare_dock_->setVisible(!session_.pins().empty());
    connect(compare_, &ComparePane::openChanged, this, &MainWindow::foldRows);
    connect(compare_, &ComparePane::openChanged, actions_.compare, &QAction::setChecked);
}

void MainWindow::buildRails() {
    auto* left = new FoldRail(tr("Folded panels at the left"));
    left->setObjectName(QStringLiteral("left-rail"));
    left->add(*actions_.plan_panel);
    addToolBar(Qt::LeftToolBarArea, left);
    auto* right = new FoldRail(tr("Folded panels at the right"));
    right->setObjectName(QStringLiteral("right-rail"));
    right->add(*actions_.why);
    addToolBar(Qt::RightToolBarArea, right);
}

void MainWindow::foldRows() {
    const bool comparing = !session_.pins().empty() && compare_->isOpen();
    panel_->setCompact(height() < low_window || comparing);
}

void MainWindow::restoreLayout() {
    const QSettings settings;
    restoreGeometry(settings.value(geometry_key).toByteArray());
    restoreState(settings.value(state_key).toByteArray(), layout_version);
    if (settings.contains(why_key)) why_wanted_ = settings.value(why_key).toBool();
    actions_.plan_panel->setChecked(settings.value(plan_key, true).toBool());
    compare_->setOpen(settings.value(compare_key).toBool());
    plan_dock_->setVisible(actions_.plan_panel->isChecked());
    resizeEvent(nullptr);
    refresh();
}

void MainWindow::keepLayout() const {
    QSettings settings;
    settings.setValue(geometry_key, saveGeometry());
    settings.setValue(state_key, saveState(layout_version));
    if (why_wanted_)
        settings.setValue(why_key, *why_wanted_);
    else
        settings.remove(why_key);
    settings.setValue(plan_key, actions_.plan_panel->isChecked());
    settings.setValue(compare_key, compare_->isOpen());
}

void MainWindow::resetLayout() {
    why_wanted_.reset();
    actions_.plan_panel->setChecked(true);
    compare_->setOpen(false);
    if (!isMaximized() && !isFullScreen()) resize(usual_size);
    resizeDocks({plan_dock_, why_dock_}, {panel_width, why_width}, Qt::Horizontal);
    foldWhy();
}

void MainWindow::followUserOnWhy() {
    why_wanted_ = actions_.why->isChecked();
    foldWhy();
}

void MainWindow::foldWhy() {
    // The first to give way: in narrow windows and beside the wide charts. The user's word wins.
    const bool has_room = width() >= wide_window && tabs_->currentIndex() == 0;
    const bool shown = why_wanted_.value_or(has_room);
    why_dock_->setVisible(shown);
    actions_.why->setChecked(shown);
}

void MainWindow::buildStatusBar() {
    auto* bar = new QStatusBar;
    bar->setSizeGripEnabled(false);
    const auto makeLink = [this](const QString& name) {
        auto* link = new QToolButton;
        link->setObjectName(name);
        link->setProperty("role", QStringLiteral("link"));
        link->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        link->setFocusPolicy(Qt::StrongFocus);
        return link;
    };
    caveats_ = makeLink(QStringLiteral("caveats"));
    gpu_count_ = makeLink(QStringLiteral("gpu-count"));
    connect(caveats_, &QToolButton::clicked, this, &MainWindow::showCaveats);
    connect(gpu_count_, &QToolButton::clicked, actions_.gpus_in_view, &QAction::trigger);
    bar->addPermanentWidget(new QLabel(tr("Presets %1").arg(toQt(session_.catalog().date))));
    caveat_glyph_ = 0;
    bar->addPermanentWidget(caveats_);
    bar->addPermanentWidget(gpu_count_);
    bar->addPermanentWidget(new QLabel(tr("VRAM in GiB, rates decimal")));
    setStatusBar(bar);
    const auto missing = missingLetters(session_.language());
    bar->showMessage(missing ? toQt(missing->message) : tr("Ready"));
}

void MainWindow::applyTheme() {
    setStyleSheet(windowStyleSheet(appearance_.theme()));
    if (caveats_ != nullptr) refresh();
}

void MainWindow::refresh() {
    const QString file = QFileInfo(session_.file()).fileName();
    const QString name = file.isEmpty() ? toQt(session_.scenario().name) : file;
    setWindowTitle(tr("%1[*] — Headroom").arg(name));
    setWindowModified(session_.isDirty());
    file_name_->setText(name);
    file_state_->setText(session_.isDirty() ? tr("changed")
                         : file.isEmpty()   ? tr("example")
                                            : tr("saved %1").arg(timeOf(session_.file())));
    actions_.undo->setEnabled(session_.canUndo());
    actions_.redo->setEnabled(session_.canRedo());
    actions_.save->setEnabled(session_.isDirty() || file.isEmpty());
    actions_.pin->setEnabled(!session_.isStale());
    const bool has_pins = !session_.pins().empty();
    actions_.swap->setEnabled(has_pins && !session_.isStale());
    actions_.compare->setEnabled(has_pins);
    if (compare_dock_->isHidden() == has_pins) {
        compare_dock_->setVisible(has_pins);
        foldRows();
    }
    showCounts();
}

// What stays as it is is left alone: a text or an icon that is set lays the status bar out anew.
void MainWindow::showCounts() {
    const std::size_t caveats = verdict_->caveats().size();
    caveats_->setText(caveats == 0   ? tr("inside the validated range")
                      : caveats == 1 ? tr("1 caveat")
                                     : tr("%1 caveats").arg(caveats));
    caveats_->setEnabled(caveats > 0);
    caveats_->setVisible(!session_.isStale()); // nothing was estimated, so nothing to warn of
    const QPixmap glyph = glyphPixmap(caveats == 0 ? Verdict::fits : Verdict::tight,
                                      appearance_.theme(), 13, devicePixelRatioF());
    if (std::exchange(caveat_glyph_, glyph.cacheKey()) != glyph.cacheKey())
        caveats_->setIcon(QIcon(glyph));
    gpu_count_->setText(tr("%1 GPUs in view").arg(session_.points().size()));
}

void MainWindow::showCaveats() {
    QStringList lines;
    for (const std::string& caveat : verdict_->caveats())
        lines << toQt(caveat);
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("What to know about these numbers"),
                                lines.join(QStringLiteral("\n\n")), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->open();
}

void MainWindow::say(const QString& message) { statusBar()->showMessage(message); }

void MainWindow::closeEvent(QCloseEvent* event) {
    // Nothing is asked while all is well: what is not saved is kept and taken up again at the next
    // start.
    if (const auto problem = session_.flush()) {
        QMessageBox box(QMessageBox::Warning, tr("The session cannot be kept"),
                        tr("%1\n\nSave the plan to a file, or close and lose what changed.")
                            .arg(toQt(problem_line(*problem, session_.language()))),
                        QMessageBox::Cancel | QMessageBox::Discard, this);
        box.button(QMessageBox::Cancel)->setText(tr("Go on working"));
        box.button(QMessageBox::Discard)->setText(tr("Close"));
        if (session_.isDirty() && box.exec() == QMessageBox::Cancel) return event->ignore();
    }
    keepLayout();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    if (event != nullptr) QMainWindow::resizeEvent(event);
    foldRows();
    foldWhy();
}

} // namespace headroom
