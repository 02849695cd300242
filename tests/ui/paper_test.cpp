// Exports of the real presets: the same layout at every resolution, every word on the page and
// apart from the others, and always the state shown, settled.
#include "core/present/views.hpp"
#include "tests/ui/window_fixtures.hpp"
#include "ui/charts/bars_picture.hpp"
#include "ui/charts/still.hpp"
#include "ui/charts/sweep_picture.hpp"
#include "ui/charts/trade_off_picture.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace headroom {
namespace {

enum class Kind : std::uint8_t { trade_off, both_bars, memory_bars, step_bars, sweep };

struct Page {
    const char* name;
    Kind kind;
    std::size_t gpus;
    Language language;
};

std::vector<GpuPoint> pointsOf(std::size_t count) {
    const Catalog& catalog = fixtures::presets();
    std::vector<std::string> ids = catalog.default_view;
    for (const GpuSpec& gpu : catalog.gpus)
        if (std::ranges::find(ids, gpu.id) == ids.end()) ids.push_back(gpu.id);
    ids.resize(std::min(ids.size(), count));
    return across_gpus(fixtures::example(), ids, catalog);
}

std::unique_ptr<Picture> pictureOf(const Page& page) {
    const Catalog& catalog = fixtures::presets();
    const Scenario scenario = fixtures::example();
    const std::vector<GpuPoint> points = pointsOf(page.gpus);
    const auto bars = [&](BarsContent content) {
        return std::make_unique<BarsPicture>(
            bars_view(scenario, points, catalog, page.language, "0123abcd"),
            BarsOptions{.content = content});
    };
    switch (page.kind) {
    case Kind::both_bars: return bars(BarsContent::both);
    case Kind::memory_bars: return bars(BarsContent::memory);
    case Kind::step_bars: return bars(BarsContent::step_time);
    case Kind::sweep:
        return std::make_unique<SweepPicture>(sweep_view(scenario, Axis::sequence,
                                                         sweep(scenario, Axis::sequence), catalog,
                                                         page.language, "0123abcd"));
    case Kind::trade_off: break;
    }
    return std::make_unique<TradeOffPicture>(
        trade_off_view(scenario, points, catalog, page.language, "0123abcd"), TradeOffOptions{});
}

StillOptions optionsOf(const Page& page, int dpi) {
    return {.dpi = dpi, .language = page.language};
}

/// The page in millimetres for each unit that the picture was laid out in.
double mmPerUnit(const Picture& picture, const StillOptions& options) {
    return options.width_mm / picture.size().width();
}

class OnPaper : public testing::TestWithParam<Page> {};

TEST_P(OnPaper, EveryWordIsOnThePageAndApartFromTheOthers) {
    const auto picture = pictureOf(GetParam());
    stillImage(*picture, optionsOf(GetParam(), 100));
    const QRectF page(QPointF(), picture->size());
    const double slack = 0.5 * picture->size().width() / 1000.0; // half a thousandth of the width
    const auto& runs = picture->runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_TRUE(page.contains(runs[i].box)) << runs[i].text.toStdString();
        const QRectF box = runs[i].box.adjusted(slack, slack, -slack, -slack);
        for (std::size_t k = 0; k < i; ++k)
            EXPECT_FALSE(box.intersects(runs[k].box.adjusted(slack, slack, -slack, -slack)))
                << runs[i].text.toStdString() << " | " << runs[k].text.toStdString();
    }
}

TEST_P(OnPaper, LayoutInMillimetresIsTheSameAtEveryResolution) {
    const auto picture = pictureOf(GetParam());
    std::vector<QRectF> first;
    QSizeF size_mm;
    for (const int dpi : {100, 300, 600}) {
        const StillOptions options = optionsOf(GetParam(), dpi);
        const QImage image = stillImage(*picture, options);
        const QSizeF image_mm = QSizeF(image.size()) / dpi * 25.4;
        if (size_mm.isEmpty()) size_mm = stillSizeMm(*picture, options);
        EXPECT_NEAR(image_mm.width(), size_mm.width(), 0.6 * 25.4 / dpi);
        EXPECT_NEAR(image_mm.height(), size_mm.height(), 0.6 * 25.4 / dpi);
        EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, dpi, 0.02);
        const double mm = mmPerUnit(*picture, options);
        std::vector<QRectF> boxes;
        for (const TextRun& run : picture->runs())
            boxes.emplace_back(run.box.topLeft() * mm, run.box.size() * mm);
        if (first.empty()) first = boxes;
        ASSERT_EQ(boxes.size(), first.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            EXPECT_NEAR(boxes[i].left(), first[i].left(), 0.01);
            EXPECT_NEAR(boxes[i].bottom(), first[i].bottom(), 0.01);
            EXPECT_NEAR(boxes[i].width(), first[i].width(), 0.01);
        }
    }
}

