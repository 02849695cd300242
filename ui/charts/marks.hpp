// Marks by GPU generation and text with a halo: the letters of the charts' alphabet.
//
//     const Family family = familyOf(GpuGeneration::hopper);        // disc, "Hopper"
//     drawMark(painter, family.shape, at, style.px(5.2), {theme.ink2, hollow, theme.base}, width);
//
// Shape says the generation, colour the status, hollow "not validated"; size never says anything.
#pragma once

#include "core/model/hardware.hpp"

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>

class QPainter;

namespace headroom {

enum class Shape : std::uint8_t {
    disc,
    square,
    diamond,
    triangle_up,
    triangle_down,
    hexagon,
    pentagon,
    triangle_left,
    triangle_right,
    trapezoid,
    count
};

/// Generations that share a shape share its name in the key.
struct Family {
    Shape shape = Shape::disc;
    const char* name = "";
};

Family familyOf(GpuGeneration generation);

/// Outline about the origin, of about equal visual weight for every shape.
QPainterPath outlineOf(Shape shape, double radius);

struct MarkInk {
    QColor colour;
    bool hollow = false;
    QColor ground; // shows through a hollow mark and parts marks that overlap
};

void drawMark(QPainter& painter, Shape shape, QPointF at, double radius, const MarkInk& ink,
              double line_width);

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
/// With a halo of the ground, so that it reads on lines.
void drawHaloText(QPainter& painter, const TextRun& run, const QColor& ground, double halo);

/// Lines broken at spaces, none wider than `width` unless a single word is.
QStringList wrapped(const QString& text, const QFont& font, double width);

} // namespace headroom
