// Charts on screen: pointer, keyboard, switches, and the range that stays while a slider moves.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/bars_chart.hpp"
#include "ui/charts/sweep_chart.hpp"
#include "ui/charts/trade_off_chart.hpp"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <gtest/gtest.h>

namespace headroom {
namespace {

using fixtures::mark;

class OnScreen : public testing::Test {
  protected:
    OnScreen() {
        chart.resize(820, 640);
        chart.setView(view);
        chart.show(); // the mouse moves over windows only
        chart.grab(); // lays out and paints
    }

    QPoint markerOf(std::size_t index) const {
        const auto still = arrangedLikeTheScreen();
        return still->targets()[index].at.toPoint();
    }

    void click(const char* label) {
        for (QToolButton* button : chart.findChildren<QToolButton*>())
            if (button->text() == QLatin1String(label)) return button->click();
        FAIL() << "no button " << label;
    }

    QStringList textsOf(const Picture& picture) const {
        QStringList texts;
        for (const TextRun& run : picture.runs())
            texts << run.text;
        return texts;
    }

    void turnWheel(QPoint at, int notches) {
        QWheelEvent event(QPointF(at), chart.mapToGlobal(QPointF(at)), {}, {0, 120 * notches}, {},
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&chart, &event);
        chart.grab();
    }

    std::unique_ptr<Picture> arrangedLikeTheScreen() const {
        auto still = chart.still();
        ChartStyle style;
        style.unit = chart.logicalDpiY() / 96.0;
        still->arrange(chart.size(), style);
        return still;
    }

    TradeOffView view =
        fixtures::trade_off({mark("a", 1, 20, 40), mark("b", 3, 22, 80), mark("c", 9, 24, 160)});
    TradeOffChart chart;
};

TEST_F(OnScreen, ClickAsksToFocusTheNearestMarkWithinReach) {
    const QSignalSpy asked(&chart, &ChartWidget::focusRequested);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, markerOf(1) + QPoint(10, 10));
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.first().first().toString(), "b");
    QTest::mouseClick(&chart, Qt::LeftButton, {}, markerOf(1) + QPoint(40, 40));
    EXPECT_EQ(asked.size(), 1); // more than 24 pixels away from any mark
}

TEST_F(OnScreen, DoubleClickAsksForDetails) {
    const QSignalSpy asked(&chart, &ChartWidget::detailsRequested);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, markerOf(2));
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.first().first().toString(), "c");
}

TEST_F(OnScreen, HoverTellsWhichMarkAndWhenItIsLeft) {
    const QSignalSpy hovered(&chart, &ChartWidget::hovered);
    QTest::mouseMove(&chart, markerOf(0));
    QTest::mouseMove(&chart, markerOf(0) + QPoint(3, 0)); // still the same
    QTest::mouseMove(&chart, QPoint(1, 1));
    ASSERT_EQ(hovered.size(), 2);
    EXPECT_EQ(hovered[0].first().toString(), "a");
    EXPECT_EQ(hovered[1].first().toString(), "");
}

TEST_F(OnScreen, KeysWalkTheMarksAndEnterFocuses) {
    const QSignalSpy asked(&chart, &ChartWidget::focusRequested);
    QTest::keyClick(&chart, Qt::Key_Return); // nothing is pointed at yet
    EXPECT_EQ(asked.size(), 0);
    for (const char* expected : {"a", "b", "c", "c"}) {
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Return);
        EXPECT_EQ(asked.last().first().toString(), expected);
    }
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Enter);
    EXPECT_EQ(asked.last().first().toString(), "b");
    EXPECT_TRUE(chart.accessibleDescription().contains("GPU b"));
    EXPECT_EQ(chart.accessibleName(), "VRAM against step time");
}

TEST_F(OnScreen, TheMarkPointedAtIsKeptByIdWhenTheViewChanges) {
    const QSignalSpy asked(&chart, &ChartWidget::focusRequested);
    QTest::keyClick(&chart, Qt::Key_Right); // "a"
    std::reverse(view.marks.begin(), view.marks.end());
    chart.setView(view);
    chart.grab();
    QTest::keyClick(&chart, Qt::Key_Return);
    EXPECT_EQ(asked.last().first().toString(), "a");
    chart.setView(fixtures::trade_off({}));
    chart.grab();
    QTest::keyClick(&chart, Qt::Key_Return); // it is gone
    EXPECT_EQ(asked.size(), 1);
}

TEST_F(OnScreen, AxesStayUntilAMarkWouldLeaveOrTheDragEnds) {
    const auto xOf = [&](const char* id) {
        QTest::mouseMove(&chart, QPoint(1, 1));
        const QSignalSpy hovered(&chart, &ChartWidget::hovered);
        for (int x = 0; x < chart.width(); x += 4)
            for (int y = 60; y < chart.height(); y += 12) {
                QTest::mouseMove(&chart, QPoint(x, y));
                if (!hovered.isEmpty() && hovered.last().first().toString() == id) return x;
            }
        return -1;
    };
    const int before = xOf("a");
    ASSERT_GE(before, 0);
    view.marks[2].seconds = 6; // the slowest gets faster: the axis could be shorter
    chart.setView(view);
    chart.grab();
    EXPECT_EQ(xOf("a"), before);
    EXPECT_LT(xOf("c"), chart.width() - 80);
    const int unsettled = xOf("b");
    chart.settle();
    chart.grab();
    EXPECT_GT(xOf("b"), unsettled); // now spread over the whole axis
}

