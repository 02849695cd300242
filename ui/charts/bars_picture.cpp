#include "ui/charts/bars_picture.hpp"

#include "ui/charts/words.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// Design pixels.
constexpr double label_left = 19.0, label_room_least = 70.0, label_gap = 14.0;
constexpr double figures_room = 74.0, step_figures_room = 62.0, plots_gap = 26.0;
constexpr double room_below = 46.0, axis_gap = 10.0;
constexpr double row_most = 38.0, row_least = 13.0, bar_share = 0.52, bar_most = 20.0;
constexpr double key_line = 26.0, key_value_drop = 12.0, key_swatch = 9.0, key_gap = 13.0,
                 key_column_gap = 14.0;
constexpr double text_drop = 4.0, tick_label_below = 17.0, figure_gap = 8.0;
constexpr double memory_share = 0.56; // of the width that both plots share
constexpr double zoom_margin = 1.5;   // times the largest need

bool canDraw(const std::vector<BarPiece>& pieces, double total) {
    return std::isfinite(total) && total > 0.0 &&
           std::all_of(pieces.begin(), pieces.end(), [](const BarPiece& piece) {
               return std::isfinite(piece.value) && piece.value >= 0.0;
           });
}

FrameText frameOf(const BarsView& view) {
    FrameText frame{
        text(view.title), text(view.subtitle), {}, text(view.footer_left), text(view.footer_right)};
    for (const std::string& note : view.notes)
        frame.notes << text(note);
    return frame;
}

} // namespace

BarsPicture::BarsPicture(const BarsView& view, BarsOptions options)
    : Picture(frameOf(view)), view_(view), options_(options) {
    collectRows();
    sortRows();
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

QStringList BarsPicture::ownNotes(Language language) const {
    if (undrawn_.isEmpty()) return {};
    return {ChartWords::in(language).undrawable.arg(undrawn_.size()).arg(undrawn_.join(", "))};
}

double BarsPicture::leastHeight() const {
    constexpr double head_and_key = 190.0, comfortable_row = 18.0;
    return head_and_key + room_below + comfortable_row * static_cast<double>(rows_.size());
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
    const ChartWords& words = ChartWords::in(style().language);
    QString memory_title = text(view_.memory_title);
    const bool any_beyond =
        std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.beyond_edge; });
    if (any_beyond)
        memory_title +=
            QStringLiteral(" (%1)").arg(words.beyond.arg(memory_scale_.ticks().back().label));
    if (showsMemory()) writeAxis(memory_scale_, memory_plot_, memory_title);
    if (showsStep()) writeAxis(step_scale_, step_plot_, text(view_.time_title));
    for (const Row& row : rows_) {
        writeRow(row);
        addRowTarget(row);
    }
}

void BarsPicture::setScales() {
    double need = 0.0, capacity = 0.0, seconds = 0.0;
    for (const Row& row : rows_) {
        need = std::max(need, row.memory->need_gib);
        capacity = std::max(capacity, row.memory->capacity_gib);
        if (row.step != nullptr) seconds = std::max(seconds, row.step->seconds);
    }
    const double most = options_.zoom_to_need ? zoom_margin * need : std::max(need, capacity);
    memory_scale_ = Scale::fromZero(isDrawable(most) ? most : 1.0, Scale::Ticks::powers_of_two);
    step_scale_ =
        Scale::fromZero(isDrawable(seconds) ? seconds : 1.0, Scale::Ticks::one_two_three_five);
}

