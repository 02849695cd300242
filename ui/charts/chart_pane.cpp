#include "ui/charts/chart_pane.hpp"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>

#include <cmath>

namespace headroom {

namespace {

QList<QPointF> finite(const std::vector<QPointF>& points) {
    QList<QPointF> kept;
    kept.reserve(static_cast<qsizetype>(points.size()));
    for (const QPointF& point : points)
        if (std::isfinite(point.x()) && std::isfinite(point.y())) kept.append(point);
    return kept;
}

} // namespace

struct ChartPane::Parts {
    QGraphicsScene scene;
    QChart* chart = new QChart; // owned by the scene
    QCategoryAxis* x = new QCategoryAxis;
    QCategoryAxis* y = new QCategoryAxis;
    QRectF plot{0, 0, 1, 1};
    Scale x_scale, y_scale;
    ChartStyle style;
    bool stale = true; // what is given is not yet in Qt's axes and layout

    Parts() {
        scene.addItem(chart);
        chart->setAnimationOptions(QChart::NoAnimation);
        chart->setBackgroundVisible(false);
        chart->setPlotAreaBackgroundVisible(false);
        chart->legend()->hide();
        chart->setMargins({});
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        chart->addAxis(x, Qt::AlignBottom);
        chart->addAxis(y, Qt::AlignLeft);
        auto* anchor = new QLineSeries; // axes without a series have no domain
        chart->addSeries(anchor);
        attach(anchor);
    }

    void attach(QAbstractSeries* series) const {
        series->attachAxis(x);
        series->attachAxis(y);
    }

    static void setAxis(QCategoryAxis* axis, const Scale& scale, const ChartStyle& style) {
        for (const QString& label : axis->categoriesLabels())
            axis->remove(label);
        axis->setRange(scale.low(), scale.high());
        axis->setStartValue(scale.low());
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        for (const Tick& tick : scale.ticks())
            axis->append(tick.label, tick.at);
        axis->setLabelsVisible(false);
        axis->setTitleVisible(false);
        axis->setGridLinePen(style.pen(style.theme.grid));
        axis->setLinePen(style.pen(style.theme.line2));
    }

    void layOut() {
        setAxis(x, x_scale, style);
        setAxis(y, y_scale, style);
        // Qt lays axes out in the chart's rectangle, not in the plot area: both are the same here.
        chart->setGeometry(plot);
        chart->setPlotArea({QPointF(), plot.size()});
        chart->layout()->invalidate();
        chart->layout()->activate();      // now, not when the event loop comes round to it
        const double room = plot.width(); // for lines on the edge
        scene.setSceneRect(plot.adjusted(-room, -room, room, room));
        stale = false;
    }

    // The series that stays is the axes' anchor; a curve of last time must not.
    template <class Series>
    void removeAll() {
        const auto all = chart->series();
        for (qsizetype i = 1; i < all.size(); ++i)
            if (qobject_cast<Series*>(all[i]) != nullptr) {
                chart->removeSeries(all[i]);
                delete all[i];
            }
    }
};

ChartPane::ChartPane() : parts_(std::make_unique<Parts>()) {}
ChartPane::~ChartPane() = default;
ChartPane::ChartPane(ChartPane&&) noexcept = default;
ChartPane& ChartPane::operator=(ChartPane&&) noexcept = default;

void ChartPane::setAxes(const Scale& x, const Scale& y, const ChartStyle& style) {
    parts_->x_scale = x;
    parts_->y_scale = y;
    parts_->style = style;
    parts_->stale = true;
}

void ChartPane::setCurves(const std::vector<Curve>& curves) {
    parts_->removeAll<QLineSeries>();
    for (const Curve& curve : curves) {
        auto* series = new QLineSeries;
        series->setPen(curve.pen);
        series->replace(finite(curve.points));
        parts_->chart->addSeries(series);
        series->setPen(curve.pen); // adding a series gives it the theme's pen
        parts_->attach(series);
    }
}

void ChartPane::setBands(const std::vector<Band>& bands) {
    parts_->removeAll<QAreaSeries>();
    for (const Band& band : bands) {
        auto* upper = new QLineSeries;
        auto* lower = new QLineSeries;
        upper->replace(finite(band.upper));
        lower->replace(finite(band.lower));
        auto* series = new QAreaSeries(upper, lower);
        upper->setParent(series);
        lower->setParent(series);
        parts_->chart->addSeries(series);
        series->setPen(Qt::NoPen);
        series->setBrush(band.fill);
        parts_->attach(series);
    }
}

void ChartPane::place(const QRectF& plot) {
    parts_->plot = plot;
    parts_->stale = true;
}

QRectF ChartPane::plot() const { return parts_->plot; }

QPointF ChartPane::map(double x, double y) const {
    const auto share = [](const Scale& scale, double at) {
        return (at - scale.low()) / (scale.high() - scale.low());
    };
    const QRectF& plot = parts_->plot;
    return {plot.left() + share(parts_->x_scale, x) * plot.width(),
            plot.bottom() - share(parts_->y_scale, y) * plot.height()};
}

void ChartPane::paint(QPainter& painter) const {
    if (parts_->stale) parts_->layOut();
    painter.save();
    const QRectF all = parts_->scene.sceneRect();
    painter.setRenderHint(QPainter::Antialiasing);
    parts_->scene.render(&painter, all, all, Qt::IgnoreAspectRatio);
    painter.restore();
}

} // namespace headroom
