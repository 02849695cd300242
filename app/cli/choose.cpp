// choose: the smallest and the cheapest cluster on which a model meets its goals.
#include "commands.hpp"
#include "core/present/choice_view.hpp"
#include "core/present/wording.hpp"
#include "money_json.hpp"

#include <fmt/format.h>

namespace headroom::cli {

namespace {

Choices choices_of(const ChooseOptions& options, const Scenario& scenario) {
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

} // namespace

int run_choose(const ChooseOptions& options) {
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

} // namespace headroom::cli
