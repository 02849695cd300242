// The calibration of a plan in the window: ticks, the switch, files.
#include "tests/ui/window_fixtures.hpp"
#include "ui/panels/calibration_dialog.hpp"

#include <QPushButton>
#include <QRadioButton>
#include <QTableWidget>

namespace headroom {
namespace {

using fixtures::Explorer;

SiteCalibration slowProducts() {
    SiteCalibration site;
    site.name = "cluster A";
    site.created = "2026-11-30";
    site.applies_to.gpu = "h100-sxm";
    SiteValue eta;
    eta.dtype = Precision::bf16;
    eta.value = 0.5;
    eta.preset = 0.81;
    SiteValue floor;
    floor.parameter = SiteParameter::kernel_floor;
    floor.value = 2.4e-6;
    floor.use = false;
    floor.doubts = {"unsteady"};
    site.values = {eta, floor};
    return site;
}

void give(Explorer& explorer, const SiteCalibration& site) {
    Scenario scenario = explorer.session.scenario();
    scenario.site = Shared(site);
    explorer.session.setScenario(scenario);
    explorer.frame();
}

Seconds step(const Explorer& explorer) { return explorer.session.estimate().step.total.expected; }

TEST(CalibrationDialog, TickIsAStepOfUndo) {
    Explorer explorer;
    const Seconds presets = step(explorer);
    give(explorer, slowProducts());
    const Seconds slow = step(explorer);
    EXPECT_GT(slow, presets);
    CalibrationDialog dialog(explorer.session);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    ASSERT_EQ(dialog.table()->rowCount(), 2);
    EXPECT_EQ(dialog.table()->item(1, 0)->checkState(), Qt::Unchecked);
    EXPECT_FALSE(dialog.table()->item(1, 0)->toolTip().isEmpty());
    dialog.table()->item(0, 0)->setCheckState(Qt::Unchecked);
    explorer.frame();
    EXPECT_EQ(step(explorer), presets);
    explorer.session.undo();
    explorer.frame();
    EXPECT_EQ(step(explorer), slow);
    EXPECT_EQ(dialog.table()->item(0, 0)->checkState(), Qt::Checked);
}

TEST(CalibrationDialog, SwitchesBetweenPresetAndCalibrated) {
    Explorer explorer;
    const Seconds presets = step(explorer);
    give(explorer, slowProducts());
    CalibrationDialog dialog(explorer.session);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    EXPECT_TRUE(dialog.calibratedSwitch()->isChecked());
    dialog.presetSwitch()->click();
    explorer.frame();
    EXPECT_EQ(step(explorer), presets);
    EXPECT_FALSE(explorer.session.scenario().site->on);
    dialog.calibratedSwitch()->click();
    explorer.frame();
    EXPECT_GT(step(explorer), presets);
    dialog.remove();
    explorer.frame();
    EXPECT_FALSE(explorer.session.scenario().site);
    EXPECT_EQ(dialog.table()->rowCount(), 0);
}

TEST(CalibrationDialog, SavesAndOpensAFile) {
    Explorer explorer;
    give(explorer, slowProducts());
    const SiteCalibration before = *explorer.session.scenario().site;
    CalibrationDialog dialog(explorer.session);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.json"));
    ASSERT_TRUE(dialog.saveFile(path));
    dialog.remove();
    ASSERT_TRUE(dialog.openFile(path));
    EXPECT_EQ(*explorer.session.scenario().site, before);
    const Scenario scenario = explorer.session.scenario();
    EXPECT_FALSE(dialog.openFile(folder.filePath(QStringLiteral("none.json"))));
    EXPECT_EQ(explorer.session.scenario(), scenario);
}

} // namespace
} // namespace headroom
