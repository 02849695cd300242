// What a chart is being painted on: a screen takes what is kept from frame to frame, a file does
// not.
//
//     if (isUprightScreen(painter)) painter.drawPixmap(at, kept);
//
// Screens are painted through widgets and pixmaps; files are images and vectors.
#pragma once

#include <QPainter>

namespace headroom {

/// A screen's pixmap, or a widget itself.
inline bool isScreen(const QPainter& painter) {
    const int kind = painter.device()->devType();
    return kind == QInternal::Pixmap || kind == QInternal::Widget;
}

/// A screen, neither turned nor scaled: what was painted once can be put there again.
inline bool isUprightScreen(const QPainter& painter) {
    return isScreen(painter) && painter.worldTransform().type() <= QTransform::TxTranslate;
}

} // namespace headroom
