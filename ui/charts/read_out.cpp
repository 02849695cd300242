#include "ui/charts/read_out.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double padding = 12.0, line_height = 17.5, column_gap = 14.0, radius = 4.0;
constexpr double gap_to_mark = 18.0, shadow_drop = 2.0;
constexpr double shadow_opacity = 0.16;

struct Columns {
    double label = 0.0, value = 0.0, note = 0.0;
};

Columns widthsOf(const ReadOut& card, const ChartStyle& style) {
    const QFont bold = style.font(ChartStyle::text_px, QFont::DemiBold);
    Columns widths;
    for (const ReadOutRow& row : card.rows) {
        widths.label = std::max(widths.label, textWidth(row.label, style.font()));
        widths.value = std::max(widths.value, textWidth(row.value, bold));
        widths.note = std::max(widths.note, textWidth(row.note, style.font()));
    }
    return widths;
}

QRectF placeBeside(QPointF at, QSizeF size, const QRectF& area, double gap) {
    QRectF rect(QPointF(at.x() + gap, at.y() - size.height() / 2), size);
    if (at.x() - area.left() > area.right() - at.x()) rect.moveRight(at.x() - gap);
    rect.moveTop(
        std::clamp(rect.top(), area.top(), std::max(area.top(), area.bottom() - size.height())));
    rect.moveLeft(
        std::clamp(rect.left(), area.left(), std::max(area.left(), area.right() - size.width())));
    return rect;
}

void paintGround(QPainter& painter, const QRectF& rect, const ChartStyle& style) {
    const double corner = style.px(radius);
    painter.setPen(Qt::NoPen);
    QColor shadow(Qt::black);
    shadow.setAlphaF(static_cast<float>(shadow_opacity));
    painter.setBrush(shadow);
    painter.drawRoundedRect(rect.translated(0, style.px(shadow_drop)), corner, corner);
    painter.setPen(style.pen(style.theme.line2));
    painter.setBrush(style.theme.base);
    painter.drawRoundedRect(rect, corner, corner);
}

} // namespace

void paintReadOut(QPainter& painter, const Target& target, const QRectF& area,
                  const ChartStyle& style) {
    const Theme& theme = style.theme;
    const QFont bold = style.font(ChartStyle::text_px, QFont::DemiBold);
    const QFont title = style.font(12.0, QFont::DemiBold);
    const Columns widths = widthsOf(target.card, style);
    const double pad = style.px(padding);
    const double gap = style.px(column_gap);
    const double line = style.text(line_height);
    const double text_width = widths.label + widths.value + widths.note + 2 * gap;
    const QSizeF size(std::max(text_width, textWidth(target.card.title, title)) + 2 * pad,
                      line * static_cast<double>(target.card.rows.size() + 1) + 1.5 * pad);
    const QRectF rect = placeBeside(target.at, size, area, style.px(gap_to_mark));
    paintGround(painter, rect, style);

    QPointF at(rect.left() + pad, rect.top() + pad + line / 2);
    drawText(painter, textAt(target.card.title, title, theme.ink, at));
    for (const ReadOutRow& row : target.card.rows) {
        at.ry() += line;
        drawText(painter, textAt(row.label, style.font(), theme.ink2, at));
        const QPointF value(at.x() + widths.label + gap, at.y());
        drawText(painter, textAt(row.value, bold, theme.ink, value));
        drawText(painter,
                 textAt(row.note, style.font(), theme.ink2, {rect.right() - pad, at.y()}, 1.0));
    }
}

} // namespace headroom
