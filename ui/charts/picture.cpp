#include "ui/charts/picture.hpp"

#include "ui/charts/chart_pane.hpp"

#include <QPainter>

namespace headroom {

namespace {

// Design pixels.
constexpr double margin_px = 15.0, title_baseline = 25.0, line_step = 16.0, gap_below_head = 18.0;
constexpr double footer_room = 30.0, footer_baseline = 14.0, footer_line_above = 26.0,
                 footer_step = 12.0, footer_gap = 20.0;
constexpr double halo_px = 3.5;
constexpr double axis_title_left = 37.0;
constexpr double tick_label_below = 17.0, tick_label_left = 8.0, tick_label_drop = 4.0;

} // namespace

void Picture::arrange(QSizeF size, const ChartStyle& chart_style) {
    style_ = chart_style;
    size_ = size;
    runs_.clear();
    halos_.clear();
    rotated_.clear();
    targets_.reset();
    footer_line_ = {};
    arrangeBody(arrangeFrame());
}

const std::vector<Target>& Picture::targets() const {
    if (!targets_) targets_ = makeTargets();
    return *targets_;
}

QRectF Picture::arrangeFrame() {
    const double margin = style_.px(margin_px);
    const double top = arrangeHead(size_.width() - 2 * margin);
    double bottom = size_.height();
    if (style_.on_paper) bottom -= arrangeFooter(margin);
    return {QPointF(margin, top), QPointF(size_.width() - margin, bottom)};
}

double Picture::arrangeHead(double width) {
    const QFont title_font = style_.font(
        style_.on_paper ? ChartStyle::paper_title_px : ChartStyle::title_px, QFont::DemiBold);
    const QFont font = style_.font();
    const double left = style_.px(margin_px);
    double y = style_.text(title_baseline);
    const auto write = [&](const QString& words, const QFont& with, const QColor& colour,
                           double room) {
        for (const QString& line : wrapped(words, with, room)) {
            addRun(textAt(line, with, colour, {left, y}));
            y += style_.text(line_step);
        }
    };
    const double room = width - style_.px(title_room_);
    write(text_.title, title_font, style_.theme.ink, room);
    write(text_.subtitle, font, style_.theme.ink2, title_room_ > 0 ? room : width);
    for (const QString& note : notes())
        write(note, font, style_.theme.tight.text, width);
    return y - style_.text(line_step) + style_.px(gap_below_head);
}

// One line, or two where the scenario's name leaves no room beside it. Returns its height.
double Picture::arrangeFooter(double margin) {
    const QFont font = style_.font(ChartStyle::footer_px);
    const double left = margin, right = size_.width() - margin;
    const double wanted = textWidth(text_.footer_left, font) + textWidth(text_.footer_right, font);
    const double gap = style_.px(footer_gap);
    const double extra = wanted + gap > right - left ? style_.text(footer_step) : 0.0;
    const double baseline = size_.height() - style_.px(footer_baseline);
    const double line = size_.height() - style_.px(footer_line_above) - extra;
    footer_line_ = {left, line, right, line};
    addRun(textAt(text_.footer_left, font, style_.theme.ink2, {left, baseline - extra}));
    addRun(textAt(text_.footer_right, font, style_.theme.ink2, {right, baseline}, 1.0));
    return style_.px(footer_room) + extra;
}

void Picture::addRun(TextRun run, const QColor& halo) {
    if (run.text.isEmpty()) return;
    runs_.push_back(std::move(run));
    halos_.push_back(halo);
}

void Picture::addTitle(const QString& title, const QRectF& plot, bool vertical) {
    const QFont font = style_.font();
    if (!vertical) {
        const double below = style_.text(34.0);
        addRun(textAt(title, font, style_.theme.ink2, {plot.center().x(), plot.bottom() + below},
                      0.5));
        return;
    }
    const QPointF centre(plot.left() - style_.text(axis_title_left), plot.center().y());
    rotated_.push_back({textAt(title, font, style_.theme.ink2, {0, 0}, 0.5), centre});
}

void Picture::addTicks(const ChartPane& pane, const Scale& x, const Scale& y) {
    const QFont font = style_.font();
    const QPointF below(0, style_.text(tick_label_below));
    const QPointF left(-style_.px(tick_label_left), style_.text(tick_label_drop));
    for (const Tick& tick : x.ticks())
        addRun(
            textAt(tick.label, font, style_.theme.ink2, pane.map(tick.at, y.low()) + below, 0.5));
    for (const Tick& tick : y.ticks())
        addRun(textAt(tick.label, font, style_.theme.ink2, pane.map(x.low(), tick.at) + left, 1.0));
}

void Picture::paint(QPainter& painter) const {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.save();
    paintBody(painter);
    painter.restore();
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (halos_[i].isValid())
            drawHaloText(painter, runs_[i], halos_[i], style_.px(halo_px));
        else
            drawText(painter, runs_[i]);
    }
    for (const Rotated& text : rotated_)
        drawTextUpwards(painter, text.run, text.centre);
    if (!footer_line_.isNull()) {
        painter.setPen(style_.pen(style_.theme.line2, 0.6));
        painter.drawLine(footer_line_);
    }
}

} // namespace headroom
