// cost: what a plan costs by each way of paying for its GPUs, when committing pays, experiments.
#include "commands.hpp"
#include "core/present/cost_view.hpp"
#include "core/present/wording.hpp"
#include "money_json.hpp"

#include <fmt/format.h>

namespace headroom::cli {

namespace {

std::string facts_text(const std::vector<CostFact>& facts) {
    TableView table{{"", ""}, {}};
    for (const CostFact& fact : facts)
        table.rows.push_back({fact.name, fact.value});
    const std::string text = text_table(table);
    return text.substr(text.find('\n') + 1); // without its empty header
}

std::string cost_text(const Scenario& scenario, const Estimate& estimate, Language language) {
    const auto heading = [&](const Words& words) {
        return fmt::format("\n{}\n", say(words, language));
    };
    std::string text = fmt::format("{}\n{}\n\n", scenario.name, settings_line(scenario, language));
    text += text_table(purchase_table(scenario, estimate, presets(), language));
    text +=
        fmt::format("{}\n", say({"* how the scenario pays", "* 시나리오의 지불 방식"}, language));
    const TableView even = break_even_table(scenario, estimate, language);
    if (!even.rows.empty())
        text += heading({"When committing pays", "약정이 이득인 때"}) + text_table(even);
    const auto facts = experiment_facts(scenario, estimate, language);
    if (!facts.empty()) text += heading({"Experiments", "실험"}) + facts_text(facts);
    text += heading({"To know", "유의할 점"});
    for (const std::string& note : funding_notes(scenario, language))
        text += "  - " + note + "\n";
    return text;
}

} // namespace

int run_cost(const ScenarioOptions& options) {
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    const Estimate estimate = evaluate(scenario);
    if (options.json) {
        Json json = money_json(scenario, estimate);
        print(json_text({{"scenario", scenario.name},
                         {"gpu", scenario.cluster.gpu.id},
                         {"gpus", scenario.cluster.gpus()},
                         {"money", std::move(json)}}));
    } else {
        print(cost_text(scenario, estimate, options.language));
    }
    return estimate.money.priced ? fine : answer_is_no;
}

} // namespace headroom::cli
