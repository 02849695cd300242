// Every term that the program uses, in a sentence or two: the help, and what a slider's name says
// under the pointer.
//
//     for (const GlossaryEntry& entry : glossary(Language::english)) ...
//     axis_help(Axis::zero_stage, Language::korean)
#pragma once

#include "core/present/views.hpp"

#include <string>
#include <vector>

namespace headroom {

struct GlossaryEntry {
    std::string term, meaning;
};

std::vector<GlossaryEntry> glossary(Language language);

/// What this slider trades, for its tool tip.
std::string axis_help(Axis axis, Language language);

} // namespace headroom
