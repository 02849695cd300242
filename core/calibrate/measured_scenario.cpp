#include "core/calibrate/measured_scenario.hpp"

#include "core/calibrate/row_reading.hpp"

#include <fmt/format.h>

namespace headroom {

tl::expected<MeasuredScenario, std::string> scenario_of(const Measurement& row,
                                                        const Catalog& catalog) {
    RowReading reading{row, catalog, {}, {}, {}};
    reading.scenario.name = row.id;
    reading.scenario.calibration = catalog.calibration;
    // What kind of run it is comes first: it is the reason that says most.
    if (row.task == "inference") reading.skip("inference");
    if (reading.reason.empty()) read_model(reading);
    if (reading.reason.empty()) read_cluster(reading);
    if (reading.reason.empty()) read_plan(reading);
    if (!reading.reason.empty()) return tl::unexpected(reading.reason);
    for (const Problem& problem : validate(reading.scenario))
        if (problem.severity == Severity::error)
            return tl::unexpected(fmt::format("not a legal plan ({})", problem.where));
    return MeasuredScenario{std::move(reading.scenario), std::move(reading.defaults)};
}

} // namespace headroom
