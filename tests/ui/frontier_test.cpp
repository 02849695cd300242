// The frontier tab: found beside the window, shown, applied, taken back, stopped.
#include "tests/ui/window_fixtures.hpp"
#include "ui/charts/frontier_chart.hpp"
#include "ui/panels/frontier_head.hpp"

#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>

namespace headroom {
namespace {

using fixtures::Explorer;

constexpr int patience_ms = 60000; // on a machine that does much else

struct Frontier : Explorer {
    Frontier() {
        for (int tab = 0; tab < window.tabs()->count(); ++tab)
            if (window.tabs()->tabText(tab) == "Frontier") window.tabs()->setCurrentIndex(tab);
        frame();
        head = window.currentPage()->findChild<FrontierHead*>();
        chart = window.currentPage()->findChild<FrontierChart*>();
    }
    bool waitUntilFound() {
        return QTest::qWaitFor([this] { return head->found() && !head->searcher().isRunning(); },
                               patience_ms);
    }

    FrontierHead* head = nullptr;
    FrontierChart* chart = nullptr;
};

TEST(FrontierTab, SearchesWhenItIsSeenAndShowsTheFront) {
    Frontier explorer;
    ASSERT_NE(explorer.head, nullptr);
    ASSERT_TRUE(explorer.waitUntilFound());
    explorer.frame();
    const SearchResult& found = *explorer.head->found();
    EXPECT_FALSE(found.front.empty());
    EXPECT_EQ(explorer.chart->view().marks.size(), found.front.size());
    const TableView table = explorer.window.currentPage()->tableView();
    EXPECT_GE(table.rows.size(), found.front.size()); // and the present plan
}

TEST(FrontierTab, EnterOnAPlanAppliesItAndUndoTakesItBack) {
    Frontier explorer;
    ASSERT_TRUE(explorer.waitUntilFound());
    explorer.frame();
    const TrainingPlan before = explorer.session.scenario().training;
    explorer.chart->setFocus();
    explorer.chart->grab();       // paints, so that there are marks to walk
    constexpr int most_steps = 5; // past the present plan, where Enter changes nothing
    for (int i = 0; i < most_steps && explorer.session.scenario().training == before; ++i) {
        QTest::keyClick(explorer.chart, Qt::Key_Right);
        QTest::keyClick(explorer.chart, Qt::Key_Return);
    }
    explorer.frame();
    const TrainingPlan applied = explorer.session.scenario().training;
    EXPECT_NE(applied, before);
    const std::vector<FoundPlan>& front = explorer.head->found()->front;
    EXPECT_NE(std::ranges::find(front, applied, &FoundPlan::training), front.end());
    EXPECT_TRUE(explorer.session.canUndo());
    EXPECT_FALSE(explorer.head->searcher().isRunning()); // the answer is the same
    explorer.session.undo();
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario().training, before);
}

TEST(FrontierTab, CancelLeavesTheWindowUsable) {
    Frontier explorer;
    ASSERT_TRUE(explorer.waitUntilFound());
    QTest::mouseClick(explorer.head->button(), Qt::LeftButton); // again
    EXPECT_TRUE(explorer.head->searcher().isRunning());
    QTest::mouseClick(explorer.head->button(), Qt::LeftButton);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return !explorer.head->searcher().isRunning(); }, patience_ms));
    EXPECT_NE(explorer.head->searcher().result(), nullptr);
}

TEST(FrontierPicture, EveryPlanHasAPlaceAndAReadOut) {
    const Scenario scenario = fixtures::example();
    const SearchResult found = search_plans(scenario);
    for (const Language language : {Language::english, Language::korean})
        for (const bool by_cost : {false, true}) {
            FrontierPicture picture(frontier_view(scenario, found, fixtures::presets(), language),
                                    {by_cost});
            ChartStyle style;
            style.language = language;
            picture.arrange({900, 600}, style);
            EXPECT_GE(picture.marks().size(), found.front.size());
            EXPECT_EQ(picture.targets().size(), picture.marks().size());
            for (const FrontierPicture::Placed& placed : picture.marks())
                EXPECT_TRUE(picture.plot().adjusted(-1, -1, 1, 1).contains(placed.at));
            ASSERT_NE(picture.present(), nullptr);
        }
}

TEST(FrontierPicture, NothingFoundIsNoReasonToFail) {
    FrontierPicture picture(FrontierView{});
    picture.arrange({600, 400}, ChartStyle{});
    EXPECT_TRUE(picture.marks().empty());
    EXPECT_EQ(picture.present(), nullptr);
}

} // namespace
} // namespace headroom
