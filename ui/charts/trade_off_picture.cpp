#include "ui/charts/trade_off_picture.hpp"

#include "ui/charts/pins.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {

namespace {

// Design pixels.
constexpr double room_left = 42.0, room_right = 8.0, room_below = 61.0, room_above = 2.0;
constexpr double line_height = 13.5;
constexpr double tick_half = 10.5, focus_tick_half = 14.0, tick_thick = 2.4;
constexpr double stem_reach = 6.0;
constexpr double bracket_below = 15.0, bracket_text_below = 15.0;
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
    const auto include = [&](double seconds, double low, double high) {
        if (std::exchange(first, false)) range = {seconds, seconds, low, high};
        range.seconds_low = std::min(range.seconds_low, seconds);
        range.seconds_high = std::max(range.seconds_high, seconds);
        range.gib_low = std::min(range.gib_low, low);
        range.gib_high = std::max(range.gib_high, high);
    };
    for (const TradeOffMark& mark : view.marks)
        if (canDraw(mark))
            include(mark.seconds, std::min(mark.need_gib, mark.capacity_gib),
                    std::max(mark.need_gib, mark.capacity_gib));
    for (const PinMark& pin : view.pins)
        if (canDrawPin(pin)) include(pin.seconds, pin.need_gib, pin.need_gib);
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

bool TradeOffRange::contains(double seconds, double gib) const {
    return seconds >= seconds_low && seconds <= seconds_high && gib >= gib_low && gib <= gib_high;
}

bool TradeOffRange::holds(const TradeOffView& view) const {
    const auto holds_mark = [&](const TradeOffMark& mark) {
        return !canDraw(mark) ||
               (contains(mark.seconds, mark.need_gib) && contains(mark.seconds, mark.capacity_gib));
    };
    const auto holds_pin = [&](const PinMark& pin) {
        return !canDrawPin(pin) || contains(pin.seconds, pin.need_gib);
    };
    return std::ranges::all_of(view.marks, holds_mark) && std::ranges::all_of(view.pins, holds_pin);
}

TradeOffRange TradeOffRange::zoomed(double factor, double seconds, double gib) const {
    const auto nearer = [factor](double end, double place) {
        return place * std::pow(end / place, 1.0 / factor);
    };
    return {nearer(seconds_low, seconds), nearer(seconds_high, seconds), nearer(gib_low, gib),
            nearer(gib_high, gib)};
}

std::pair<double, double> TradeOffPicture::valuesAt(QPointF at) const {
    const QRectF plot = pane_.plot();
    const auto value = [](const Scale& scale, double share) {
        const double place =
            scale.low() + std::clamp(share, 0.0, 1.0) * (scale.high() - scale.low());
        return scale.isLogarithmic() ? std::pow(10.0, place) : place;
    };
    return {value(x_, (at.x() - plot.left()) / plot.width()),
            value(y_, (plot.bottom() - at.y()) / plot.height())};
}

TradeOffPicture::TradeOffPicture(TradeOffView view, TradeOffOptions options)
    : Picture(frameOf(view)), view_(std::move(view)), options_(options) {
    const auto undrawable = std::stable_partition(view_.marks.begin(), view_.marks.end(), canDraw);
    undrawn_.assign(undrawable, view_.marks.end());
    view_.marks.erase(undrawable, view_.marks.end());
    const auto isInside = [this](double seconds, double gib) {
        return !options_.zoomed || !options_.range || options_.range->contains(seconds, gib);
    };
    outside_ = static_cast<int>(std::erase_if(view_.marks, [&](const TradeOffMark& mark) {
        return !isInside(mark.seconds, mark.need_gib);
    }));
    for (const TradeOffMark& mark : view_.marks)
        key_.add(mark.generation, mark.estimated);
    const auto has_no_place = [&](const PinMark& pin) {
        return !canDrawPin(pin) || !isInside(pin.seconds, pin.need_gib);
    };
    for (const PinMark& pin : view_.pins)
        if (has_no_place(pin)) undrawn_pins_ << text(pin.letter);
    std::erase_if(view_.pins, has_no_place);
}

void TradeOffPicture::takeOver(Picture& before) {
    if (auto* other = dynamic_cast<TradeOffPicture*>(&before)) std::swap(pane_, other->pane_);
}

QStringList TradeOffPicture::ownNotes(Language language) const {
    QStringList notes = pinsNote(undrawn_pins_, language);
    if (outside_ > 0) notes << ChartWords::in(language).outside_presets.arg(outside_);
    if (!undrawn_.empty()) notes.prepend(counted(undrawn_, language));
    return notes;
}

void TradeOffPicture::arrangeBody(const QRectF& body) {
    setScales();
    // Labels without a place are listed below, which takes room from the plot, which may leave more
    // labels without a place: settled after a pass or two.
    constexpr int most_passes = 4;
    QStringList list;
    list_lines_ = options_.list_lines;
    for (int pass = 0; pass < most_passes; ++pass) {
        arrangePlot(body, static_cast<double>(list_lines_) * style().text(line_height));
        arrangeMarks();
        arrangePins();
        arrangeGoal();
        arrangeBand();
        arrangeLabels();
        list = numberedLines(body.width());
        if (list.size() <= list_lines_) break;
        list_lines_ = list.size();
    }
    write(body, list);
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
        // In a zoomed view a capacity may lie beyond: its tick stays at the edge.
        const QRectF plot = pane_.plot();
        placed.tick.setY(std::clamp(placed.tick.y(), plot.top(), plot.bottom()));
        const double half = s.px(mark.focus ? focus_tick_half : tick_half);
        const double thick = s.stroke(mark.focus ? 1.5 * tick_thick : tick_thick);
        placed.tick_rect = {placed.tick.x() - half, placed.tick.y() - thick / 2, 2 * half, thick};
        const auto [top, bottom] = std::minmax({placed.marker.y(), placed.tick.y()});
        placed.stem_rect = {placed.tick.x() - s.px(stem_reach) / 2, top, s.px(stem_reach),
                            bottom - top};
        marks_.push_back(placed);
    }
    findPareto();
}

