// check-presets: reads all presets and example scenarios and says what is wrong with them.
#include "commands.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/preset_check.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace headroom::cli {

int run_check_presets(const std::string& directory) {
    const std::filesystem::path folder =
        directory.empty() ? presets_directory() : std::filesystem::path(directory);
    const PresetCheck check = check_presets(folder);
    print_problems(check.problems);
    if (has_errors(check.problems)) return bad_input;
    const Catalog& catalog = check.catalog;
    print(fmt::format("{} GPUs, {} links, {} models, {} prices, {} frameworks, {} sources and {} "
                      "scenarios are fine.\n",
                      catalog.gpus.size(), catalog.links.size(), catalog.models.size(),
                      catalog.prices.size(), catalog.stacks.size(), catalog.sources.size(),
                      check.scenarios));
    return fine;
}

} // namespace headroom::cli
