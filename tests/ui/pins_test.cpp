// Pinned plans in the charts: where their letters stand, and what has no place.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/pins.hpp"
#include "ui/charts/sweep_picture.hpp"
#include "ui/charts/trade_off_picture.hpp"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include <limits>

namespace headroom {
namespace {

using fixtures::mark;
using fixtures::pin;

constexpr double infinity = std::numeric_limits<double>::infinity();

void draw(Picture& picture) {
    constexpr QSizeF screen{900, 640};
    picture.arrange(screen, ChartStyle{});
    QImage image(screen.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    picture.paint(painter);
}

QStringList targetsOf(const Picture& picture) {
    QStringList ids;
    for (const Target& target : picture.targets())
        ids << target.id;
    return ids;
}

TEST(Pins, StandWhereAPresetWithTheirNumbersWould) {
    TradeOffView view = fixtures::trade_off({mark("a", 1, 20, 40), mark("b", 8, 30, 80)});
    view.marks[1].focus = true;
    view.pins = {pin("A", "b", 1, 20)};
    TradeOffPicture picture(view, {});
    draw(picture);
    ASSERT_EQ(picture.pins().size(), 1U);
    EXPECT_EQ(picture.pins().front().at, picture.marks().front().marker);
    EXPECT_TRUE(targetsOf(picture).contains("pin:A"));
    EXPECT_TRUE(picture.targets().back().spoken.contains("plan A"));
}

TEST(Pins, BelongToTheRangeOfTheAxes) {
    TradeOffView view = fixtures::trade_off({mark("a", 1, 20, 40)});
    const TradeOffRange without = TradeOffRange::around(view);
    view.pins = {pin("A", "a", 9, 200)};
    EXPECT_FALSE(without.holds(view));
    EXPECT_TRUE(TradeOffRange::around(view).holds(view));
    TradeOffPicture picture(view, {});
    draw(picture);
    EXPECT_TRUE(picture.plot().contains(picture.pins().front().at));
}

TEST(Pins, NamesKeepClearOfLabelsAndMarks) {
    TradeOffView view = fixtures::crowded(12);
    view.pins = {pin("A", "M03", 3, 60), pin("B", "M03", 5, 70)};
    TradeOffPicture picture(view, {});
    draw(picture);
    for (const auto& one : picture.pins()) {
        ASSERT_TRUE(one.label.isPlaced());
        for (const auto& placed : picture.marks()) {
            EXPECT_FALSE(one.label.rect.intersects(placed.label.rect));
            EXPECT_FALSE(one.label.rect.intersects(placed.stem_rect));
            EXPECT_FALSE(pinBox(one.at, ChartStyle{}).intersects(placed.label.rect));
        }
    }
}

TEST(Pins, StandOnTheBarsOfTheirGpuInScale) {
    BarsView view =
        fixtures::bars(fixtures::trade_off({mark("a", 1, 30, 80), mark("b", 2, 40, 80)}));
    view.pins = {pin("A", "b", 1.5, 60)};
    BarsPicture picture(view, {});
    draw(picture);
    ASSERT_EQ(picture.pins().size(), 1U);
    const BarsPicture::Row& row = picture.rows()[1];
    EXPECT_EQ(picture.pins().front().row, &row);
    EXPECT_NEAR((picture.pins().front().memory_x - row.memory_bar.left()) / row.memory_bar.width(),
                60.0 / 40.0, 1e-9);
    EXPECT_NEAR((picture.pins().front().step_x - row.step_bar.left()) / row.step_bar.width(),
                1.5 / 2.0, 1e-9);
}

TEST(Pins, StandOnTheirPositionOfASweep) {
    SweepView view = fixtures::sweep({10, 20, 40}, 80);
    view.pins = {pin("A", "x", 2, 30, 2048)};
    SweepPicture picture(view);
    draw(picture);
    ASSERT_EQ(picture.pins().size(), 1U);
    EXPECT_DOUBLE_EQ(picture.pins().front().need.x(), picture.points()[1].need.x());
    EXPECT_LT(picture.pins().front().need.y(), picture.points()[1].need.y());
}

TEST(Pins, WithoutAPlaceAreNamedInWords) {
    TradeOffView trade_off = fixtures::trade_off({mark("a", 1, 20, 40)});
    trade_off.pins = {pin("A", "a", infinity, 20), pin("B", "a", 1, 0)};
    EXPECT_TRUE(TradeOffPicture(trade_off, {}).notes().join(' ').contains("A, B"));
    BarsView bars = fixtures::bars(trade_off);
    bars.pins = {pin("C", "not in view", 1, 20)};
    EXPECT_TRUE(BarsPicture(bars, {}).notes().join(' ').contains("C"));
    SweepView sweep = fixtures::sweep({10, 20}, 80);
    sweep.pins = {pin("D", "a", 1, 20, 99999)};
    SweepPicture picture(sweep);
    draw(picture);
    EXPECT_TRUE(picture.notes().join(' ').contains("D"));
    EXPECT_FALSE(targetsOf(picture).contains("pin:D"));
}

TEST(Pins, ComeFromPlansWithTheirNumbers) {
    PinnedPlan plan{"A", "plan of Monday", {}, {}};
    plan.scenario.cluster.gpu.id = "h100-sxm";
    plan.scenario.training.micro_batch = 4;
    plan.estimate.verdict = Verdict::tight;
    plan.estimate.step.total.expected = 3.5 * units::s;
    plan.estimate.memory.process.expected = 48.0 * units::GiB;
    const std::vector<PinMark> marks =
        pin_marks(std::span(&plan, 1), Language::english, Axis::micro_batch);
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks[0].letter, "A");
    EXPECT_EQ(marks[0].gpu, "h100-sxm");
    EXPECT_DOUBLE_EQ(marks[0].seconds, 3.5);
    EXPECT_DOUBLE_EQ(marks[0].need_gib, 48.0);
    EXPECT_DOUBLE_EQ(marks[0].position, 4.0);
    EXPECT_EQ(marks[0].position_label, "4");
    EXPECT_EQ(pin_marks(std::span(&plan, 1), Language::english)[0].position_label, "");
}

} // namespace
} // namespace headroom
