// Ways out of a plan that is not legal: for each reason, the nearest values that remove it.
//
//     for (const Objection& objection : objections(session)) ...
//     session.moveAxis(remedy.axis, remedy.value);
#pragma once

#include "ui/session.hpp"

#include <string>
#include <vector>

namespace headroom {

struct Remedy {
    Axis axis = Axis::tensor_parallel;
    double value = 0.0;
    std::string text; // "TP 2"
};

struct Objection {
    std::string sentence; // "32 heads do not divide by TP 3."
    std::vector<Remedy> remedies;
};

/// One for each reason, none for a legal plan. A remedy never adds another reason.
std::vector<Objection> objections(const Session& session);

} // namespace headroom