void BarsPicture::arrangePlots(const QRectF& body) {
    const ChartStyle& s = style();
    double label_room = s.px(label_room_least);
    for (const Row& row : rows_)
        label_room = std::max(label_room, textWidth(text(labelOf(row)),
                                                    s.font(ChartStyle::text_px, QFont::DemiBold)));
    const double left = body.left() + s.px(label_left + label_gap) + label_room;
    const double right = body.right();
    double width = right - left;
    if (showsMemory()) width -= s.text(figures_room);
    if (showsStep()) width -= s.text(step_figures_room);
    const bool both = showsMemory() && showsStep();
    if (both) width -= s.px(plots_gap);
    const double memory_width = !showsMemory() ? 0.0 : both ? memory_share * width : width;
    memory_plot_ = {left, body.top(), memory_width, 1.0};
    step_plot_ = memory_plot_;
    if (showsMemory())
        step_plot_.moveLeft(memory_plot_.right() + s.text(figures_room) + s.px(plots_gap));
    step_plot_.setWidth(showsStep() ? width - memory_width : 0.0);

    const auto focus =
        std::find_if(rows_.begin(), rows_.end(), [this](const Row& row) { return isFocus(row); });
    const Row* keyed = focus != rows_.end() ? &*focus : rows_.empty() ? nullptr : rows_.data();
    double top = body.top();
    if (keyed != nullptr && showsMemory())
        top = std::max(top, arrangeKey(keyed->memory->pieces, &Theme::memoryPiece,
                                       memory_plot_.adjusted(0, 0, s.text(figures_room), 0)));
    if (keyed != nullptr && showsStep())
        top = std::max(top, arrangeKey(keyed->step->pieces, &Theme::stepPiece,
                                       step_plot_.adjusted(0, 0, s.text(step_figures_room), 0)));
    const double bottom = body.bottom() - s.text(room_below);
    const double rows_height =
        std::min(bottom - top, static_cast<double>(rows_.size()) * s.text(row_most));
    for (QRectF* plot : {&memory_plot_, &step_plot_}) {
        plot->setTop(top);
        plot->setHeight(std::max(1.0, rows_height));
    }
}

// The direct key: every term in the order of the bar, with the values of the GPU in focus. Terms
// that are zero keep their place.
double BarsPicture::arrangeKey(const std::vector<BarPiece>& pieces, TermFill fill,
                               const QRectF& column) {
    const ChartStyle& s = style();
    double entry_width = 1.0;
    for (const BarPiece& piece : pieces)
        entry_width = std::max(entry_width, textWidth(text(piece.name), s.font()));
    entry_width += s.text(key_gap) + s.px(key_column_gap);
    const auto count = static_cast<int>(pieces.size());
    const int columns = std::clamp(static_cast<int>(column.width() / entry_width), 1, count);
    const int lines = (count + columns - 1) / columns;
    const double step = column.width() / columns;
    for (int i = 0; i < count; ++i) {
        const BarPiece& piece = pieces[static_cast<std::size_t>(i)];
        // Down each column, as the order of the bar reads.
        const QPointF at(column.left() + step * (i / lines),
                         column.top() + s.text(key_line) * (i % lines) + s.text(10.0));
        const double swatch = s.text(key_swatch);
        key_.push_back({QRectF(at.x(), at.y() - swatch + s.text(0.5), swatch, swatch),
                        (s.theme.*fill)(piece.term)});
        const QPointF words = at + QPointF(s.text(key_gap), 0);
        const QColor ink = piece.value > 0 ? s.theme.ink : s.theme.ink3;
        addRun(textAt(text(piece.name), s.font(), ink, words));
        addRun(textAt(text(piece.text), s.font(10.2), s.theme.ink3,
                      words + QPointF(0, s.text(key_value_drop))));
    }
    return column.top() + lines * s.text(key_line) + s.px(axis_gap);
}

void BarsPicture::arrangeRows() {
    const ChartStyle& s = style();
    const QRectF& plot = showsMemory() ? memory_plot_ : step_plot_;
    const double height = plot.height() / static_cast<double>(rows_.size());
    const double bar = std::min(bar_share * height, s.px(bar_most));
    const double right = size().width() - s.px(label_gap);
    double top = plot.top();
    for (Row& row : rows_) {
        row.band = QRectF(s.px(label_gap), top, right - s.px(label_gap), height);
        const double y = top + (height - bar) / 2;
        const auto barOf = [&](const Scale& scale, const QRectF& in, double value) {
            return QRectF(in.left(), y, scale.share(value) * in.width(), bar);
        };
        if (showsMemory()) {
            row.memory_bar = barOf(memory_scale_, memory_plot_, row.memory->need_gib);
            row.beyond_edge = row.memory->capacity_gib > memory_scale_.high();
            row.capacity_x = row.beyond_edge ? memory_plot_.right()
                                             : memory_plot_.left() +
                                                   memory_scale_.share(row.memory->capacity_gib) *
                                                       memory_plot_.width();
        }
        if (showsStep()) row.step_bar = barOf(step_scale_, step_plot_, row.step->seconds);
        top += height;
    }
}

