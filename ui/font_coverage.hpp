// Whether the fonts of this machine can write a language at all.
//
//     if (const auto problem = missingLetters(Language::korean)) report({*problem});
//
// A warning, never an error: numbers and shapes are readable without. In English, since the other
// language is what cannot be written.
#pragma once

#include "core/base/problem.hpp"
#include "core/present/views.hpp"

#include <optional>

namespace headroom {

std::optional<Problem> missingLetters(Language language);

} // namespace headroom
