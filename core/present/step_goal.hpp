// What charts of memory against time share: the titles of their axes and the goal's line.
#pragma once

#include "core/present/wording.hpp"

#include <string>
#include <utility>

namespace headroom {

inline constexpr Words memory_title{"VRAM of one GPU (GiB)", "GPU 한 장의 VRAM (GiB)"};
inline constexpr Words step_time_title{"Time of one step (s)", "한 스텝의 시간 (s)"};

/// The longest step that the goals allow, in seconds, and where it comes from; 0 without such a
/// goal.
std::pair<double, std::string> step_goal(const Scenario& scenario, Language language);

} // namespace headroom
