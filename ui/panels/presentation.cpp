#include "ui/panels/presentation.hpp"

#include "ui/panels/axis_row.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/verdict_panel.hpp"
#include "ui/widgets/feasibility_slider.hpp"
#include "ui/widgets/paint.hpp"
#include "ui/widgets/read_out_card.hpp"

#include <QApplication>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double most_scale = 1.5, line_per_text = 1.6 / 1.5;
constexpr QSize full_size(1280, 800); // from here on everything is as large as it gets
constexpr int padding = 24, gap = 24;
constexpr std::size_t most_sliders = 5, most_presets = 8;
constexpr auto axes_key = "presentation/axes";
constexpr std::array usual_axes{Axis::sequence, Axis::micro_batch, Axis::precision,
                                Axis::checkpointing, Axis::zero_stage};

ChartPage* makePage(Session& session, PresentedChart chart) {
    switch (chart) {
    case PresentedChart::bars: return makeBarsPage(session, most_presets);
    case PresentedChart::sweep: return makeSweepPage(session);
    case PresentedChart::trade_off: break;
    }
    return makeTradeOffPage(session, most_presets);
}

void keepAxes(const std::vector<Axis>& axes) {
    QStringList paths;
    for (const Axis axis : axes)
        paths << toQt(axis_path(axis));
    QSettings().setValue(axes_key, paths);
}

} // namespace

std::vector<Axis> presentedAxes() {
    std::vector<Axis> axes;
    for (const QString& path : QSettings().value(axes_key).toStringList())
        if (const auto axis = axis_of_path(path.toStdString()))
            if (axes.size() < most_sliders) axes.push_back(*axis);
    if (axes.empty()) axes.assign(usual_axes.begin(), usual_axes.end());
    return axes;
}

Presentation::Presentation(Session& session, PresentedChart chart, QWidget* parent)
    : QWidget(parent, Qt::Window), session_(session), card_(nullptr),
      page_(makePage(session, chart)), sliders_(new QHBoxLayout) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Headroom, presentation"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    card_ = new ReadOutCard(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, padding / 2, padding, padding / 2);
    column->addWidget(page_, 1);
    sliders_->setSpacing(gap);
    column->addLayout(sliders_);
    fill(most_scale);
    if (!rows_.empty()) rows_.front()->slider()->setFocus();
}

// All but the chart, which scales by itself, is made anew for another size of text.
void Presentation::fill(double scale) {
    scale_ = scale;
    setFont(scaledFont(parentFont(), scale));
    auto* column = static_cast<QVBoxLayout*>(layout());
    for (QWidget* old : {verdict_, footer_})
        if (old != nullptr) old->deleteLater();
    verdict_ = new VerdictPanel(session_, this);
    footer_ = makeFooter();
    column->insertWidget(0, verdict_);
    column->addWidget(footer_);
    page_->chart()->setScales(scale, std::max(1.0, line_per_text * scale));
    fillRows();
}

QFont Presentation::parentFont() const {
    return parentWidget() != nullptr ? parentWidget()->font() : QApplication::font();
}

// On a small screen text gives way to the chart, in few steps.
void Presentation::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const double share =
        std::min(double(width()) / full_size.width(), double(height()) / full_size.height());
    constexpr double step = 0.25;
    const double scale = std::clamp(std::floor(most_scale * share / step) * step, 1.0, most_scale);
    if (scale == scale_) return;
    const bool had_focus = isAncestorOf(QApplication::focusWidget());
    fill(scale);
    if (had_focus && !rows_.empty()) rows_.front()->slider()->setFocus();
}

QWidget* Presentation::makeFooter() {
    auto* footer = new QWidget(this);
    footer->setFont(parentFont());
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(0, 0, 0, 0);
    const QString file = QFileInfo(session_.file()).fileName();
    auto* name = new QLabel(file.isEmpty() ? toQt(session_.scenario().name) : file, footer);
    auto* presets = new QLabel(tr("Presets %1").arg(toQt(session_.catalog().date)), footer);
    auto* choose = new QToolButton(footer);
    choose->setText(tr("Sliders…"));
    choose->setObjectName(QStringLiteral("presented-sliders"));
    choose->setProperty("role", QStringLiteral("link"));
    choose->setFocusPolicy(Qt::StrongFocus);
    choose->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(choose);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(*menu); });
    choose->setMenu(menu);
    auto* leave = new QLabel(tr("Esc leaves"), footer);
    row->addWidget(name);
    row->addStretch();
    row->addWidget(presets);
    row->addWidget(choose);
    row->addStretch();
    row->addWidget(leave);
    return footer;
}

void Presentation::fillRows() {
    for (AxisRow* row : rows_)
        row->deleteLater();
    rows_.clear();
    for (const Axis axis : presentedAxes()) {
        auto* row = new AxisRow(axis, session_, *card_, this, RowForm::block);
        sliders_->addWidget(row, 1);
        row->show();
        rows_.push_back(row);
    }
}

void Presentation::fillMenu(QMenu& menu) {
    menu.clear();
    const std::vector<Axis> chosen = presentedAxes();
    for (const Axis axis : all_axes) {
        QAction* action = menu.addAction(axisTitle(axis, session_.language()));
        const bool shown = std::ranges::find(chosen, axis) != chosen.end();
        action->setCheckable(true);
        action->setChecked(shown);
        action->setEnabled(shown ? chosen.size() > 1 : chosen.size() < most_sliders);
        connect(action, &QAction::toggled, this, [this, axis](bool on) {
            std::vector<Axis> axes = presentedAxes();
            if (on)
                axes.push_back(axis);
            else
                std::erase(axes, axis);
            std::ranges::sort(axes);
            keepAxes(axes);
            fillRows();
        });
    }
}

void Presentation::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
        close();
    else if (event->matches(QKeySequence::Undo))
        session_.undo();
    else if (event->matches(QKeySequence::Redo))
        session_.redo();
    else
        QWidget::keyPressEvent(event);
}

} // namespace headroom
