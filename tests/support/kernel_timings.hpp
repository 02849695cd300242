// The kernel timings that come with the program, by GPU preset and by what they are for.
//
//     products("h100-sxm", "fit")       // the twelve shapes a probe would measure, or the nearest
//     collectives("h100-sxm", "check")  // all other sizes
#pragma once

#include "core/calibrate/collective_fit.hpp"
#include "core/calibrate/product_fit.hpp"
#include "core/io/csv.hpp"
#include "core/io/text_file.hpp"

#include <string>
#include <vector>

namespace headroom::samples {

/// Rows of presets/measurements/NAME without the header; columns are asserted by the callers' use.
inline std::vector<CsvRow> measured_rows(const std::string& name) {
    Problems problems;
    const std::string path = std::string(HEADROOM_SOURCE_DIR) + "/presets/measurements/" + name;
    Csv csv = parse_csv(read_text_file(path, problems).value_or(""), name);
    if (!csv.rows.empty()) csv.rows.erase(csv.rows.begin());
    return csv.rows;
}

inline std::vector<TimedProduct> products(const std::string& gpu, const std::string& role) {
    static const std::vector<CsvRow> rows = measured_rows("kernel_products.csv");
    std::vector<TimedProduct> timed;
    for (const auto& [line, cells] : rows)
        if (cells[0] == gpu && cells[2] == role)
            timed.push_back({{std::stoll(cells[3]), std::stoll(cells[4]), std::stoll(cells[5])},
                             'f',
                             std::stod(cells[6]) * units::us});
    return timed;
}

inline std::vector<TimedCollective> collectives(const std::string& gpu, const std::string& role) {
    static const std::vector<CsvRow> rows = measured_rows("kernel_collectives.csv");
    const std::vector<std::string> kinds{"all_reduce", "all_gather", "reduce_scatter",
                                         "all_to_all"};
    std::vector<TimedCollective> timed;
    for (const auto& [line, cells] : rows) {
        if (cells[0] != gpu || cells[2] != role) continue;
        const auto kind = std::ranges::find(kinds, cells[1]) - kinds.begin();
        timed.push_back({static_cast<Collective>(kind), std::stoi(cells[3]),
                         std::stod(cells[4]) * units::B, std::stod(cells[5]) * units::us});
    }
    return timed;
}

} // namespace headroom::samples
