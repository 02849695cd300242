// GPUs of other makers that the kernel lists, for machines without an NVIDIA driver.
#pragma once

#include <string>

namespace headroom::probe {

/// "an AMD GPU with 64.0 GiB"; empty when there is none. HEADROOM_PROBE_SYSFS replaces
/// /sys/class/drm (tests).
std::string other_vendors();

} // namespace headroom::probe
