// Labels and words of TradeOffPicture: where they go and what they say.
#include "ui/charts/pins.hpp"
#include "ui/charts/trade_off_picture.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>

namespace headroom {

namespace {

// Design pixels.
constexpr double key_below = 50.0;
constexpr double line_height = 13.5, label_gap = 5.0, label_edge = 4.0;
constexpr double marker_reach = 6.5, stem_reach = 6.0;
constexpr double bracket_cap = 4.0;
constexpr double baseline_share = 0.8; // of a line, from its top

} // namespace

void TradeOffPicture::arrangeLabels() {
    const ChartStyle& s = style();
    const double edge = s.px(label_edge);
    LabelPlacer placer(pane_.plot().adjusted(-edge, 0, edge, -edge), s.px(label_gap), s.unit);
    blockDrawing(placer);
    // The focus first, then what is pinned, then by headroom.
    const std::vector<Mark*> order = labelOrder();
    std::size_t next = 0;
    if (!order.empty() && order.front()->mark->focus) placeLabel(placer, *order[next++]);
    for (Pin& pin : pins_)
        placePin(placer, pin);
    for (; next < order.size(); ++next)
        placeLabel(placer, *order[next]);
}

// What labels keep clear of: marks, stems, pins, the band; the goal's line where that is possible.
void TradeOffPicture::blockDrawing(LabelPlacer& placer) const {
    const ChartStyle& s = style();
    const double reach = s.px(marker_reach);
    for (const Mark& mark : marks_) {
        placer.block(mark.tick_rect);
        placer.block({mark.marker - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)});
        placer.block(mark.stem_rect);
    }
    for (const Pin& pin : pins_)
        placer.block(pinBox(pin.at, s));
    for (const QLineF& step : paretoSteps())
        placer.discourage(QRectF(step.p1(), step.p2()).normalized().adjusted(-1, -1, 1, 1));
    if (goal_run_) {
        placer.block(goal_run_->box);
        const double x = pane_.map(x_.at(view_.goal_seconds), y_.low()).x();
        placer.discourage({x - s.px(stem_reach) / 2, pane_.plot().top(), s.px(stem_reach),
                           pane_.plot().height()});
    }
    if (bracket_run_) placer.block(bracket_run_->box);
    if (!bracket_.isNull()) {
        const double cap = s.px(bracket_cap);
        placer.block(QRectF(bracket_.p1(), bracket_.p2()).adjusted(0, -cap, 0, cap));
    }
}

void TradeOffPicture::placePin(LabelPlacer& placer, Pin& pin) {
    const ChartStyle& s = style();
    const QSizeF size(textWidth(text(pin.pin->name), s.font()), s.text(line_height));
    pin.label = placer.place({pinBox(pin.at, s), size, false});
}

std::vector<TradeOffPicture::Mark*> TradeOffPicture::labelOrder() {
    std::vector<Mark*> order;
    for (Mark& mark : marks_)
        order.push_back(&mark);
    std::stable_sort(order.begin(), order.end(), [](const Mark* a, const Mark* b) {
        if (a->mark->focus != b->mark->focus) return a->mark->focus;
        return a->mark->headroom_gib < b->mark->headroom_gib;
    });
    return order;
}

QSizeF TradeOffPicture::labelSize(const TradeOffMark& mark) const {
    const QFont bold = style().font(ChartStyle::text_px, QFont::DemiBold);
    const double width =
        std::max(textWidth(text(mark.label), bold), textWidth(headroomText(mark), bold));
    return {width, 2 * style().text(line_height)};
}

void TradeOffPicture::placeLabel(LabelPlacer& placer, Mark& mark) {
    const bool below = mark.tick.y() > mark.marker.y();
    mark.label = placer.place({mark.tick_rect, labelSize(*mark.mark), below});
    if (!mark.label.isPlaced()) numberMark(placer, mark);
}

void TradeOffPicture::numberMark(LabelPlacer& placer, Mark& mark) {
    const auto numbered = [](const Mark& m) { return m.number > 0; };
    mark.number = 1 + static_cast<int>(std::count_if(marks_.begin(), marks_.end(), numbered));
    const QFont font = style().font(ChartStyle::footer_px, QFont::DemiBold);
    const QSizeF size(textWidth(QString::number(mark.number), font),
                      style().text(ChartStyle::footer_px));
    mark.label = placer.place({mark.tick_rect, size, false});
    if (mark.label.isPlaced()) return;
    // Nowhere free even for a number: on its own stem, where the halo keeps it readable.
    QRectF rect(QPointF(), size);
    rect.moveCenter(mark.stem_rect.center());
    mark.label = {LabelSide::top, rect, {}, 0.5};
}