TEST_F(OnScreen, TheSwitchMakesTheMemoryAxisLinear) {
    click("Linear");
    auto still = chart.still();
    still->arrange({820, 640}, ChartStyle{});
    const auto& marks = dynamic_cast<TradeOffPicture&>(*still).marks();
    EXPECT_NEAR((marks[1].tick.y() - marks[2].tick.y()) / (marks[0].tick.y() - marks[1].tick.y()),
                2.0, 1e-6);
}

TEST_F(OnScreen, BandAndParetoLineAreSwitchedOff) {
    view.marks[1].focus = true;
    chart.setView(view);
    const auto shown = [&] {
        const auto still = arrangedLikeTheScreen();
        return std::pair(textsOf(*still).contains("P10–P90"),
                         textsOf(*still).contains("no smaller card is faster"));
    };
    view.marks[2].capacity_gib = 30; // slower, but smaller
    chart.setView(view);
    EXPECT_EQ(shown(), std::pair(true, true));
    click("Band");
    EXPECT_EQ(shown(), std::pair(false, true));
    click("Pareto line");
    EXPECT_EQ(shown(), std::pair(false, false));
}

TEST_F(OnScreen, ZoomKeepsThePlaceUnderThePointerAndIsTakenBack) {
    const QPoint before = markerOf(1);
    turnWheel(before, 4);
    const auto zoomed = arrangedLikeTheScreen();
    ASSERT_EQ(zoomed->targets().size(), 1U); // the others are outside, and said to be
    EXPECT_EQ(zoomed->targets().front().id, "b");
    EXPECT_NEAR(zoomed->targets().front().at.x(), before.x(), 3.0);
    EXPECT_TRUE(chart.notes().join(' ').contains("2 presets"));
    click("Whole view");
    chart.grab();
    EXPECT_EQ(markerOf(1), before);
    EXPECT_TRUE(chart.notes().isEmpty());
    turnWheel(before, 2);
    QTest::keyClick(&chart, Qt::Key_0);
    EXPECT_EQ(markerOf(1), before);
}

TEST_F(OnScreen, ZoomingOutEndsWithEverythingShown) {
    turnWheel(markerOf(0), 5);
    turnWheel(QPoint(400, 300), -20);
    EXPECT_EQ(arrangedLikeTheScreen()->targets().size(), 3U);
    EXPECT_TRUE(chart.notes().isEmpty());
}

TEST_F(OnScreen, WheelAloneIsLeftToTheWindow) {
    QWheelEvent event(QPointF(400, 300), chart.mapToGlobal(QPointF(400, 300)), {}, {0, 120}, {}, {},
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&chart, &event);
    EXPECT_FALSE(event.isAccepted());
}

TEST(Charts, OfSweepsShowTheCurvesAskedFor) {
    SweepChart chart;
    chart.resize(1000, 600);
    chart.setView(fixtures::sweep({10, 20, 40, 60, 70}, 80));
    const auto titles = [&] {
        const auto still = chart.still();
        still->arrange({1000, 600}, ChartStyle{});
        const auto& sweep = dynamic_cast<SweepPicture&>(*still);
        return sweep.memoryPlot().height() / 600.0;
    };
    const double shared = titles();
    for (QToolButton* button : chart.findChildren<QToolButton*>())
        if (button->text() == "VRAM") button->click();
    EXPECT_GT(titles(), 1.5 * shared);
}

TEST(Charts, OfSweepsZoomByPositions) {
    SweepChart chart;
    chart.resize(1000, 600);
    chart.setView(fixtures::sweep({10, 20, 30, 40, 50, 60, 70}, 80));
    chart.show();
    chart.grab();
    const auto count = [&] {
        const auto still = chart.still();
        still->arrange({1000, 600}, ChartStyle{});
        return still->targets().size();
    };
    std::size_t before = count();
    ASSERT_EQ(before, 7U);
    for (int i = 0; i < 12; ++i) {
        QTest::keyClick(&chart, Qt::Key_Plus);
        chart.grab();
        EXPECT_LE(count(), before);
        before = count();
    }
    EXPECT_EQ(before, 2U);
    QTest::keyClick(&chart, Qt::Key_0);
    EXPECT_EQ(count(), 7U);
}

TEST(Charts, OfBarsAndSweepsShowTheirViews) {
    BarsChart bars;
    bars.resize(1000, 600);
    bars.setView(fixtures::bars(fixtures::crowded(6)));
    bars.grab();
    const QSignalSpy row(&bars, &ChartWidget::focusRequested);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, QPoint(500, 200)); // anywhere in a row
    EXPECT_EQ(row.size(), 1);
    SweepChart sweep;
    sweep.resize(1000, 600);
    sweep.setView(fixtures::sweep({10, 20, 40}, 80));
    sweep.grab();
    const QSignalSpy position(&sweep, &ChartWidget::focusRequested);
    QTest::mouseClick(&sweep, Qt::LeftButton, {}, QPoint(480, 300));
    ASSERT_EQ(position.size(), 1);
    EXPECT_EQ(position.first().first().toString(), "2048");
}

} // namespace
} // namespace headroom
