// Reads presets/ into a Catalog.
//
//     auto [catalog, problems] = read_catalog(presets_directory());
//
// Reports every problem of every file with file, line and JSON pointer; what could be read is kept.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>

namespace headroom {

struct CatalogResult {
    Catalog catalog;
    Problems problems;
};

CatalogResult read_catalog(const std::filesystem::path& directory);

/// Where the presets are: $HEADROOM_PRESETS, else beside the installed program, else the source
/// tree.
std::filesystem::path presets_directory();

} // namespace headroom
