#include "ui/charts/trade_off_picture.hpp"

#include "ui/charts/words.hpp"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace headroom {

namespace {

// Design pixels.
constexpr double room_left = 42.0, room_right = 8.0, room_below = 61.0, room_above = 2.0;
constexpr double key_below = 50.0;
constexpr double tick_label_below = 17.0, tick_label_left = 8.0, tick_label_drop = 4.0;
constexpr double line_height = 13.5, label_gap = 5.0, label_edge = 4.0;
constexpr double tick_half = 10.5, focus_tick_half = 14.0, tick_thick = 2.4;
constexpr double marker_reach = 6.5, stem_reach = 6.0;
constexpr double bracket_below = 15.0, bracket_cap = 4.0, bracket_text_below = 15.0;
constexpr double goal_text_rise = 9.0, goal_text_gap = 7.0;
// Labels of cards that do not fit hang below the lowest tick.
constexpr double gib_room_below = 1.35, gib_room_above = 1.1;
constexpr double near_goal = 4.0; // times beyond the marks: further goals do not squeeze them

bool canDraw(const TradeOffMark& mark) {
    return isDrawable(mark.seconds) && isDrawable(mark.need_gib) && isDrawable(mark.capacity_gib);
}

QString counted(const std::vector<TradeOffMark>& marks, Language language) {
    QStringList names;
    for (const TradeOffMark& mark : marks)
        names << text(mark.label);
    return ChartWords::in(language).undrawable.arg(names.size()).arg(names.join(", "));
}

FrameText frameOf(const TradeOffView& view) {
    FrameText frame{
        text(view.title), text(view.subtitle), {}, text(view.footer_left), text(view.footer_right)};
    for (const std::string& note : view.notes)
        frame.notes << text(note);
    return frame;
}

} // namespace

TradeOffRange TradeOffRange::around(const TradeOffView& view) {
    TradeOffRange range;
    bool first = true;
    for (const TradeOffMark& mark : view.marks) {
        if (!canDraw(mark)) continue;
        const auto [low, high] = std::minmax(mark.need_gib, mark.capacity_gib);
        if (std::exchange(first, false)) range = {mark.seconds, mark.seconds, low, high};
        range.seconds_low = std::min(range.seconds_low, mark.seconds);
        range.seconds_high = std::max(range.seconds_high, mark.seconds);
        range.gib_low = std::min(range.gib_low, low);
        range.gib_high = std::max(range.gib_high, high);
    }
    const double goal = view.goal_seconds;
    if (isDrawable(goal) && goal > range.seconds_low / near_goal &&
        goal < range.seconds_high * near_goal) {
        range.seconds_low = std::min(range.seconds_low, goal);
        range.seconds_high = std::max(range.seconds_high, goal);
    }
    range.gib_low /= gib_room_below;
    range.gib_high *= gib_room_above;
    return range;
}

bool TradeOffRange::holds(const TradeOffView& view) const {
    return std::all_of(view.marks.begin(), view.marks.end(), [this](const TradeOffMark& mark) {
        if (!canDraw(mark)) return true;
        const auto [low, high] = std::minmax(mark.need_gib, mark.capacity_gib);
        return mark.seconds >= seconds_low && mark.seconds <= seconds_high && low >= gib_low &&
               high <= gib_high;
    });
}

TradeOffPicture::TradeOffPicture(TradeOffView view, TradeOffOptions options)
    : Picture(frameOf(view)), view_(std::move(view)), options_(options) {
    const auto undrawable = std::stable_partition(view_.marks.begin(), view_.marks.end(), canDraw);
    undrawn_.assign(undrawable, view_.marks.end());
    view_.marks.erase(undrawable, view_.marks.end());
    for (const TradeOffMark& mark : view_.marks)
        key_.add(mark.generation, mark.estimated);
}

QStringList TradeOffPicture::ownNotes(Language language) const {
    return undrawn_.empty() ? QStringList() : QStringList(counted(undrawn_, language));
}

void TradeOffPicture::arrangeBody(const QRectF& body) {
    setScales();
    // Labels without a place are listed below, which takes room from the plot, which may leave more
    // labels without a place: settled after a pass or two.
    constexpr int most_passes = 4;
    QStringList list;
    for (int pass = 0; pass < most_passes; ++pass) {
        const qsizetype lines_before = list.size();
        arrangePlot(body, static_cast<double>(list.size()) * style().text(line_height));
        arrangeMarks();
        arrangeGoal();
        arrangeBand();
        arrangeLabels();
        list = numberedLines(body.width());
        if (list.size() <= lines_before) break;
    }
    write(body, list);
    addTargets();
}

void TradeOffPicture::setScales() {
    const TradeOffRange range = options_.range.value_or(TradeOffRange::around(view_));
    x_ =
        Scale::logarithmic(range.seconds_low, range.seconds_high, Scale::Ticks::one_two_three_five);
    y_ = options_.logarithmic
             ? Scale::logarithmic(range.gib_low, range.gib_high, Scale::Ticks::powers_of_two)
             : Scale::fromZero(range.gib_high, Scale::Ticks::one_two_three_five);
}

