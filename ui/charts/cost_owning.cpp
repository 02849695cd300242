// The right half of CostPicture: what has been paid month by month, where the money goes, and when
// committing pays.
#include "ui/charts/cost_picture.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double line_step = 17.0, head_baseline = 10.0, room_left = 32.0, room_below = 46.0,
                 room_above = 42.0, paid_title_above = 12.0, names_gap = 6.0, tick_label_left = 6.0,
                 tick_label_drop = 4.0, tick_label_below = 17.0;
constexpr double ring = 4.6;
constexpr double pane_least = 110.0, bar_height = 15.0, swatch = 9.0, swatch_gap = 14.0,
                 section_gap = 14.0;
constexpr double pane_share = 0.62; // of the height, where what is below leaves room

double monthStep(double months) {
    for (const double step : {1.0, 3.0, 6.0, 12.0, 24.0})
        if (months / step <= 6.0) return step;
    return 12.0 * std::max(1.0, months / 72.0);
}

} // namespace

void CostPicture::arrangeOwning(const QRectF& area) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    if (showsRuns()) {
        const double x = area.left() - s.px(section_gap);
        divider_ = {x, area.top(), x, area.bottom() - s.px(section_gap)};
    }
    double y = area.top() + s.text(head_baseline);
    addRun(textAt(text(view_.own_title), bold, s.theme.ink, {area.left(), y}));
    y += s.text(line_step);
    addRun(textAt(text(view_.own_subtitle), s.font(), s.theme.ink2, {area.left(), y}));
    if (view_.curves.empty()) {
        addRun(textAt(ChartWords::in(s.language).no_prices, s.font(), s.theme.ink2,
                      {area.left(), y + 2 * s.text(line_step)}));
        return;
    }
    double names = 0.0;
    for (const CostCurve& curve : view_.curves)
        names = std::max(names, textWidth(text(curve.name), bold));
    const double facts = ownFactsHeight(area.width());
    const double top = y + s.text(room_above), least = s.text(pane_least);
    const double room = area.bottom() - top - s.text(room_below);
    const double height = std::clamp(room - facts, std::min(least, room),
                                     std::max(least, pane_share * area.height()));
    pane_.place({area.left() + s.text(room_left), top,
                 std::max(1.0, area.width() - s.text(room_left) - names - s.px(2 * names_gap)),
                 std::max(1.0, height)});
    least_height_ = std::max(least_height_, size().height() - area.height() + (top - area.top()) +
                                                least + s.text(room_below) + facts);
    drawCurves();
    writeOwnAxes();
    writeCurveNames();
    placeCrossings();
    double below = pane_.plot().bottom() + s.text(room_below);
    arrangeParts(area.left(), area.width(), below);
    writeFacts(area.left(), area.width(), below, area.bottom());
}

double CostPicture::ownFactsHeight(double width) const {
    const ChartStyle& s = style();
    double lines = 0.0;
    for (const CostFact& fact : view_.facts)
        lines += fitsInALine(fact, width) ? 1.0 : 2.0;
    double height = lines * s.text(line_step) + s.text(section_gap);
    if (!view_.parts.empty())
        height += s.text(bar_height) + s.text(section_gap) +
                  (2.0 + static_cast<double>(view_.parts.size())) * s.text(line_step);
    return height;
}

// What renting comes to by the end sets the height; hardware that costs many times that is told.
void CostPicture::drawCurves() {
    const ChartStyle& s = style();
    double most = 0.0;
    for (const CostCurve& curve : view_.curves)
        for (const double amount : curve.amounts)
            if (std::isfinite(amount)) most = std::max(most, amount);
    paid_unit_ = unitFor(most);
    paid_ = Scale::fromZero(isDrawable(most) ? most / paid_unit_ : 1.0,
                            Scale::Ticks::one_two_three_five);
    std::vector<Tick> ticks;
    const double step = monthStep(view_.months);
    for (double month = 0.0; month <= view_.months * (1.0 + 1e-9); month += step)
        ticks.push_back(
            {month, shortNumber(month).remove(QStringLiteral(".00")).remove(QStringLiteral(".0"))});
    months_ = Scale::named(0.0, view_.months, std::move(ticks), false);
    pane_.setAxes(months_, paid_, s);
    std::vector<Curve> curves;
    for (const CostCurve& curve : view_.curves) {
        Curve drawn{{}, penOf(curve.purchase)};
        for (std::size_t i = 0; i < curve.months.size(); ++i)
            drawn.points.emplace_back(std::min(curve.months[i], view_.months),
                                      curve.amounts[i] / paid_unit_);
        curves.push_back(std::move(drawn));
    }
    pane_.setCurves(std::move(curves));
}

void CostPicture::writeOwnAxes() {
    const ChartStyle& s = style();
    for (const Tick& tick : paid_.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      pane_.map(0.0, tick.at) +
                          QPointF(-s.px(tick_label_left), s.text(tick_label_drop)),
                      1.0));
    for (const Tick& tick : months_.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      pane_.map(tick.at, 0.0) + QPointF(0, s.text(tick_label_below)), 0.5));
    addTitle(text(view_.months_title), pane_.plot(), false);
    addRun(textAt(
        withUnit(text(view_.paid_title), paid_unit_, s.language), s.font(), s.theme.ink2,
        {pane_.plot().left() - s.text(room_left), pane_.plot().top() - s.text(paid_title_above)}));
}

