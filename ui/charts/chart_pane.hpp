// One plot: axis lines and grid, and curves and bands drawn by Qt Charts. No other file knows Qt
// Charts.
//
//     ChartPane pane;
//     pane.setAxes(x, y, style);
//     pane.setCurves({{points, style.pen(theme.acc, 2.4)}});
//     pane.place(QRectF(60, 60, 800, 500));
//     pane.paint(painter);                      // then marks and labels on top, at pane.map(...)
//
// The plot area is set, not found by Qt's layout, so map() is right at once and marks can be placed
// before anything is shown. What Qt draws is built when first needed and kept: a pane that is
// moved from picture to picture only redoes what has changed. Points must be in the axes' own
// coordinates (see Scale::at) and finite; others are left out. Tick labels and titles are drawn by
// the picture: Qt Charts would elide them.
#pragma once

#include "ui/charts/chart_style.hpp"
#include "ui/charts/scale.hpp"

#include <QPen>
#include <QPointF>
#include <QRectF>

#include <memory>
#include <vector>

class QPainter;

namespace headroom {

struct Curve {
    std::vector<QPointF> points;
    QPen pen;
};

/// The area between two curves with the same x positions.
struct Band {
    std::vector<QPointF> lower, upper;
    QColor fill;
};

class ChartPane {
  public:
    ChartPane();
    ~ChartPane();
    ChartPane(ChartPane&&) noexcept;
    ChartPane& operator=(ChartPane&&) noexcept;

    void setAxes(const Scale& x, const Scale& y, const ChartStyle& style);
    void setCurves(std::vector<Curve> curves);
    void setBands(std::vector<Band> bands); // below the curves
    void place(const QRectF& plot);

    QRectF plot() const;
    /// Where a point in axis coordinates lies in the painter's.
    QPointF map(double x, double y) const;
    void paint(QPainter& painter) const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace headroom
