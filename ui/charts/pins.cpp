#include "ui/charts/pins.hpp"

#include "ui/charts/scale.hpp"
#include "ui/charts/words.hpp"

#include <QPainter>

namespace headroom {

namespace {

// Design pixels.
constexpr double box_line = 1.5, corner = 2.0, letter_drop = 4.0;

} // namespace

QRectF pinBox(QPointF at, const ChartStyle& style) {
    QRectF box(0, 0, style.text(pin_px), style.text(pin_px));
    box.moveCenter(at);
    return box;
}

void paintPin(QPainter& painter, QPointF at, const QString& letter, const ChartStyle& style) {
    painter.setPen(style.pen(style.theme.ink, box_line));
    painter.setBrush(style.theme.base);
    painter.drawRoundedRect(pinBox(at, style), style.px(corner), style.px(corner));
    const QFont bold = style.font(ChartStyle::text_px, QFont::DemiBold);
    drawText(painter,
             textAt(letter, bold, style.theme.ink, at + QPointF(0, style.text(letter_drop)), 0.5));
}

Target pinTarget(const PinMark& pin, QPointF at, Language language) {
    const ChartWords& words = ChartWords::in(language);
    ReadOut card{QStringLiteral("%1  %2").arg(text(pin.letter), text(pin.name)), {}};
    card.rows.push_back(
        {words.vram, gibNumber(pin.need_gib) + " GiB", text(verdict_word(pin.verdict, language))});
    card.rows.push_back({words.step, shortNumber(pin.seconds) + " s", text(pin.position_label)});
    QStringList spoken{card.title};
    for (const ReadOutRow& row : card.rows)
        spoken << row.label + ' ' + row.value << row.note;
    spoken.removeAll(QString());
    return {QStringLiteral("pin:") + text(pin.letter), at, {}, spoken.join(", "), card};
}

bool canDrawPin(const PinMark& pin) {
    return pin.verdict != Verdict::not_legal && isDrawable(pin.need_gib) && isDrawable(pin.seconds);
}

QStringList pinsNote(const QStringList& letters, Language language) {
    if (letters.isEmpty()) return {};
    return {ChartWords::in(language).undrawn_pins.arg(letters.join(", "))};
}

} // namespace headroom
