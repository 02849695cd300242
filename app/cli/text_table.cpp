// Tables for a terminal: UTF-8 aware, with Korean letters two columns wide.
#include "command.hpp"
#include "display_width.hpp"

#include <algorithm>
#include <cstdint>

namespace headroom::cli {

namespace {

/// Code points of the blocks that terminals draw two columns wide (Hangul, CJK, full-width forms).
bool is_wide(std::uint32_t code) {
    return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
           (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0xFF00 && code <= 0xFF60);
}

} // namespace

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool continues = (byte & 0xC0U) == 0x80U;
        if (continues)
            code = (code << 6U) | (byte & 0x3FU);
        else
            code = byte < 0x80 ? byte : byte < 0xE0 ? byte & 0x1FU : byte & 0x0FU;
        const bool is_last =
            i + 1 == text.size() || (static_cast<unsigned char>(text[i + 1]) & 0xC0U) != 0x80U;
        if (is_last) width += is_wide(code) ? 2 : 1;
    }
    return width;
}

namespace {

/// A number, perhaps with a unit after it: digits, signs and money come first.
bool looks_numeric(std::string_view text) {
    if (text.empty()) return true;
    const std::string_view start = text.starts_with("\u2212") ? text.substr(3) : text;
    const char first = start.empty() ? 'x' : start.front();
    return (first >= '0' && first <= '9') || first == '$' || first == '+';
}

std::string padded(std::string_view text, std::size_t width, bool to_the_right) {
    const std::string space(width - std::min(width, display_width(text)), ' ');
    return to_the_right ? space + std::string(text) : std::string(text) + space;
}

} // namespace

std::string text_table(const TableView& table) {
    const std::size_t columns = table.columns.size();
    std::vector<std::size_t> widths(columns);
    std::vector<bool> numeric(columns, true);
    for (std::size_t c = 0; c < columns; ++c) {
        widths[c] = display_width(table.columns[c]);
        for (const std::vector<std::string>& row : table.rows) {
            widths[c] = std::max(widths[c], display_width(row[c]));
            numeric[c] = numeric[c] && looks_numeric(row[c]);
        }
    }
    std::string text;
    const auto add_row = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t c = 0; c < columns; ++c)
            line += (c == 0 ? "" : "  ") + padded(cells[c], widths[c], numeric[c]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    add_row(table.columns);
    for (const std::vector<std::string>& row : table.rows)
        add_row(row);
    return text;
}

} // namespace headroom::cli
