#include "core/calibrate/step_fit.hpp"

#include "core/calibrate/measured_scenario.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/step_band.hpp"
#include "core/cost/step_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace headroom {

namespace {

/// Errors beyond this count linearly: a run that its columns do not explain teaches little.
constexpr double usual_error = 0.1; // of the logarithm
/// A source counts as so many independent runs, however many rows it has.
constexpr double runs_of_a_source = 10.0;
constexpr std::string_view fitted_source = "fitted-step-times";

/// What may move in a fit: a constant of the model, or a fact of stacks.
template <class Owner>
struct Fitted {
    std::string_view name;
    Sourced<double> Owner::*member;
    double spread; // of its logarithm
};
using FittedConstant = Fitted<StepConstants>;
using FittedFact = Fitted<TimeFacts>;

// Spreads: how far the constant may be off before steps are seen; narrow where kernel tables or
// published measurements speak of it too.
constexpr std::array constants{
    FittedConstant{"hopper_rate_per_power", &StepConstants::hopper_rate_per_power, 0.10},
    FittedConstant{"blackwell_rate_per_power", &StepConstants::blackwell_rate_per_power, 0.15},
    FittedConstant{"static_power_share", &StepConstants::static_power_share, 0.20},
    FittedConstant{"fp8_efficiency", &StepConstants::fp8_efficiency, 0.10},
    FittedConstant{"fp4_efficiency", &StepConstants::fp4_efficiency, 0.20},
    FittedConstant{"grouped_rate", &StepConstants::grouped_rate, 0.20},
    FittedConstant{"unfused_attention", &StepConstants::unfused_attention, 0.20},
    FittedConstant{"never_hidden", &StepConstants::never_hidden, 0.30},
    FittedConstant{"collective_skew_us", &StepConstants::collective_skew_us, 1.0},
    FittedConstant{"straggler_per_doubling", &StepConstants::straggler_per_doubling, 0.5},
    FittedConstant{"memory_pressure", &StepConstants::memory_pressure, 1.0}};

constexpr std::array facts{
    FittedFact{"elementwise_factor", &TimeFacts::elementwise_factor, 0.35},
    FittedFact{"compiled_elementwise", &TimeFacts::compiled_elementwise, 0.35},
    FittedFact{"launch_floor_us", &TimeFacts::launch_floor_us, 1.0},
    FittedFact{"compiled_launch_us", &TimeFacts::compiled_launch_us, 1.0},
    FittedFact{"adapter_launch_us", &TimeFacts::adapter_launch_us, 0.7},
    FittedFact{"step_overhead_ms", &TimeFacts::step_overhead_ms, 1.0}};

/// A fact that stacks share: its value in the presets names the class of stacks.
struct SharedFact {
    const FittedFact* fact;
    double shipped;
    std::vector<std::string_view> stacks; // ids
};

/// A run that is evaluated again and again with other constants.
struct PreparedRun {
    const Measurement* row;
    Scenario scenario;
    MemoryEstimate memory; // no constant of time changes it
    double measured = 0.0; // seconds
    std::size_t source = 0;
    std::vector<std::size_t> shared_facts; // of its stack, indices into the shared facts
};

class StepFit {
  public:
    StepFit(std::span<const Measurement> rows, const Catalog& catalog) : catalog_(catalog) {
        find_shared_facts();
        for (const FittedConstant& constant : constants) {
            parameters_.push_back({std::string(constant.name),
                                   (StepConstants{}.*constant.member).value, constant.spread});
            shipped_.push_back((catalog.calibration.step_constants.*constant.member).value);
        }
        for (const SharedFact& shared : shared_) {
            parameters_.push_back({fmt::format("{} of {}", shared.fact->name, shared.stacks[0]),
                                   (TimeFacts{}.*shared.fact->member).value, shared.fact->spread});
            shipped_.push_back(shared.shipped);
        }
        for (const Measurement& row : rows)
            if (row.complete.value_or(false)) prepare(row);
    }

    LeaveOneOut run() {
        LeaveOneOut report;
        const std::vector<double> all = fitted_without(sources_.size(), shipped_);
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            report.parameters.push_back({parameters_[i], shipped_[i], all[i]});
        report.residuals.resize(runs_.size());
        report.plans.resize(runs_.size());
        std::vector<std::jthread> workers;
        const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
        for (std::size_t worker = 0; worker < count; ++worker)
            workers.emplace_back([this, &report, &all, worker, count] {
                for (std::size_t source = worker; source < sources_.size(); source += count)
                    predict(source, fitted_without(source, all), report);
            });
        workers.clear(); // joins
        return report;
    }

