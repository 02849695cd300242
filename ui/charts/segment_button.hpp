// One choice of a switch, or a switch of its own: pressed it has the ground and weight of what is
// chosen.
#pragma once

#include "ui/theme.hpp"

#include <QPixmap>
#include <QToolButton>

namespace headroom {

class SegmentButton final : public QToolButton {
  public:
    /// Corners are round at the ends of a row of choices only.
    enum class Place : std::uint8_t { alone, first, middle, last };
    explicit SegmentButton(Place place, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override; // a font, a language

  private:
    /// What its picture depends on beside theme and font.
    struct State {
        QString text;
        QSize size;
        qreal device_ratio = 1.0;
        bool checked = false, focused = false;

        bool operator==(const State&) const = default;
    };
    void paintState(QPainter& painter) const;

    Place place_;
    Theme theme_ = Theme::light();
    State state_;
    QPixmap painted_;
};

} // namespace headroom
