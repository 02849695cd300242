// A tab of the window: one chart and its table twin, kept up to date while they are seen.
//
//     new ChartPage(session, {.chart = chart, .show = [=] { chart->setView(...); },
//                             .table = [&] { return estimate_table(...); }});
//
// Drawn once per frame at most, not at all behind another tab, and greyed while the plan is not
// legal (chart and table then show the last one that was).
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/session.hpp"

#include <functional>

class QStackedLayout;
class QTableWidget;

namespace headroom {

struct PageParts {
    ChartWidget* chart = nullptr;
    std::function<void()> show;       // hands the chart its view
    std::function<TableView()> table; // the same in text
    QWidget* head = nullptr;          // stands above, for choices of its own
};

class ChartPage final : public QWidget {
    Q_OBJECT
  public:
    ChartPage(Session& session, PageParts parts, QWidget* parent = nullptr);

    ChartWidget* chart() const { return parts_.chart; }
    QTableWidget* table() const { return table_; }
    /// The table's content, shown or not.
    TableView tableView() const { return parts_.table(); }
    /// What of the two is shown, and takes the focus.
    QWidget* shown() const;
    bool showsTable() const;
    void setTableShown(bool shown);
    /// Shows again, as after a choice in the head.
    void refresh();
    /// Brings a page behind another tab up to date, as for an export.
    void refreshNow();

  protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void grey(bool greyed);

    Session& session_;
    PageParts parts_;
    QStackedLayout* stack_;
    QTableWidget* table_;
    bool behind_ = true; // what is shown is older than the session
};

/// The pages as the window has them, connected to the session.
/// `most_presets` limits them to the GPU in focus and the first others; 0: all in view.
ChartPage* makeTradeOffPage(Session& session, std::size_t most_presets = 0);
ChartPage* makeBarsPage(Session& session, std::size_t most_presets = 0);
/// With the way of paying and a button for prices and terms above the chart.
ChartPage* makeCostPage(Session& session);
/// With a choice of the axis above the chart; a click on a position moves the plan there.
ChartPage* makeSweepPage(Session& session);

} // namespace headroom