/// Where on the page (as shares of it) there is ink, in cells of two millimetres.
std::vector<bool> inkOf(const QImage& image, QSizeF mm) {
    constexpr double cell = 2.0;
    const int columns = static_cast<int>(mm.width() / cell);
    const int rows = static_cast<int>(mm.height() / cell);
    std::vector<bool> ink(static_cast<std::size_t>(columns * rows));
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        const int row = y * rows / image.height();
        for (int x = 0; x < image.width(); ++x)
            if (qGray(line[x]) < 140)
                ink[static_cast<std::size_t>(row * columns + x * columns / image.width())] = true;
    }
    return ink;
}

TEST_P(OnPaper, InkStandsAtTheSamePlacesAtEveryResolution) {
    const auto picture = pictureOf(GetParam());
    const QSizeF mm = stillSizeMm(*picture, {});
    const auto coarse = inkOf(stillImage(*picture, optionsOf(GetParam(), 150)), mm);
    const auto fine = inkOf(stillImage(*picture, optionsOf(GetParam(), 300)), mm);
    ASSERT_EQ(coarse.size(), fine.size());
    std::size_t differing = 0;
    for (std::size_t i = 0; i < fine.size(); ++i)
        differing += coarse[i] != fine[i] ? 1 : 0;
    EXPECT_LT(static_cast<double>(differing) / static_cast<double>(fine.size()), 0.06);
}

INSTANTIATE_TEST_SUITE_P(
    Charts, OnPaper,
    testing::Values(Page{"TradeOff12", Kind::trade_off, 12, Language::english},
                    Page{"TradeOff40", Kind::trade_off, 40, Language::english},
                    Page{"TradeOff40Korean", Kind::trade_off, 40, Language::korean},
                    Page{"Bars12", Kind::both_bars, 12, Language::english},
                    Page{"Bars40", Kind::both_bars, 40, Language::english},
                    Page{"Bars40Korean", Kind::both_bars, 40, Language::korean},
                    Page{"Memory40", Kind::memory_bars, 40, Language::english},
                    Page{"Step40Korean", Kind::step_bars, 40, Language::korean},
                    Page{"Sweep", Kind::sweep, 12, Language::english},
                    Page{"SweepKorean", Kind::sweep, 12, Language::korean}),
    [](const auto& page) { return std::string(page.param.name); });

TEST(OnPaper, ExportRightAfterADragIsThatOfAFreshWindow) {
    fixtures::Explorer dragged;
    dragged.session.beginDrag(Axis::sequence);
    for (const double value : {1024.0, 65536.0, 16384.0})
        dragged.session.moveAxis(Axis::sequence, value);
    dragged.frame();
    // Edges of letters may differ by a grey from one drawing to the next: where things stand
    // counts.
    const auto drawn = [](const fixtures::Explorer& explorer) {
        auto still = explorer.window.currentPage()->chart()->still();
        stillImage(*still, {});
        return still;
    };
    const auto at_once = drawn(dragged);
    fixtures::Explorer fresh;
    fresh.session.setScenario(dragged.session.scenario());
    fresh.frame();
    const auto expected = drawn(fresh);
    ASSERT_EQ(at_once->runs().size(), expected->runs().size());
    for (std::size_t i = 0; i < expected->runs().size(); ++i) {
        const TextRun &run = at_once->runs()[i], &other = expected->runs()[i];
        EXPECT_EQ(run.text, other.text);
        EXPECT_EQ(run.box, other.box) << run.text.toStdString();
        EXPECT_EQ(run.colour, other.colour) << run.text.toStdString();
    }
    ASSERT_EQ(at_once->targets().size(), expected->targets().size());
    for (std::size_t i = 0; i < expected->targets().size(); ++i) {
        EXPECT_EQ(at_once->targets()[i].spoken, expected->targets()[i].spoken);
        EXPECT_EQ(at_once->targets()[i].at, expected->targets()[i].at);
    }
}

} // namespace
} // namespace headroom
