// check-presets: reads all presets and example scenarios and says what is wrong with them.
#include "command.hpp"
#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace headroom::cli {

namespace {

/// Problems of the scenarios that come with the presets; `count` is how many there are.
Problems check_scenarios(const std::filesystem::path& folder, const Catalog& catalog,
                         std::size_t& count) {
    Problems problems;
    std::error_code missing;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::ranges::sort(paths);
    count = paths.size();
    for (const std::filesystem::path& path : paths)
        std::ranges::move(read_scenario_file(path, catalog).problems, std::back_inserter(problems));
    return problems;
}

int run(const std::string& directory) {
    const std::filesystem::path folder =
        directory.empty() ? presets_directory() : std::filesystem::path(directory);
    CatalogResult result = read_catalog(folder);
    std::size_t scenarios = 0;
    if (!has_errors(result.problems))
        std::ranges::move(check_scenarios(folder / "scenarios", result.catalog, scenarios),
                          std::back_inserter(result.problems));
    print_problems(result.problems);
    if (has_errors(result.problems)) return bad_input;
    const Catalog& catalog = result.catalog;
    print(fmt::format("{} GPUs, {} links, {} models, {} prices, {} frameworks, {} sources and {} "
                      "scenarios are fine.\n",
                      catalog.gpus.size(), catalog.links.size(), catalog.models.size(),
                      catalog.prices.size(), catalog.stacks.size(), catalog.sources.size(),
                      scenarios));
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
