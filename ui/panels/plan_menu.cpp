#include "ui/panels/plan_menu.hpp"

#include "ui/session.hpp"
#include "ui/widgets/paint.hpp"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

namespace headroom {

namespace {

struct PlanMenu {
    Q_DECLARE_TR_FUNCTIONS(PlanMenu)
};

/// "full_finetune" as people write it.
QString spelled(std::string_view name) {
    return toQt(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

/// A submenu with one exclusive choice for each value; `pick` changes a plan, `is` compares it.
template <class Value, class Pick, class Is>
void addChoices(QMenu& menu, Session& session, const QString& title,
                const std::vector<std::pair<Value, QString>>& values, Pick pick, Is is) {
    QMenu* choices = menu.addMenu(title);
    auto* group = new QActionGroup(choices);
    for (const auto& [value, text] : values) {
        QAction* action = choices->addAction(text);
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &session, [&session, value = value, pick] {
            Scenario next = session.scenario();
            pick(next, value);
            session.setScenario(std::move(next));
        });
        QObject::connect(choices, &QMenu::aboutToShow, action,
                         [action, &session, value = value, is] {
                             action->setChecked(is(session.scenario(), value));
                         });
    }
}

/// The enumerators from the first to `last`, by their names in scenario files.
template <class Enum>
std::vector<std::pair<Enum, QString>> named(Enum last) {
    std::vector<std::pair<Enum, QString>> values;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        values.emplace_back(static_cast<Enum>(i), spelled(name_of(static_cast<Enum>(i))));
    return values;
}

template <auto Field, class Enum>
void addField(QMenu& menu, Session& session, const QString& title, Enum last) {
    addChoices(
        menu, session, title, named(last),
        [](Scenario& scenario, Enum value) { scenario.training.*Field = value; },
        [](const Scenario& scenario, Enum value) { return scenario.training.*Field == value; });
}

template <auto Field>
void addSwitch(QMenu& menu, Session& session, const QString& title) {
    QAction* action = menu.addAction(title);
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, &session, [&session](bool on) {
        Scenario next = session.scenario();
        next.training.*Field = on;
        session.setScenario(std::move(next));
    });
    QObject::connect(&menu, &QMenu::aboutToShow, action, [action, &session] {
        action->setChecked(session.scenario().training.*Field);
    });
}

void addHold(QMenu& menu, Session& session) {
    QAction* action = menu.addAction(PlanMenu::tr("&Hold tokens per step"));
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, &session, &Session::holdTokens);
    QObject::connect(&menu, &QMenu::aboutToShow, action,
                     [action, &session] { action->setChecked(session.holdsTokens()); });
}

void addFrameworks(QMenu& menu, Session& session) {
    std::vector<std::pair<std::string, QString>> stacks;
    for (const Stack& stack : session.catalog().stacks)
        stacks.emplace_back(stack.id, toQt(stack.name) + QLatin1Char(' ') + toQt(stack.version));
    addChoices(
        menu, session, PlanMenu::tr("&Framework"), stacks,
        [&session](Scenario& scenario, const std::string& id) {
            scenario.stack = *session.catalog().find_stack(id);
        },
        [](const Scenario& scenario, const std::string& id) { return scenario.stack.id == id; });
}

} // namespace

void fillPlanMenu(QMenu& menu, Session& session) {
    addField<&TrainingPlan::task>(menu, session, PlanMenu::tr("&Task"), Task::qlora);
    addField<&TrainingPlan::optimizer>(menu, session, PlanMenu::tr("&Optimizer"), Optimizer::sgd);
    addField<&TrainingPlan::states>(menu, session, PlanMenu::tr("&States"), States::autocast);
    addField<&TrainingPlan::loss>(menu, session, PlanMenu::tr("&Loss"), LossPath::vocab_parallel);
    addFrameworks(menu, session);
    menu.addSeparator();
    addHold(menu, session);
    addSwitch<&TrainingPlan::sequence_parallel>(menu, session, PlanMenu::tr("Se&quence parallel"));
    addSwitch<&TrainingPlan::flash_attention>(menu, session, PlanMenu::tr("Flash &attention"));
    addSwitch<&TrainingPlan::activation_offload>(menu, session,
                                                 PlanMenu::tr("Offload a&ctivations"));
}

} // namespace headroom
