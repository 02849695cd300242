// A tab of the window: the GPUs in view over the five criteria, sorted by any column.
//
//     tabs->addPage(new GpuTablePage(session));
//
// A click on a column's title sorts, a second one turns the order; the box above does the same for
// the keyboard. Return or a double click on a row makes its GPU the one in focus everywhere. Best
// values among the GPUs that the plan runs on are bold. Filled while seen, at most once per frame.
#pragma once

#include "core/present/gpu_criteria.hpp"
#include "ui/session.hpp"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace headroom {

class ChoiceBox;

class GpuTablePage final : public QWidget {
    Q_OBJECT
  public:
    explicit GpuTablePage(Session& session, QWidget* parent = nullptr);

    QTableWidget* table() const { return table_; }
    ChoiceBox* sortChoice() const { return sort_; }
    /// All cells as text, in the order shown.
    TableView plain() const;

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void refresh();
    void fill(const CriteriaTable& content);
    void nameColumns(const CriteriaTable& content);
    void fillRow(int row, const CriteriaRow& content, const CriteriaTable& table);
    void sortBy(int column, Qt::SortOrder order);
    void focusRow(int row);

    Session& session_;
    QLabel* subtitle_;
    ChoiceBox* sort_;
    QTableWidget* table_;
    bool behind_ = true; // what is shown is older than the session
};

} // namespace headroom
