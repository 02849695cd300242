// Words and drawing of SweepPicture.
#include "ui/charts/marks.hpp"
#include "ui/charts/pins.hpp"
#include "ui/charts/sweep_picture.hpp"
#include "ui/charts/texture.hpp"
#include "ui/charts/words.hpp"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// Design pixels.
constexpr double beside_gap = 8.0, line_height = 13.5, zone_text_gap = 9.0, zone_text_drop = 16.0;
constexpr double current_gap = 10.0, current_rise = 13.0, current_drop = 20.0, goal_drop = 14.0,
                 goal_gap = 8.0;
constexpr double point_radius = 2.2, current_radius = 5.2;
constexpr double capacity_width = 2.0, edge_width = 1.3;

// Three digits are as many as a border between two positions can claim.
QString roundedCount(double value) {
    constexpr double million = 1e6, billion = 1e9;
    if (value >= billion) return shortNumber(value / billion) + 'B';
    if (value >= million) return shortNumber(value / million) + 'M';
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return QLocale(QLocale::English).toString(std::round(value / unit) * unit, 'f', 0);
}

} // namespace

void SweepPicture::writeZones() {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    for (const Zone& zone : zones_) {
        if (zone.verdict == Verdict::fits) continue;
        const bool misfit = zone.verdict == Verdict::does_not_fit;
        const QColor colour = s.theme.status(zone.verdict).text;
        const QString name = misfit ? words.no_fit : words.tight;
        QString from;
        if (zone.first > 0 && misfit && view_.logarithmic)
            from = words.from.arg(roundedCount(std::pow(10.0, zone.from)));
        const double left = memory_.map(zone.from, 0).x();
        const double right = memory_.map(zone.to, 0).x();
        const double width = std::max(textWidth(name, bold), textWidth(from, s.font()));
        // Inside of its zone where there is room, else to the left of it.
        const bool inside = right - left > width + 2 * s.px(zone_text_gap);
        const QPointF at(left + (inside ? 1 : -1) * s.px(zone_text_gap),
                         upperPane().plot().top() + s.text(zone_text_drop));
        const QColor ground = !inside  ? s.theme.base
                              : misfit ? s.theme.no.ground
                                       : s.theme.tight.ground;
        const double align = inside ? 0.0 : 1.0;
        addRun(textAt(name, bold, colour, at, align), ground);
        addRun(textAt(from, s.font(), colour, at + QPointF(0, s.text(line_height)), align), ground);
    }
}

// The capacity and the goal: lines with their words.
void SweepPicture::writeLines() {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    if (showsMemory() && isDrawable(view_.capacity_gib)) {
        const QLineF line(memory_.map(x_.low(), view_.capacity_gib),
                          memory_.map(x_.high(), view_.capacity_gib));
        lines_.push_back({line, s.pen(s.theme.ink, capacity_width)});
        writeBesideRight(text(view_.gpu_label), gibNumber(view_.capacity_gib) + " GiB", line.y2(),
                         s.theme.ink);
    }
    if (!showsTime() || !isDrawable(view_.goal_seconds)) return;
    const QLineF line(time_.map(x_.low(), view_.goal_seconds),
                      time_.map(x_.high(), view_.goal_seconds));
    QPen pen = s.pen(s.theme.fit.text, 1.4);
    pen.setDashPattern({5.0 / 1.4, 4.0 / 1.4});
    lines_.push_back({line, pen});
    addRun(textAt(text(view_.goal_text), bold, s.theme.fit.text,
                  line.p1() + QPointF(s.px(goal_gap), s.text(goal_drop))),
           s.theme.base);
}

// What the curves come to at their right end.
void SweepPicture::writeEnds() {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    const Placed& end = points_.back();
    const bool runs = end.point->verdict != Verdict::does_not_fit;
    const auto write = [&](const ChartPane& pane, const QString& name, const QString& value,
                           double y, const QColor& colour) {
        const double top = pane.plot().top();
        const QString beyond = y < top ? QStringLiteral("↑ ") : QString();
        writeBesideRight(name, beyond + value, std::max(y, top + s.text(line_height)), colour);
    };
    if (showsMemory())
        write(memory_, words.needs, gibNumber(end.point->need_gib) + " GiB", end.need.y(),
              runs ? s.theme.acc : s.theme.no.text);
    if (showsTime())
        write(time_, runs ? words.step : words.would_take, shortNumber(end.point->seconds) + " s",
              end.seconds.y(), runs ? s.theme.acc : s.theme.ink2);
}

