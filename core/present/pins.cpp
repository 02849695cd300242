// Pinned plans as marks of the charts.
#include "core/present/views.hpp"

namespace headroom {

std::vector<PinMark> pin_marks(std::span<const PinnedPlan> plans, Language language,
                               std::optional<Axis> axis) {
    std::vector<PinMark> marks;
    marks.reserve(plans.size());
    for (const PinnedPlan& plan : plans) {
        PinMark mark;
        mark.letter = plan.letter;
        mark.name = plan.name;
        mark.gpu = plan.scenario.cluster.gpu.id;
        mark.seconds = plan.estimate.step.total.expected / units::s;
        mark.need_gib = plan.estimate.memory.process.expected / units::GiB;
        mark.verdict = plan.estimate.verdict;
        if (axis) {
            mark.position = get_axis(plan.scenario, *axis);
            mark.position_label = axis_value_word(*axis, mark.position, plan.scenario, language);
        }
        marks.push_back(std::move(mark));
    }
    return marks;
}

} // namespace headroom
