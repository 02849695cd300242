#include "ui/charts/sweep_chart.hpp"

namespace headroom {

SweepChart::SweepChart(QWidget* parent) : ChartWidget(parent) {}

void SweepChart::setView(const SweepView& view) {
    view_ = view;
    refresh();
}

std::unique_ptr<Picture> SweepChart::picture() const {
    return std::make_unique<SweepPicture>(view_);
}

std::unique_ptr<Picture> SweepChart::still() const { return picture(); }

} // namespace headroom
