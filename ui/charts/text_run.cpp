#include "ui/charts/text_run.hpp"

#include "ui/charts/device.hpp"

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

constexpr int kept_widths = 4096;
constexpr int kept_pixels = 750'000; // of painted words: 3 MB
constexpr int phases = 4;            // places of a letter within a device pixel

/// Text in a font, and what else tells one painted word from another.
struct Word {
    QString text;
    QFont font;
    QRgb colour = 0, ground = 0;
    double halo = 0.0, device_ratio = 0.0;
    int phase = 0; // so many quarters of a device pixel to the right

    bool operator==(const Word&) const = default;
};

size_t qHash(const Word& word, size_t seed = 0) {
    // Families are the same in nearly all of them, and hashing their names takes long.
    return qHashMulti(seed, word.text, word.font.pixelSize(), static_cast<int>(word.font.weight()),
                      word.colour, word.ground, word.halo, word.phase);
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

/// Where the piece of text ends that begins at `from`: after one digit, or before the next. Numbers
/// change with each frame, but all are made of the same ten digits, which are as wide as each
/// other.
qsizetype endOfPiece(const QString& text, qsizetype from) {
    qsizetype end = from + 1;
    if (text[from].isDigit()) return end;
    while (end < text.size() && !text[end].isDigit())
        ++end;
    return end;
}

double widthOfPiece(const QString& piece, const QFont& font) {
    static QCache<Word, double> cache(kept_widths);
    const Word key{piece, font};
    if (const double* known = cache.object(key)) return *known;
    const double width = QFontMetricsF(font).horizontalAdvance(piece);
    cache.insert(key, new double(width));
    return width;
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

/// Around the letters of a painted word, in design units.
double roomOf(const Word& word) { return std::ceil(word.halo / 2.0 + 1.0); }

/// The corner of a painted word whose letters begin at `baseline`.
QPointF cornerOf(const Word& word, QPointF baseline) {
    return baseline - QPointF(roomOf(word), roomOf(word) + measuresOf(word.font).ascent);
}

QPixmap blankFor(const Word& word, double width) {
    const FontMeasures& font = measuresOf(word.font);
    const QSizeF size(std::ceil(width + 2 * roomOf(word) + 1.0),
                      std::ceil(font.ascent + font.descent + 2 * roomOf(word)));
    QPixmap pixmap((size * word.device_ratio).toSize());
    pixmap.setDevicePixelRatio(word.device_ratio);
    pixmap.fill(Qt::transparent);
    return pixmap;
}

/// One piece: its halo where it has a ground, else its letters.
QPixmap paintedPiece(const Word& piece) {
    QPixmap pixmap = blankFor(piece, widthOfPiece(piece.text, piece.font));
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setFont(piece.font);
    QStaticText letters(piece.text);
    letters.setTextFormat(Qt::PlainText);
    letters.prepare({}, piece.font);
    const double shift = piece.phase / (phases * piece.device_ratio);
    const QPointF corner(roomOf(piece) + shift, roomOf(piece));
    painter.setPen(QColor::fromRgba(piece.halo > 0 ? piece.ground : piece.colour));
    if (piece.halo > 0)
        paintHalo(painter, corner, letters, piece.halo);
    else
        painter.drawStaticText(corner, letters);
    return pixmap;
}

/// Piece by piece from a cache; `like` says how, its text is what is written.
void drawPieces(QPainter& painter, const Word& like, QPointF baseline) {
    static QCache<Word, QPixmap> cache(kept_pixels);
    const double ratio = like.device_ratio;
    double along = 0.0;
    for (qsizetype from = 0, end = 0; from < like.text.size(); from = end) {
        end = endOfPiece(like.text, from);
        Word piece = like;
        piece.text = like.text.mid(from, end - from);
        const auto quarters = static_cast<int>(std::lround(along * ratio * phases));
        piece.phase = quarters % phases;
        const QPointF whole(quarters / phases / ratio, 0.0);
        along += widthOfPiece(piece.text, piece.font);
        const QPointF corner = cornerOf(piece, baseline + whole);
        if (const QPixmap* known = cache.object(piece)) {
            painter.drawPixmap(corner, *known);
            continue;
        }
        auto* pixmap = new QPixmap(paintedPiece(piece));
        painter.drawPixmap(corner, *pixmap);
        cache.insert(piece, pixmap, std::max(1, pixmap->width() * pixmap->height()));
    }
}

/// All halos first, as those of later pieces reach over earlier letters.
void drawAllPieces(QPainter& painter, const Word& word, QPointF baseline) {
    if (word.halo > 0) {
        Word halo = word;
        halo.colour = 0; // one halo for letters of all colours
        drawPieces(painter, halo, baseline);
    }
    Word letters = word;
    letters.halo = 0.0;
    letters.ground = 0;
    drawPieces(painter, letters, baseline);
}

QPixmap paintedWord(const Word& word) {
    QPixmap pixmap = blankFor(word, textWidth(word.text, word.font));
    QPainter painter(&pixmap);
    drawAllPieces(painter, word, -cornerOf(word, {}));
    return pixmap;
}

/// At whole device pixels, so that a word looks the same wherever it stands. Most words of a chart
/// stand there in every frame and are kept whole; numbers under a moving slider come once and go,
/// so only what is met a second time is worth a picture of its own.
void drawCached(QPainter& painter, const TextRun& run, const QColor& ground, double halo) {
    static QCache<Word, QPixmap> cache(kept_pixels);
    const double ratio = painter.device()->devicePixelRatioF();
    const Word word{run.text, run.font, run.colour.rgba(), ground.rgba(), halo, ratio};
    const auto whole = [ratio](double at) { return std::round(at * ratio) / ratio; };
    // Rounded as the corner is, from which the pieces of the word are set.
    const QPointF corner = cornerOf(word, run.baseline);
    const QPointF at(whole(corner.x()), whole(corner.y()));
    const QPixmap* known = cache.object(word);
    if (known == nullptr) {
        cache.insert(word, new QPixmap, 1); // met once
        return drawAllPieces(painter, word, run.baseline + at - corner);
    }
    if (!known->isNull()) return painter.drawPixmap(at, *known);
    auto* pixmap = new QPixmap(paintedWord(word));
    painter.drawPixmap(at, *pixmap);
    cache.insert(word, pixmap, std::max(1, pixmap->width() * pixmap->height()));
}

} // namespace

double textWidth(const QString& text, const QFont& font) {
    double width = 0.0;
    for (qsizetype from = 0, end = 0; from < text.size(); from = end) {
        end = endOfPiece(text, from);
        width += widthOfPiece(text.mid(from, end - from), font);
    }
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

// Turned by whole pixels on screen: what glyphs cost there more than upright ones is not paid
// again.
void drawTextUpwards(QPainter& painter, const TextRun& run, QPointF centre) {
    static QCache<Word, QPixmap> cache(64);
    if (!isUprightScreen(painter)) {
        painter.save();
        painter.translate(centre);
        painter.rotate(-90);
        drawText(painter, run);
        painter.restore();
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const Word word{run.text, run.font, run.colour.rgba(), 0, 0.0, ratio};
    const auto whole = [ratio](double at) { return std::round(at * ratio) / ratio; };
    const QPointF corner = cornerOf(word, run.baseline);
    const QPixmap* known = cache.object(word);
    if (known == nullptr) {
        auto* turned = new QPixmap(paintedWord(word).transformed(QTransform().rotate(-90)));
        cache.insert(word, turned);
        known = turned;
    }
    // Its left end is at the bottom now.
    const double bottom = centre.y() - corner.x();
    painter.drawPixmap(
        QPointF(whole(centre.x() + corner.y()), whole(bottom - known->height() / ratio)), *known);
}

void drawHaloText(QPainter& painter, const TextRun& run, const QColor& ground, double halo) {
    if (isUprightScreen(painter)) return drawCached(painter, run, ground, halo);
    QPainterPath letters;
    letters.addText(run.baseline, run.font, run.text);
    painter.strokePath(letters, QPen(ground, halo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    drawText(painter, run);
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
    const double space = textWidth(QStringLiteral(" "), font);
    QStringList lines;
    QString line;
    double used = 0.0;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const double wanted = textWidth(word, font);
        if (!line.isEmpty() && used + space + wanted <= width) {
            line += ' ' + word;
            used += space + wanted;
            continue;
        }
        if (!line.isEmpty()) lines << line;
        line = word;
        used = wanted;
    }
    if (!line.isEmpty()) lines << line;
    return lines;
}

} // namespace headroom
