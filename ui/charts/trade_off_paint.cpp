// The drawing half of TradeOffPicture; all geometry is decided before.
#include "ui/charts/marks.hpp"
#include "ui/charts/pins.hpp"
#include "ui/charts/texture.hpp"
#include "ui/charts/trade_off_picture.hpp"
#include "ui/charts/words.hpp"

#include <QPainter>

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double mark_radius = 5.2, focus_radius = 6.4;
constexpr double stem_width = 2.0, focus_stem_width = 4.0, bar_width = 9.0;
constexpr double bracket_cap = 4.0, pin_line_width = 1.4;
constexpr double goal_ground_share = 0.4, stem_share = 0.75;

} // namespace

void TradeOffPicture::paintBody(QPainter& painter) const {
    paintGoal(painter);
    pane_.paint(painter);
    paintPareto(painter);
    for (const bool focus : {false, true})
        for (const Mark& mark : marks_)
            if (mark.mark->focus == focus) paintStem(painter, mark);
    for (const Mark& mark : marks_)
        paintTick(painter, mark);
    // Marks that overlap: the smaller on top.
    for (const bool focus : {true, false})
        for (const Mark& mark : marks_)
            if (mark.mark->focus == focus) paintMarker(painter, mark);
    paintBracket(painter);
    paintPins(painter);
    for (const Mark& mark : marks_)
        paintLeader(painter, mark);
    key_.paint(painter, style());
}

void TradeOffPicture::paintGoal(QPainter& painter) const {
    if (!goal_run_) return;
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    const double x = pane_.map(x_.at(view_.goal_seconds), y_.low()).x();
    QRectF zone = plot;
    zone.setRight(std::clamp(x, plot.left(), plot.right()));
    painter.fillRect(zone, mixed(s.theme.fit.ground, s.theme.base, goal_ground_share));
    if (x <= plot.left() || x >= plot.right()) return;
    QPen pen = s.pen(s.theme.fit.text, 1.4);
    pen.setDashPattern({5.0 / 1.4, 4.0 / 1.4});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void TradeOffPicture::paintPareto(QPainter& painter) const {
    const std::vector<QLineF> steps = paretoSteps();
    painter.setPen(style().pen(style().theme.ink3, ShapeKey::line_px));
    painter.drawLines(steps.data(), static_cast<int>(steps.size()));
}

void TradeOffPicture::paintStem(QPainter& painter, const Mark& mark) const {
    const ChartStyle& s = style();
    const Verdict verdict = mark.mark->verdict;
    if (verdict == Verdict::does_not_fit || verdict == Verdict::tight) {
        const double half = s.stroke(bar_width) / 2;
        const QRectF bar(mark.marker.x() - half, mark.stem_rect.top(), 2 * half,
                         mark.stem_rect.height());
        hatch(painter, bar, verdict, s.theme, s.unit);
        return;
    }
    const bool focus = mark.mark->focus;
    const QColor colour = focus ? s.theme.acc : mixed(s.theme.fit.fill, s.theme.base, stem_share);
    const double width = s.stroke(focus ? focus_stem_width : stem_width);
    fillLine(painter,
             {mark.marker.x() - width / 2, mark.stem_rect.top(), width, mark.stem_rect.height()},
             colour);
}

void TradeOffPicture::paintTick(QPainter& painter, const Mark& mark) const {
    const Theme& theme = style().theme;
    QColor colour = mark.mark->focus ? theme.acc : theme.ink2;
    if (mark.mark->verdict == Verdict::does_not_fit) colour = theme.no.text;
    fillLine(painter, mark.tick_rect, colour);
}

void TradeOffPicture::paintMarker(QPainter& painter, const Mark& mark) const {
    const ChartStyle& s = style();
    const bool misfit = mark.mark->verdict == Verdict::does_not_fit;
    const bool focus = mark.mark->focus;
    MarkInk ink{focus ? s.theme.acc : s.theme.ink2, mark.mark->estimated, s.theme.base};
    if (misfit) ink.colour = s.theme.no.text;
    const double radius = s.px(focus ? focus_radius : mark_radius);
    if (focus && misfit) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(s.pen(s.theme.acc, 2.0));
        painter.drawEllipse(mark.marker, radius + s.px(4), radius + s.px(4));
    }
    drawMark(painter, familyOf(mark.mark->generation).shape, mark.marker, radius, ink,
             s.stroke(1.6));
}

void TradeOffPicture::paintBracket(QPainter& painter) const {
    if (bracket_.isNull()) return;
    const ChartStyle& s = style();
    const QPointF cap(0, s.px(bracket_cap));
    painter.setPen(s.pen(s.theme.acc, 1.8));
    painter.drawLine(bracket_);
    painter.drawLine(bracket_.p1() - cap, bracket_.p1() + cap);
    painter.drawLine(bracket_.p2() - cap, bracket_.p2() + cap);
}

// A dotted line from each pinned plan to the present one.
void TradeOffPicture::paintPins(QPainter& painter) const {
    const ChartStyle& s = style();
    const Mark* focus = focusMark();
    QPen pen = s.pen(s.theme.acc, pin_line_width);
    pen.setDashPattern({2.0, 2.0});
    for (const Pin& pin : pins_) {
        painter.setPen(pen);
        if (focus != nullptr) painter.drawLine(pin.at, focus->marker);
        if (pin.label.side == LabelSide::leader) {
            painter.setPen(s.pen(s.theme.ink3, 0.9));
            painter.drawLine(pin.label.leader);
        }
        paintPin(painter, pin.at, text(pin.pin->letter), s);
    }
}

void TradeOffPicture::paintLeader(QPainter& painter, const Mark& mark) const {
    if (mark.label.side != LabelSide::leader) return;
    painter.setPen(style().pen(style().theme.ink3, 0.9));
    painter.drawLine(mark.label.leader);
}

} // namespace headroom