  private:
    void find_shared_facts() {
        for (const FittedFact& fact : facts)
            for (const Stack& stack : catalog_.stacks) {
                const Sourced<double>& value = stack.time.*fact.member;
                if (catalog_.citation(value.citation).source != fitted_source) continue;
                const auto known = std::ranges::find_if(shared_, [&](const SharedFact& one) {
                    return one.fact == &fact && one.shipped == value.value;
                });
                if (known != shared_.end())
                    known->stacks.push_back(stack.id);
                else
                    shared_.push_back({&fact, value.value, {stack.id}});
            }
    }

    void prepare(const Measurement& row) {
        auto measured = scenario_of(row, catalog_);
        if (!measured) return;
        PreparedRun run{&row, std::move(measured->scenario), {}, 0.0, 0, {}};
        run.measured = measured_step_seconds(row, run.scenario);
        if (run.measured <= 0.0) return;
        Caveats ignored;
        run.memory = estimate_memory(run.scenario, ignored);
        const auto found = std::ranges::find(sources_, row.source);
        run.source = static_cast<std::size_t>(found - sources_.begin());
        if (found == sources_.end()) {
            sources_.push_back(row.source);
            rows_of_source_.push_back(0);
        }
        ++rows_of_source_[run.source];
        for (std::size_t i = 0; i < shared_.size(); ++i)
            if (std::ranges::find(shared_[i].stacks, run.scenario.stack.id) !=
                shared_[i].stacks.end())
                run.shared_facts.push_back(i);
        runs_.push_back(std::move(run));
    }

    void put(std::span<const double> values, Scenario& scenario, const PreparedRun& run) const {
        for (std::size_t i = 0; i < constants.size(); ++i)
            (scenario.calibration.step_constants.*constants[i].member).value = values[i];
        for (const std::size_t i : run.shared_facts)
            (scenario.stack.time.*shared_[i].fact->member).value = values[constants.size() + i];
    }

    static double predicted(const Scenario& scenario, const PreparedRun& run) {
        Caveats ignored;
        return estimate_step_time(scenario, run.memory, ignored).total.expected / units::s;
    }

    /// Huber's loss of the logarithmic errors, each source weighing the same.
    double loss(std::span<const double> values, std::vector<Scenario>& scenarios,
                std::size_t left_out) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            const PreparedRun& run = runs_[i];
            if (run.source == left_out) continue;
            put(values, scenarios[i], run);
            const double error =
                std::abs(std::log(predicted(scenarios[i], run) / run.measured)) / usual_error;
            const double lost = error <= 1.0 ? error * error : 2.0 * error - 1.0;
            sum += lost / rows_of_source_[run.source];
        }
        return runs_of_a_source * sum;
    }

    std::vector<double> fitted_without(std::size_t left_out, std::vector<double> start) const {
        std::vector<Scenario> scenarios;
        scenarios.reserve(runs_.size());
        for (const PreparedRun& run : runs_)
            scenarios.push_back(run.scenario);
        // What only the source left out speaks of starts from what is believed.
        for (std::size_t i = 0; i < start.size(); ++i)
            if (left_out < sources_.size() && !seen_elsewhere(i, left_out))
                start[i] = parameters_[i].believed;
        return fit(parameters_, std::move(start), [&](std::span<const double> values) {
            return loss(values, scenarios, left_out);
        });
    }

    bool seen_elsewhere(std::size_t parameter, std::size_t left_out) const {
        if (parameter < constants.size()) return true;
        const std::size_t shared = parameter - constants.size();
        return std::ranges::any_of(runs_, [&](const PreparedRun& run) {
            return run.source != left_out &&
                   std::ranges::find(run.shared_facts, shared) != run.shared_facts.end();
        });
    }

    void predict(std::size_t source, const std::vector<double>& values, LeaveOneOut& report) const {
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            const PreparedRun& run = runs_[i];
            if (run.source != source) continue;
            Scenario scenario = run.scenario;
            put(values, scenario, run);
            Caveats ignored;
            const Banded<Seconds> time = estimate_step_time(scenario, run.memory, ignored).total;
            report.residuals[i] = {run.row->id,
                                   run.row->source,
                                   Measured::step_time,
                                   "",
                                   time.expected / units::s,
                                   run.measured,
                                   time.p10 / units::s,
                                   time.p90 / units::s,
                                   true,
                                   step_regimes(scenario)};
            report.plans[i] = std::move(scenario);
        }
    }

    const Catalog& catalog_;
    std::vector<SharedFact> shared_;
    std::vector<FitParameter> parameters_;
    std::vector<double> shipped_;
    std::vector<PreparedRun> runs_;
    std::vector<std::string> sources_;
    std::vector<int> rows_of_source_;
};

} // namespace

LeaveOneOut leave_one_source_out(std::span<const Measurement> rows, const Catalog& catalog) {
    LeaveOneOut report = StepFit(rows, catalog).run();
    report.sources = statistics_by_source(report.residuals);
    report.balanced = mean_over_sources(report.sources, Measured::step_time);
    report.regimes = bands_by_regime(report.residuals);
    return report;
}

} // namespace headroom
