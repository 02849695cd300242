// Measured runs from CSV: one run a row, columns by name in any order (docs/measurements.md).
//
//     MeasurementsResult r = read_measurements_file("step_time.csv");
//     for (const Problem& p : r.problems) std::cerr << to_line(p) << '\n';   // "step_time.csv:14:
//     ..."
//
// Columns that are not known are ignored (notes of whoever measured); `id`, `source`, `task` and
// one column with a measured value have to be there. All problems are reported; rows with a cell
// that cannot be read are left out.
#pragma once

#include "core/base/problem.hpp"
#include "core/calibrate/measurement.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace headroom {

struct MeasurementsResult {
    std::vector<Measurement> rows;
    Problems problems;
};

MeasurementsResult read_measurements(std::string_view text, std::string_view name);
MeasurementsResult read_measurements_file(const std::filesystem::path& path);

} // namespace headroom
