// A worker process at work: it says which stage runs, hands over results, sees a cancellation
// within a batch, and is ended by its own guard when a stage takes far longer than planned.
//
//     Run run(options, plan, Part::device, 0, result_file);
//     if (run.begin("launch")) measure_launch(gpu);
//     run.check();                     // throws Failure when somebody cancelled
//
// One such object lives in a worker; a signal handler and the guard thread look at its state.
#pragma once

#include "app/probe/json_line.hpp"
#include "app/probe/options.hpp"
#include "app/probe/outcome.hpp"
#include "app/probe/plan.hpp"
#include "app/probe/statistics.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::probe {

/// Words why a result is not to be used by itself, in the order they were found, each once.
class Doubts {
  public:
    void add(std::string_view word);
    void add(const Doubts& other);
    void add_if(bool doubtful, std::string_view word) {
        if (doubtful) add(word);
    }
    /// What the samples themselves say: few_samples, unsteady, interrupted.
    void add_from(const Summary& samples);

    const std::vector<std::string>& words() const { return words_; }
    bool trusted() const { return words_.empty(); }

  private:
    std::vector<std::string> words_;
};

class Run {
  public:
    Run(const Options& options, const Plan& plan, int device, int result_file);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    const Options& options() const { return options_; }
    int device() const { return device_; }
    bool quick() const { return options_.effort == Effort::quick; }
    bool thorough() const { return options_.effort == Effort::thorough; }

    /// Says that a stage begins; or, with false, why it does not run.
    bool begin(std::string_view stage);
    /// What the stage that runs may take, in seconds.
    double budget() const { return budget_s_; }

    static bool stopping();
    static void check(); // throws Failure{cancelled}

    void emit(const JsonLine& line);
    void skip(std::string_view name, std::string_view reason, std::string_view message);
    void fail(const Failure& failure);

    /// A result line up to where its own keys follow. The unit is that of its name; a value that
    /// is no positive number is never trusted.
    JsonLine result(std::string_view name, double value, const Summary& samples,
                    Doubts doubts) const;

    /// How long one batch of one of `shapes` measurements may take within the stage's budget.
    double batch_seconds(int shapes, int batches) const;

  private:
    [[noreturn]] void guard();

    Options options_;
    Plan plan_;
    int device_ = 0;
    int file_ = 1;
    double budget_s_ = 0.0;
    std::atomic<double> deadline_;
    std::atomic<const char*> stage_{"start"};
};

} // namespace headroom::probe