void TradeOffPicture::arrangePlot(const QRectF& body, double list_height) {
    const ChartStyle& s = style();
    QRectF plot = body.adjusted(s.text(room_left), s.px(room_above), -s.px(room_right),
                                -s.text(room_below) - list_height);
    const int key_rows = key_.arrange({}, plot.width(), s);
    plot.setBottom(plot.bottom() - (key_rows - 1) * s.text(ShapeKey::row_px));
    plot.setHeight(std::max(plot.height(), 1.0));
    plot.setWidth(std::max(plot.width(), 1.0));
    pane_.setAxes(x_, y_, s);
    pane_.place(plot);
}

void TradeOffPicture::arrangeMarks() {
    const ChartStyle& s = style();
    marks_.clear();
    for (const TradeOffMark& mark : view_.marks) {
        Mark placed;
        placed.mark = &mark;
        placed.marker = pane_.map(x_.at(mark.seconds), y_.at(mark.need_gib));
        placed.tick = pane_.map(x_.at(mark.seconds), y_.at(mark.capacity_gib));
        const double half = s.px(mark.focus ? focus_tick_half : tick_half);
        const double thick = s.stroke(mark.focus ? 1.5 * tick_thick : tick_thick);
        placed.tick_rect = {placed.tick.x() - half, placed.tick.y() - thick / 2, 2 * half, thick};
        const auto [top, bottom] = std::minmax({placed.marker.y(), placed.tick.y()});
        placed.stem_rect = {placed.tick.x() - s.px(stem_reach) / 2, top, s.px(stem_reach),
                            bottom - top};
        marks_.push_back(placed);
    }
}

void TradeOffPicture::arrangeGoal() {
    goal_run_.reset();
    if (!isDrawable(view_.goal_seconds)) return;
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    const double x =
        std::clamp(pane_.map(x_.at(view_.goal_seconds), y_.low()).x(), plot.left(), plot.right());
    const QFont font = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QString words = text(view_.goal_text);
    const double gap = s.px(goal_text_gap);
    const bool left = x - plot.left() > textWidth(words, font) + 2 * gap;
    goal_run_ =
        textAt(words, font, s.theme.fit.text,
               {left ? x - gap : x + gap, plot.bottom() - s.px(goal_text_rise)}, left ? 1.0 : 0.0);
}

void TradeOffPicture::arrangeBand() {
    bracket_ = {};
    bracket_run_.reset();
    const ChartStyle& s = style();
    for (const Mark& mark : marks_) {
        const TradeOffMark& m = *mark.mark;
        if (!m.focus || !isDrawable(m.seconds_p10) || !isDrawable(m.seconds_p90)) continue;
        const QRectF plot = pane_.plot();
        const auto xOf = [&](double seconds) {
            return std::clamp(pane_.map(x_.at(seconds), 0).x(), plot.left(), plot.right());
        };
        const double y = std::max(mark.marker.y(), mark.tick.y()) + s.px(bracket_below);
        bracket_ = {xOf(m.seconds_p10), y, xOf(m.seconds_p90), y};
        bracket_run_ = textAt(ChartWords::in(s.language).band, s.font(), s.theme.ink2,
                              bracket_.center() + QPointF(0, s.text(bracket_text_below)), 0.5);
    }
}

void TradeOffPicture::arrangeLabels() {
    const ChartStyle& s = style();
    const double edge = s.px(label_edge);
    LabelPlacer placer(pane_.plot().adjusted(-edge, 0, edge, -edge), s.px(label_gap), s.unit);
    const double reach = s.px(marker_reach);
    for (const Mark& mark : marks_) {
        placer.block(mark.tick_rect);
        placer.block({mark.marker - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)});
        placer.discourage(mark.stem_rect);
    }
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
    for (Mark* mark : labelOrder())
        placeLabel(placer, *mark);
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
    writeTicks();
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
    for (const Mark& mark : marks_)
        writeLabel(mark);
    if (marks_.empty())
        addRun(
            textAt(ChartWords::in(s.language).nothing, s.font(), s.theme.ink2, plot.center(), 0.5));
}

void TradeOffPicture::writeTicks() {
    const ChartStyle& s = style();
    for (const Tick& tick : x_.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      pane_.map(tick.at, y_.low()) + QPointF(0, s.text(tick_label_below)), 0.5));
    for (const Tick& tick : y_.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      pane_.map(x_.low(), tick.at) +
                          QPointF(-s.px(tick_label_left), s.text(tick_label_drop)),
                      1.0));
}

void TradeOffPicture::writeLabel(const Mark& mark) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QRectF& rect = mark.label.rect;
    const double align = mark.label.alignment;
    const double x = rect.left() + align * rect.width();
    constexpr double baseline_share = 0.8; // of a line, from its top
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

QString TradeOffPicture::headroomText(const TradeOffMark& mark) const {
    const QString headroom = text(mark.headroom_text);
    if (!mark.estimated) return headroom;
    return headroom + ' ' + ChartWords::in(style().language).estimate_short;
}

QColor TradeOffPicture::colourOf(const TradeOffMark& mark) const {
    if (mark.focus && mark.verdict != Verdict::does_not_fit) return style().theme.acc;
    return style().theme.status(mark.verdict).text;
}

void TradeOffPicture::addTargets() {
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
        const QString spoken =
            QStringList{
                text(m.label),    need, text(m.headroom_text), step, band, text(m.days_text),
                text(m.cost_text)}
                .filter(QRegularExpression("\\S"))
                .join(", ");
        addTarget({text(m.gpu), placed.marker, {}, spoken, card});
    }
}

} // namespace headroom
