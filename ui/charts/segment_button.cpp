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

SegmentButton::SegmentButton(bool first, QWidget* parent) : QToolButton(parent), first_(first) {
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
}

void SegmentButton::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

QSize SegmentButton::sizeHint() const {
    const QFontMetrics metrics(boldOf(font())); // the width must not change when pressed
    return {metrics.horizontalAdvance(text()) + 2 * padding_x, metrics.height() + 2 * padding_y};
}

void SegmentButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // The outline of both halves; the other half lies outside of this widget.
    QRectF both = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    both.adjust(first_ ? 0 : -2 * radius, 0, first_ ? 2 * radius : 0, 0);
    painter.setPen(QPen(hasFocus() ? theme_.acc : theme_.line2, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(isChecked() ? theme_.accbg : theme_.ctl);
    painter.drawRoundedRect(both, radius, radius);
    painter.setPen(QPen(theme_.line2, 1.0));
    if (first_) painter.drawLine(rect().topRight(), rect().bottomRight());
    painter.setPen(theme_.ink);
    painter.setFont(isChecked() ? boldOf(font()) : font());
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace headroom
