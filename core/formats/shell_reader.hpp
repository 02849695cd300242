// The flags of a launch script, found without running anything of it.
//
//     const ShellScript script = read_shell(text, "train.sh", problems);
//     script.flags.find("num_layers")->integer        // 24
//
// A subset of the shell: variables, arrays, continued lines, $((...)), defaults, and the branches
// of `if` that can be decided from what the script says itself. Of two equal flags the last counts.
// What is known only once the script runs stays text with its $ (is_open() in shell_words.hpp).
#pragma once

#include "core/base/problem.hpp"
#include "core/io/located_json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct ShellScript {
    Json flags; // an object; names without dashes, "-" and "_" alike as "_"; a bare flag is true
    std::vector<std::string> words;   // of its commands that are no flags: "torchrun", "train.py"
    bool sets_variables_only = false; // for another script that reads it
};

ShellScript read_shell(std::string_view text, std::string_view name, Problems& problems);

/// A word of a command line or of a launch file as a value: a number, true or false, or text.
Json flag_value(std::string_view word, int line);

} // namespace headroom
