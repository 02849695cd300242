// What is wrong with a file or a plan, in the reader's language.
//
//     problem_sentence("9 is too large: at most 8", Language::korean)   // "9: 너무 큼(최대 8)"
//     problem_line(problem, language)                                  // "plan.json:3: ..."
//
// Readers say their problems in English, with values and names put in; here each of their sentences
// is known by its form and said again. A sentence that is not known stays as it is: better read in
// English than not at all.
#pragma once

#include "core/base/problem.hpp"
#include "core/present/views.hpp"

namespace headroom {

std::string problem_sentence(std::string_view message, Language language);

/// As to_line(), with place and sentence.
std::string problem_line(const Problem& problem, Language language);

} // namespace headroom
