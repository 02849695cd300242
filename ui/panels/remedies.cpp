#include "ui/panels/remedies.hpp"

#include "core/present/wording.hpp"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::size_t most_remedies = 2; // buttons beside one reason

std::uint32_t bits(Illegality set) { return static_cast<std::uint32_t>(set); }

/// Whether moving there removes `one` and brings nothing new.
bool removes(const Scenario& moved, Illegality present, Illegality one) {
    const std::uint32_t left = bits(find_illegality(moved));
    return (left & ~bits(present)) == 0 && (left & bits(one)) == 0;
}

/// The nearest helpful values on one axis, on either side of the present one.
std::vector<Remedy> remedies_on(Axis axis, const Session& session, Illegality present,
                                Illegality one) {
    const AxisState& state = session.axis(axis);
    const double now = get_axis(session.scenario(), axis);
    std::optional<Remedy> below, above;
    for (const double value : state.values) {
        if (value == now || (value > now && above)) continue;
        const Scenario moved = session.scenarioAt(axis, value);
        if (!removes(moved, present, one)) continue;
        (value < now ? below : above) =
            Remedy{axis, value, setting(moved, axis, session.language())};
    }
    std::vector<Remedy> found;
    if (below) found.push_back(*below);
    if (above) found.push_back(*above);
    return found;
}

} // namespace

std::vector<Objection> objections(const Session& session) {
    std::vector<Objection> list;
    const Illegality present = session.estimate().illegality;
    // Degrees of parallelism are the likeliest slip, so the last axes are asked first.
    std::array axes = all_axes;
    std::ranges::reverse(axes);
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1U) {
        const auto one = static_cast<Illegality>(bit);
        if (!contains(present, one)) continue;
        Objection objection{illegality_sentence(session.scenario(), one, session.language()), {}};
        for (const Axis axis : axes) {
            if (!session.axis(axis).applies) continue;
            for (Remedy& remedy : remedies_on(axis, session, present, one))
                if (objection.remedies.size() < most_remedies)
                    objection.remedies.push_back(std::move(remedy));
        }
        list.push_back(std::move(objection));
    }
    return list;
}

} // namespace headroom
