// choose: the smallest and the cheapest cluster on which a model meets its goals.
#include "command.hpp"
#include "core/present/choice_view.hpp"
#include "core/present/wording.hpp"
#include "money_json.hpp"

#include <fmt/format.h>

#include <memory>

namespace headroom::cli {

namespace {

struct Options {
    std::string scenario;
    std::vector<std::string> gpus;
    std::vector<int> counts;
    std::vector<std::string> assignments;
    bool json = false;
    Language language = Language::english;
};

Choices choices_of(const Options& options, const Scenario& scenario) {
    Choices choices = usual_choices(scenario, presets());
    if (!options.gpus.empty()) choices.gpus = gpu_ids(options.gpus);
    if (!options.counts.empty()) choices.counts = options.counts;
    return choices;
}

std::string choice_text(const Scenario& scenario, const ClusterChoice& choice, Language language) {
    const ChoiceView view = choice_view(scenario, choice, language);
    std::string text = fmt::format("{}\n{}\n\n", scenario.name, settings_line(scenario, language));
    for (const std::string& answer : view.answers)
        text += answer + "\n";
    text += "\n" + text_table(view.table) + "\n";
    for (const std::string& note : view.notes)
        text += note + "\n";
    return text;
}

int run(const Options& options) {
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    const ClusterChoice choice = choose_cluster(scenario, choices_of(options, scenario), presets());
    if (options.json) {
        Json json{{"scenario", scenario.name}};
        json.update(choice_json(choice));
        print(json_text(json));
    } else {
        print(choice_text(scenario, choice, options.language));
    }
    return choice.smallest() != nullptr ? fine : answer_is_no;
}

} // namespace

void add_choose(CLI::App& app, Run& chosen) {
    constexpr int most_gpus = 1 << 20;
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "choose", "The smallest and the cheapest GPUs and counts that meet the goals");
    add_scenario_options(*command, options->scenario, options->assignments);
    command
        ->add_option("--gpu", options->gpus,
                     "These GPU presets, or \"all\"; else shipping ones of the same vendor")
        ->delimiter(',');
    command->add_option("--gpus", options->counts, "These counts; else powers of two")
        ->delimiter(',')
        ->check(CLI::Range(1, most_gpus));
    command->add_flag("--json", options->json, "JSON on stdout");
    add_language_option(*command, options->language);
    command->footer("Exit status 1: none meets the goals; the nearest is named.\n\n"
                    "Examples:\n"
                    "  headroom-cli choose team.json\n"
                    "  headroom-cli choose team.json --gpu h100-sxm,h200-sxm --gpus 8,16,32\n"
                    "  headroom-cli choose team.json --set funding.purchase=spot --json");
    command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace headroom::cli
