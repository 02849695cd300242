// Ladder, measured runs and readiness in the window, used as people do.
#include "core/explore/ladder.hpp"
#include "tests/ui/window_fixtures.hpp"
#include "ui/panels/ladder_panel.hpp"
#include "ui/panels/readiness_dialog.hpp"
#include "ui/panels/runs_dialog.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

namespace headroom {
namespace {

using fixtures::Explorer;

/// The ladder follows a moment after the plan.
void waitForLadder(Explorer& explorer) {
    EXPECT_TRUE(QTest::qWaitFor([&explorer] {
        return explorer.window.ladder()->ladder().start == explorer.session.scenario();
    }));
}

QList<QPushButton*> applyButtons(const Explorer& explorer) {
    return explorer.window.ladder()->findChildren<QPushButton*>(QStringLiteral("apply-rung"));
}

TEST(LadderPanel, AppliesARungAsOneStepOfUndo) {
    Explorer explorer;
    ASSERT_TRUE(explorer.window.ladder()->isVisible());
    const Ladder before = explorer.window.ladder()->ladder();
    ASSERT_FALSE(before.taken.empty());
    const auto buttons = applyButtons(explorer);
    ASSERT_EQ(static_cast<std::size_t>(buttons.size()),
              before.taken.size() + before.redefinitions.size());
    QTest::mouseClick(buttons.front(), Qt::LeftButton);
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario(), before.taken.front().after);
    waitForLadder(explorer);
    explorer.session.undo();
    EXPECT_EQ(explorer.session.scenario(), before.start);
    waitForLadder(explorer);
}

TEST(LadderPanel, SaysWhyOnlyWhenAsked) {
    Explorer explorer;
    auto* panel = explorer.window.ladder();
    auto* details = panel->findChild<QLabel*>(QStringLiteral("rung-details"));
    auto* why = panel->findChild<QToolButton*>(QStringLiteral("why-rung"));
    ASSERT_NE(details, nullptr);
    ASSERT_NE(why, nullptr);
    EXPECT_FALSE(details->isVisible());
    QTest::mouseClick(why, Qt::LeftButton);
    EXPECT_TRUE(details->isVisible());
    EXPECT_TRUE(details->text().startsWith(QStringLiteral("IF ")));
}

/// Climbing takes hundreds of estimates: not in each frame of a drag.
TEST(LadderPanel, WaitsForTheEndOfADrag) {
    Explorer explorer;
    const Scenario before = explorer.window.ladder()->ladder().start;
    explorer.session.beginDrag(Axis::sequence);
    explorer.session.moveAxis(Axis::sequence, 4096);
    explorer.frame();
    EXPECT_EQ(explorer.window.ladder()->ladder().start, before);
    explorer.session.endDrag();
    waitForLadder(explorer);
}

TEST(LadderPanel, KeepsTheLastLadderOfAPlanThatIsNotLegal) {
    Explorer explorer;
    const Scenario legal = explorer.session.scenario();
    Scenario broken = legal;
    broken.training.tensor_parallel = 3;
    explorer.session.setScenario(broken);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !applyButtons(explorer).front()->isEnabled(); }));
    EXPECT_EQ(explorer.window.ladder()->ladder().start, legal);
    explorer.session.undo();
    EXPECT_TRUE(QTest::qWaitFor([&] { return applyButtons(explorer).front()->isEnabled(); }));
}

TEST(RunsDialog, LogsARunUnderThePresentConditions) {
    Explorer explorer;
    RunsDialog* dialog = new RunsDialog(explorer.session, &explorer.window);
    dialog->show();
    dialog->logRun();
    auto* form = dialog->findChild<RunForm*>();
    ASSERT_NE(form, nullptr);
    for (QLineEdit* field : form->findChildren<QLineEdit*>()) {
        if (field->accessibleName() == QLatin1String("Name")) field->setText("first");
        if (field->accessibleName() == QLatin1String("Step time")) field->setText("4.9 s");
        if (field->accessibleName() == QLatin1String("VRAM reserved")) field->setText("34 parsecs");
    }
    form->accept();
    EXPECT_TRUE(form->isVisible()); // 34 parsecs are no memory
    EXPECT_TRUE(explorer.session.scenario().runs.empty());
    for (QLineEdit* field : form->findChildren<QLineEdit*>())
        if (field->accessibleName() == QLatin1String("VRAM reserved")) field->setText("34 GiB");
    form->accept();
    explorer.frame();
    ASSERT_EQ(explorer.session.scenario().runs.size(), 1U);
    const MeasuredRun& run = explorer.session.scenario().runs.front();
    EXPECT_EQ(run.name, "first");
    EXPECT_DOUBLE_EQ(run.step_time / units::s, 4.9);
    EXPECT_DOUBLE_EQ(run.memory.reserved / units::GiB, 34.0);
    EXPECT_EQ(run.training, explorer.session.scenario().training);
    EXPECT_EQ(dialog->runs()->rowCount(), 1);
    EXPECT_EQ(dialog->questions()->rowCount(), 3);
    explorer.session.undo();
    explorer.frame();
    EXPECT_TRUE(explorer.session.scenario().runs.empty());
    EXPECT_EQ(dialog->runs()->rowCount(), 0);
}

