#include "core/io/measurements_csv.hpp"

#include "core/io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <unordered_map>
#include <variant>

namespace headroom {

namespace {

using M = Measurement;
using Field = std::variant<std::string M::*, std::optional<int> M::*, std::optional<bool> M::*,
                           std::optional<double> M::*>;

/// Every column that is read, by the name of its field.
const std::unordered_map<std::string_view, Field>& fields() {
    static const std::unordered_map<std::string_view, Field> known{
        {"id", &M::id},
        {"source", &M::source},
        {"framework", &M::framework},
        {"framework_version", &M::framework_version},
        {"task", &M::task},
        {"model", &M::model},
        {"attention", &M::attention},
        {"parameters_b", &M::parameters_b},
        {"layers", &M::layers},
        {"hidden", &M::hidden},
        {"heads", &M::heads},
        {"kv_heads", &M::kv_heads},
        {"head_dim", &M::head_dim},
        {"ffn", &M::ffn},
        {"vocab", &M::vocab},
        {"experts", &M::experts},
        {"experts_per_token", &M::experts_per_token},
        {"moe_ffn", &M::moe_ffn},
        {"shared_experts", &M::shared_experts},
        {"dense_layers", &M::dense_layers},
        {"gated", &M::gated},
        {"tied_embeddings", &M::tied_embeddings},
        {"gpu", &M::gpu},
        {"interconnect", &M::interconnect},
        {"gpus", &M::gpus},
        {"gpus_per_node", &M::gpus_per_node},
        {"precision", &M::precision},
        {"states", &M::states},
        {"quantization", &M::quantization},
        {"optimizer", &M::optimizer},
        {"sharding", &M::sharding},
        {"offload", &M::offload},
        {"recompute", &M::recompute},
        {"recompute_detail", &M::recompute_detail},
        {"lora_targets", &M::lora_targets},
        {"grad_accumulation", &M::grad_accumulation},
        {"sequence", &M::sequence},
        {"micro_batch", &M::micro_batch},
        {"global_batch", &M::global_batch},
        {"tp", &M::tp},
        {"pp", &M::pp},
        {"vpp", &M::vpp},
        {"cp", &M::cp},
        {"ep", &M::ep},
        {"dp", &M::dp},
        {"lora_rank", &M::lora_rank},
        {"fixed_length", &M::fixed_length},
        {"sequence_parallel", &M::sequence_parallel},
        {"flash_attention", &M::flash_attention},
        {"fused_loss", &M::fused_loss},
        {"compiled", &M::compiled},
        {"step_seconds", &M::step_seconds},
        {"tokens_per_second_per_gpu", &M::tokens_per_second_per_gpu},
        {"memory_gib", &M::memory_gib},
        {"memory_kind", &M::memory_kind},
        {"memory_rank", &M::memory_rank},
        {"outcome", &M::outcome},
    };
    return known;
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
            const auto field = fields().find(columns_[i]);
            if (field == fields().end() || cells.cells[i].empty()) continue;
            const std::string wrong = std::visit(Store{row, cells.cells[i]}, field->second);
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
    MeasurementsResult result_;
};

} // namespace

MeasurementsResult read_measurements(std::string_view text, std::string_view name) {
    return Reader(name).read(text);
}

MeasurementsResult read_measurements_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        return {{}, {error(path.string(), "the file cannot be read")}};
    return read_measurements(text.str(), path.filename().string());
}

} // namespace headroom
