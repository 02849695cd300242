#include "core/formats/config_text.hpp"

#include "core/io/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

std::string place(std::string_view name, int line) { return fmt::format("{}:{}", name, line); }

/// Walks over text and knows whether it is inside of a string or a remark.
class Outside {
  public:
    explicit Outside(Brackets syntax) : toml_(syntax == Brackets::toml) {}

    /// True for a character that is syntax.
    bool operator()(char c) {
        if (remark_) {
            remark_ = c != '\n';
            return false;
        }
        if (quote_ != '\0') {
            const bool ends = c == quote_ && !escaped_;
            escaped_ = c == '\\' && quote_ == '"' && !escaped_;
            // A string of TOML that is not closed ends with its line; what follows is the parser's.
            if (ends || (toml_ && c == '\n')) quote_ = '\0';
            return false;
        }
        if (c == '"' || (toml_ && c == '\'')) quote_ = c;
        remark_ = toml_ && c == '#';
        return quote_ == '\0' && !remark_;
    }

  private:
    bool toml_;
    char quote_ = '\0';
    bool escaped_ = false;
    bool remark_ = false;
};

} // namespace

std::optional<std::string> read_config_text(const std::filesystem::path& path,
                                            std::string_view name, Problems& problems) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    if (!failed && size > config_limits::file) {
        problems.push_back(error(std::string(name),
                                 fmt::format("{} bytes; a configuration of more than 1 MiB is not "
                                             "read",
                                             size)));
        return std::nullopt;
    }
    std::optional<std::string> text = read_text_file(path, problems, name);
    if (!text) return std::nullopt;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text->starts_with(byte_order_mark)) text->erase(0, byte_order_mark.size());
    for (std::size_t at = text->find("\r\n"); at != std::string::npos; at = text->find("\r\n", at))
        text->erase(at, 1);
    return text;
}

bool has_short_lines(std::string_view text, std::string_view name, Problems& problems) {
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        if (length > config_limits::line) {
            problems.push_back(
                error(place(name, line), fmt::format("a line of {} characters", length)));
            return false;
        }
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return true;
}

bool is_shallow(std::string_view text, Brackets syntax, std::string_view name, Problems& problems) {
    Outside is_syntax(syntax);
    std::size_t depth = 0, dots = 0;
    int line = 1;
    for (const char c : text) {
        if (c == '\n') ++line;
        if (c == '\n' || c == '=') dots = 0;
        if (!is_syntax(c)) continue;
        if (c == '[' || c == '{') ++depth;
        if ((c == ']' || c == '}') && depth > 0) --depth;
        if (c == '.' && syntax == Brackets::toml) ++dots;
        if (depth <= config_limits::depth && dots < config_limits::key_steps) continue;
        problems.push_back(error(
            place(name, line),
            depth > config_limits::depth
                ? fmt::format("nested deeper than {} levels", config_limits::depth)
                : fmt::format("a key nested deeper than {} steps", config_limits::key_steps)));
        return false;
    }
    return true;
}

} // namespace headroom
