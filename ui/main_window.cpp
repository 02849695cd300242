#include "ui/main_window.hpp"

#include "ui/panels/chart_page.hpp"
#include "ui/panels/gpu_chooser.hpp"
#include "ui/panels/plan_panel.hpp"
#include "ui/panels/verdict_panel.hpp"
#include "ui/panels/why_panel.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
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

/// The first file of a drop that is one, "" for none.
QString droppedFile(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
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
    setCentralWidget(makeCentre());
    buildPanel();
    buildWhy();
    buildMenus();
    buildToolBar();
    buildStatusBar();
    refresh();
}

void MainWindow::rebuild() {
    session_.setLanguage(appearance_.language());
    const int tab = tabs_->currentIndex();
    const bool as_table = actions_.table->isChecked();
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
    row->addWidget(tabs_);
    row->addStretch();
    auto* table = new QToolButton;
    table->setDefaultAction(actions_.table);
    table->setProperty("role", QStringLiteral("toggle"));
    table->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(table);
    return box;
}

void MainWindow::addPage(ChartPage* page, const QString& title) {
    pages_->addWidget(page);
    page->setAccessibleName(title);
    tabs_->addTab(title);
}

ChartPage* MainWindow::currentPage() const {
    return qobject_cast<ChartPage*>(pages_->currentWidget());
}

void MainWindow::buildPanel() {
    auto* dock = new QDockWidget(tr("Plan"), this);
    dock->setObjectName(QStringLiteral("plan"));
    dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    dock->setTitleBarWidget(new QWidget(dock));
    panel_ = new PlanPanel(session_);
    panel_->setMinimumWidth(least_panel_width);
    panel_->setMaximumWidth(most_panel_width);
    panel_->setAccessibleName(tr("Plan"));
    dock->setWidget(panel_);
    addDockWidget(Qt::LeftDockWidgetArea, dock);
    resizeDocks({dock}, {panel_width}, Qt::Horizontal);
    connect(panel_, &PlanPanel::gpusInViewWanted, actions_.gpus_in_view, &QAction::trigger);
    connect(panel_, &PlanPanel::goalsWanted, actions_.goals, &QAction::trigger);
}

void MainWindow::buildWhy() {
    why_dock_ = new QDockWidget(tr("Why this number"), this);
    why_dock_->setObjectName(QStringLiteral("why"));
    why_dock_->setFeatures(QDockWidget::NoDockWidgetFeatures);
    why_dock_->setTitleBarWidget(new QWidget(why_dock_));
    why_ = new WhyPanel(session_);
    why_->setMinimumWidth(least_why_width);
    why_->setAccessibleName(tr("Why this number"));
    why_dock_->setWidget(why_);
    addDockWidget(Qt::RightDockWidgetArea, why_dock_);
    resizeDocks({why_dock_}, {why_width}, Qt::Horizontal);
    connect(tabs_, &QTabBar::currentChanged, this, &MainWindow::foldWhy);
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
    bar->addPermanentWidget(caveats_);
    bar->addPermanentWidget(gpu_count_);
    bar->addPermanentWidget(new QLabel(tr("VRAM in GiB, rates decimal")));
    setStatusBar(bar);
    bar->showMessage(tr("Ready"));
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
                                            : tr("saved"));
    actions_.undo->setEnabled(session_.canUndo());
    actions_.redo->setEnabled(session_.canRedo());
    actions_.save->setEnabled(session_.isDirty() || file.isEmpty());
    const std::size_t caveats = verdict_->caveats().size();
    caveats_->setText(caveats == 0   ? tr("inside the validated range")
                      : caveats == 1 ? tr("1 caveat")
                                     : tr("%1 caveats").arg(caveats));
    caveats_->setEnabled(caveats > 0);
    caveats_->setVisible(!session_.isStale()); // nothing was estimated, so nothing to warn of
    caveats_->setIcon(QIcon(glyphPixmap(caveats == 0 ? Verdict::fits : Verdict::tight,
                                        appearance_.theme(), 13, devicePixelRatioF())));
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

void MainWindow::openFile(const QString& path) {
    const OpenOutcome outcome = session_.open(path);
    const QString name = QFileInfo(path).fileName();
    if (outcome.opened) statusBar()->showMessage(tr("Opened %1.").arg(name));
    // Notes alone are no reason to stop anybody.
    const bool all_notes = std::ranges::all_of(outcome.problems, [](const Problem& problem) {
        return problem.severity == Severity::note;
    });
    if (outcome.opened && all_notes) return;
    auto* dialog = new ProblemDialog({name, outcome.opened, outcome.problems}, this);
    connect(dialog, &ProblemDialog::reloadWanted, this, [this, path] { openFile(path); });
    dialog->open();
}

void MainWindow::say(const QString& message) { statusBar()->showMessage(message); }

void MainWindow::closeEvent(QCloseEvent* event) {
    // Nothing is asked: what is not saved is kept and taken up again at the next start.
    session_.flush();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    if (event != nullptr) QMainWindow::resizeEvent(event);
    panel_->setCompact(height() < low_window);
    foldWhy();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString path = droppedFile(event->mimeData());
    if (path.isEmpty()) return;
    event->acceptProposedAction();
    openFile(path);
}

} // namespace headroom
