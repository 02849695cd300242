#include "ui/panels/frontier_page.hpp"

#include "ui/charts/frontier_chart.hpp"
#include "ui/panels/frontier_head.hpp"
#include "ui/widgets/paint.hpp"

#include <numeric>

namespace headroom {

namespace {

/// A click on a plan makes it the present one: a step of undo.
void applyOnClick(FrontierChart* chart, Session& session) {
    QObject::connect(chart, &ChartWidget::focusRequested, &session,
                     [&session, chart](const QString& id) {
                         bool understood = false;
                         const auto place = static_cast<std::size_t>(id.toUInt(&understood));
                         if (!understood || place >= chart->view().marks.size()) return;
                         Scenario next = session.scenario();
                         next.training = chart->view().marks[place].training;
                         session.setScenario(std::move(next));
                     });
}

TableView tableOf(const FrontierView& view, Language language) {
    std::vector<std::size_t> rows(view.marks.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return frontier_table(view, rows, language);
}

} // namespace

ChartPage* makeFrontierPage(Session& session) {
    auto* chart = new FrontierChart;
    applyOnClick(chart, session);
    auto* head = new FrontierHead(session);
    const auto view = [&session, head] {
        const SearchResult* found = head->found();
        FrontierView shown =
            frontier_view(session.scenario(), found != nullptr ? *found : SearchResult{},
                          session.catalog(), session.language());
        if (found == nullptr) shown.summary.clear(); // nothing was searched yet
        return shown;
    };
    const auto table = [&session, view] { return tableOf(view(), session.language()); };
    auto* page =
        new ChartPage(session, {chart, [chart, view] { chart->setView(view()); }, table, head});
    QObject::connect(head, &FrontierHead::foundChanged, page, &ChartPage::refresh);
    return page;
}

} // namespace headroom
