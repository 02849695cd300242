// How large and in whose colours a chart is drawn.
//
//     const ChartStyle style{.theme = Theme::dark(), .language = Language::korean};
//     painter.setFont(style.font(ChartStyle::text_px));
//     painter.drawEllipse(at, style.px(5.2), style.px(5.2));
//
// Charts are designed in pixels of a 96 DPI screen. `unit` says how many painter units one of them
// is: 1 on such a screen, more on a denser one, and 10 on paper, where the painter is scaled so
// that text_px is 7 points. Fonts are set in whole painter units, so a picture does not depend on
// the resolution of the device below.
#pragma once

#include "ui/theme.hpp"

#include <QFont>
#include <QPen>

namespace headroom {

struct ChartStyle {
    Theme theme = Theme::light();
    Language language = Language::english;
    double unit = 1.0;
    double text_scale = 1.0; // presentation: 1.5
    double line_scale = 1.0; // presentation: 1.6
    bool on_paper = false;   // with footer; without what only a screen needs

    static constexpr double text_px = 11.0;                         // 7 pt on paper
    static constexpr double title_px = 13.4, paper_title_px = 15.4; // 9.8 pt on paper
    static constexpr double footer_px = 9.74;                       // 6.2 pt on paper

    double px(double design_pixels) const { return design_pixels * unit; }
    double text(double design_pixels) const { return design_pixels * unit * text_scale; }
    double stroke(double design_pixels) const { return design_pixels * unit * line_scale; }

    QFont font(double design_pixels = text_px, QFont::Weight weight = QFont::Normal) const;
    QPen pen(const QColor& colour, double width = 1.0, Qt::PenStyle style = Qt::SolidLine) const;

    bool operator==(const ChartStyle&) const = default;
};

} // namespace headroom
