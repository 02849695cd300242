// Above the frontier chart: what the search may change, its progress, and the button that ends it.
//
//     auto* head = new FrontierHead(session);
//     connect(head, &FrontierHead::foundChanged, page, &ChartPage::refresh);
//     head->found();       // what the last search found for this plan's model and cluster
//
// Searches by itself as soon as it is seen and whenever something changes that the answer depends
// on: not while a slider of a free dimension moves, as all its positions were searched already.
#pragma once

#include "ui/plan_searcher.hpp"
#include "ui/session.hpp"

#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom {

class FrontierHead final : public QWidget {
    Q_OBJECT
  public:
    explicit FrontierHead(Session& session, QWidget* parent = nullptr);

    /// Null where nothing was found yet, or for another model or cluster.
    const SearchResult* found() const;
    const PlanSearcher& searcher() const { return searcher_; }
    QPushButton* button() const { return button_; }

  signals:
    void foundChanged();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QCheckBox* addFree(const QString& text, std::initializer_list<Dimension> dimensions);
    Scenario asked() const;
    void follow();
    void search();
    void pressButton();
    void showState();

    Session& session_;
    SearchSpace space_;
    PlanSearcher searcher_;
    QTimer settle_;
    std::optional<Scenario> searched_; // what was asked last, free dimensions aside
    SearchSpace searched_space_;
    QLabel* said_;
    QProgressBar* progress_;
    QPushButton* button_;
};

} // namespace headroom
