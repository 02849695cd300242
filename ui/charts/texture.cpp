#include "ui/charts/texture.hpp"

#include "ui/charts/device.hpp"

#include <QCache>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <cmath>

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
constexpr double excess_pitch = 6.0, excess_width = 1.0;
constexpr float excess_opacity = 0.3F;

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

/// What repeats itself in a texture; lengths are in design pixels.
struct Pattern {
    QColor ground, ink;
    Texture texture = Texture::flat;
    bool crossed = false; // stripes of both directions
    double pitch = texture_pitch, width = texture_width;
};

/// One period of a pattern, `side` device pixels wide and twice as high for dots.
QPixmap tileOf(const Pattern& pattern, int side, double scale) {
    const bool dots = pattern.texture == Texture::dots;
    QPixmap tile(side, dots ? 2 * side : side);
    tile.fill(pattern.ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(flatPen(pattern.ink, pattern.width * scale));
    const double s = side;
    if (dots) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(pattern.ink);
        const double radius = dot_radius * scale;
        for (const QPointF& at : {QPointF(s / 2, s / 2), QPointF(0, 1.5 * s), QPointF(s, 1.5 * s)})
            painter.drawEllipse(at, radius, radius);
    } else if (pattern.texture == Texture::lines) {
        painter.drawLine(QPointF(0, s - 0.5), QPointF(s, s - 0.5));
    } else {
        for (const double shift : {-s, 0.0, s}) { // what reaches in from the neighbours
            if (pattern.crossed || pattern.texture == Texture::stripes_up)
                painter.drawLine(QPointF(shift - s, 2 * s), QPointF(shift + 2 * s, -s));
            if (pattern.crossed || pattern.texture == Texture::stripes_down)
                painter.drawLine(QPointF(shift - s, -s), QPointF(shift + 2 * s, 2 * s));
        }
    }
    return tile;
}

/// The tile of a pattern as a brush of this painter.
QBrush tiled(const QPainter& painter, const Pattern& pattern, double unit) {
    constexpr int kept_tiles = 128;
    static QCache<QByteArray, QPixmap> cache(kept_tiles);
    const double ratio = painter.device()->devicePixelRatioF();
    const double scale = unit * ratio;
    const int side = std::max(2, static_cast<int>(std::lround(pattern.pitch * scale)));
    const std::array<double, 6> parts{static_cast<double>(pattern.ground.rgba()),
                                      static_cast<double>(pattern.ink.rgba()),
                                      static_cast<double>(pattern.texture),
                                      pattern.crossed ? 1.0 : 0.0,
                                      pattern.width * scale,
                                      static_cast<double>(side)};
    const QByteArray key(reinterpret_cast<const char*>(parts.data()), sizeof(parts));
    if (!cache.contains(key)) cache.insert(key, new QPixmap(tileOf(pattern, side, scale)));
    QBrush brush(*cache.object(key));
    brush.setTransform(QTransform::fromScale(1.0 / ratio, 1.0 / ratio));
    return brush;
}

/// On screen a texture is a tile, and areas end at whole pixels: lines of their own and edges
/// between pixels cost many times as much, too much for every frame. With an edge inside where a
/// colour for it is given.
void fillOnScreen(QPainter& painter, const QRectF& area, const QBrush& brush, double unit,
                  const QColor& edge = {}) {
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QRectF inside = area;
    if (edge.isValid()) {
        const double width = std::min(edge_width * unit, area.width() / 2);
        painter.fillRect(area, edge);
        inside.adjust(width, width, -width, -width);
    }
    painter.setBrushOrigin(area.topLeft());
    painter.fillRect(inside, brush);
    painter.setBrushOrigin(QPointF());
    painter.setRenderHint(QPainter::Antialiasing, smooth);
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
    const QColor gap = theme.is_dark ? theme.base : QColor(Qt::white);
    if (isScreen(painter) && verdict != Verdict::fits) {
        const bool crossed = verdict == Verdict::does_not_fit;
        const Pattern pattern{status.fill,
                              gap,
                              Texture::stripes_up,
                              crossed,
                              crossed ? cross_pitch : stripe_pitch,
                              crossed ? cross_width : stripe_width};
        return fillOnScreen(painter, area, tiled(painter, pattern, unit), unit, status.text);
    }
    painter.fillRect(area, status.fill);
    if (verdict == Verdict::tight)
        drawSlanted(painter, area, Slant::up, stripe_pitch * unit,
                    flatPen(gap, stripe_width * unit));
    if (verdict == Verdict::does_not_fit)
        for (const Slant slant : {Slant::up, Slant::down})
            drawSlanted(painter, area, slant, cross_pitch * unit, flatPen(gap, cross_width * unit));
    if (verdict != Verdict::fits) drawEdge(painter, area, status.text, unit);
}

void hatchZone(QPainter& painter, const QRectF& area, const Theme& theme, double unit) {
    const QColor ground = mixed(theme.no.ground, theme.base, zone_ground_share);
    const QColor line = mixed(theme.no.fill, theme.base, zone_line_share);
    if (isScreen(painter))
        return fillOnScreen(
            painter, area,
            tiled(painter, {ground, line, Texture::stripes_up, false, zone_pitch, zone_width},
                  unit),
            unit);
    painter.fillRect(area, ground);
    drawSlanted(painter, area, Slant::up, zone_pitch * unit, flatPen(line, zone_width * unit));
}

void fillLine(QPainter& painter, const QRectF& area, const QColor& colour) {
    if (!isScreen(painter)) return painter.fillRect(area, colour);
    const double pixel = 1.0 / painter.device()->devicePixelRatioF();
    QRectF seen = area;
    if (seen.width() < pixel) seen.setWidth(pixel);
    if (seen.height() < pixel) seen.setHeight(pixel);
    fillOnScreen(painter, seen, colour, 1.0);
}

void hatchExcess(QPainter& painter, const QRectF& area, const Theme& theme, double unit) {
    if (!(area.width() > 0 && area.height() > 0)) return;
    QColor ground = theme.no.fill;
    ground.setAlphaF(excess_opacity);
    if (isScreen(painter))
        return fillOnScreen(
            painter, area,
            tiled(painter,
                  {ground, theme.no.text, Texture::stripes_up, true, excess_pitch, excess_width},
                  unit),
            unit);
    painter.fillRect(area, ground);
    for (const Slant slant : {Slant::up, Slant::down})
        drawSlanted(painter, area, slant, excess_pitch * unit,
                    flatPen(theme.no.text, excess_width * unit));
}

void fillTerm(QPainter& painter, const QRectF& area, const TermStyle& style, double unit) {
    if (!(area.width() > 0 && area.height() > 0)) return;
    if (isScreen(painter)) {
        const bool stripes =
            style.texture == Texture::stripes_up || style.texture == Texture::stripes_down;
        const Pattern pattern{
            style.fill,   style.ink, style.texture, false, stripes ? texture_pitch : line_pitch,
            texture_width};
        const bool flat = style.texture == Texture::flat;
        return fillOnScreen(painter, area,
                            flat ? QBrush(style.fill) : tiled(painter, pattern, unit), unit,
                            style.edge);
    }
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
