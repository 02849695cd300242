// The errors among validate()'s problems: one for each broken rule of find_illegality().
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

Problems find_errors(const Scenario& scenario);

} // namespace headroom
