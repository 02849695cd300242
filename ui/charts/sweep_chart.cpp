#include "ui/charts/sweep_chart.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {

SweepChart::SweepChart(QWidget* parent) : ChartWidget(parent) {
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.vram_and_step, words.vram, words.step};
        },
        [this](int choice) { options_.curves = static_cast<SweepCurves>(choice); });
}

void SweepChart::setView(SweepView view) {
    if (view.x_title != view_.x_title) resetZoom(); // another axis
    view_ = std::move(view);
    refresh();
}

// By positions, whatever their distance: at least two stay in view.
void SweepChart::zoom(double factor, QPointF at) {
    const auto* shown = dynamic_cast<const SweepPicture*>(pictureShown());
    if (shown == nullptr || view_.points.size() < 3) return;
    std::vector<double> values;
    for (const SweepView::Point& point : view_.points)
        values.push_back(point.value);
    const auto indexOf = [&](double value) {
        return static_cast<double>(std::ranges::lower_bound(values, value) - values.begin());
    };
    const double last = static_cast<double>(values.size()) - 1.0;
    const double low = options_.range ? indexOf(options_.range->first) : 0.0;
    const double high = options_.range ? std::min(last, indexOf(options_.range->second)) : last;
    const QRectF plot = shown->memoryPlot();
    const double share = std::clamp((at.x() - plot.left()) / plot.width(), 0.0, 1.0);
    const double wanted = std::max(1.0, std::round((high - low) / factor));
    // One notch moves by a position at least.
    const double length = wanted == high - low ? wanted + (factor > 1.0 ? -1.0 : 1.0) : wanted;
    if (length >= last) return resetZoom();
    if (length < 1.0) return;
    const double centre = low + share * (high - low);
    const double first = std::clamp(std::round(centre - share * length), 0.0, last - length);
    options_.range = {values[static_cast<std::size_t>(first)],
                      values[static_cast<std::size_t>(first + length)]};
}

std::unique_ptr<Picture> SweepChart::picture() const {
    return std::make_unique<SweepPicture>(view_, options_);
}

std::unique_ptr<Picture> SweepChart::still() const { return picture(); }

} // namespace headroom
