// What a foreign file is, told from its contents and never from its name.
//
//     sniff_json(root)        // {"none", "these are the settings of text generation"}
#pragma once

#include "core/io/located_json.hpp"

#include <string_view>

namespace headroom {

struct Sniffed {
    std::string_view kind;    // of import; "none" where it cannot be imported
    std::string_view what_is; // "this is a YAML file"; "" where nothing was recognised
};

Sniffed sniff_json(const Json& root);
/// Of text that is not JSON.
Sniffed sniff_text(std::string_view text);

} // namespace headroom
