// What of a plan is chosen once rather than slid: task, optimizer, states, framework, switches.
//
//     fillPlanMenu(*menuBar()->addMenu(tr("&Plan")), session);
//
// Each choice is one step of undo; ticks follow the session when the menu opens.
#pragma once

class QMenu;

namespace headroom {

class Session;

void fillPlanMenu(QMenu& menu, Session& session);

} // namespace headroom
