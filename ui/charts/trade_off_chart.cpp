#include "ui/charts/trade_off_chart.hpp"

namespace headroom {

TradeOffChart::TradeOffChart(QWidget* parent) : ChartWidget(parent) {
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.log, words.linear};
        },
        [this](int choice) { options_.logarithmic = choice == 0; });
}

void TradeOffChart::setView(const TradeOffView& view) {
    view_ = view;
    if (!options_.range || !options_.range->holds(view_))
        options_.range = TradeOffRange::around(view_);
    refresh();
}

void TradeOffChart::settle() {
    options_.range = TradeOffRange::around(view_);
    refresh();
}

std::unique_ptr<Picture> TradeOffChart::picture() const {
    return std::make_unique<TradeOffPicture>(view_, options_);
}

std::unique_ptr<Picture> TradeOffChart::still() const {
    return std::make_unique<TradeOffPicture>(view_,
                                             TradeOffOptions{.logarithmic = options_.logarithmic});
}

} // namespace headroom
