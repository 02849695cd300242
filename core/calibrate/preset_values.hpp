// What the model has for a number that a site can measure: the other column of every comparison.
//
//     preset_value(SiteParameter::kernel_floor, {}, cluster, constants)      // 2.2e-6
#pragma once

#include "core/model/scenario.hpp"

namespace headroom {

/// In the parameter's base unit; 0 where the model has no number of its own.
double preset_value(SiteParameter parameter, std::optional<Precision> dtype,
                    const ClusterSpec& cluster, const StepConstants& constants);

} // namespace headroom
