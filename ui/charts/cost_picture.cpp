#include "ui/charts/cost_picture.hpp"

#include "ui/charts/words.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace headroom {

namespace {

// Design pixels.
constexpr double label_left = 19.0, label_room_least = 60.0, label_gap = 14.0;
constexpr double run_room = 62.0, figure_room = 52.0, figure_gap = 9.0;
constexpr double row_most = 38.0, row_comfortable = 20.0, row_least = 14.0, text_drop = 4.0;
constexpr double head_line = 18.0, key_mark = 5.0, key_gap = 11.0, key_column_gap = 16.0,
                 head_baseline = 10.0, head_below = 22.0;
constexpr double tick_label_below = 17.0, room_below = 46.0;
constexpr double halves_gap = 34.0, runs_share = 0.6;
constexpr double slow = 3.0; // times the median: an amount that the axis need not hold

FrameText frameOf(const CostView& view) {
    FrameText frame{
        text(view.title), text(view.subtitle), {}, text(view.footer_left), text(view.footer_right)};
    for (const std::string& note : view.notes)
        frame.notes << text(note);
    return frame;
}

const CostAmount& amountOf(const CostRow& row, Purchase purchase) {
    return row.amounts[static_cast<std::size_t>(purchase)];
}

/// The largest amount that is drawn on a row; 0 where none is known.
double largestAmount(const CostRow& row) {
    double largest = 0.0;
    for (const CostAmount& amount : row.amounts)
        if (isDrawable(amount.amount)) largest = std::max(largest, amount.amount);
    return largest;
}

} // namespace

CostPicture::CostPicture(CostView view, CostOptions options)
    : Picture(frameOf(view)), view_(std::move(view)), options_(options) {
    for (const CostRow& row : view_.rows)
        rows_.push_back({&row, {}, {}, true});
}

void CostPicture::takeOver(Picture& before) {
    if (auto* other = dynamic_cast<CostPicture*>(&before)) std::swap(pane_, other->pane_);
}

double CostPicture::leastHeight(double width, const ChartStyle& style) const {
    CostPicture probe(view_, options_);
    probe.setFrame(frame());
    probe.arrange({width, width}, style);
    return probe.least_height_;
}

void CostPicture::arrangeBody(const QRectF& body) {
    key_.clear();
    parts_.clear();
    crossings_.clear();
    goal_line_ = {};
    divider_ = {};
    if (rows_.empty() && view_.curves.empty()) {
        addRun(textAt(ChartWords::in(style().language).nothing, style().font(), style().theme.ink2,
                      body.center(), 0.5));
        return;
    }
    QRectF left, right;
    splitBody(body, left, right);
    setScales();
    least_height_ = 0.0;
    if (showsOwning()) arrangeOwning(right);
    if (showsRuns()) arrangeRuns(left);
}

void CostPicture::splitBody(const QRectF& body, QRectF& left, QRectF& right) const {
    left = body;
    right = body;
    if (options_.content != CostContent::both) return;
    const double gap = style().px(halves_gap);
    left.setWidth(runs_share * (body.width() - gap));
    right.setLeft(left.right() + gap);
}

// Without rows the axis still has a length; a few dear cards do not set it.
void CostPicture::setScales() {
    std::vector<double> all;
    double most = 0.0;
    for (const CostRow& row : view_.rows) {
        const double largest = largestAmount(row);
        if (row.verdict == Verdict::does_not_fit || largest <= 0.0) continue;
        all.push_back(largest);
        if (row.focus) most = largest;
    }
    std::ranges::sort(all);
    const double usual = all.empty() ? 0.0 : slow * all[all.size() / 2];
    for (const double amount : all)
        if (amount <= usual) most = std::max(most, amount);
    if (isDrawable(view_.goal) && view_.goal <= usual) most = std::max(most, view_.goal);
    amount_unit_ = unitFor(most);
    amounts_ = Scale::fromZero(isDrawable(most) ? most / amount_unit_ : 1.0,
                               Scale::Ticks::one_two_three_five);
}

