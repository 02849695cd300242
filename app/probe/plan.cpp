#include "app/probe/plan.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace headroom::probe {
namespace {

struct Stage {
    std::string_view name;
    Part part = Part::device;
    bool on_cpu = false;            // the processor has it too
    bool needed = false;            // by all others: runs whatever was asked for
    std::array<double, 3> budget{}; // seconds, by effort
};

constexpr std::array stages{
    Stage{"facts", Part::device, true, true, {0.1, 0.2, 0.2}},
    Stage{"context", Part::device, false, true, {0.4, 0.5, 0.5}},
    Stage{"launch", Part::device, true, false, {0.1, 0.3, 0.3}},
    Stage{"bandwidth", Part::device, true, false, {0.4, 1.5, 3.0}},
    Stage{"host_link", Part::device, false, false, {0.3, 0.8, 2.0}},
    Stage{"products", Part::device, true, false, {0.8, 6.0, 25.0}},
    Stage{"sustained", Part::device, true, false, {0.0, 4.0, 24.0}},
    Stage{"attention", Part::device, false, false, {0.0, 0.0, 0.0}},
    Stage{"overlap", Part::device, false, false, {0.0, 0.0, 3.0}},
    Stage{"peers", Part::device, false, false, {0.0, 1.5, 5.0}},
    Stage{"collectives", Part::collectives, false, false, {0.0, 3.0, 15.0}},
    Stage{"host", Part::host, true, false, {0.3, 1.5, 4.0}},
    Stage{"disk", Part::host, true, false, {0.0, 0.0, 8.0}},
};

constexpr std::array<double, 3> total_limits{12.0, 45.0, 150.0};

const Stage* find_stage(std::string_view name) {
    const auto* const found = std::ranges::find(stages, name, &Stage::name);
    return found == stages.end() ? nullptr : &*found;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

double budget_of(const Stage& stage, const Options& options) {
    const double budget = stage.budget[static_cast<std::size_t>(options.effort)];
    if (stage.name != "disk") return budget;
    return options.disk.empty() ? 0.0 : stage.budget.back(); // asked for by its own option
}

} // namespace

bool is_stage(std::string_view name) { return find_stage(name) != nullptr; }

std::string_view why_not(std::string_view name, const Options& options) {
    const Stage* const stage = find_stage(name);
    if (stage == nullptr) return "";
    if (!stage->on_cpu && options.backend == Backend::cpu) return "no_gpu";
    if (stage->needed) return "";
    const bool left_out = !options.only.empty() && !contains(options.only, name);
    if (left_out || contains(options.skip, name)) return "not_asked";
    if (name == "attention") return "not_measured";
    if (budget_of(*stage, options) <= 0.0) return name == "disk" ? "not_asked" : "other_effort";
    return "";
}

Plan::Plan(const Options& options, int devices)
    : limit_s_(total_limits[static_cast<std::size_t>(options.effort)] * std::max(devices, 1)) {
    for (int device = 0; device < devices; ++device)
        for (const Stage& stage : stages) {
            const bool gpu_only = options.backend == Backend::cpu && !stage.on_cpu;
            const bool repeated = device > 0 && stage.part != Part::device;
            if (gpu_only || repeated || !why_not(stage.name, options).empty()) continue;
            const int number = options.all_devices ? device : options.device;
            stages_.push_back({stage.name, stage.part, number, budget_of(stage, options)});
        }
    // What all devices share comes last, behind the last of them.
    std::ranges::stable_sort(stages_, {}, &PlannedStage::part);
    if (const char* const limit = std::getenv("HEADROOM_PROBE_LIMIT"))
        limit_s_ = std::max(std::atof(limit), 0.1);
}

std::optional<int> Plan::place(std::string_view stage, int device) const {
    const auto found = std::ranges::find_if(stages_, [&](const PlannedStage& planned) {
        return planned.name == stage && (planned.part != Part::device || planned.device == device);
    });
    if (found == stages_.end()) return std::nullopt;
    return static_cast<int>(found - stages_.begin()) + 1;
}

bool Plan::has(Part part) const {
    return std::ranges::find(stages_, part, &PlannedStage::part) != stages_.end();
}

double Plan::budget_before(int place) const {
    double seconds = 0.0;
    for (int i = 1; i < place; ++i)
        seconds += at(i).budget_s;
    return seconds;
}

double Plan::stage_limit(double budget_s) const {
    return std::min(3.0 * budget_s + 5.0, 0.45 * limit_s_);
}

double Plan::collectives_limit() const { return std::min(20.0, 0.22 * limit_s_); }

} // namespace headroom::probe
