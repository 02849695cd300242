// The configuration formats that can be imported: one reader for each, and what all of them need.
//
//     FormatInput in(file, draft, files);
//     read_deepspeed(in);
//
// A reader says of each key what it is in a scenario (Draft::give), what its absence means there
// (assume) and what cannot be known (ask). Sources are named by the file of the framework in which
// the default stands.
#pragma once

#include "core/formats/config_keys.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One file, parsed and recognised.
struct ConfigFile {
    std::filesystem::path path;
    std::string name; // as messages call it
    std::string text;
    std::string kind;
    KeyStyle style = KeyStyle::pointer;
    std::string pointer; // of the root, where it is a part of the file
    Json root;
    std::vector<std::string> words; // of a script that are no flags
};

struct FormatInput {
    FormatInput(const ConfigFile& config, Draft& into,
                const std::vector<std::filesystem::path>& all)
        : file(config), draft(into), files(all),
          keys(file.root, log, draft, file.style, file.pointer) {
        log.file = config.name;
        log.lenient = true;
    }
    FormatInput(const FormatInput&) = delete;
    FormatInput& operator=(const FormatInput&) = delete;

    const ConfigFile& file;
    Draft& draft;
    const std::vector<std::filesystem::path>& files; // that were opened together
    ReadLog log;
    ConfigKeys keys;
};

void read_deepspeed(FormatInput& in);
void read_accelerate(FormatInput& in);
void read_torchtitan(FormatInput& in);
void read_axolotl(FormatInput& in);
void read_llamafactory(FormatInput& in);
void read_llamafactory_v1(FormatInput& in);
void read_torchtune(FormatInput& in);
void read_litgpt(FormatInput& in);
void read_nanotron(FormatInput& in);
void read_megatron(FormatInput& in);
void read_hf_trainer(FormatInput& in);

} // namespace headroom
