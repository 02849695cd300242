#include "core/formats/shell_reader.hpp"

#include "core/formats/config_text.hpp"
#include "core/formats/shell_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headroom {

namespace {

/// Commands whose words are not flags of a run.
constexpr std::array silent_commands{"echo", "printf", "mkdir", "cat",  "cd",    "rm",     "source",
                                     ".",    "set",    "unset", "test", "tee",   "pip",    "pip3",
                                     "git",  "wget",   "curl",  "exit", "sleep", "module", "conda"};
constexpr std::array declaring_words{"export", "local", "declare", "readonly", "typeset"};

bool is_one_of(const auto& words, std::string_view text) {
    return std::ranges::find(words, text) != words.end();
}

enum class Live : std::uint8_t { yes, no, undecided };

/// One `if` or loop around the current statement.
struct Branch {
    Live now;
    bool taken = false;     // one of its branches was
    bool undecided = false; // one of its tests was
};

/// Splits "NAME+=value"; an empty name where it is no assignment.
struct Assignment {
    std::string name;
    bool append = false;
    std::string_view value;
};
Assignment assignment_of(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) return {};
    std::string_view name = word.substr(0, equals);
    const bool append = name.ends_with('+');
    if (append) name.remove_suffix(1);
    const bool valid = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    }) && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
    if (!valid) return {};
    return {std::string(name), append, word.substr(equals + 1)};
}

std::optional<long> whole_of(std::string_view text) {
    long number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failed != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// Of "[ a = b ]" and its like, expanded; undecided where it is another test or a word is open.
Live compared(const std::string& a, std::string_view sign, const std::string& b) {
    const auto live = [](bool holds) { return holds ? Live::yes : Live::no; };
    if (sign == "=" || sign == "==") return live(a == b);
    if (sign == "!=") return live(a != b);
    const auto left = whole_of(a), right = whole_of(b);
    if (!left || !right) return Live::undecided;
    if (sign == "-eq") return live(*left == *right);
    if (sign == "-ne") return live(*left != *right);
    if (sign == "-gt" || sign == ">") return live(*left > *right);
    if (sign == "-ge") return live(*left >= *right);
    if (sign == "-lt" || sign == "<") return live(*left < *right);
    if (sign == "-le") return live(*left <= *right);
    return Live::undecided;
}

bool is_flag(std::string_view word) {
    return word.size() > 1 && word[0] == '-' &&
           (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])) != 0);
}

/// What ends the words of a flag: the next one, a program or a script.
bool ends_values(std::string_view word) {
    constexpr std::array programs{"python",    "python3", "torchrun", "accelerate",
                                  "deepspeed", "bash",    "sh",       "srun"};
    return is_flag(word) || word.ends_with(".py") || word.ends_with(".sh") ||
           is_one_of(programs, word);
}

struct Flag {
    std::string name, value;
    int line;
};

/// "--k v" as one word, or a variable that held a whole command line, in pieces.
std::vector<ShellWord> in_pieces(const std::vector<ShellWord>& words) {
    std::vector<ShellWord> pieces;
    for (const ShellWord& word : words) {
        const bool is_line = word.text.find("--") != std::string::npos &&
                             word.text.find_first_of(" \t\n") != std::string::npos &&
                             word.text.find("$(") == std::string::npos;
        const std::vector<ShellWord> parts = is_line ? cut_at_blanks(word) : std::vector{word};
        pieces.insert(pieces.end(), parts.begin(), parts.end());
    }
    return pieces;
}

