#include "ui/charts/sweep_picture.hpp"

#include "ui/charts/pins.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// Design pixels.
constexpr double room_left = 44.0, room_right = 96.0, room_below = 46.0, room_above = 4.0;
constexpr double plots_gap = 30.0, memory_share = 0.56;
constexpr double tick_label_below = 17.0, tick_label_left = 8.0, tick_label_drop = 4.0;
constexpr double head_room = 1.04; // above the highest point of curves and bands
constexpr double band_alpha = 0.18, curve_width = 2.4;

bool canDraw(const SweepView::Point& point) {
    return point.verdict != Verdict::not_legal && isDrawable(point.need_gib) &&
           isDrawable(point.seconds) && std::isfinite(point.value);
}

FrameText frameOf(const SweepView& view) {
    FrameText frame{
        text(view.title), text(view.subtitle), {}, text(view.footer_left), text(view.footer_right)};
    for (const std::string& note : view.notes)
        frame.notes << text(note);
    return frame;
}

double orElse(double value, double other) { return isDrawable(value) ? value : other; }

} // namespace

SweepPicture::SweepPicture(SweepView view, SweepOptions options)
    : Picture(frameOf(view)), options_(options), view_(std::move(view)) {
    const auto undrawable =
        std::stable_partition(view_.points.begin(), view_.points.end(), canDraw);
    for (auto point = undrawable; point != view_.points.end(); ++point)
        if (point->verdict != Verdict::not_legal) // the view's notes tell of those
            undrawn_ << text(point->label);
    view_.points.erase(undrawable, view_.points.end());
    // A logarithm needs positive positions; others are spaced as categories.
    view_.logarithmic &= std::all_of(view_.points.begin(), view_.points.end(),
                                     [](const auto& point) { return point.value > 0; });
    keepRange();
    findPins();
}

void SweepPicture::keepRange() {
    if (!options_.range) return;
    const auto [low, high] = *options_.range;
    outside_ = static_cast<int>(std::erase_if(view_.points, [&](const SweepView::Point& point) {
        return point.value < low || point.value > high;
    }));
}

// A pin has a place between the ends of a logarithmic axis, and on a position of any other.
void SweepPicture::findPins() {
    const auto& points = view_.points;
    for (const PinMark& pin : view_.pins) {
        const auto same = std::ranges::find(points, pin.position, &SweepView::Point::value);
        const bool inside = !points.empty() && pin.position >= points.front().value &&
                            pin.position <= points.back().value;
        const bool has_place = view_.logarithmic ? inside : same != points.end();
        if (!canDrawPin(pin) || !has_place) {
            undrawn_pins_ << text(pin.letter);
            continue;
        }
        const double x = view_.logarithmic ? std::log10(pin.position)
                                           : static_cast<double>(same - points.begin());
        pins_.push_back({&pin, x, {}, {}});
    }
}

void SweepPicture::takeOver(Picture& before) {
    if (auto* other = dynamic_cast<SweepPicture*>(&before)) {
        std::swap(memory_, other->memory_);
        std::swap(time_, other->time_);
    }
}

QStringList SweepPicture::ownNotes(Language language) const {
    QStringList notes = pinsNote(undrawn_pins_, language);
    if (outside_ > 0) notes << ChartWords::in(language).outside_positions.arg(outside_);
    if (!undrawn_.isEmpty())
        notes.prepend(ChartWords::in(language)
                          .undrawn_positions.arg(undrawn_.size())
                          .arg(undrawn_.join(", ")));
    return notes;
}

void SweepPicture::arrangeBody(const QRectF& body) {
    lines_.clear();
    beside_right_.clear();
    setScales();
    arrangePanes(body);
    findZones();
    drawCurves();
    writeAxes();
    if (points_.empty()) {
        addRun(textAt(ChartWords::in(style().language).nothing, style().font(), style().theme.ink2,
                      upperPane().plot().center(), 0.5));
        return;
    }
    writeZones();
    writeLines();
    writeEnds();
    writeCurrent();
}

