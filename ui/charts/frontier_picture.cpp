#include "ui/charts/frontier_picture.hpp"

#include "core/present/wording.hpp"
#include "ui/charts/marks.hpp"
#include "ui/charts/texture.hpp"
#include "ui/charts/words.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// Design pixels.
constexpr double room_left = 44.0, room_right = 24.0, room_below = 46.0, room_above = 8.0;
constexpr double disc_radius = 4.2, present_radius = 6.4, ring_gap = 4.0;
constexpr double beside_gap = 10.0, label_gap = 3.0, line_gap = 6.0, goal_drop = 14.0;
constexpr double capacity_width = 2.0, goal_width = 1.4, stairs_width = 1.4;
constexpr double goal_ground_share = 0.4;
constexpr double line_height = 16.0, baseline_share = 0.76, leader_width = 1.0;
constexpr double head_room = 1.06;
/// A present plan that needs more times the capacity would press all that fits to the bottom.
constexpr double most_capacities = 1.5;

constexpr Words fastest_words{"fastest", "가장 빠름"};
constexpr Words least_vram_words{"least VRAM", "VRAM이 가장 적음"};
constexpr Words simplest_words{"simplest", "가장 단순함"};
constexpr Words cost_words{"Per million tokens", "토큰 백만 개당"};
constexpr Words complexity_words{"Complexity", "복잡도"};

QString in(const Words& words, Language language) {
    return text(std::string(say(words, language)));
}

FrameText frameOf(const FrontierView& view) {
    FrameText frame{
        text(view.title), text(view.summary), {}, text(view.footer_left), text(view.footer_right)};
    if (!view.answer.empty()) frame.notes << text(view.answer);
    return frame;
}

} // namespace

FrontierPicture::FrontierPicture(FrontierView view, FrontierOptions options)
    : Picture(frameOf(view)), view_(std::move(view)), options_(options) {
    options_.by_cost = options.by_cost && view_.priced;
}

void FrontierPicture::takeOver(Picture& before) {
    if (auto* other = dynamic_cast<FrontierPicture*>(&before)) std::swap(pane_, other->pane_);
}

double FrontierPicture::xOf(const FrontierMark& mark) const {
    return options_.by_cost ? mark.usd_per_mtoken : mark.seconds;
}

std::vector<const FrontierMark*> FrontierPicture::drawn() const {
    std::vector<const FrontierMark*> marks;
    for (const FrontierMark& mark : view_.marks)
        marks.push_back(&mark);
    if (view_.present) marks.push_back(&*view_.present);
    std::erase_if(marks, [this](const FrontierMark* mark) {
        return !isDrawable(xOf(*mark)) || !isDrawable(mark->need_gib);
    });
    return marks;
}

const FrontierPicture::Placed* FrontierPicture::present() const {
    const auto own =
        std::ranges::find_if(marks_, [](const Placed& placed) { return placed.mark->current; });
    return own == marks_.end() ? nullptr : &*own;
}

void FrontierPicture::arrangeBody(const QRectF& body) {
    written_.clear();
    setScales();
    arrangePane(body);
    arrangeMarks();
    writeAxes();
    writeCapacity();
    writeGoal();
    if (marks_.empty())
        addRun(textAt(ChartWords::in(style().language).nothing, style().font(), style().theme.ink2,
                      pane_.plot().center(), 0.5));
    writeNotable();
}

void FrontierPicture::setScales() {
    double low = 0.0, high = 0.0, need = view_.capacity_gib;
    for (const FrontierMark* mark : drawn()) {
        const double x = xOf(*mark);
        low = low > 0.0 ? std::min(low, x) : x;
        high = std::max(high, x);
        if (mark->need_gib <= most_capacities * view_.capacity_gib)
            need = std::max(need, mark->need_gib);
    }
    if (low <= 0.0) low = high = 1.0;
    if (!isDrawable(need)) need = 1.0;
    x_ = Scale::logarithmic(low, high, Scale::Ticks::one_two_three_five);
    y_ = Scale::fromZero(head_room * need, Scale::Ticks::one_two_three_five);
}

void FrontierPicture::arrangePane(const QRectF& body) {
    const ChartStyle& s = style();
    QRectF plot =
        body.adjusted(s.text(room_left), s.px(room_above), -s.px(room_right), -s.text(room_below));
    plot.setWidth(std::max(plot.width(), 1.0));
    plot.setHeight(std::max(plot.height(), 1.0));
    pane_.setAxes(x_, y_, s);
    pane_.place(plot);
}

void FrontierPicture::arrangeMarks() {
    marks_.clear();
    leaders_.clear();
    for (const FrontierMark* mark : drawn()) {
        Placed placed{mark, pane_.map(x_.at(xOf(*mark)), mark->need_gib), false};
        placed.beyond = placed.at.y() < pane_.plot().top();
        placed.at.setY(std::max(placed.at.y(), pane_.plot().top()));
        marks_.push_back(placed);
    }
}

