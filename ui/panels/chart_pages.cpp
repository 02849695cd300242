// The tabs of the window: which view each chart is given, and what a click on it does.
#include "core/present/money_text.hpp"
#include "ui/charts/bars_chart.hpp"
#include "ui/charts/cost_chart.hpp"
#include "ui/charts/sweep_chart.hpp"
#include "ui/charts/trade_off_chart.hpp"
#include "ui/panels/axis_row.hpp"
#include "ui/panels/chart_page.hpp"
#include "ui/panels/funding_dialog.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/paint.hpp"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <memory>

namespace headroom {

namespace {

constexpr int head_padding = 14;
constexpr int axis_choice_width = 170;

/// A click on a mark makes its GPU the one in focus everywhere.
void focusGpuOnClick(ChartWidget* chart, Session& session) {
    QObject::connect(chart, &ChartWidget::focusRequested, &session,
                     [&session](const QString& id) { session.setGpu(id.toStdString()); });
}

/// The GPU in focus and the first of the others, `most` in all.
std::vector<GpuPoint> fewPoints(const Session& session, std::size_t most) {
    std::vector<GpuPoint> points = session.points();
    std::size_t others = 0;
    std::erase_if(points, [&](const GpuPoint& point) {
        return point.gpu->id != session.shown().cluster.gpu.id && ++others >= most;
    });
    return points;
}

/// Hands `show` the points of a chart: all of the session's, or at most that many.
template <class Show>
void withPoints(const Session& session, std::size_t most, Show show) {
    if (most == 0 || session.points().size() <= most)
        show(std::span(session.points()));
    else
        show(std::span<const GpuPoint>(fewPoints(session, most)));
}

std::function<TableView()> estimatesOf(Session& session) {
    return [&session] { return estimate_table(session.points(), session.language()); };
}

/// The position of a sweep that has this label.
std::optional<double> valueOfLabel(const Session& session, Axis axis, const QString& label) {
    for (const double value : axis_values(axis, session.shown()))
        if (toQt(axis_value_word(axis, value, session.shown(), session.language())) == label)
            return value;
    return std::nullopt;
}

ChoiceBox* makeAxisChoice(const Session& session) {
    auto* choice = new ChoiceBox;
    std::vector<Choice> choices;
    for (const Axis axis : all_axes)
        if (axis_applies(axis, session.scenario()))
            choices.push_back({std::string(axis_path(axis)), axisTitle(axis, session.language())});
    choice->setChoices(choices);
    choice->setFixedWidth(axis_choice_width);
    choice->setAccessibleName(QCoreApplication::translate("headroom::ChartPage", "Sweep over"));
    return choice;
}

ChoiceBox* makePurchaseChoice(const Session& session) {
    auto* choice = new ChoiceBox;
    std::vector<Choice> choices;
    for (const Purchase purchase : all_purchases)
        choices.push_back(
            {std::string(name_of(purchase)), toQt(purchase_name(purchase, session.language()))});
    choice->setChoices(choices);
    choice->setFixedWidth(axis_choice_width);
    choice->setAccessibleName(QCoreApplication::translate("headroom::ChartPage", "Paid"));
    return choice;
}

/// How the GPUs are paid for, and the prices and terms behind it.
QWidget* makeCostHead(Session& session, ChoiceBox* choice) {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(head_padding, head_padding / 2, head_padding, 0);
    auto* prices =
        new QPushButton(QCoreApplication::translate("headroom::ChartPage", "&Prices and terms…"));
    prices->setObjectName(QStringLiteral("prices"));
    row->addStretch();
    row->addWidget(new QLabel(QCoreApplication::translate("headroom::ChartPage", "Paid")));
    row->addWidget(choice);
    row->addWidget(prices);
    QObject::connect(prices, &QPushButton::clicked, head, [&session, head] {
        auto* dialog = new FundingDialog(session.scenario(), session.catalog(), head);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        QObject::connect(dialog, &QDialog::accepted, head,
                         [&session, dialog] { session.setScenario(dialog->scenario()); });
        dialog->open();
    });
    return head;
}

QWidget* makeSweepHead(ChoiceBox* choice) {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(head_padding, head_padding / 2, head_padding, 0);
    auto* label = new QLabel(QCoreApplication::translate("headroom::ChartPage", "Sweep over"));
    row->addStretch();
    row->addWidget(label);
    row->addWidget(choice);
    return head;
}

} // namespace

ChartPage* makeTradeOffPage(Session& session, std::size_t most_presets) {
    auto* chart = new TradeOffChart;
    focusGpuOnClick(chart, session);
    const auto show = [&session, chart, most_presets] {
        withPoints(session, most_presets, [&](std::span<const GpuPoint> points) {
            TradeOffView view =
                trade_off_view(session.shown(), points, session.catalog(), session.language());
            view.pins = pin_marks(session.pinned(), session.language());
            chart->setView(std::move(view));
        });
    };
    return new ChartPage(session, {chart, show, estimatesOf(session), nullptr});
}

ChartPage* makeBarsPage(Session& session, std::size_t most_presets) {
    auto* chart = new BarsChart;
    focusGpuOnClick(chart, session);
    const auto show = [&session, chart, most_presets] {
        withPoints(session, most_presets, [&](std::span<const GpuPoint> points) {
            BarsView view =
                bars_view(session.shown(), points, session.catalog(), session.language());
            view.pins = pin_marks(session.pinned(), session.language());
            chart->setView(std::move(view));
        });
    };
    return new ChartPage(session, {chart, show, estimatesOf(session), nullptr});
}

ChartPage* makeCostPage(Session& session) {
    auto* chart = new CostChart;
    focusGpuOnClick(chart, session);
    ChoiceBox* choice = makePurchaseChoice(session);
    const auto view = [&session] {
        return cost_view(session.shown(), session.points(), session.catalog(), session.language());
    };
    const auto show = [&session, chart, choice, view] {
        choice->showChoice(std::string(name_of(session.scenario().funding.purchase)), {});
        chart->setView(view());
    };
    const auto table = [&session, view] { return cost_table(view(), session.language()); };
    auto* page = new ChartPage(session, {chart, show, table, makeCostHead(session, choice)});
    QObject::connect(choice, &ChoiceBox::chosen, page, [&session](const QString& name) {
        Scenario next = session.scenario();
        next.funding.purchase =
            value_named<Purchase>(name.toStdString()).value_or(next.funding.purchase);
        session.setScenario(std::move(next));
    });
    return page;
}

ChartPage* makeSweepPage(Session& session) {
    auto* chart = new SweepChart;
    ChoiceBox* choice = makeAxisChoice(session);
    const auto axis = std::make_shared<Axis>(Axis::sequence);
    choice->showChoice(std::string(axis_path(*axis)), {});
    const auto view = [&session, axis] {
        SweepView shown = sweep_view(session.shown(), *axis, sweep(session.shown(), *axis),
                                     session.catalog(), session.language());
        shown.pins = pin_marks(session.pinned(), session.language(), *axis);
        return shown;
    };
    const auto table = [&session, view] { return sweep_table(view(), session.language()); };
    auto* page = new ChartPage(
        session, {chart, [chart, view] { chart->setView(view()); }, table, makeSweepHead(choice)});
    QObject::connect(choice, &ChoiceBox::chosen, page, [page, axis](const QString& path) {
        *axis = axis_of_path(path.toStdString()).value_or(*axis);
        page->refresh();
    });
    QObject::connect(chart, &ChartWidget::focusRequested, &session,
                     [&session, axis](const QString& label) {
                         if (const auto value = valueOfLabel(session, *axis, label))
                             session.moveAxis(*axis, *value);
                     });
    return page;
}

} // namespace headroom
