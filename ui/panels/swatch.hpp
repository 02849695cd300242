// The colour and texture of a term, as small as a letter.
//
//     label->setPixmap(swatchOf(theme.term(MemoryTerm::weights), devicePixelRatioF()));
#pragma once

#include "ui/theme.hpp"

#include <QPixmap>

namespace headroom {

inline constexpr int swatch_size = 12;

QPixmap swatchOf(const TermStyle& style, qreal device_ratio);

} // namespace headroom
