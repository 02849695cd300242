#include "ui/charts/marks.hpp"

#include "ui/charts/device.hpp"

#include <QCache>
#include <QPixmap>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace headroom {

namespace {

QPainterPath regularPolygon(int corners, double radius, double turn_degrees) {
    QPolygonF polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = (turn_degrees + 360.0 * i / corners) * std::numbers::pi / 180.0;
        polygon << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

QPainterPath trapezoid(double radius) {
    QPainterPath path;
    path.addPolygon(QPolygonF{{-0.55 * radius, -0.85 * radius},
                              {0.55 * radius, -0.85 * radius},
                              {radius, 0.85 * radius},
                              {-radius, 0.85 * radius}});
    path.closeSubpath();
    return path;
}

QPainterPath disc(double radius) {
    QPainterPath path;
    path.addEllipse(QPointF(), radius, radius);
    return path;
}

} // namespace

Family familyOf(GpuGeneration generation) {
    switch (generation) {
    case GpuGeneration::volta:
    case GpuGeneration::turing: return {Shape::triangle_left, "Volta, Turing"};
    case GpuGeneration::ampere: return {Shape::triangle_up, "Ampere"};
    case GpuGeneration::ada: return {Shape::diamond, "Ada"};
    case GpuGeneration::hopper: return {Shape::disc, "Hopper"};
    case GpuGeneration::blackwell: return {Shape::square, "Blackwell"};
    case GpuGeneration::rubin: return {Shape::pentagon, "Rubin"};
    case GpuGeneration::cdna2:
    case GpuGeneration::cdna3:
    case GpuGeneration::cdna4:
    case GpuGeneration::cdna5: return {Shape::triangle_down, "AMD CDNA"};
    case GpuGeneration::rdna3: return {Shape::triangle_right, "AMD RDNA"};
    case GpuGeneration::gaudi:
    case GpuGeneration::ponte_vecchio: return {Shape::hexagon, "Intel"};
    case GpuGeneration::tpu:
    case GpuGeneration::apple: return {Shape::trapezoid, "TPU, Apple"};
    }
    return {};
}

QPainterPath outlineOf(Shape shape, double radius) {
    constexpr double square_corner = 1.19, triangle_corner = 1.2, diamond_corner = 1.13;
    switch (shape) {
    case Shape::square: return regularPolygon(4, square_corner * radius, 45);
    case Shape::diamond: return regularPolygon(4, diamond_corner * radius, 0);
    case Shape::triangle_up: return regularPolygon(3, triangle_corner * radius, -90);
    case Shape::triangle_down: return regularPolygon(3, triangle_corner * radius, 90);
    case Shape::triangle_left: return regularPolygon(3, triangle_corner * radius, 180);
    case Shape::triangle_right: return regularPolygon(3, triangle_corner * radius, 0);
    case Shape::hexagon: return regularPolygon(6, 1.08 * radius, 0);
    case Shape::pentagon: return regularPolygon(5, 1.1 * radius, -90);
    case Shape::trapezoid: return trapezoid(radius);
    case Shape::disc:
    case Shape::count: break;
    }
    return disc(radius);
}

namespace {

void strokeMark(QPainter& painter, Shape shape, QPointF at, double radius, const MarkInk& ink,
                double line_width) {
    painter.save();
    painter.translate(at);
    const QPainterPath outline = outlineOf(shape, radius);
    painter.strokePath(outline, QPen(ink.ground, 2.0 * line_width)); // parts overlapping marks
    painter.setPen(ink.hollow ? QPen(ink.colour, line_width) : QPen(Qt::NoPen));
    painter.setBrush(ink.hollow ? ink.ground : ink.colour);
    painter.drawPath(outline);
    painter.restore();
}

/// What tells one painted mark from another; lengths are in device pixels.
struct MarkLook {
    Shape shape = Shape::disc;
    QRgb colour = 0, ground = 0;
    bool hollow = false;
    double radius = 0.0, line_width = 0.0, device_ratio = 0.0;
    int right = 0, down = 0; // of a whole pixel, in quarters

    bool operator==(const MarkLook&) const = default;
};

size_t qHash(const MarkLook& look, size_t seed = 0) {
    return qHashMulti(seed, static_cast<int>(look.shape), look.colour, look.hollow, look.radius,
                      look.right, look.down);
}

constexpr int phases = 4; // places of a mark within a device pixel, each way

/// From a cache, to a quarter of a pixel: outlines cost more than all else that a mark needs.
void drawKept(QPainter& painter, Shape shape, QPointF at, double radius, const MarkInk& ink,
              double line_width) {
    constexpr int kept_marks = 2048;
    static QCache<MarkLook, QPixmap> cache(kept_marks);
    const double ratio = painter.device()->devicePixelRatioF();
    const double room = std::ceil(1.3 * radius + 2.0 * line_width) + 1.0;
    const auto quarters = [ratio](double place) {
        return static_cast<int>(std::floor(place * ratio * phases + 0.5));
    };
    const int x = quarters(at.x() - room), y = quarters(at.y() - room);
    const auto within = [](int place) { return ((place % phases) + phases) % phases; };
    const MarkLook look{shape, ink.colour.rgba(), ink.ground.rgba(), ink.hollow, radius, line_width,
                        ratio, within(x),         within(y)};
    const QPointF corner((x - look.right) / phases / ratio, (y - look.down) / phases / ratio);
    if (const QPixmap* known = cache.object(look)) return painter.drawPixmap(corner, *known);
    auto* pixmap = new QPixmap((QSizeF(2 * room + 1, 2 * room + 1) * ratio).toSize());
    pixmap->setDevicePixelRatio(ratio);
    pixmap->fill(Qt::transparent);
    {
        QPainter once(pixmap);
        once.setRenderHint(QPainter::Antialiasing);
        const QPointF phase(look.right / (phases * ratio), look.down / (phases * ratio));
        strokeMark(once, shape, QPointF(room, room) + phase, radius, ink, line_width);
    }
    painter.drawPixmap(corner, *pixmap);
    cache.insert(look, pixmap);
}

} // namespace

void drawMark(QPainter& painter, Shape shape, QPointF at, double radius, const MarkInk& ink,
              double line_width) {
    if (isUprightScreen(painter)) return drawKept(painter, shape, at, radius, ink, line_width);
    strokeMark(painter, shape, at, radius, ink, line_width);
}

} // namespace headroom