// From the fastest on, down to each plan that needs less than all faster ones.
std::vector<QLineF> FrontierPicture::stairs() const {
    std::vector<QLineF> steps;
    const Placed* last = nullptr;
    for (const Placed& placed : marks_) { // fastest first
        const bool lowest = last == nullptr || placed.mark->need_gib < last->mark->need_gib;
        if (placed.beyond || placed.mark->verdict == Verdict::does_not_fit || !lowest ||
            (view_.present && placed.mark == &*view_.present))
            continue;
        if (last != nullptr) {
            const QPointF corner(placed.at.x(), last->at.y());
            steps.emplace_back(last->at, corner);
            steps.emplace_back(corner, placed.at);
        }
        last = &placed;
    }
    return steps;
}

double FrontierPicture::goalPlace() const {
    if (!isDrawable(view_.goal_seconds)) return 0.0;
    if (!options_.by_cost) return view_.goal_seconds;
    const std::vector<const FrontierMark*> marks = drawn();
    return marks.empty() ? 0.0
                         : view_.goal_seconds * marks.front()->usd_per_mtoken /
                               marks.front()->seconds; // one rent for all plans
}

void FrontierPicture::writeAxes() {
    const ChartStyle& s = style();
    addTicks(pane_, x_, y_);
    const QString title = text(options_.by_cost ? view_.cost_title : view_.time_title);
    addTitle(ChartWords::in(s.language).log_axis.arg(title), pane_.plot(), false);
    addTitle(text(view_.memory_title), pane_.plot(), true);
}

void FrontierPicture::writeCapacity() {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const double y = pane_.map(0, view_.capacity_gib).y();
    const TextRun run =
        textAt(text(view_.gpu_label) + ' ' + gibNumber(view_.capacity_gib) + " GiB", bold,
               s.theme.ink, {pane_.plot().right() - s.px(line_gap), y - s.text(line_gap)}, 1.0);
    addRun(run, s.theme.base);
    written_.push_back(run.box);
}

void FrontierPicture::writeGoal() {
    const double place = goalPlace();
    if (place <= 0.0) return;
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    const double x = std::clamp(pane_.map(x_.at(place), 0).x(), plot.left(), plot.right());
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QString words = text(view_.goal_text);
    const bool left = x - plot.left() > textWidth(words, bold) + 2 * s.px(beside_gap);
    const TextRun run =
        textAt(words, bold, s.theme.fit.text,
               {x + (left ? -1 : 1) * s.px(beside_gap), plot.bottom() - s.text(goal_drop)},
               left ? 1.0 : 0.0);
    addRun(run, s.theme.base);
    written_.push_back(run.box);
}

// The ends of the front in words, and the present plan.
void FrontierPicture::writeNotable() {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    LabelPlacer placer = placerAroundMarks();
    if (const Placed* own = present()) {
        const QString need = own->beyond ? " ↑ " + text(own->mark->need) : QString();
        writeBeside(placer, *own, words.now + need, s.theme.acc);
    }
    std::vector<const Placed*> front;
    for (const Placed& placed : marks_)
        if (!view_.present || placed.mark != &*view_.present) front.push_back(&placed);
    if (front.empty()) return;
    const auto least = [&front](auto key) { return *std::ranges::min_element(front, {}, key); };
    const Placed* fastest = front.front();
    const Placed* smallest = least([](const Placed* p) { return p->mark->need_gib; });
    const Placed* simplest = least(
        [](const Placed* p) { return std::pair(p->mark->complexity_points, p->mark->seconds); });
    std::vector<std::pair<const Placed*, QString>> notable;
    for (const auto& [placed, word] : {std::pair(fastest, in(fastest_words, s.language)),
                                       std::pair(smallest, in(least_vram_words, s.language)),
                                       std::pair(simplest, in(simplest_words, s.language))}) {
        const auto same = std::ranges::find(notable, placed, &decltype(notable)::value_type::first);
        if (same == notable.end())
            notable.emplace_back(placed, word);
        else
            same->second += ", " + word;
    }
    for (const auto& [placed, word] : notable)
        writeBeside(placer, *placed, word, s.theme.ink2);
}

QRectF FrontierPicture::boxOf(const Placed& placed) const {
    const double reach = style().px(placed.mark->current ? present_radius + ring_gap : disc_radius);
    return {placed.at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)};
}

