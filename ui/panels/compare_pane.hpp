// The pinned plans below the charts: a line of figures, or opened, tables of every difference.
//
//     auto* pane = new ComparePane(session);
//     pane->setOpen(true);                        // Ctrl+B
//     connect(pane, &ComparePane::openChanged, ...);
//
// Compares one pinned plan, the base, with the present plan or with another pinned one. A pin's
// button makes it the base; its menu renames, moves, swaps, goes back to it and unpins. Without a
// pin the pane is hidden.
#pragma once

#include "core/present/comparison.hpp"
#include "ui/session.hpp"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace headroom {

class ChoiceBox;
class CompareTables;

class ComparePane final : public QFrame {
    Q_OBJECT
  public:
    explicit ComparePane(Session& session, QWidget* parent = nullptr);

    bool isOpen() const { return open_; }
    void setOpen(bool open);
    CompareTables* tables() const { return tables_; }
    /// What is compared, as text for the clipboard.
    QString asText() const;
    std::size_t base() const { return base_; }
    /// The figures of the folded line: "B − A −14.9 GiB +27 % +$1,028".
    QString difference() const;

  signals:
    void openChanged(bool open);

  protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeHead();
    QToolButton* makeLink(const QString& name);
    void refresh();
    void fillPins();
    void fillOthers();
    QToolButton* makePin(std::size_t place);
    void fillMenu(QMenu& menu, std::size_t place);
    void rename(std::size_t place);
    void showLine(const Scenario& other);
    const Scenario& otherPlan() const;
    QString otherName() const;

    Session& session_;
    bool open_ = false;
    std::size_t base_ = 0;
    std::optional<std::size_t> other_; // empty: the present plan
    Pins shown_pins_;
    QLabel* heading_;
    QHBoxLayout* pins_;
    QLabel* figures_;
    QLabel* change_;
    ChoiceBox* others_;
    QToolButton* swap_;
    QToolButton* copy_;
    QToolButton* unpin_;
    QToolButton* fold_;
    CompareTables* tables_;
};

} // namespace headroom