void BarsPicture::writeAxis(const Scale& scale, const QRectF& plot, const QString& title) {
    const ChartStyle& s = style();
    for (const Tick& tick : scale.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      {plot.left() + scale.share(tick.at) * plot.width(),
                       plot.bottom() + s.text(tick_label_below)},
                      0.5));
    addTitle(title, plot, false);
}

void BarsPicture::writeRow(const Row& row) {
    const ChartStyle& s = style();
    const QFont font = s.font(ChartStyle::text_px, isFocus(row) ? QFont::DemiBold : QFont::Normal);
    addRun(textAt(text(labelOf(row)), font, s.theme.ink,
                  {row.band.left() + s.px(label_left), row.band.center().y() + s.text(text_drop)}));
    if (showsMemory()) writeMemoryFigures(row);
    if (showsStep()) writeStepFigures(row);
}

void BarsPicture::writeMemoryFigures(const Row& row) {
    const ChartStyle& s = style();
    const MemoryBarRow& m = *row.memory;
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QColor colour = s.theme.status(m.verdict).text;
    const double y = row.band.center().y() + s.text(text_drop);
    if (m.headroom_gib < 0) {
        const QString over = ChartWords::in(s.language)
                                 .over.arg(gibNumber(-m.headroom_gib), gibNumber(m.capacity_gib));
        addRun(textAt("× " + over, bold, colour, {row.memory_bar.right() + s.px(figure_gap), y}),
               groundOf(row));
        return;
    }
    double x = row.capacity_x + s.px(figure_gap);
    if (row.beyond_edge) {
        const QString capacity = gibNumber(m.capacity_gib);
        addRun(textAt(capacity, bold, s.theme.ink, {x, y}));
        x += textWidth(capacity, bold) + s.px(figure_gap);
    }
    addRun(textAt('+' + gibNumber(m.headroom_gib), bold, colour, {x, y}), groundOf(row));
}

void BarsPicture::writeStepFigures(const Row& row) {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    const QFont bold = s.font(ChartStyle::text_px, QFont::DemiBold);
    const QPointF at(row.step_bar.right() + s.px(figure_gap),
                     row.band.center().y() + s.text(text_drop));
    if (row.step->verdict == Verdict::does_not_fit) {
        // Beside its bar, or on its end where that is at the edge.
        const double over = at.x() + textWidth(words.would_not_run, bold) - row.band.right();
        addRun(textAt(words.would_not_run, bold, s.theme.no.text,
                      at - QPointF(std::max(0.0, over), 0)),
               groundOf(row));
        return;
    }
    const QString seconds = shortNumber(row.step->seconds);
    addRun(textAt(seconds, bold, s.theme.ink, at), groundOf(row));
    if (row.step->estimated)
        addRun(textAt(words.estimate_short, s.font(), s.theme.ink3,
                      at + QPointF(textWidth(seconds, bold) + s.px(figure_gap), 0)),
               groundOf(row));
}

void BarsPicture::addRowTarget(const Row& row) {
    const ChartWords& words = ChartWords::in(style().language);
    ReadOut card{text(labelOf(row)), {}};
    if (showsMemory()) {
        const MemoryBarRow& m = *row.memory;
        const QString sign = m.headroom_gib < 0 ? QString() : QStringLiteral("+");
        card.rows.push_back({words.vram,
                             words.of.arg(gibNumber(m.need_gib), gibNumber(m.capacity_gib)),
                             sign + gibNumber(m.headroom_gib) + " GiB"});
    }
    if (showsStep())
        card.rows.push_back(
            {words.step, shortNumber(row.step->seconds) + " s",
             words.band + ' ' + shortNumber(row.step->p10) + "–" + shortNumber(row.step->p90)});
    QStringList spoken{card.title};
    for (const ReadOutRow& line : card.rows)
        spoken << line.label + ' ' + line.value << line.note;
    const QRectF& bar = showsMemory() ? row.memory_bar : row.step_bar;
    addTarget({text(row.memory->gpu), bar.center(), row.band, spoken.join(", "), card});
}

} // namespace headroom
