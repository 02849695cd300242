// What BarsPicture writes beside its bars, and what a pointer finds there.
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/pins.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>
#include <ranges>

namespace headroom {

namespace {

// Design pixels.
constexpr double label_left = 19.0;
constexpr double text_drop = 4.0, tick_label_below = 17.0, title_below = 34.0, line_step = 15.0,
                 figure_gap = 8.0;

} // namespace

void BarsPicture::writeAxis(const Scale& scale, const QRectF& plot, const QStringList& title) {
    const ChartStyle& s = style();
    for (const Tick& tick : scale.ticks())
        addRun(textAt(tick.label, s.font(), s.theme.ink2,
                      {plot.left() + scale.share(tick.at) * plot.width(),
                       plot.bottom() + s.text(tick_label_below)},
                      0.5));
    QPointF at(plot.center().x(), plot.bottom() + s.text(title_below));
    for (const QString& line : title) {
        addRun(textAt(line, s.font(), s.theme.ink2, at, 0.5));
        at.ry() += s.text(line_step);
    }
}

// What found no room, in words below the axes' titles.
void BarsPicture::writeLeftOut(double left) {
    const ChartStyle& s = style();
    const ChartWords& words = ChartWords::in(s.language);
    const double bottom = showsMemory() ? memory_plot_.bottom() : step_plot_.bottom();
    const auto titles = static_cast<double>(std::max(memory_title_.size(), step_title_.size()));
    QPointF at(left, bottom + s.text(title_below) + titles * s.text(line_step));
    QStringList left_out;
    if (shown_ < rows_.size()) left_out << words.rows_left_out.arg(rows_.size() - shown_);
    if (key_left_out_) left_out << words.key_left_out;
    for (const QString& line : left_out) {
        addRun(textAt(line, s.font(), s.theme.tight.text, at));
        at.ry() += s.text(line_step);
    }
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

Target BarsPicture::rowTarget(const Row& row) const {
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
    return {text(row.memory->gpu), bar.center(), row.band, spoken.join(", "), card};
}

// Pins before the rows, which would take the pointer.
std::vector<Target> BarsPicture::makeTargets() const {
    std::vector<Target> targets;
    for (const Pin& pin : pins_)
        if (pin.row->shown) targets.push_back(ghostTarget(pin));
    for (const Row& row : rows_ | std::views::filter(&Row::shown))
        targets.push_back(rowTarget(row));
    return targets;
}

Target BarsPicture::ghostTarget(const Pin& pin) const {
    const QRectF& bar = showsMemory() ? pin.row->memory_bar : pin.row->step_bar;
    const double above = style().text(pin_px) / 2;
    const QPointF at(showsMemory() ? pin.memory_x : pin.step_x, bar.top() - above);
    Target target = pinTarget(*pin.pin, at, style().language);
    target.reach = pinBox(at, style());
    return target;
}

} // namespace headroom
