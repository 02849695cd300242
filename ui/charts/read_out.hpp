// The card beside a mark: name, need of capacity, step with band, run, cost.
#pragma once

#include "ui/charts/picture.hpp"

namespace headroom {

/// Paints the card of `target` inside `area`, on the side of the mark with most room, so that the
/// mark and what stands above and below it stay in sight.
void paintReadOut(QPainter& painter, const Target& target, const QRectF& area,
                  const ChartStyle& style);

} // namespace headroom
