// What charts are made of: scales, label placing, hatches, themes, marks.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/chart_pane.hpp"
#include "ui/charts/label_placer.hpp"
#include "ui/charts/marks.hpp"
#include "ui/charts/scale.hpp"
#include "ui/charts/text_run.hpp"
#include "ui/charts/texture.hpp"

#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom {
namespace {

TEST(Scale, TicksLieInsideInOrderAndAreNotCrowded) {
    EXPECT_TRUE(rc::check([] {
        const double low = std::exp2(*rc::gen::inRange(-20, 20));
        const double high = low * (1.0 + *rc::gen::inRange(0, 1'000'000) / 100.0);
        for (const auto ticks : {Scale::Ticks::one_two_three_five, Scale::Ticks::powers_of_two}) {
            const Scale scale = Scale::logarithmic(low, high, ticks);
            RC_ASSERT(scale.holds(low));
            RC_ASSERT(scale.holds(high));
            RC_ASSERT(scale.ticks().size() >= 1U);
            RC_ASSERT(scale.ticks().size() <= 8U);
            for (std::size_t i = 0; i < scale.ticks().size(); ++i) {
                const double at = scale.ticks()[i].at;
                RC_ASSERT(at >= scale.low());
                RC_ASSERT(at <= scale.high());
                if (i > 0) RC_ASSERT(at > scale.ticks()[i - 1].at);
            }
        }
    }));
}

TEST(Scale, BetweenTwentyAndSixtyThereAreTicks) { // where Qt's own log axis has none
    const Scale scale = Scale::logarithmic(20, 60, Scale::Ticks::one_two_three_five);
    QStringList labels;
    for (const Tick& tick : scale.ticks())
        labels << tick.label;
    EXPECT_GE(labels.size(), 3);
    EXPECT_TRUE(labels.contains("30"));
}

TEST(Scale, FromZeroEndsAtARoundNumber) {
    EXPECT_DOUBLE_EQ(Scale::fromZero(22.3, Scale::Ticks::one_two_three_five).high(), 25.0);
    EXPECT_DOUBLE_EQ(Scale::fromZero(50, Scale::Ticks::powers_of_two).high(), 64.0);
    EXPECT_DOUBLE_EQ(Scale::fromZero(64, Scale::Ticks::powers_of_two).high(), 64.0);
}

TEST(Numbers, HaveThreeDigitsAndATrueMinus) {
    EXPECT_EQ(shortNumber(4.738), "4.74");
    EXPECT_EQ(shortNumber(33.34), "33.3");
    EXPECT_EQ(shortNumber(1234.0), "1234");
    EXPECT_EQ(shortNumber(-2.0), QStringLiteral("−2.00"));
    EXPECT_EQ(gibNumber(24.0), "24");
    EXPECT_EQ(gibNumber(79.65), "79.7");
    EXPECT_EQ(gibNumber(0.042), "0.04");
    EXPECT_EQ(gibNumber(178.9), "179");
}

TEST(ChartPane, MapsBeforeAnythingIsShown) {
    ChartPane pane;
    pane.setAxes(Scale::fromZero(10, Scale::Ticks::one_two_three_five),
                 Scale::fromZero(100, Scale::Ticks::one_two_three_five), ChartStyle{});
    pane.place({50, 20, 400, 300});
    EXPECT_EQ(pane.map(0, 0), QPointF(50, 320));
    EXPECT_EQ(pane.map(10, 100), QPointF(450, 20));
    EXPECT_EQ(pane.map(5, 50), QPointF(250, 170));
}

QImage paintedBy(const ChartPane& pane) {
    QImage image(100, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    pane.paint(painter);
    return image;
}

bool isReddish(const QColor& colour) { return colour.red() > 200 && colour.blue() < 120; }
bool isBluish(const QColor& colour) { return colour.blue() > 200 && colour.red() < 120; }

// Qt Charts gives a series the theme's pen when it is added, and any theme wipes the pens set.
TEST(ChartPane, KeepsThePensGivenAndDrawsWhatCameLast) {
    ChartPane pane;
    const Scale ten = Scale::fromZero(10, Scale::Ticks::one_two_three_five);
    pane.setAxes(ten, ten, ChartStyle{});
    pane.place({0, 0, 100, 100});
    pane.setCurves({{{{0, 2.5}, {10, 2.5}}, QPen(Qt::red, 5)}});
    EXPECT_TRUE(isReddish(paintedBy(pane).pixelColor(50, 75)));
    pane.setCurves(
        {{{{0, 7.5}, {10, 7.5}}, QPen(Qt::blue, 5)}, {{{0, 5}, {10, 5}}, QPen(Qt::red, 5)}});
    QImage image = paintedBy(pane);
    EXPECT_TRUE(isBluish(image.pixelColor(50, 25)));
    EXPECT_TRUE(isReddish(image.pixelColor(50, 50)));
    EXPECT_FALSE(isReddish(image.pixelColor(50, 75)));
    pane.setCurves({});
    image = paintedBy(pane);
    EXPECT_FALSE(isBluish(image.pixelColor(50, 25)));
    EXPECT_FALSE(isReddish(image.pixelColor(50, 50)));
}

TEST(ChartPane, FollowsAxesAndPlaceAfterTheFirstPaint) {
    ChartPane pane;
    const Scale ten = Scale::fromZero(10, Scale::Ticks::one_two_three_five);
    pane.setAxes(ten, ten, ChartStyle{});
    pane.place({0, 0, 100, 100});
    pane.setCurves({{{{0, 5}, {10, 5}}, QPen(Qt::red, 5)}});
    paintedBy(pane);
    pane.setAxes(ten, Scale::fromZero(20, Scale::Ticks::one_two_three_five), ChartStyle{});
    EXPECT_TRUE(isReddish(paintedBy(pane).pixelColor(50, 75)));
    pane.place({0, 0, 100, 50});
    EXPECT_TRUE(isReddish(paintedBy(pane).pixelColor(50, 37)));
}

TEST(ChartPane, LeavesOutWhatIsNotFinite) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    ChartPane pane;
    pane.setAxes(Scale::fromZero(10, Scale::Ticks::one_two_three_five),
                 Scale::fromZero(10, Scale::Ticks::one_two_three_five), ChartStyle{});
    pane.setCurves({{{{0, 0}, {5, infinity}, {std::nan(""), 3}, {10, 10}}, QPen(Qt::red)}});
    pane.setBands({{{{0, 0}, {10, infinity}}, {{0, 5}, {10, 6}}, Qt::blue}});
    pane.place({0, 0, 100, 100});
    QImage image(100, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    pane.paint(painter);
    EXPECT_NE(image.pixelColor(50, 49), QColor(Qt::white)); // the line of what is left
}

TEST(ChartPane, DrawsItsAxesWhereItWasPlacedLast) {
    ChartPane pane;
    const Scale scale = Scale::fromZero(10, Scale::Ticks::one_two_three_five);
    pane.setAxes(scale, scale, ChartStyle{});
    const auto inkAt = [&](const QRectF& plot, QPoint at) {
        pane.place(plot);
        QImage image(200, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        pane.paint(painter);
        return image.pixelColor(at) != QColor(Qt::white) ||
               image.pixelColor(at + QPoint(0, 1)) != QColor(Qt::white) ||
               image.pixelColor(at - QPoint(0, 1)) != QColor(Qt::white);
    };
    EXPECT_TRUE(inkAt({20, 20, 160, 160}, {47, 180})); // on the line below, between two ticks
    EXPECT_TRUE(inkAt({20, 20, 160, 100}, {47, 120}));
    EXPECT_FALSE(inkAt({20, 20, 160, 100}, {47, 180}));
}

// A number is put together from its digits, and must be as wide as if it were not.
TEST(TextRun, IsAsWideAsTheFontSays) {
    const QFont font = ChartStyle().font();
    for (const char* text :
         {"33.3 of 79.6 GiB", "+46 GiB", "P10–P90 4.3–5.3 s", "여유 46.3 GiB", "×"})
        EXPECT_NEAR(textWidth(QString::fromUtf8(text), font),
                    QFontMetricsF(font).horizontalAdvance(QString::fromUtf8(text)), 0.75)
            << text;
    EXPECT_EQ(textWidth({}, font), 0.0);
}

// Met once it is set from pieces, the second time it comes whole: nobody must see the difference.
TEST(TextRun, NumbersLookTheSameFromPiecesAndWhole) {
    const ChartStyle style;
    const auto painted = [&](const QColor& halo) {
        QPixmap pixmap(200, 60);
        pixmap.fill(Qt::white);
        QPainter painter(&pixmap);
        const TextRun run = textAt("1234567.89 GiB", style.font(), Qt::black, {20.3, 30.6});
        if (halo.isValid())
            drawHaloText(painter, run, halo, 3.5);
        else
            drawText(painter, run);
        return pixmap.toImage();
    };
    EXPECT_EQ(painted({}), painted({}));
    const QImage first = painted(Qt::yellow), second = painted(Qt::yellow);
    EXPECT_EQ(second, painted(Qt::yellow));
    for (int y = 0; y < first.height(); ++y) // blended once more on the way: a shade at most
        for (int x = 0; x < first.width(); ++x)
            EXPECT_LE(std::abs(qGray(first.pixel(x, y)) - qGray(second.pixel(x, y))), 3);
}

TEST(Marks, LookTheSameFromTheCache) {
    const auto painted = [](bool screen) {
        QPixmap pixmap(40, 40);
        QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
        pixmap.fill(Qt::white);
        image.fill(Qt::white);
        QPainter painter(screen ? static_cast<QPaintDevice*>(&pixmap) : &image);
        painter.setRenderHint(QPainter::Antialiasing);
        for (const QPointF at : {QPointF(12.25, 12.5), QPointF(28.75, 26.0)})
            drawMark(painter, Shape::diamond, at, 5.2, {Qt::blue, true, Qt::white}, 1.6);
        painter.end();
        return screen ? pixmap.toImage() : image;
    };
    const QImage kept = painted(true), drawn = painted(false);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 40; ++x)
            EXPECT_LE(std::abs(qGray(kept.pixel(x, y)) - qGray(drawn.pixel(x, y))), 8)
                << x << ' ' << y;
}

// Words come from a cache on screen: the second time as the first, and where outlines would stand.
TEST(TextRun, LooksTheSameFromTheCacheAndStaysInItsBox) {
    const ChartStyle style;
    const auto painted = [&](QPointF at) {
        QPixmap pixmap(200, 60);
        pixmap.fill(Qt::white);
        QPainter painter(&pixmap);
        const TextRun run = textAt("H100 SXM +46 GiB", style.font(), Qt::black, at);
        drawHaloText(painter, run, Qt::white, 3.5);
        return std::pair(pixmap.toImage(), run.box);
    };
    const auto [first, box] = painted({20, 30});
    EXPECT_EQ(first, painted({20, 30}).first);
    EXPECT_EQ(first.copy(0, 0, 180, 50), painted({30, 35}).first.copy(10, 5, 180, 50));
    int ink = 0;
    for (int y = 0; y < first.height(); ++y)
        for (int x = 0; x < first.width(); ++x)
            if (qGray(first.pixel(x, y)) < 128) {
                ++ink;
                EXPECT_TRUE(box.adjusted(-1, -1, 1, 1).contains(QPointF(x + 0.5, y + 0.5)));
            }
    EXPECT_GT(ink, 50);
}

TEST(LabelPlacer, NeverCoversAnotherLabelNorLeavesTheArea) {
    EXPECT_TRUE(rc::check([] {
        const QRectF area(0, 0, 400, 300);
        LabelPlacer placer(area, 4, 1);
        std::vector<QRectF> placed;
        const int count = *rc::gen::inRange(1, 30);
        for (int i = 0; i < count; ++i) {
            const QRectF anchor(*rc::gen::inRange(0, 380), *rc::gen::inRange(0, 290), 20, 3);
            const PlacedLabel label = placer.place({anchor, {60, 26}, *rc::gen::arbitrary<bool>()});
            if (!label.isPlaced()) continue;
            RC_ASSERT(area.contains(label.rect));
            for (const QRectF& other : placed)
                RC_ASSERT(!label.rect.intersects(other));
            placed.push_back(label.rect);
        }
        RC_ASSERT(!placed.empty());
    }));
}

TEST(LabelPlacer, GoesToTheRightFirstAndBelowWhenAsked) {
    const QRectF anchor(190, 150, 20, 3);
    LabelPlacer free({0, 0, 400, 300}, 4, 1);
    EXPECT_EQ(free.place({anchor, {60, 26}, false}).side, LabelSide::right);
    EXPECT_EQ(free.place({anchor, {60, 26}, false}).side, LabelSide::left);
    LabelPlacer another({0, 0, 400, 300}, 4, 1);
    EXPECT_EQ(another.place({anchor, {60, 26}, true}).side, LabelSide::bottom);
}

TEST(Hatch, LinesStayInsideOfTheirArea) {
    EXPECT_TRUE(rc::check([] {
        const QRectF area(10, 20, *rc::gen::inRange(1, 200), *rc::gen::inRange(1, 200));
        const double pitch = *rc::gen::inRange(1, 20);
        const QRectF allowed = area.adjusted(-1e-9, -1e-9, 1e-9, 1e-9);
        for (const Slant slant : {Slant::up, Slant::down})
            for (const QLineF& line : slantedLines(area, slant, pitch)) {
                RC_ASSERT(allowed.contains(line.p1()));
                RC_ASSERT(allowed.contains(line.p2()));
                RC_ASSERT(std::abs(std::abs(line.dx()) - std::abs(line.dy())) < 1e-9);
            }
    }));
}

TEST(Marks, GenerationsOfOneShapeShareTheirName) {
    for (int a = 0; a <= static_cast<int>(GpuGeneration::apple); ++a)
        for (int b = 0; b <= static_cast<int>(GpuGeneration::apple); ++b) {
            const Family one = familyOf(static_cast<GpuGeneration>(a));
            const Family other = familyOf(static_cast<GpuGeneration>(b));
            EXPECT_EQ(one.shape == other.shape, std::string(one.name) == other.name);
        }
}

double luminance(const QColor& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) { // WCAG 2.1, 1.4.3
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

TEST(Theme, TextAndEdgesHaveEnoughContrast) {
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        for (const QColor& ground : {theme.base, theme.win})
            for (const QColor& text : {theme.ink, theme.ink2, theme.ink3, theme.acc, theme.fit.text,
                                       theme.tight.text, theme.no.text, theme.not_legal.text})
                EXPECT_GE(contrast(text, ground), 4.5) << text.name().toStdString();
        for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryTerm::count) + 2; ++i) {
            const TermStyle style = theme.memoryPiece(i);
            EXPECT_GE(std::max(contrast(style.fill, theme.base), contrast(style.edge, theme.base)),
                      3.0)
                << i << (theme.is_dark ? " dark" : " light");
        }
    }
}

TEST(Theme, NoTwoTermsOfOneBarLookTheSame) {
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        std::set<std::pair<QRgb, Texture>> memory, step;
        for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryTerm::count) + 2; ++i)
            memory.emplace(theme.memoryPiece(i).fill.rgb(), theme.memoryPiece(i).texture);
        for (std::size_t i = 0; i < static_cast<std::size_t>(StepTerm::count); ++i)
            step.emplace(theme.stepPiece(i).fill.rgb(), theme.stepPiece(i).texture);
        EXPECT_EQ(memory.size(), static_cast<std::size_t>(MemoryTerm::count) + 2);
        EXPECT_EQ(step.size(), static_cast<std::size_t>(StepTerm::count));
    }
}

} // namespace
} // namespace headroom
