#include "ui/panels/swatch.hpp"

#include "ui/charts/texture.hpp"

#include <QPainter>

namespace headroom {

QPixmap swatchOf(const TermStyle& style, qreal device_ratio) {
    QPixmap pixmap((QSizeF(swatch_size, swatch_size) * device_ratio).toSize());
    pixmap.setDevicePixelRatio(device_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    fillTerm(painter, QRectF(0, 0, swatch_size, swatch_size), style);
    return pixmap;
}

} // namespace headroom
