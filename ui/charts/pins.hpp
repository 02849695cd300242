// Pinned plans in a chart: a letter in a box where the plan stands, and its read-out.
//
//     paintPin(painter, at, "A", style);
//     targets.push_back(pinTarget(pin, at, style.language));
//
// A pin is a ghost: thin, without a fill of its own colour, below the present plan in weight. Pins
// that have no place in a chart are named above it (pinsNote).
#pragma once

#include "ui/charts/picture.hpp"

#include <QStringList>

class QPainter;

namespace headroom {

/// Side of the box in design pixels.
inline constexpr double pin_px = 15.0;

/// The square that the pin covers.
QRectF pinBox(QPointF at, const ChartStyle& style);

void paintPin(QPainter& painter, QPointF at, const QString& letter, const ChartStyle& style);

/// "A plan of Monday", with need and step time; its id names no GPU and no position.
Target pinTarget(const PinMark& pin, QPointF at, Language language);

/// Whether need and step time can be drawn at all.
bool canDrawPin(const PinMark& pin);

/// "Pinned, but without a place in this chart: A, C."; empty for no letters.
QStringList pinsNote(const QStringList& letters, Language language);

} // namespace headroom
