// The team's readiness checklist: ticked, worded and noted by people, printed in the memo.
//
//     auto* dialog = new ReadinessDialog(session.scenario().readiness, language, this);
//     connect(dialog, &QDialog::accepted, [=] { ... dialog->items(); });
//
// An item whose words are the usual question of its topic stays in the reader's language; other
// words are the team's own. Nothing here is computed or scored.
#pragma once

#include "core/model/decisions.hpp"
#include "core/present/views.hpp"

#include <QDialog>

class QTableWidget;

namespace headroom {

class ReadinessDialog final : public QDialog {
    Q_OBJECT
  public:
    ReadinessDialog(std::vector<ReadinessItem> items, Language language, QWidget* parent = nullptr);

    std::vector<ReadinessItem> items() const;
    QTableWidget* table() const { return table_; }
    void addItem(const ReadinessItem& item);

  private:
    void setUpTable();
    QLayout* makeButtons();
    void removeChosen();
    void showUsual();
    void fill(const std::vector<ReadinessItem>& items);

    Language language_;
    QTableWidget* table_;
};

} // namespace headroom
