#include "ui/widgets/icons.hpp"

#include "ui/theme.hpp"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

namespace headroom {

namespace {

// Paths are drawn on a 14 x 14 grid.
constexpr double grid = 14.0;
constexpr double stroke = 1.3;

QPainterPath polyline(std::initializer_list<QPointF> points) {
    QPainterPath path(*points.begin());
    for (const QPointF& point : points)
        path.lineTo(point);
    return path;
}

QPainterPath folder() {
    return polyline({{1.5, 12}, {1.5, 3}, {5.5, 3}, {7, 4.7}, {12.5, 4.7}, {12.5, 12}, {1.5, 12}});
}

QPainterPath floppy() {
    QPainterPath path = polyline({{2, 2}, {10.2, 2}, {12, 3.8}, {12, 12}, {2, 12}, {2, 2}});
    path.addPath(polyline({{4.5, 2}, {4.5, 5}, {9, 5}, {9, 2}}));
    path.addPath(polyline({{4, 12}, {4, 8}, {10, 8}, {10, 12}}));
    return path;
}

/// An arrow that turns back; mirrored it is redo.
QPainterPath turnBack() {
    QPainterPath path = polyline({{5, 2}, {2, 5}, {5, 8}});
    path.moveTo(2, 5);
    path.lineTo(8.5, 5);
    path.cubicTo(13.5, 5, 13.5, 12, 8.5, 12);
    path.lineTo(5, 12);
    return path;
}

QPainterPath mirrored(const QPainterPath& path) {
    return QTransform(-1, 0, 0, 1, grid, 0).map(path);
}

QPainterPath upOutOfTray() {
    QPainterPath path = polyline({{4, 5}, {7, 2}, {10, 5}});
    path.addPath(polyline({{7, 2}, {7, 9}}));
    path.addPath(polyline({{2, 8}, {2, 12}, {12, 12}, {12, 8}}));
    return path;
}

QPainterPath chip() {
    QPainterPath path;
    path.addRect(3.5, 3.5, 7, 7);
    for (const double at : {5.5, 8.5}) {
        path.addPath(polyline({{at, 1.2}, {at, 3.5}}));
        path.addPath(polyline({{at, 10.5}, {at, 12.8}}));
        path.addPath(polyline({{1.2, at}, {3.5, at}}));
        path.addPath(polyline({{10.5, at}, {12.8, at}}));
    }
    return path;
}

QPainterPath pushPin() {
    QPainterPath path = polyline({{4.5, 1.5}, {9.5, 1.5}});
    path.addPath(polyline({{5.3, 1.5}, {5.3, 5.5}, {3.2, 8}, {10.8, 8}, {8.7, 5.5}, {8.7, 1.5}}));
    path.addPath(polyline({{7, 8}, {7, 12.8}}));
    return path;
}

QPainterPath page() {
    QPainterPath path = polyline({{3, 1.5}, {8.5, 1.5}, {11, 4}, {11, 12.5}, {3, 12.5}, {3, 1.5}});
    path.addPath(polyline({{5, 6}, {9, 6}}));
    path.addPath(polyline({{5, 8}, {9, 8}}));
    path.addPath(polyline({{5, 10}, {7.5, 10}}));
    return path;
}

QPainterPath screen() {
    QPainterPath path;
    path.addRect(1.5, 2, 11, 7.5);
    path.addPath(polyline({{7, 9.5}, {7, 12}}));
    path.addPath(polyline({{4.5, 12.2}, {9.5, 12.2}}));
    return path;
}

/// A dial with its needle.
QPainterPath dial() {
    QPainterPath path;
    path.arcMoveTo(1.5, 2.5, 11, 11, -20);
    path.arcTo(1.5, 2.5, 11, 11, -20, 220);
    path.addPath(polyline({{7, 8}, {9.8, 4.8}}));
    return path;
}

QPainterPath pathOf(LineIcon icon) {
    switch (icon) {
    case LineIcon::open: return folder();
    case LineIcon::save: return floppy();
    case LineIcon::undo: return turnBack();
    case LineIcon::redo: return mirrored(turnBack());
    case LineIcon::export_chart: return upOutOfTray();
    case LineIcon::gpus: return chip();
    case LineIcon::pin: return pushPin();
    case LineIcon::memo: return page();
    case LineIcon::present: return screen();
    case LineIcon::probe: return dial();
    }
    return {};
}

/// Takes its colour from the application's palette each time it paints.
class PathEngine final : public QIconEngine {
  public:
    explicit PathEngine(LineIcon icon) : icon_(icon) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QPalette palette = QApplication::palette();
        const QColor ink = palette.color(QPalette::Active, QPalette::WindowText);
        const QColor ground = palette.color(QPalette::Window);
        const double strength = mode == QIcon::Disabled ? 0.35 : 0.85;
        const double scale = std::min(rect.width(), rect.height()) / grid;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(scale, scale);
        painter->setPen(
            QPen(mixed(ink, ground, strength), stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPath(pathOf(icon_));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new PathEngine(icon_); }

  private:
    LineIcon icon_;
};

} // namespace

QIcon lineIcon(LineIcon icon) { return QIcon(new PathEngine(icon)); }

QIcon emblem() { return QIcon(QStringLiteral(":/icons/headroom.svg")); }

} // namespace headroom
