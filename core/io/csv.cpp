#include "core/io/csv.hpp"

#include <fmt/format.h>

namespace headroom {

namespace {

class CsvParser {
  public:
    CsvParser(std::string_view text, std::string_view name) : text_(text), name_(name) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
    }

    Csv parse() {
        while (position_ < text_.size())
            parse_row();
        return std::move(csv_);
    }

  private:
    bool at_end() const { return position_ >= text_.size(); }
    char current() const { return text_[position_]; }

    void parse_row() {
        CsvRow row{line_, {}};
        do
            row.cells.push_back(parse_cell());
        while (take(','));
        const bool returned = take('\r'); // alone it ends a line as well
        if (take('\n') || returned) ++line_;
        const bool is_empty = row.cells.size() == 1 && row.cells.front().empty();
        if (!is_empty) csv_.rows.push_back(std::move(row));
    }

    std::string parse_cell() {
        const bool is_quoted = take('"');
        std::string cell = is_quoted ? parse_quoted() : std::string();
        const std::size_t end = std::min(text_.find_first_of(",\r\n", position_), text_.size());
        const std::string_view rest = text_.substr(position_, end - position_);
        if (is_quoted && !rest.empty())
            csv_.problems.push_back(
                error(fmt::format("{}:{}", name_, line_), "text after a closing quote"));
        cell += rest;
        position_ = end;
        return cell;
    }

    std::string parse_quoted() {
        const int opened = line_;
        std::string cell;
        while (!at_end()) {
            const char letter = text_[position_++];
            if (letter == '\n') ++line_;
            if (letter != '"') {
                cell += letter;
            } else if (!take('"')) {
                return cell;
            } else {
                cell += '"';
            }
        }
        csv_.problems.push_back(
            error(fmt::format("{}:{}", name_, opened), "a quote is opened and never closed"));
        return cell;
    }

    bool take(char letter) {
        if (at_end() || current() != letter) return false;
        ++position_;
        return true;
    }

    std::string_view text_;
    std::string_view name_;
    std::size_t position_ = 0;
    int line_ = 1;
    Csv csv_;
};

} // namespace

Csv parse_csv(std::string_view text, std::string_view name) {
    return CsvParser(text, name).parse();
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"') quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

} // namespace headroom