// What needs many times the capacity would press all that fits against the bottom: its curve leaves
// the plot at the top, and its need stands in figures.
bool SweepPicture::isWorthItsHeight(std::size_t i) const {
    constexpr double most = 1.6; // times the capacity
    const SweepView::Point& point = view_.points[i];
    return point.verdict != Verdict::does_not_fit || !isDrawable(view_.capacity_gib) ||
           point.need_gib <= most * view_.capacity_gib || point.current;
}

// The time axis holds what runs and the first positions that would not; all where none runs.
bool SweepPicture::isNearlyRunning(std::size_t i) const {
    const auto runs = [this](std::size_t k) {
        return k < view_.points.size() && view_.points[k].verdict != Verdict::does_not_fit;
    };
    const bool none = std::ranges::all_of(view_.points, [](const SweepView::Point& point) {
        return point.verdict == Verdict::does_not_fit;
    });
    return none || runs(i) || runs(i + 1) || (i > 0 && runs(i - 1)) || view_.points[i].current;
}

void SweepPicture::setScales() {
    std::vector<Tick> ticks;
    double need = isDrawable(view_.capacity_gib) ? view_.capacity_gib : 1.0;
    double seconds = isDrawable(view_.goal_seconds) ? view_.goal_seconds : 0.0;
    for (std::size_t i = 0; i < view_.points.size(); ++i) {
        const SweepView::Point& point = view_.points[i];
        ticks.push_back({view_.logarithmic ? std::log10(point.value) : static_cast<double>(i),
                         text(point.label)});
        if (isWorthItsHeight(i))
            need = std::max({need, point.need_gib, orElse(point.need_p90, 0.0)});
        if (isNearlyRunning(i)) seconds = std::max(seconds, point.seconds);
        if (point.verdict != Verdict::does_not_fit) // others have no band: they would not run
            seconds = std::max(seconds, orElse(point.seconds_p90, 0.0));
    }
    for (const Pin& pin : pins_) {
        need = std::max(need, pin.pin->need_gib);
        seconds = std::max(seconds, pin.pin->seconds);
    }
    const double last = static_cast<double>(ticks.size()) - 1.0;
    if (ticks.empty())
        x_ = Scale::named(0.0, 1.0, {}, false);
    else if (view_.logarithmic)
        x_ = Scale::named(view_.points.front().value, view_.points.back().value, ticks, true);
    else
        x_ = Scale::named(0.0, last, ticks, false);
    memory_scale_ = Scale::fromZero(head_room * need, Scale::Ticks::one_two_three_five);
    time_scale_ =
        Scale::fromZero(head_room * orElse(seconds, 1.0), Scale::Ticks::one_two_three_five);
}

void SweepPicture::arrangePanes(const QRectF& body) {
    const ChartStyle& s = style();
    const QRectF both = body.adjusted(s.text(room_left), s.px(room_above), -s.text(room_right),
                                      -s.text(room_below));
    const bool one = !showsMemory() || !showsTime();
    const double height = std::max(2.0, both.height() - (one ? 0.0 : s.text(plots_gap)));
    const double width = std::max(1.0, both.width());
    const double memory_height = one ? height : memory_share * height;
    const double time_height = one ? height : height - memory_height;
    memory_.setAxes(x_, memory_scale_, s);
    memory_.place({both.left(), both.top(), width, memory_height});
    time_.setAxes(x_, time_scale_, s);
    time_.place({both.left(), both.bottom() - time_height, width, time_height});
    points_.clear();
    for (std::size_t i = 0; i < view_.points.size(); ++i) {
        const SweepView::Point& point = view_.points[i];
        const double x = x_.ticks()[i].at;
        points_.push_back({&point, x, memory_.map(x, point.need_gib), time_.map(x, point.seconds)});
    }
    for (Pin& pin : pins_) {
        pin.need = memory_.map(pin.x, pin.pin->need_gib);
        pin.seconds = time_.map(pin.x, pin.pin->seconds);
    }
}

