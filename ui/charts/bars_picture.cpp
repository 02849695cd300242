#include "ui/charts/bars_picture.hpp"

#include "ui/charts/pins.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace headroom {

namespace {

// Design pixels.
constexpr double label_left = 19.0, label_room_least = 70.0, label_gap = 14.0;
constexpr double plots_gap = 26.0;
constexpr double room_below = 46.0;
constexpr double row_most = 38.0, row_comfortable = 18.0, row_least = 13.0, bar_share = 0.52,
                 bar_most = 20.0;
constexpr double rows_beside_key = 3.0; // where fewer fit below the key, it gives way to them
constexpr double line_step = 15.0;      // of titles
constexpr double memory_share = 0.56;   // of the width that both plots share
constexpr double zoom_margin = 1.5;     // times the largest need
constexpr double slow = 3.0;            // times the median: a step that the axis need not hold

bool canDraw(const std::vector<BarPiece>& pieces, double total) {
    return std::isfinite(total) && total > 0.0 &&
           std::all_of(pieces.begin(), pieces.end(), [](const BarPiece& piece) {
               return std::isfinite(piece.value) && piece.value >= 0.0;
           });
}

const std::string& titleOf(const BarsView& view, BarsContent content) {
    if (content == BarsContent::both) return view.title;
    return content == BarsContent::memory ? view.memory_chart : view.time_chart;
}

FrameText frameOf(const BarsView& view, BarsContent content) {
    FrameText frame{text(titleOf(view, content)),
                    text(view.subtitle),
                    {},
                    text(view.footer_left),
                    text(view.footer_right)};
    for (const std::string& note : view.notes)
        frame.notes << text(note);
    return frame;
}

} // namespace

BarsPicture::BarsPicture(BarsView view, BarsOptions options)
    : BarsPicture(std::make_shared<const BarsView>(std::move(view)), options) {}

BarsPicture::BarsPicture(std::shared_ptr<const BarsView> view, BarsOptions options)
    : Picture(frameOf(*view, options.content)), shared_(std::move(view)), view_(*shared_),
      options_(options) {
    collectRows();
    sortRows();
    findPins();
}

// Rows belong to the same GPU by id; each needs the numbers of the plots shown.
void BarsPicture::collectRows() {
    for (const MemoryBarRow& memory : view_.memory) {
        const auto step = std::find_if(view_.step.begin(), view_.step.end(),
                                       [&](const StepBarRow& s) { return s.gpu == memory.gpu; });
        Row row;
        row.memory = &memory;
        row.step = step == view_.step.end() ? nullptr : &*step;
        const bool memory_drawn =
            canDraw(memory.pieces, memory.need_gib) && isDrawable(memory.capacity_gib);
        const bool step_drawn = row.step != nullptr && canDraw(row.step->pieces, row.step->seconds);
        if ((memory_drawn || !showsMemory()) && (step_drawn || !showsStep()))
            rows_.push_back(row);
        else if (memory.verdict != Verdict::not_legal) // the view's notes tell of those
            undrawn_ << text(memory.label);
    }
}

void BarsPicture::sortRows() {
    const bool by_step = options_.order == BarsOrder::by_step_time;
    std::stable_sort(rows_.begin(), rows_.end(), [&](const Row& a, const Row& b) {
        if (by_step && a.step != nullptr && b.step != nullptr)
            return a.step->seconds < b.step->seconds;
        return a.memory->headroom_gib > b.memory->headroom_gib;
    });
}

// Pins stand on the rows of their GPUs, which keep their places from here on.
void BarsPicture::findPins() {
    for (const PinMark& pin : view_.pins) {
        const auto row =
            std::ranges::find_if(rows_, [&](const Row& one) { return one.memory->gpu == pin.gpu; });
        if (row == rows_.end() || !canDrawPin(pin))
            undrawn_pins_ << text(pin.letter);
        else
            pins_.push_back({&pin, &*row, 0.0, 0.0});
    }
}

QStringList BarsPicture::ownNotes(Language language) const {
    QStringList notes = pinsNote(undrawn_pins_, language);
    if (!undrawn_.isEmpty())
        notes.prepend(
            ChartWords::in(language).undrawable.arg(undrawn_.size()).arg(undrawn_.join(", ")));
    return notes;
}

