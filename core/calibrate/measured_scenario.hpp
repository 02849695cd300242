// A measured run as a scenario, so that it can be predicted: blanks take documented defaults, and
// what the model cannot take is refused with its reason. Nothing is guessed silently.
//
//     const auto measured = scenario_of(row, catalog);
//     if (!measured) skip(measured.error());          // "no such GPU preset: rtx-8000"
//     for (const std::string& what : measured->defaults) ...  // "gradient accumulation: 1"
//
// The defaults and what each word of a column means: docs/measurements.md.
#pragma once

#include "core/calibrate/measurement.hpp"
#include "core/model/catalog.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace headroom {

struct MeasuredScenario {
    Scenario scenario;
    std::vector<std::string> defaults; // blanks that were filled, "what: with what"
};

tl::expected<MeasuredScenario, std::string> scenario_of(const Measurement& row,
                                                        const Catalog& catalog);

} // namespace headroom