/// Flags with the words after them as their value; what is left over goes to `others`.
std::vector<Flag> flags_in(const std::vector<ShellWord>& given, std::vector<std::string>* others) {
    const std::vector<ShellWord> words = in_pieces(given);
    std::vector<Flag> flags;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i].text;
        const std::size_t dashes = word.find_first_not_of('-');
        if (!is_flag(word) || dashes == std::string_view::npos) {
            if (others != nullptr) others->emplace_back(word);
            continue;
        }
        const std::string_view name = word.substr(dashes);
        const std::size_t equals = std::min(name.find('='), name.size());
        Flag flag{std::string(name.substr(0, equals)), "", words[i].line};
        if (equals < name.size()) flag.value = std::string(name.substr(equals + 1));
        while (equals == name.size() && i + 1 < words.size() && !ends_values(words[i + 1].text))
            flag.value += (flag.value.empty() ? "" : " ") + words[++i].text;
        if (equals == name.size() && flag.value.empty()) flag.value = "true";
        if (flag.name.size() <= config_limits::key) flags.push_back(std::move(flag));
    }
    return flags;
}

std::string undecided(const std::string& value) {
    return fmt::format("$(in a branch that is taken or not when it runs: {})", value);
}

/// Walks over the statements and keeps variables, branches and flags.
class Reader {
  public:
    Reader(std::string_view name, Problems& problems) : scope_(name, problems) {
        script_.flags.type = Json::Type::object;
        script_.flags.line = 1;
    }

    ShellScript read(std::string_view text) {
        for (ShellStatement& statement : shell_statements(text))
            run(std::move(statement.words));
        script_.sets_variables_only = !has_command_ && assigned_;
        keep_last_of_equal_keys(script_.flags);
        for (Json::Member& flag : script_.flags.members)
            flag.replaced_line = 0; // that a flag comes again is how scripts override
        return std::move(script_);
    }

  private:
    void run(std::vector<ShellWord> words);
    bool control(std::vector<ShellWord>& words);
    Live live() const;
    Live decide(const std::vector<ShellWord>& words);
    std::vector<std::string> one_by_one(const std::vector<ShellWord>& words);
    void assign(const ShellWord& word);
    void command(const std::vector<ShellWord>& words);

    ShellScope scope_;
    std::vector<Branch> branches_;
    ShellScript script_;
    bool has_command_ = false, assigned_ = false;
};

Live Reader::live() const {
    Live live = Live::yes;
    for (const Branch& branch : branches_) {
        if (branch.now == Live::no) return Live::no;
        if (branch.now == Live::undecided) live = Live::undecided;
    }
    return live;
}

/// Each written word as one word, even where it holds nothing.
std::vector<std::string> Reader::one_by_one(const std::vector<ShellWord>& words) {
    std::vector<std::string> expanded;
    for (const ShellWord& word : words) {
        std::string text;
        for (const ShellWord& part : scope_.expand(word.text, word.line))
            text += part.text;
        expanded.push_back(std::move(text));
    }
    return expanded;
}

Live Reader::decide(const std::vector<ShellWord>& words) {
    std::vector<std::string> test = one_by_one(words);
    if (test.size() < 3 || (test[0] != "[" && test[0] != "[[" && test[0] != "test"))
        return Live::undecided;
    if (test[0] != "test") test.pop_back(); // the closing bracket
    test.erase(test.begin());
    if (std::ranges::any_of(test, [](const std::string& word) { return is_open(word); }))
        return Live::undecided;
    if (test.size() == 2 && (test[0] == "-z" || test[0] == "-n"))
        return test[1].empty() == (test[0] == "-z") ? Live::yes : Live::no;
    return test.size() == 3 ? compared(test[0], test[1], test[2]) : Live::undecided;
}

