#include "ui/widgets/paint.hpp"

#include <QRegularExpression>

#include <cmath>
#include <map>
#include <tuple>

namespace headroom {

namespace {

constexpr double field_radius = 3.0;

void paintTick(QPainter& painter, const QRectF& box) {
    const double s = box.width();
    const QPointF at = box.topLeft();
    const std::array points{at + QPointF(0.28 * s, 0.52 * s), at + QPointF(0.44 * s, 0.67 * s),
                            at + QPointF(0.73 * s, 0.35 * s)};
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
}

void paintCross(QPainter& painter, const QRectF& box) {
    const QRectF inner = box.adjusted(0.31 * box.width(), 0.31 * box.height(), -0.31 * box.width(),
                                      -0.31 * box.height());
    painter.drawLine(inner.topLeft(), inner.bottomRight());
    painter.drawLine(inner.topRight(), inner.bottomLeft());
}

void paintExclamation(QPainter& painter, const QRectF& box) {
    const double x = box.center().x();
    const double s = box.height();
    painter.drawLine(QPointF(x, box.top() + 0.40 * s), QPointF(x, box.top() + 0.63 * s));
    painter.drawPoint(QPointF(x, box.top() + 0.78 * s));
}

void paintSlashedRing(QPainter& painter, const QRectF& box) {
    const QRectF ring = box.adjusted(1.0, 1.0, -1.0, -1.0);
    painter.drawEllipse(ring);
    const double reach = ring.width() / 2.0 * std::sqrt(0.5);
    painter.drawLine(ring.center() + QPointF(-reach, reach),
                     ring.center() + QPointF(reach, -reach));
}

QPolygonF triangle(const QRectF& box) {
    const double low = box.bottom() - 0.06 * box.height();
    return {QPointF(box.center().x(), box.top() + 0.04 * box.height()), QPointF(box.right(), low),
            QPointF(box.left(), low)};
}

} // namespace

const Theme& themeOf(const QWidget& widget) {
    const bool dark = widget.palette().color(QPalette::Window).lightnessF() < 0.5F;
    return dark ? Theme::dark() : Theme::light();
}

void paintGlyph(QPainter& painter, const QRectF& box, Verdict verdict, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = theme.status(verdict).text;
    const double stroke = std::max(1.4, box.width() * 0.12);
    const QPen mark(theme.base, stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    switch (verdict) {
    case Verdict::fits:
        painter.drawEllipse(box);
        painter.setPen(mark);
        painter.setBrush(Qt::NoBrush);
        paintTick(painter, box);
        break;
    case Verdict::tight:
        painter.setPen(QPen(colour, 1.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolygon(triangle(box.adjusted(0.5, 0.5, -0.5, -0.5)));
        painter.setPen(mark);
        paintExclamation(painter, box);
        break;
    case Verdict::does_not_fit:
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0);
        painter.setPen(mark);
        paintCross(painter, box);
        break;
    case Verdict::not_legal:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, stroke, Qt::SolidLine, Qt::RoundCap));
        paintSlashedRing(painter, box);
        break;
    }
    painter.restore();
}

namespace {

QPixmap paintedGlyph(Verdict verdict, const Theme& theme, int size, qreal device_ratio) {
    QPixmap pixmap((QSizeF(size, size) * device_ratio).toSize());
    pixmap.setDevicePixelRatio(device_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, QRectF(0, 0, size, size), verdict, theme);
    return pixmap;
}

} // namespace

QPixmap glyphPixmap(Verdict verdict, const Theme& theme, int size, qreal device_ratio) {
    static std::map<std::tuple<Verdict, bool, int, qreal>, QPixmap> painted;
    QPixmap& pixmap = painted[{verdict, theme.is_dark, size, device_ratio}];
    if (pixmap.isNull()) pixmap = paintedGlyph(verdict, theme, size, device_ratio);
    return pixmap;
}

void paintField(QPainter& painter, const QRectF& box, FieldState state, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = state == FieldState::focus || state == FieldState::refused;
    QColor edge = theme.line2;
    if (state == FieldState::focus) edge = theme.acc;
    if (state == FieldState::refused) edge = theme.no.text;
    if (state == FieldState::disabled) edge = theme.line;
    const double width = strong ? 2.0 : 1.0;
    const double inset = width / 2.0;
    painter.setPen(QPen(edge, width));
    painter.setBrush(state == FieldState::disabled ? theme.win : theme.base);
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), field_radius, field_radius);
    painter.restore();
}

void paintChevron(QPainter& painter, QPointF centre, bool up, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double rise = up ? -2.0 : 2.0;
    const std::array points{centre + QPointF(-3.5, -rise * 0.75),
                            centre + QPointF(0.0, rise * 0.75 + rise * 0.25),
                            centre + QPointF(3.5, -rise * 0.75)};
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    painter.restore();
}

QString withoutMnemonic(const QString& text) {
    static const QRegularExpression mnemonic(QStringLiteral("\\s*\\(&\\w\\)|&"));
    return QString(text).remove(mnemonic);
}

void setTextColour(QWidget* label, const QColor& colour) {
    QPalette palette = label->palette();
    // Which of the two a label uses depends on the background role of what it stands on.
    palette.setColor(QPalette::WindowText, colour);
    palette.setColor(QPalette::Text, colour);
    label->setPalette(palette);
}

QFont scaledFont(QFont font, double factor, QFont::Weight weight) {
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(weight);
    return font;
}

} // namespace headroom
