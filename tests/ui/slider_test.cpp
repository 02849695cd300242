// Sliders and number boxes: every one by keyboard, mouse and typing, against the plan it changes.
#include "tests/ui/window_fixtures.hpp"
#include "ui/widgets/read_out_card.hpp"

#include <QAccessible>
#include <QWheelEvent>

namespace headroom {
namespace {

using fixtures::Explorer;
using fixtures::rowName;

std::string nameOf(const testing::TestParamInfo<Axis>& info) {
    std::string name(axis_path(info.param));
    std::ranges::replace(name, '.', '_');
    return name;
}

class EachAxis : public testing::TestWithParam<Axis> {};

// A key press moves plan, verdict and chart alike; undo brings all of them back.
TEST_P(EachAxis, MovesByKeyboardAndComesBackByUndo) {
    Explorer explorer;
    const Axis axis = GetParam();
    if (!explorer.slider(axis).isEnabled()) {
        explorer.session.setModel(fixtures::presets().find_model("qwen3-30b-a3b")->spec);
        explorer.frame();
    }
    const Scenario before = explorer.session.scenario();
    const QStringList marks_before = explorer.marks();
    explorer.key(axis, Qt::Key_Right);
    if (explorer.session.scenario() == before) explorer.key(axis, Qt::Key_Left);

    const Scenario& after = explorer.session.scenario();
    ASSERT_NE(get_axis(after, axis), get_axis(before, axis));
    const VerdictView verdict = verdict_view(after, evaluate(after), Language::english);
    EXPECT_EQ(explorer.sentence().toStdString(), verdict.sentence);
    EXPECT_NE(explorer.marks(), marks_before);

    explorer.session.undo();
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_EQ(explorer.marks(), marks_before);
}

// What the strip promises is what a sweep finds there.
TEST_P(EachAxis, StripCellsAreTheVerdictsOfTheSweep) {
    Explorer explorer;
    const Axis axis = GetParam();
    const AxisState& state = explorer.session.axis(axis);
    const auto points = sweep(explorer.session.scenario(), axis, state.values);
    ASSERT_EQ(points.size(), explorer.slider(axis).strip().size());
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_EQ(explorer.slider(axis).strip()[i], points[i].estimate.verdict)
            << axis_label(axis, points[i].value, explorer.session.scenario());
}

TEST_P(EachAxis, HasNamesForScreenReaders) {
    Explorer explorer;
    const FeasibilitySlider& slider = explorer.slider(GetParam());
    EXPECT_FALSE(slider.accessibleName().isEmpty());
    EXPECT_FALSE(explorer.box(GetParam()).accessibleName().isEmpty());
    QAccessibleInterface* spoken =
        QAccessible::queryAccessibleInterface(const_cast<FeasibilitySlider*>(&slider));
    ASSERT_NE(spoken, nullptr);
    EXPECT_TRUE(spoken->text(QAccessible::Value).contains(explorer.box(GetParam()).text()) ||
                !slider.isEnabled());
}

INSTANTIATE_TEST_SUITE_P(Axes, EachAxis, testing::ValuesIn(all_axes), nameOf);

struct Typed {
    const char* name;
    Axis axis;
    const char* text;
    double value;
};

class TypedValue : public testing::TestWithParam<Typed> {};

TEST_P(TypedValue, IsTaken) {
    Explorer explorer;
    explorer.type(GetParam().axis, QString::fromLatin1(GetParam().text));
    EXPECT_FALSE(explorer.box(GetParam().axis).isRefused());
    const double value = get_axis(explorer.session.scenario(), GetParam().axis);
    // A model of whole layers and heads only comes near the size asked for.
    const double tolerance = GetParam().axis == Axis::model_size ? 0.1 * GetParam().value : 0.0;
    EXPECT_NEAR(value, GetParam().value, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Values, TypedValue,
                         testing::Values(Typed{"billions", Axis::model_size, "8.03B", 8.03e9},
                                         Typed{"other_billions", Axis::model_size, "13B", 13e9},
                                         Typed{"binary_k", Axis::sequence, "128k", 131072},
                                         Typed{"plain", Axis::sequence, "4096", 4096},
                                         Typed{"spaces", Axis::sequence, " 16384 ", 16384},
                                         Typed{"between_stops", Axis::global_batch, "48", 48},
                                         Typed{"word", Axis::precision, "fp8", 4},
                                         Typed{"capitals", Axis::precision, "BF16", 3},
                                         Typed{"mode", Axis::checkpointing, "selective", 1},
                                         Typed{"every", Axis::checkpointing, "every 2", 1.5},
                                         Typed{"stage", Axis::zero_stage, "1", 1}),
                         rowName<Typed>);

class Refused : public testing::TestWithParam<Typed> {};

TEST_P(Refused, KeepsThePlanAndTheTextUntilEscape) {
    Explorer explorer;
    const Scenario before = explorer.session.scenario();
    ValueBox& box = explorer.box(GetParam().axis);
    const QString shown = box.text();
    explorer.type(GetParam().axis, QString::fromLatin1(GetParam().text));
    EXPECT_TRUE(box.isRefused());
    EXPECT_EQ(box.text(), QString::fromLatin1(GetParam().text));
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_FALSE(explorer.session.canUndo());
    QTest::keyClick(&box, Qt::Key_Escape);
    EXPECT_FALSE(box.isRefused());
    EXPECT_EQ(box.text(), shown);
}

INSTANTIATE_TEST_SUITE_P(Texts, Refused,
                         testing::Values(Typed{"letters_behind", Axis::sequence, "128q", 0},
                                         Typed{"negative", Axis::sequence, "-5", 0},
                                         Typed{"not_whole", Axis::micro_batch, "1.5", 0},
                                         Typed{"endless", Axis::model_size, "1e999", 0},
                                         Typed{"no_number", Axis::gpus, "many", 0},
                                         Typed{"unknown_word", Axis::precision, "fp7", 0},
                                         Typed{"no_such_stage", Axis::zero_stage, "4", 0}),
                         rowName<Typed>);

QPoint cellOf(const FeasibilitySlider& slider, int index) {
    return slider.cellRect(index).center().toPoint();
}

TEST(Slider, WholeDragIsOneStepOfUndo) {
    Explorer explorer;
    FeasibilitySlider& slider = explorer.slider(Axis::sequence);
    const Scenario before = explorer.session.scenario();
    QTest::mousePress(&slider, Qt::LeftButton, {}, cellOf(slider, slider.value()));
    for (int cell = 0; cell <= 5; ++cell) {
        QMouseEvent move(QEvent::MouseMove, slider.cellRect(cell).center(),
                         slider.mapToGlobal(slider.cellRect(cell).center()), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&slider, &move);
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, cellOf(slider, 5));
    EXPECT_NE(explorer.session.scenario(), before);
    explorer.session.undo();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_FALSE(explorer.session.canUndo());
    explorer.session.redo();
    EXPECT_NE(explorer.session.scenario(), before);
}

TEST(Slider, DragThatComesBackLeavesNoStep) {
    Explorer explorer;
    const double start = get_axis(explorer.session.scenario(), Axis::model_size);
    const Scenario before = explorer.session.scenario();
    explorer.session.beginDrag(Axis::model_size);
    explorer.session.moveAxis(Axis::model_size, 1e9);
    explorer.session.moveAxis(Axis::model_size, start);
    explorer.session.endDrag();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_FALSE(explorer.session.canUndo());
}

TEST(Slider, ModelSizeComesBackToTheModelItself) {
    Explorer explorer;
    const Scenario before = explorer.session.scenario();
    explorer.key(Axis::model_size, Qt::Key_Right);
    ASSERT_NE(explorer.session.scenario(), before);
    explorer.key(Axis::model_size, Qt::Key_Left);
    EXPECT_EQ(explorer.session.scenario(), before);
}

TEST(Slider, KeysReachTheEndsWithoutStandingStill) {
    Explorer explorer;
    FeasibilitySlider& slider = explorer.slider(Axis::model_size);
    explorer.key(Axis::model_size, Qt::Key_Home);
    double last = get_axis(explorer.session.scenario(), Axis::model_size);
    for (int step = 0; step < slider.maximum(); ++step) {
        explorer.key(Axis::model_size, Qt::Key_Right);
        const double now = get_axis(explorer.session.scenario(), Axis::model_size);
        if (slider.value() == slider.maximum()) break;
        ASSERT_GT(now, last) << "after " << step << " steps";
        last = now;
    }
    EXPECT_EQ(slider.value(), slider.maximum());
}

TEST(Slider, StepsOverPositionsThatAreNotLegal) {
    Explorer explorer;
    // 24 GPUs leave a global batch of 32 that most degrees do not divide.
    explorer.type(Axis::global_batch, QStringLiteral("48"));
    explorer.type(Axis::gpus, QStringLiteral("24"));
    FeasibilitySlider& slider = explorer.slider(Axis::micro_batch);
    ASSERT_TRUE(std::ranges::count(slider.strip(), Verdict::not_legal) > 0);
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_End}) {
        explorer.key(Axis::micro_batch, key);
        EXPECT_NE(slider.strip()[static_cast<std::size_t>(slider.value())], Verdict::not_legal);
        EXPECT_NE(explorer.session.estimate().verdict, Verdict::not_legal);
    }
    QTest::mouseClick(&slider, Qt::LeftButton, {}, cellOf(slider, slider.maximum()));
    EXPECT_NE(explorer.session.estimate().verdict, Verdict::not_legal);
}

TEST(Slider, ShiftArrowStepsFinely) {
    Explorer explorer;
    const double before = get_axis(explorer.session.scenario(), Axis::sequence);
    explorer.key(Axis::sequence, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(get_axis(explorer.session.scenario(), Axis::sequence), before + 64.0);
    EXPECT_EQ(explorer.box(Axis::sequence).text(), QString::number(before + 64.0));
    explorer.key(Axis::sequence, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(get_axis(explorer.session.scenario(), Axis::sequence), before);
    EXPECT_NE(explorer.session.estimate().verdict, Verdict::not_legal);
}

TEST(Slider, ControlArrowGoesToTheBorderOfTheStatus) {
    Explorer explorer;
    FeasibilitySlider& slider = explorer.slider(Axis::sequence);
    const auto status = [&] { return slider.strip()[static_cast<std::size_t>(slider.value())]; };
    ASSERT_EQ(status(), Verdict::fits);
    explorer.key(Axis::sequence, Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(status(), Verdict::fits);
    explorer.key(Axis::sequence, Qt::Key_Right, Qt::ControlModifier);
    EXPECT_NE(status(), Verdict::fits);
}

void turnWheel(QWidget& widget) {
    const QPointF at(widget.rect().center());
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}

TEST(Slider, WheelWithoutFocusChangesNothing) {
    Explorer explorer;
    const Scenario before = explorer.session.scenario();
    explorer.slider(Axis::sequence).clearFocus();
    turnWheel(explorer.slider(Axis::sequence));
    turnWheel(explorer.box(Axis::sequence));
    EXPECT_EQ(explorer.session.scenario(), before);
}

TEST(Slider, DigitGoesIntoTheNumberBox) {
    Explorer explorer;
    QTest::keyClick(&explorer.slider(Axis::sequence), '4');
    EXPECT_EQ(explorer.box(Axis::sequence).text(), QStringLiteral("4"));
}

TEST(Slider, UndoReachesTheWindowFromTheNumberBox) {
    Explorer explorer;
    explorer.type(Axis::sequence, QStringLiteral("4096"));
    ASSERT_TRUE(explorer.session.canUndo());
    QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    asked.ignore(); // as Qt sends it: who wants the key accepts it
    QCoreApplication::sendEvent(&explorer.box(Axis::sequence), &asked);
    EXPECT_FALSE(asked.isAccepted()); // so that the window's shortcut gets it
}

TEST(Slider, HoverLeavesTheValueAlone) {
    Explorer explorer;
    FeasibilitySlider& slider = explorer.slider(Axis::sequence);
    const Scenario before = explorer.session.scenario();
    QMouseEvent move(QEvent::MouseMove, slider.cellRect(0).center(),
                     slider.mapToGlobal(slider.cellRect(0).center()), Qt::NoButton, Qt::NoButton,
                     {});
    QCoreApplication::sendEvent(&slider, &move);
    EXPECT_EQ(explorer.session.scenario(), before);
    // The card says what it would be there, and by how much that differs.
    const ReadOutCard* card = nullptr;
    for (const QFrame* frame : explorer.window.findChildren<QFrame*>())
        if (const auto* found = dynamic_cast<const ReadOutCard*>(frame)) card = found;
    ASSERT_NE(card, nullptr);
    EXPECT_TRUE(card->isVisible());
    const QString said = card->text().lines.join(' ');
    EXPECT_TRUE(said.contains(QStringLiteral("per step"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("against now: "))) << said.toStdString();
}

} // namespace
} // namespace headroom
