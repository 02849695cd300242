// Every term explained, with a field to find one.
//
//     (new GlossaryDialog(session.language(), this))->show();
#pragma once

#include "core/present/views.hpp"

#include <QDialog>

class QLineEdit;
class QTableWidget;

namespace headroom {

class GlossaryDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit GlossaryDialog(Language language, QWidget* parent = nullptr);

    QTableWidget* table() const { return table_; }
    QLineEdit* search() const { return search_; }

  private:
    void filter(const QString& text);

    QLineEdit* search_;
    QTableWidget* table_;
};

} // namespace headroom
