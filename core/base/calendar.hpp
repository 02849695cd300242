// Dates as files hold them: "2026-11-30".
//
//     today()                                     // of this machine, or of SOURCE_DATE_EPOCH
//     days_between("2026-11-30", "2027-01-01")    // 32; empty where either is no date
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// UTC. The environment's SOURCE_DATE_EPOCH (seconds) stands for now, so that output can be
/// reproduced (reproducible-builds.org).
std::string today();

std::optional<int> days_between(std::string_view from, std::string_view to);

} // namespace headroom
