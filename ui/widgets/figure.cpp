#include "ui/widgets/figure.hpp"

#include "ui/charts/text_run.hpp"
#include "ui/charts/texture.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr int gauge_width = 180, gauge_height = 9;
constexpr int number_spacing = 4, line_spacing = 2;

/// "8.4 days" in two; a currency sign stays with its number, as there is no space.
std::pair<QString, QString> split(const QString& text) {
    const qsizetype space = text.indexOf(QLatin1Char(' '));
    return space < 0 ? std::pair{text, QString()}
                     : std::pair{text.left(space), text.mid(space + 1)};
}

const QColor& colourOf(NoteTone tone, const Theme& theme) {
    if (tone == NoteTone::plain) return theme.ink2;
    return tone == NoteTone::good ? theme.fit.text : theme.no.text;
}

} // namespace

Figure::Figure(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    makeFonts();
}

void Figure::makeFonts() {
    caption_font_ = scaledFont(font(), type_scale::caption);
    number_font_ = scaledFont(font(), type_scale::number, QFont::DemiBold);
}

void Figure::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) makeFonts();
    QWidget::changeEvent(event);
}

QString Figure::noteText() const {
    constexpr QChar tick(0x2713), cross(0x2715);
    if (tone_ == NoteTone::plain) return note_;
    return (tone_ == NoteTone::good ? tick : cross) + QStringLiteral(" ") + note_;
}

void Figure::setCaption(const QString& caption) {
    if (caption == caption_) return;
    caption_ = caption;
    refresh();
}

void Figure::setFigure(const QString& text) {
    auto [number, unit] = split(text);
    if (number.isEmpty()) number = QStringLiteral("–");
    if (number == number_ && unit == unit_) return;
    number_ = number;
    unit_ = unit;
    refresh();
}

void Figure::setNote(const QString& note, NoteTone tone) {
    if (note == note_ && tone == tone_) return;
    note_ = note;
    tone_ = tone;
    refresh();
}

void Figure::refresh() {
    setAccessibleName(QStringLiteral("%1 %2 %3").arg(caption_, number_, unit_).trimmed());
    const double needed =
        std::max({textWidth(caption_, caption_font_),
                  textWidth(number_, number_font_) + number_spacing + textWidth(unit_, font()),
                  textWidth(noteText(), caption_font_)});
    if (needed > widest_) {
        widest_ = static_cast<int>(std::ceil(needed));
        updateGeometry();
    }
    update();
}

void Figure::insertGauge(QWidget* gauge) {
    gauge_ = gauge;
    gauge_->setParent(this);
    gauge_->move(0, gaugeTop());
    updateGeometry();
}

int Figure::gaugeTop() const {
    return QFontMetrics(caption_font_).height() + QFontMetrics(number_font_).height() +
           2 * line_spacing;
}

QSize Figure::sizeHint() const {
    const int gauge_room = gauge_ == nullptr ? 0 : gauge_->height() + line_spacing;
    const int gauge_width = gauge_ == nullptr ? 0 : gauge_->width();
    return {std::max(widest_, gauge_width),
            gaugeTop() + gauge_room + QFontMetrics(caption_font_).height()};
}

void Figure::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const QFontMetrics small(caption_font_), large(number_font_);
    const auto write = [&](const QString& text, const QFont& with, const QColor& colour, double x,
                           double baseline) {
        drawText(painter, textAt(text, with, colour, {x, baseline}));
    };
    write(caption_, caption_font_, theme.ink2, 0, small.ascent());
    const int gauge_room = gauge_ == nullptr ? 0 : gauge_->height() + line_spacing;
    write(noteText(), caption_font_, colourOf(tone_, theme), 0,
          gaugeTop() + gauge_room + small.ascent());
    const int baseline = small.height() + line_spacing + large.ascent();
    write(number_, number_font_, theme.ink, 0, baseline);
    write(unit_, font(), theme.ink2, textWidth(number_, number_font_) + number_spacing, baseline);
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
