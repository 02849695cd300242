// "How good is this?": predicted against the measured runs that ship with the program.
//
//     tabs->addPage(new AccuracyPage(session));
//
// Compared when the page is first seen, on a thread of its own; the window goes on meanwhile. What
// cannot be read is said in the place of the figures.
#pragma once

#include "core/calibrate/validation.hpp"
#include "core/present/views.hpp"
#include "ui/session.hpp"

#include <QWidget>

class QLabel;
class QTableWidget;
class QThread;

namespace headroom {

class AccuracyPage final : public QWidget {
    Q_OBJECT
  public:
    explicit AccuracyPage(const Session& session, QWidget* parent = nullptr);
    ~AccuracyPage() override;

    QTableWidget* sources() const { return sources_; }
    QTableWidget* totals() const { return totals_; }
    QLabel* words() const { return words_; }
    /// What the tables hold, for the clipboard.
    const TableView& table() const { return table_; }

  signals:
    void compared();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void start();
    void showReport(const ValidationReport& report, const Problems& problems);

    const Session& session_;
    QThread* thread_ = nullptr;
    QLabel* words_;
    QTableWidget* totals_;
    QTableWidget* sources_;
    QTableWidget* skipped_;
    TableView table_;
};

} // namespace headroom
