// The trade-off chart: places against data, every label, every mark accounted for.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/trade_off_picture.hpp"

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
const double nan = std::numeric_limits<double>::quiet_NaN();
constexpr QSizeF screen{820, 640};

TradeOffPicture& arranged(TradeOffPicture& picture, QSizeF size = screen) {
    picture.arrange(size, ChartStyle{});
    QImage image(size.toSize(), QImage::Format_RGB32); // painting must not crash either
    QPainter painter(&image);
    picture.paint(painter);
    return picture;
}

QStringList textsOf(const Picture& picture) {
    QStringList texts;
    for (const TextRun& run : picture.runs())
        texts << run.text;
    return texts;
}

TEST(TradeOffPicture, MarksStandInTheOrderOfTheirNumbers) {
    TradeOffPicture picture(fixtures::crowded(12), {});
    const auto& marks = arranged(picture).marks();
    ASSERT_EQ(marks.size(), 12U);
    for (std::size_t i = 1; i < marks.size(); ++i) {
        EXPECT_LT(marks[i - 1].marker.x(), marks[i].marker.x()); // later is slower
        EXPECT_GT(marks[i - 1].marker.y(), marks[i].marker.y()); // later needs more: higher up
    }
}

TEST(TradeOffPicture, TicksStandAtTheCapacitiesOnBothKindsOfAxis) {
    for (const bool logarithmic : {true, false}) {
        TradeOffPicture picture(fixtures::trade_off({mark("a", 1, 20, 40), mark("b", 2, 20, 80),
                                                     mark("c", 4, 20, 160)}),
                                {.logarithmic = logarithmic});
        const auto& marks = arranged(picture).marks();
        const double first = marks[0].tick.y() - marks[1].tick.y();
        const double second = marks[1].tick.y() - marks[2].tick.y();
        EXPECT_NEAR(second / first, logarithmic ? 1.0 : 2.0, 1e-6) << logarithmic;
        for (const auto& placed : marks) {
            EXPECT_NEAR(placed.tick_rect.center().y(), placed.tick.y(), 1e-6);
            EXPECT_NEAR(placed.tick.x(), placed.marker.x(), 1e-6);
            EXPECT_LT(placed.tick.y(), placed.marker.y()); // the headroom goes up from the need
        }
    }
}

TEST(TradeOffPicture, ParetoLineJoinsCardsThatNoSmallerOneBeats) {
    TradeOffPicture picture(
        fixtures::trade_off({mark("large", 1, 20, 192), mark("beaten", 2, 20, 256),
                             mark("middle", 3, 20, 80), mark("too_small", 4, 20, 16),
                             mark("same_size", 5, 20, 80), mark("small", 6, 20, 24)}),
        {});
    std::vector<std::string> joined;
    for (const auto* placed : arranged(picture).pareto())
        joined.push_back(placed->mark->gpu);
    EXPECT_EQ(joined, (std::vector<std::string>{"large", "middle", "small"}));
    TradeOffPicture without(fixtures::crowded(6), {.pareto_line = false});
    EXPECT_TRUE(arranged(without).pareto().empty());
}

TEST(TradeOffPicture, StepTimeIsLogarithmic) {
    TradeOffPicture picture(
        fixtures::trade_off({mark("a", 1, 20, 40), mark("b", 10, 20, 40), mark("c", 100, 20, 40)}),
        {});
    const auto& marks = arranged(picture).marks();
    EXPECT_NEAR(marks[1].marker.x() - marks[0].marker.x(),
                marks[2].marker.x() - marks[1].marker.x(), 1e-6);
}

struct Crowd {
    int count;
    QSizeF size;
};

class Labels : public testing::TestWithParam<Crowd> {};

