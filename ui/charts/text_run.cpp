#include "ui/charts/text_run.hpp"

#include <QCache>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QStaticText>

#include <cmath>
#include <numbers>

namespace headroom {

namespace {

constexpr int kept_words = 4096;
constexpr int kept_pixels = 750'000; // of painted words: 3 MB

/// Text in a font, and what else tells one painted word from another.
struct Word {
    QString text;
    QFont font;
    QRgb colour = 0, ground = 0;
    double halo = 0.0, device_ratio = 0.0;

    bool operator==(const Word&) const = default;
};

size_t qHash(const Word& word, size_t seed = 0) {
    // Families are the same in nearly all of them, and hashing their names takes long.
    return qHashMulti(seed, word.text, word.font.pixelSize(), static_cast<int>(word.font.weight()),
                      word.colour, word.ground, word.halo, word.device_ratio);
}

struct FontMeasures {
    double ascent = 0.0, descent = 0.0, capitals = 0.0;
};

const FontMeasures& measuresOf(const QFont& font) {
    static QCache<Word, FontMeasures> cache(64);
    const Word key{{}, font};
    if (const FontMeasures* known = cache.object(key)) return *known;
    const QFontMetricsF metrics(font);
    auto* measures = new FontMeasures{metrics.ascent(), metrics.descent(), metrics.capHeight()};
    cache.insert(key, measures);
    return *measures;
}

/// Letters set around their place make the halo: glyphs come from a cache, while stroking their
/// outlines takes longer than all the rest of a frame.
void paintHalo(QPainter& painter, QPointF corner, const QStaticText& letters, double halo) {
    constexpr int directions = 8;
    for (int i = 0; i < directions; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / directions;
        painter.drawStaticText(corner + halo / 2.0 * QPointF(std::cos(angle), std::sin(angle)),
                               letters);
    }
}

QPixmap paintedWord(const Word& word, QSizeF size, double room) {
    QPixmap pixmap((size * word.device_ratio).toSize());
    pixmap.setDevicePixelRatio(word.device_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setFont(word.font);
    QStaticText letters(word.text);
    letters.setTextFormat(Qt::PlainText);
    letters.prepare({}, word.font);
    const QPointF corner(room, room);
    if (word.halo > 0) {
        painter.setPen(QColor::fromRgba(word.ground));
        paintHalo(painter, corner, letters, word.halo);
    }
    painter.setPen(QColor::fromRgba(word.colour));
    painter.drawStaticText(corner, letters);
    return pixmap;
}

// At whole device pixels, so that a word looks the same wherever it stands.
void drawCached(QPainter& painter, const TextRun& run, const QColor& ground, double halo) {
    static QCache<Word, QPixmap> cache(kept_pixels);
    const double ratio = painter.device()->devicePixelRatioF();
    const FontMeasures& font = measuresOf(run.font);
    const double room = std::ceil(halo / 2.0 + 1.0);
    const Word word{run.text, run.font, run.colour.rgba(), ground.rgba(), halo, ratio};
    const auto whole = [ratio](double at) { return std::round(at * ratio) / ratio; };
    const QPointF corner(whole(run.baseline.x() - room),
                         whole(run.baseline.y() - font.ascent - room));
    if (const QPixmap* known = cache.object(word)) return painter.drawPixmap(corner, *known);
    const QSizeF size(std::ceil(run.box.width() + 2 * room),
                      std::ceil(font.ascent + font.descent + 2 * room));
    auto* pixmap = new QPixmap(paintedWord(word, size, room));
    painter.drawPixmap(corner, *pixmap);
    cache.insert(word, pixmap, std::max(1, pixmap->width() * pixmap->height()));
}

/// Pixmaps are what screens are painted through, files are images and vectors; turned text is set
/// letter by letter.
bool isUprightScreen(const QPainter& painter) {
    return painter.device()->devType() == QInternal::Pixmap &&
           painter.worldTransform().type() <= QTransform::TxTranslate;
}

} // namespace

double textWidth(const QString& text, const QFont& font) {
    static QCache<Word, double> cache(kept_words);
    const Word key{text, font};
    if (const double* known = cache.object(key)) return *known;
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    cache.insert(key, new double(width));
    return width;
}

TextRun textAt(const QString& text, const QFont& font, const QColor& colour, QPointF anchor,
               double horizontal) {
    const double capitals = measuresOf(font).capitals;
    const double width = textWidth(text, font);
    const QPointF left(anchor.x() - horizontal * width, anchor.y());
    // Height of capitals and descenders; the font's own ascent holds room for accents.
    const double above = capitals * 1.12;
    const double below = capitals * 0.32;
    return {text, font, colour, left, QRectF(left.x(), left.y() - above, width, above + below)};
}

void drawText(QPainter& painter, const TextRun& run) {
    if (isUprightScreen(painter)) return drawCached(painter, run, Qt::transparent, 0.0);
    painter.setFont(run.font);
    painter.setPen(run.colour);
    painter.drawText(run.baseline, run.text);
}

void drawHaloText(QPainter& painter, const TextRun& run, const QColor& ground, double halo) {
    if (isUprightScreen(painter)) return drawCached(painter, run, ground, halo);
    QPainterPath letters;
    letters.addText(run.baseline, run.font, run.text);
    painter.strokePath(letters, QPen(ground, halo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    drawText(painter, run);
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
    QStringList lines;
    QString line;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const QString longer = line.isEmpty() ? word : line + ' ' + word;
        if (!line.isEmpty() && textWidth(longer, font) > width) {
            lines << line;
            line = word;
        } else {
            line = longer;
        }
    }
    if (!line.isEmpty()) lines << line;
    return lines;
}

} // namespace headroom
