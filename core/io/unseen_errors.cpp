#include "core/io/unseen_errors.hpp"

#include "core/io/csv.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace headroom {

namespace {

constexpr std::array<std::string_view, 5> columns{"source", "runs", "median_percent", "p90_percent",
                                                  "bias_percent"};
constexpr double per_cent = 0.01;

std::optional<double> number(const std::string& cell) {
    double value = 0.0;
    const char* end = cell.data() + cell.size();
    const auto [stopped, failed] = std::from_chars(cell.data(), end, value);
    if (failed != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

std::optional<SourceStatistics> row_of(const CsvRow& row) {
    if (row.cells.size() != columns.size() || row.cells[0].empty()) return std::nullopt;
    std::array<double, columns.size()> values{};
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const auto value = number(row.cells[i]);
        if (!value) return std::nullopt;
        values[i] = *value;
    }
    SourceStatistics source{row.cells[0], Measured::step_time, {}};
    source.errors.n = static_cast<int>(values[1]);
    source.errors.median_ape = per_cent * values[2];
    source.errors.p90_ape = per_cent * values[3];
    source.errors.bias = per_cent * values[4];
    return source;
}

} // namespace

UnseenErrors read_unseen_errors(const std::filesystem::path& file) {
    UnseenErrors read;
    const auto text = read_text_file(file, read.problems);
    if (!text) return read;
    Csv csv = parse_csv(*text, file.string());
    std::ranges::move(csv.problems, std::back_inserter(read.problems));
    for (std::size_t i = 1; i < csv.rows.size(); ++i) {
        if (auto source = row_of(csv.rows[i]))
            read.sources.push_back(std::move(*source));
        else
            read.problems.push_back(error(fmt::format("{}:{}", file.string(), csv.rows[i].line),
                                          "a source and four numbers are expected"));
    }
    return read;
}

} // namespace headroom
