#include "ui/charts/trade_off_chart.hpp"

#include <algorithm>
#include <utility>

namespace headroom {

TradeOffChart::TradeOffChart(QWidget* parent) : ChartWidget(parent) {
    addToggle([](const ChartWords& words) { return words.bands; },
              [this](bool on) { options_.band = on; });
    addToggle([](const ChartWords& words) { return words.pareto_button; },
              [this](bool on) { options_.pareto_line = on; });
    addSwitch(
        [](const ChartWords& words) {
            return QStringList{words.log, words.linear};
        },
        [this](int choice) { options_.logarithmic = choice == 0; });
}

void TradeOffChart::setView(TradeOffView view) {
    view_ = std::move(view);
    if (!isZoomed() && (!options_.range || !options_.range->holds(view_)))
        options_.range = TradeOffRange::around(view_);
    // As much room for labels below as was needed so far: the plot does not jump under a drag.
    if (const auto* shown = dynamic_cast<const TradeOffPicture*>(pictureShown()))
        options_.list_lines = shown->listLines();
    refresh();
}

void TradeOffChart::settle() {
    options_.list_lines = 0;
    if (!isZoomed()) options_.range = TradeOffRange::around(view_);
    refresh();
}

// Out as far as everything is shown, which is no zoom any more.
void TradeOffChart::zoom(double factor, QPointF at) {
    const auto* shown = dynamic_cast<const TradeOffPicture*>(pictureShown());
    if (shown == nullptr || !options_.range) return;
    const auto [seconds, gib] = shown->valuesAt(at);
    // A linear axis begins at zero, which no factor brings nearer.
    const TradeOffRange closer =
        options_.range->zoomed(factor, seconds, std::max(gib, options_.range->gib_low));
    constexpr double narrowest = 2.0;
    if (factor > 1.0 && closer.seconds_high < narrowest * closer.seconds_low) return;
    options_.range = closer;
    options_.zoomed = !options_.range->holds(view_);
    if (!isZoomed()) resetZoom();
}

void TradeOffChart::resetZoom() {
    options_.zoomed = false;
    options_.range = TradeOffRange::around(view_);
}

std::unique_ptr<Picture> TradeOffChart::picture() const {
    return std::make_unique<TradeOffPicture>(view_, options_);
}

std::unique_ptr<Picture> TradeOffChart::still() const {
    TradeOffOptions options = options_;
    options.list_lines = 0;
    if (!isZoomed()) options.range.reset(); // settled
    return std::make_unique<TradeOffPicture>(view_, options);
}

} // namespace headroom