TEST_P(Labels, AreAllThereAndApart) {
    const TradeOffView view = fixtures::crowded(GetParam().count);
    TradeOffPicture picture(view, {});
    const auto& marks = arranged(picture, GetParam().size).marks();
    ASSERT_EQ(marks.size(), view.marks.size());
    const QString all = textsOf(picture).join('\n');
    for (const TradeOffMark& m : view.marks) {
        EXPECT_TRUE(all.contains(QString::fromStdString(m.label))) << m.label;
        EXPECT_TRUE(all.contains(QString::fromStdString(m.headroom_text))) << m.headroom_text;
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        EXPECT_TRUE(marks[i].label.isPlaced());
        for (std::size_t k = 0; k < i; ++k) {
            EXPECT_FALSE(marks[i].label.rect.intersects(marks[k].label.rect)) << i << ' ' << k;
            EXPECT_FALSE(marks[i].label.rect.intersects(marks[k].tick_rect)) << i << ' ' << k;
        }
        if (marks[i].number > 0) continue; // a number may have to stand on its stem
        for (const auto& other : marks)
            EXPECT_FALSE(marks[i].label.rect.intersects(other.stem_rect)) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(TradeOffPicture, Labels,
                         testing::Values(Crowd{1, screen}, Crowd{6, screen}, Crowd{12, screen},
                                         Crowd{12, {600, 400}}, Crowd{24, screen},
                                         Crowd{24, {1100, 700}}),
                         [](const auto& row) {
                             return std::to_string(row.param.count) + "On" +
                                    std::to_string(static_cast<int>(row.param.size.width()));
                         });

TEST(TradeOffPicture, LabelsWithoutAPlaceAreNumberedAndListedBelow) {
    const TradeOffView view = fixtures::crowded(64);
    TradeOffPicture picture(view, {});
    const auto& marks = arranged(picture).marks();
    const QString all = textsOf(picture).join('\n');
    int numbered = 0;
    for (const auto& placed : marks) {
        EXPECT_TRUE(all.contains(QString::fromStdString(placed.mark->label)));
        if (placed.number == 0) continue;
        ++numbered;
        EXPECT_TRUE(all.contains(QStringLiteral("%1 %2")
                                     .arg(placed.number)
                                     .arg(QString::fromStdString(placed.mark->label))));
    }
    EXPECT_GT(numbered, 0);
}

struct Spoilt {
    const char* name;
    TradeOffMark mark;
};

class NotDrawable : public testing::TestWithParam<Spoilt> {};

TEST_P(NotDrawable, IsCountedInWords) {
    TradeOffPicture picture(
        fixtures::trade_off({mark("good", 2, 20, 40), GetParam().mark, mark("fine", 3, 20, 40)}),
        {});
    EXPECT_EQ(arranged(picture).marks().size(), 2U);
    ASSERT_EQ(picture.notes().size(), 1);
    EXPECT_THAT(picture.notes().front().toStdString(), testing::HasSubstr("GPU bad"));
    EXPECT_THAT(picture.notes().front().toStdString(), testing::StartsWith("1 "));
    EXPECT_TRUE(textsOf(picture).join(' ').contains("GPU bad"));
}

INSTANTIATE_TEST_SUITE_P(TradeOffPicture, NotDrawable,
                         testing::Values(Spoilt{"EndlessStep", mark("bad", infinity, 20, 40)},
                                         Spoilt{"NoStep", mark("bad", 0, 20, 40)},
                                         Spoilt{"NegativeStep", mark("bad", -1, 20, 40)},
                                         Spoilt{"NanStep", mark("bad", nan, 20, 40)},
                                         Spoilt{"EndlessNeed", mark("bad", 1, infinity, 40)},
                                         Spoilt{"NanNeed", mark("bad", 1, nan, 40)},
                                         Spoilt{"NoCapacity", mark("bad", 1, 20, 0)}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(TradeOffPicture, SaysSoWhenThereIsNothingToDraw) {
    TradeOffPicture picture(fixtures::trade_off({}), {});
    EXPECT_TRUE(arranged(picture).marks().empty());
    EXPECT_TRUE(textsOf(picture).contains("Nothing to draw for this plan."));
}

TEST(TradeOffPicture, OneMarkAndNoRoomAreDrawnToo) {
    TradeOffPicture one(fixtures::trade_off({mark("a", 1, 20, 20)}), {});
    EXPECT_EQ(arranged(one).marks().size(), 1U);
    TradeOffPicture cramped(fixtures::crowded(12), {});
    EXPECT_EQ(arranged(cramped, {80, 60}).marks().size(), 12U);
}

TEST(TradeOffPicture, BandWithoutNumbersLeavesTheMark) {
    TradeOffMark odd = mark("a", 1, 20, 40);
    odd.focus = true;
    odd.seconds_p10 = nan;
    odd.seconds_p90 = infinity;
    TradeOffPicture picture(fixtures::trade_off({odd}), {});
    EXPECT_EQ(arranged(picture).marks().size(), 1U);
    EXPECT_FALSE(textsOf(picture).contains("P10–P90"));
}

TEST(TradeOffRange, HoldsWhileAllMarksAreInside) {
    TradeOffView view = fixtures::crowded(6);
    const TradeOffRange range = TradeOffRange::around(view);
    EXPECT_TRUE(range.holds(view));
    view.marks[2].need_gib *= 1.2;
    EXPECT_TRUE(range.holds(view));
    view.marks[2].seconds = 10 * range.seconds_high;
    EXPECT_FALSE(range.holds(view));
    view.marks[2].seconds = infinity; // is not drawn, so moves nothing
    EXPECT_TRUE(range.holds(view));
}

TEST(TradeOffPicture, TargetsSpeakInWords) {
    TradeOffPicture picture(fixtures::trade_off({mark("a", 2, 20, 40)}), {});
    ASSERT_EQ(arranged(picture).targets().size(), 1U);
    const Target& target = picture.targets().front();
    EXPECT_EQ(target.id, "a");
    EXPECT_EQ(target.at, picture.marks().front().marker);
    EXPECT_THAT(target.spoken.toStdString(), testing::HasSubstr("20 of 40 GiB"));
}

} // namespace
} // namespace headroom
