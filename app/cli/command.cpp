#include "command.hpp"

#include "core/io/catalog_reader.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"

#include <cstdio>
#include <optional>

namespace headroom::cli {

const Catalog& presets() {
    static const CatalogResult result = read_catalog(presets_directory());
    if (has_errors(result.problems)) {
        print_problems(result.problems);
        throw std::runtime_error("the presets cannot be used");
    }
    return result.catalog;
}

Scenario load_scenario(const std::string& path, const std::vector<std::string>& assignments) {
    const Catalog& catalog = presets();
    ScenarioResult result;
    if (assignments.empty()) {
        result = read_scenario_file(path, catalog);
    } else {
        const std::optional<std::string> text = read_text_file(path, result.problems, path);
        if (text) result = read_scenario_with(*text, path, assignments, catalog);
    }
    print_problems(result.problems);
    if (!result.scenario) throw InputError();
    return std::move(*result.scenario);
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_problems(const Problems& problems) {
    for (const Problem& problem : problems)
        std::fprintf(stderr, "%s\n", to_line(problem).c_str());
}

void fail(const Problem& problem) {
    print_problems({problem});
    throw InputError();
}

void add_language_option(CLI::App& command, Language& language) {
    static const std::map<std::string, Language> languages{{"en", Language::english},
                                                           {"ko", Language::korean}};
    command.add_option("--lang", language, "Language of the text")
        ->transform(CLI::CheckedTransformer(languages))
        ->option_text("en|ko");
}

} // namespace headroom::cli
