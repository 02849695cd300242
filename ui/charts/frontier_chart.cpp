#include "ui/charts/frontier_chart.hpp"

#include <utility>

namespace headroom {

FrontierChart::FrontierChart(QWidget* parent) : ChartWidget(parent) {
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.step, words.cost};
        },
        [this](int choice) { options_.by_cost = choice == 1; });
}

void FrontierChart::setView(FrontierView view) {
    view_ = std::move(view);
    refresh();
}

std::unique_ptr<Picture> FrontierChart::picture() const {
    return std::make_unique<FrontierPicture>(view_, options_);
}

} // namespace headroom