void CostPicture::arrangeRuns(const QRectF& area) {
    const ChartStyle& s = style();
    const double top = writeKey(area);
    double label_room = s.px(label_room_least);
    for (const Row& row : rows_)
        label_room = std::max(label_room, textWidth(text(row.row->label),
                                                    s.font(ChartStyle::text_px, QFont::DemiBold)));
    const bool has_runs =
        std::ranges::any_of(view_.rows, [](const CostRow& row) { return !row.run.empty(); });
    const double run = has_runs ? s.text(run_room) : 0.0;
    const double left = area.left() + s.px(label_left + label_gap) + label_room;
    const double right = area.right() - run - s.text(figure_room);
    const double bottom = area.bottom() - s.text(room_below);
    plot_ = {left, top, std::max(1.0, right - left), std::max(1.0, bottom - top)};
    const double above = size().height() - area.height() + (top - area.top());
    least_height_ =
        std::max(least_height_, above + s.text(room_below) +
                                    static_cast<double>(rows_.size()) * s.text(row_comfortable));
    chooseRows(plot_.height());
    const double height = std::min(
        plot_.height() / static_cast<double>(std::max<std::size_t>(1, shown_)), s.text(row_most));
    plot_.setHeight(std::max(1.0, height * static_cast<double>(shown_)));
    double y = plot_.top();
    for (Row& row : rows_ | std::views::filter(&Row::shown)) {
        arrangeRow(row, y, height);
        row.band.setRight(area.right());
        writeRow(row, area.right());
        y += height;
    }
    if (has_runs)
        addRun(textAt(text(view_.run_title), s.font(), s.theme.ink2,
                      {area.right(), plot_.top() - s.text(text_drop)}, 1.0));
    writeAmountAxis();
    writeGoal();
}

// "On 8 of each card", then each way of paying that some card has a price for. Returns where the
// rows may begin.
double CostPicture::writeKey(const QRectF& area) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    double y = area.top() + s.text(head_baseline);
    addRun(textAt(text(view_.rows_title), bold, s.theme.ink, {area.left(), y}));
    double x = area.left() + textWidth(text(view_.rows_title), bold) + s.px(key_column_gap);
    for (const Purchase purchase : all_purchases) {
        const bool is_known = std::ranges::any_of(view_.rows, [&](const CostRow& row) {
            return isDrawable(amountOf(row, purchase).amount);
        });
        if (!is_known) continue;
        const QString name = text(view_.purchase_names[static_cast<std::size_t>(purchase)]);
        const bool is_chosen = purchase == view_.chosen;
        const QFont font = is_chosen ? bold : s.font();
        const double width = s.text(key_gap) + textWidth(name, font);
        if (x + width > area.right()) {
            x = area.left();
            y += s.text(head_line);
        }
        key_.push_back({purchase, {x + s.px(key_mark), y - s.text(text_drop)}});
        addRun(textAt(name, font, s.theme.ink, {x + s.text(key_gap) + s.px(2), y}));
        x += width + s.px(key_column_gap);
    }
    return y + s.text(head_below) + s.text(head_baseline);
}

// The last in order are left out first, the row in focus never.
void CostPicture::chooseRows(double height) {
    const ChartStyle& s = style();
    const auto most =
        static_cast<std::size_t>(std::max(1.0, std::floor(height / s.text(row_least))));
    shown_ = rows_.size();
    for (Row& row : rows_)
        row.shown = true;
    for (Row& row : rows_ | std::views::reverse) {
        if (shown_ <= most) return;
        if (row.row->focus) continue;
        row.shown = false;
        --shown_;
    }
}

void CostPicture::arrangeRow(Row& row, double top, double height) {
    const ChartStyle& s = style();
    row.band = QRectF(plot_.left() - s.px(label_gap), top, 1.0, height);
    row.band.setLeft(s.px(label_gap));
    row.marks.clear();
    if (row.row->verdict == Verdict::does_not_fit) return;
    for (const CostAmount& amount : row.row->amounts) {
        if (!isDrawable(amount.amount)) continue;
        const double share = amounts_.share(amount.amount / amount_unit_);
        row.marks.push_back(
            {amount.purchase,
             {plot_.left() + std::min(1.0, share) * plot_.width(), row.band.center().y()},
             share > 1.0});
    }
}

