#include "ui/charts/shape_key.hpp"

#include "ui/charts/words.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double glyph_room = 13.0, entry_gap = 22.0, glyph_radius = 4.3, glyph_rise = 4.0;

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
    int rows = 1;
    QPointF at = first_baseline;
    const auto put = [&](const QString& name, Shape shape, bool hollow) {
        const double room = style.text(glyph_room);
        const double entry = room + textWidth(name, style.font());
        if (at.x() > first_baseline.x() && at.x() + entry > first_baseline.x() + width) {
            at = {first_baseline.x(), at.y() + style.text(row_px)};
            ++rows;
        }
        glyphs_.push_back(
            {shape, hollow, at + QPointF(style.text(glyph_radius), -style.text(glyph_rise))});
        runs_.push_back(textAt(name, style.font(), style.theme.ink2, at + QPointF(room, 0)));
        at.rx() += entry + style.text(entry_gap);
    };
    for (const Family& family : families_)
        put(QString::fromUtf8(family.name), family.shape, false);
    if (any_estimated_) put(ChartWords::in(style.language).estimate_key, Shape::disc, true);
    return rows;
}

void ShapeKey::paint(QPainter& painter, const ChartStyle& style) const {
    for (const Glyph& glyph : glyphs_)
        drawMark(painter, glyph.shape, glyph.at, style.text(glyph_radius),
                 {style.theme.ink2, glyph.hollow, style.theme.base}, style.stroke(1.6));
}

} // namespace headroom
