#include "ui/charts/cost_chart.hpp"

#include <utility>

namespace headroom {

CostChart::CostChart(QWidget* parent) : ChartWidget(parent) {
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.both_costs, words.runs_only, words.owning_only};
        },
        [this](int choice) { options_.content = static_cast<CostContent>(choice); });
}

void CostChart::setView(CostView view) {
    view_ = std::move(view);
    refresh();
}

std::unique_ptr<Picture> CostChart::picture() const {
    return std::make_unique<CostPicture>(view_, options_);
}

std::unique_ptr<Picture> CostChart::still() const { return picture(); }

} // namespace headroom
