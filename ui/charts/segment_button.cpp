#include "ui/charts/segment_button.hpp"

#include <QPainter>
#include <QPainterPath>

namespace headroom {

namespace {

constexpr double radius = 3.0;
constexpr int padding_x = 12, padding_y = 4;

QFont boldOf(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

SegmentButton::SegmentButton(Place place, QWidget* parent) : QToolButton(parent), place_(place) {
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
}

void SegmentButton::setTheme(const Theme& theme) {
    theme_ = theme;
    painted_ = {};
    update();
}

QSize SegmentButton::sizeHint() const {
    const QFontMetrics metrics(boldOf(font())); // the width must not change when pressed
    return {metrics.horizontalAdvance(text()) + 2 * padding_x, metrics.height() + 2 * padding_y};
}

void SegmentButton::changeEvent(QEvent* event) {
    painted_ = {};
    QToolButton::changeEvent(event);
}

// Painted once for each of its states: it lies on a chart that is painted in each frame of a drag.
void SegmentButton::paintEvent(QPaintEvent*) {
    const State state{text(), size(), devicePixelRatioF(), isChecked(), hasFocus()};
    if (painted_.isNull() || state != state_) {
        state_ = state;
        painted_ = QPixmap(size() * state.device_ratio);
        painted_.setDevicePixelRatio(state.device_ratio);
        painted_.fill(Qt::transparent);
        QPainter once(&painted_);
        paintState(once);
    }
    QPainter(this).drawPixmap(0, 0, painted_);
}

void SegmentButton::paintState(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    // The outline of the whole row; the others' part of it lies outside of this widget.
    const bool opens = place_ == Place::alone || place_ == Place::first;
    const bool closes = place_ == Place::alone || place_ == Place::last;
    QRectF row = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    row.adjust(opens ? 0 : -2 * radius, 0, closes ? 0 : 2 * radius, 0);
    painter.setPen(QPen(hasFocus() ? theme_.acc : theme_.line2, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(isChecked() ? theme_.accbg : theme_.ctl);
    painter.drawRoundedRect(row, radius, radius);
    painter.setPen(QPen(theme_.line2, 1.0));
    if (!closes) painter.drawLine(rect().topRight(), rect().bottomRight());
    painter.setPen(theme_.ink);
    painter.setFont(isChecked() ? boldOf(font()) : font());
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace headroom