double BarsPicture::leastHeight(double width, const ChartStyle& style) const {
    BarsPicture probe(shared_, options_);
    probe.setFrame(frame());
    probe.arrange({width, width}, style);
    return probe.least_height_;
}

const std::string& BarsPicture::labelOf(const Row& row) const { return row.memory->label; }

const QColor& BarsPicture::groundOf(const Row& row) const {
    return isFocus(row) ? style().theme.accbg : style().theme.base;
}

bool BarsPicture::isFocus(const Row& row) const { return row.memory->gpu == view_.focus; }

void BarsPicture::arrangeBody(const QRectF& body) {
    key_.clear();
    setScales();
    arrangePlots(body);
    if (rows_.empty()) {
        addRun(textAt(ChartWords::in(style().language).nothing, style().font(), style().theme.ink2,
                      body.center(), 0.5));
        return;
    }
    arrangeRows();
    if (showsMemory()) writeAxis(memory_scale_, memory_plot_, memory_title_);
    if (showsStep()) writeAxis(step_scale_, step_plot_, step_title_);
    writeLeftOut(body.left());
    arrangePins();
    for (const Row& row : rows_ | std::views::filter(&Row::shown)) {
        writeRow(row);
    }
}

void BarsPicture::arrangePins() {
    const auto xIn = [](const Scale& scale, const QRectF& plot, double value) {
        return plot.left() + scale.share(value) * plot.width();
    };
    for (Pin& pin : pins_) {
        if (!pin.row->shown) continue;
        pin.memory_x = xIn(memory_scale_, memory_plot_, pin.pin->need_gib);
        pin.step_x = xIn(step_scale_, step_plot_, pin.pin->seconds);
    }
}

void BarsPicture::setScales() {
    double need = 0.0, capacity = 0.0, seconds = options_.zoom_to_need ? usualSeconds() : 0.0;
    for (const Row& row : rows_) {
        need = std::max(need, row.memory->need_gib);
        capacity = std::max(capacity, row.memory->capacity_gib);
        if (row.step != nullptr && (!options_.zoom_to_need || isFocus(row)))
            seconds = std::max(seconds, row.step->seconds);
    }
    for (const Pin& pin : pins_) {
        need = std::max(need, pin.pin->need_gib);
        seconds = std::max(seconds, pin.pin->seconds);
    }
    const double most = options_.zoom_to_need ? zoom_margin * need : std::max(need, capacity);
    memory_scale_ = Scale::fromZero(isDrawable(most) ? most : 1.0, Scale::Ticks::powers_of_two);
    step_scale_ =
        Scale::fromZero(isDrawable(seconds) ? seconds : 1.0, Scale::Ticks::one_two_three_five);
    for (Row& row : rows_) {
        row.beyond_edge = showsMemory() && row.memory->capacity_gib > memory_scale_.high();
        row.step_beyond = showsStep() && row.step->seconds > step_scale_.high();
    }
}

// The slowest step among those that are not far slower than most.
double BarsPicture::usualSeconds() const {
    std::vector<double> all;
    for (const Row& row : rows_)
        if (row.step != nullptr && isDrawable(row.step->seconds)) all.push_back(row.step->seconds);
    if (all.empty()) return 0.0;
    std::ranges::sort(all);
    const double most = slow * all[all.size() / 2];
    return *std::prev(std::ranges::upper_bound(all, most));
}

// From the top: the key, the rows, the axes' ticks and titles, what was left out. Rows share the
// room that is left; where even low ones do not fit, first the key gives way, then rows do.
void BarsPicture::arrangePlots(const QRectF& body) {
    const ChartStyle& s = style();
    splitWidth(body);
    wrapTitles();
    const double key = keyHeight(body), line = s.text(line_step), row = s.text(row_least);
    const auto more_lines =
        static_cast<double>(std::max({memory_title_.size(), step_title_.size(), qsizetype{1}}) - 1);
    const double below = s.text(room_below) + more_lines * line;
    const auto all = static_cast<double>(rows_.size());
    least_height_ = size().height() - body.height() + key + below + all * s.text(row_comfortable);

    double room = body.height() - below;
    key_left_out_ = room - key < std::min(all, rows_beside_key) * row;
    room -= key_left_out_ ? line : key;
    if (all * row > room) room -= line;
    chooseRows(static_cast<std::size_t>(std::max(1.0, std::floor(room / row))));
    if (!key_left_out_) arrangeKeys(body);
    const double height = std::min(room, static_cast<double>(shown_) * s.text(row_most));
    for (QRectF* plot : {&memory_plot_, &step_plot_}) {
        plot->setTop(body.top() + (key_left_out_ ? 0.0 : key));
        plot->setHeight(std::max(1.0, height));
    }
}