// From the fastest card that fits on: those that hold less than all faster ones.
void TradeOffPicture::findPareto() {
    pareto_.clear();
    if (!options_.pareto_line) return;
    std::vector<const Mark*> fitting;
    for (const Mark& mark : marks_)
        if (mark.mark->verdict == Verdict::fits || mark.mark->verdict == Verdict::tight)
            fitting.push_back(&mark);
    std::ranges::sort(fitting, {}, [](const Mark* mark) {
        return std::pair(mark->mark->seconds, mark->mark->capacity_gib);
    });
    for (const Mark* mark : fitting)
        if (pareto_.empty() || mark->mark->capacity_gib < pareto_.back()->mark->capacity_gib)
            pareto_.push_back(mark);
    key_.setLine(pareto_.size() > 1 ? ChartWords::in(style().language).pareto : QString());
}

// Stairs: on at the same capacity until a smaller card comes, then down to it.
std::vector<QLineF> TradeOffPicture::paretoSteps() const {
    std::vector<QLineF> steps;
    for (std::size_t i = 1; i < pareto_.size(); ++i) {
        const QPointF from = pareto_[i - 1]->tick, to = pareto_[i]->tick;
        const QPointF corner(to.x(), from.y());
        steps.emplace_back(from, corner);
        steps.emplace_back(corner, to);
    }
    return steps;
}

void TradeOffPicture::arrangePins() {
    pins_.clear();
    for (const PinMark& pin : view_.pins)
        pins_.push_back({&pin, pane_.map(x_.at(pin.seconds), y_.at(pin.need_gib)), {}});
}

const TradeOffPicture::Mark* TradeOffPicture::focusMark() const {
    const auto focus = std::ranges::find_if(marks_, [](const Mark& m) { return m.mark->focus; });
    return focus == marks_.end() ? nullptr : &*focus;
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
    const Mark* focus = focusMark();
    if (focus == nullptr || !options_.band) return;
    const TradeOffMark& m = *focus->mark;
    if (!isDrawable(m.seconds_p10) || !isDrawable(m.seconds_p90)) return;
    const QRectF plot = pane_.plot();
    const auto xOf = [&](double seconds) {
        return std::clamp(pane_.map(x_.at(seconds), 0).x(), plot.left(), plot.right());
    };
    const double y = std::max(focus->marker.y(), focus->tick.y()) + s.px(bracket_below);
    bracket_ = {xOf(m.seconds_p10), y, xOf(m.seconds_p90), y};
    bracket_run_ = textAt(ChartWords::in(s.language).band, s.font(), s.theme.ink2,
                          bracket_.center() + QPointF(0, s.text(bracket_text_below)), 0.5);
}

} // namespace headroom