// The label, the amount of the way of paying in use, and how long the run takes.
void CostPicture::writeRow(const Row& row, double run_right) {
    const ChartStyle& s = style();
    const CostRow& shown = *row.row;
    const double y = row.band.center().y() + s.text(text_drop);
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QColor& ground = shown.focus ? s.theme.accbg : s.theme.base;
    addRun(textAt(text(shown.label), shown.focus ? bold : s.font(), s.theme.ink,
                  {row.band.left() + s.px(label_left), y}));
    addRun(textAt(text(shown.run), s.font(), s.theme.ink2, {run_right - s.px(2), y}, 1.0));
    if (!shown.note.empty()) {
        addRun(
            textAt(text(shown.note), bold, s.theme.no.text, {plot_.left() + s.px(figure_gap), y}),
            ground);
        return;
    }
    const CostAmount& chosen = amountOf(shown, view_.chosen);
    double x = plot_.left();
    for (const Mark& mark : row.marks)
        x = std::max(x, mark.at.x());
    const bool is_known = isDrawable(chosen.amount);
    const QColor ink = is_known ? s.theme.ink : s.theme.ink3;
    addRun(textAt(text(chosen.text), is_known ? bold : s.font(), ink, {x + s.px(figure_gap), y}),
           ground);
}

void CostPicture::writeAmountAxis() {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    for (const Tick& tick : amounts_.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      {plot_.left() + amounts_.share(tick.at) * plot_.width(),
                       plot_.bottom() + s.text(tick_label_below)},
                      0.5));
    addTitle(withUnit(text(view_.amount_title), amount_unit_, s.language), plot_, false);
    if (shown_ < rows_.size())
        addRun(textAt(words.rows_left_out.arg(rows_.size() - shown_), s.font(), s.theme.tight.text,
                      {s.px(label_gap), plot_.bottom() + s.text(room_below)}));
}

void CostPicture::writeGoal() {
    const ChartStyle& s = style();
    const double share = amounts_.share(view_.goal / amount_unit_);
    if (!isDrawable(view_.goal) || share > 1.0) return;
    const double x = plot_.left() + share * plot_.width();
    goal_line_ = {x, plot_.top() - s.px(4), x, plot_.bottom()};
    addRun(textAt(text(view_.goal_text), s.font(ChartStyle::text_px, QFont::DemiBold),
                  s.theme.fit.text, {x, plot_.top() - s.text(head_below) / 3}, 0.5),
           s.theme.base);
}

Target CostPicture::rowTarget(const Row& row) const {
    const CostRow& shown = *row.row;
    ReadOut card{text(shown.label), {}};
    for (const CostAmount& amount : shown.amounts)
        card.rows.push_back({text(view_.purchase_names[static_cast<std::size_t>(amount.purchase)]),
                             text(amount.text),
                             {}});
    if (!shown.run.empty()) card.rows.push_back({text(view_.run_title), text(shown.run), {}});
    QStringList spoken{card.title};
    for (const ReadOutRow& line : card.rows)
        spoken << line.label + ' ' + line.value;
    if (!shown.note.empty()) spoken << text(shown.note);
    const QPointF at =
        row.marks.empty() ? QPointF(plot_.left(), row.band.center().y()) : row.marks.front().at;
    return {text(shown.gpu), at, row.band, spoken.join(", "), card};
}

// Crossings before the rows: they are small.
std::vector<Target> CostPicture::makeTargets() const {
    std::vector<Target> targets;
    for (const Crossing& crossing : crossings_)
        targets.push_back(crossingTarget(crossing));
    if (!showsRuns()) return targets;
    for (const Row& row : rows_ | std::views::filter(&Row::shown))
        targets.push_back(rowTarget(row));
    return targets;
}

double CostPicture::unitFor(double most) {
    for (const double unit : {1e12, 1e9, 1e6})
        if (most >= unit) return unit;
    constexpr double worth_thousands = 1e5;
    return most >= worth_thousands ? 1e3 : 1.0;
}

QString CostPicture::withUnit(const QString& title, double unit, Language language) {
    const ChartWords& words = ChartWords::in(language);
    if (unit >= 1e12) return words.in_trillions.arg(title);
    if (unit >= 1e9) return words.in_billions.arg(title);
    if (unit >= 1e6) return words.in_millions.arg(title);
    return unit >= 1e3 ? words.in_thousands.arg(title) : title;
}

} // namespace headroom
