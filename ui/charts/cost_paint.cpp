// The drawing half of CostPicture; all geometry is decided before.
#include "ui/charts/cost_picture.hpp"
#include "ui/charts/marks.hpp"
#include "ui/charts/texture.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double mark_radius = 4.3, mark_x = 8.0, row_radius = 4.0, amount_radius = 4.8,
                 stem_width = 1.4, curve_width = 2.0, ring_radius = 4.6, arrow_length = 6.0,
                 arrow_half = 4.0;

/// The same hues as the bars of the step: what is computed, done twice, waited for, not done.
TermStyle fillOf(CostPart::Kind kind, const Theme& theme) {
    switch (kind) {
    case CostPart::Kind::computing: return theme.term(StepTerm::matmul);
    case CostPart::Kind::recompute: return theme.term(StepTerm::recompute);
    case CostPart::Kind::waiting: return theme.term(StepTerm::data_communication);
    case CostPart::Kind::idle: break;
    }
    return {theme.line2, theme.ink3, Texture::stripes_up, theme.ink2};
}

struct Glyph {
    Shape shape = Shape::disc;
    bool hollow = false;
};

/// Rents that bind are diamonds, others discs, hardware a square; the cheaper promise is hollow.
Glyph glyphOf(Purchase purchase) {
    switch (purchase) {
    case Purchase::on_demand: return {Shape::disc, false};
    case Purchase::spot: return {Shape::disc, true};
    case Purchase::reserved_1y: return {Shape::diamond, false};
    case Purchase::reserved_3y: return {Shape::diamond, true};
    case Purchase::owned: break;
    }
    return {Shape::square, false};
}

} // namespace

QColor CostPicture::colourOf(Purchase purchase) const {
    const Theme& theme = style().theme;
    switch (purchase) {
    case Purchase::on_demand: return theme.acc;
    case Purchase::spot: return theme.tight.text;
    case Purchase::reserved_1y: return theme.ink2;
    case Purchase::reserved_3y: return theme.ink3;
    case Purchase::owned: break;
    }
    return theme.ink;
}

QPen CostPicture::penOf(Purchase purchase) const {
    QPen pen = style().pen(colourOf(purchase), curve_width);
    if (purchase == Purchase::spot) pen.setDashPattern({5.0, 2.0});
    if (purchase == Purchase::reserved_1y) pen.setDashPattern({3.0, 2.0});
    if (purchase == Purchase::reserved_3y) pen.setDashPattern({1.2, 2.0});
    return pen;
}

void CostPicture::paintBody(QPainter& painter) const {
    const ChartStyle& s = style();
    if (!divider_.isNull()) {
        painter.setPen(s.pen(s.theme.line));
        painter.drawLine(divider_);
    }
    if (showsOwning() && !view_.curves.empty()) pane_.paint(painter);
    for (const Crossing& crossing : crossings_) {
        painter.setPen(s.pen(s.theme.ink, curve_width));
        painter.setBrush(s.theme.base);
        painter.drawEllipse(crossing.at, s.px(ring_radius), s.px(ring_radius));
    }
    for (const Swatch& part : parts_)
        fillTerm(painter, part.area, fillOf(part.kind, s.theme), s.unit);
    if (!showsRuns() || rows_.empty()) return;
    for (const Row& row : rows_) {
        if (!row.row->focus || !row.shown) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(s.theme.accbg);
        painter.drawRoundedRect(row.band, s.px(row_radius), s.px(row_radius));
    }
    for (const Tick& tick : amounts_.ticks()) {
        const double x = plot_.left() + amounts_.share(tick.at) * plot_.width();
        painter.setPen(s.pen(tick.at > 0 ? s.theme.grid : s.theme.line2));
        painter.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
    }
    if (!goal_line_.isNull()) {
        QPen pen = s.pen(s.theme.fit.text, 1.4);
        pen.setDashPattern({5.0 / 1.4, 4.0 / 1.4});
        painter.setPen(pen);
        painter.drawLine(goal_line_);
    }
    for (const Row& row : rows_)
        if (row.shown) paintRow(painter, row);
    for (const KeyMark& mark : key_)
        paintPurchase(painter, mark.purchase, mark.at);
}

// From the cheapest to the dearest way of paying, each with its mark.
void CostPicture::paintRow(QPainter& painter, const Row& row) const {
    const ChartStyle& s = style();
    const CostRow& shown = *row.row;
    const double y = row.band.center().y();
    drawMark(painter, familyOf(shown.generation).shape, {row.band.left() + s.px(mark_x), y},
             s.px(mark_radius),
             {shown.focus ? s.theme.acc : s.theme.ink2, shown.estimated,
              shown.focus ? s.theme.accbg : s.theme.base},
             s.stroke(1.4));
    if (shown.verdict == Verdict::does_not_fit) {
        const QRectF band(plot_.left(), y - row.band.height() / 5, plot_.width(),
                          row.band.height() / 2.5);
        hatchZone(painter, band, s.theme, s.unit);
        return;
    }
    if (row.marks.empty()) return;
    const auto [low, high] =
        std::ranges::minmax(row.marks, {}, [](const Mark& mark) { return mark.at.x(); });
    painter.setPen(s.pen(s.theme.ink3, stem_width));
    painter.drawLine(low.at, high.at);
    for (const Mark& mark : row.marks) {
        if (!mark.beyond) {
            paintPurchase(painter, mark.purchase, mark.at);
            continue;
        }
        const QPointF back(s.px(arrow_length), 0), half(0, s.px(arrow_half));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colourOf(mark.purchase));
        painter.drawPolygon(QPolygonF{mark.at - back - half, mark.at, mark.at - back + half});
    }
}

void CostPicture::paintPurchase(QPainter& painter, Purchase purchase, QPointF at) const {
    const ChartStyle& s = style();
    const Glyph glyph = glyphOf(purchase);
    drawMark(painter, glyph.shape, at, s.px(amount_radius),
             {colourOf(purchase), glyph.hollow, s.theme.base}, s.stroke(1.6));
}

} // namespace headroom
