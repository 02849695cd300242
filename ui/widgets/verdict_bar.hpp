// The answer above the charts: one sentence on memory, one on the goals, five figures.
//
//     bar->showVerdict(view, {.gauge = row, .tokens = "40 B", .run = NoteTone::bad});
//     bar->showProblems(view, {{"32 heads do not divide by TP 3", {"TP 2", "TP 4"}}});
//     connect(bar, &VerdictBar::remedyChosen, ...);   // problem and remedy by index
//
// The sentence is never cut: where both do not fit beside each other, the goal takes a second line.
// A plan that is not legal has no figures; every reason stands in their place, with ways out.
#pragma once

#include "ui/widgets/figure.hpp"

#include <QFrame>

class QLabel;
class QStackedWidget;

namespace headroom {

struct ProblemLine {
    QString sentence;
    QStringList remedies;
};

/// What the bar shows beside the view's own words.
struct VerdictDetails {
    MemoryBarRow gauge;
    QString tokens;                 // of the whole run; "" where no goal says so
    QString paid;                   // "on demand": how the GPUs are paid for
    NoteTone run = NoteTone::plain; // whether the goals for them are met
    NoteTone cost = NoteTone::plain;
};

class VerdictBar final : public QFrame {
    Q_OBJECT
  public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void showVerdict(const VerdictView& view, const VerdictDetails& details);
    void showProblems(const VerdictView& view, const std::vector<ProblemLine>& problems);

    QString sentence() const;

  signals:
    void remedyChosen(int problem, int remedy);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeHeadline();
    QWidget* makeFigures();
    void showHeadline(const VerdictView& view);
    void arrangeHeadline();
    void applyTheme();
    QWidget* makeProblem(int index, const ProblemLine& problem);

    QLabel* glyph_ = nullptr;
    QLabel* sentence_ = nullptr;
    QLabel* goal_glyph_ = nullptr;
    QLabel* goal_ = nullptr;
    QWidget* headline_ = nullptr;
    QStackedWidget* body_ = nullptr;
    Figure* vram_ = nullptr;
    MemoryGauge* gauge_ = nullptr;
    Figure* step_ = nullptr;
    Figure* run_ = nullptr;
    Figure* cost_ = nullptr;
    Figure* mfu_ = nullptr;
    QWidget* problems_ = nullptr;
    Verdict verdict_ = Verdict::not_legal;
    bool goals_met_ = true;
};

} // namespace headroom
