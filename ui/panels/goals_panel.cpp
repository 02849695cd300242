#include "ui/panels/goals_panel.hpp"

#include "core/base/unit_text.hpp"
#include "core/present/money_text.hpp"
#include "core/present/numbers.hpp"
#include "ui/panels/quantity_field.hpp"
#include "ui/widgets/form_foot.hpp"
#include "ui/widgets/paint.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace headroom {

namespace {

constexpr int glyph_size = 12, gap = 8, line_height = 20;

struct GoalText {
    QString goal, value; // "≤ 7 days", "8.4 days"
};

GoalText textOf(GoalKind kind, const Scenario& scenario, const Estimate& estimate,
                Language language) {
    const Goals& goals = scenario.goals;
    const auto at_most = [](const std::string& text) { return QStringLiteral("≤ ") + toQt(text); };
    switch (kind) {
    case GoalKind::duration:
        return {at_most(plain(duration(*goals.duration, language))),
                estimate.money.run ? toQt(duration(*estimate.money.run, language)) : QString()};
    case GoalKind::budget:
        return {at_most(plain(in_currency(*goals.budget, scenario.funding.currency))),
                estimate.money.total
                    ? toQt(in_currency(*estimate.money.total, scenario.funding.currency))
                    : QString()};
    case GoalKind::step_time:
        return {at_most(plain(seconds(*goals.step_time))) + QLatin1Char(' ') +
                    GoalsPanel::tr("per step"),
                toQt(seconds(estimate.step.total))};
    case GoalKind::headroom: break;
    }
    const bool as_share = goals.headroom_share && !goals.headroom;
    const std::string asked =
        as_share ? plain(percent(*goals.headroom_share)) : plain(gib(*goals.headroom));
    const double share = estimate.memory.headroom / estimate.memory.capacity;
    return {GoalsPanel::tr("margin") + QStringLiteral(" ≥ ") + toQt(asked),
            toQt(as_share ? percent(share) : gib(estimate.memory.headroom))};
}

Verdict glyphOf(GoalResult::State state) {
    if (state == GoalResult::State::met) return Verdict::fits;
    return state == GoalResult::State::missed ? Verdict::does_not_fit : Verdict::tight;
}

template <class Value, class Format>
std::string written(const std::optional<Value>& goal, Format format) {
    return goal ? format(*goal) : std::string();
}

} // namespace

GoalsPanel::GoalsPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), none_(new QLabel(tr("No goals set."))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(none_);
    connect(&session_, &Session::changed, this, &GoalsPanel::refresh);
    refresh();
}

GoalsPanel::Line GoalsPanel::makeLine() {
    Line line{new QWidget, new QLabel, new QLabel, new QLabel};
    auto* row = new QHBoxLayout(line.row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    line.row->setFixedHeight(line_height);
    line.value->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
    row->addWidget(line.glyph);
    row->addWidget(line.goal, 1);
    row->addWidget(line.value);
    layout()->addWidget(line.row);
    return line;
}

void GoalsPanel::refresh() {
    // While the plan is not legal the goals keep what the last legal one did.
    if (session_.isStale()) return;
    const auto results = judge_goals(session_.scenario(), session_.estimate(), session_.language());
    while (lines_.size() < results.size())
        lines_.push_back(makeLine());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i].row->setVisible(i < results.size());
        if (i < results.size()) show(lines_[i], results[i]);
    }
    none_->setVisible(results.empty());
}

void GoalsPanel::show(const Line& line, const GoalResult& result) {
    const GoalText text =
        textOf(result.kind, session_.scenario(), session_.estimate(), session_.language());
    line.glyph->setPixmap(
        glyphPixmap(glyphOf(result.state), themeOf(*this), glyph_size, devicePixelRatioF()));
    line.goal->setText(text.goal);
    line.value->setText(text.value.isEmpty() ? QStringLiteral("–") : text.value);
    line.row->setToolTip(toQt(result.by));
    const QString state = result.state == GoalResult::State::met      ? tr("met")
                          : result.state == GoalResult::State::missed ? tr("missed")
                                                                      : tr("cannot be judged");
    line.row->setAccessibleName(
        QStringLiteral("%1, %2, %3").arg(text.goal, line.value->text(), state));
}

GoalsDialog::GoalsDialog(const Goals& goals, QWidget* parent) : QDialog(parent), goals_(goals) {
    setWindowTitle(tr("Goals"));
    auto* form = new QFormLayout(this);
    auto* hint = new QLabel(tr("What the team agreed on. An empty field asks for nothing."));
    form->addRow(hint);
    const std::string margin = goals.headroom_share ? percent(*goals.headroom_share)
                                                    : written(goals.headroom, format_bytes);
    margin_ = addField(tr("&Margin on one GPU"), tr("8 % or 5 GiB"), margin);
    step_time_ = addField(tr("&Step time"), tr("2 s"), written(goals.step_time, format_seconds));
    duration_ = addField(tr("&Run"), tr("7 days"), written(goals.duration, format_seconds));
    budget_ = addField(tr("&Budget"), tr("$5k"), written(goals.budget, format_dollars));
    tokens_ = addField(tr("&Tokens to train on"), tr("40B"), written(goals.tokens, format_count));
    foot_ = new FormFoot(tr("Apply"), *this);
    form->addRow(foot_);
}

QLineEdit* GoalsDialog::addField(const QString& label, const QString& example,
                                 const std::string& value) {
    auto* field = new QLineEdit(toQt(value));
    field->setPlaceholderText(example);
    field->setAccessibleName(withoutMnemonic(label));
    static_cast<QFormLayout*>(layout())->addRow(label, field);
    return field;
}

Problems GoalsDialog::readFields() {
    Problems problems;
    goals_.headroom.reset();
    goals_.headroom_share.reset();
    if (margin_->text().contains(QLatin1Char('%')))
        readField(margin_, goals_.headroom_share, parse_fraction, problems);
    else
        readField(margin_, goals_.headroom, parse_bytes, problems);
    readField(step_time_, goals_.step_time, parse_seconds, problems);
    readField(duration_, goals_.duration, parse_seconds, problems);
    readField(budget_, goals_.budget, parse_dollars, problems);
    readField(
        tokens_, goals_.tokens, [](const std::string& text) { return parse_count(text); },
        problems);
    return problems;
}

void GoalsDialog::accept() {
    const Problems problems = readFields();
    if (problems.empty()) return QDialog::accept();
    foot_->showProblems(problems);
}

} // namespace headroom
