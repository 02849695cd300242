#include "ui/charts/shape_key.hpp"

#include "ui/charts/words.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double glyph_room = 13.0, entry_gap = 22.0, glyph_radius = 4.3, glyph_rise = 4.0,
                 stair_room = 22.0;

} // namespace

void ShapeKey::add(GpuGeneration generation, bool estimated) {
    any_estimated_ |= estimated;
    const Family family = familyOf(generation);
    const auto at =
        std::lower_bound(families_.begin(), families_.end(), family,
                         [](const Family& a, const Family& b) { return a.shape < b.shape; });
    if (at == families_.end() || at->shape != family.shape) families_.insert(at, family);
}

int ShapeKey::arrange(QPointF first_baseline, double width, const ChartStyle& style) {
    glyphs_.clear();
    runs_.clear();
    stair_.clear();
    int rows = 1;
    QPointF at = first_baseline;
    // Writes the name behind room for its glyph, in the next row where it no longer fits.
    const auto put = [&](const QString& name, double glyph) {
        const double room = style.text(glyph);
        const double entry = room + textWidth(name, style.font());
        if (at.x() > first_baseline.x() && at.x() + entry > first_baseline.x() + width) {
            at = {first_baseline.x(), at.y() + style.text(row_px)};
            ++rows;
        }
        const QPointF start = at;
        runs_.push_back(textAt(name, style.font(), style.theme.ink2, at + QPointF(room, 0)));
        at.rx() += entry + style.text(entry_gap);
        return start;
    };
    const auto putShape = [&](const QString& name, Shape shape, bool hollow) {
        const QPointF middle(style.text(glyph_radius), -style.text(glyph_rise));
        glyphs_.push_back({shape, hollow, put(name, glyph_room) + middle});
    };
    for (const Family& family : families_)
        putShape(QString::fromUtf8(family.name), family.shape, false);
    if (any_estimated_) putShape(ChartWords::in(style.language).estimate_key, Shape::disc, true);
    if (line_.isEmpty()) return rows;
    const QPointF start = put(line_, stair_room);
    const double half = style.text(stair_room) * 0.36, rise = style.text(glyph_rise);
    stair_ = {start + QPointF(0, -2 * rise), start + QPointF(half, -2 * rise),
              start + QPointF(half, 0), start + QPointF(2 * half, 0)};
    return rows;
}

void ShapeKey::paint(QPainter& painter, const ChartStyle& style) const {
    for (const Glyph& glyph : glyphs_)
        drawMark(painter, glyph.shape, glyph.at, style.text(glyph_radius),
                 {style.theme.ink2, glyph.hollow, style.theme.base}, style.stroke(1.6));
    painter.setPen(style.pen(style.theme.ink3, line_px));
    painter.drawPolyline(stair_.data(), static_cast<int>(stair_.size()));
}

} // namespace headroom
