// Everything that can be wrong with presets, beyond what their reader refuses.
//
//     PresetCheck check = check_presets(presets_directory());
//     for (const Problem& problem : check.problems) std::cerr << to_line(problem) << '\n';
//
// Every source is used, every GPU, link and model plausible, published parameter counts meet the
// counted ones, and each scenario in scenarios/ is legal. An implausible number is a warning: the
// world may have changed; a contradiction is an error.
#pragma once

#include "core/base/problem.hpp"
#include "core/model/catalog.hpp"

#include <filesystem>

namespace headroom {

struct PresetCheck {
    Catalog catalog;
    Problems problems;
    std::size_t scenarios = 0; // read, whether fine or not; none where the catalog has errors
};

PresetCheck check_presets(const std::filesystem::path& directory);

/// The part that needs no files.
Problems check_catalog(const Catalog& catalog);

} // namespace headroom
