// Files that a configuration names: a DeepSpeed JSON, a folder with a config.json.
//
//     if (follow_deepspeed(in, "deepspeed")) ...      // what the named file says is in the draft
//
// Looked for beside the importing file, then in the current folder; never outside of them, never by
// an absolute path or an address, and never further from there. What is not found is asked for as
// file:PATH.
#pragma once

#include "core/formats/formats.hpp"

#include <optional>
#include <span>

namespace headroom {

/// Where the file is that a value names; empty where there is none that may be read.
std::optional<std::filesystem::path> find_companion(FormatInput& in, const JsonCursor& named);

/// A DeepSpeed JSON that a framework ships: known by its name where it is not beside the file.
struct ShippedConfig {
    std::string_view name; // without folder and ending
    int stage;
    const char* offload;
};

/// Reads the DeepSpeed JSON that a key names or holds; false, with a question, where it is not
/// there.
bool follow_deepspeed(FormatInput& in, std::string_view key,
                      std::span<const ShippedConfig> shipped = {});

/// The model that a key names: by the catalog's name for it, by the config.json in a folder beside
/// the file, or as a question.
void give_model(FormatInput& in, std::string_view key);

} // namespace headroom
