#include "core/io/measurements_csv.hpp"

#include "core/io/csv.hpp"
#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <variant>

namespace headroom {

namespace {

using M = Measurement;
using Field = std::variant<std::string M::*, std::optional<int> M::*, std::optional<bool> M::*,
                           std::optional<double> M::*>;

struct Column {
    std::string_view name;
    Field field;
};

/// Every column that is read, by the name of its field.
constexpr std::array columns{
    Column{"id", &M::id},
    Column{"source", &M::source},
    Column{"framework", &M::framework},
    Column{"framework_version", &M::framework_version},
    Column{"task", &M::task},
    Column{"model", &M::model},
    Column{"notes", &M::notes},
    Column{"attention", &M::attention},
    Column{"parameters_b", &M::parameters_b},
    Column{"layers", &M::layers},
    Column{"hidden", &M::hidden},
    Column{"heads", &M::heads},
    Column{"kv_heads", &M::kv_heads},
    Column{"head_dim", &M::head_dim},
    Column{"ffn", &M::ffn},
    Column{"vocab", &M::vocab},
    Column{"experts", &M::experts},
    Column{"experts_per_token", &M::experts_per_token},
    Column{"moe_ffn", &M::moe_ffn},
    Column{"shared_experts", &M::shared_experts},
    Column{"dense_layers", &M::dense_layers},
    Column{"gated", &M::gated},
    Column{"tied_embeddings", &M::tied_embeddings},
    Column{"gpu", &M::gpu},
    Column{"interconnect", &M::interconnect},
    Column{"gpus", &M::gpus},
    Column{"gpus_per_node", &M::gpus_per_node},
    Column{"precision", &M::precision},
    Column{"states", &M::states},
    Column{"quantization", &M::quantization},
    Column{"optimizer", &M::optimizer},
    Column{"sharding", &M::sharding},
    Column{"offload", &M::offload},
    Column{"recompute", &M::recompute},
    Column{"recompute_detail", &M::recompute_detail},
    Column{"lora_targets", &M::lora_targets},
    Column{"grad_accumulation", &M::grad_accumulation},
    Column{"sequence", &M::sequence},
    Column{"micro_batch", &M::micro_batch},
    Column{"global_batch", &M::global_batch},
    Column{"tp", &M::tp},
    Column{"pp", &M::pp},
    Column{"vpp", &M::vpp},
    Column{"cp", &M::cp},
    Column{"ep", &M::ep},
    Column{"dp", &M::dp},
    Column{"lora_rank", &M::lora_rank},
    Column{"fixed_length", &M::fixed_length},
    Column{"sequence_parallel", &M::sequence_parallel},
    Column{"flash_attention", &M::flash_attention},
    Column{"fused_loss", &M::fused_loss},
    Column{"compiled", &M::compiled},
    Column{"async_tensor_parallel", &M::async_tensor_parallel},
    Column{"routing", &M::routing},
    Column{"complete", &M::complete},
    Column{"step_seconds", &M::step_seconds},
    Column{"tokens_per_second_per_gpu", &M::tokens_per_second_per_gpu},
    Column{"memory_gib", &M::memory_gib},
    Column{"memory_kind", &M::memory_kind},
    Column{"memory_rank", &M::memory_rank},
    Column{"nvidia_smi_gib", &M::nvidia_smi_gib},
    Column{"outcome", &M::outcome},
};

/// Where a column's cells go; nullptr for columns that are not read.
const Field* field_named(std::string_view name) {
    const auto column = std::ranges::find(columns, name, &Column::name);
    return column == columns.end() ? nullptr : &column->field;
}

constexpr std::array needed_columns{"id", "source", "task"};
constexpr std::array measured_columns{"step_seconds", "tokens_per_second_per_gpu", "memory_gib"};

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc() || stop != end) return std::nullopt;
    return number;
}

/// Puts a cell into its field; gives what is wrong with it, or "".
struct Store {
    Measurement& row;
    std::string_view cell;

