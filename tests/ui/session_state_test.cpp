// What the session keeps beside the plan (pins, locks) and what it takes from the desktop.
#include "tests/ui/window_fixtures.hpp"
#include "ui/system_scheme.hpp"

#include <QSignalSpy>

namespace headroom {
namespace {

TEST(SessionPins, SwapExchangesThePlansAndUndoBringsBothBack) {
    Session session(fixtures::presets(), fixtures::example());
    session.pin();
    session.moveAxis(Axis::zero_stage, 1.0);
    const Scenario pinned = session.pins().front().scenario;
    const Scenario present = session.scenario();
    session.swapWithPin(0);
    EXPECT_EQ(session.scenario(), pinned);
    EXPECT_EQ(session.pins().front().scenario, present);
    session.undo();
    EXPECT_EQ(session.scenario(), present);
    EXPECT_EQ(session.pins().front().scenario, pinned);
}

TEST(SessionPins, NoPinIsLostToUnpinning) {
    Session session(fixtures::presets(), fixtures::example());
    session.pin();
    const Pins kept = session.pins();
    session.unpin(0);
    EXPECT_TRUE(session.pins().empty());
    session.undo();
    EXPECT_EQ(session.pins(), kept);
}

TEST(SessionPins, MoveAndRenameKeepThePlans) {
    Session session(fixtures::presets(), fixtures::example());
    for (const double stage : {3.0, 2.0, 1.0}) {
        session.moveAxis(Axis::zero_stage, stage);
        session.pin();
    }
    const Scenario first = session.pins()[0].scenario;
    session.movePin(0, 2);
    EXPECT_EQ(session.pins()[2].scenario, first);
    session.renamePin(2, "slow but safe");
    EXPECT_EQ(session.pins()[2].name, "slow but safe");
    EXPECT_EQ(session.pins()[2].scenario, first);
}

TEST(SessionPins, ANameSaysWhatDiffersFromTheLastOne) {
    Session session(fixtures::presets(), fixtures::example());
    session.pin();
    session.moveAxis(Axis::zero_stage, 2.0);
    session.pin();
    EXPECT_EQ(session.pins()[0].name, session.scenario().name);
    EXPECT_EQ(session.pins()[1].name, "ZeRO stage 3 → 2");
}

TEST(SessionPins, WhatIsNotLegalIsNotPinned) {
    Session session(fixtures::presets(), fixtures::example());
    session.moveAxis(Axis::tensor_parallel, 3.0);
    ASSERT_TRUE(session.isStale());
    session.pin();
    EXPECT_TRUE(session.pins().empty());
}

TEST(SessionPins, LettersGoOnAfterZ) {
    EXPECT_EQ(pinLetter(0), QStringLiteral("A"));
    EXPECT_EQ(pinLetter(25), QStringLiteral("Z"));
    EXPECT_EQ(pinLetter(26), QStringLiteral("AA"));
}

TEST(Locks, ALockedAxisStaysWhereItIs) {
    Session session(fixtures::presets(), fixtures::example());
    session.setLocked(Axis::sequence, true);
    session.moveAxis(Axis::sequence, 4096.0);
    EXPECT_EQ(session.scenario(), fixtures::example());
    session.setLocked(Axis::sequence, false);
    session.moveAxis(Axis::sequence, 4096.0);
    EXPECT_EQ(session.scenario().training.sequence, 4096);
}

TEST(Locks, HeldTokensMoveTheBatchesWithTheSequence) {
    Session session(fixtures::presets(), fixtures::example());
    const TrainingPlan before = session.scenario().training;
    const double tokens = tokens_per_step(session.scenario());
    session.holdTokens(true);
    EXPECT_TRUE(session.isLocked(Axis::global_batch));
    session.moveAxis(Axis::global_batch, 2.0 * before.global_batch); // locked
    EXPECT_EQ(session.scenario().training.global_batch, before.global_batch);
    session.moveAxis(Axis::sequence, before.sequence / 2.0);
    EXPECT_EQ(session.scenario().training.global_batch, 2 * before.global_batch);
    EXPECT_DOUBLE_EQ(tokens_per_step(session.scenario()), tokens);
    // The strip says what the slider would do: halves of the batch come with longer sequences.
    const AxisState& state = session.axis(Axis::sequence);
    for (std::size_t i = 0; i < state.values.size(); ++i)
        EXPECT_EQ(state.cells[i], session.estimateAt(Axis::sequence, state.values[i]).verdict);
    session.setLocked(Axis::global_batch, false);
    EXPECT_FALSE(session.holdsTokens());
    session.moveAxis(Axis::sequence, before.sequence);
    EXPECT_EQ(session.scenario().training.global_batch, 2 * before.global_batch);
}

TEST(Rest, ComesWithEachChangeAndAfterADragHasStopped) {
    Session session(fixtures::presets(), fixtures::example());
    QSignalSpy rested(&session, &Session::rested);
    session.moveAxis(Axis::zero_stage, 2.0);
    QTest::qWait(1);
    EXPECT_EQ(rested.size(), 1);
    session.beginDrag(Axis::zero_stage);
    session.moveAxis(Axis::zero_stage, 1.0);
    QTest::qWait(1);
    EXPECT_EQ(rested.size(), 1); // the hand is still moving
    EXPECT_TRUE(rested.wait(5000));
    session.endDrag();
}

struct SchemeRow {
    const char* name;
    const char* group;
    const char* key;
    uint value;
    std::optional<bool> dark;
};

class EachScheme : public testing::TestWithParam<SchemeRow> {};

TEST_P(EachScheme, IsReadAsThePortalMeansIt) {
    const SchemeRow& row = GetParam();
    const QVariant value = QVariant::fromValue(QDBusVariant(row.value));
    EXPECT_EQ(asksForDark(QLatin1String(row.group), QLatin1String(row.key), value), row.dark);
}

INSTANTIATE_TEST_SUITE_P(
    Portal, EachScheme,
    testing::Values(
        SchemeRow{"no_wish", "org.freedesktop.appearance", "color-scheme", 0, std::nullopt},
        SchemeRow{"dark", "org.freedesktop.appearance", "color-scheme", 1, true},
        SchemeRow{"light", "org.freedesktop.appearance", "color-scheme", 2, false},
        SchemeRow{"another", "org.gnome.desktop.interface", "cursor-size", 1, std::nullopt}),
    fixtures::rowName<SchemeRow>);

} // namespace
} // namespace headroom
