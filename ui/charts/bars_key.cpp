// The key of BarsPicture: every term in the order of the bar, with the values of the GPU in focus.
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/words.hpp"

#include <algorithm>
#include <numeric>

namespace headroom {

namespace {

// Design pixels.
constexpr double key_line = 26.0, key_value_drop = 12.0, key_swatch = 9.0, key_gap = 13.0,
                 key_column_gap = 14.0, key_baseline = 10.0, key_value_px = 10.2;

} // namespace

const BarsPicture::Row* BarsPicture::keyedRow() const {
    const auto focus =
        std::find_if(rows_.begin(), rows_.end(), [this](const Row& row) { return isFocus(row); });
    if (focus != rows_.end()) return &*focus;
    return rows_.empty() ? nullptr : rows_.data();
}

// Widths of the key's columns when it has `lines` lines: down each column, as the bar reads.
std::vector<double> BarsPicture::keyWidths(const std::vector<BarPiece>& pieces,
                                           std::size_t lines) const {
    const ChartStyle& s = style();
    std::vector<double> widths((pieces.size() + lines - 1) / lines, 0.0);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const double width = textWidth(text(pieces[i].name), s.font()) + s.text(key_gap);
        widths[i / lines] = std::max(widths[i / lines], width);
    }
    return widths;
}

double BarsPicture::totalWidth(const std::vector<double>& columns) const {
    return std::accumulate(columns.begin(), columns.end(), 0.0) +
           style().px(key_column_gap) * static_cast<double>(columns.size() - 1);
}

// As few lines as fit beside each other.
std::size_t BarsPicture::keyLines(const std::vector<BarPiece>& pieces, double width) const {
    std::size_t lines = 1;
    while (lines < pieces.size() && totalWidth(keyWidths(pieces, lines)) > width)
        ++lines;
    return lines;
}

// Above its plot and figures; the memory's also above the names where the step's takes room too.
QRectF BarsPicture::memoryKey(const QRectF& body) const {
    const double left = showsStep() ? body.left() - memory_plot_.left() : 0.0;
    return memory_plot_.adjusted(left, 0, style().text(figures_room), 0);
}

QRectF BarsPicture::stepKey() const {
    return step_plot_.adjusted(0, 0, style().text(step_figures_room), 0);
}

double BarsPicture::keyHeight(const QRectF& body) const {
    const Row* row = keyedRow();
    if (row == nullptr) return 0.0;
    std::size_t lines = 0;
    if (showsMemory()) lines = keyLines(row->memory->pieces, memoryKey(body).width());
    if (showsStep()) lines = std::max(lines, keyLines(row->step->pieces, stepKey().width()));
    return static_cast<double>(lines) * style().text(key_line) + style().px(axis_gap);
}

void BarsPicture::arrangeKeys(const QRectF& body) {
    const Row* row = keyedRow();
    if (row == nullptr) return;
    if (showsMemory())
        arrangeKey(row->memory->pieces, {&Theme::memoryPiece, memory_text}, memoryKey(body));
    if (showsStep()) arrangeKey(row->step->pieces, {&Theme::stepPiece, time_text}, stepKey());
}

// Terms that are zero keep their place.
void BarsPicture::arrangeKey(const std::vector<BarPiece>& pieces, const PieceLook& look,
                             const QRectF& column) {
    const ChartStyle& s = style();
    const std::size_t lines = keyLines(pieces, column.width());
    const std::vector<double> widths = keyWidths(pieces, lines);
    // What is left over spreads the columns.
    const double spare = std::max(0.0, column.width() - totalWidth(widths));
    const double gap = s.px(key_column_gap) + spare / static_cast<double>(widths.size());
    QPointF at = column.topLeft() + QPointF(0, s.text(key_baseline));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0 && i % lines == 0)
            at = {at.x() + widths[i / lines - 1] + gap, column.top() + s.text(key_baseline)};
        writeKeyEntry(pieces[i], look, at);
        at.ry() += s.text(key_line);
    }
}

void BarsPicture::writeKeyEntry(const BarPiece& piece, const PieceLook& look, QPointF at) {
    const ChartStyle& s = style();
    const double swatch = s.text(key_swatch);
    key_.push_back({QRectF(at.x(), at.y() - swatch + s.text(0.5), swatch, swatch),
                    (s.theme.*look.fill)(piece.term)});
    const QPointF words = at + QPointF(s.text(key_gap), 0);
    const QColor ink = piece.value > 0 ? s.theme.ink : s.theme.ink3;
    addRun(textAt(text(piece.name), s.font(), ink, words));
    addRun(textAt(text(look.figures(piece)), s.font(key_value_px), s.theme.ink3,
                  words + QPointF(0, s.text(key_value_drop))));
}

} // namespace headroom
