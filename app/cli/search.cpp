// search: every legal plan, and the front of memory, step time, money and complexity.
#include "commands.hpp"
#include "core/io/scenario_json.hpp"
#include "core/io/text_file.hpp"
#include "core/present/frontier_view.hpp"
#include "core/present/wording.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

namespace headroom::cli {

namespace {

constexpr std::size_t usual_rows = 10;

std::vector<std::string_view> dimension_names() { return names_of<Dimension>(); }

/// "tensor_parallel" or "training.tensor_parallel".
Dimension dimension_named(std::string_view option, std::string_view word) {
    constexpr std::string_view section = "training.";
    const std::string_view name = word.starts_with(section) ? word.substr(section.size()) : word;
    if (const std::optional<Dimension> known = value_named<Dimension>(name)) return *known;
    const std::string_view near = nearest_word(name, dimension_names());
    fail(error(std::string(option),
               near.empty()
                   ? fmt::format("no such dimension: \"{}\"; they are {}", word,
                                 fmt::join(dimension_names(), ", "))
                   : fmt::format("no such dimension: \"{}\"; did you mean \"{}\"?", word, near)));
}

/// The part before "=", and whether there is one.
std::string_view name_of_assignment(std::string_view text) {
    return text.substr(0, text.find('='));
}

SearchSpace space_of(const SearchOptions& options) {
    SearchSpace space;
    for (const std::string& word : options.freed) {
        if (word == "all")
            space.free.set();
        else
            space.free.set(index_of(dimension_named("--free", word)));
    }
    for (const std::string& text : options.fixed)
        space.free.reset(index_of(dimension_named("--fix", name_of_assignment(text))));
    return space;
}

/// What the options change in the file before the search: `--set`, `--gpus` and `--fix NAME=VALUE`.
std::vector<std::string> assignments_of(const SearchOptions& options) {
    std::vector<std::string> all = options.assignments;
    if (options.gpus > 0) all.push_back(fmt::format("cluster.gpus={}", options.gpus));
    for (const std::string& text : options.fixed) {
        const std::string_view name = name_of_assignment(text);
        if (name.size() == text.size()) continue;
        all.push_back(fmt::format("training.{}{}", name_of(dimension_named("--fix", name)),
                                  std::string_view(text).substr(name.size())));
    }
    return all;
}

/// A plan that is not legal is what a search mends; whatever else is wrong is told as ever.
Scenario scenario_of(const SearchOptions& options) {
    const std::vector<std::string> assignments = assignments_of(options);
    Problems unread;
    if (const auto text = read_text_file(options.scenario, unread, options.scenario)) {
        ScenarioResult read = read_scenario_with(*text, options.scenario, assignments, presets());
        if (read.illegal) return std::move(*read.illegal);
    }
    return load_scenario(options.scenario, assignments);
}

Json recompute_json(const Recompute& recompute) {
    Json json{{"mode", name_of(recompute.mode)}};
    if (recompute.layers) json["layers"] = *recompute.layers;
    if (recompute.every != 1) json["every"] = recompute.every;
    return json;
}

/// The keys of a scenario's "training", so that a row can be put there as it is.
Json training_json(const TrainingPlan& plan) {
    return {{"tensor_parallel", plan.tensor_parallel},
            {"sequence_parallel", plan.sequence_parallel},
            {"pipeline_parallel", plan.pipeline_parallel},
            {"virtual_stages", plan.virtual_stages},
            {"context_parallel", plan.context_parallel},
            {"expert_parallel", plan.expert_parallel},
            {"expert_tensor_parallel", plan.expert_tensor_parallel},
            {"micro_batch", plan.micro_batch},
            {"zero_stage", plan.zero_stage},
            {"recompute", recompute_json(plan.recompute)},
            {"precision", name_of(plan.precision)},
            {"offload", name_of(plan.offload)},
            {"activation_offload", plan.activation_offload}};
}

Json plan_json(Scenario scenario, const FoundPlan& found) {
    scenario.training = found.training;
    Json json = training_json(found.training);
    json["data_parallel"] = data_parallel(scenario);
    json["memory_gib"] = found.estimate.memory.process.expected / units::GiB;
    json["step_seconds"] = found.estimate.step.total.expected / units::s;
    const std::optional<Dollars> cost = cost_per_million_tokens(scenario, found.estimate);
    json["usd_per_mtoken"] = cost ? Json(*cost / units::USD) : Json(nullptr);
    json["complexity"] = found.complexity;
    json["meets_goals"] = found.miss <= 0.0;
    return json;
}

struct Searched {
    Scenario scenario;
    SearchResult found;
    FrontierView view;
    double seconds = 0.0;
    int threads = 1;
};

std::string search_json(const SearchOptions& options, const Searched& run) {
    Json json{{"scenario", run.scenario.name},
              {"evaluated", run.found.evaluated},
              {"legal", run.found.legal},
              {"seconds", run.seconds},
              {"threads", run.threads},
              {"front", Json::array()},
              {"nearest", nullptr}};
    for (const FoundPlan& plan : run.found.front) {
        if (options.top > 0 && json["front"].size() >= options.top) break;
        json["front"].push_back(plan_json(run.scenario, plan));
    }
    if (run.found.nearest) {
        json["nearest"] = plan_json(run.scenario, *run.found.nearest);
        json["nearest"]["headroom_gib"] = run.found.nearest->estimate.memory.headroom / units::GiB;
        json["nearest"]["missing"] = run.view.answer;
    }
    return json_text(json);
}

std::string search_text(const SearchOptions& options, const Searched& run) {
    const FrontierView& view = run.view;
    const Language language = options.language;
    const std::vector<std::size_t> rows =
        notable_marks(view, options.top > 0 ? options.top : usual_rows);
    TableView table = frontier_table(view, rows, language);
    // A column that says nothing is left out.
    const bool has_goals = std::ranges::any_of(
        table.rows, [](const std::vector<std::string>& row) { return !row.back().empty(); });
    if (!has_goals) table.columns.pop_back();
    std::string text = fmt::format("{}\n{}\n", run.scenario.name, view.summary);
    if (!view.answer.empty()) text += view.answer + "\n";
    if (!table.rows.empty()) text += "\n" + text_table(table);
    constexpr Words more{"\nPlans that save less than 2 % of memory over a row above are left out; "
                         "--json has all of them.",
                         "\n위의 행보다 메모리를 2 % 넘게 줄이지 못하는 계획은 뺐습니다. --json이 "
                         "모두 보여 줍니다."};
    if (rows.size() < view.marks.size()) text += fmt::format("{}\n", say(more, language));
    const bool is_own = view.present || std::ranges::any_of(view.marks, &FrontierMark::current);
    constexpr Words own{"* the scenario's own plan", "* 지금 계획"};
    if (is_own) text += fmt::format("{}\n", say(own, language));
    return text;
}

int status_of_search(const SearchResult& found) {
    if (!found.problems.empty()) return bad_input;
    return found.nearest ? answer_is_no : fine;
}

} // namespace

int run_search(const SearchOptions& options) {
    const SearchSpace space = space_of(options);
    Searched run{scenario_of(options), {}, {}, 0.0, options.threads};
    if (run.threads <= 0)
        run.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const auto start = std::chrono::steady_clock::now();
    run.found = search_plans(run.scenario, space, run.threads);
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    print_problems(run.found.problems);
    if (!run.found.problems.empty()) return bad_input;
    run.view = frontier_view(run.scenario, run.found, presets(), options.language);
    print(options.json ? search_json(options, run) : search_text(options, run));
    return status_of_search(run.found);
}

} // namespace headroom::cli