// The last in order are left out first, the row in focus never, and pinned ones only when all
// others are.
void BarsPicture::chooseRows(std::size_t most) {
    shown_ = rows_.size();
    for (Row& row : rows_)
        row.shown = true;
    const auto isPinned = [this](const Row& row) {
        return std::ranges::any_of(pins_, [&](const Pin& pin) { return pin.row == &row; });
    };
    for (const bool pinned_too : {false, true})
        for (Row& row : rows_ | std::views::reverse) {
            if (shown_ <= most) return;
            if (!row.shown || isFocus(row) || (isPinned(row) && !pinned_too)) continue;
            row.shown = false;
            --shown_;
        }
}

// Titles say where bars go on beyond the edge; each stays below its own plot and figures.
void BarsPicture::wrapTitles() {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    const auto title = [&](const std::string& axis, bool cut, const QString& beyond,
                           const Scale& scale, double width) {
        const QString edge = scale.ticks().empty() ? QString() : scale.ticks().back().label;
        const QString whole =
            cut ? QStringLiteral("%1 (%2)").arg(text(axis), beyond.arg(edge)) : text(axis);
        return wrapped(whole, s.font(), width);
    };
    memory_title_.clear();
    step_title_.clear();
    if (showsMemory())
        memory_title_ =
            title(view_.memory_title, std::ranges::any_of(rows_, &Row::beyond_edge), words.beyond,
                  memory_scale_, memory_plot_.width() + s.text(figures_room));
    if (showsStep())
        step_title_ =
            title(view_.time_title, std::ranges::any_of(rows_, &Row::step_beyond),
                  words.beyond_time, step_scale_, step_plot_.width() + s.text(step_figures_room));
}

// Names, memory bars with figures behind, step bars with figures behind.
void BarsPicture::splitWidth(const QRectF& body) {
    const ChartStyle& s = style();
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    double label_room = s.px(label_room_least);
    for (const Row& row : rows_)
        label_room = std::max(label_room, textWidth(text(labelOf(row)), bold));
    const double left = body.left() + s.px(label_left + label_gap) + label_room;
    const bool both = showsMemory() && showsStep();
    double width = body.right() - left - (both ? s.px(plots_gap) : 0.0);
    if (showsMemory()) width -= s.text(figures_room);
    if (showsStep()) width -= s.text(step_figures_room);
    width = std::max(width, 1.0);
    const double memory_width = !showsMemory() ? 0.0 : both ? memory_share * width : width;
    memory_plot_ = {left, body.top(), memory_width, 1.0};
    step_plot_ = memory_plot_;
    if (showsMemory())
        step_plot_.moveLeft(memory_plot_.right() + s.text(figures_room) + s.px(plots_gap));
    step_plot_.setWidth(showsStep() ? width - memory_width : 0.0);
}

// The row in focus, else the first.
void BarsPicture::arrangeRows() {
    const ChartStyle& s = style();
    const QRectF& plot = showsMemory() ? memory_plot_ : step_plot_;
    const double height = plot.height() / static_cast<double>(shown_);
    const double bar = std::min(bar_share * height, s.px(bar_most));
    const double right = size().width() - s.px(label_gap);
    double top = plot.top();
    for (Row& row : rows_ | std::views::filter(&Row::shown)) {
        row.band = QRectF(s.px(label_gap), top, right - s.px(label_gap), height);
        const double y = top + (height - bar) / 2;
        const auto barOf = [&](const Scale& scale, const QRectF& in, double value) {
            return QRectF(in.left(), y, scale.share(value) * in.width(), bar);
        };
        if (showsMemory()) {
            row.memory_bar = barOf(memory_scale_, memory_plot_, row.memory->need_gib);
            row.capacity_x = row.beyond_edge ? memory_plot_.right()
                                             : memory_plot_.left() +
                                                   memory_scale_.share(row.memory->capacity_gib) *
                                                       memory_plot_.width();
        }
        if (showsStep()) {
            row.step_bar =
                barOf(step_scale_, step_plot_, std::min(row.step->seconds, step_scale_.high()));
        }
        top += height;
    }
}

} // namespace headroom
