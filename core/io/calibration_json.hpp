// Calibration files, format 1 (docs/calibration.md): what was measured at one site.
//
//     Problems problems;
//     std::optional<SiteCalibration> site =
//         read_calibration_file("calibrations/cluster-a.json", catalog, problems);
//     std::optional<Problem> failed = write_file(path, write_calibration(*site, catalog));
//
// Every problem is found at once, with line and pointer. A scenario holds the same object under
// "calibration", or the path of such a file; `"kind": "calibration"` tells it from bands.
#pragma once

#include "core/base/problem.hpp"
#include "core/io/json_reader.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr std::string_view calibration_kind = "calibration";

/// `name` is how messages call the text. Empty when there are errors; warnings come with a value.
std::optional<SiteCalibration> read_calibration(std::string_view text, std::string_view name,
                                                const Catalog& catalog, Problems& problems);
std::optional<SiteCalibration> read_calibration_file(const std::filesystem::path& path,
                                                     const Catalog& catalog, Problems& problems);

/// Pretty JSON that reads back to the same calibration.
std::string write_calibration(const SiteCalibration& site, const Catalog& catalog);

/// Part of the scenario's reader: an object of which "format" and "kind" have been read.
SiteCalibration read_site_calibration(ObjectReader& object, const Catalog& catalog);

} // namespace headroom