// Names at the ends of their curves, kept apart from the lowest up.
void CostPicture::writeCurveNames() {
    const ChartStyle& s = style();
    struct Name {
        double y = 0.0;
        const CostCurve* curve = nullptr;
    };
    std::vector<Name> names;
    for (const CostCurve& curve : view_.curves)
        names.push_back({pane_.map(view_.months, curve.amounts.back() / paid_unit_).y(), &curve});
    std::ranges::sort(names, std::greater{}, &Name::y);
    const double apart = s.text(line_step) * 0.85;
    double above = pane_.plot().bottom() + apart;
    for (Name& name : names) {
        name.y = std::min(name.y, above - apart);
        above = name.y;
        const bool is_chosen = name.curve->purchase == view_.chosen;
        addRun(textAt(text(name.curve->name),
                      s.font(ChartStyle::text_px, is_chosen ? QFont::DemiBold : QFont::Normal),
                      colourOf(name.curve->purchase),
                      {pane_.plot().right() + s.px(names_gap), name.y + s.text(tick_label_drop)}));
    }
}

void CostPicture::placeCrossings() {
    const ChartStyle& s = style();
    for (const CostCrossing& crossing : view_.crossings) {
        const QPointF at = pane_.map(crossing.months, crossing.amount / paid_unit_);
        crossings_.push_back({&crossing, at});
        const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
        const double end = at.x() + s.px(ring) + textWidth(text(crossing.text), bold);
        const double side = end > pane_.plot().right() ? 1.0 : 0.0;
        addRun(textAt(text(crossing.text), bold, s.theme.ink,
                      at + QPointF(s.px((side > 0 ? -1 : 1) * ring),
                                   s.text(line_step) + s.px(ring) - s.px(2)),
                      side),
               s.theme.base);
    }
}

Target CostPicture::crossingTarget(const Crossing& crossing) const {
    const auto name = [&](Purchase purchase) {
        return text(view_.purchase_names[static_cast<std::size_t>(purchase)]);
    };
    const CostCrossing& shown = *crossing.crossing;
    const QString title = QStringLiteral("%1 = %2").arg(name(shown.committed), name(shown.rented));
    const ReadOut card{title, {{text(view_.months_title), text(shown.text), {}}}};
    return {title, crossing.at, {}, title + ", " + text(shown.text), card};
}

// One bar, and its parts below each other with their amounts.
void CostPicture::arrangeParts(double left, double width, double& y) {
    if (view_.parts.empty()) return;
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    y += s.text(section_gap);
    addRun(textAt(text(view_.parts_title), bold, s.theme.ink, {left, y}));
    addRun(textAt(text(view_.parts_total), bold, s.theme.ink, {left + width, y}, 1.0));
    y += s.text(line_step) / 2;
    double total = 0.0;
    for (const CostPart& part : view_.parts)
        total += part.amount;
    double x = left;
    for (const CostPart& part : view_.parts) {
        const double length = part.amount / total * width;
        parts_.push_back({{x, y, std::max(0.0, length - s.px(1)), s.text(bar_height)}, part.kind});
        x += length;
    }
    y += s.text(bar_height) + s.text(line_step);
    for (const CostPart& part : view_.parts) {
        parts_.push_back(
            {{left, y - s.text(swatch) + s.text(1), s.text(swatch), s.text(swatch)}, part.kind});
        addRun(textAt(text(part.name), s.font(), s.theme.ink, {left + s.text(swatch_gap), y}));
        addRun(textAt(text(part.text), s.font(), s.theme.ink, {left + width, y}, 1.0));
        y += s.text(line_step);
    }
}

bool CostPicture::fitsInALine(const CostFact& fact, double width) const {
    const ChartStyle& s = style();
    const double wanted = textWidth(text(fact.name), s.font()) +
                          textWidth(text(fact.value), s.font(ChartStyle::text_px, QFont::DemiBold));
    return wanted + s.px(names_gap) <= width;
}

// Facts that find no room are counted; the table lists them.
void CostPicture::writeFacts(double left, double width, double y, double bottom) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    y += s.text(section_gap) / 2;
    for (std::size_t i = 0; i < view_.facts.size(); ++i) {
        const bool is_last_line = y + s.text(line_step) > bottom && i + 1 < view_.facts.size();
        if (y > bottom || is_last_line) {
            addRun(textAt(ChartWords::in(s.language).rows_left_out.arg(view_.facts.size() - i),
                          s.font(), s.theme.tight.text, {left, std::min(y, bottom)}));
            return;
        }
        const CostFact& fact = view_.facts[i];
        addRun(textAt(text(fact.name), s.font(), s.theme.ink2, {left, y}));
        if (!fitsInALine(fact, width)) y += s.text(line_step);
        addRun(textAt(text(fact.value), bold, s.theme.ink, {left + width, y}, 1.0));
        y += s.text(line_step);
    }
}

} // namespace headroom
