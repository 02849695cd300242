#include "mutation.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace headroom::fuzz {

namespace {

/// Values at the edges of what readers take, in all syntaxes.
constexpr auto hostile_values = std::to_array<std::string_view>({"0",
                                                                 "-1",
                                                                 "1",
                                                                 "2",
                                                                 "3",
                                                                 "7",
                                                                 "128",
                                                                 "2147483647",
                                                                 "2147483648",
                                                                 "9223372036854775807",
                                                                 "9223372036854775808",
                                                                 "18446744073709551616",
                                                                 "1e400",
                                                                 "-1e400",
                                                                 "1e-400",
                                                                 "2.5",
                                                                 "5e8",
                                                                 "1_000",
                                                                 "0o17",
                                                                 "017",
                                                                 "12:30",
                                                                 "0x1F",
                                                                 "NaN",
                                                                 ".inf",
                                                                 "-Infinity",
                                                                 "null",
                                                                 "~",
                                                                 "\"\"",
                                                                 "''",
                                                                 "true",
                                                                 "false",
                                                                 "yes",
                                                                 "NO",
                                                                 "\"no\"",
                                                                 "auto",
                                                                 "\"auto\"",
                                                                 "[]",
                                                                 "{}",
                                                                 "[[[[]]]]",
                                                                 "{a: {}}",
                                                                 "\"../../etc/passwd\"",
                                                                 "/etc/passwd",
                                                                 "http://example.org/x.json",
                                                                 "$(rm -rf /)",
                                                                 "`id`",
                                                                 "${x}",
                                                                 "${x.y}",
                                                                 "${model}",
                                                                 "{{x}}",
                                                                 "$1",
                                                                 "${A:-${B:-${C}}}",
                                                                 "$((1/0))",
                                                                 "$((9223372036854775807+1))",
                                                                 "*a",
                                                                 "&a [*a]",
                                                                 "!!python/object:os.system",
                                                                 "<<: *a",
                                                                 "\"\\ud800\"",
                                                                 "\"\\u0000\"",
                                                                 "1.7976931348623157e308",
                                                                 "([0]*3+[1]*58)",
                                                                 "((((((((((",
                                                                 "a|b|c",
                                                                 "*.*\\(\\[|^$+",
                                                                 "adamw_torch_fused",
                                                                 "bf16-true",
                                                                 "[1, 2, 3]",
                                                                 "[q_proj, x]"});

/// Pieces of syntax that go anywhere.
constexpr auto hostile_pieces = std::to_array<std::string_view>({"{",
                                                                 "}",
                                                                 "[",
                                                                 "]",
                                                                 ":",
                                                                 ",",
                                                                 "\"",
                                                                 "'",
                                                                 "\n",
                                                                 "\r\n",
                                                                 "\t",
                                                                 " ",
                                                                 "#",
                                                                 "\\",
                                                                 "\\\n",
                                                                 "--",
                                                                 "---\n",
                                                                 "...\n",
                                                                 "&a ",
                                                                 "*a",
                                                                 "<<: ",
                                                                 "|\n",
                                                                 ">-\n",
                                                                 "? ",
                                                                 "!!",
                                                                 "%YAML 1.2\n",
                                                                 "//",
                                                                 "/*",
                                                                 "*/",
                                                                 "=",
                                                                 "[[a]]\n",
                                                                 "[a.b.c]\n",
                                                                 "\"\"\"",
                                                                 "'''",
                                                                 "if [ $A = 1 ]; then\n",
                                                                 "fi\n",
                                                                 "else\n",
                                                                 "done\n",
                                                                 "for i in 1 2; do\n",
                                                                 "X=(",
                                                                 ")",
                                                                 "${",
                                                                 "$((",
                                                                 "))",
                                                                 "`",
                                                                 "$(",
                                                                 "export ",
                                                                 "@",
                                                                 "\xEF\xBB\xBF",
                                                                 "\xFF",
                                                                 "\xC3\xA9",
                                                                 "\xF0\x9F\x98\x80"});

std::size_t line_start(const std::string& text, std::size_t at) {
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return before == std::string::npos ? 0 : before + 1;
}

std::size_t line_end(const std::string& text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// The words before ":" and "=", and after "--".
void add_keys(const std::string& text, std::vector<std::string>& keys) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end]))
            ++end;
        std::size_t next = end;
        while (next < text.size() && (text[next] == ' ' || text[next] == '"'))
            ++next;
        const bool assigns = next < text.size() && (text[next] == ':' || text[next] == '=');
        if (end > at + 1 && (assigns || text[at] == '-')) keys.push_back(text.substr(at, end - at));
        at = end + 1;
    }
}

} // namespace

