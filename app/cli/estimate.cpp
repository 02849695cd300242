// estimate: memory, time and money of a plan, on its own GPU or on others.
#include "command.hpp"
#include "core/explore/sweep.hpp"
#include "estimate_text.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace headroom::cli {

namespace {

struct Options {
    std::string scenario;
    std::vector<std::string> gpus;
    std::vector<std::string> assignments;
    bool json = false;
    Language language = Language::english;
};

std::vector<GpuPoint> points_of(const Scenario& scenario, const std::vector<std::string>& gpus) {
    if (!gpus.empty()) return across_gpus(scenario, gpu_ids(gpus), presets());
    return {{&scenario.cluster.gpu, scenario, evaluate(scenario)}};
}

/// Where no GPU asked for can run the plan, the reasons are the problem.
void report_illegal(std::span<const GpuPoint> points) {
    Problems problems;
    for (const GpuPoint& point : points)
        for (const Problem& problem : validate(point.scenario))
            if (problem.severity == Severity::error)
                problems.push_back(error(fmt::format("--gpu {}: {}", point.gpu->id, problem.where),
                                         problem.message));
    print_problems(problems);
}

int run(const Options& options) {
    const Scenario scenario = load_scenario(options.scenario, options.assignments);
    const std::vector<GpuPoint> points = points_of(scenario, options.gpus);
    if (options.json) {
        Json estimates = Json::array();
        for (const GpuPoint& point : points)
            estimates.push_back(estimate_json(point.scenario, point.estimate));
        print(json_text({{"scenario", scenario.name}, {"estimates", estimates}}));
    } else if (points.size() == 1) {
        print(estimate_text(points.front().scenario, points.front().estimate, options.language));
    } else {
        print(comparison_text(scenario, points, options.language));
    }
    std::vector<Verdict> verdicts;
    for (const GpuPoint& point : points)
        verdicts.push_back(point.estimate.verdict);
    const int status = status_of(verdicts);
    if (status == bad_input) report_illegal(points);
    return status;
}

} // namespace

void add_estimate(CLI::App& app, Run& chosen) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "estimate", "What one GPU needs, how long a step takes, what the run costs");
    add_scenario_options(*command, options->scenario, options->assignments);
    command->add_option("--gpu", options->gpus, "On these GPU presets, or \"all\"")->delimiter(',');
    command->add_flag("--json", options->json, "JSON on stdout");
    add_language_option(*command, options->language);
    command->footer("Exit status 1: it fits on none of the GPUs; 2: none can run the plan.\n\n"
                    "Examples:\n"
                    "  headroom-cli estimate team.json\n"
                    "  headroom-cli estimate team.json --gpu h100-sxm,h200-sxm,b200-sxm\n"
                    "  headroom-cli estimate team.json --gpu all --json\n"
                    "  headroom-cli estimate team.json --set training.zero_stage=2 --set "
                    "training.micro_batch=4");
    command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace headroom::cli
