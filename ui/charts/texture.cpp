#include "ui/charts/texture.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Geometry in design pixels.
constexpr double stripe_width = 1.6, stripe_pitch = 5.0;
constexpr double cross_width = 1.0, cross_pitch = 4.5;
constexpr double zone_width = 1.4, zone_pitch = 8.0 * 1.41421356; // 8 across the line
constexpr double zone_ground_share = 0.55, zone_line_share = 0.45;
constexpr double texture_width = 1.0, texture_pitch = 5.0, line_pitch = 3.0, dot_pitch = 3.0;
constexpr double dot_radius = 0.6;
constexpr double edge_width = 1.0;

QPen flatPen(const QColor& colour, double width) {
    return {colour, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin};
}

void drawSlanted(QPainter& painter, const QRectF& area, Slant slant, double pitch,
                 const QPen& pen) {
    const std::vector<QLineF> lines = slantedLines(area, slant, pitch);
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip); // the corners of wide lines
    painter.setPen(pen);
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.restore();
}

void drawEdge(QPainter& painter, const QRectF& area, const QColor& colour, double unit) {
    const double width = std::min(edge_width * unit, area.width() / 2);
    painter.setPen(flatPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

void drawNotLegal(QPainter& painter, const QRectF& area, const Theme& theme, double unit) {
    QPen pen = flatPen(theme.not_legal.text, unit);
    pen.setDashPattern({2.0, 2.0});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double inset = unit / 2;
    painter.drawRect(area.adjusted(inset, inset, -inset, -inset));
    const double reach = std::min(area.height(), area.width()) / 2 - unit;
    painter.setPen(flatPen(theme.not_legal.text, unit));
    painter.drawLine(area.center() + QPointF(-reach, reach),
                     area.center() + QPointF(reach, -reach));
}

void drawDots(QPainter& painter, const QRectF& area, const QColor& colour, double unit) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double pitch = dot_pitch * unit;
    const double radius = dot_radius * unit;
    bool shifted = false;
    for (double y = area.top() + pitch; y + radius < area.bottom(); y += pitch) {
        for (double x = area.left() + (shifted ? pitch : pitch / 2) + radius;
             x + radius < area.right(); x += pitch)
            painter.drawEllipse(QPointF(x, y), radius, radius);
        shifted = !shifted;
    }
}

void drawLevelLines(QPainter& painter, const QRectF& area, const QPen& pen, double pitch) {
    painter.setPen(pen);
    for (double y = area.top() + pitch; y < area.bottom() - pen.widthF(); y += pitch)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
}

} // namespace

std::vector<QLineF> slantedLines(const QRectF& area, Slant slant, double pitch) {
    std::vector<QLineF> lines;
    if (!(area.width() > 0 && area.height() > 0 && pitch > 0)) return lines;
    // Each line is x = foot + t, t in [0, height] down from the top ("\") or up from the bottom.
    for (double foot = area.left() - area.height() + pitch / 2; foot < area.right();
         foot += pitch) {
        const double from = std::max(0.0, area.left() - foot);
        const double to = std::min(area.height(), area.right() - foot);
        if (from >= to) continue;
        const double y0 = slant == Slant::down ? area.top() + from : area.bottom() - from;
        const double y1 = slant == Slant::down ? area.top() + to : area.bottom() - to;
        lines.emplace_back(foot + from, y0, foot + to, y1);
    }
    return lines;
}

void hatch(QPainter& painter, const QRectF& area, Verdict verdict, const Theme& theme,
           double unit) {
    if (!(area.width() > 0 && area.height() > 0)) return;
    if (verdict == Verdict::not_legal) return drawNotLegal(painter, area, theme, unit);
    const StatusStyle& status = theme.status(verdict);
    painter.fillRect(area, status.fill);
    const QColor gap = theme.is_dark ? theme.base : QColor(Qt::white);
    if (verdict == Verdict::tight)
        drawSlanted(painter, area, Slant::up, stripe_pitch * unit,
                    flatPen(gap, stripe_width * unit));
    if (verdict == Verdict::does_not_fit)
        for (const Slant slant : {Slant::up, Slant::down})
            drawSlanted(painter, area, slant, cross_pitch * unit, flatPen(gap, cross_width * unit));
    if (verdict != Verdict::fits) drawEdge(painter, area, status.text, unit);
}

void hatchZone(QPainter& painter, const QRectF& area, const Theme& theme, double unit) {
    painter.fillRect(area, mixed(theme.no.ground, theme.base, zone_ground_share));
    drawSlanted(painter, area, Slant::up, zone_pitch * unit,
                flatPen(mixed(theme.no.fill, theme.base, zone_line_share), zone_width * unit));
}

void fillTerm(QPainter& painter, const QRectF& area, const TermStyle& style, double unit) {
    if (!(area.width() > 0 && area.height() > 0)) return;
    painter.fillRect(area, style.fill);
    const QPen pen = flatPen(style.ink, texture_width * unit);
    switch (style.texture) {
    case Texture::flat: break;
    case Texture::stripes_up:
        drawSlanted(painter, area, Slant::up, texture_pitch * unit, pen);
        break;
    case Texture::stripes_down:
        drawSlanted(painter, area, Slant::down, texture_pitch * unit, pen);
        break;
    case Texture::lines: drawLevelLines(painter, area, pen, line_pitch * unit); break;
    case Texture::dots: drawDots(painter, area, style.ink, unit); break;
    }
    drawEdge(painter, area, style.edge, unit);
}

} // namespace headroom
