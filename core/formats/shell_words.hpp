// The words of a shell script, cut as a shell cuts them and expanded as far as that can be done
// without running anything.
//
//     ShellScope scope;
//     scope.set("TP", {{"2", 4}}, false);
//     scope.expand("--tp=${TP}", 9)          // {{"--tp=2", 9}}
//     scope.expand("$(nvidia-smi)", 9)       // {{"$(nvidia-smi)", 9}}: never run
//
// What is not known before the script runs stays as it was written, with its $ or backtick:
// is_open() tells it.
#pragma once

#include "core/base/problem.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct ShellWord {
    std::string text;
    int line = 0;
};

/// A command, a word of the language (if, then, fi, done) or an assignment, as it was written.
struct ShellStatement {
    std::vector<ShellWord> words; // not expanded yet; an array is one word, "X=( a b )"
};

/// Continued lines joined, remarks and here-documents left out, cut at ; & | and line ends.
std::vector<ShellStatement> shell_statements(std::string_view text);

/// Whether some of the text is known only once the script runs.
inline bool is_open(std::string_view text) {
    return text.find_first_of("$`") != std::string_view::npos;
}

/// The variables that are known so far.
class ShellScope {
  public:
    /// Reports defaults that were taken and commands that were not run, of variables by name.
    ShellScope(std::string_view file, Problems& problems) : file_(file), problems_(problems) {}

    void set(const std::string& name, std::vector<ShellWord> words, bool append);
    /// From here on, what the variable holds is not known.
    void forget(const std::string& name) { variables_.erase(name); }
    /// A word as it was written, as the words that it becomes.
    std::vector<ShellWord> expand(std::string_view word, int line);
    /// The words of "X=( ... )" and of "X=...".
    std::vector<ShellWord> value_of(const std::string& name, std::string_view word, int line);

  private:
    class Expansion;

    std::string_view file_;
    Problems& problems_;
    std::map<std::string, std::vector<ShellWord>> variables_;
    int depth_ = 0;
    std::size_t made_ = 0; // characters, so that a script cannot grow without end
};

/// "--a 1  --b" as words, without any meaning of quotes.
std::vector<ShellWord> cut_at_blanks(const ShellWord& word);

} // namespace headroom
