// The card under a slider's strip: what the position under the pointer would do.
//
//     card.showBelow(slider->mapToGlobal(point), {"32,768", Verdict::tight, "tight", {"75.5
//     ..."}});
//
// Floats above everything, takes neither focus nor the mouse, and goes when it is hidden.
#pragma once

#include "core/cost/estimate.hpp"

#include <QFrame>
#include <QStringList>

namespace headroom {

struct ReadOutText {
    QString title;
    Verdict verdict = Verdict::fits;
    QString word;
    QStringList lines;
};

class ReadOutCard final : public QFrame {
  public:
    explicit ReadOutCard(QWidget* parent = nullptr);

    void showBelow(const QPoint& global, const ReadOutText& text);
    const ReadOutText& text() const { return text_; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QSize neededSize() const;
    QStringList wrappedLines() const;

    ReadOutText text_;
};

} // namespace headroom