constexpr const char* pasted_log =
    " iteration 1/ 6 | elapsed time per iteration (ms): 90000.0 | global batch size: 32 |\n"
    " iteration 2/ 6 | elapsed time per iteration (ms): 5500.0 | global batch size: 32 |\n"
    " iteration 3/ 6 | elapsed time per iteration (ms): 5510.0 | global batch size: 32 |\n"
    " iteration 4/ 6 | elapsed time per iteration (ms): 5490.0 | global batch size: 32 |\n"
    " iteration 5/ 6 | elapsed time per iteration (ms): 5500.0 | global batch size: 32 |\n"
    "[Rank 0] (after 2 iterations) memory (MB) | allocated: 1.0 | max allocated: 31000.0 | "
    "reserved: 1.0 | max reserved: 34000.0\n";

TEST(RunsDialog, LearnsFromALogThatIsPastedAndUndoesIt) {
    Explorer explorer;
    RunsDialog* dialog = new RunsDialog(explorer.session, &explorer.window);
    dialog->show();
    EXPECT_EQ(dialog->factors()->rowCount(), 0);
    const Estimate before = explorer.session.estimate();
    dialog->paste(QString::fromLatin1(pasted_log));
    explorer.frame();
    ASSERT_EQ(explorer.session.scenario().runs.size(), 1U);
    EXPECT_DOUBLE_EQ(explorer.session.scenario().runs[0].step_time / units::s, 5.5);
    EXPECT_NE(explorer.session.scenario().runs[0].notes.find("Megatron-LM"), std::string::npos);
    ASSERT_EQ(dialog->factors()->rowCount(), 4);
    EXPECT_EQ(dialog->factors()->item(1, 1)->text(), QLatin1String("these runs do not say"));
    EXPECT_TRUE(dialog->lesson().contains(QLatin1String("measure next")) ||
                dialog->lesson().contains(QLatin1String("No run near")))
        << dialog->lesson().toStdString();
    // Nothing is used by itself.
    EXPECT_FALSE(explorer.session.scenario().site);
    EXPECT_EQ(explorer.session.estimate().step.total, before.step.total);

    dialog->useAsCalibration();
    explorer.frame();
    ASSERT_TRUE(explorer.session.scenario().site);
    EXPECT_EQ(explorer.session.scenario().site->applies_to.gpu, "h100-sxm");
    EXPECT_GT(explorer.session.estimate().step.total.expected, before.step.total.expected);
    explorer.session.undo();
    explorer.frame();
    EXPECT_FALSE(explorer.session.scenario().site);
    EXPECT_EQ(explorer.session.estimate().step.total, before.step.total);
}

TEST(RunsDialog, TakesDroppedTablesAndSaysWhatIsWrong) {
    Explorer explorer;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("runs.csv"));
    ASSERT_FALSE(write_file(path.toStdString(), "name,step_time,training.sequence\n"
                                                "short,2.3 s,4096\n"
                                                "broken,soon,\n"));
    RunsDialog* dialog = new RunsDialog(explorer.session, &explorer.window);
    dialog->show();
    QMimeData dropped;
    dropped.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(dialog, &enter); // or nobody is dropped on
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(dialog, &drop);
    explorer.frame();
    ASSERT_EQ(explorer.session.scenario().runs.size(), 1U);
    EXPECT_EQ(explorer.session.scenario().runs[0].training.sequence, 4096);
    auto* problems = dialog->findChild<ProblemDialog*>();
    ASSERT_NE(problems, nullptr);
    EXPECT_EQ(problems->table().rowCount(), 1);
}

/// What was measured since a plan was pinned is not unmeasured by going back to it.
TEST(Runs, SurviveGoingBackToAPinnedPlan) {
    Explorer explorer;
    explorer.session.pin();
    Scenario next = explorer.session.scenario();
    next.training.zero_stage = 2;
    next.runs.push_back(run_of(next));
    next.readiness.front().done = true;
    explorer.session.setScenario(next);
    explorer.session.returnToPin(0);
    EXPECT_EQ(explorer.session.scenario().training.zero_stage, 3);
    EXPECT_EQ(explorer.session.scenario().runs, next.runs);
    EXPECT_EQ(explorer.session.scenario().readiness, next.readiness);
}

TEST(ReadinessDialog, GivesBackWhatTheTeamTickedAndWrote) {
    ReadinessDialog dialog(usual_readiness(), Language::korean);
    EXPECT_EQ(dialog.items(), usual_readiness());
    dialog.table()->item(0, 0)->setCheckState(Qt::Checked);
    dialog.table()->item(0, 2)->setText(QStringLiteral("wiki"));
    dialog.table()->item(1, 1)->setText(QStringLiteral("our own words"));
    dialog.addItem({});
    dialog.addItem({ReadinessTopic::other, "Legal has agreed.", false, ""});
    const std::vector<ReadinessItem> items = dialog.items();
    ASSERT_EQ(items.size(), usual_readiness().size() + 1); // an item without words says nothing
    EXPECT_EQ(items[0], (ReadinessItem{ReadinessTopic::evidence, "", true, "wiki"}));
    EXPECT_EQ(items[1].text, "our own words");
    EXPECT_EQ(items.back().text, "Legal has agreed.");
}

} // namespace
} // namespace headroom