    std::string operator()(std::string M::*field) const {
        row.*field = cell;
        return {};
    }
    std::string operator()(std::optional<int> M::*field) const {
        const std::optional<int> number = parse_number<int>(cell);
        if (!number || *number < 0) return fmt::format("\"{}\" is not a whole number", cell);
        row.*field = *number;
        return {};
    }
    std::string operator()(std::optional<bool> M::*field) const {
        if (cell != "0" && cell != "1") return fmt::format("\"{}\" is neither 0 nor 1", cell);
        row.*field = cell == "1";
        return {};
    }
    std::string operator()(std::optional<double> M::*field) const {
        const std::optional<double> number = parse_number<double>(cell);
        if (!number || !std::isfinite(*number) || *number < 0.0)
            return fmt::format("\"{}\" is not a number of 0 or more", cell);
        row.*field = *number;
        return {};
    }
};

class Reader {
  public:
    explicit Reader(std::string_view name) : name_(name) {}

    MeasurementsResult read(std::string_view text) {
        Csv csv = parse_csv(text, name_);
        result_.problems = std::move(csv.problems);
        if (csv.rows.empty()) {
            complain(1, "the file has no header row");
            return std::move(result_);
        }
        read_header(csv.rows.front());
        if (has_errors(result_.problems)) return std::move(result_);
        for (std::size_t i = 1; i < csv.rows.size(); ++i)
            read_row(csv.rows[i]);
        return std::move(result_);
    }

  private:
    void complain(int line, std::string message) {
        result_.problems.push_back(error(fmt::format("{}:{}", name_, line), std::move(message)));
    }

    void read_header(const CsvRow& header) {
        columns_ = header.cells;
        for (const std::string& column : columns_)
            fields_.push_back(field_named(column));
        std::set<std::string_view> seen;
        for (const std::string& column : columns_)
            if (!seen.insert(column).second)
                complain(header.line, fmt::format("column \"{}\" is there twice", column));
        for (const std::string_view column : needed_columns)
            if (!seen.contains(column)) complain(header.line, missing(column));
        const bool measures = std::ranges::any_of(
            measured_columns, [&](std::string_view column) { return seen.contains(column); });
        if (!measures)
            complain(header.line, fmt::format("nothing measured: one of the columns {} is needed",
                                              fmt::join(measured_columns, ", ")));
    }

    /// "column "task" is missing", with the column that was probably meant.
    std::string missing(std::string_view column) const {
        const std::vector<std::string_view> there(columns_.begin(), columns_.end());
        const std::string_view near = nearest_word(column, there);
        std::string message = fmt::format("column \"{}\" is missing", column);
        if (!near.empty()) message += fmt::format("; is \"{}\" meant to be it?", near);
        return message;
    }

    void read_row(const CsvRow& cells) {
        if (cells.cells.size() != columns_.size()) {
            complain(cells.line, fmt::format("{} cells, but the header has {} columns",
                                             cells.cells.size(), columns_.size()));
            return;
        }
        Measurement row;
        row.line = cells.line;
        bool is_readable = true;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (fields_[i] == nullptr || cells.cells[i].empty()) continue;
            const std::string wrong = std::visit(Store{row, cells.cells[i]}, *fields_[i]);
            if (wrong.empty()) continue;
            complain(cells.line, fmt::format("{}: {}", columns_[i], wrong));
            is_readable = false;
        }
        if (row.id.empty()) {
            complain(cells.line, "id: is blank");
            is_readable = false;
        }
        if (is_readable) result_.rows.push_back(std::move(row));
    }

    std::string_view name_;
    std::vector<std::string> columns_;
    std::vector<const Field*> fields_; // of each column
    MeasurementsResult result_;
};

} // namespace

MeasurementsResult read_measurements(std::string_view text, std::string_view name) {
    return Reader(name).read(text);
}

MeasurementsResult read_measurements_file(const std::filesystem::path& path) {
    Problems problems;
    const std::optional<std::string> text = read_text_file(path, problems, path.string());
    if (!text) return {{}, std::move(problems)};
    return read_measurements(*text, path.string());
}

} // namespace headroom