QStringList TradeOffPicture::numberedLines(double width) const {
    std::vector<const Mark*> numbered;
    for (const Mark& mark : marks_)
        if (mark.number > 0) numbered.push_back(&mark);
    std::sort(numbered.begin(), numbered.end(),
              [](const Mark* a, const Mark* b) { return a->number < b->number; });
    QStringList lines;
    const QFont font = style().font();
    for (const Mark* mark : numbered) {
        const QString entry = QStringLiteral("%1 %2 %3")
                                  .arg(mark->number)
                                  .arg(text(mark->mark->label), headroomText(*mark->mark));
        const QString longer =
            lines.isEmpty() ? entry : lines.last() + QStringLiteral("   ") + entry;
        if (!lines.isEmpty() && textWidth(longer, font) <= width)
            lines.last() = longer;
        else
            lines << entry;
    }
    return lines;
}

void TradeOffPicture::write(const QRectF& body, const QStringList& list) {
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    addTicks(pane_, x_, y_);
    const QString& log_axis = ChartWords::in(s.language).log_axis;
    const QString y_title = text(view_.y_title);
    addTitle(log_axis.arg(text(view_.x_title)), plot, false);
    addTitle(y_.isLogarithmic() ? log_axis.arg(y_title) : y_title, plot, true);
    double y = plot.bottom() + s.text(key_below);
    for (const QString& line : list) {
        addRun(textAt(line, s.font(), s.theme.ink2, {body.left(), y}));
        y += s.text(line_height);
    }
    key_.arrange({plot.left(), y}, plot.width(), s);
    for (const TextRun& run : key_.runs())
        addRun(run);
    if (goal_run_) addRun(*goal_run_, s.theme.base);
    if (bracket_run_) addRun(*bracket_run_, s.theme.base);
    for (const Pin& pin : pins_)
        writePin(pin);
    for (const Mark& mark : marks_)
        writeLabel(mark);
    if (marks_.empty())
        addRun(
            textAt(ChartWords::in(s.language).nothing, s.font(), s.theme.ink2, plot.center(), 0.5));
}

void TradeOffPicture::writeLabel(const Mark& mark) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QRectF& rect = mark.label.rect;
    const double align = mark.label.alignment;
    const double x = rect.left() + align * rect.width();
    if (mark.number > 0) {
        const QFont small = s.font(ChartStyle::footer_px, QFont::DemiBold);
        addRun(textAt(QString::number(mark.number), small, s.theme.ink,
                      {x, rect.top() + rect.height() * 0.9}, align),
               s.theme.base);
        return;
    }
    const double line = rect.height() / 2;
    addRun(textAt(text(mark.mark->label), bold, s.theme.ink,
                  {x, rect.top() + line * baseline_share}, align),
           s.theme.base);
    const bool strong = mark.mark->focus || mark.mark->verdict == Verdict::does_not_fit;
    addRun(textAt(headroomText(*mark.mark), strong ? bold : s.font(), colourOf(*mark.mark),
                  {x, rect.top() + line * (1.0 + baseline_share)}, align),
           s.theme.base);
}

void TradeOffPicture::writePin(const Pin& pin) {
    if (!pin.label.isPlaced()) return;
    const QRectF& rect = pin.label.rect;
    addRun(textAt(text(pin.pin->name), style().font(), style().theme.ink2,
                  {rect.left() + pin.label.alignment * rect.width(),
                   rect.top() + rect.height() * baseline_share},
                  pin.label.alignment),
           style().theme.base);
}

QString TradeOffPicture::headroomText(const TradeOffMark& mark) const {
    const QString headroom = text(mark.headroom_text);
    if (!mark.estimated) return headroom;
    return headroom + ' ' + ChartWords::in(style().language).estimate_short;
}

QColor TradeOffPicture::colourOf(const TradeOffMark& mark) const {
    if (mark.focus && mark.verdict != Verdict::does_not_fit) return style().theme.acc;
    return style().theme.status(mark.verdict).text;
}

std::vector<Target> TradeOffPicture::makeTargets() const {
    std::vector<Target> targets;
    const ChartWords& words = ChartWords::in(style().language);
    for (const Mark& placed : marks_) {
        const TradeOffMark& m = *placed.mark;
        const QString need = words.of.arg(gibNumber(m.need_gib), gibNumber(m.capacity_gib));
        const QString step = shortNumber(m.seconds) + " s";
        const QString band =
            isDrawable(m.seconds_p10) && isDrawable(m.seconds_p90)
                ? words.band + ' ' + shortNumber(m.seconds_p10) + "–" + shortNumber(m.seconds_p90)
                : QString();
        ReadOut card{text(m.label), {}};
        card.rows.push_back({words.vram, need, text(m.headroom_text)});
        card.rows.push_back({words.step, step, band});
        if (!m.days_text.empty()) card.rows.push_back({words.run, text(m.days_text), {}});
        if (!m.cost_text.empty()) card.rows.push_back({words.cost, text(m.cost_text), {}});
        QStringList spoken{
            text(m.label),    need, text(m.headroom_text), step, band, text(m.days_text),
            text(m.cost_text)};
        spoken.removeAll(QString());
        targets.push_back({text(m.gpu), placed.marker, {}, spoken.join(", "), card});
    }
    for (const Pin& pin : pins_)
        targets.push_back(pinTarget(*pin.pin, pin.at, style().language));
    return targets;
}

} // namespace headroom
