// The frontier tab: the best plans on this cluster, searched beside the window.
//
//     addPage(makeFrontierPage(session), tr("Frontier"));
//
// Searches while it is seen; a click or Enter on a plan makes it the present one, a step of undo.
#pragma once

#include "ui/panels/chart_page.hpp"

namespace headroom {

ChartPage* makeFrontierPage(Session& session);

} // namespace headroom
