// The memory part of run_fit.hpp: each kind of memory is corrected by runs that measured that kind.
#include "core/calibrate/run_fit.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// What is believed before anything was measured.
constexpr Bytes process_sd = 0.3 * units::GiB; // of context, libraries and whatever else is there
constexpr double activations_sd = 0.05;        // of the logarithm
constexpr double slack_sd = 0.5;               // of the logarithm of the allocator's part
// What one run may be off by itself.
constexpr double memory_noise = 0.03; // of the allocated memory: what differs between its peaks
constexpr Bytes process_noise = 0.1 * units::GiB;

/// A mean of observations with a normal prior around 0.
class NormalMean {
  public:
    explicit NormalMean(double sd) : weight_(1.0 / (sd * sd)) {}
    void add(double value, double sd) {
        const double weight = 1.0 / (sd * sd);
        weight_ += weight;
        sum_ += weight * value;
        ++count_;
    }
    double mean() const { return sum_ / weight_; }
    double sd() const { return 1.0 / std::sqrt(weight_); }
    int count() const { return count_; }

  private:
    double weight_, sum_ = 0.0;
    int count_ = 0;
};

/// What passes keep and work in; states and weights are known to the byte.
Bytes activations_of(const MemoryBreakdown& peak) {
    return peak[MemoryTerm::activations] + peak[MemoryTerm::working_set] +
           peak[MemoryTerm::attention_scores] + peak[MemoryTerm::logits];
}

/// What the kinds of the runs taught so far.
struct MemoryLessons {
    NormalMean activations{activations_sd}, slack{slack_sd}, process{process_sd / units::GiB};

    SiteMemory taught() const {
        SiteMemory memory;
        memory.process = process.mean() * units::GiB;
        memory.process_sd = process.sd() * units::GiB;
        memory.process_runs = process.count();
        memory.activations_ln = activations.mean();
        memory.activations_sd = activations.sd();
        memory.activation_runs = activations.count();
        memory.slack_ln = std::max(slack.mean(), 0.0);
        memory.slack_sd = slack.sd();
        memory.slack_runs = slack.count();
        return memory;
    }
};

/// The run's plan with the memory corrections of `known`, nothing else of the site.
Scenario plan_with(const MeasuredRun& run, const Scenario& scenario, const SiteMemory& known) {
    Scenario plan = plan_of(run, scenario);
    SiteCalibration site;
    if (plan.site) site = *plan.site;
    site.on = true;
    site.applies_to.gpu = plan.cluster.gpu.id;
    site.steps = {};
    site.memory = known;
    plan.site = Shared(std::move(site));
    return plan;
}

void learn_allocated(const MeasuredRun& run, const MemoryEstimate& memory, MemoryLessons& lessons) {
    const Bytes passes = activations_of(memory.peak);
    if (!(run.memory.allocated > Bytes{}) || !(passes > Bytes{})) return;
    const Bytes measured = run.memory.allocated - memory.allocated.expected + passes;
    // Less than half of what is predicted is another quantity, no correction of this one.
    if (measured > 0.5 * passes)
        lessons.activations.add(std::log(measured / passes),
                                memory_noise * (memory.allocated.expected / passes));
}

void learn_slack(const MeasuredRun& run, const MemoryEstimate& memory, MemoryLessons& lessons) {
    const Bytes measured = run.memory.reserved - run.memory.allocated;
    if (!(run.memory.allocated > Bytes{}) || !(measured > Bytes{})) return;
    if (memory.allocator_slack > Bytes{})
        lessons.slack.add(std::log(measured / memory.allocator_slack), slack_sd);
}

void learn_process(const MeasuredRun& run, const MemoryEstimate& memory, MemoryLessons& lessons) {
    if (!(run.memory.process > Bytes{})) return;
    lessons.process.add((run.memory.process - memory.process.expected) / units::GiB,
                        std::hypot(process_noise / units::GiB,
                                   memory_noise * (memory.allocated.expected / units::GiB)));
}

} // namespace

SiteMemory memory_taught(std::span<const MeasuredRun> runs, const Scenario& scenario) {
    MemoryLessons lessons;
    const auto each = [&](auto learn, const SiteMemory& known) {
        for (const MeasuredRun& run : runs) {
            const Scenario plan = plan_with(run, scenario, known);
            if (run.cluster.gpu.id != scenario.cluster.gpu.id) continue;
            if (find_illegality(plan) != Illegality::none) continue;
            learn(run, evaluate(plan).memory, lessons);
        }
    };
    each(learn_allocated, {});
    each(learn_slack, {});
    // What the process has beside is beside memory that is corrected already.
    each(learn_process, lessons.taught());
    return lessons.taught();
}

} // namespace headroom
