// check-presets: reads all presets and example scenarios and says what is wrong with them.
#include "command.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/preset_check.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace headroom::cli {

namespace {

int run(const std::string& directory) {
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

} // namespace

void add_check_presets(CLI::App& app, Run& chosen) {
    const auto directory = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("check-presets", "Check all presets and examples");
    command->add_option("DIRECTORY", *directory, "A folder of presets other than the program's");
    command->callback([directory, &chosen] { chosen = [directory] { return run(*directory); }; });
}

} // namespace headroom::cli