Mutator::Mutator(std::vector<std::string> seeds, std::uint64_t seed)
    : seeds_(std::move(seeds)), engine_(seed) {
    for (const std::string& text : seeds_)
        add_keys(text, keys_);
    std::ranges::sort(keys_);
    keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
}

std::size_t Mutator::below(std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(engine_() % count);
}

void Mutator::bytes(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
    case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
    case 1: text.insert(at, hostile_pieces[below(hostile_pieces.size())]); break;
    case 2: text.erase(at, below(8)); break;
    default: text.insert(at, 1, static_cast<char>(below(256))); break;
    }
}

/// Takes lines away, doubles them, moves them, or indents them otherwise.
void Mutator::lines(std::string& text) {
    const std::size_t start = line_start(text, below(text.size() + 1));
    const std::size_t end = std::min(line_end(text, start) + 1, text.size());
    const std::string line = text.substr(start, end - start);
    switch (below(4)) {
    case 0: text.erase(start, end - start); break;
    case 1: text.insert(start, line); break;
    case 2:
        text.erase(start, end - start);
        text.insert(line_start(text, below(text.size() + 1)), line);
        break;
    default: text.insert(start, below(2) == 0 ? "  " : "    - "); break;
    }
}

/// Another value behind a key: a hostile one, or one of another seed.
void Mutator::value(std::string& text) {
    const std::size_t from = below(text.size() + 1);
    const std::size_t sign = text.find_first_of(":= ", from);
    if (sign == std::string::npos) return;
    std::size_t start = sign + 1;
    while (start < text.size() && text[start] == ' ')
        ++start;
    std::size_t end = start;
    while (end < text.size() && text[end] != '\n' && text[end] != ',' && text[end] != '}' &&
           text[end] != '\\')
        ++end;
    std::string other(hostile_values[below(hostile_values.size())]);
    if (below(3) == 0) {
        const std::string& seed = any_seed();
        const std::size_t at = below(seed.size() + 1);
        other = seed.substr(at, line_end(seed, at) - at);
    }
    text.replace(start, end - start, other);
}

/// Another key in the place of one, or one more line.
void Mutator::key(std::string& text) {
    if (keys_.empty()) return;
    const std::string& other = keys_[below(keys_.size())];
    if (below(2) == 0) {
        const std::size_t start = line_start(text, below(text.size() + 1));
        const bool shell = other.starts_with("-") || text.starts_with("#!");
        const bool json = text.starts_with("{");
        const std::string value(hostile_values[below(hostile_values.size())]);
        std::string line = other + (shell ? " " : ": ") + value + (shell ? " \\\n" : "\n");
        if (json) line = "\"" + other + "\": " + value + ",\n";
        text.insert(start, line);
        return;
    }
    std::size_t at = below(text.size() + 1);
    while (at < text.size() && !is_word(text[at]))
        ++at;
    std::size_t end = at;
    while (end < text.size() && is_word(text[end]))
        ++end;
    text.replace(at, end - at, other);
}

/// The beginning of one seed and the end of another.
void Mutator::splice(std::string& text) {
    const std::string& other = any_seed();
    text = text.substr(0, below(text.size() + 1)) + other.substr(below(other.size() + 1));
}

/// The same piece many times: depth, length or doubling.
void Mutator::nest(std::string& text) {
    const std::string piece(hostile_pieces[below(hostile_pieces.size())]);
    const std::size_t count = std::size_t{1} << below(13);
    std::string many;
    for (std::size_t i = 0; i < count; ++i)
        many += piece;
    text.insert(below(text.size() + 1), many);
}

std::string Mutator::operator()() {
    constexpr std::size_t most_changes = 6, largest = 200'000;
    std::string text = any_seed();
    for (std::size_t i = 0, count = 1 + below(most_changes); i < count; ++i) {
        const std::size_t kind = below(100);
        if (kind < 40)
            value(text);
        else if (kind < 65)
            key(text);
        else if (kind < 80)
            lines(text);
        else if (kind < 93)
            bytes(text);
        else if (kind < 98)
            splice(text);
        else
            nest(text);
    }
    if (text.size() > largest) text.resize(largest);
    return text;
}

} // namespace headroom::fuzz
