#include "core/io/runs_table.hpp"

#include "core/base/unit_text.hpp"
#include "core/io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

/// Puts a cell into the run; gives what is wrong with it, or "".
using Put = std::string (*)(LoggedRun& run, std::string_view cell);

struct Column {
    std::string_view name;
    Put put;
};

std::string text_into(std::string& target, std::string_view cell) {
    target = cell;
    return {};
}

/// A bare number in the unit that the column's name says.
std::string number_into(double& target, std::string_view cell) {
    const Parsed<double> number = parse_count(cell);
    if (!number) return number.error();
    if (!(*number > 0.0)) return fmt::format("{} is too small: more than 0", cell);
    target = *number;
    return {};
}

template <class Q>
std::string quantity_into(Q& target, const Parsed<Q>& parsed, std::string_view cell) {
    if (!parsed) return parsed.error();
    if (!(*parsed > Q{})) return fmt::format("{} is too small: more than 0", cell);
    target = *parsed;
    return {};
}

template <auto Member>
std::string rate_into(LoggedRun& run, std::string_view cell) {
    double value = 0.0;
    std::string wrong = number_into(value, cell);
    if (wrong.empty()) run.*Member = StepSeries{value, 0.0, 1, 0};
    return wrong;
}

template <Bytes MeasuredMemory::*Member>
std::string memory_into(LoggedRun& run, std::string_view cell) {
    return quantity_into(run.memory.*Member, parse_bytes(cell), cell);
}
template <Bytes MeasuredMemory::*Member>
std::string gib_into(LoggedRun& run, std::string_view cell) {
    double value = 0.0;
    std::string wrong = number_into(value, cell);
    if (wrong.empty()) run.memory.*Member = value * units::GiB;
    return wrong;
}

std::string step_time_into(LoggedRun& run, std::string_view cell) {
    Seconds time;
    std::string wrong = quantity_into(time, parse_seconds(cell), cell);
    if (wrong.empty()) run.step_seconds = StepSeries{time / units::s, 0.0, 1, 0};
    return wrong;
}

constexpr std::array columns{
    Column{"name", [](LoggedRun& run, std::string_view cell) { return text_into(run.name, cell); }},
    Column{"id", [](LoggedRun& run, std::string_view cell) { return text_into(run.name, cell); }},
    Column{"date", [](LoggedRun& run, std::string_view cell) { return text_into(run.date, cell); }},
    Column{"notes",
           [](LoggedRun& run, std::string_view cell) { return text_into(run.notes, cell); }},
    Column{"step_time", step_time_into},
    Column{"step_seconds", rate_into<&LoggedRun::step_seconds>},
    Column{"tokens_per_second_per_gpu", rate_into<&LoggedRun::tokens_per_second_per_gpu>},
    Column{"tokens_per_second", rate_into<&LoggedRun::tokens_per_second>},
    Column{"samples_per_second", rate_into<&LoggedRun::samples_per_second>},
    Column{"allocated", memory_into<&MeasuredMemory::allocated>},
    Column{"reserved", memory_into<&MeasuredMemory::reserved>},
    Column{"process", memory_into<&MeasuredMemory::process>},
    Column{"allocated_gib", gib_into<&MeasuredMemory::allocated>},
    Column{"reserved_gib", gib_into<&MeasuredMemory::reserved>},
    Column{"process_gib", gib_into<&MeasuredMemory::process>},
};

const Column* column_named(std::string_view name) {
    const auto* const found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : found;
}

bool is_setting(std::string_view name) { return name.find('.') != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

class TableReader {
  public:
    TableReader(std::string_view name, Problems& problems) : name_(name), problems_(problems) {}

    std::vector<LoggedRun> read(std::string_view text) {
        Csv csv = parse_csv(text, name_);
        std::ranges::move(csv.problems, std::back_inserter(problems_));
        std::vector<LoggedRun> runs;
        if (csv.rows.empty()) return runs;
        read_header(csv.rows.front());
        for (std::size_t i = 1; i < csv.rows.size(); ++i)
            if (std::optional<LoggedRun> run = read_row(csv.rows[i]))
                runs.push_back(std::move(*run));
        return runs;
    }

  private:
    void read_header(const CsvRow& header) {
        for (const std::string& cell : header.cells) {
            const std::string_view name = trimmed(cell);
            header_.emplace_back(name);
            if (!name.empty() && column_named(name) == nullptr && !is_setting(name))
                problems_.push_back(warning(fmt::format("{}:{}", name_, header.line),
                                            fmt::format("column \"{}\" is not read", name)));
        }
    }

    std::optional<LoggedRun> read_row(const CsvRow& row) {
        const std::size_t before = problems_.size();
        LoggedRun run;
        run.line = row.line;
        if (row.cells.size() != header_.size()) {
            complain(row, fmt::format("{} cells, but the header has {} columns", row.cells.size(),
                                      header_.size()));
            return std::nullopt;
        }
        for (std::size_t i = 0; i < header_.size(); ++i) {
            const std::string_view cell = trimmed(row.cells[i]);
            if (cell.empty()) continue;
            if (const Column* column = column_named(header_[i])) {
                const std::string wrong = column->put(run, cell);
                if (!wrong.empty()) complain(row, fmt::format("{}: {}", header_[i], wrong));
            } else if (is_setting(header_[i])) {
                run.settings.emplace_back(header_[i], cell);
            }
        }
        return problems_.size() == before ? std::optional(std::move(run)) : std::nullopt;
    }

    void complain(const CsvRow& row, std::string message) {
        problems_.push_back(error(fmt::format("{}:{}", name_, row.line), std::move(message)));
    }

    std::string_view name_;
    Problems& problems_;
    std::vector<std::string> header_;
};

} // namespace

bool looks_like_runs_table(std::string_view text) {
    const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
    const Csv header = parse_csv(first, "");
    return header.rows.size() == 1 &&
           std::ranges::any_of(header.rows.front().cells, [](const std::string& cell) {
               return column_named(trimmed(cell)) != nullptr;
           });
}

std::vector<LoggedRun> read_runs_table(std::string_view text, std::string_view name,
                                       Problems& problems) {
    return TableReader(name, problems).read(text);
}

} // namespace headroom
