#include "ui/widgets/figure.hpp"

#include "ui/charts/texture.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {

constexpr int gauge_width = 180, gauge_height = 9;
constexpr int number_spacing = 4;

/// "8.4 days" in two; a currency sign stays with its number, as there is no space.
std::pair<QString, QString> split(const QString& text) {
    const qsizetype space = text.indexOf(QLatin1Char(' '));
    return space < 0 ? std::pair{text, QString()}
                     : std::pair{text.left(space), text.mid(space + 1)};
}

} // namespace

Figure::Figure(QWidget* parent)
    : QWidget(parent), caption_(new QLabel), number_(new QLabel), unit_(new QLabel),
      note_(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(number_spacing);
    line->addWidget(number_, 0, Qt::AlignBaseline);
    line->addWidget(unit_, 0, Qt::AlignBaseline);
    line->addStretch();
    column->addWidget(caption_);
    column->addLayout(line);
    column->addWidget(note_);
    column->addStretch();
    caption_->setFont(scaledFont(font(), type_scale::caption));
    number_->setFont(scaledFont(font(), type_scale::number, QFont::DemiBold));
    note_->setFont(scaledFont(font(), type_scale::caption));
    applyTheme();
}

void Figure::setCaption(const QString& caption) { caption_->setText(caption); }

void Figure::setFigure(const QString& text) {
    const auto [number, unit] = split(text);
    number_->setText(number.isEmpty() ? QStringLiteral("–") : number);
    unit_->setText(unit);
    setAccessibleName(caption_->text() + QLatin1Char(' ') + text);
}

void Figure::setNote(const QString& note, NoteTone tone) {
    constexpr QChar tick(0x2713), cross(0x2715);
    const QString mark = tone == NoteTone::plain  ? QString()
                         : tone == NoteTone::good ? tick + QStringLiteral(" ")
                                                  : cross + QStringLiteral(" ");
    note_->setText(mark + note);
    if (tone == tone_) return;
    tone_ = tone;
    applyTheme();
}

void Figure::insertGauge(QWidget* gauge) {
    auto* column = static_cast<QVBoxLayout*>(layout());
    constexpr int after_figure = 2;
    column->insertWidget(after_figure, gauge);
}

void Figure::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) applyTheme();
    QWidget::changeEvent(event);
}

void Figure::applyTheme() {
    const Theme& theme = themeOf(*this);
    setTextColour(caption_, theme.ink2);
    setTextColour(number_, theme.ink);
    setTextColour(unit_, theme.ink2);
    setTextColour(note_, tone_ == NoteTone::plain  ? theme.ink2
                         : tone_ == NoteTone::good ? theme.fit.text
                                                   : theme.no.text);
}

MemoryGauge::MemoryGauge(QWidget* parent) : QWidget(parent) {
    setFixedSize(gauge_width, gauge_height);
}

void MemoryGauge::setRow(const MemoryBarRow& row) {
    row_ = row;
    update();
}

void MemoryGauge::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const double full = std::max(row_.capacity_gib, row_.need_gib);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.fillRect(frame, theme.base);
    if (full > 0.0) {
        const double scale = frame.width() / full;
        double x = frame.left();
        for (const BarPiece& piece : row_.pieces) {
            const double width = piece.value * scale;
            painter.fillRect(QRectF(x, frame.top(), width, frame.height()),
                             theme.memoryPiece(piece.term).fill);
            x += width;
        }
        const double capacity_x = frame.left() + row_.capacity_gib * scale;
        if (row_.need_gib > row_.capacity_gib) {
            hatch(painter, QRectF(capacity_x, frame.top(), x - capacity_x, frame.height()),
                  Verdict::does_not_fit, theme);
        }
        // The tick marks the end that matters: of the need, or of the card where that is exceeded.
        painter.fillRect(QRectF(std::min(x, capacity_x) - 1.0, 0, 2.0, height()), theme.ink);
    }
    painter.setPen(theme.line2);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

} // namespace headroom
