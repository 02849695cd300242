#include "ui/panels/verdict_panel.hpp"

#include "core/base/unit_text.hpp"
#include "core/present/goals_text.hpp"
#include "core/present/money_text.hpp"
#include "ui/widgets/paint.hpp"

#include <QVBoxLayout>

namespace headroom {

namespace {

NoteTone toneOf(GoalKind kind, const std::vector<GoalResult>& results) {
    for (const GoalResult& result : results) {
        if (result.kind != kind || result.state == GoalResult::State::unknown) continue;
        return result.state == GoalResult::State::met ? NoteTone::good : NoteTone::bad;
    }
    return NoteTone::plain;
}

VerdictDetails detailsOf(const Session& session) {
    const Scenario& scenario = session.scenario();
    const auto goals = judge_goals(scenario, session.estimate(), session.language());
    VerdictDetails details;
    const auto own = std::ranges::find(session.points(), scenario.cluster.gpu.id,
                                       [](const GpuPoint& point) { return point.gpu->id; });
    if (own != session.points().end())
        details.gauge = memory_bars(std::span(&*own, 1), session.language()).front();
    if (scenario.goals.tokens) details.tokens = toQt(format_count(*scenario.goals.tokens));
    details.paid = toQt(purchase_name(scenario.funding.purchase, session.language()));
    details.run = toneOf(GoalKind::duration, goals);
    details.cost = toneOf(GoalKind::budget, goals);
    return details;
}

} // namespace

VerdictPanel::VerdictPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), bar_(new VerdictBar(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(bar_);
    connect(bar_, &VerdictBar::remedyChosen, this, &VerdictPanel::apply);
    connect(&session_, &Session::changed, this, &VerdictPanel::refresh);
    refresh();
}

void VerdictPanel::refresh() {
    const VerdictView view =
        verdict_view(session_.scenario(), session_.estimate(), session_.language());
    caveats_ = view.caveats;
    if (session_.isStale()) return showObjections(view);
    bar_->showVerdict(view, detailsOf(session_));
}

void VerdictPanel::showObjections(const VerdictView& view) {
    objections_ = objections(session_);
    std::vector<ProblemLine> lines;
    for (const Objection& objection : objections_) {
        ProblemLine line{toQt(objection.sentence), {}};
        for (const Remedy& remedy : objection.remedies)
            line.remedies << toQt(remedy.text);
        lines.push_back(std::move(line));
    }
    bar_->showProblems(view, lines);
}

void VerdictPanel::apply(int objection, int remedy) {
    const Remedy chosen =
        objections_[static_cast<std::size_t>(objection)].remedies[static_cast<std::size_t>(remedy)];
    session_.moveAxis(chosen.axis, chosen.value);
}

} // namespace headroom
