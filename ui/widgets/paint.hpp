// What the window's own widgets paint alike: status glyphs, strip cells, chevrons, fields.
//
//     paintGlyph(painter, QRectF(0, 0, 16, 16), Verdict::tight, themeOf(*this));
//
// A status is always a shape (and a word beside it), never colour alone: tick in a disc, "!" in a
// triangle, cross in a square, slashed ring. Hatches: ui/charts/texture.hpp.
#pragma once

#include "ui/theme.hpp"

#include <QPainter>
#include <QString>
#include <QWidget>

namespace headroom {

/// The theme that this widget's palette belongs to, so that a switch needs no plumbing.
const Theme& themeOf(const QWidget& widget);

void paintGlyph(QPainter& painter, const QRectF& box, Verdict verdict, const Theme& theme);
QPixmap glyphPixmap(Verdict verdict, const Theme& theme, int size, qreal device_ratio);

/// Frame and ground of a field: edge in `line2`, focus ring in `acc`, refused input in `no`.
enum class FieldState : std::uint8_t { rest, focus, refused, disabled };
void paintField(QPainter& painter, const QRectF& box, FieldState state, const Theme& theme);
void paintChevron(QPainter& painter, QPointF centre, bool up, const QColor& colour);

inline QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What a menu calls "&Save", or "저장(&S)" in Korean, for where no key is marked: "Save", "저장".
QString withoutMnemonic(const QString& text);

/// Colour of a label's text, whatever ground it stands on.
void setTextColour(QWidget* label, const QColor& colour);

/// `font` by a factor of type_scale, at one of the three weights in use.
QFont scaledFont(QFont font, double factor, QFont::Weight weight = QFont::Normal);

} // namespace headroom
