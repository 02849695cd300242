// The left panel: everything a team can trade, in groups from the workload to its goals.
//
//     dock->setWidget(new PlanPanel(session));
//
// Groups: workload, trade-offs, cluster, goals. Rows get lower where the window is low; where even
// that is not enough the panel scrolls, and the wheel over a slider without focus scrolls it too.
#pragma once

#include "ui/session.hpp"

#include <QScrollArea>

#include <span>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace headroom {

class AxisRow;
class ChoiceBox;
class ReadOutCard;

class PlanPanel final : public QScrollArea {
    Q_OBJECT
  public:
    explicit PlanPanel(Session& session, QWidget* parent = nullptr);

    AxisRow* row(Axis axis) const { return rows_[static_cast<std::size_t>(axis)]; }
    void focusFirst();
    /// Locks the axis that has the focus, or frees it.
    void toggleLock();
    /// Low rows, for low windows.
    void setCompact(bool compact);

  signals:
    void gpusInViewWanted();
    void goalsWanted();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void addWorkload();
    void addTradeOffs();
    void addCluster();
    void addGoals();
    QLabel* addHeading(const QString& text, QWidget* beside = nullptr);
    void addLine();
    void addRow(QWidget* row);
    void addAxes(Axis first, Axis last);
    ChoiceBox* addChoice(const QString& label, const QString& name);
    QWidget* makeLink(const QString& text, const QString& name, void (PlanPanel::*wanted)());
    void applyTheme();
    void refresh();

    Session& session_;
    ReadOutCard* card_;
    QVBoxLayout* column_;
    std::array<AxisRow*, axis_count> rows_{};
    std::vector<QWidget*> row_widgets_;
    std::vector<QLabel*> headings_;
    ChoiceBox* model_ = nullptr;
    ChoiceBox* gpu_ = nullptr;
};

} // namespace headroom