/// if, elif, else, fi and loops: true where nothing is left of the statement.
bool Reader::control(std::vector<ShellWord>& words) {
    const std::string first = words.front().text;
    const std::vector<ShellWord> rest(words.begin() + 1, words.end());
    if (first == "if") {
        const Live now = live() == Live::no ? Live::no : decide(rest);
        branches_.push_back({now, now == Live::yes, now == Live::undecided});
        return true;
    }
    if (first == "while" || first == "until" || first == "for" || first == "case") {
        branches_.push_back({Live::undecided, false, true});
        return true;
    }
    if (first == "fi" || first == "done" || first == "esac") {
        if (!branches_.empty()) branches_.pop_back();
        return true;
    }
    if ((first == "elif" || first == "else") && !branches_.empty()) {
        Branch& branch = branches_.back();
        const Live now = branch.taken       ? Live::no
                         : first == "elif"  ? decide(rest)
                         : branch.undecided ? Live::undecided
                                            : Live::yes;
        branch.now = now == Live::yes && branch.undecided ? Live::undecided : now;
        branch.taken = branch.taken || now == Live::yes;
        branch.undecided = branch.undecided || now == Live::undecided;
        if (first == "elif") return true;
    }
    if (first == "then" || first == "do" || first == "else" || first == "{" || first == "}" ||
        first == "!" || first == "exec" || first == "time" || first == "nohup")
        words.erase(words.begin());
    return words.empty();
}

void Reader::run(std::vector<ShellWord> words) {
    for (std::size_t before = 0; before != words.size();) {
        before = words.size();
        if (control(words)) return;
    }
    if (live() == Live::no) return;
    std::size_t at = 0;
    const bool declares = is_one_of(declaring_words, words[0].text);
    if (declares) ++at;
    for (; at < words.size(); ++at) {
        const bool is_option = declares && words[at].text.starts_with('-');
        if (!is_option && assignment_of(words[at].text).name.empty()) break;
        if (!is_option) assign(words[at]);
    }
    if (at < words.size() && !declares)
        command({words.begin() + static_cast<std::ptrdiff_t>(at), words.end()});
}

void Reader::assign(const ShellWord& word) {
    const Assignment assignment = assignment_of(word.text);
    assigned_ = true;
    std::vector<ShellWord> value = scope_.value_of(assignment.name, assignment.value, word.line);
    if (live() == Live::yes)
        return scope_.set(assignment.name, std::move(value), assignment.append);
    // Flags of a branch that cannot be decided are kept, marked; another value is lost.
    std::vector<ShellWord> marked;
    for (const Flag& flag : flags_in(value, nullptr)) {
        marked.push_back({"--" + flag.name, flag.line});
        marked.push_back({undecided(flag.value), flag.line});
    }
    if (!marked.empty())
        scope_.set(assignment.name, std::move(marked), true);
    else if (!assignment.append)
        scope_.forget(assignment.name);
}

void Reader::command(const std::vector<ShellWord>& words) {
    std::vector<ShellWord> expanded;
    for (const ShellWord& word : words)
        for (ShellWord& part : scope_.expand(word.text, word.line))
            expanded.push_back(std::move(part));
    if (expanded.empty() || is_one_of(silent_commands, expanded[0].text)) return;
    has_command_ = true;
    for (Flag& flag : flags_in(expanded, &script_.words)) {
        if (script_.flags.members.size() >= config_limits::values) return;
        const std::string value =
            live() == Live::undecided ? undecided(flag.value) : std::move(flag.value);
        std::ranges::replace(flag.name, '-', '_');
        script_.flags.members.push_back(
            {std::move(flag.name), flag.line, flag_value(value, flag.line), 0, false});
    }
}

} // namespace

Json flag_value(std::string_view word, int line) {
    Json value;
    value.line = line;
    if (word == "true" || word == "True" || word == "false" || word == "False") {
        value.type = Json::Type::boolean;
        value.boolean = word[0] == 't' || word[0] == 'T';
        return value;
    }
    double number = 0.0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_number = !word.empty() && failed == std::errc() &&
                           end == word.data() + word.size() && std::isfinite(number);
    value.type = is_number ? Json::Type::number : Json::Type::text;
    value.text = std::string(word);
    if (is_number) value.number = number;
    if (const auto whole = whole_of(word)) {
        value.type = Json::Type::integer;
        value.integer = *whole;
        value.text.clear();
    }
    return value;
}

ShellScript read_shell(std::string_view text, std::string_view name, Problems& problems) {
    if (!has_short_lines(text, name, problems)) return {};
    return Reader(name, problems).read(text);
}

} // namespace headroom
