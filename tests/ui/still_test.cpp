// Exports: size on paper, resolution, every label in every format.
#include "tests/ui/chart_fixtures.hpp"
#include "ui/charts/still.hpp"
#include "ui/charts/trade_off_picture.hpp"

#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

#include <limits>

namespace headroom {
namespace {

struct Paper {
    const char* name;
    double width_mm;
    int dpi;
    QSize pixels;
};

class StillImage : public testing::TestWithParam<Paper> {};

TEST_P(StillImage, HasItsSizeAndResolution) {
    TradeOffPicture picture(fixtures::crowded(12), {});
    const QImage image =
        stillImage(picture, {.width_mm = GetParam().width_mm, .dpi = GetParam().dpi});
    EXPECT_EQ(image.size(), GetParam().pixels);
    EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, GetParam().dpi, 0.02);
    EXPECT_NEAR(image.dotsPerMeterY() * 0.0254, GetParam().dpi, 0.02);
    EXPECT_FALSE(image.hasAlphaChannel());
    EXPECT_EQ(image.pixelColor(0, 0), QColor(Qt::white));
}

INSTANTIATE_TEST_SUITE_P(Sizes, StillImage,
                         testing::Values(Paper{"Usual", 160, 300, {1890, 1250}},
                                         Paper{"Column", 80, 600, {1890, 1250}},
                                         Paper{"Screen", 160, 96, {605, 400}}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Still, TextIsSevenPointsAtEverySizeAndResolution) {
    for (const StillOptions& options :
         {StillOptions{.width_mm = 160, .dpi = 300}, StillOptions{.width_mm = 300, .dpi = 72}}) {
        TradeOffPicture picture(fixtures::crowded(6), {});
        const QImage image = stillImage(picture, options);
        const double points_per_unit = options.width_mm / 25.4 * 72.0 / picture.size().width();
        const QFont text = picture.runs()[1].font; // the settings line
        EXPECT_NEAR(text.pixelSize() * points_per_unit, 7.0, 0.05);
        const QFont title = picture.runs()[0].font;
        EXPECT_NEAR(title.pixelSize() * points_per_unit, 9.8, 0.05);
    }
}

TEST(Still, TextGrowsByTheScaleAskedForAndThePaperDoesNot) {
    TradeOffPicture usual(fixtures::crowded(6), {}), large(fixtures::crowded(6), {});
    const QImage one = stillImage(usual, {.height_mm = 120});
    const QImage two = stillImage(large, {.height_mm = 120, .text_scale = 2.0});
    EXPECT_EQ(one.size(), two.size());
    EXPECT_NEAR(large.runs()[1].font.pixelSize(), 2.0 * usual.runs()[1].font.pixelSize(), 1.0);
    EXPECT_TRUE(checkStill({.text_scale = 0.0}));
    EXPECT_TRUE(checkStill({.text_scale = std::numeric_limits<double>::infinity()}));
}

TEST(Still, SvgParsesHasItsSizeAndAllLabels) {
    const TradeOffView view = fixtures::crowded(24);
    TradeOffPicture picture(view, {});
    QXmlStreamReader reader(stillSvg(picture, {}));
    QString texts;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QLatin1String("svg")) {
            EXPECT_EQ(reader.attributes().value("width"), QLatin1String("160mm"));
        }
        if (reader.isCharacters()) texts += reader.text();
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    for (const TradeOffMark& mark : view.marks) {
        EXPECT_TRUE(texts.contains(QString::fromStdString(mark.label))) << mark.label;
        EXPECT_TRUE(texts.contains(QString::fromStdString(mark.headroom_text)));
    }
    for (const std::string& words : {view.title, view.subtitle, view.footer_left, view.footer_right,
                                     view.x_title, view.y_title})
        EXPECT_TRUE(texts.contains(QString::fromStdString(words))) << words;
}

TEST(Still, FooterTakesASecondLineRatherThanRunIntoItself) {
    TradeOffView view = fixtures::crowded(3);
    for (const std::size_t length : {10U, 90U}) {
        view.footer_left = std::string(length, 's');
        view.footer_right = std::string(50, 'p');
        TradeOffPicture picture(view, {});
        stillImage(picture, {});
        const auto boxOf = [&](const std::string& words) {
            for (const TextRun& run : picture.runs())
                if (run.text == QString::fromStdString(words)) return run.box;
            return QRectF();
        };
        const QRectF left = boxOf(view.footer_left), right = boxOf(view.footer_right);
        EXPECT_FALSE(left.isEmpty());
        EXPECT_FALSE(left.intersects(right)) << length;
        EXPECT_EQ(left.bottom() < right.top(), length == 90) << length;
    }
}

TEST(Still, WritesEveryFormatByItsEnding) {
    const QTemporaryDir folder;
    for (const auto& [ending, magic] :
         {std::pair(".png", "\x89PNG"), std::pair(".svg", "<?xml"), std::pair(".PDF", "%PDF")}) {
        TradeOffPicture picture(fixtures::crowded(3), {});
        const QString path = folder.filePath(QString("chart") + ending);
        EXPECT_FALSE(writeStill(picture, path.toStdString(), {}));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << ending;
        EXPECT_TRUE(file.readAll().startsWith(magic)) << ending;
    }
}

TEST(Still, RefusesWhatCannotBeDrawnOrWritten) {
    TradeOffPicture picture(fixtures::crowded(3), {});
    const QTemporaryDir folder;
    const auto in_folder = [&](const char* name) { return folder.filePath(name).toStdString(); };
    EXPECT_TRUE(writeStill(picture, in_folder("chart.gif"), {}));
    EXPECT_TRUE(writeStill(picture, in_folder("none/chart.png"), {}));
    EXPECT_TRUE(writeStill(picture, in_folder("chart.png"), {.width_mm = 5}));
    EXPECT_TRUE(writeStill(picture, in_folder("chart.png"), {.dpi = 0}));
    EXPECT_TRUE(writeStill(picture, in_folder("chart.png"), {.width_mm = 2000, .dpi = 2400}));
    EXPECT_FALSE(QFile::exists(folder.filePath("chart.png")));
}

TEST(Still, GrowsWithItsRowsWhereTheHeightIsLeftOpen) {
    class Tall final : public Picture {
      public:
        Tall() : Picture({}) {}
        double leastHeight(double, const ChartStyle&) const override { return 20'000.0; }

      protected:
        void arrangeBody(const QRectF&) override {}
        void paintBody(QPainter&) const override {}
    };
    // 20,000 painter units: 2000 design pixels of 7/11 point each.
    EXPECT_NEAR(stillSizeMm(Tall(), {}).height(), 2000.0 * 7.0 / 11.0 / 72.0 * 25.4, 0.01);
    EXPECT_DOUBLE_EQ(stillSizeMm(Tall(), {.height_mm = 90}).height(), 90.0);
}

} // namespace
} // namespace headroom
