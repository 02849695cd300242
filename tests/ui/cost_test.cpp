// The cost chart: lengths against amounts, what has no price, where owning pays off; then the tab,
// its prices and the table of GPUs as people use them.
#include "tests/support/process.hpp"
#include "tests/ui/window_fixtures.hpp"
#include "ui/charts/cost_picture.hpp"
#include "ui/panels/funding_dialog.hpp"
#include "ui/panels/gpu_table_page.hpp"
#include "ui/widgets/choice_box.hpp"

#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>
#include <gmock/gmock.h>

#include <algorithm>

namespace headroom {
namespace {

using fixtures::Explorer;

constexpr QSizeF screen{1090, 640};

CostRow costs(const std::string& gpu, double on_demand, double spot) {
    CostRow row;
    row.gpu = gpu;
    row.label = "GPU " + gpu;
    row.run = "8 days";
    for (const Purchase purchase : all_purchases)
        row.amounts[static_cast<std::size_t>(purchase)] = {purchase, 0.0, "no price"};
    if (on_demand > 0.0) row.amounts[0] = {Purchase::on_demand, on_demand, "$dear"};
    if (spot > 0.0) row.amounts[1] = {Purchase::spot, spot, "$cheap"};
    return row;
}

CostView made(std::vector<CostRow> rows) {
    CostView view;
    view.title = "Cost of the run";
    view.rows_title = "On 8";
    view.amount_title = "dollars";
    view.run_title = "run";
    view.purchase_names = {"on demand", "spot", "1 year", "3 years", "owned"};
    view.rows = std::move(rows);
    view.own_title = "Rent or own";
    view.months_title = "months";
    view.paid_title = "paid";
    view.months = 48.0;
    view.curves = {{Purchase::on_demand, "on demand", {0.0, 48.0}, {0.0, 480.0}},
                   {Purchase::owned, "owned", {0.0, 48.0}, {240.0, 288.0}}};
    view.crossings = {{Purchase::owned, Purchase::on_demand, 26.7, 267.0, "27 months"}};
    view.parts = {{CostPart::Kind::computing, "computing", "$3", 3.0},
                  {CostPart::Kind::idle, "idle GPUs", "$1", 1.0}};
    view.facts = {{"owning breaks even", "27 months"}};
    return view;
}

void arrange(Picture& picture, QSizeF size = screen) {
    picture.arrange(size, ChartStyle{});
    QImage image(size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    picture.paint(painter);
}

bool says(const Picture& picture, const QString& words) {
    return std::ranges::any_of(picture.runs(),
                               [&](const TextRun& run) { return run.text.contains(words); });
}

TEST(CostPicture, MarksLieWhereTheirAmountsAre) {
    CostPicture picture(made({costs("a", 4000, 1000), costs("b", 2000, 500)}));
    arrange(picture);
    ASSERT_EQ(picture.rows().size(), 2U);
    const double left = picture.runsPlot().left();
    const auto& first = picture.rows()[0].marks;
    const auto& second = picture.rows()[1].marks;
    ASSERT_EQ(first.size(), 2U); // what has no price has no mark
    EXPECT_NEAR((first[0].at.x() - left) / (first[1].at.x() - left), 4.0, 1e-9);
    EXPECT_NEAR((first[0].at.x() - left) / (second[0].at.x() - left), 2.0, 1e-9);
}

TEST(CostPicture, ADearCardStandsAtTheEdgeWithItsAmount) {
    CostPicture picture(made({costs("a", 1000, 500), costs("b", 1100, 500), costs("c", 1200, 500),
                              costs("dear", 90'000, 600)}));
    arrange(picture);
    const CostPicture::Mark& dear = picture.rows()[3].marks[0];
    EXPECT_TRUE(dear.beyond);
    EXPECT_DOUBLE_EQ(dear.at.x(), picture.runsPlot().right());
    EXPECT_GT(picture.rows()[2].marks[0].at.x(), picture.runsPlot().center().x());
}

TEST(CostPicture, WhatHasNoPriceSaysSo) {
    CostPicture picture(made({costs("a", 1000, 500), costs("none", 0, 0)}));
    arrange(picture);
    EXPECT_TRUE(picture.rows()[1].marks.empty());
    EXPECT_TRUE(says(picture, "no price"));
}

TEST(CostPicture, TheCrossingLiesOnBothCurves) {
    CostPicture picture(made({costs("a", 1000, 500)}));
    arrange(picture);
    ASSERT_EQ(picture.crossings().size(), 1U);
    const QPointF at = picture.crossings()[0].at;
    const QRectF plot = picture.ownPlot();
    EXPECT_TRUE(plot.contains(at));
    EXPECT_NEAR((at.x() - plot.left()) / plot.width(), 26.7 / 48.0, 1e-6);
    EXPECT_TRUE(says(picture, "27 months"));
}

TEST(CostPicture, RowsThatFindNoRoomAreCounted) {
    std::vector<CostRow> rows;
    for (int i = 0; i < 40; ++i)
        rows.push_back(costs(std::to_string(i), 1000.0 + i, 500.0));
    rows.back().focus = true;
    CostPicture picture(made(rows));
    arrange(picture, {900, 300});
    const auto shown = std::ranges::count_if(picture.rows(), &CostPicture::Row::shown);
    EXPECT_LT(shown, 40);
    EXPECT_TRUE(picture.rows().back().shown); // the one in focus
    EXPECT_TRUE(says(picture, QString::number(40 - shown)));
    EXPECT_GT(picture.leastHeight(900, ChartStyle{}), 300.0);
}

TEST(CostPicture, TextStaysInsideAtEveryUsualSize) {
    CostView view = made({costs("a", 4000, 1000), costs("b", 2000, 500)});
    for (const QSizeF size : {QSizeF(760, 460), QSizeF(1090, 640), QSizeF(1500, 900)}) {
        CostPicture picture(view);
        arrange(picture, size);
        for (const TextRun& run : picture.runs()) {
            EXPECT_GE(run.box.left(), 0.0) << run.text.toStdString();
            EXPECT_LE(run.box.right(), size.width()) << run.text.toStdString();
        }
    }
}

TEST(CostPicture, EachHalfStandsAlone) {
    for (const CostContent content : {CostContent::runs, CostContent::rent_or_own}) {
        CostPicture picture(made({costs("a", 4000, 1000)}), {content});
        arrange(picture);
        EXPECT_EQ(says(picture, "On 8"), content == CostContent::runs);
        EXPECT_EQ(says(picture, "Rent or own"), content == CostContent::rent_or_own);
    }
}

// --- the tabs

int tabNamed(const QTabBar& tabs, const QString& name) {
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.tabText(i) == name) return i;
    return -1;
}

struct Shopper : Explorer {
    Shopper() {
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    void open(const QString& tab) {
        window.tabs()->setCurrentIndex(tabNamed(*window.tabs(), tab));
        frame();
    }
    FundingDialog& prices() {
        auto* button = window.findChild<QPushButton*>(QStringLiteral("prices"));
        QTest::mouseClick(button, Qt::LeftButton);
        frame();
        return *window.findChild<FundingDialog*>();
    }
    static QLineEdit& field(const FundingDialog& dialog, const QString& name) {
        for (auto* edit : dialog.findChildren<QLineEdit*>())
            if (edit->accessibleName() == name) return *edit;
        ADD_FAILURE() << "no field " << name.toStdString();
        static QLineEdit none;
        return none;
    }
};

TEST(CostTab, TheWayOfPayingIsChosenAndUndone) {
    Shopper user;
    user.open(QStringLiteral("Cost"));
    const double before = *user.session.estimate().money.total / units::USD;
    ChoiceBox* paid = nullptr;
    for (auto* box : user.window.currentPage()->findChildren<ChoiceBox*>())
        if (box->accessibleName() == QStringLiteral("Paid")) paid = box;
    ASSERT_NE(paid, nullptr);
    paid->setFocus();
    QTest::keyClick(paid, Qt::Key_Down); // spot
    user.frame();
    EXPECT_EQ(user.session.scenario().funding.purchase, Purchase::spot);
    EXPECT_LT(*user.session.estimate().money.total / units::USD, before);
    user.session.undo();
    user.frame();
    EXPECT_EQ(user.session.scenario().funding.purchase, Purchase::on_demand);
    EXPECT_EQ(paid->currentText(), QStringLiteral("on demand"));
}

TEST(CostTab, PricesAreTypedAndBadOnesAreTold) {
    Shopper user;
    user.open(QStringLiteral("Cost"));
    FundingDialog& dialog = user.prices();
    QLineEdit& rent = Shopper::field(dialog, QStringLiteral("On demand"));
    EXPECT_TRUE(rent.toolTip().contains(QStringLiteral("confidence")));
    rent.setText(QStringLiteral("cheap"));
    dialog.accept();
    EXPECT_TRUE(dialog.isVisible());
    rent.setText(QStringLiteral("$2/h"));
    Shopper::field(dialog, QStringLiteral("Currency")).setText(QStringLiteral("KRW"));
    Shopper::field(dialog, QStringLiteral("For one US dollar")).setText(QStringLiteral("1380"));
    dialog.accept();
    user.frame();
    const Scenario& now = user.session.scenario();
    EXPECT_DOUBLE_EQ(now.cluster.rent.value / units::USD_per_hour, 2.0);
    EXPECT_EQ(now.cluster.rent.citation, 0U);
    EXPECT_EQ(now.funding.currency, (Currency{"KRW", 1380.0}));
    EXPECT_NE(now.cluster.prices.spot.citation, 0U); // not touched: its source stays
    EXPECT_TRUE(user.window.currentPage()->tableView().rows.front()[2].find("₩") !=
                std::string::npos);
}

TEST(CostTab, AnEmptyPriceIsNotKnown) {
    Shopper user;
    user.open(QStringLiteral("Cost"));
    FundingDialog& dialog = user.prices();
    Shopper::field(dialog, QStringLiteral("On demand")).clear();
    dialog.accept();
    user.frame();
    EXPECT_FALSE(user.session.estimate().money.priced);
}

TEST(GpuTable, SortsByAnyColumnAndFocusesARow) {
    Shopper user;
    user.open(QStringLiteral("GPUs"));
    auto* page = user.window.findChild<GpuTablePage*>();
    ASSERT_NE(page, nullptr);
    QTableWidget& table = *page->table();
    EXPECT_EQ(table.rowCount(), static_cast<int>(user.session.points().size()));
    constexpr int vram = 4;
    QHeaderView& header = *table.horizontalHeader();
    const QPoint title(header.sectionViewportPosition(vram) + header.sectionSize(vram) / 2,
                       header.height() / 2);
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, title);
    const auto capacity = [&](int row) { return table.item(row, vram)->text().toDouble(); };
    const bool ascending = header.sortIndicatorOrder() == Qt::AscendingOrder;
    for (int row = 1; row < table.rowCount(); ++row) {
        if (ascending) {
            EXPECT_LE(capacity(row - 1), capacity(row));
        } else {
            EXPECT_GE(capacity(row - 1), capacity(row));
        }
    }
    EXPECT_EQ(page->sortChoice()->currentText(), QStringLiteral("VRAM and bandwidth: VRAM, GiB"));
    const QString last = table.item(table.rowCount() - 1, 0)->text();
    emit table.cellActivated(table.rowCount() - 1, 0);
    user.frame();
    EXPECT_EQ(QString::fromStdString(user.session.scenario().cluster.gpu.short_name), last);
    EXPECT_EQ(page->plain().rows.size(), static_cast<std::size_t>(table.rowCount()));
}

TEST(ExportCommandLineOf, TheCostChart) {
    const test::ScratchFolder scratch;
    const std::string picture = (scratch / "cost.svg").string();
    const test::Ran ran =
        test::run_program(HEADROOM_GUI, {"--export", "cost", "--output", picture, "--lang", "ko",
                                         test::preset_scenario("llama-3.1-8b-on-8-h100")});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(test::read_all(picture), testing::HasSubstr("<svg"));
}

} // namespace
} // namespace headroom
