// One half of a two-way switch: pressed it has the ground and weight of what is chosen.
#pragma once

#include "ui/theme.hpp"

#include <QToolButton>

namespace headroom {

class SegmentButton final : public QToolButton {
  public:
    /// `first` has round corners on its left side, the others on their right.
    SegmentButton(bool first, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    bool first_;
    Theme theme_ = Theme::light();
};

} // namespace headroom
