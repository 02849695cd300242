#include "core/formats/shell_words.hpp"

#include "core/formats/shell_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace headroom {

namespace {

constexpr std::string_view blanks = " \t\n\r";
constexpr std::string_view separators = ";&|\n";
constexpr int deepest_expansion = 16;
constexpr std::size_t longest_expansion = std::size_t{256} * 1024;

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where what opens at `at` with a bracket ends, after its closing one; quotes and remarks inside
/// are kept together. The end of the text where it is never closed.
std::size_t after_brackets(std::string_view text, std::size_t at, char opens, char closes) {
    int depth = 0;
    char quote = '\0';
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\' && quote != '\'') {
            ++at;
        } else if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#' && opens == '(' && at > 0 && is_blank(text[at - 1])) {
            at = std::min(text.find('\n', at), text.size());
        } else if (c == opens) {
            ++depth;
        } else if (c == closes && --depth == 0) {
            return at + 1;
        }
    }
    return text.size();
}

/// Where the quoted part that begins at `at` ends, after its quote.
std::size_t after_quotes(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\' && quote != '\'')
            ++at;
        else if (text[at] == quote)
            return at + 1;
    }
    return text.size();
}

/// Where what begins with a $ ends: $(...), ${...}, $NAME, $1; one character where it is just a $.
std::size_t after_dollar(std::string_view text, std::size_t at) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (next == '(') return after_brackets(text, at + 1, '(', ')');
    if (next == '{') return after_brackets(text, at + 1, '{', '}');
    if (std::isdigit(static_cast<unsigned char>(next)) != 0) return at + 2;
    std::size_t end = at + 1;
    while (end < text.size() && is_name(text[end]))
        ++end;
    if (end == at + 1 && std::string_view("@*#?$!-").find(next) != std::string_view::npos &&
        next != '\0')
        ++end;
    return end;
}

/// Cuts text into statements.
class Cutter {
  public:
    explicit Cutter(std::string_view text) : text_(text) {}

    std::vector<ShellStatement> cut() {
        while (at_ < text_.size())
            step();
        end_statement();
        return std::move(statements_);
    }

  private:
    void step();
    void word();
    void skip_line() { advance(std::min(text_.find('\n', at_), text_.size())); }
    void skip_redirection();
    void skip_document();
    std::size_t end_of_word() const;
    bool is_array(std::size_t at) const {
        return text_[at] == '(' && at > at_ && text_[at - 1] == '=';
    }
    void advance(std::size_t to) {
        to = std::min(to, text_.size());
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        at_ = to;
    }
    void end_statement() {
        if (!statement_.words.empty()) statements_.push_back(std::move(statement_));
        statement_ = {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    ShellStatement statement_;
    std::vector<ShellStatement> statements_;
    std::string document_; // word that ends a here-document which begins on the next line
};

void Cutter::step() {
    const char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') return advance(at_ + 2);
    if (c == '#') return skip_line();
    if (c == '\n' && !document_.empty()) return skip_document();
    if (separators.find(c) != std::string_view::npos || c == '(' || c == ')') {
        end_statement();
        return advance(at_ + 1);
    }
    if (c == '<' || c == '>') return skip_redirection();
    if (is_blank(c)) return advance(at_ + 1);
    word();
}

void Cutter::word() {
    const std::size_t end = end_of_word();
    const std::string_view written = text_.substr(at_, end - at_);
    const int line = line_;
    advance(std::max(end, at_ + 1));
    // 2>&1
    if (at_ < text_.size() && (text_[at_] == '>' || text_[at_] == '<') &&
        written.find_first_not_of("0123456789") == std::string_view::npos)
        return;
    statement_.words.push_back({std::string(written), line});
}

std::size_t Cutter::end_of_word() const {
    std::size_t at = at_;
    while (at < text_.size()) {
        const char c = text_[at];
        if (c == '\\')
            at += 2;
        else if (c == '"' || c == '\'' || c == '`')
            at = after_quotes(text_, at);
        else if (c == '$')
            at = after_dollar(text_, at);
        else if (is_array(at))
            at = after_brackets(text_, at, '(', ')');
        else if (is_blank(c) || separators.find(c) != std::string_view::npos || c == '(' ||
                 c == ')' || c == '<' || c == '>')
            break;
        else
            ++at;
    }
    return std::min(at, text_.size());
}

/// "> log" and "2>&1" with the word that they take; "<<EOF" with the document.
void Cutter::skip_redirection() {
    const bool document =
        text_.substr(at_).starts_with("<<") && !text_.substr(at_).starts_with("<<<");
    advance(std::min(text_.find_first_not_of("<>&-", at_), text_.size()));
    advance(std::min(text_.find_first_not_of(" \t", at_), text_.size()));
    const std::size_t end = end_of_word();
    if (document) {
        document_ = std::string(text_.substr(at_, end - at_));
        std::erase_if(document_, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
    }
    advance(end);
}

void Cutter::skip_document() {
    end_statement();
    advance(at_ + 1);
    while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_, end - at_);
        line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        advance(end + 1);
        if (line == document_) break;
    }
    document_.clear();
}

} // namespace

