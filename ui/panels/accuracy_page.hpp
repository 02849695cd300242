// "How good is this?": predicted against the measured runs that ship with the program.
//
//     tabs->addPage(new AccuracyPage(session));
//
// Tables below each other, as wide as the page and as high as their rows; the page scrolls.
// Compared when the page is first seen, on a thread of its own; the window goes on meanwhile. What
// cannot be read is said in the place of the figures.
#pragma once

#include "core/present/views.hpp"
#include "ui/session.hpp"

#include <QScrollArea>

class QBoxLayout;
class QLabel;
class QTableWidget;
class QThread;

namespace headroom {

struct ShippedRuns;

class AccuracyPage final : public QScrollArea {
    Q_OBJECT
  public:
    explicit AccuracyPage(const Session& session, QWidget* parent = nullptr);
    ~AccuracyPage() override;

    QTableWidget* sources() const { return sources_; }
    QTableWidget* totals() const { return totals_; }
    QTableWidget* regimes() const { return regimes_; }
    QTableWidget* unseen() const { return unseen_; }
    QLabel* words() const { return words_; }
    /// What the tables hold, for the clipboard.
    const TableView& table() const { return table_; }

  signals:
    void compared();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void start();
    QTableWidget* addTable(QBoxLayout& column, const QString& title);
    void showReport(const ShippedRuns& result);

    const Session& session_;
    QThread* thread_ = nullptr;
    QLabel* words_;
    QTableWidget* totals_;
    QTableWidget* sources_;
    QTableWidget* regimes_;
    QTableWidget* unseen_;
    QTableWidget* skipped_;
    TableView table_;
};

} // namespace headroom
