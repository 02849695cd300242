// Marks by GPU generation: the letters of the charts' alphabet.
//
//     const Family family = familyOf(GpuGeneration::hopper);        // disc, "Hopper"
//     drawMark(painter, family.shape, at, style.px(5.2), {theme.ink2, hollow, theme.base}, width);
//
// Shape says the generation, colour the status, hollow "not validated"; size never says anything.
#pragma once

#include "core/model/hardware.hpp"

#include <QColor>
#include <QPainterPath>
#include <QPointF>

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

} // namespace headroom
