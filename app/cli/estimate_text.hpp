// An estimate as a page that a person wants to read.
//
//     Fits on one H100 SXM: needs 33.3 of 79.6 GiB, 46.3 GiB to spare.
//
//     Memory of one GPU
//       weights             3.74 GiB   11 %  ####
//       ...
#pragma once

#include "core/present/views.hpp"

#include <span>
#include <string>

namespace headroom::cli {

std::string estimate_text(const Scenario& scenario, const Estimate& estimate, Language language);

/// One row for each GPU, and in words what no row can show.
std::string comparison_text(const Scenario& scenario, std::span<const GpuPoint> points,
                            Language language);

} // namespace headroom::cli
