#include "ui/charts/bars_chart.hpp"

#include <utility>

namespace headroom {

BarsChart::BarsChart(QWidget* parent) : ChartWidget(parent) {
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.zoom, words.full};
        },
        [this](int choice) { options_.zoom_to_need = choice == 0; });
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.by_step, words.by_headroom};
        },
        [this](int choice) {
            options_.order = choice == 0 ? BarsOrder::by_step_time : BarsOrder::by_headroom;
        });
}

void BarsChart::setView(BarsView view) {
    view_ = std::make_shared<const BarsView>(std::move(view));
    refresh();
}

std::unique_ptr<Picture> BarsChart::picture() const {
    return std::make_unique<BarsPicture>(view_, options_);
}

std::unique_ptr<Picture> BarsChart::still() const { return picture(); }

} // namespace headroom
