#include "ui/panels/chart_page.hpp"

#include "ui/charts/trade_off_chart.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr double greyed_opacity = 0.4;
}

ChartPage::ChartPage(Session& session, ChartWidget* chart, std::function<void()> show,
                     QWidget* head, QWidget* parent)
    : QWidget(parent), session_(session), chart_(chart), show_(std::move(show)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (head != nullptr) column->addWidget(head);
    column->addWidget(chart_, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    chart_->setTheme(themeOf(*this));
    chart_->setLanguage(session.language());
    connect(&session_, &Session::changed, this, &ChartPage::refresh);
    connect(&session_, &Session::settled, chart_, &ChartWidget::settle);
}

void ChartPage::refresh() {
    behind_ = !isVisible();
    if (behind_) return;
    show_();
    grey(session_.isStale());
}

void ChartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!behind_) return;
    refresh();
    chart_->settle();
}

void ChartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) chart_->setTheme(themeOf(*this));
    QWidget::changeEvent(event);
}

void ChartPage::grey(bool greyed) {
    if (greyed == (chart_->graphicsEffect() != nullptr)) return;
    if (!greyed) return chart_->setGraphicsEffect(nullptr);
    auto* effect = new QGraphicsOpacityEffect(chart_);
    effect->setOpacity(greyed_opacity);
    chart_->setGraphicsEffect(effect);
}

ChartPage* makeTradeOffPage(Session& session) {
    auto* chart = new TradeOffChart;
    QObject::connect(chart, &ChartWidget::focusRequested, &session,
                     [&session](const QString& id) { session.setGpu(id.toStdString()); });
    return new ChartPage(session, chart, [&session, chart] {
        chart->setView(trade_off_view(session.shown(), session.points(), session.catalog(),
                                      session.language()));
    });
}

} // namespace headroom
