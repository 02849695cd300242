// Which stages run, in which process, and for how long: cold and cheap ones first, heat last, and
// work of the host never beside work of the GPU.
//
//     const Plan plan = make_plan(options, 1);
//     plan.total_limit()              // 45 s for the default effort: then the run is ended
//
// Each part is a process of its own, so that a library that hangs or dies takes only its own
// results with it.
#pragma once

#include "app/probe/options.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace headroom::probe {

enum class Part { list, device, collectives, host };

struct PlannedStage {
    std::string_view name;
    Part part = Part::device;
    int device = 0;
    double budget_s = 0.0;
};

class Plan {
  public:
    Plan(const Options& options, int devices);

    /// Its place among all stages, from 1; empty when it does not run.
    std::optional<int> place(std::string_view stage, int device) const;
    const PlannedStage& at(int place) const { return stages_[static_cast<std::size_t>(place - 1)]; }
    int count() const { return static_cast<int>(stages_.size()); }
    bool has(Part part) const;
    /// Planned seconds of the stages before this place; of all with count() + 1.
    double budget_before(int place) const;

    /// After this many seconds the whole run is ended; HEADROOM_PROBE_LIMIT overrides it.
    double total_limit() const { return limit_s_; }
    /// Without a line for this long the part is ended.
    double silence_limit() const { return limit_s_ / 2; }
    /// The worker ends itself first, so that the stage can be named.
    double stage_limit(double budget_s) const;
    /// One attempt at collectives: NCCL is known to hang where peers cannot reach each other.
    double collectives_limit() const;

  private:
    std::vector<PlannedStage> stages_;
    double limit_s_ = 0.0;
};

bool is_stage(std::string_view name);

/// Why a stage does not run under these options: "other_effort", "not_asked", "no_gpu".
std::string_view why_not(std::string_view stage, const Options& options);

} // namespace headroom::probe
