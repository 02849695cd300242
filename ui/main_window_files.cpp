// The window's dealings with files and pictures: open, save, recent, export, memo, presentation.
#include "core/present/problem_text.hpp"
#include "ui/main_window.hpp"
#include "ui/panels/chart_clipboard.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/export_dialog.hpp"
#include "ui/panels/memo_dialog.hpp"
#include "ui/panels/presentation.hpp"
#include "ui/panels/remedies.hpp"
#include "ui/recent_files.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>

#include <algorithm>

namespace headroom {

namespace {

/// The first file of a drop that is one, "" for none.
QString droppedFile(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

} // namespace

void MainWindow::openFile(const QString& path) {
    const OpenOutcome outcome = session_.open(path);
    const QString name = QFileInfo(path).fileName();
    if (outcome.opened) {
        rememberFile(path);
        statusBar()->showMessage(tr("Opened %1.").arg(name));
    } else if (!QFileInfo::exists(path)) {
        forgetFile(path);
    }
    // Notes alone are no reason to stop anybody.
    const bool all_notes = std::ranges::all_of(outcome.problems, [](const Problem& problem) {
        return problem.severity == Severity::note;
    });
    if (!outcome.opened || !all_notes) showProblems(path, outcome);
}

void MainWindow::showProblems(const QString& path, const OpenOutcome& outcome) {
    auto* dialog = new ProblemDialog({.file = path,
                                      .opened = outcome.opened,
                                      .can_be_mended = outcome.can_be_mended,
                                      .problems = outcome.problems,
                                      .language = session_.language()},
                                     this);
    connect(dialog, &ProblemDialog::reloadWanted, this, [this, path] { openFile(path); });
    connect(dialog, &ProblemDialog::mendWanted, this, [this, path] {
        if (session_.openToMend(path).opened)
            say(tr("Opened %1, which is not a legal plan yet.").arg(QFileInfo(path).fileName()));
    });
    dialog->open();
}

void MainWindow::fillRecentMenu(QMenu* menu) {
    menu->clear();
    for (const QString& path : recentFiles())
        menu->addAction(QFileInfo(path).fileName(), this, [this, path] { openFile(path); })
            ->setStatusTip(path);
    menu->setEnabled(!menu->isEmpty());
}

void MainWindow::chooseFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a scenario or a config.json"),
                                                      QFileInfo(session_.file()).absolutePath(),
                                                      tr("JSON files (*.json);;All files (*)"));
    if (!path.isEmpty()) openFile(path);
}

bool MainWindow::save() { return session_.file().isEmpty() ? saveAs() : saveTo(session_.file()); }

bool MainWindow::saveAs() {
    const QString suggested = session_.file().isEmpty()
                                  ? toQt(session_.scenario().name) + QStringLiteral(".json")
                                  : session_.file();
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the scenario"), suggested,
                                                      tr("JSON files (*.json)"));
    return !path.isEmpty() && saveTo(path);
}

bool MainWindow::saveTo(const QString& path) {
    const std::optional<Problem> problem = session_.save(path);
    if (problem) {
        QMessageBox::warning(this, tr("Not saved"),
                             tr("%1\n\nThe old file, if any, is unchanged.")
                                 .arg(toQt(problem_line(*problem, session_.language()))));
        return false;
    }
    rememberFile(path);
    QStringList said{tr("Saved %1.").arg(QFileInfo(path).fileName())};
    if (session_.isStale()) said << tr("It is not a legal plan yet:");
    for (const Objection& objection : objections(session_))
        said << toQt(objection.sentence);
    say(said.join(QLatin1Char(' ')));
    return true;
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

void MainWindow::exportChart() {
    std::vector<ExportContent> contents;
    std::size_t shown = 0;
    for (int i = 0; i < pages_->count(); ++i) {
        auto* page = qobject_cast<ChartPage*>(pages_->widget(i));
        if (page == nullptr) continue;
        page->refreshNow(); // a tab that was never seen has no chart yet
        if (page == currentPage()) shown = contents.size();
        contents.push_back({tabs_->tabText(i), page->chart()->still(), page->tableView()});
    }
    (new ExportDialog(std::move(contents), shown,
                      {appearance_.theme(), session_.language(), assumptionsOf(session_),
                       scenarioText(session_)},
                      this))
        ->open();
}

void MainWindow::copyShownChart() {
    const ChartPage* page = currentPage();
    StillOptions options;
    options.language = session_.language();
    copyChart(*page->chart()->still(), options, page->tableView());
    say(tr("Copied as picture, SVG and table."));
}

void MainWindow::writeMemo() { (new MemoDialog(session_, this))->open(); }

Presentation* MainWindow::presentation() const { return presentation_; }

void MainWindow::present() {
    constexpr std::array charts{PresentedChart::trade_off, PresentedChart::bars,
                                PresentedChart::sweep};
    const auto tab = static_cast<std::size_t>(tabs_->currentIndex());
    presentation_ = new Presentation(
        session_, tab < charts.size() ? charts[tab] : PresentedChart::trade_off, this);
    presentation_->setStyleSheet(styleSheet());
    presentation_->setGeometry(screen()->geometry()); // not every desktop does what is asked next
    presentation_->showFullScreen();
}

} // namespace headroom
