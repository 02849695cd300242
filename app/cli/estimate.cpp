// estimate: memory, time and money of a plan, on its own GPU or on others.
#include "commands.hpp"
#include "core/explore/sweep.hpp"
#include "core/present/calibration_view.hpp"
#include "estimate_text.hpp"
#include "json_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::cli {

namespace {

std::vector<GpuPoint> points_of(const Scenario& scenario, const std::vector<std::string>& gpus) {
    if (!gpus.empty()) return across_gpus(scenario, gpu_ids(gpus), presets());
    return {{&scenario.cluster.gpu, scenario, evaluate(scenario)}};
}

Scenario scenario_of(const EstimateOptions& options) {
    Scenario scenario = load_scenario(options.scenario, options.assignments);
    if (options.calibration.empty()) return scenario;
    if (options.calibration == "none") return uncalibrated(scenario);
    return calibrated(scenario, load_calibration(options.calibration));
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

} // namespace

int run_estimate(const EstimateOptions& options) {
    const Scenario scenario = scenario_of(options);
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

} // namespace headroom::cli
