// Text of the charts: measured once, drawn from a cache on screen, as outlines or glyphs in files.
//
//     const TextRun run = textAt("H100 SXM", style.font(), theme.ink, at, 0.5);
//     drawHaloText(painter, run, theme.base, style.px(3.5));
//
// Shaping letters costs more than all the rest of a frame, and a drag writes the same few words
// over and over and numbers that are new each time: painted words are kept, and numbers are put
// together from digits that are. What is kept is bounded, least recently used first to go. Only for
// the thread of the user interface.
#pragma once

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;

namespace headroom {

/// A piece of text at its place: `box` is its ink box as laid out, alignment is done.
struct TextRun {
    QString text;
    QFont font;
    QColor colour;
    QPointF baseline; // left end
    QRectF box;
};

/// Lays text so that `anchor` is at `horizontal` (0 left, 0.5 middle, 1 right) of its width, with
/// the baseline at anchor.y().
TextRun textAt(const QString& text, const QFont& font, const QColor& colour, QPointF anchor,
               double horizontal = 0.0);

double textWidth(const QString& text, const QFont& font);

void drawText(QPainter& painter, const TextRun& run);
/// Turned to be read from below, its own origin at `centre`.
void drawTextUpwards(QPainter& painter, const TextRun& run, QPointF centre);
/// With a halo of the ground, so that it reads on lines.
void drawHaloText(QPainter& painter, const TextRun& run, const QColor& ground, double halo);

/// Lines broken at spaces, none wider than `width` unless a single word is.
QStringList wrapped(const QString& text, const QFont& font, double width);

} // namespace headroom