// Two lines at the right edge, moved away from those already there.
void SweepPicture::writeBesideRight(const QString& name, const QString& value, double y,
                                    const QColor& colour) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const double step = s.text(line_height);
    const double left = upperPane().plot().right() + s.px(beside_gap);
    QRectF box(left, y - step, std::max(textWidth(name, bold), textWidth(value, bold)), 2 * step);
    for (const QRectF& other : beside_right_) {
        if (!box.intersects(other)) continue;
        if (box.center().y() < other.center().y())
            box.moveBottom(other.top());
        else
            box.moveTop(other.bottom());
    }
    beside_right_.push_back(box);
    const double baseline = box.top() + 0.8 * step;
    addRun(textAt(name, bold, colour, {left, baseline}));
    addRun(textAt(value, s.font(), colour, {left, baseline + step}));
}

void SweepPicture::writeCurrent() {
    for (const Placed& placed : points_) {
        if (!placed.point->current) continue;
        const double capacity = memory_.map(0, view_.capacity_gib).y();
        if (showsMemory())
            writeNow(gibNumber(placed.point->need_gib) + " GiB", placed.need, capacity);
        if (!showsTime()) continue;
        const double goal = isDrawable(view_.goal_seconds) ? time_.map(0, view_.goal_seconds).y()
                                                           : time_.plot().top();
        writeNow(shortNumber(placed.point->seconds) + " s", placed.seconds, goal);
    }
}

// Above and to the left of its point; on the other side where the plot begins or a line at height
// `line` would run through it.
void SweepPicture::writeNow(const QString& value, QPointF at, double line) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QString words = ChartWords::in(s.language).now + ' ' + value;
    const double gap = s.px(current_gap);
    const bool left = at.x() - textWidth(words, bold) - 2 * gap > memory_.plot().left();
    const auto run = [&](double shift) {
        return textAt(words, bold, s.theme.acc, at + QPointF(left ? -gap : gap, shift),
                      left ? 1.0 : 0.0);
    };
    TextRun now = run(-s.px(current_rise));
    if (now.box.top() < line && line < now.box.bottom()) now = run(s.text(current_drop));
    addRun(now, s.theme.base);
}

void SweepPicture::paintZones(QPainter& painter, const ChartPane& pane) const {
    const ChartStyle& s = style();
    const QRectF plot = pane.plot();
    for (const Zone& zone : zones_) {
        if (zone.verdict == Verdict::fits) continue;
        QRectF area = plot;
        area.setLeft(std::max(plot.left(), pane.map(zone.from, 0).x()));
        area.setRight(std::min(plot.right(), pane.map(zone.to, 0).x()));
        if (zone.verdict == Verdict::tight) {
            painter.fillRect(area, s.theme.tight.ground);
            continue;
        }
        hatchZone(painter, area, s.theme, s.unit);
        painter.setPen(s.pen(s.theme.no.text, edge_width));
        if (zone.first > 0) painter.drawLine(area.topLeft(), area.bottomLeft());
        if (zone.last + 1 < points_.size()) painter.drawLine(area.topRight(), area.bottomRight());
    }
}

void SweepPicture::paintBody(QPainter& painter) const {
    const ChartStyle& s = style();
    for (const ChartPane* pane : shownPanes()) {
        paintZones(painter, *pane);
        pane->paint(painter);
    }
    for (const Line& line : lines_) {
        painter.setPen(line.pen);
        painter.drawLine(line.at);
    }
    for (const Placed& placed : points_) {
        const bool runs = placed.point->verdict != Verdict::does_not_fit;
        const bool current = placed.point->current;
        const double radius = s.px(current ? current_radius : point_radius);
        const double width = s.stroke(current ? 1.6 : 0.5);
        const QColor need = runs ? s.theme.acc : s.theme.no.text;
        if (showsMemory() && placed.need.y() >= memory_.plot().top())
            drawMark(painter, Shape::disc, placed.need, radius, {need, false, s.theme.base}, width);
        if (showsTime() && placed.seconds.y() >= time_.plot().top())
            drawMark(painter, Shape::disc, placed.seconds, radius,
                     {runs ? s.theme.acc : s.theme.ink3, false, s.theme.base}, width);
    }
    for (const Pin& pin : pins_)
        for (const ChartPane* pane : shownPanes())
            paintPin(painter, pane == &memory_ ? pin.need : pin.seconds, text(pin.pin->letter), s);
}

} // namespace headroom
