#include "ui/charts/chart_style.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace headroom {

namespace {

QFont makeFont(Language language, int pixels, QFont::Weight weight) {
    QFont font;
    font.setFamilies(fontFamilies(language));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting); // so that text scales with its painter
    return font;
}

} // namespace

// Copies of one font are told from others at a glance, while building one takes long: a frame asks
// for the same few a thousand times.
QFont ChartStyle::font(double design_pixels, QFont::Weight weight) const {
    static std::map<std::tuple<Language, int, QFont::Weight>, QFont> made;
    const int pixels = std::max(1, static_cast<int>(std::lround(text(design_pixels))));
    const auto [place, is_new] = made.try_emplace({language, pixels, weight});
    if (is_new) place->second = makeFont(language, pixels, weight);
    return place->second;
}

QPen ChartStyle::pen(const QColor& colour, double width, Qt::PenStyle pen_style) const {
    return {colour, stroke(width), pen_style, Qt::FlatCap, Qt::MiterJoin};
}

} // namespace headroom
