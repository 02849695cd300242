#include "core/formats/foreign_json.hpp"

#include "core/formats/config_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace headroom {

namespace {

/// One pass over the text: remarks become blanks, bare words are found.
class Scan {
  public:
    Scan(std::string_view text, std::string_view name, Problems& problems)
        : text_(text), name_(name), problems_(problems) {}

    /// The text without remarks; empty where a bare word was found and said.
    std::optional<std::string> run();

  private:
    void string();
    void remark();
    bool word();
    void keep(std::size_t length);
    std::string where() const { return fmt::format("{}:{}", name_, line_); }

    std::string_view text_, name_;
    Problems& problems_;
    std::string clean_;
    std::size_t at_ = 0;
    int line_ = 1;
};

std::optional<std::string> Scan::run() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        const std::string_view rest = text_.substr(at_);
        if (c == '"')
            string();
        else if (rest.starts_with("//") || rest.starts_with("/*"))
            remark();
        else if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '$' || c == '_' ||
                 c == '<') {
            if (!word()) return std::nullopt;
        } else
            keep(1);
    }
    return std::move(clean_);
}

void Scan::keep(std::size_t length) {
    for (; length > 0 && at_ < text_.size(); --length) {
        if (text_[at_] == '\n') ++line_;
        clean_ += text_[at_++];
    }
}

void Scan::string() {
    keep(1);
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
        keep(text_[at_] == '\\' ? 2 : 1);
    keep(1);
}

void Scan::remark() {
    const bool to_line_end = text_.substr(at_).starts_with("//");
    const std::size_t end = text_.find(to_line_end ? "\n" : "*/", at_ + 2);
    const std::size_t stop =
        end == std::string_view::npos ? text_.size() : end + (to_line_end ? 0 : 2);
    problems_.push_back({Severity::note, where(), "a comment, which JSON has not; left out"});
    for (; at_ < stop; ++at_) {
        if (text_[at_] == '\n') ++line_;
        clean_ += text_[at_] == '\n' ? '\n' : ' ';
    }
}

/// False, with an error, for what is neither a number's exponent nor a word of JSON or Python.
bool Scan::word() {
    constexpr std::array known{"true", "false", "null", "NaN", "Infinity"};
    std::size_t end = std::min(text_.find_first_of(" \t\n,:]}\"", at_ + 1), text_.size());
    if (text_.substr(at_).starts_with("${") && end < text_.size() && text_[end] == '}') ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const char before = clean_.empty() ? ' ' : clean_.back();
    const bool in_number = std::isdigit(static_cast<unsigned char>(before)) != 0 || before == '.';
    if (!in_number && std::ranges::find(known, word) == known.end()) {
        problems_.push_back(
            error(where(), fmt::format("{} stands where a value of JSON belongs: a template, to "
                                       "be filled in first, or text without quotes",
                                       word.substr(0, 60))));
        return false;
    }
    keep(word.size());
    return true;
}

} // namespace

std::optional<Json> parse_foreign_json(std::string_view text, std::string_view name,
                                       Problems& problems) {
    if (!is_shallow(text, Brackets::json, name, problems)) return std::nullopt;
    const auto clean = Scan(text, name, problems).run();
    return clean ? parse_json(*clean, name, problems, Strictness::lenient) : std::nullopt;
}

} // namespace headroom
