// Hatches and term fills as sets of clipped lines.
//
//     hatch(painter, cell, Verdict::tight, theme, 1.0);
//     fillTerm(painter, segment, theme.term(MemoryTerm::logits), 1.0);
//
// Qt's own brush patterns keep their pitch in device pixels, so they vanish at 300 DPI; lines scale
// with the painter, into SVG and PDF as well. On screen the same textures come from cached tiles
// and areas end at whole pixels.
// `unit` is painter units per design pixel.
#pragma once

#include "ui/theme.hpp"

#include <QLineF>
#include <QRectF>

#include <vector>

class QPainter;

namespace headroom {

enum class Slant : std::uint8_t { up, down }; // "/" and "\"

/// Lines at 45 degrees, `pitch` apart as measured along x, cut at the edges of `area`.
std::vector<QLineF> slantedLines(const QRectF& area, Slant slant, double pitch);

/// Fill of a status: flat for fits, stripes for tight, cross-hatch for does not fit, a dashed
/// outline with a slash for not legal.
void hatch(QPainter& painter, const QRectF& area, Verdict verdict, const Theme& theme,
           double unit = 1.0);

/// Ground of a zone that does not fit: pale, with wide hatching that text and curves stand out on.
void hatchZone(QPainter& painter, const QRectF& area, const Theme& theme, double unit = 1.0);

/// Thin and level or upright: a tick, a stem, a line of a grid. On screen it is at least one pixel.
void fillLine(QPainter& painter, const QRectF& area, const QColor& colour);

/// Laid over the part of a bar that is too much, whose terms still show through.
void hatchExcess(QPainter& painter, const QRectF& area, const Theme& theme, double unit = 1.0);

/// One segment of a stacked bar or swatch of a key, with its edge inside.
void fillTerm(QPainter& painter, const QRectF& area, const TermStyle& style, double unit = 1.0);

} // namespace headroom
