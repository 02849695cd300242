// The ladder: what to change next, in which order, with one click to do it.
//
//     splitter->addWidget(new LadderPanel(session));
//
// Climbed anew a moment after the plan has settled: hundreds of estimates have no place in a frame
// of a drag or between two keys. Apply is one step of undo. What is not worth taking, and levels
// that cannot help, stand greyed with their reason. While the plan is not legal the panel keeps the
// ladder of the last legal one, without buttons.
#pragma once

#include "core/present/ladder_view.hpp"
#include "ui/session.hpp"

#include <QTimer>
#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace headroom {

class LadderPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit LadderPanel(Session& session, QWidget* parent = nullptr);

    const Ladder& ladder() const { return ladder_; }

  protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void colourHeading();
    void follow();
    void fill();
    void addLevel(const LadderLevelView& level);
    QWidget* makeRung(const RungView& view);
    QLayout* makeTitle(const RungView& view);
    QLayout* makeButtons(const RungView& view, QLabel* details);
    QLabel* addText(const QString& text, bool is_grey);
    void apply(const Rung& rung);

    Session& session_;
    QTimer pause_; // since the plan has settled
    Ladder ladder_;
    bool is_filled_ = false;
    QLabel* heading_;
    QLabel* order_;
    QScrollArea* scroll_;
    QVBoxLayout* column_ = nullptr;
};

} // namespace headroom