std::vector<ShellStatement> shell_statements(std::string_view text) { return Cutter(text).cut(); }

std::vector<ShellWord> cut_at_blanks(const ShellWord& word) {
    std::vector<ShellWord> words;
    std::string_view rest = word.text;
    while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
        if (rest.empty()) return words;
        const std::string_view one = rest.substr(0, rest.find_first_of(blanks));
        words.push_back({std::string(one), word.line});
        rest.remove_prefix(one.size());
    }
}

void ShellScope::set(const std::string& name, std::vector<ShellWord> words, bool append) {
    std::vector<ShellWord>& variable = variables_[name];
    if (!append) variable.clear();
    variable.insert(variable.end(), words.begin(), words.end());
}

/// One word on its way to the words that it becomes.
class ShellScope::Expansion {
  public:
    Expansion(ShellScope& scope, int line) : scope_(scope), line_(line) {}

    std::vector<ShellWord> words(std::string_view word) {
        unquoted(word);
        finish();
        return std::move(words_);
    }

  private:
    void unquoted(std::string_view text);
    void quoted(std::string_view text);
    void dollar(std::string_view written, bool in_quotes);
    void braces(std::string_view written, bool in_quotes);
    void arithmetic(std::string_view written);
    void insert(const std::vector<ShellWord>& value, std::string_view written, bool in_quotes);
    std::optional<std::string> single(std::string_view name) const;
    void add(std::string_view text) {
        scope_.made_ += text.size();
        if (scope_.made_ > longest_expansion) return;
        current_ += text;
        begun_ = true;
    }
    void finish() {
        if (begun_) words_.push_back({std::move(current_), line_});
        current_.clear();
        begun_ = false;
    }

    ShellScope& scope_;
    int line_;
    std::string current_;
    bool begun_ = false;
    std::vector<ShellWord> words_;
};

void ShellScope::Expansion::unquoted(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '\\') {
            end = std::min(at + 2, text.size());
            if (text.substr(at, 2) != "\\\n") add(text.substr(at + 1, end - at - 1));
        } else if (text[at] == '\'') {
            end = after_quotes(text, at);
            add(text.substr(at + 1, std::max(end, at + 2) - at - 2));
        } else if (text[at] == '"') {
            end = after_quotes(text, at);
            begun_ = true;
            quoted(text.substr(at + 1, std::max(end, at + 2) - at - 2));
        } else if (text[at] == '`') {
            end = after_quotes(text, at);
            add(text.substr(at, end - at));
        } else if (text[at] == '$') {
            end = after_dollar(text, at);
            dollar(text.substr(at, end - at), false);
        } else {
            add(text.substr(at, 1));
        }
        at = end;
    }
}

void ShellScope::Expansion::quoted(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '\\' && end < text.size()) {
            end = at + 2;
            if (text[at + 1] != '\n') add(text.substr(at + 1, 1));
        } else if (text[at] == '$') {
            end = after_dollar(text, at);
            dollar(text.substr(at, end - at), true);
        } else {
            add(text.substr(at, 1));
        }
        at = end;
    }
}

void ShellScope::Expansion::dollar(std::string_view written, bool in_quotes) {
    if (written.starts_with("$((")) return arithmetic(written);
    if (written.starts_with("${")) return braces(written, in_quotes);
    const std::string name(written.substr(1));
    const auto found = scope_.variables_.find(name);
    if (found == scope_.variables_.end()) return add(written); // $(...), $1, $HOME
    insert(found->second, written, in_quotes);
}

