#include "ui/charts/chart_pane.hpp"

#include "ui/charts/texture.hpp"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

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

// Curves and bands are Qt's, and slow to build: they are made when there are some to paint, kept
// while axes and place stay the same, and put their points into the series that are there. Lines of
// axes and grid are drawn here: Qt lays out a text for each of their ticks, shown or not, which
// takes longer than a frame has.
struct ChartPane::Parts {
    QRectF plot{0, 0, 1, 1};
    Scale x_scale, y_scale;
    ChartStyle style;
    std::vector<Curve> curves;
    std::vector<Band> bands;
    bool axes_stale = true, series_stale = true; // not yet what Qt's objects show

    std::unique_ptr<QGraphicsScene> scene;
    QChart* chart = nullptr; // owned by the scene, and so is what follows
    QValueAxis *x = nullptr, *y = nullptr;
    std::vector<QAreaSeries*> areas;
    std::vector<QLineSeries*> lines;

    void build() {
        scene = std::make_unique<QGraphicsScene>();
        chart = new QChart;
        x = new QValueAxis;
        y = new QValueAxis;
        x->setVisible(false);
        y->setVisible(false);
        scene->addItem(chart);
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

    void layOutAxes() {
        x->setRange(x_scale.low(), x_scale.high());
        y->setRange(y_scale.low(), y_scale.high());
        // Qt lays axes out in the chart's rectangle, not in the plot area: both are the same here.
        chart->setGeometry(plot);
        chart->setPlotArea({QPointF(), plot.size()});
        chart->layout()->invalidate();
        chart->layout()->activate();      // now, not when the event loop comes round to it
        const double room = plot.width(); // for curves on the edge
        scene->setSceneRect(plot.adjusted(-room, -room, room, room));
        axes_stale = false;
    }

    QLineSeries* newLine() const {
        auto* series = new QLineSeries;
        chart->addSeries(series);
        attach(series);
        return series;
    }

    QAreaSeries* newArea() const {
        auto* upper = new QLineSeries;
        auto* lower = new QLineSeries;
        auto* series = new QAreaSeries(upper, lower);
        upper->setParent(series);
        lower->setParent(series);
        chart->addSeries(series);
        attach(series);
        return series;
    }

    template <class Series>
    void dropBeyond(std::vector<Series*>& series, std::size_t count) const {
        while (series.size() > count) {
            chart->removeSeries(series.back());
            delete series.back();
            series.pop_back();
        }
    }

    void fillSeries() {
        if (bands.size() > areas.size()) dropBeyond(lines, 0); // those lie on top of the bands
        dropBeyond(areas, bands.size());
        while (areas.size() < bands.size())
            areas.push_back(newArea());
        for (std::size_t i = 0; i < bands.size(); ++i) {
            areas[i]->upperSeries()->replace(finite(bands[i].upper));
            areas[i]->lowerSeries()->replace(finite(bands[i].lower));
            areas[i]->setPen(Qt::NoPen);
            areas[i]->setBrush(bands[i].fill);
        }
        dropBeyond(lines, curves.size());
        while (lines.size() < curves.size())
            lines.push_back(newLine());
        for (std::size_t i = 0; i < curves.size(); ++i) {
            lines[i]->replace(finite(curves[i].points));
            lines[i]->setPen(curves[i].pen); // adding a series gave it the theme's pen
        }
        series_stale = false;
    }

    /// Lines of the axes and of the grid, whose pens lie half outside of the plot at its edges.
    void paintGrid(QPainter& painter) const {
        const auto across = [&](const Scale& scale, double at) {
            return (at - scale.low()) / (scale.high() - scale.low());
        };
        const double wide = style.stroke(1.0);
        const auto upright = [&](double at, const QColor& colour) {
            fillLine(painter, {at - wide / 2, plot.top(), wide, plot.height()}, colour);
        };
        const auto level = [&](double at, const QColor& colour) {
            fillLine(painter, {plot.left(), at - wide / 2, plot.width(), wide}, colour);
        };
        for (const Tick& tick : x_scale.ticks())
            upright(plot.left() + across(x_scale, tick.at) * plot.width(), style.theme.grid);
        for (const Tick& tick : y_scale.ticks())
            level(plot.bottom() - across(y_scale, tick.at) * plot.height(), style.theme.grid);
        level(plot.bottom(), style.theme.line2);
        upright(plot.left(), style.theme.line2);
    }
};

ChartPane::ChartPane() : parts_(std::make_unique<Parts>()) {}
ChartPane::~ChartPane() = default;
ChartPane::ChartPane(ChartPane&&) noexcept = default;
ChartPane& ChartPane::operator=(ChartPane&&) noexcept = default;

void ChartPane::setAxes(const Scale& x, const Scale& y, const ChartStyle& style) {
    Parts& p = *parts_;
    if (p.x_scale == x && p.y_scale == y && p.style == style) return;
    p.x_scale = x;
    p.y_scale = y;
    p.style = style;
    p.axes_stale = true;
}

void ChartPane::setCurves(std::vector<Curve> curves) {
    parts_->curves = std::move(curves);
    parts_->series_stale = true;
}

void ChartPane::setBands(std::vector<Band> bands) {
    parts_->bands = std::move(bands);
    parts_->series_stale = true;
}

void ChartPane::place(const QRectF& plot) {
    if (parts_->plot == plot) return;
    parts_->plot = plot;
    parts_->axes_stale = true;
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
    Parts& p = *parts_;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    p.paintGrid(painter);
    if (!p.curves.empty() || !p.bands.empty()) {
        if (!p.scene) p.build();
        if (p.axes_stale) p.layOutAxes();
        if (p.series_stale) p.fillSeries();
        const QRectF all = p.scene->sceneRect();
        p.scene->render(&painter, all, all, Qt::IgnoreAspectRatio);
    }
    painter.restore();
}

} // namespace headroom
