// Stacked bars and sweeps: lengths against data, capacities, zones, what is not drawn.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/sweep_picture.hpp"

#include <QImage>
#include <QPainter>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace headroom {
namespace {

using fixtures::mark;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr QSizeF screen{1090, 640};

void arrange(Picture& picture) {
    picture.arrange(screen, ChartStyle{});
    QImage image(screen.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    picture.paint(painter);
}

bool says(const Picture& picture, const QString& words) {
    return std::any_of(picture.runs().begin(), picture.runs().end(),
                       [&](const TextRun& run) { return run.text.contains(words); });
}

TEST(BarsPicture, BarsAreAsLongAsTheirNumbers) {
    BarsPicture picture(fixtures::bars(fixtures::crowded(8)), {});
    arrange(picture);
    ASSERT_EQ(picture.rows().size(), 8U);
    for (const BarsPicture::Row& row : picture.rows()) {
        const BarsPicture::Row& first = picture.rows().front();
        EXPECT_NEAR(row.memory_bar.width() / first.memory_bar.width(),
                    row.memory->need_gib / first.memory->need_gib, 1e-9);
        EXPECT_NEAR(row.step_bar.width() / first.step_bar.width(),
                    row.step->seconds / first.step->seconds, 1e-9);
        EXPECT_DOUBLE_EQ(row.memory_bar.left(), picture.memoryPlot().left());
        EXPECT_LE(row.step_bar.right(), picture.stepPlot().right());
    }
}

TEST(BarsPicture, CapacityIsATickOrAnArrowWithFigures) {
    BarsPicture picture(
        fixtures::bars(fixtures::trade_off({mark("small", 1, 30, 24), mark("large", 2, 30, 192)})),
        {});
    arrange(picture);
    const BarsPicture::Row& small = picture.rows()[0];
    const BarsPicture::Row& large = picture.rows()[1];
    EXPECT_FALSE(small.beyond_edge);
    EXPECT_NEAR((small.capacity_x - picture.memoryPlot().left()) / small.memory_bar.width(),
                24.0 / 30.0, 1e-9);
    EXPECT_TRUE(large.beyond_edge);
    EXPECT_DOUBLE_EQ(large.capacity_x, picture.memoryPlot().right());
    EXPECT_TRUE(says(picture, "192"));
    EXPECT_TRUE(says(picture, "6 over 24"));
    EXPECT_TRUE(says(picture, "would not run"));
}

TEST(BarsPicture, OneSlowCardDoesNotSqueezeAllOthers) {
    const BarsView view =
        fixtures::bars(fixtures::trade_off({mark("a", 1, 30, 80), mark("b", 1.2, 30, 80),
                                            mark("c", 1.5, 30, 80), mark("slow", 60, 30, 80)}));
    BarsPicture picture(view, {});
    arrange(picture);
    EXPECT_GT(picture.rows()[2].step_bar.width(), 0.5 * picture.stepPlot().width());
    EXPECT_FALSE(picture.rows()[2].step_beyond);
    const BarsPicture::Row& slow = picture.rows()[3];
    EXPECT_TRUE(slow.step_beyond); // with an arrow, and its time in figures
    EXPECT_DOUBLE_EQ(slow.step_bar.right(), picture.stepPlot().right());
    EXPECT_TRUE(says(picture, "60.0"));
    EXPECT_TRUE(says(picture, "in figures"));
    BarsPicture full(view, {.zoom_to_need = false});
    arrange(full);
    EXPECT_NEAR(full.rows()[0].step_bar.width() / full.rows()[3].step_bar.width(), 1.0 / 60.0,
                1e-9);
}

TEST(BarsPicture, FullScaleReachesEveryCapacity) {
    BarsPicture picture(fixtures::bars(fixtures::crowded(7)), {.zoom_to_need = false});
    arrange(picture);
    for (const BarsPicture::Row& row : picture.rows()) {
        EXPECT_FALSE(row.beyond_edge);
        EXPECT_LE(row.capacity_x, picture.memoryPlot().right());
    }
}

TEST(BarsPicture, RowsFollowTheOrderAskedFor) {
    const BarsView view = fixtures::bars(fixtures::crowded(9));
    BarsPicture by_step(view, {});
    BarsPicture by_headroom(view, {.order = BarsOrder::by_headroom});
    EXPECT_TRUE(std::is_sorted(by_step.rows().begin(), by_step.rows().end(),
                               [](const BarsPicture::Row& a, const BarsPicture::Row& b) {
                                   return a.step->seconds < b.step->seconds;
                               }));
    EXPECT_TRUE(std::is_sorted(by_headroom.rows().begin(), by_headroom.rows().end(),
                               [](const BarsPicture::Row& a, const BarsPicture::Row& b) {
                                   return a.memory->headroom_gib > b.memory->headroom_gib;
                               }));
}

TEST(BarsPicture, TheKeyNamesEveryTermAlsoThoseThatAreZero) {
    BarsPicture picture(fixtures::bars(fixtures::crowded(3)), {});
    arrange(picture);
    for (const char* term : {"weights", "copies", "activations", "matmul", "recompute"})
        EXPECT_TRUE(says(picture, term)) << term;
}

TEST(BarsPicture, RowsThatCannotBeDrawnAreCounted) {
    BarsView view = fixtures::bars(fixtures::crowded(4));
    view.memory[1].pieces[0].value = infinity;
    view.step[2].seconds = std::numeric_limits<double>::quiet_NaN();
    BarsPicture picture(view, {});
    arrange(picture);
    EXPECT_EQ(picture.rows().size(), 2U);
    ASSERT_EQ(picture.notes().size(), 1);
    EXPECT_THAT(picture.notes().front().toStdString(), testing::StartsWith("2 "));
    BarsPicture memory(view, {.content = BarsContent::memory});
    EXPECT_EQ(memory.rows().size(), 3U); // the step time is not asked for
    BarsPicture none(BarsView{}, {});
    arrange(none);
    EXPECT_TRUE(says(none, "Nothing to draw"));
}

TEST(BarsPicture, LeavesOutInWordsWhatALowPictureCannotHold) {
    BarsView view = fixtures::bars(fixtures::crowded(20));
    view.focus = view.memory.back().gpu;
    BarsPicture picture(view, {});
    for (const double height : {160.0, 260.0, 420.0, 560.0, 1200.0}) {
        picture.arrange({1090, height}, ChartStyle{});
        std::ptrdiff_t shown = 0;
        double above = 0.0;
        for (const BarsPicture::Row& row : picture.rows()) {
            if (!row.shown) continue;
            ++shown;
            EXPECT_GE(row.band.height(), 13.0 - 1e-9) << height;
            EXPECT_GE(row.band.top(), above - 1e-9) << height;
            above = row.band.bottom();
        }
        EXPECT_TRUE(std::ranges::any_of(picture.rows(), [&](const BarsPicture::Row& row) {
            return row.shown && row.memory->gpu == view.focus;
        }));
        EXPECT_EQ(std::ssize(picture.targets()), shown);
        const QString words = QStringLiteral("%1 more not shown").arg(20 - shown);
        EXPECT_EQ(says(picture, words), shown < 20) << height;
        for (std::size_t i = 0; i < picture.runs().size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                EXPECT_FALSE(picture.runs()[i].box.intersects(picture.runs()[k].box))
                    << height << ": " << picture.runs()[i].text.toStdString() << " | "
                    << picture.runs()[k].text.toStdString();
    }
    EXPECT_FALSE(says(picture, "more not shown"));
    EXPECT_TRUE(std::ranges::all_of(picture.rows(), &BarsPicture::Row::shown));
}

TEST(BarsPicture, ChartsOfOneKindHaveTitlesOfTheirOwn) {
    const BarsView view = fixtures::bars(fixtures::crowded(2));
    EXPECT_EQ(BarsPicture(view, {}).frame().title, "Where memory and time go");
    EXPECT_EQ(BarsPicture(view, {.content = BarsContent::memory}).frame().title, "Memory alone");
    EXPECT_EQ(BarsPicture(view, {.content = BarsContent::step_time}).frame().title, "Time alone");
}

TEST(SweepPicture, BandsEndInsideOfTheirPlots) {
    SweepView view = fixtures::sweep({10, 20, 40, 79}, 80);
    for (SweepView::Point& point : view.points) {
        point.need_p90 = 1.9 * point.need_gib;
        point.seconds_p90 = 2.7 * point.seconds;
    }
    SweepPicture picture(view);
    arrange(picture);
    for (const auto& placed : picture.points()) {
        const auto heightOf = [](double value, double at, double y, double bottom) {
            return bottom - value / at * (bottom - y);
        };
        EXPECT_GE(heightOf(placed.point->need_p90, placed.point->need_gib, placed.need.y(),
                           picture.memoryPlot().bottom()),
                  picture.memoryPlot().top());
        EXPECT_GE(heightOf(placed.point->seconds_p90, placed.point->seconds, placed.seconds.y(),
                           picture.timePlot().bottom()),
                  picture.timePlot().top());
    }
}

TEST(SweepPicture, WhatNeedsFarTooMuchDoesNotFlattenWhatFits) {
    SweepView view = fixtures::sweep({20, 60, 100, 5000}, 80);
    view.points[3].seconds = 4000;
    SweepPicture picture(view);
    arrange(picture);
    const QRectF plot = picture.memoryPlot();
    EXPECT_LT(picture.points()[1].need.y(), plot.bottom() - 0.3 * plot.height());
    EXPECT_LT(picture.points()[3].need.y(), plot.top()); // leaves at the top
    EXPECT_TRUE(says(picture, "↑ 5000 GiB"));
    EXPECT_TRUE(says(picture, "↑ 4000 s"));
    for (const TextRun& run : picture.runs())
        EXPECT_TRUE(QRectF(QPointF(), screen).contains(run.box)) << run.text.toStdString();
}

TEST(SweepPicture, PointsFollowTheirNumbers) {
    SweepPicture picture(fixtures::sweep({10, 20, 40, 80}, 100));
    arrange(picture);
    const auto& points = picture.points();
    ASSERT_EQ(points.size(), 4U);
    const double bottom = picture.memoryPlot().bottom();
    for (std::size_t i = 1; i < points.size(); ++i) {
        EXPECT_NEAR(points[i].need.x() - points[i - 1].need.x(),
                    points[1].need.x() - points[0].need.x(), 1e-6); // doubling is one step
        EXPECT_NEAR((bottom - points[i].need.y()) / (bottom - points[i - 1].need.y()), 2.0, 1e-6);
        EXPECT_DOUBLE_EQ(points[i].need.x(), points[i].seconds.x());
    }
    EXPECT_DOUBLE_EQ(points.front().need.x(), picture.memoryPlot().left());
    EXPECT_NEAR(points.back().need.x(), picture.memoryPlot().right(), 1e-6);
}

TEST(SweepPicture, TheZoneThatDoesNotFitBeginsWhereTheCurveCrossesTheCapacity) {
    SweepPicture picture(fixtures::sweep({20, 60, 100}, 80));
    arrange(picture);
    const auto& zones = picture.zones();
    ASSERT_EQ(zones.size(), 2U);
    EXPECT_EQ(zones[1].verdict, Verdict::does_not_fit);
    const auto& points = picture.points();
    EXPECT_NEAR(zones[1].from, (points[1].x + points[2].x) / 2, 1e-9);
    EXPECT_DOUBLE_EQ(zones[0].to, zones[1].from);
    EXPECT_TRUE(says(picture, "does not fit"));
    EXPECT_TRUE(says(picture, "from about 2,900")); // 2048 * sqrt(2), to three digits
}

TEST(SweepPicture, ZonesOfEitherEndAreFound) {
    SweepPicture picture(fixtures::sweep({100, 60, 100}, 80));
    arrange(picture);
    ASSERT_EQ(picture.zones().size(), 3U);
    EXPECT_EQ(picture.zones().front().verdict, Verdict::does_not_fit);
    EXPECT_EQ(picture.zones().back().verdict, Verdict::does_not_fit);
}

TEST(SweepPicture, CategoriesAreEvenlySpacedAndMayBeZero) {
    SweepView view = fixtures::sweep({40, 30, 20}, 80);
    view.logarithmic = false;
    for (std::size_t i = 0; i < view.points.size(); ++i)
        view.points[i].value = static_cast<double>(i);
    SweepPicture picture(view);
    arrange(picture);
    const auto& points = picture.points();
    ASSERT_EQ(points.size(), 3U);
    EXPECT_NEAR(points[2].need.x() - points[1].need.x(), points[1].need.x() - points[0].need.x(),
                1e-6);
}

TEST(SweepPicture, WhatCannotBeDrawnIsCountedAndNothingCrashes) {
    SweepView view = fixtures::sweep({20, 30, 40, 50}, 80);
    view.points[1].need_gib = infinity;
    view.points[2].seconds = 0.0;
    view.points[3].need_p90 = infinity;
    SweepPicture picture(view);
    arrange(picture);
    EXPECT_EQ(picture.points().size(), 2U);
    ASSERT_EQ(picture.notes().size(), 1);
    EXPECT_THAT(picture.notes().front().toStdString(), testing::StartsWith("2 "));
    for (const std::size_t count : {1U, 0U}) {
        view.points.resize(count);
        SweepPicture few(view);
        arrange(few);
        EXPECT_EQ(few.points().size(), count);
    }
}

} // namespace
} // namespace headroom
