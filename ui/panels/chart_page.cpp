#include "ui/panels/chart_page.hpp"

#include "ui/panels/text_table.hpp"
#include "ui/widgets/paint.hpp"

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QStackedLayout>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr double greyed_opacity = 0.4;
constexpr int word_columns = 2; // then numbers

} // namespace

ChartPage::ChartPage(Session& session, PageParts parts, QWidget* parent)
    : QWidget(parent), session_(session), parts_(std::move(parts)), stack_(new QStackedLayout),
      table_(makeTextTable(tr("Table"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (parts_.head != nullptr) column->addWidget(parts_.head);
    column->addLayout(stack_, 1);
    stack_->addWidget(parts_.chart);
    stack_->addWidget(table_);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    parts_.chart->setTheme(themeOf(*this));
    parts_.chart->setLanguage(session.language());
    connect(&session_, &Session::changed, this, &ChartPage::refresh);
    connect(&session_, &Session::settled, parts_.chart, &ChartWidget::settle);
}

QWidget* ChartPage::shown() const { return stack_->currentWidget(); }

bool ChartPage::showsTable() const { return shown() == table_; }

void ChartPage::setTableShown(bool shown) {
    stack_->setCurrentWidget(shown ? static_cast<QWidget*>(table_) : parts_.chart);
    refresh();
}

void ChartPage::refresh() {
    behind_ = !isVisible();
    if (behind_) return;
    parts_.show();
    if (showsTable()) showTable(*table_, parts_.table(), word_columns);
    grey(session_.isStale());
}

void ChartPage::refreshNow() {
    parts_.show();
    if (behind_) parts_.chart->settle();
}

void ChartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!behind_) return;
    refresh();
    parts_.chart->settle();
}

void ChartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) parts_.chart->setTheme(themeOf(*this));
    QWidget::changeEvent(event);
}

void ChartPage::grey(bool greyed) {
    if (greyed == (parts_.chart->graphicsEffect() != nullptr)) return;
    table_->setEnabled(!greyed);
    if (!greyed) return parts_.chart->setGraphicsEffect(nullptr);
    auto* effect = new QGraphicsOpacityEffect(parts_.chart);
    effect->setOpacity(greyed_opacity);
    parts_.chart->setGraphicsEffect(effect);
}

} // namespace headroom
