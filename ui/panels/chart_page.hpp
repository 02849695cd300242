// A tab of the window: one chart, kept up to date with the session while it is seen.
//
//     tabs->addTab(new ChartPage(session, chart, [=] { chart->setView(...); }), tr("Trade-off"));
//
// The chart is drawn once per frame at most, not at all behind another tab, and greyed while the
// plan is not legal (it then shows the last one that was).
#pragma once

#include "ui/charts/chart_widget.hpp"
#include "ui/session.hpp"

#include <functional>

namespace headroom {

class ChartPage final : public QWidget {
    Q_OBJECT
  public:
    /// `show` hands the chart its view. `head` stands above the chart, for its own choices.
    ChartPage(Session& session, ChartWidget* chart, std::function<void()> show,
              QWidget* head = nullptr, QWidget* parent = nullptr);

    ChartWidget* chart() const { return chart_; }
    /// Shows again, as after a choice in the head.
    void refresh();

  protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void grey(bool greyed);

    Session& session_;
    ChartWidget* chart_;
    std::function<void()> show_;
    bool behind_ = true; // what is shown is older than the session
};

/// The pages as the window has them, connected to the session.
ChartPage* makeTradeOffPage(Session& session);

} // namespace headroom
