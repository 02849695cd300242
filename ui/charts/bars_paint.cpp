// The drawing half of BarsPicture; all geometry is decided before.
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/marks.hpp"
#include "ui/charts/pins.hpp"
#include "ui/charts/texture.hpp"
#include "ui/charts/words.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double mark_radius = 4.3, mark_x = 8.0, row_radius = 4.0;
constexpr double segment_gap = 1.0, headroom_width = 2.0, capacity_width = 2.4;
constexpr double capacity_overhang = 3.5, arrow_length = 6.0, arrow_half = 4.0;
constexpr double band_below = 4.0, band_width = 1.2, over_edge_width = 1.5;
constexpr double not_run_opacity = 0.35;
constexpr double ghost_width = 1.6;

} // namespace

void BarsPicture::paintBody(QPainter& painter) const {
    const ChartStyle& s = style();
    for (const KeyEntry& entry : key_)
        fillTerm(painter, entry.swatch, entry.fill, s.unit);
    for (const Row& row : rows_) {
        if (!isFocus(row) || !row.shown) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(s.theme.accbg);
        painter.drawRoundedRect(row.band, s.px(row_radius), s.px(row_radius));
    }
    if (rows_.empty()) return;
    if (showsMemory()) paintGrid(painter, memory_scale_, memory_plot_);
    if (showsStep()) paintGrid(painter, step_scale_, step_plot_);
    for (const Row& row : rows_)
        if (row.shown) paintRow(painter, row);
    for (const Pin& pin : pins_) {
        if (!pin.row->shown) continue;
        if (showsMemory()) paintGhost(painter, pin, pin.memory_x);
        if (showsStep()) paintGhost(painter, pin, pin.step_x);
    }
}

// A line across the row where the pinned plan's bar would end, its letter above.
void BarsPicture::paintGhost(QPainter& painter, const Pin& pin, double x) const {
    const ChartStyle& s = style();
    const QRectF& bar = showsMemory() ? pin.row->memory_bar : pin.row->step_bar;
    QPen pen = s.pen(s.theme.ink, ghost_width);
    pen.setDashPattern({2.0, 1.5});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, bar.top()), QPointF(x, bar.bottom() + s.px(capacity_overhang)));
    paintPin(painter, {x, bar.top() - s.text(pin_px) / 2}, text(pin.pin->letter), s);
}

void BarsPicture::paintGrid(QPainter& painter, const Scale& scale, const QRectF& plot) const {
    const ChartStyle& s = style();
    for (const Tick& tick : scale.ticks()) {
        const double x = plot.left() + scale.share(tick.at) * plot.width(), wide = s.stroke(1.0);
        fillLine(painter, {x - wide / 2, plot.top(), wide, plot.height()},
                 tick.at > 0 ? s.theme.grid : s.theme.line2);
    }
}

void BarsPicture::paintRow(QPainter& painter, const Row& row) const {
    const ChartStyle& s = style();
    const QPointF mark(row.band.left() + s.px(mark_x), row.band.center().y());
    drawMark(painter, familyOf(row.memory->generation).shape, mark, s.px(mark_radius),
             {isFocus(row) ? s.theme.acc : s.theme.ink2, row.memory->estimated, groundOf(row)},
             s.stroke(1.4));
    if (showsMemory()) {
        paintStack(painter, row.memory->pieces, &Theme::memoryPiece, row.memory_bar);
        paintCapacity(painter, row);
    }
    if (showsStep()) paintStep(painter, row);
}

void BarsPicture::paintStack(QPainter& painter, const std::vector<BarPiece>& pieces, TermFill fill,
                             const QRectF& bar) const {
    const ChartStyle& s = style();
    double total = 0.0;
    for (const BarPiece& piece : pieces)
        total += piece.value;
    if (!(total > 0)) return;
    double x = bar.left();
    for (const BarPiece& piece : pieces) {
        const double width = piece.value / total * bar.width();
        const double gap = std::min(s.px(segment_gap), width / 2);
        fillTerm(painter, {x, bar.top(), width - gap, bar.height()}, (s.theme.*fill)(piece.term),
                 s.unit);
        x += width;
    }
}

void BarsPicture::paintCapacity(QPainter& painter, const Row& row) const {
    const ChartStyle& s = style();
    const QRectF& bar = row.memory_bar;
    const double y = bar.center().y();
    if (row.memory->headroom_gib < 0) {
        const QRectF over(QPointF(row.capacity_x, bar.top()), bar.bottomRight());
        hatchExcess(painter, over, s.theme, s.unit);
        painter.setPen(s.pen(s.theme.no.text, over_edge_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(over);
    } else {
        const double left = bar.right() + s.px(segment_gap), wide = s.stroke(headroom_width);
        if (row.capacity_x > left)
            fillLine(painter, {left, y - wide / 2, row.capacity_x - left, wide},
                     s.theme.status(row.memory->verdict).fill);
    }
    if (row.beyond_edge) return paintArrow(painter, {row.capacity_x, y});
    const double overhang = s.px(capacity_overhang);
    const double wide = s.stroke(capacity_width);
    fillLine(painter,
             {row.capacity_x - wide / 2, bar.top() - overhang, wide, bar.height() + 2 * overhang},
             s.theme.ink);
}

// Where something goes on beyond the edge.
void BarsPicture::paintArrow(QPainter& painter, QPointF tip) const {
    const ChartStyle& s = style();
    const double half = s.px(arrow_half);
    const QPointF back(s.px(arrow_length), 0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(s.theme.ink);
    painter.drawPolygon(
        QPolygonF{tip - back - QPointF(0, half), tip, tip - back + QPointF(0, half)});
}

void BarsPicture::paintStep(QPainter& painter, const Row& row) const {
    const ChartStyle& s = style();
    const bool runs = row.step->verdict != Verdict::does_not_fit;
    painter.setOpacity(runs ? 1.0 : not_run_opacity);
    if (row.step_beyond) { // at its own scale, up to the edge
        QRectF whole = row.step_bar;
        whole.setWidth(step_scale_.share(row.step->seconds) * step_plot_.width());
        painter.save();
        painter.setClipRect(row.step_bar.adjusted(0, 0, -s.px(arrow_length), 0), Qt::IntersectClip);
        paintStack(painter, row.step->pieces, &Theme::stepPiece, whole);
        painter.restore();
        paintArrow(painter, {row.step_bar.right(), row.step_bar.center().y()});
    } else {
        paintStack(painter, row.step->pieces, &Theme::stepPiece, row.step_bar);
    }
    painter.setOpacity(1.0);
    if (!runs || !isDrawable(row.step->p10) || !isDrawable(row.step->p90)) return;
    const auto xOf = [&](double seconds) {
        return step_plot_.left() + std::min(1.0, step_scale_.share(seconds)) * step_plot_.width();
    };
    const double y = row.step_bar.bottom() + s.px(band_below);
    const double from = xOf(row.step->p10), wide = s.stroke(band_width);
    fillLine(painter, {from, y - wide / 2, xOf(row.step->p90) - from, wide}, s.theme.ink2);
}

} // namespace headroom
