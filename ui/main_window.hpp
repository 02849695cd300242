// The window: panels at the left, verdict and charts in the middle. It arranges and names; what is
// in it follows the session by itself.
//
//     MainWindow window(session, appearance);
//     window.show();
//
// Panels fold to a rail, the right one by itself where the window is narrow; a folding by the user
// wins. A switch of the language makes all texts anew by building the content again: the session
// holds every state worth keeping, and tab and focus are put back.
#pragma once

#include "ui/appearance.hpp"
#include "ui/session.hpp"

#include <QMainWindow>
#include <QPointer>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace headroom {

class AccuracyPage;
class ChartPage;
class ComparePane;
class LadderPanel;
class PlanPanel;
class Presentation;
class VerdictPanel;
class WhyPanel;

class MainWindow final : public QMainWindow {
    Q_OBJECT
  public:
    MainWindow(Session& session, Appearance& appearance, QWidget* parent = nullptr);

    PlanPanel* panel() const { return panel_; }
    VerdictPanel* verdict() const { return verdict_; }
    /// nullptr on a page without a chart.
    ChartPage* currentPage() const;
    ComparePane* compare() const { return compare_; }
    AccuracyPage* accuracy() const { return accuracy_; }
    LadderPanel* ladder() const { return ladder_; }
    Presentation* presentation() const; // nullptr while there is none
    QTabBar* tabs() const { return tabs_; }

    /// Size, place and folding as the window was left last time.
    void restoreLayout();

    /// Opens, or shows everything that is wrong and leaves the plan as it is.
    void openFile(const QString& path);
    /// In the status bar, until something else is said there.
    void say(const QString& message);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void build();
    void rebuild();
    QWidget* makeCentre();
    QWidget* makeTabRow();
    void addPage(QWidget* page, const QString& title);
    QDockWidget* makeDock(const QString& title, const QString& name);
    void buildPanel();
    void buildWhy();
    void buildCompare();
    void buildRails();
    void followPage();
    void followUserOnWhy();
    void foldWhy();
    void foldRows();
    void keepLayout() const;
    void resetLayout();
    void buildStatusBar();
    void applyTheme();
    void refresh();
    void showCounts();
    void showCaveats();

    // Actions, menus and the tool bar (main_window_actions.cpp).
    struct Actions {
        QAction *open, *save, *save_as, *quit, *undo, *redo;
        QAction *gpus_in_view, *goals, *runs, *probe, *calibration, *readiness, *previous_gpu;
        QAction *next_gpu, *keys;
        QAction *export_chart, *copy_chart, *memo, *why, *next_why, *table;
        QAction *pin, *swap, *compare, *lock, *present, *plan_panel, *reset_layout, *glossary;
    };
    QAction* addWindowAction(const QString& text, const QKeySequence& keys,
                             std::function<void()> does);
    void makeFileActions();
    void makePlanActions();
    void makeCompareActions();
    void makeViewActions();
    void buildMenus();
    void buildFileMenu();
    void buildHelpMenu();
    void fillRecentMenu(QMenu* menu);
    void addTabActions(QMenu* menu);
    void addThemeMenu(QMenu* menu);
    void addLanguageMenu(QMenu* menu);
    void buildToolBar();
    // Files (main_window_files.cpp).
    void showProblems(const QString& path, const OpenOutcome& outcome);
    void chooseFile();
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    void stepGpu(int direction);
    void editGoals();
    void editReadiness();
    void probeGpu();
    void exportChart();
    void copyShownChart();
    void writeMemo();
    void present();
    void followTable();
    void cycleRegion(int direction);

    Session& session_;
    Appearance& appearance_;
    Actions actions_{};
    PlanPanel* panel_ = nullptr;
    VerdictPanel* verdict_ = nullptr;
    LadderPanel* ladder_ = nullptr;
    WhyPanel* why_ = nullptr;
    QDockWidget* why_dock_ = nullptr;
    std::optional<bool> why_wanted_; // by the user; empty: as there is room
    QDockWidget* plan_dock_ = nullptr;
    QDockWidget* compare_dock_ = nullptr;
    ComparePane* compare_ = nullptr;
    AccuracyPage* accuracy_ = nullptr;
    QPointer<Presentation> presentation_;
    QTabBar* tabs_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QLabel* file_name_ = nullptr;
    QLabel* file_state_ = nullptr;
    QToolButton* caveats_ = nullptr;
    QToolButton* gpu_count_ = nullptr;
    qint64 caveat_glyph_ = 0; // as the status bar shows it
};

} // namespace headroom
