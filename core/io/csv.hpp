// Comma-separated values as spreadsheets write them (RFC 4180).
//
//     Csv csv = parse_csv("a,b\r\n1,\"x, y\"\n");
//     csv.rows[0].cells[1]                        // "x, y"
//
// Quotes, doubled quotes, line breaks inside quotes, CRLF and a byte-order mark are understood.
// What is wrong (a quote that never closes, text after a closing quote) is reported with its line.
#pragma once

#include "core/base/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct CsvRow {
    int line = 0; // where the row begins
    std::vector<std::string> cells;
};

struct Csv {
    std::vector<CsvRow> rows; // the header among them; empty lines left out
    Problems problems;        // where is "name:line"
};

Csv parse_csv(std::string_view text, std::string_view name);

/// One cell as it has to be written: quoted only where it needs to be.
std::string csv_cell(std::string_view text);

} // namespace headroom
