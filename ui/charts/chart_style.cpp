#include "ui/charts/chart_style.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

QFont ChartStyle::font(double design_pixels, QFont::Weight weight) const {
    QFont font;
    font.setFamilies(fontFamilies(language));
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(text(design_pixels)))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // so that text scales with its painter
    return font;
}

QPen ChartStyle::pen(const QColor& colour, double width, Qt::PenStyle pen_style) const {
    return {colour, stroke(width), pen_style, Qt::FlatCap, Qt::MiterJoin};
}

} // namespace headroom