/// ${N}, ${N[@]}, ${N:-d}, ${N-d}, ${N:=d}; others are not known.
void ShellScope::Expansion::braces(std::string_view written, bool in_quotes) {
    std::string_view inside =
        written.substr(2, written.size() - std::min<std::size_t>(3, written.size()));
    std::size_t length = 0;
    while (length < inside.size() && is_name(inside[length]))
        ++length;
    const std::string name(inside.substr(0, length));
    std::string_view rest = inside.substr(length);
    const auto found = scope_.variables_.find(name);
    if (rest.empty() || rest == "[@]" || rest == "[*]") {
        if (found == scope_.variables_.end()) return add(written);
        return insert(found->second, written, in_quotes);
    }
    const bool colon = rest.starts_with(':');
    if (colon) rest.remove_prefix(1);
    if (!rest.starts_with('-') && !rest.starts_with('=')) return add(written);
    const bool empty = found != scope_.variables_.end() &&
                       (found->second.empty() || found->second.front().text.empty());
    if (found != scope_.variables_.end() && !(colon && empty))
        return insert(found->second, written, in_quotes);
    if (++scope_.depth_ > deepest_expansion) return add(written);
    const std::vector<ShellWord> fallback = scope_.expand(rest.substr(1), line_);
    --scope_.depth_;
    scope_.problems_.push_back(
        {Severity::note, fmt::format("{}:{}: {}", scope_.file_, line_, name),
         fmt::format("not set in the script: its default, {}, is taken", rest.substr(1))});
    if (rest[0] == '=') scope_.set(name, fallback, false);
    insert(fallback, written, in_quotes);
}

/// A value that holds a command stays under the variable's own name, as it is one word then.
void ShellScope::Expansion::insert(const std::vector<ShellWord>& value, std::string_view written,
                                   bool in_quotes) {
    const bool command = std::ranges::any_of(value, [](const ShellWord& word) {
        return word.text.find("$(") != std::string::npos ||
               word.text.find('`') != std::string::npos;
    });
    if (command && value.size() == 1) return add(written);
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::vector<ShellWord> parts =
            in_quotes ? std::vector{value[i]} : cut_at_blanks(value[i]);
        for (std::size_t j = 0; j < parts.size(); ++j) {
            if (i + j > 0) finish();
            add(parts[j].text);
        }
    }
}

std::optional<std::string> ShellScope::Expansion::single(std::string_view name) const {
    const auto found = scope_.variables_.find(std::string(name));
    if (found == scope_.variables_.end() || found->second.size() != 1) return std::nullopt;
    return found->second.front().text;
}

void ShellScope::Expansion::arithmetic(std::string_view written) {
    if (!written.ends_with("))")) return add(written);
    const std::optional<std::int64_t> value = shell_arithmetic(
        written.substr(3, written.size() - 5), [&](std::string_view name) { return single(name); });
    if (value)
        add(std::to_string(*value));
    else
        add(written);
}

std::vector<ShellWord> ShellScope::expand(std::string_view word, int line) {
    return Expansion(*this, line).words(word);
}

std::vector<ShellWord> ShellScope::value_of(const std::string& name, std::string_view word,
                                            int line) {
    std::vector<ShellWord> value;
    if (word.starts_with('(') && word.ends_with(')')) {
        for (const ShellStatement& statement : shell_statements(word.substr(1, word.size() - 2)))
            for (const ShellWord& item : statement.words)
                for (ShellWord& one : expand(item.text, line + item.line - 1))
                    value.push_back(std::move(one));
    } else {
        // An assignment is not cut at blanks.
        const std::vector<ShellWord> parts = expand(word, line);
        value.push_back({"", line});
        for (const ShellWord& part : parts)
            value.front().text += (value.front().text.empty() ? "" : " ") + part.text;
    }
    for (const ShellWord& one : value)
        if (one.text.find("$(") != std::string::npos || one.text.find('`') != std::string::npos)
            problems_.push_back(warning(fmt::format("{}:{}: {}", file_, one.line, name),
                                        fmt::format("{} is not run", one.text.substr(0, 60))));
    return value;
}

} // namespace headroom
