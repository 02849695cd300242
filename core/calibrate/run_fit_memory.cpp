// The memory part of run_fit.hpp: each kind of memory is corrected by runs that measured that kind.
#include "core/calibrate/run_fit.hpp"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// What is believed before anything was measured.
constexpr Bytes process_sd = 0.3 * units::GiB;  // of context, libraries and whatever else is there
constexpr double activations_sd = 0.05;         // of the logarithm
constexpr double slack_sd = 0.5;                // of the logarithm of the allocator's part
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

} // namespace

SiteMemory memory_taught(std::span<const MeasuredRun> runs, const Scenario& scenario) {
    NormalMean process(process_sd / units::GiB), activations(activations_sd), slack(slack_sd);
    for (const MeasuredRun& run : runs) {
        Scenario plan = plan_of(run, scenario);
        plan.site = {};
        if (run.cluster.gpu.id != scenario.cluster.gpu.id) continue;
        if (find_illegality(plan) != Illegality::none) continue;
        const MemoryEstimate memory = evaluate(plan).memory;
        const Bytes passes = activations_of(memory.peak);
        if (run.memory.allocated > Bytes{} && passes > Bytes{}) {
            const Bytes measured = run.memory.allocated - memory.allocated.expected + passes;
            const double sd = memory_noise * (memory.allocated.expected / passes);
            // Less than half of what is predicted is another quantity, no correction of this one.
            if (measured > 0.5 * passes) activations.add(std::log(measured / passes), sd);
        }
        if (run.memory.reserved > Bytes{} && run.memory.allocated > Bytes{} &&
            memory.allocator_slack > Bytes{}) {
            const Bytes measured = run.memory.reserved - run.memory.allocated;
            if (measured > Bytes{})
                slack.add(std::log(measured / memory.allocator_slack), slack_sd);
        }
        if (run.memory.process > Bytes{})
            process.add((run.memory.process - memory.process.expected) / units::GiB,
                        std::hypot(process_noise / units::GiB,
                                   memory_noise * (memory.allocated.expected / units::GiB)));
    }
    SiteMemory taught;
    taught.process = process.mean() * units::GiB;
    taught.process_sd = process.sd() * units::GiB;
    taught.process_runs = process.count();
    taught.activations_ln = activations.mean();
    taught.activations_sd = activations.sd();
    taught.activation_runs = activations.count();
    taught.slack_ln = std::max(slack.mean(), 0.0);
    taught.slack_sd = slack.sd();
    taught.slack_runs = slack.count();
    return taught;
}

} // namespace headroom