// Where the VRAM curve crosses the capacity between two positions, else half way.
double SweepPicture::border(const Placed& a, const Placed& b) const {
    const double before = a.point->need_gib - view_.capacity_gib;
    const double after = b.point->need_gib - view_.capacity_gib;
    const bool fit_changes =
        (a.point->verdict == Verdict::does_not_fit) != (b.point->verdict == Verdict::does_not_fit);
    const double share = fit_changes && before * after < 0 ? before / (before - after) : 0.5;
    return a.x + share * (b.x - a.x);
}

void SweepPicture::findZones() {
    zones_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const Verdict verdict = points_[i].point->verdict;
        if (!zones_.empty() && zones_.back().verdict == verdict) {
            zones_.back().last = i;
            continue;
        }
        const double from = i == 0 ? x_.low() : border(points_[i - 1], points_[i]);
        if (!zones_.empty()) zones_.back().to = from;
        zones_.push_back({verdict, from, x_.high(), i, i});
    }
}

QPointF SweepPicture::between(const Placed& a, const Placed& b, double x, bool memory) const {
    const double share = (x - a.x) / (b.x - a.x);
    const double from = memory ? a.point->need_gib : a.point->seconds;
    const double to = memory ? b.point->need_gib : b.point->seconds;
    return {x, from + share * (to - from)};
}

// The curves of one zone, with half a step to its borders at both ends.
void SweepPicture::addPieces(std::vector<Curve>& memory, std::vector<Curve>& time,
                             const Zone& zone) const {
    const ChartStyle& s = style();
    const bool runs = zone.verdict != Verdict::does_not_fit;
    Curve need{{}, s.pen(runs ? s.theme.acc : s.theme.no.text, curve_width)};
    Curve seconds{{}, s.pen(runs ? s.theme.acc : s.theme.ink3, runs ? curve_width : 1.6)};
    if (!runs) {
        need.pen.setDashPattern({2.4, 1.8});
        seconds.pen.setDashPattern({1.2, 2.0});
    }
    const auto add = [&](std::size_t a, std::size_t b, double x) {
        need.points.push_back(between(points_[a], points_[b], x, true));
        seconds.points.push_back(between(points_[a], points_[b], x, false));
    };
    if (zone.first > 0) add(zone.first - 1, zone.first, zone.from);
    for (std::size_t i = zone.first; i <= zone.last; ++i) {
        need.points.emplace_back(points_[i].x, points_[i].point->need_gib);
        seconds.points.emplace_back(points_[i].x, points_[i].point->seconds);
    }
    if (zone.last + 1 < points_.size()) add(zone.last, zone.last + 1, zone.to);
    memory.push_back(std::move(need));
    time.push_back(std::move(seconds));
}

void SweepPicture::drawCurves() {
    std::vector<Curve> memory, time;
    for (const Zone& zone : zones_)
        addPieces(memory, time, zone);
    QColor fill = style().theme.acc;
    fill.setAlphaF(static_cast<float>(band_alpha));
    Band need_band{{}, {}, fill}, time_band{{}, {}, fill};
    for (const Placed& placed : points_) {
        const SweepView::Point& p = *placed.point;
        need_band.lower.emplace_back(placed.x, orElse(p.need_p10, p.need_gib));
        need_band.upper.emplace_back(placed.x, orElse(p.need_p90, p.need_gib));
        if (p.verdict == Verdict::does_not_fit) continue; // it would not run
        time_band.lower.emplace_back(placed.x, orElse(p.seconds_p10, p.seconds));
        time_band.upper.emplace_back(placed.x, orElse(p.seconds_p90, p.seconds));
    }
    memory_.setBands({need_band});
    time_.setBands({time_band});
    memory_.setCurves(std::move(memory));
    time_.setCurves(std::move(time));
}

