// What a team knows and agrees on beside its plan: runs that were measured, and what is ready.
//
//     scenario.runs[0].step_time                   // measured; zero where nobody measured it
//     evaluate(plan_of(scenario.runs[0], scenario))  // what is predicted for the same conditions
//     scenario.readiness[0].done                   // ticked by people, never computed
//
// Both travel in the scenario file and never enter a physical number. A run keeps the conditions it
// was measured under, whole: sliders move the scenario's plan, not what somebody measured. In the
// file it is written as what differs from the scenario ("set": {"training.precision": "fp32"}).
#pragma once

#include "core/base/names.hpp"
#include "core/base/units.hpp"
#include "core/model/hardware.hpp"
#include "core/model/model_spec.hpp"
#include "core/model/plan.hpp"
#include "core/model/stack.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Peaks of one GPU; zero where nobody measured it.
struct MeasuredMemory {
    Bytes allocated, reserved, process;

    bool operator==(const MeasuredMemory&) const = default;
};

/// "validation loss", 2.31: whatever the team judges quality by.
struct MeasuredQuality {
    std::string metric;
    double value = 0.0;

    bool operator==(const MeasuredQuality&) const = default;
};

struct MeasuredRun {
    std::string name; // "mixed precision off"
    std::string date; // "2026-11-28", as the team writes it
    ModelSpec model;  // what was run, from here
    ClusterSpec cluster;
    TrainingPlan training;
    Stack stack;
    Seconds step_time; // zero: not measured
    MeasuredMemory memory;
    std::optional<MeasuredQuality> quality;
    std::string notes; // seed, driver, what else ran

    bool operator==(const MeasuredRun&) const = default;
};

/// What a point of the readiness checklist is about; `other` is the team's own.
enum class ReadinessTopic : std::uint8_t {
    evidence,
    quality,
    documentation,
    monitoring,
    recovery,
    data_governance,
    sandbox,
    budget,
    other
};
inline constexpr std::array all_readiness_topics{
    ReadinessTopic::evidence,   ReadinessTopic::quality,  ReadinessTopic::documentation,
    ReadinessTopic::monitoring, ReadinessTopic::recovery, ReadinessTopic::data_governance,
    ReadinessTopic::sandbox,    ReadinessTopic::budget,   ReadinessTopic::other};

constexpr std::string_view name_of(ReadinessTopic topic) {
    using Name = std::string_view;
    constexpr std::array names{Name{"evidence"},   Name{"quality"},  Name{"documentation"},
                               Name{"monitoring"}, Name{"recovery"}, Name{"data_governance"},
                               Name{"sandbox"},    Name{"budget"},   Name{"other"}};
    static_assert(names.size() == all_readiness_topics.size());
    return name_in(names, topic);
}

struct ReadinessItem {
    ReadinessTopic topic = ReadinessTopic::other;
    std::string text; // "": the usual question of the topic, in the reader's language
    bool done = false;
    std::string note; // where the evidence is, who answers

    bool operator==(const ReadinessItem&) const = default;
};

/// One item for each topic but `other`, none done: what a file that says nothing means.
inline std::vector<ReadinessItem> usual_readiness() {
    std::vector<ReadinessItem> items;
    for (const ReadinessTopic topic : all_readiness_topics)
        if (topic != ReadinessTopic::other) items.push_back({topic, {}, false, {}});
    return items;
}

/// What a file may hold at most; a list that is longer was not written by a team.
namespace decision_limits {
inline constexpr std::size_t runs = 1000;
inline constexpr std::size_t readiness_items = 1000;
} // namespace decision_limits

} // namespace headroom