LabelPlacer FrontierPicture::placerAroundMarks() const {
    const ChartStyle& s = style();
    LabelPlacer placer(pane_.plot(), s.px(label_gap), s.unit);
    for (const Placed& placed : marks_)
        placer.block(boxOf(placed));
    for (const QRectF& box : written_)
        placer.block(box);
    for (const QLineF& step : stairs())
        placer.discourage(QRectF(step.p1(), step.p2()).normalized().adjusted(-1, -1, 1, 1));
    return placer;
}

// Where it covers no plan: beside its mark, else at the end of a leader.
void FrontierPicture::writeBeside(LabelPlacer& placer, const Placed& placed, const QString& words,
                                  const QColor& colour) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const PlacedLabel label =
        placer.place({boxOf(placed), {textWidth(words, bold), s.text(line_height)}, false});
    if (!label.isPlaced()) return;
    const QPointF baseline(label.rect.left() + label.alignment * label.rect.width(),
                           label.rect.top() + baseline_share * label.rect.height());
    addRun(textAt(words, bold, colour, baseline, label.alignment), s.theme.base);
    if (label.side == LabelSide::leader) leaders_.push_back(label.leader);
}

// By place in the front; the present plan beside it has no id, as a click on it changes nothing.
std::vector<Target> FrontierPicture::makeTargets() const {
    std::vector<Target> targets;
    const ChartWords& words = ChartWords::in(style().language);
    const Language language = style().language;
    for (const Placed& placed : marks_) {
        const FrontierMark& m = *placed.mark;
        ReadOut card{text(m.parallelism), {}};
        card.rows.push_back({text(m.settings), {}, {}});
        card.rows.push_back({words.vram,
                             words.of.arg(gibNumber(m.need_gib), gibNumber(view_.capacity_gib)),
                             text(verdict_word(m.verdict, language))});
        card.rows.push_back({words.step, text(m.step), {}});
        if (m.usd_per_mtoken > 0) card.rows.push_back({in(cost_words, language), text(m.cost), {}});
        card.rows.push_back({in(complexity_words, language), text(m.complexity), {}});
        QStringList spoken{card.title};
        for (const ReadOutRow& row : card.rows)
            spoken << (row.label + ' ' + row.value + ' ' + row.note).trimmed();
        if (!m.goals.empty()) spoken << text(m.goals);
        const bool own = view_.present && placed.mark == &*view_.present;
        const QString id = own ? QString() : QString::number(placed.mark - view_.marks.data());
        targets.push_back({id, placed.at, {}, spoken.join(", "), card});
    }
    return targets;
}

void FrontierPicture::paintGoal(QPainter& painter) const {
    const double place = goalPlace();
    if (place <= 0.0) return;
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    const double x = std::clamp(pane_.map(x_.at(place), 0).x(), plot.left(), plot.right());
    QRectF zone = plot;
    zone.setRight(x);
    painter.fillRect(zone, mixed(s.theme.fit.ground, s.theme.base, goal_ground_share));
    QPen pen = s.pen(s.theme.fit.text, goal_width);
    pen.setDashPattern({5.0 / goal_width, 4.0 / goal_width});
    painter.setPen(pen);
    if (x > plot.left() && x < plot.right())
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void FrontierPicture::paintBody(QPainter& painter) const {
    const ChartStyle& s = style();
    const QRectF plot = pane_.plot();
    paintGoal(painter);
    const double capacity = pane_.map(0, view_.capacity_gib).y();
    hatchZone(painter, {plot.left(), plot.top(), plot.width(), capacity - plot.top()}, s.theme,
              s.unit);
    pane_.paint(painter);
    painter.setPen(s.pen(s.theme.ink, capacity_width));
    painter.drawLine(QPointF(plot.left(), capacity), QPointF(plot.right(), capacity));
    painter.setPen(s.pen(s.theme.ink3, stairs_width));
    const std::vector<QLineF> steps = stairs();
    painter.drawLines(steps.data(), static_cast<int>(steps.size()));
    painter.setPen(s.pen(s.theme.ink3, leader_width));
    for (const QLineF& leader : leaders_)
        painter.drawLine(leader);
    for (const Placed& placed : marks_) {
        if (placed.mark->current) continue;
        const bool meets = placed.mark->meets_goals;
        drawMark(painter, Shape::disc, placed.at, s.px(disc_radius),
                 {meets ? s.theme.acc : s.theme.ink3, !meets, s.theme.base}, s.stroke(1.0));
    }
    const Placed* own = present();
    if (own == nullptr) return;
    const bool fits = own->mark->verdict != Verdict::does_not_fit;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(s.pen(s.theme.acc, 2.0));
    const double ring = s.px(present_radius + ring_gap);
    painter.drawEllipse(own->at, ring, ring);
    drawMark(painter, Shape::disc, own->at, s.px(present_radius),
             {fits ? s.theme.acc : s.theme.no.text, false, s.theme.base}, s.stroke(1.6));
}

} // namespace headroom