void SweepPicture::writeAxes() {
    const ChartStyle& s = style();
    for (const ChartPane* pane : shownPanes())
        for (const Tick& tick : (pane == &memory_ ? memory_scale_ : time_scale_).ticks())
            addRun(textAt(tick.label, s.font(), s.theme.ink2,
                          pane->map(x_.low(), tick.at) +
                              QPointF(-s.px(tick_label_left), s.text(tick_label_drop)),
                          1.0));
    writePositions();
    const QString x_title = text(view_.x_title);
    addTitle(view_.logarithmic ? ChartWords::in(s.language).log_axis.arg(x_title) : x_title,
             lowerPane().plot(), false);
    if (showsMemory()) addTitle(text(view_.memory_title), memory_.plot(), true);
    if (showsTime()) addTitle(text(view_.time_title), time_.plot(), true);
}

// Names of positions that would run into each other are left out, never rotated: the present one
// and the ends are kept before the others.
void SweepPicture::writePositions() {
    const ChartStyle& s = style();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points_.size(); ++i)
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        const auto rank = [this](std::size_t i) {
            if (points_[i].point->current) return 0;
            return i == 0 || i + 1 == points_.size() ? 1 : 2;
        };
        return rank(a) < rank(b);
    });
    const double apart = s.px(tick_label_left);
    std::vector<QRectF> taken;
    for (const std::size_t i : order) {
        const TextRun run =
            textAt(text(points_[i].point->label), s.font(), s.theme.ink2,
                   lowerPane().map(points_[i].x, 0) + QPointF(0, s.text(tick_label_below)), 0.5);
        const QRectF room = run.box.adjusted(-apart, 0, apart, 0);
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const QRectF& other) { return other.intersects(room); }))
            continue;
        addRun(run);
        taken.push_back(run.box);
    }
}

std::vector<const ChartPane*> SweepPicture::shownPanes() const {
    std::vector<const ChartPane*> shown;
    if (showsMemory()) shown.push_back(&memory_);
    if (showsTime()) shown.push_back(&time_);
    return shown;
}

std::vector<Target> SweepPicture::makeTargets() const {
    std::vector<Target> targets;
    if (points_.empty()) return targets;
    const ChartWords& words = ChartWords::in(style().language);
    for (const Pin& pin : pins_) // before the positions, which would take the pointer
        for (const ChartPane* pane : shownPanes()) {
            const QPointF at = pane == &memory_ ? pin.need : pin.seconds;
            Target target = pinTarget(*pin.pin, at, style().language);
            target.reach = pinBox(at, style());
            targets.push_back(std::move(target));
        }
    const auto bandText = [&](double low, double high) {
        return isDrawable(low) && isDrawable(high)
                   ? words.band + ' ' + shortNumber(low) + "–" + shortNumber(high)
                   : QString();
    };
    const double half = upperPane().plot().width() / static_cast<double>(points_.size()) / 2;
    for (const Placed& placed : points_) {
        const SweepView::Point& p = *placed.point;
        ReadOut card{text(p.label), {}};
        card.rows.push_back(
            {words.vram, gibNumber(p.need_gib) + " GiB", bandText(p.need_p10, p.need_p90)});
        card.rows.push_back(
            {words.step, shortNumber(p.seconds) + " s", bandText(p.seconds_p10, p.seconds_p90)});
        const double headroom = view_.capacity_gib - p.need_gib;
        card.rows.push_back(
            {text(view_.gpu_label),
             (headroom < 0 ? QString() : QString('+')) + gibNumber(headroom) + " GiB",
             text(verdict_word(p.verdict, style().language))});
        QStringList spoken{card.title};
        for (const ReadOutRow& row : card.rows)
            spoken << row.label + ' ' + row.value << row.note;
        const double top = upperPane().plot().top(), bottom = lowerPane().plot().bottom();
        const QRectF column(placed.need.x() - half, top, 2 * half, bottom - top);
        const QPointF at = showsMemory() ? placed.need : placed.seconds;
        targets.push_back({text(p.label), at, column, spoken.join(", "), card,
                           QLineF(at.x(), top, at.x(), bottom)});
    }
    return targets;
}

} // namespace headroom
