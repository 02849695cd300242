// The session's pinned plans: A, B, C and what the user does with them.
#include "core/present/comparison.hpp"
#include "ui/session.hpp"

namespace headroom {

QString pinLetter(std::size_t place) {
    constexpr std::size_t letters = 26;
    const QChar last(static_cast<ushort>('A' + place % letters));
    return place < letters ? QString(last) : pinLetter(place / letters - 1) + last;
}

namespace {

/// `plan` with the runs, the checklist and the points that the team has now.
Scenario withDecisionsOf(const Scenario& now, Scenario plan) {
    plan.runs = now.runs;
    plan.readiness = now.readiness;
    plan.scores = now.scores;
    return plan;
}

} // namespace

std::vector<PinnedPlan> Session::pinned() const {
    std::vector<PinnedPlan> plans;
    for (std::size_t place = 0; place < pins().size(); ++place) {
        const Pin& pin = pins()[place];
        plans.push_back(
            {pinLetter(place).toStdString(), pin.name, pin.scenario, evaluate(pin.scenario)});
    }
    return plans;
}

void Session::commitPins(Pins pins) {
    Step next = present();
    next.pins = std::make_shared<const Pins>(std::move(pins));
    commit(std::move(next));
}

void Session::pin() {
    endDrag();
    if (isStale()) return;
    // What tells it from the last pinned plan says more than a date would.
    std::string name = pins().empty()
                           ? scenario().name
                           : settings_that_differ(pins().back().scenario, scenario(), language_);
    if (name.empty()) name = scenario().name;
    Pins next = pins();
    next.push_back({std::move(name), scenario()});
    commitPins(std::move(next));
}

void Session::unpin(std::size_t place) {
    Pins next = pins();
    if (place >= next.size()) return;
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(place));
    commitPins(std::move(next));
}

void Session::renamePin(std::size_t place, const std::string& name) {
    Pins next = pins();
    if (place >= next.size() || next[place].name == name) return;
    next[place].name = name;
    commitPins(std::move(next));
}

void Session::movePin(std::size_t from, std::size_t to) {
    Pins next = pins();
    if (from >= next.size() || to >= next.size() || from == to) return;
    Pin moved = std::move(next[from]);
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(from));
    next.insert(next.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    commitPins(std::move(next));
}

void Session::swapWithPin(std::size_t place) {
    endDrag();
    if (place >= pins().size() || isStale()) return;
    Step next = present();
    Pins swapped = pins();
    const Scenario pinned = swapped[place].scenario;
    swapped[place].scenario = next.scenario;
    next.scenario = withDecisionsOf(next.scenario, pinned);
    if (next.scenario.model != present().scenario.model) next.unscaled = next.scenario.model;
    next.pins = std::make_shared<const Pins>(std::move(swapped));
    commit(std::move(next));
}

void Session::returnToPin(std::size_t place) {
    if (place >= pins().size()) return;
    // What was measured and ticked since the plan was pinned stays measured and ticked.
    setScenario(withDecisionsOf(scenario(), pins()[place].scenario));
}

} // namespace headroom
